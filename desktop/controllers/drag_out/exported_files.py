"""Append-only list of files handed to other programs, and which of them still exist.

It lists only files that Earshot wrote, whatever else is in the user's folder. No Qt here.
"""

import json
import logging
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import platformdirs
from msgspec import Struct

from engine.base.private_files import private_opener

_log = logging.getLogger(__name__)


class ExportedFile(Struct, frozen=True):
    """A file that was handed out and still exists."""

    path: Path
    size_bytes: int
    made_s: float
    """Time of the last write, in seconds since 1970."""


def former_folder() -> Path:
    """Where earlier versions kept dragged files, each in a folder of its own."""
    return Path(platformdirs.user_cache_dir("earshot", appauthor=False)) / "dragged"


class ExportedFiles:
    """The list of files handed out. Any thread; several windows may append.

    Args:
        file: holds a line for each file.
        former: see `former_folder`.
    """

    def __init__(self, file: Path, former: Path) -> None:
        self._file = file
        self._former = former

    def note(self, path: Path) -> None:
        """Adds a file. If the list cannot be written, logs it; the file is then not listed."""
        try:
            with open(self._file, "a", encoding="ascii", opener=private_opener) as file:
                file.write(json.dumps({"path": str(path)}) + "\n")
        except OSError:
            _log.exception("%s is not in the list of dragged files", path)

    def files(self) -> tuple[ExportedFile, ...]:
        """Files that still exist, newest first."""
        found = []
        for path in dict.fromkeys([*self._noted(), *self._of_former_versions()]):
            with suppress(OSError, ValueError):
                if path.is_file():
                    status = path.stat()
                    found.append(ExportedFile(path, status.st_size, status.st_mtime))
        return tuple(sorted(found, key=lambda one: one.made_s, reverse=True))

    def _noted(self) -> Iterator[Path]:
        try:
            lines = self._file.read_text(encoding="ascii", errors="replace").splitlines()
        except OSError:
            return
        for line in lines:
            with suppress(ValueError, TypeError, KeyError):
                yield Path(json.loads(line)["path"])

    def _of_former_versions(self) -> Iterator[Path]:
        with suppress(OSError):
            yield from (path for path in self._former.glob("*/*") if not path.name.startswith("."))
