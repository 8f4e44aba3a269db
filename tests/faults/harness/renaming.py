"""Renames the sounds of a folder as the window does: `python -m tests.faults.harness.renaming LIBRARY FOLDER`."""

import json
import sys
from pathlib import Path

from engine.errors import EngineError
from engine.metadata.describe import rename
from engine.metadata.recover import recover
from engine.metadata.upkeep import Upkeep
from engine.types import FilePath


def main(arguments: list[str]) -> int:
    """Gives every WAV that has not been renamed yet a name of its own; prints a line at the end."""
    try:
        _rename(*map(Path, arguments))
    except EngineError as err:
        print(f"{err}\n{err.advice}", file=sys.stderr)
        return 1
    return 0


def _rename(library: Path, folder: Path) -> None:
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
    sys.exit(main(sys.argv[1:]))
