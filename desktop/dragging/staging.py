"""The folder of rendered files that were dragged or copied into other programs, which may still read them much later.

Files that were handed out stay, even after Earshot ends, until they are older than the grace period; files that were
only made ready go at once. No Qt here.
"""

import hashlib
import logging
import os
import shutil
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import platformdirs

from engine.audio.effects import NO_EFFECTS, Effects
from engine.audio.region_names import region_name
from engine.audio.render import render_region
from engine.export.writing import unwritable
from engine.stopping import Cancel, never
from engine.types import FilePath

_DAY_S = 86_400.0
_log = logging.getLogger(__name__)


class StagedFile(Protocol):
    """What is to be made; what is equal, and has an equal `repr`, is made once."""

    @property
    def source(self) -> FilePath:
        """What it is made of."""

    @property
    def name(self) -> str:
        """What the file is called."""

    @property
    def is_source(self) -> bool:
        """Whether the source itself is what is wanted."""

    def make(self, place: Path, cancel: Cancel, progress: Callable[[float], object]) -> Path | None:
        """Writes it to a place in a folder that is there; None once `cancel` gave True. Raises an EngineError."""


@dataclass(frozen=True, slots=True)
class StagingOrder:
    """A file to be made: a part of a sound, or the whole with effects."""

    source: FilePath
    start_s: float | None = None
    """Where the part starts; None for the whole sound."""
    end_s: float | None = None
    effects: Effects = NO_EFFECTS

    @property
    def name(self) -> str:
        """What the file is called."""
        if self.is_source:
            return self.source.name
        return region_name(self.source, self.start_s, self.end_s, self.effects)

    @property
    def is_source(self) -> bool:
        """Whether the source itself is what is wanted."""
        return self.start_s is None and self.effects.is_neutral

    def make(self, place: Path, cancel: Cancel, progress: Callable[[float], object]) -> Path | None:
        """See `StagedFile`."""
        start_s, end_s = self.start_s or 0.0, self.end_s
        return render_region(self.source, place, start_s, end_s, self.effects, cancel=cancel, progress=progress)


def default_folder() -> Path:
    """Where the platform keeps caches of the user."""
    return Path(platformdirs.user_cache_dir("earshot", appauthor=False)) / "dragged"


class Staging:
    """Rendered files, each in a folder of its own named after what made it. Any thread."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        self._handed: set[Path] = set()
        self._made: set[Path] = set()

    @property
    def folder(self) -> Path:
        """Where the files lie."""
        return self._folder

    def make(
        self,
        order: StagedFile,
        cancel: Cancel = never,
        progress: Callable[[float], object] = lambda share: None,
    ) -> Path | None:
        """Renders a file unless it is there already; None once `cancel` gave True.

        Raises:
            EngineError: it cannot be made, as the order says.
            LibraryError: the folder cannot be written, or the disk is full.
        """
        place = self._place(order)
        with suppress(OSError):
            if place.stat().st_size > 0:
                return place
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
        except OSError as err:
            raise unwritable(place, err) from err
        made = order.make(place, cancel, progress)
        if made is not None:
            with self._lock:
                self._made.add(made)
        return made

    def hand_out(self, path: Path) -> None:
        """Notes that another program has this file now: it stays. Reads no disk."""
        with self._lock:
            self._handed.add(path)

    def start_grace(self, path: Path) -> None:
        """Lets the grace period of a file start now."""
        with suppress(OSError):
            os.utime(path)

    def discard(self, path: Path) -> None:
        """Removes a file that this session made and nobody was given."""
        with self._lock:
            if path in self._handed or path not in self._made:
                return
            self._made.discard(path)
        with suppress(OSError):
            path.unlink(missing_ok=True)
            path.parent.rmdir()

    def discard_unused(self) -> None:
        """Removes every such file."""
        with self._lock:
            unused = self._made - self._handed
        for path in unused:
            self.discard(path)

    def clean(self, keep_days: float, now_s: float | None = None) -> int:
        """Removes what was handed out longer ago than the grace period; gives how many files went."""
        oldest_s = (time.time() if now_s is None else now_s) - keep_days * _DAY_S
        removed = 0
        with suppress(OSError):
            for entry in list(self._folder.iterdir()):
                removed += self._clean_one(entry, oldest_s)
        return removed

    def _clean_one(self, entry: Path, oldest_s: float) -> int:
        try:
            files = list(entry.iterdir())
            if any(file.stat().st_mtime >= oldest_s for file in files):
                return 0
            shutil.rmtree(entry)
        except OSError as err:
            _log.warning("%s could not be cleaned up: %s", entry, err)
            return 0
        return len(files)

    def _place(self, order: StagedFile) -> Path:
        """Where a file goes: another source, or another order of it, makes another folder."""
        try:
            status = order.source.native.stat()
            version = (status.st_size, status.st_mtime_ns)
        except OSError:
            version = (0, 0)  # the rendering will say what is wrong with it
        made_by = repr((order, version))
        key = hashlib.blake2b(made_by.encode(), digest_size=10).hexdigest()
        return self._folder / key / order.name
