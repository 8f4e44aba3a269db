"""Renames the sounds of a folder as the window does: `python -m tests.faults.harness.renaming LIBRARY FOLDER`."""

import json
import sys
from pathlib import Path

from engine.errors import EngineError
from engine.metadata.describe import rename
from engine.metadata.recover import recover
from engine.metadata.upkeep import Upkeep
from engine.types import FilePath


def main() -> None:
    """Gives every WAV that has not been renamed yet a name of its own; prints a line at the end."""
    library, folder = Path(sys.argv[1]), Path(sys.argv[2])
    recover(library)
    moves = [
        (FilePath.of(path), FilePath.of(path.with_name(f"renamed {path.name}")))
        for path in sorted(folder.rglob("*.wav"))
        if not path.name.startswith("renamed")
    ]
    with Upkeep(library) as upkeep:
        report = rename(library, moves, follower=upkeep)
    print(json.dumps({"changed": report.changed, "failed": len(report.failures)}))


if __name__ == "__main__":
    try:
        main()
    except EngineError as err:
        sys.exit(f"{err}\n{err.advice}")
