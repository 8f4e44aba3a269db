"""Verifies and repairs what lies beside the catalogue: vectors, indexes, features' files, sounds, the newest backup."""

import os
import shutil
from collections.abc import Iterator
from functools import partial

from msgspec.structs import replace

from engine.audio.files import modified_ns
from engine.base.backup_files import FOLDER as BACKUPS
from engine.base.backup_files import newest_whole
from engine.base.cancellation import Cancel, check, never
from engine.base.errors import IndexDamaged, LibraryError
from engine.base.findings import Fault, Finding, LibraryPart, Repair
from engine.base.io_timeout import DriveHeartbeat, IoTimeout, NotAnswering, in_use
from engine.base.types import FilePath, PackId, RootId
from engine.index.base_builder import base_folder
from engine.index.base_files import read_manifest, verify
from engine.models.pack import find_pack, read_info
from engine.store.backup import is_whole
from engine.store.catalogue import Catalogue
from engine.store.feature_files import feature_files
from engine.store.lock import WriterLock
from engine.store.repair import damaged_frames, repair, without_vectors
from engine.store.vectors import VectorKind, VectorLog

_SHOWN = 5
_LOOK_EVERY = 1_000
_KINDS: tuple[VectorKind, ...] = ("segments", "names")


_Expected = tuple[FilePath, int, int, RootId]
"""A file, its size in bytes, its modification time in ns, and its root."""


def check_stores(catalogue: Catalogue, cancel: Cancel = never, patience: IoTimeout | None = None) -> Iterator[Finding]:
    """Yields findings part by part; reads everything.

    Raises:
        LibraryNewer: a later Earshot made the vectors.
        LibraryError: an existing file cannot be read.
        StopRequested: it was cancelled.
    """
    for pack in catalogue.frames.packs():
        check(cancel)
        yield from _vectors(catalogue, pack)
    for pack in catalogue.frames.packs():
        for kind in _KINDS:
            check(cancel)
            yield from _index(catalogue, pack, kind)
    for files in feature_files():
        yield from files.check(catalogue, cancel)
    yield from _files(catalogue, cancel, patience or in_use())
    yield from _backup(catalogue, cancel)


def _dims(catalogue: Catalogue, pack: PackId) -> tuple[int, int]:
    """Vector sizes by the pack, else by the first file of each kind, 1 for none."""
    own = find_pack(pack, catalogue.folder)
    if own is not None:
        info = read_info(own)
        return info.dim, info.sentence_dim
    found = []
    for kind in _KINDS:
        try:
            log = VectorLog.existing(catalogue.folder / "vectors", pack, kind)
        except LibraryError:
            log = None
        found.append(1 if log is None else log.dim)
    return found[0], found[1]


def _vectors(catalogue: Catalogue, pack: PackId) -> Iterator[Finding]:
    dims = _dims(catalogue, pack)
    damaged = damaged_frames(catalogue, pack, dims)
    if damaged:
        where = tuple(dict.fromkeys(f"{pack}/{frame.file}" for frame in damaged))[:_SHOWN]
        yield Finding(LibraryPart.VECTORS, Fault.DAMAGED_BLOCKS, len(damaged), where, Repair.READ_AGAIN)
        return
    lost = without_vectors(catalogue, pack, dims, damaged)
    if len(lost):
        where = tuple(FilePath(raw).text for raw in catalogue.files.paths(lost[:_SHOWN]).values())
        yield Finding(LibraryPart.VECTORS, Fault.NOT_HEARD, len(lost), where, Repair.READ_AGAIN)
        return
    yield Finding(LibraryPart.VECTORS, count=sum(len(catalogue.frames.of(pack, kind)) for kind in _KINDS))


def _index(catalogue: Catalogue, pack: PackId, kind: VectorKind) -> Iterator[Finding]:
    folder = base_folder(catalogue.folder, pack, kind)
    try:
        manifest = read_manifest(folder)
        if manifest is None:
            return
        verify(folder, manifest, dim=manifest.dim, pack_id=pack, kind=kind)
    except IndexDamaged as err:
        yield Finding(LibraryPart.INDEX, Fault.UNREADABLE, 1, (str(folder), str(err)), Repair.DROP)
        return
    yield Finding(LibraryPart.INDEX, count=manifest.count)


def _files(catalogue: Catalogue, cancel: Cancel, patience: IoTimeout) -> Iterator[Finding]:
    """Whether files are in place and unchanged; skips absent folders and those that do not answer."""
    away = {root.id for root in catalogue.roots.all() if root.is_offline}
    rows = [row for row in catalogue.files.expected() if row[3] not in away]
    rows.reverse()
    count = len(rows)
    found: dict[Fault, list[FilePath]] = {Fault.SILENT: [], Fault.MISSING: [], Fault.CHANGED: []}
    while rows:
        try:
            patience.wait(partial(_compare, rows, found, cancel), rows[-1][0])
        except NotAnswering:
            root = rows[-1][3]
            found[Fault.SILENT] += [row[0] for row in rows if row[3] == root]
            rows = [row for row in rows if row[3] != root]  # ignores what the abandoned thread still does
    for fault, paths in found.items():
        if paths:
            yield Finding(LibraryPart.FILES, fault, len(paths), tuple(path.text for path in paths[:_SHOWN]))
    if not any(found.values()):
        yield Finding(LibraryPart.FILES, count=count)


def _compare(rows: list[_Expected], found: dict[Fault, list[FilePath]], cancel: Cancel, sign: DriveHeartbeat) -> None:
    """Checks the files from the last one on, removing each checked row."""
    while rows:
        path, size_bytes, mtime_ns, _ = rows[-1]
        sign.at(path)
        if len(rows) % _LOOK_EVERY == 0:
            check(cancel)
        try:
            status = os.stat(path.raw)  # noqa: PTH116 - bytes
        except OSError:
            fault: Fault | None = Fault.MISSING
        else:
            fault = None if (status.st_size, modified_ns(status)) == (size_bytes, mtime_ns) else Fault.CHANGED
        if sign.is_given_up:
            return
        if fault is not None:
            found[fault].append(path)
        rows.pop()


def _backup(catalogue: Catalogue, cancel: Cancel) -> Iterator[Finding]:
    newest = newest_whole(catalogue.folder)
    if newest is None:
        return
    if is_whole(newest.path, cancel):
        yield Finding(LibraryPart.BACKUP, count=1, where=(newest.name,))
    else:
        yield Finding(LibraryPart.BACKUP, Fault.UNREADABLE, 1, (newest.name,), Repair.DROP)


def mend_store(catalogue: Catalogue, finding: Finding) -> Finding:
    """Repairs one finding of `check_stores`; returns the outcome.

    Raises:
        LibraryBusy: a job writes the library.
        LibraryError: it cannot be written.
    """
    folder = catalogue.folder
    if finding.fault is None or finding.mend in (Repair.NOTHING, Repair.RESTORE):
        return finding
    if finding.part is LibraryPart.VECTORS:
        with WriterLock(folder):
            for pack in catalogue.frames.packs():
                dims = _dims(catalogue, pack)
                repair(catalogue, pack, dims)
                catalogue.frames.forget(pack, (), without_vectors(catalogue, pack, dims, ()))
    elif finding.part is LibraryPart.INDEX:
        shutil.rmtree(finding.where[0])
    elif finding.part is LibraryPart.BACKUP:
        (folder / BACKUPS / finding.where[0]).unlink(missing_ok=True)
    else:
        for files in feature_files():
            files.mend(catalogue, finding)
    return replace(finding, is_mended=True)
