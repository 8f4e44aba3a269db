"""Commits results to a library through the writer that indexing uses. Decodes and embeds nothing.

A file counts as the embedded one if its size and time match. If they differ (another mount, a copy), its payload is
read and compared with the full digest; a file with other content is skipped and named. Up-to-date sounds are left
alone, so the same results can be committed twice.

`engine.features.bulk.results_reader` serves other stores, such as a server.
"""

import logging
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from engine.audio.content import content_id, payload_digest
from engine.audio.metadata import read_metadata
from engine.base.cancellation import Cancel, check, never
from engine.base.errors import AudioError, BulkError
from engine.base.file_messages import FileAdvice, FileFault, FileProblem, trouble
from engine.base.messages import told
from engine.base.types import FilePath, FileStamp, RootId, SoundId, SoundMetadata, Vectors
from engine.features.bulk.messages import BulkAdvice, BulkFault
from engine.features.bulk.plan import ShardPlan
from engine.features.bulk.planner import mapped
from engine.features.bulk.results import Results
from engine.features.bulk.results_reader import CommitReport, believed
from engine.features.bulk.rows import EmbeddedFile, ShardRow
from engine.features.bulk.shards import Shard, ShardFile
from engine.ingest.backup_schedule import back_up_before_writing
from engine.ingest.category_step import suggest_by_ear
from engine.ingest.control import Control
from engine.ingest.index_step import build_bases
from engine.ingest.name_text import name_text
from engine.ingest.pack_install import choose_pack, keep_pack
from engine.ingest.scan_areas import areas_of
from engine.ingest.tally import Tally
from engine.ingest.worker import EmbeddedSound, SoundFailure, Task, stamp_now
from engine.ingest.writer import Writer
from engine.models.encoder import TextEncoder
from engine.models.pack import Pack
from engine.store.catalogue import Catalogue
from engine.store.files import StampRow
from engine.store.lock import ReembeddingLock, WriterLock
from engine.store.repair import repair

_log = logging.getLogger(__name__)

_LOOKERS = 8
"""Files checked in parallel: on a network share each check is a wait."""
_LOCK_S = 1.0


class CommitOptions(Struct, frozen=True):
    """The pack, and where folders lie here."""

    pack: Path | None = None
    """The pack's folder. None: the library's own, or the starter pack for a new library."""
    places: tuple[tuple[FilePath, FilePath], ...] = ()
    """Pairs of folders: as planned, and as they are called here."""


def commit(
    plan: ShardPlan,
    results: Results,
    library: Path,
    options: CommitOptions | None = None,
    *,
    cancel: Cancel = never,
    tell: Callable[[float], None] = lambda share: None,
) -> CommitReport:
    """Commits the results of a plan to a library.

    Args:
        plan: the plan the results belong to.
        results: must come from the pack that the library is searched with.
        library: the library's folder; created if missing.
        options: the pack and the folder mapping.
        cancel: polled between shards; committed shards stay.
        tell: called with the share that is done.

    Raises:
        BulkError: the results are of another pack, or the plan is damaged.
        LibraryBusy: another process is writing to the library.
        StorageFull: no space left; committed shards stay.
        PackError: the pack is not available.
        NotAFile: a folder of the plan is missing here.
        StopRequested: cancelled.
    """
    options = options or CommitOptions()
    started_s = time.monotonic()
    said = CommitReport()
    with WriterLock(library, wait_s=_LOCK_S), Catalogue.open(library, makes=False) as catalogue:
        pack = choose_pack(catalogue, options.pack)
        _check_pack(catalogue, pack, results)
        if not catalogue.sounds.is_empty():
            back_up_before_writing(library, cancel=cancel)
        roots = [mapped(root, options.places) for root in plan.roots]
        areas = {area.path.raw: area.root for area in areas_of(catalogue, roots)}
        if catalogue.packs.searched() is None:
            keep_pack(pack, library)
            with ReembeddingLock(library):
                catalogue.packs.set_searched(pack.info.pack_id, pack.info.name)
        repair(catalogue, pack.info.pack_id, (pack.info.dim, pack.info.sentence_dim))
        _log.info("committing results of pack %s, %d shards", pack.info.pack_id, len(plan.shards))
        store = _Store(catalogue, pack, [areas[root.raw] for root in roots], options, said, Tally(started_s))
        done = 0
        for shard, rows in believed(plan, results, said):
            check(cancel)
            store.take(shard, rows)
            done += len(rows)
            tell(done / max(1, plan.files))
        store.take_unread(plan)
        has_changed = bool(said.added or said.changed)
        build_bases(catalogue, pack.info, Control(), lambda event: None, has_changed=has_changed)
        suggest_by_ear(catalogue, pack.info, Control(), lambda event: None)
    said.seconds = time.monotonic() - started_s
    _log.info(
        "committed in %.1f s: %d added, %d changed, %d unchanged, %d failed, %d skipped",
        said.seconds,
        said.added,
        said.changed,
        said.unchanged,
        said.failed,
        len(said.skipped),
    )
    return said


def _check_pack(catalogue: Catalogue, pack: Pack, results: Results) -> None:
    searched = catalogue.packs.searched()
    id, name = searched if searched is not None else (pack.info.pack_id, pack.info.name)
    if results.head.pack_id != id or pack.info.pack_id != id:
        other = told(BulkFault.RESULTS_OF_OTHER_PACK, results.folder, results.head.pack, name)
        raise BulkError(other, advice=BulkAdvice.SAME_PACK)


class _LocalFile(Struct, frozen=True):
    """A file of the plan as it is here, and what to store for it."""

    file: ShardFile
    result: ShardRow
    stamp: FileStamp
    heard: EmbeddedFile | None
    trouble: FileProblem | None
    is_lasting: bool


class _Store:
    """The library that receives the results. Main thread only; a pool checks the files."""

    def __init__(
        self,
        catalogue: Catalogue,
        pack: Pack,
        roots: Sequence[RootId],
        options: CommitOptions,
        said: CommitReport,
        tally: Tally,
    ) -> None:
        self._catalogue, self._pack, self._options, self._said, self._tally = catalogue, pack, options, said, tally
        self._roots = list(roots)
        self._root_paths = {root.id: root.path for root in catalogue.roots.all()}
        self._texts: TextEncoder | None = None
        self._writer = Writer(catalogue, pack, tally, self._name)

    def take(self, shard: Shard, rows: Sequence[ShardRow]) -> None:
        """Stores what is missing, in transactions of a few hundred sounds."""
        with ThreadPoolExecutor(_LOOKERS, thread_name_prefix="look") as lookers:
            seen = list(lookers.map(self._look, shard.files, rows))
        stale = self._stale([one.stamp.path for one in seen])
        for one in seen:
            self._take(one, stale)
            if self._writer.is_due:
                self._commit()
        if self._writer.has_pending:
            self._commit()
        self._count()

    def take_unread(self, plan: ShardPlan) -> None:
        for one in plan.all_unread():
            path = mapped(one.path, self._options.places)
            if not one.is_lasting:
                self._said.skipped.append((path, one.trouble))
                continue
            stamp = FileStamp(path, one.size_bytes, one.mtime_ns)
            known = self._known(path)
            if known is None or known[1:3] != (one.size_bytes, one.mtime_ns) or not known[4]:
                id = None if known is None else SoundId(known[0])
                self._writer.fail(SoundFailure(Task(stamp, self._roots[one.root], id), one.trouble))
            self._said.failed += 1

    def _look(self, file: ShardFile, result: ShardRow) -> _LocalFile:
        """Any thread."""
        path = mapped(file.path, self._options.places)
        stamp = stamp_now(path)
        if not stamp.size_bytes and not stamp.mtime_ns:
            gone = trouble(FileFault.GONE, FileAdvice.MOVED_OR_AWAY)
            return _LocalFile(file, result, FileStamp(path, 0, 0), None, gone, False)
        if result.heard is None:
            return _LocalFile(
                file, result, stamp, None, result.trouble, result.is_lasting and _same(stamp, result.stamp)
            )
        if _same(stamp, result.stamp):
            return _LocalFile(file, result, stamp, result.heard, None, True)
        try:
            digest = payload_digest(path) if content_id(path) == file.content_id else b""
            if digest == result.heard.sound.payload_digest and stamp_now(path) == stamp:
                heard = replace(result.heard, metadata=read_metadata(path))
                return _LocalFile(file, result, stamp, heard, None, True)
        except AudioError as err:
            _log.debug("a file of a shard cannot be compared: %s", err)
            return _LocalFile(file, result, stamp, None, err.trouble, False)
        return _LocalFile(file, result, stamp, None, trouble(FileFault.CHANGED_SINCE, FileAdvice.INDEX_AGAIN), False)

    def _take(self, one: _LocalFile, stale: frozenset[int]) -> None:
        known = self._known(one.stamp.path)
        is_known = known is not None and known[1:3] == (one.stamp.size_bytes, one.stamp.mtime_ns)
        id = None if known is None else SoundId(known[0])
        task = Task(one.stamp, self._roots[one.file.root], id)
        if one.heard is not None:
            if known is not None and is_known and not known[4] and known[0] not in stale:
                self._said.unchanged += 1
            else:
                self._writer.add(self._ready(task, one.heard))
        elif one.trouble is not None and one.is_lasting:
            if known is None or not is_known or not known[4]:
                self._writer.fail(SoundFailure(task, one.trouble))
            self._said.failed += 1
        elif one.trouble is not None:
            self._said.skipped.append((one.stamp.path, one.trouble))

    def _ready(self, task: Task, heard: EmbeddedFile) -> EmbeddedSound:
        sound = heard.sound
        name = name_text(task.stamp.path, self._root_paths[task.root], heard.metadata)
        named = heard.name_vector if name == heard.name else self._sentence(name)
        return EmbeddedSound(
            task,
            sound.info,
            sound.measures,
            heard.metadata,
            sound.peaks,
            sound.content_id,
            sound.payload_digest,
            sound.bounds,
            sound.vectors.astype(np.float32),
            name,
            named.astype(np.float32),
        )

    def _commit(self) -> None:
        for failed in self._writer.commit():
            self._said.skipped.append((failed.task.stamp.path, failed.trouble))

    def _count(self) -> None:
        tally = self._tally
        self._said.added, self._said.changed = tally.added, tally.changed
        self._said.segments = tally.embedded_segments

    def _known(self, path: FilePath) -> StampRow | None:
        for rows in self._catalogue.files.stamp_rows_at(path).values():
            if path.raw in rows:
                return rows[path.raw]
        return None

    def _stale(self, paths: Sequence[FilePath]) -> frozenset[int]:
        """Returns the ids of these files' rows that the pack has to learn again."""
        ids = [known[0] for path in paths if (known := self._known(path)) is not None]
        if not ids:
            return frozenset()
        among = np.array(ids, dtype=np.int64)
        stale = np.union1d(self._catalogue.packs.stale_sounds(among), self._catalogue.packs.stale_names())
        return frozenset(np.union1d(stale, self._catalogue.files.missing(among)).tolist())

    def _name(self, path: FilePath, root: RootId, metadata: SoundMetadata) -> tuple[str, Vectors]:
        text = name_text(path, self._root_paths[root], metadata)
        return text, self._sentence(text)

    def _sentence(self, text: str) -> Vectors:
        """Returns the vector of a name that differs from the embedded one, float32 [E]."""
        if self._texts is None:
            self._texts = TextEncoder(self._pack)
        vector: Vectors = self._texts.encode([text]).sentence[0]
        return vector


def _same(here: FileStamp, then: FileStamp) -> bool:
    return (here.size_bytes, here.mtime_ns) == (then.size_bytes, then.mtime_ns)
