"""Renames the sounds of a folder like the window: `python -m tests.faults.harness.renaming LIBRARY FOLDER`."""

import json
import os
import sys
from pathlib import Path

from engine.base.errors import EngineError
from engine.base.types import FilePath
from engine.features.metadata_edits.catalogue_follower import CatalogueFollower
from engine.features.metadata_edits.recovery import recover
from engine.features.metadata_edits.sessions import rename


def main(arguments: list[str]) -> int:
    """Renames every WAV not yet renamed; prints a line at the end."""
    try:
        return _rename(*map(Path, arguments))
    except EngineError as err:
        print(f"{err}\n{err.advice}", file=sys.stderr)
    except OSError as err:  # the folder's: the window shows only what it can see
        print(err, file=sys.stderr)
    return 1


def _rename(library: Path, folder: Path) -> int:
    recover(library)
    os.scandir(folder).close()
    moves = [
        (FilePath.of(path), FilePath.of(path.with_name(f"renamed {path.name}")))
        for path in sorted(folder.rglob("*.wav"))
        if not path.name.startswith("renamed")
    ]
    with CatalogueFollower(library) as upkeep:
        report = rename(library, moves, follower=upkeep)
    print(json.dumps({"changed": report.changed, "failed": len(report.failures)}))
    for failure in report.failures:
        print(f"{failure.path.text}: {failure.reason}", file=sys.stderr)
    return 3 if report.failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
