"""The list of files that were handed out, and what is still there of them: a file of lines, added to and never cut.

Only what Earshot put there is listed, whatever else lies in the folder that the user chose. No Qt here.
"""

import json
import logging
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from engine.private import private_opener

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class HandedFile:
    """A file that was handed out and is still there."""

    path: Path
    size_bytes: int
    made_s: float
    """When it was last written, in seconds since 1970."""


def former_folder() -> Path:
    """Where former versions kept what was dragged, each file in a folder of its own."""
    return Path(platformdirs.user_cache_dir("earshot", appauthor=False)) / "dragged"


class Handed:
    """The list. Any thread; several windows may add to it.

    Args:
        file: holds a line for each file.
        former: see `former_folder`.
    """

    def __init__(self, file: Path, former: Path) -> None:
        self._file = file
        self._former = former

    def note(self, path: Path) -> None:
        """Adds a file; where the list cannot be written the file is not shown later, and the log says so."""
        try:
            with open(self._file, "a", encoding="ascii", opener=private_opener) as file:
                file.write(json.dumps({"path": str(path)}) + "\n")
        except OSError:
            _log.exception("%s is not in the list of dragged files", path)

    def files(self) -> tuple[HandedFile, ...]:
        """What is still there of all that was handed out, the newest first."""
        found = []
        for path in dict.fromkeys([*self._noted(), *self._of_former_versions()]):
            with suppress(OSError, ValueError):
                if path.is_file():
                    status = path.stat()
                    found.append(HandedFile(path, status.st_size, status.st_mtime))
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
