"""The journal of a library's metadata changes: each file's state before and after, until newer changes displace it.

A session is one file of JSON lines with checksums. A line with a file's old and new bytes is on disk before the file is
touched; another line follows when it is done. So a half-done change can be found and repaired after a crash, and any
session can be undone later: see `engine.features.metadata_edits.sessions`.
"""

import json
import logging
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TextIO

from msgspec import Struct, field
from msgspec.structs import replace

from engine.base.errors import LibraryError, LibraryNewer
from engine.base.file_messages import FileFault, system_words
from engine.base.library_messages import LibraryAdvice
from engine.base.messages import told
from engine.base.types import FilePath
from engine.features.metadata_edits.journal_lines import (
    UNREADABLE,
    JournalStep,
    line,
    packed,
    path_of,
    sound_bytes,
    sound_lines,
    text_of,
    unpacked,
)
from engine.features.metadata_edits.messages import WriteAdvice, WriteFault
from engine.store.connection import storage_error
from engine.store.lock import FileLock
from engine.store.vectors import sync_folder

FOLDER = "journal"
_VERSION = 1
_MOST_SESSIONS = 200
_log = logging.getLogger(__name__)
_MOST_BYTES = 1 << 30


class JournalSession(Struct, frozen=True):
    """A set of changes made, and undone, together."""

    id: int
    kind: str
    """describe, rename, undo, or the word of another feature, such as markers."""
    started_s: float
    """Unix time."""
    done: int
    """Number of changed files."""
    undoes: int = 0
    """Id of the session that this one undid."""
    is_undone: bool = False
    is_finished: bool = True
    is_whole: bool = True
    """False if it was stopped or its process died; an undo then has files left to restore."""


class SessionRecord(Struct):
    """A session read back from disk."""

    session: JournalSession
    steps: list[JournalStep] = field(default_factory=list)
    open_step: JournalStep | None = None
    """Begun, but not known to be complete."""
    last_copy: FilePath | None = None
    """The file prepared last; a copy may lie beside it."""
    left: list[FilePath] = field(default_factory=list)
    """Files whose drive stopped answering during preparation; a copy may lie beside each."""


class JournalWriter:
    """Writes one session, and holds the journal's lock while open."""

    def __init__(self, library: Path, kind: str, *, undoes: int = 0) -> None:
        """Starts a session.

        Raises:
            LibraryBusy: another session is running.
            LibraryError: the folder cannot be written.
        """
        folder = library / FOLDER
        self._lock = FileLock(folder / "journal.lock", holder=WriteFault.METADATA_IN_WRITING)
        self._lock.acquire()
        try:
            self.id = max((_number(path) for path in _files(folder)), default=0) + 1
            self._path = folder / f"{self.id:08d}.jsonl"
            self._file: TextIO = self._path.open("x", encoding="utf-8")
        except OSError as err:
            self._lock.release()
            raise storage_error(err, folder) from err
        try:
            self._add({"version": _VERSION, "kind": kind, "started_s": time.time(), "undoes": undoes})
            self._sync()
            sync_folder(folder)
        except OSError as err:
            with suppress(OSError):
                self._file.close()
            with suppress(OSError):
                self._path.unlink()
            self._lock.release()
            raise storage_error(err, folder) from err
        self.done = 0
        self.is_broken = False
        """True if the journal could not be written or a step was left open; then nothing more may change."""
        self._is_left_open = False
        self._has_left = False

    def prepare(self, path: FilePath) -> None:
        """Records that a copy may appear beside a file, so that one left by a crash is found."""
        with self._kept():
            self._add({"copy": text_of(path.raw)})
            self._file.flush()

    def begin(self, step: JournalStep) -> None:
        """Records a step that is about to start; returns once it is on disk.

        Raises:
            StorageFull: no space in the library's folder; the step must not start.
        """
        with self._kept():
            self._add({"begin": packed(step)})
            self._sync()

    def end(self, is_done: bool = True) -> None:
        """Records that the step is complete, or was given up without a change."""
        self.done += is_done
        with self._kept():
            self._add({"end": is_done})
            self._file.flush()

    def leave_open(self) -> None:
        """Leaves the step undecided: the session ends as after a crash, and `recover` repairs it."""
        self.is_broken = self._is_left_open = True

    def leave_copy(self, path: FilePath) -> None:
        """Records that a hung drive may keep the copy beside a file. The session stays for `recover` to look again."""
        self._has_left = True
        with self._kept():
            self._add({"left": text_of(path.raw)})
            self._sync()

    def close(self, *, is_whole: bool = True, is_kept: bool = False) -> None:
        """Ends the session.

        Args:
            is_whole: it was not stopped.
            is_kept: keep its file though nothing changed, as for an undo that found everything already restored.
        """
        try:
            if self._is_left_open or self._has_left:
                with suppress(OSError):
                    self._file.close()
                return
            with suppress(OSError):  # on a full disk it stays open, and `recover` ends it
                self._add({"finished": self.done, "whole": is_whole})
                self._sync()
            with suppress(OSError):
                self._file.close()
            with suppress(OSError):
                if self.done == 0 and not is_kept:
                    self._path.unlink()
                _prune(self._path.parent)
        finally:
            self._lock.release()

    @contextmanager
    def _kept(self) -> Iterator[None]:
        try:
            yield
        except OSError as err:
            self.is_broken = True
            raise storage_error(err, self._path) from err

    def _add(self, record: dict[str, Any]) -> None:
        self._file.write(line(record))

    def _sync(self) -> None:
        self._file.flush()
        os.fsync(self._file.fileno())


def sessions(library: Path) -> Iterator[JournalSession]:
    """Yields every session, newest first, without its steps."""
    undone: set[int] = set()
    for path in reversed(_files(library / FOLDER)):
        session = read(library, _number(path), with_steps=False).session
        if session.undoes and session.is_whole and session.id not in undone:
            undone.add(session.undoes)
        yield replace(session, is_undone=session.id in undone)


def undoable(library: Path) -> JournalSession | None:
    """Returns the newest session with changes that is not undone, or None."""
    return next((s for s in sessions(library) if not s.undoes and not s.is_undone and s.done), None)


def read(library: Path, id: int, *, with_steps: bool = True) -> SessionRecord:
    """Reads a session up to its first damaged line, as after a crash, or the first line Earshot cannot have written.

    Raises:
        LibraryNewer: a later Earshot wrote it.
        LibraryError: missing or unreadable.
    """
    path = library / FOLDER / f"{id:08d}.jsonl"
    record = SessionRecord(JournalSession(id, "", 0.0, 0, is_finished=False, is_whole=False))
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            for one in sound_lines(file, with_steps):
                _take(record, one)
    except OSError as err:
        raise LibraryError(
            told(FileFault.CANNOT_READ, str(path), system_words(err)), advice=WriteAdvice.CHECK_LIBRARY_DRIVE
        ) from err
    except UNREADABLE as err:
        _log.warning("%s is read up to a line that says nothing: %s", path, err)
    return record


def unfinished(library: Path) -> list[int]:
    """Returns sessions that never ended: their process died, or one is running now."""
    return [s.id for s in sessions(library) if not s.is_finished]


def finish(library: Path, id: int, is_done: bool | None) -> None:
    """Ends a session whose process died. `is_done` is the outcome of its open step; None if it had none."""
    path = library / FOLDER / f"{id:08d}.jsonl"
    try:
        whole = _readable_bytes(path)
        with path.open("r+b") as file:
            file.truncate(whole)
            file.seek(whole)
            if is_done is not None:
                file.write(line({"end": is_done}).encode())
            file.write(line({"finished": 0, "whole": False}).encode())
            file.flush()
            os.fsync(file.fileno())
    except OSError as err:
        raise storage_error(err, path) from err


def _readable_bytes(path: Path) -> int:
    """Returns how many bytes of a session `read` accepts; lines appended there are read again."""
    record = SessionRecord(JournalSession(0, "", 0.0, 0))
    readable = 0
    for raw in path.read_bytes()[: sound_bytes(path)].splitlines(keepends=True):
        try:
            _take(record, json.loads(raw.partition(b" ")[2]))
        except UNREADABLE:
            break
        readable += len(raw)
    return readable


def _take(record: SessionRecord, one: dict[str, Any]) -> None:
    session = record.session
    if "version" in one:
        if one["version"] > _VERSION:
            raise LibraryNewer(
                told(WriteFault.JOURNAL_NEWER, one["version"], _VERSION), advice=LibraryAdvice.INSTALL_WRITER
            )
        record.session = replace(
            session, kind=str(one["kind"]), started_s=float(one["started_s"]), undoes=int(one["undoes"])
        )
    elif "copy" in one:
        record.last_copy = path_of(one["copy"])
    elif "left" in one:
        record.left.append(path_of(one["left"]))
    elif "begin" in one:
        record.open_step = unpacked(one["begin"])
    elif "end" in one:
        if one["end"]:
            record.session = replace(session, done=session.done + 1)
            if record.open_step is not None:
                record.steps.append(record.open_step)
        record.open_step = None
    elif "finished" in one:
        record.session = replace(session, is_finished=True, is_whole=bool(one.get("whole", True)))


def _prune(folder: Path) -> None:
    """Deletes the oldest sessions beyond the limits of number and size."""
    files = _files(folder)
    size = sum(path.stat().st_size for path in files)
    while files[:-1] and (len(files) > _MOST_SESSIONS or size > _MOST_BYTES):
        oldest = files.pop(0)
        size -= oldest.stat().st_size
        oldest.unlink()


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.glob("*.jsonl") if path.stem.isdecimal())


def _number(path: Path) -> int:
    return int(path.stem)
