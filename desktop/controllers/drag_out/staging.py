"""Renders files for other programs in a folder of this process, then moves them to their final place.

Files that are only ready belong to Earshot and are removed. Files that were handed out belong to the user: they go into
the folder for dragged files, never replace another file, and are recorded
(`desktop/controllers/drag_out/exported_files.py`). They are removed only after a refused drop, when no program can
have them. No Qt here.
"""

import hashlib
import os
import shutil
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Protocol

import platformdirs
from msgspec import Struct

from desktop.controllers.drag_out.exported_files import ExportedFiles
from engine.audio.effects import NO_EFFECTS, Effects
from engine.audio.region_names import region_name
from engine.audio.region_render import render_region
from engine.base.atomic_files import unwritable
from engine.base.cancellation import Cancel, StopRequested, check, never
from engine.base.folders import DRAGS_NAME
from engine.base.partial_files import partial_in
from engine.base.types import FilePath, SoundMetadata
from engine.transfer.collect import ExportItem, same_in, take_name
from engine.transfer.profile import AS_IT_IS, Profile


class RenderOrder(Protocol):
    """A file to render. Equal orders have equal `repr`s and are rendered once."""

    @property
    def source(self) -> FilePath: ...

    @property
    def name(self) -> str: ...

    @property
    def is_source(self) -> bool:
        """Whether the order wants the source file itself."""

    @property
    def item(self) -> ExportItem:
        """What it exports, for the log of exports."""

    @property
    def profile(self) -> Profile:
        """The profile it is made by, for the log of exports."""

    def make(self, place: Path, cancel: Cancel, progress: Callable[[float], object]) -> Path | None:
        """Writes to `place`, whose folder exists; returns None once `cancel` returns True. Raises EngineError."""


class RegionOrder(Struct, frozen=True):
    """Renders a part of a sound, or the whole with effects."""

    source: FilePath
    start_s: float | None = None
    """Start of the part; None for the whole sound."""
    end_s: float | None = None
    effects: Effects = NO_EFFECTS

    @property
    def name(self) -> str:
        if self.is_source:
            return self.source.name
        return region_name(self.source, self.start_s, self.end_s, self.effects)

    @property
    def is_source(self) -> bool:
        return self.start_s is None and self.effects.is_neutral

    @property
    def item(self) -> ExportItem:
        return ExportItem(self.source, SoundMetadata(), self.start_s, self.end_s, self.effects)

    @property
    def profile(self) -> Profile:
        return AS_IT_IS

    def make(self, place: Path, cancel: Cancel, progress: Callable[[float], object]) -> Path | None:
        start_s, end_s = self.start_s or 0.0, self.end_s
        return render_region(self.source, place, start_s, end_s, self.effects, cancel=cancel, progress=progress)


def ready_folder() -> Path:
    """User's cache folder of the platform, which holds ready files until they are handed out."""
    return Path(platformdirs.user_cache_dir("earshot", appauthor=False)) / "ready"


def music_folder() -> Path:
    """Default folder for dragged files."""
    return Path(platformdirs.user_music_dir()) / DRAGS_NAME


class HandedOutFile(Struct, frozen=True):
    """A file where other programs find it."""

    path: Path
    is_new: bool
    """Written for this drag: no other program can have it before the drop."""


class StagingFolder:
    """Renders files and moves them to their final place. Any thread.

    Args:
        ready: holds a folder for each process that renders files.
        handed: records what was handed out.
    """

    def __init__(self, ready: Path, handed: ExportedFiles) -> None:
        self._ready = ready
        self._handed = handed
        self._lock = threading.Lock()
        self._own: Path | None = None

    def make(
        self,
        order: RenderOrder,
        cancel: Cancel = never,
        progress: Callable[[float], object] = lambda share: None,
    ) -> Path | None:
        """Renders a file unless it is ready; returns None once `cancel` returns True.

        Raises:
            EngineError: rendering failed, as the order documents.
            LibraryError: the folder cannot be written, or the disk is full.
        """
        place = self._ready / order.name
        try:
            place = self._own_folder() / _key(order) / order.name
            with suppress(OSError):
                if place.stat().st_size > 0:
                    return place
            place.parent.mkdir(parents=True, exist_ok=True)
        except OSError as err:
            raise unwritable(place, err) from err
        return order.make(place, cancel, progress)

    def place(self, order: RenderOrder, folder: Path, cancel: Cancel = never) -> HandedOutFile | None:
        """Renders and moves a file into a folder, replacing nothing; returns None once `cancel` returns True.

        An equal file of that name is reused, so that dragging a part twice yields one file.

        Raises:
            EngineError: rendering failed.
            LibraryError: the folder cannot be written, or the disk is full.
        """
        made = self.make(order, cancel)
        if made is None:
            return None
        try:
            folder.mkdir(parents=True, exist_ok=True)
            there = same_in(folder, FilePath.of(made), order.name, cancel)
            if there is not None:
                _remove(made)
                return HandedOutFile(there, is_new=False)
            placed = HandedOutFile(_moved(made, folder, order.name, cancel), is_new=True)
        except StopRequested:
            return None
        except OSError as err:
            raise unwritable(folder / order.name, err) from err
        if cancel():  # no longer wanted
            self.take_back(placed)
            return None
        return placed

    def keep(self, placed: HandedOutFile) -> None:
        """Records a file that another program has, or may have; from now on only the user removes it."""
        self._handed.note(placed.path)

    def take_back(self, placed: HandedOutFile) -> None:
        """Removes a file written for a refused drop; no other program can have it."""
        if placed.is_new:
            with suppress(OSError):
                placed.path.unlink(missing_ok=True)

    def discard(self, path: Path) -> None:
        """Removes a file that was never handed out."""
        _remove(path)

    def close(self) -> None:
        """Removes all files that were never handed out."""
        with self._lock:
            own, self._own = self._own, None
        if own is not None:
            shutil.rmtree(own, ignore_errors=True)

    def _own_folder(self) -> Path:
        """Creates this process's folder and removes those of dead processes. Raises OSError."""
        with self._lock:
            if self._own is None or not self._own.is_dir():
                self._ready.mkdir(parents=True, exist_ok=True)
                self._own = partial_in(self._ready)
                self._own.mkdir()
            return self._own


def _remove(made: Path) -> None:
    with suppress(OSError):
        made.unlink(missing_ok=True)
        made.parent.rmdir()


def _moved(made: Path, folder: Path, name: str, cancel: Cancel) -> Path:
    """Moves a file to the first free name; across disks by a copy that appears whole. Raises OSError."""
    if made.stat().st_dev == folder.stat().st_dev:
        return take_name(made, folder, name)
    partial = partial_in(folder)
    try:
        with made.open("rb") as read, partial.open("xb") as write:
            while block := read.read(1 << 20):
                check(cancel)
                write.write(block)
            write.flush()
            os.fsync(write.fileno())
        placed = take_name(partial, folder, name)
    finally:
        with suppress(OSError):
            partial.unlink(missing_ok=True)
    with suppress(OSError):
        made.unlink()
    return placed


def _key(order: RenderOrder) -> str:
    """Key of an order and the current version of its source."""
    try:
        status = order.source.native.stat()
        version = (status.st_size, status.st_mtime_ns)
    except OSError:
        version = (0, 0)  # rendering reports the fault
    return hashlib.blake2b(repr((order, version)).encode(), digest_size=10).hexdigest()
