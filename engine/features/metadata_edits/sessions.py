"""Writes edits to files and undoes sessions: the only place that changes metadata on disk.

Runs in any thread or process; the journal's lock admits one session at a time. Files that fail stay unchanged and are
named in the report, as are files on a drive that does not answer (`base.patience`). `upkeep` updates
the catalogue.
"""

import threading
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Protocol, TypeVar
from weakref import WeakValueDictionary

from msgspec.structs import replace

from engine.audio.metadata import read_metadata
from engine.base import read_only_mode
from engine.base.cancellation import Cancel, StopRequested, check, never
from engine.base.errors import AudioError, EngineError, LibraryError, StorageFull, WriteRefused
from engine.base.io_timeout import DriveHeartbeat, NotAnswering, asked, in_use
from engine.base.messages import told
from engine.base.types import FilePath
from engine.features.metadata_edits import journal
from engine.features.metadata_edits.edit import Edit, differences
from engine.features.metadata_edits.envelope import Envelope, read_envelope
from engine.features.metadata_edits.envelope_writer import (
    EnvelopeChange,
    HalfWrittenError,
    PreparedChange,
    WriteOptions,
    prepare,
    prepare_change,
    prepare_envelope,
    resolved,
)
from engine.features.metadata_edits.journal import JournalWriter
from engine.features.metadata_edits.journal_lines import ExchangeStep, JournalStep, RenameStep
from engine.features.metadata_edits.messages import WriteAdvice, WriteFault
from engine.features.metadata_edits.report import FileFailure, Report, WritingProgress
from engine.features.metadata_edits.ucs_names import move

_Change = TypeVar("_Change")
_Result = TypeVar("_Result")
_turns: WeakValueDictionary[bytes, threading.Lock] = WeakValueDictionary()
"""One lock per file, held while a copy is built beside it. A thread abandoned on a hung drive still holds its lock, so
that no second thread builds a copy of the same name."""


class Follower(Protocol):
    """Hears of every change, such as the catalogue."""

    def changed(self, path: FilePath) -> None: ...

    def moved(self, path: FilePath, new_path: FilePath) -> None: ...

    def flush(self) -> None:
        """Called when no more changes follow for now."""


def describe(
    library: Path,
    changes: Iterable[tuple[FilePath, Edit]],
    *,
    follower: Follower,
    options: WriteOptions | None = None,
    progress: WritingProgress = lambda done: None,
    cancel: Cancel = never,
) -> Report:
    """Writes edits to files one by one. Edits written before a cancel stay and can be undone.

    Args:
        library: its journal records the former metadata.
        changes: files and their edits; consumed lazily, so there may be very many.
        follower: hears of every change.
        options: how to write.
        progress: called after every file.
        cancel: polled before every file.

    Raises:
        LibraryBusy: another session is running.
        LibraryError: the journal cannot be written.
        NotAnswering: a drive hung while a file was being replaced; the journal repairs it later.
    """
    how = options or WriteOptions()

    def write(path: FilePath, edit: Edit, log: JournalWriter) -> bool:
        said, target = _asked(path, lambda: (read_metadata(path), resolved(path)), cancel)
        if not differences(said, edit):
            return False
        prepared = _prepared(target, partial(prepare, path, edit, how), log, cancel)
        copy = prepared.copy.name if prepared.copy is not None else ""
        return _exchange(ExchangeStep(path, prepared.before, prepared.after, copy), prepared, log, how, follower)

    return _session(library, "describe", changes, write, follower, progress, cancel)


def exchange(
    library: Path,
    kind: str,
    changes: Iterable[tuple[FilePath, EnvelopeChange]],
    *,
    follower: Follower,
    progress: WritingProgress = lambda done: None,
    cancel: Cancel = never,
) -> Report:
    """Writes changes of other things than fields, by the same way; `kind` is a word for the journal.

    Raises:
        As `describe`.
    """
    how = WriteOptions()

    def write(path: FilePath, change: EnvelopeChange, log: JournalWriter) -> bool:
        target = _asked(path, lambda: resolved(path), cancel)
        prepared = _prepared(target, partial(prepare_change, path, change, how), log, cancel)
        copy = prepared.copy.name if prepared.copy is not None else ""
        return _exchange(ExchangeStep(path, prepared.before, prepared.after, copy), prepared, log, how, follower)

    return _session(library, kind, changes, write, follower, progress, cancel)


def rename(
    library: Path,
    changes: Iterable[tuple[FilePath, FilePath]],
    *,
    follower: Follower,
    progress: WritingProgress = lambda done: None,
    cancel: Cancel = never,
) -> Report:
    """Renames files, never over another file; `engine.features.metadata_edits.ucs_names` plans the names.

    Raises:
        As `describe`.
    """

    def write(path: FilePath, new_path: FilePath, log: JournalWriter) -> bool:
        return path != new_path and _move(RenameStep(path, new_path), log, follower)

    return _session(library, "rename", changes, write, follower, progress, cancel)


def undo(
    library: Path,
    id: int | None = None,
    *,
    follower: Follower,
    progress: WritingProgress = lambda done: None,
    cancel: Cancel = never,
) -> Report:
    """Restores files byte for byte to their state before a session. Files changed since are left alone.

    Args:
        library: whose journal.
        id: the session; None for the newest that is not undone.
        follower: hears of every change.
        progress: called after every file.
        cancel: polled before every file.

    Raises:
        LibraryError: there is nothing to undo, or the journal cannot be read.
        LibraryBusy: another session is running.
    """
    if id is None:
        newest = journal.undoable(library)
        if newest is None:
            raise LibraryError(WriteFault.NO_METADATA_CHANGE, advice=WriteAdvice.NOTHING_DONE)
        id = newest.id
    steps = journal.read(library, id).steps

    def write(_: FilePath, step: JournalStep, log: JournalWriter) -> bool:
        if isinstance(step, RenameStep):
            if _asked(step.path, lambda: step.path.is_there and not step.new_path.is_there, cancel):
                return False  # an interrupted undo had got this far
            return _move(RenameStep(step.new_path, step.path), log, follower)
        return _restore(step, log, follower, cancel)

    pairs = ((step.new_path if isinstance(step, RenameStep) else step.path, step) for step in reversed(steps))
    return _session(library, "undo", pairs, write, follower, progress, cancel, undoes=id)


def _session(
    library: Path,
    kind: str,
    changes: Iterable[tuple[FilePath, _Change]],
    write: Callable[[FilePath, _Change, JournalWriter], bool],
    follower: Follower,
    progress: WritingProgress,
    cancel: Cancel,
    *,
    undoes: int = 0,
) -> Report:
    """Processes the files of a session. A file that fails does not stop it; a full library disk does."""
    read_only_mode.keep()
    failures: list[FileFailure] = []
    unchanged = finished = 0
    is_cancelled = is_over = False
    log = JournalWriter(library, kind, undoes=undoes)
    try:
        for path, change in changes:
            if cancel():
                is_cancelled = True
                break
            try:
                unchanged += not write(path, change, log)
            except StopRequested:  # cancelled while its drive hung
                is_cancelled = True
                break
            except (AudioError, WriteRefused, StorageFull) as err:
                if log.is_broken:
                    raise
                failures.append(FileFailure(path, err))
            finished += 1
            progress(finished)
        is_over = not is_cancelled
    finally:
        try:
            follower.flush()
        finally:
            log.close(is_whole=is_over, is_kept=bool(undoes) and is_over and not failures)
    return Report(log.id if log.done else 0, log.done, unchanged, tuple(failures), is_cancelled)


def _asked(path: FilePath, work: Callable[[], _Result], cancel: Cancel) -> _Result:
    """Reads from a file's drive; the wait can be given up.

    Raises:
        NotAnswering: the drive did not answer.
        StopRequested: cancelled while the drive did not answer.
    """
    return asked(lambda _: work(), path, cancel)


def _done(path: FilePath, work: Callable[[], object]) -> None:
    """Changes a file. Closing or cancelling waits for it as long as for any drive, so that the file ends up whole.

    Raises:
        NotAnswering: the drive did not answer; the file's state is unknown.
    """
    replace(in_use(), is_leaving=never).run(lambda _: work(), path)


def _prepared(
    target: FilePath, work: Callable[[Cancel], PreparedChange], log: JournalWriter, cancel: Cancel
) -> PreparedChange:
    """Prepares a change. If it is given up, its copy is removed as soon as the drive answers. Raises as `_asked`."""

    turn = _turns.setdefault(target.raw, threading.Lock())

    def make(sign: DriveHeartbeat) -> PreparedChange:
        def is_over() -> bool:
            sign.beat()
            return sign.is_given_up

        with turn:
            check(is_over)
            prepared = work(is_over)
            if is_over():
                prepared.discard()
            return prepared

    log.prepare(target)
    try:
        return in_use().wait(make, target, cancel=cancel)
    except (NotAnswering, StopRequested):
        log.leave_copy(target)
        raise


def _exchange(
    step: ExchangeStep, prepared: PreparedChange, log: JournalWriter, options: WriteOptions, follower: Follower
) -> bool:
    if prepared.before.digest == prepared.after.digest:
        prepared.discard()
        return False
    try:
        log.begin(step)
        try:
            _done(prepared.path, lambda: prepared.commit(options))
        except (HalfWrittenError, NotAnswering):
            log.leave_open()
            raise
        except EngineError:
            log.end(False)
            raise
    except NotAnswering:  # the copy may be replacing the file at this moment
        raise
    except BaseException:
        prepared.discard()
        raise
    log.end()
    follower.changed(step.path)
    return True


def _restore(step: ExchangeStep, log: JournalWriter, follower: Follower, cancel: Cancel) -> bool:
    def look() -> tuple[FilePath, Envelope]:
        target = resolved(step.path)
        return target, read_envelope(target)

    target, now = _asked(step.path, look, cancel)
    if now.digest == step.before.digest:
        return False
    if now.digest != step.after.digest or now.probe != step.after.probe:
        raise WriteRefused(told(WriteFault.FILE_CHANGED_SINCE, step.path.text), advice=WriteAdvice.BY_HAND)
    make = partial(prepare_envelope, target, now, step.before, None, WriteOptions())
    prepared = _prepared(target, make, log, cancel)
    copy = prepared.copy.name if prepared.copy is not None else ""
    return _exchange(ExchangeStep(step.path, now, step.before, copy), prepared, log, WriteOptions(), follower)


def _move(step: RenameStep, log: JournalWriter, follower: Follower) -> bool:
    log.begin(step)
    try:
        _done(step.path, lambda: move(step.path, step.new_path))
    except NotAnswering:
        log.leave_open()
        raise
    except EngineError:
        log.end(False)
        raise
    log.end()
    follower.moved(step.path, step.new_path)
    return True
