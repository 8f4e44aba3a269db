"""Plans a job: roots, the walk of each, moves found by content, and the list of files to read.

Runs in the job's main thread, which owns the catalogue, before any sound is decoded.
"""

import os
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from functools import partial

import numpy as np
from msgspec import Struct, field

from engine.audio.content import content_id, payload_digest
from engine.audio.files import AUDIO_SUFFIXES
from engine.base.cancellation import Cancel
from engine.base.errors import AudioError
from engine.base.file_messages import FileProblem
from engine.base.io_timeout import DriveHeartbeat, NotAnswering
from engine.base.messages import Value
from engine.base.types import ContentId, FilePath, FileStamp, Ids, RootId, SoundId
from engine.ingest.scan import KnownFile, RootChanges, ScanProblem, compare
from engine.ingest.scan_areas import Area, Rows, is_in, linked_roots, rows_at, rows_of_content
from engine.ingest.worker import Task
from engine.store.catalogue import Catalogue
from engine.store.files import Move

Waits = Callable[[Callable[[DriveHeartbeat], RootChanges], FilePath], RootChanges]
_TICK_S = 0.1
_FEW = 10_000
"""Up to this many rows, a query per row is faster than reading the whole table."""


class Plan(Struct):
    """The work that the walk found."""

    tasks: list[Task] = field(default_factory=list)
    moves: list[Move] = field(default_factory=list)
    gone: list[SoundId] = field(default_factory=list)
    """Rows whose file disappeared since the last scan: they stay, as missing."""
    gone_failed: list[SoundId] = field(default_factory=list)
    """Rows of unreadable files that disappeared: deleting them loses nothing."""
    back: list[SoundId] = field(default_factory=list)
    """Missing rows whose file is back in its place, unchanged."""
    failed_before: list[FileStamp] = field(default_factory=list)
    problems: list[ScanProblem] = field(default_factory=list)
    offline: list[tuple[Area, Value]] = field(default_factory=list)
    online: list[Area] = field(default_factory=list)
    unchanged: int = 0
    first_seen: list[tuple[SoundId, FileStamp]] = field(default_factory=list)
    """As in `RootChanges`."""


class _Row(Struct, frozen=True):
    known: KnownFile
    path: FilePath


def make_plan(
    catalogue: Catalogue,
    areas: Sequence[Area],
    *,
    retry_failed: bool,
    rereads: bool = False,
    workers: int,
    is_cancelled: Cancel,
    count: Callable[[int, int], None],
    waits: Waits = lambda work, path: work(DriveHeartbeat(path)),
) -> Plan:
    """Walks every area and sorts its files into a plan.

    Args:
        catalogue: only read here.
        areas: from `areas_of` or `spots_of`.
        retry_failed: read unchanged files again that failed before.
        rereads: look into every file, whatever its stamp.
        workers: threads that compare payloads of files that seem to have moved.
        is_cancelled: stops the walk; the plan keeps what was found, and no file counts as gone.
        count: called periodically with files seen and files to read, over all areas.
        waits: runs the walk and gives up on anything that does not answer; see `Patience.wait`. The walk then leaves
            that out and reports a problem.
    """
    roots = catalogue.roots.all()
    mounts = {root.id: mount for root in roots if (mount := catalogue.roots.mount(root.id)) is not None}
    rows_of = rows_at(catalogue, areas)
    are_spots = all(area.is_spot for area in areas)
    missing, stale = _not_as_they_should_be(catalogue, rows_of, are_spots=are_spots)
    plan = Plan()
    added: list[tuple[FileStamp, RootId]] = []
    gone: list[_Row] = []
    seen = 0
    for area in areas:
        inner = frozenset(root.path.raw for root in roots if root.path != area.path)
        known = rows_of[area.root]
        if all(root.path != area.path for root in roots):
            known = {path: row for path, row in known.items() if is_in(path, area.path.raw)}
        if area.is_spot and not os.path.lexists(area.path.raw):
            gone += [_Row(KnownFile._make(row[:6]), FilePath(path)) for path, row in known.items()]
            continue
        before = seen, len(plan.tasks) + len(added)
        changes = _compared(
            waits,
            partial(
                compare,
                area.path,
                known,
                AUDIO_SUFFIXES,
                without=inner,
                apart=linked_roots(area, roots, mounts),
                rereads=rereads,
                is_cancelled=is_cancelled,
                count=lambda files, to_do, before=before: count(before[0] + files, before[1] + to_do),  # type: ignore[misc]
            ),
            area.path,
        )
        if any(problem.path == area.path and problem.is_silent for problem in changes.problems) and not known:
            plan.problems += changes.problems
            continue
        seen += changes.unchanged + len(changes.failed_before)
        seen += len(changes.added) + len(changes.changed) + len(changes.touched)
        if changes.offline is not None and not known and os.path.lexists(area.path.raw):
            plan.problems += changes.problems  # it exists but cannot be read, and the catalogue has no sound of it
            continue
        if changes.offline is not None:
            plan.offline.append((area, changes.offline))
            continue
        plan.online.append(area)
        gone += [_Row(known, path) for path, known in changes.gone]
        back = _back(known, changes, missing) if missing else []
        plan.back += back
        _sort_in(plan, changes, area, rows_of, added, catalogue, retry_failed=retry_failed, rereads=rereads)
        if stale:
            _add_stale(plan, area, known, stale - (missing - set(back)) - {known.id for _, known in changes.gone})
        if is_cancelled():
            break
    walked = {area.root for area in plan.online}
    if are_spots:
        elsewhere = [rows_of_content(catalogue, (stamp for stamp, _ in added))]
    else:
        elsewhere = [rows for root, rows in rows_of.items() if root not in walked]
    plan.moves = _moves(catalogue, added, gone, elsewhere, workers, is_cancelled)
    moved_to = {move.stamp.path.raw for move in plan.moves}
    moved_from = {move.id for move in plan.moves}
    if not is_cancelled():  # otherwise some of the gone files may have moved
        left = [row.known for row in gone if row.known.id not in moved_from and row.known.id not in missing]
        plan.gone = [known.id for known in left if not known.is_failed]
        plan.gone_failed = [known.id for known in left if known.is_failed]
    plan.tasks += [Task(stamp, root, None) for stamp, root in added if stamp.path.raw not in moved_to]
    count(seen, len(plan.tasks))
    return plan


def _compared(waits: Waits, comparing: Callable[..., RootChanges], root: FilePath) -> RootChanges:
    """Walks a root, leaving out what does not answer."""
    silent: dict[bytes, FileProblem] = {}
    while True:
        try:
            return waits(lambda sign: comparing(silent=dict(silent), at=sign), root)
        except NotAnswering as err:
            silent[err.path.raw] = err.trouble


def _not_as_they_should_be(
    catalogue: Catalogue, rows_of: Mapping[RootId, Rows], *, are_spots: bool
) -> tuple[frozenset[int], frozenset[int]]:
    """Returns the ids of rows whose file is missing, and of rows that the searched pack has to embed again."""
    among: Ids | None = None
    if are_spots:
        known = [row[0] for rows in rows_of.values() for row in rows.values()]
        if not known:
            return frozenset(), frozenset()
        among = np.array(known, dtype=np.int64) if len(known) < _FEW else None
    missing = frozenset(catalogue.files.missing(among).tolist())
    stale = np.union1d(catalogue.packs.stale_sounds(among), catalogue.packs.stale_names())
    return missing, frozenset(stale.tolist())


def _sort_in(
    plan: Plan,
    changes: RootChanges,
    area: Area,
    rows_of: Mapping[RootId, Rows],
    added: list[tuple[FileStamp, RootId]],
    catalogue: Catalogue,
    *,
    retry_failed: bool,
    rereads: bool,
) -> None:
    plan.problems += changes.problems
    plan.unchanged += changes.unchanged
    plan.first_seen += changes.first_seen
    for stamp in changes.added:
        others = (rows[stamp.path.raw] for rows in rows_of.values() if stamp.path.raw in rows)
        other = next(others, None)
        if other is None:
            added.append((stamp, area.root))
        else:  # The path now belongs to another root: read again, the row keeps its id.
            plan.tasks.append(Task(stamp, area.root, SoundId(other[0])))
    for row, stamp in changes.changed:
        digest = b"" if row.is_failed else catalogue.sounds.payload_digest(row.id)
        plan.tasks.append(Task(stamp, area.root, row.id, row.content_id, digest))
    metadata = catalogue.sounds.metadata_digests([row.id for row, _ in changes.touched if not row.is_failed])
    unmeasured = catalogue.sounds.without_true_peak([row.id for row, _ in changes.touched]) if rereads else frozenset()
    for row, stamp in changes.touched:
        if row.id in unmeasured:
            plan.tasks.append(Task(stamp, area.root, row.id, lacks_true_peak=True))
            continue
        digest = b"" if row.is_failed else catalogue.sounds.payload_digest(row.id)
        plan.tasks.append(Task(stamp, area.root, row.id, row.content_id, digest, metadata.get(row.id, b"")))
    if retry_failed:
        plan.tasks += [
            Task(stamp, area.root, SoundId(rows_of[area.root][stamp.path.raw][0])) for stamp in changes.failed_before
        ]
    else:
        plan.failed_before += changes.failed_before


def _back(known: Rows, changes: RootChanges, missing: frozenset[int]) -> list[SoundId]:
    """Returns the missing rows whose file the walk found again."""
    away = {row.id for _, row in changes.gone}
    return [
        SoundId(row[0])
        for path, row in known.items()
        if row[0] in missing and row[0] not in away and os.path.isfile(path)  # noqa: PTH113 - bytes
    ]


def _add_stale(plan: Plan, area: Area, known: Rows, stale: frozenset[int]) -> None:
    """Adds sounds embedded by another pack. A task for such a sound must read more than its tags."""
    listed = {task.stamp.path.raw for task in plan.tasks}
    plan.tasks = [Task(task.stamp, task.root, task.replaces) if task.replaces in stale else task for task in plan.tasks]
    for path, row in known.items():
        if row[0] in stale and path not in listed:
            plan.tasks.append(Task(FileStamp(FilePath(path), row[1], row[2], row[5]), area.root, SoundId(row[0])))
            plan.unchanged -= 1


def _moves(
    catalogue: Catalogue,
    added: Sequence[tuple[FileStamp, RootId]],
    gone: Iterable[_Row],
    elsewhere: Iterable[Rows],
    workers: int,
    is_cancelled: Cancel,
) -> list[Move]:
    """Pairs gone paths with added ones of equal size (free to check), content id and whole payload.

    Returns nothing if cancelled, since it may have to read whole files.
    """
    by_size: dict[int, list[_Row]] = {}
    for row in gone:
        by_size.setdefault(row.known.size_bytes, []).append(row)
    sizes = {stamp.size_bytes for stamp, _ in added}
    for rows in elsewhere:
        for path, known in rows.items():
            if known[1] in sizes and not known[4] and _has_left(path):
                by_size.setdefault(known[1], []).append(_Row(KnownFile._make(known[:6]), FilePath(path)))
    candidates = [(stamp, root) for stamp, root in added if stamp.size_bytes in by_size]
    if not candidates:
        return []
    wanted = {row.known.content_id for rows in by_size.values() for row in rows} - {None}
    stop = threading.Event()
    with ThreadPoolExecutor(max_workers=max(1, workers)) as pool:
        asked = [pool.submit(_identity, stamp.path, wanted, stop) for stamp, _ in candidates]
        left = set(asked)
        while left:
            if is_cancelled():
                stop.set()
                pool.shutdown(cancel_futures=True)
                return []
            left = wait(left, timeout=_TICK_S).not_done
        found = [future.result() for future in asked]
    moves: list[Move] = []
    taken: set[SoundId] = set()
    for (stamp, root), identity in zip(candidates, found, strict=True):
        for row in by_size[stamp.size_bytes] if identity else ():
            if row.known.id in taken or identity is None or row.known.content_id != identity[0]:
                continue
            if catalogue.sounds.payload_digest(row.known.id) == identity[1]:
                taken.add(row.known.id)
                moves.append(Move(row.known.id, stamp, root))
                break
    return moves


class _Stopped(Exception): ...


def _identity(path: FilePath, wanted: set[ContentId | None], stop: threading.Event) -> tuple[ContentId, bytes] | None:
    """Returns content id and payload digest; None if no row has the content id or the file cannot be read."""

    def between() -> None:
        if stop.is_set():
            raise _Stopped

    try:
        id = content_id(path)
        return (id, payload_digest(path, between=between)) if id in wanted else None
    except (AudioError, _Stopped):
        return None


def _has_left(path: bytes) -> bool:
    """Returns whether a file is gone from a folder that still exists; an unplugged drive does not count.

    A path of another system always counts: its sounds may have come along with the library.
    """
    return FilePath(path).is_foreign or (os.path.isdir(os.path.dirname(path)) and not os.path.lexists(path))  # noqa: PTH112 - bytes
