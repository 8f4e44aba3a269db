"""One indexing job inside the child process: lock, plan, threads, and the loop that writes what they read.

All its folders are searchable before its second pass begins: a base index, and what features read in files. The main
thread owns catalogue and vector log. A batch's vectors are on disk before the transaction that names them, so a job can
be killed at any moment: committed work stands, and the rest is read again.
"""

import logging
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from engine.base.errors import LibraryError
from engine.base.events import Event, FileFailed, FileRemark, FileSilent, FilesReading, Finished, Scanned, Started
from engine.base.feature import parts
from engine.base.io_timeout import DriveHeartbeat, IoTimeout
from engine.base.job_messages import JobNote
from engine.base.logs import Name
from engine.base.messages import told
from engine.base.types import FilePath, PackId
from engine.ingest.backup_schedule import back_up_before_writing
from engine.ingest.batches import MOST_ROWS
from engine.ingest.category_step import suggest_by_ear
from engine.ingest.control import Control
from engine.ingest.extensions import SecondPass, VectorSource
from engine.ingest.index_step import build_bases
from engine.ingest.loop import PauseClock, cores, failed_event, in_turns, read_all
from engine.ingest.pack_install import choose_pack, keep_pack
from engine.ingest.plan import Plan, make_plan
from engine.ingest.readers import OpenFiles
from engine.ingest.ready import ReadyVectors
from engine.ingest.remote_readers import RemoteWorker, WorkerSetup, is_worth, memory_of_each
from engine.ingest.scan_areas import Area, areas_of, spelt_as_kept, spots_of
from engine.ingest.spec import JobSpec
from engine.ingest.tally import Tally
from engine.ingest.worker import (
    EmbeddedSound,
    MetadataChange,
    Outcome,
    SoundFailure,
    Task,
    UnchangedFile,
    Worker,
    WorkerContext,
)
from engine.ingest.writer import Writer
from engine.models.encoder import AudioEncoder, TextEncoder
from engine.models.pack import Pack
from engine.store.catalogue import Catalogue
from engine.store.library_identity import refuse_other
from engine.store.lock import ReembeddingLock, WriterLock
from engine.store.repair import repair

_log = logging.getLogger(__name__)

_SWITCH_S = 1.0
"""How long to wait for the writer's lock; a switch of packs holds it for less."""
LEFT_S = 30.0
"""How long a window's job waits for a lock: a job left by the previous window first finishes its open files."""


def run_job(spec: JobSpec, control: Control, emit: Callable[[Event], None]) -> Finished:
    """Brings the library up to date with the folders. Returns the final counts.

    Args:
        spec: what to do.
        control: pauses, cancels, and leaves the second pass to another job; checked between windows of every sound.
        emit: gets every event. Any thread of the job may call it, one at a time.

    Raises:
        LibraryBusy: another process is writing this library, or embedding it with another pack while this job would
            change its pack.
        StorageFull: no space left; committed work stands.
        PackError, DeviceError: nothing was read.
        NotAFile: a folder does not exist.
        LibraryDamaged: the catalogue failed its check; nothing was written.
        LibraryError: there is no library, or it cannot be read or written.
        LibraryGone: it is not the intended library, or it goes away meanwhile; committed work stands.
        DecoderStalled: a decoder hangs in a thread that nobody can end; the process must exit.
        ReaderDied: a reading process died; this one must end the same way.
    """
    started_s = time.monotonic()
    if spec.makes_library:
        Catalogue.open(spec.library, makes=True).close()
    wait_s = LEFT_S if spec.library_id else _SWITCH_S
    with WriterLock(spec.library, wait_s=wait_s), Catalogue.open(spec.library, makes=False) as catalogue:
        refuse_other(spec.library, catalogue.id, spec.library_id)
        not_backed_up = _backed_up(catalogue, control)
        pack = choose_pack(catalogue, spec.pack)
        encoder, texts = _towers(pack, spec.device)
        patience = IoTimeout(partial(_tell_silent, emit), spec.give_up_s)
        areas = _areas(catalogue, spec, patience)
        if catalogue.packs.searched() != (pack.info.pack_id, pack.info.name):
            _log.info("the library is searched with pack %s from now on", pack.info.pack_id)
            keep_pack(pack, spec.library)
            with ReembeddingLock(spec.library):
                catalogue.packs.set_searched(pack.info.pack_id, pack.info.name)
        lost = repair(catalogue, pack.info.pack_id, (pack.info.dim, pack.info.sentence_dim))
        folders = tuple(area.path.text for area in areas)
        emit(Started(str(spec.library), folders, pack.info.name, encoder.device))
        _log.info(
            "indexing %d folders with pack %s %s on %s",
            len(folders),
            pack.info.name,
            pack.info.pack_id,
            encoder.device,
        )
        if not_backed_up is not None:
            _log.warning("no backup before writing: %s", not_backed_up)
            emit(FileRemark(str(spec.library), told(JobNote.NO_BACKUP_MADE, not_backed_up.what)))
        if lost:
            _log.warning("vectors of %d sounds were damaged; those sounds are read again", lost)
            emit(FileRemark(str(spec.library), told(JobNote.SOUNDS_READ_AGAIN, lost)))
        workers = spec.workers or cores()
        tally = Tally(started_s)
        pauses = PauseClock(control, tally, emit)
        plan = _plan(catalogue, areas, spec, workers, pauses, patience, emit)
        tools = WorkerContext(
            plan=pack.info.plan,
            device=encoder.device,
            encode=encoder.encode,
            sentence=lambda text: texts.encode([text]).sentence[0],  # alone: a batch could round it differently
            roots={root.id: root.path for root in catalogue.roots.all()},
            control=control,
            came=tally.came,
            reading=reading_now(spec, emit),
            ready=_ready(catalogue, plan, pack.info.pack_id, spec),
        )
        writer = Writer(catalogue, pack, tally, tools.name)
        _apply(plan, writer, emit)
        tasks = _without_blamed(plan.tasks, spec, writer, emit)
        tally.begin(tasks)
        emit(tally.progress(catalogue.database.sequence()))
        sink = _WriterSink(writer, emit)
        apart = WorkerSetup(pack.folder, tools.roots, memory_of_each(spec.memory_bytes, workers), pack.info.dim)
        for part, threads in in_turns(tasks, spec.suspects, workers):
            if part and not control.is_cancelled:
                is_apart = not any(tools.ready) and is_worth(tally.left_s, threads, tools.device)
                make = partial(RemoteWorker, apart, tools) if is_apart else partial(Worker, tools)
                tally.readers = threads
                _log.info(
                    "reading %d files, %.0f s of sound, in %d %s",
                    len(part),
                    tally.left_s,
                    threads,
                    "processes" if is_apart else "threads",
                )
                read_all(part, threads, make, sink, pauses, tools.reading)
        for source in tools.ready:
            for path, said in source.notes():
                emit(FileRemark(str(path), said))
        if control.begin_second_pass():
            _log.info("all files are stored; second pass")
            has_changed = bool(tally.embedded_segments or tally.removed or tally.moved)
            build_bases(catalogue, pack.info, control, emit, has_changed=has_changed)
            suggest_by_ear(catalogue, pack.info, control, emit)
        passes: Iterable[SecondPass] = parts(lambda feature: feature.second_pass)
        for second_pass in passes:
            if not control.is_cancelled:
                _log.debug("second pass by %s", second_pass.__module__)
                second_pass(spec, catalogue, workers, control, pauses, tools.reading, emit)
        finished = tally.finished(is_cancelled=control.is_cancelled and not control.has_yielded)
        _log.info(
            "indexed in %.1f s: %d added, %d changed, %d moved, %d removed, %d failed, %d unchanged, "
            "%d segments; cancelled: %s",
            finished.seconds,
            finished.added,
            finished.changed,
            finished.moved,
            finished.removed,
            finished.failed,
            finished.unchanged,
            finished.embedded_segments,
            finished.cancelled,
        )
        return finished


def reading_now(spec: JobSpec, emit: Callable[[Event], None]) -> OpenFiles:
    """Returns a tracker of the job's open files that reports them to the parent."""
    return OpenFiles(
        lambda paths: emit(FilesReading(tuple(path.uri for path in paths))),
        stall_s=spec.give_up_s,
        silent=partial(_tell_silent, emit),
        whole=FilePath.of(spec.library),
    )


def _tell_silent(emit: Callable[[Event], None], path: FilePath, silent_s: float) -> None:
    emit(FileSilent(path.text, path.uri, round(silent_s, 1)))


def _areas(catalogue: Catalogue, spec: JobSpec, patience: IoTimeout) -> list[Area]:
    """Returns the areas to look through. Raises NotAFile for a missing folder, NotAnswering for a silent drive."""

    def look(sign: DriveHeartbeat) -> list[Area]:
        areas = areas_of(catalogue, spelt_as_kept(catalogue, spec.folders)) if spec.folders or not spec.only else []
        return areas + spots_of(catalogue, spec.only)

    first = next(iter((*spec.folders, *spec.only)), None)
    return patience.wait(look, first) if first is not None else look(DriveHeartbeat(FilePath.of(spec.library)))


def _towers(pack: Pack, device: str) -> tuple[AudioEncoder, TextEncoder]:
    """Opens both towers in parallel: most of a job's start-up, and nearly all of a small job."""
    with ThreadPoolExecutor(1, thread_name_prefix="texts") as beside:
        texts = beside.submit(TextEncoder, pack)
        return AudioEncoder(pack, device, threads=1, batch_size=MOST_ROWS), texts.result()


def _backed_up(catalogue: Catalogue, control: Control) -> LibraryError | None:
    """Makes today's backup if there is anything to keep. Returns the error if it failed."""
    if catalogue.sounds.is_empty():
        return None
    return back_up_before_writing(catalogue.folder, cancel=lambda: control.is_cancelled)


def _ready(catalogue: Catalogue, plan: Plan, pack_id: PackId, spec: JobSpec) -> tuple[ReadyVectors, ...]:
    if spec.without_sidecars:
        return ()
    files = [task.stamp.path for task in plan.tasks]
    sources: Iterable[VectorSource] = parts(lambda feature: feature.vector_source)
    return tuple(source(catalogue, files, pack_id) for source in sources)


def _plan(
    catalogue: Catalogue,
    areas: Sequence[Area],
    spec: JobSpec,
    workers: int,
    pauses: PauseClock,
    patience: IoTimeout,
    emit: Callable[[Event], None],
) -> Plan:
    told = [0, 0]

    def count(files: int, to_do: int) -> None:
        told[:] = files, to_do
        emit(Scanned(files, to_do, done=False))

    plan = make_plan(
        catalogue,
        areas,
        retry_failed=spec.retry_failed,
        rereads=spec.rereads,
        workers=workers,
        is_cancelled=lambda: not pauses.may_go_on(),
        count=count,
        waits=partial(patience.wait, look=lambda: pauses.control.is_paused),
    )
    emit(Scanned(told[0], len(plan.tasks), done=True))
    _log.info(
        "%d folders: %d files, %d to read, %d unchanged, %d moved, %d gone, %d back, %d failed before, %d problems",
        len(areas),
        told[0],
        len(plan.tasks),
        plan.unchanged,
        len(plan.moves),
        len(plan.gone) + len(plan.gone_failed),
        len(plan.back),
        len(plan.failed_before),
        len(plan.problems),
    )
    return plan


def _apply(plan: Plan, writer: Writer, emit: Callable[[Event], None]) -> None:
    """Applies everything that needs no decoder: drives, moves, removed files, unreadable paths."""
    tally = writer.tally
    tally.unchanged += plan.unchanged
    tally.failed += len(plan.failed_before) + sum(1 for problem in plan.problems if not _is_offline(problem.path, plan))
    writer.apply(plan)
    for area, reason in plan.offline:
        _log.info("a drive is not connected; its sounds stay: %s", Name(area.path))
        emit(FileRemark(area.path.text, told(JobNote.KEPT_OFFLINE, reason)))
    for problem in plan.problems:
        if not _is_offline(problem.path, plan):
            emit(FileFailed(problem.path.text, problem.path.uri, problem.trouble))


def _is_offline(path: FilePath, plan: Plan) -> bool:
    return any(area.path == path for area, _ in plan.offline)


def _without_blamed(tasks: Sequence[Task], spec: JobSpec, writer: Writer, emit: Callable[[Event], None]) -> list[Task]:
    """Records files that killed a process as failed, without opening them, and returns the others."""
    troubles = {path.raw: trouble for path, trouble in spec.blamed}
    for task in tasks:
        if task.stamp.path.raw in troubles:
            _log.warning("left out, it ended an earlier process: %s", Name(task.stamp.path))
            failed = SoundFailure(task, troubles[task.stamp.path.raw])
            writer.fail(failed)
            emit(failed_event(failed))
    return [task for task in tasks if task.stamp.path.raw not in troubles]


class _WriterSink:
    """Passes what the threads read to the writer, and emits the results."""

    def __init__(self, writer: Writer, emit: Callable[[Event], None]) -> None:
        self._writer, self._emit = writer, emit

    @property
    def is_due(self) -> bool:
        return self._writer.is_due

    @property
    def has_pending(self) -> bool:
        return self._writer.has_pending

    def take(self, outcome: Outcome) -> None:
        if isinstance(outcome, EmbeddedSound):
            self._writer.add(outcome)
            for note in outcome.info.notes:
                self._emit(FileRemark(outcome.task.stamp.path.text, note))
        elif isinstance(outcome, MetadataChange):
            self._tell(self._writer.retag(outcome))
        elif isinstance(outcome, UnchangedFile):
            self._writer.confirm(outcome)
        elif isinstance(outcome, SoundFailure):
            self._writer.fail(outcome)
            self._tell([outcome])

    def commit(self) -> None:
        self._tell(self._writer.commit())
        self._emit(self._writer.tally.progress(self._writer.sequence))

    def _tell(self, failed: Sequence[SoundFailure]) -> None:
        for one in failed:
            self._emit(failed_event(one))
