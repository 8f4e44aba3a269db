"""Walks a root and compares it with the catalogue: new, changed and gone files. Decodes nothing.

The walk yields regular files with a sound's suffix, in the root and every folder below. It skips:

- names that begin with a dot, files and folders alike: .DS_Store, .git, the ._name sidecars of macOS;
- files hidden by attribute on Windows;
- folders that systems and drives keep for themselves, and the one for dragged-out sounds (`SYSTEM_FOLDERS`);
- every other suffix, including all analysis sidecars (.asd, .reapeaks, .pkf, .sfk, .sfl, .ovw, .gpk, .mrk).

Links are followed. A folder is entered once, by (device, inode), real folders before linked ones. So loops end, and a
folder reachable twice is listed by its real name. A pipe, socket or device named like a sound is reported and never
opened.
"""

import os
import stat
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from types import MappingProxyType
from typing import NamedTuple

from msgspec import Struct, field

from engine.audio.files import changed_ns, modified_ns, no_file, why
from engine.base.cancellation import Cancel, never
from engine.base.file_messages import IT, FileAdvice, FileFault, FileProblem, trouble
from engine.base.folders import DRAGS_NAME
from engine.base.io_timeout import DriveHeartbeat
from engine.base.job_messages import JobNote
from engine.base.messages import Value, told
from engine.base.types import ContentId, FilePath, FileStamp, SoundId

SYSTEM_FOLDERS = frozenset(
    {
        b"__MACOSX",
        b"$RECYCLE.BIN",
        b"System Volume Information",
        b"lost+found",
        b"@eaDir",
        b"#recycle",
        DRAGS_NAME.encode(),
    }
)
"""Folders of operating systems, Windows drives and NAS boxes with copies, thumbnails or rubbish; and our own."""

_CHUNK = 2000
"""Sounds of one folder per batch: a folder may hold a million."""
_TELL_EVERY_S = 0.2
_SEPARATOR = os.fsencode(os.sep)
_DOT = ord(".")
_CAN_HIDE = os.name == "nt"
_HIDDEN_ATTRIBUTE = 2  # FILE_ATTRIBUTE_HIDDEN of the Windows API; only there does st_file_attributes exist.

Raw = tuple[bytes, int, int, int]
"""Path, size in bytes, mtime and ctime in ns: plain tuples, made before an object is worth its cost."""


class ScanProblem(Struct, frozen=True):
    """Something the walk could not read. Sounds at or below it are unknown, not gone."""

    path: FilePath
    trouble: FileProblem
    is_folder: bool
    is_missing: bool = False
    """The name exists but leads nowhere: its row in the catalogue is gone after all."""
    is_silent: bool = False
    """It does not answer, and was not asked again."""


class KnownFile(NamedTuple):
    """The catalogue's row of a file. SQLite returns a million of them as plain tuples."""

    id: SoundId
    size_bytes: int
    mtime_ns: int
    content_id: ContentId | None
    is_failed: bool
    changed_ns: int = 0
    """The system's last change time (ctime); 0 if unknown."""


KnownRow = (
    tuple[SoundId, int, int, ContentId | None, bool, int] | tuple[int, int, int, ContentId | None, int, int, bytes]
)
"""A `KnownFile`, or the same six values and the path as SQLite returns them."""


class RootChanges(Struct):
    """The difference between a root and the catalogue."""

    added: list[FileStamp] = field(default_factory=list)
    changed: list[tuple[KnownFile, FileStamp]] = field(default_factory=list)
    touched: list[tuple[KnownFile, FileStamp]] = field(default_factory=list)
    """Equal size and date, but a newer ctime: new tags from a program that keeps dates, a new name or permissions, or
    nothing that matters here."""
    first_seen: list[tuple[SoundId, FileStamp]] = field(default_factory=list)
    """Unchanged by size and date, with a ctime unknown so far."""
    gone: list[tuple[FilePath, KnownFile]] = field(default_factory=list)
    failed_before: list[FileStamp] = field(default_factory=list)
    """Unchanged since they failed."""
    unchanged: int = 0
    problems: list[ScanProblem] = field(default_factory=list)
    offline: Value | None = None
    """Why the root could not be read, or None. If set, nothing is gone."""


def walk(
    root: FilePath, suffixes: frozenset[str], *, without: frozenset[bytes] = frozenset()
) -> Iterator[FileStamp | ScanProblem]:
    """Yields every sound file under the root, and every problem on the way.

    Args:
        root: a folder or a single file.
        suffixes: lower case, with the dot.
        without: exact paths of folders that are roots of their own.
    """
    for sounds, problems in _walk_raw(root.raw, suffixes, without, frozenset(), {}, DriveHeartbeat(root)):
        for path, *stamp in sounds:
            yield FileStamp(FilePath(path), *stamp)
        yield from problems


def compare(
    root: FilePath,
    known: Mapping[bytes, KnownRow],
    suffixes: frozenset[str],
    *,
    without: frozenset[bytes] = frozenset(),
    apart: frozenset[bytes] = frozenset(),
    rereads: bool = False,
    is_cancelled: Cancel = never,
    count: Callable[[int, int], None] = lambda files, to_do: None,
    silent: Mapping[bytes, FileProblem] = MappingProxyType({}),
    at: DriveHeartbeat | None = None,
) -> RootChanges:
    """Walks the root and compares its files with the catalogue.

    A file is unchanged if size, mtime and, where both sides know it, ctime are equal. Times are never ordered, so a
    clock that jumps changes nothing. A root that cannot be listed, or an empty folder where sounds were (a mount point
    without its drive), is offline.

    Args:
        root: the folder or file to walk.
        known: the rows at or below it, by exact path.
        suffixes: lower case, with the dot.
        without: folders that are roots of their own.
        apart: those of them that the walk may meet under another name, that of a link or behind one.
        rereads: treat no file as unchanged.
        is_cancelled: polled five times a second; if true the walk stops and nothing is gone.
        count: called periodically with files seen and files to read.
        silent: files and folders that do not answer and are not asked again.
        at: gets each path before it is accessed; the walk stops once this is given up.
    """
    changes = RootChanges()
    left = dict(known)
    files = unchanged = 0
    told_s = time.monotonic()
    sign = at or DriveHeartbeat(root)
    for sounds, problems in _walk_raw(root.raw, suffixes, without, apart, silent, sign):
        if sign.is_given_up:
            return changes
        for path, size_bytes, mtime_ns, ctime_ns in sounds:
            row = left.pop(path, None)
            if row is None:
                changes.added.append(FileStamp(FilePath(path), size_bytes, mtime_ns, ctime_ns))
            elif row[1] != size_bytes or row[2] != mtime_ns:
                changes.changed.append(_changed(row, path, size_bytes, mtime_ns, ctime_ns))
            elif rereads or (row[5] != ctime_ns and row[5] and ctime_ns):
                changes.touched.append(_changed(row, path, size_bytes, mtime_ns, ctime_ns))
            elif row[4]:
                changes.failed_before.append(FileStamp(FilePath(path), size_bytes, mtime_ns, ctime_ns))
            else:
                unchanged += 1
                if row[5] != ctime_ns and ctime_ns:
                    stamp = FileStamp(FilePath(path), size_bytes, mtime_ns, ctime_ns)
                    changes.first_seen.append((SoundId(row[0]), stamp))
        changes.problems += problems
        files += len(sounds)
        if (now_s := time.monotonic()) - told_s >= _TELL_EVERY_S:
            told_s = now_s
            changes.unchanged = unchanged
            count(files, len(changes.added) + len(changes.changed) + len(changes.touched))
            if is_cancelled():
                return changes
    changes.unchanged = unchanged
    changes.offline = next(
        (_why_offline(problem.trouble) for problem in changes.problems if problem.path == root), None
    )
    sign.at(root)
    if changes.offline is None and files == 0 and known and _is_empty_folder(root.raw):
        changes.offline = told(JobNote.FOLDER_EMPTY)
    if changes.offline is None:
        changes.gone = _gone(left, changes.problems)
    return changes


def _why_offline(found: FileProblem) -> Value:
    return found.values[0] if found.what is FileFault.CANNOT_OPEN else found.of(IT)


def _changed(row: KnownRow, path: bytes, size_bytes: int, mtime_ns: int, ctime_ns: int) -> tuple[KnownFile, FileStamp]:
    return KnownFile._make(row[:6]), FileStamp(FilePath(path), size_bytes, mtime_ns, ctime_ns)


def _gone(left: Mapping[bytes, KnownRow], problems: list[ScanProblem]) -> list[tuple[FilePath, KnownFile]]:
    unknown_below = tuple(problem.path.raw.rstrip(_SEPARATOR) + _SEPARATOR for problem in problems if problem.is_folder)
    unknown = {problem.path.raw for problem in problems if not problem.is_missing}
    return [
        (FilePath(path), KnownFile._make(row[:6]))
        for path, row in left.items()
        if path not in unknown and not (unknown_below and path.startswith(unknown_below))
    ]


def _walk_raw(
    root: bytes,
    suffixes: frozenset[str],
    without: frozenset[bytes],
    apart: frozenset[bytes],
    silent: Mapping[bytes, FileProblem],
    sign: DriveHeartbeat,
) -> Iterator[tuple[list[Raw], list[ScanProblem]]]:
    """Yields sounds and problems by folder, in batches."""
    wanted = frozenset(os.fsencode(suffix) for suffix in suffixes)
    if root in silent:
        yield [], [_silent(root, silent)]
        return
    try:
        status = os.stat(root)  # noqa: PTH116 - bytes paths, and a hot path
    except OSError as err:
        yield [], [_problem(root, err, is_folder=True)]
        return
    if not stat.S_ISDIR(status.st_mode):
        if stat.S_ISREG(status.st_mode):
            yield [(root, status.st_size, modified_ns(status), changed_ns(status))], []
        else:
            yield [], [_not_regular(root, status)]
        return
    entered = _identities(apart - silent.keys(), sign) - {(status.st_dev, status.st_ino)}
    folders: list[bytes] = [root]
    linked: list[bytes] = []
    while folders or linked:
        folder = folders.pop() if folders else linked.pop()
        sounds: list[Raw] = []
        problems: list[ScanProblem] = []
        if folder in silent:
            yield [], [_silent(folder, silent)]
            continue
        sign.at(FilePath(folder))
        try:
            status = os.stat(folder)  # noqa: PTH116
            identity = (status.st_dev, status.st_ino)
            if identity in entered:
                continue
            entered.add(identity)
            with os.scandir(folder) as entries:
                for entry in entries:
                    name = entry.name
                    if name[0] == _DOT:
                        continue
                    if silent and entry.path in silent:
                        problems.append(_silent(entry.path, silent))
                        continue
                    sign.at(FilePath(entry.path))
                    try:
                        if entry.is_dir():
                            if name not in SYSTEM_FOLDERS and entry.path not in without:
                                (linked if entry.is_symlink() else folders).append(entry.path)
                            continue
                        if name[name.rfind(b".") :].lower() not in wanted:
                            continue
                        status = entry.stat()
                    except OSError as err:
                        problems.append(_problem(entry.path, err, is_folder=False))
                        continue
                    if not stat.S_ISREG(status.st_mode):
                        problems.append(_not_regular(entry.path, status))
                    elif not (_CAN_HIDE and getattr(status, "st_file_attributes", 0) & _HIDDEN_ATTRIBUTE):
                        sounds.append((entry.path, status.st_size, modified_ns(status), changed_ns(status)))
                        if len(sounds) == _CHUNK:
                            yield sounds, []
                            sounds = []
        except OSError as err:
            problems.append(_problem(folder, err, is_folder=True))
        yield sounds, problems


def _identities(folders: Iterable[bytes], sign: DriveHeartbeat) -> set[tuple[int, int]]:
    found = set()
    for folder in folders:
        sign.at(FilePath(folder))
        with suppress(OSError):
            status = os.stat(folder)  # noqa: PTH116
            found.add((status.st_dev, status.st_ino))
    return found


def _silent(path: bytes, silent: Mapping[bytes, FileProblem]) -> ScanProblem:
    return ScanProblem(FilePath(path), silent[path], is_folder=True, is_silent=True)


def _problem(path: bytes, err: OSError, *, is_folder: bool) -> ScanProblem:
    is_missing = isinstance(err, FileNotFoundError)
    told = trouble(FileFault.CANNOT_OPEN, FileAdvice.CHECK_FILE, why(err))
    return ScanProblem(FilePath(path), told, is_folder, is_missing and not is_folder)


def _not_regular(path: bytes, status: os.stat_result) -> ScanProblem:
    return ScanProblem(FilePath(path), no_file(status.st_mode, FileAdvice.RENAME), is_folder=False)


def _is_empty_folder(path: bytes) -> bool:
    try:
        with os.scandir(path) as entries:
            return next(entries, None) is None
    except OSError:
        return False
