"""One indexing job, inside the child process: lock, plan, threads, and the loop that writes what they have read.

The main thread owns catalogue and vector log. A batch's vectors are on the disk before the one transaction that names
them, so that a job may be killed at any moment: what was committed stands, the rest is read again.
"""

import os
import queue
import time
from collections import deque
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from engine.events import Event, FileFailed, FileNoted, Finished, Paused, Reading, Scanned, Started
from engine.ingest.areas import Area, areas_of, spots_of
from engine.ingest.base import build_bases
from engine.ingest.batches import MOST_ROWS
from engine.ingest.control import Control
from engine.ingest.names import name_text
from engine.ingest.packs import choose_pack, keep_pack
from engine.ingest.plan import Plan, make_plan
from engine.ingest.reading import ReadingNow, Stalled
from engine.ingest.spec import JobSpec
from engine.ingest.tally import Tally
from engine.ingest.work import Failed, Outcome, Ready, Retagged, Stopped, Task, Tools, Worker
from engine.ingest.write import Writer
from engine.models.encoder import AudioEncoder, TextEncoder
from engine.store.catalogue import Catalogue
from engine.store.lock import WriterLock
from engine.store.repair import repair
from engine.types import FilePath, RootId, SoundMetadata

_QUEUE = 128
_TICK_S = 0.1


def run_job(spec: JobSpec, control: Control, emit: Callable[[Event], None]) -> Finished:
    """Brings the library up to date with the folders, and returns what was done.

    Args:
        spec: what to do.
        control: pauses and cancels; asked between two windows of every sound.
        emit: gets every event; may be called by any thread of the job, one at a time.

    Raises:
        LibraryBusy: another process is writing this library.
        StorageFull: no space left; what was committed stands.
        PackError, DeviceError: nothing was read.
        NotAFile: a folder is not there.
        LibraryError: the library cannot be read or written.
        Stalled: a decoder hangs, with a thread that nobody can end; the process must.
    """
    started_s = time.monotonic()
    with WriterLock(spec.library), Catalogue.open(spec.library) as catalogue:
        pack = choose_pack(catalogue, spec.pack)
        encoder = AudioEncoder(pack, spec.device, threads=1, batch_size=MOST_ROWS)
        texts = TextEncoder(pack)
        areas = areas_of(catalogue, spec.folders) if spec.folders or not spec.only else []
        areas += spots_of(catalogue, spec.only)
        if catalogue.pack() != (pack.info.pack_id, pack.info.name):
            keep_pack(pack, spec.library)
            catalogue.set_pack(pack.info.pack_id, pack.info.name)
        lost = repair(catalogue, pack.info.pack_id, (pack.info.dim, pack.info.sentence_dim))
        folders = tuple(area.path.text for area in areas)
        emit(Started(str(spec.library), folders, pack.info.name, encoder.device))
        if lost:
            emit(FileNoted(str(spec.library), f"vectors of {lost} sounds were damaged; the sounds are read again"))
        workers = spec.workers or _cores()
        tally = Tally(started_s)
        pauses = _Pauses(control, tally, emit)
        plan = _plan(catalogue, areas, spec, workers, pauses, emit)
        roots = {root.id: root.path for root in catalogue.roots()}

        def name(path: FilePath, root: RootId, metadata: SoundMetadata) -> tuple[str, NDArray[np.float32]]:
            text = name_text(path, roots[root], metadata)
            return text, texts.encode([text]).sentence[0]  # Alone: a batch could round it differently.

        writer = Writer(catalogue, pack, tally, name)
        _apply(plan, writer, emit)
        tools = Tools(
            plan=pack.info.plan,
            device=encoder.device,
            encode=encoder.encode,
            name=name,
            control=control,
            reading=ReadingNow(lambda paths: emit(Reading(tuple(path.uri for path in paths)))),
        )
        tasks = _without_blamed(plan.tasks, spec, writer, emit)
        tally.begin(tasks)
        emit(tally.progress(catalogue.sequence()))
        suspects = frozenset(path.raw for path in spec.suspects)
        first = [task for task in tasks if task.stamp.path.raw in suspects]
        rest = [task for task in tasks if task.stamp.path.raw not in suspects]
        for part, threads in ((first, 1), (rest, workers)):
            if part and not control.is_cancelled:
                _read_all(part, min(threads, len(part)), tools, writer, pauses, emit)
        if not control.is_cancelled:
            has_changed = bool(tally.embedded_segments or tally.removed or tally.moved)
            build_bases(catalogue, pack.info, control, emit, has_changed=has_changed)
        return tally.finished(is_cancelled=control.is_cancelled)


def _plan(
    catalogue: Catalogue,
    areas: Sequence[Area],
    spec: JobSpec,
    workers: int,
    pauses: "_Pauses",
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
        workers=workers,
        is_cancelled=lambda: not pauses.may_go_on(),
        count=count,
    )
    emit(Scanned(told[0], len(plan.tasks), done=True))
    return plan


def _apply(plan: Plan, writer: Writer, emit: Callable[[Event], None]) -> None:
    """Everything that needs no decoder: drives, moves, what is gone, what could not be looked at."""
    tally = writer.tally
    tally.unchanged += plan.unchanged
    tally.failed += len(plan.failed_before) + sum(1 for problem in plan.problems if not _is_offline(problem.path, plan))
    writer.apply(plan)
    for area, reason in plan.offline:
        emit(FileNoted(area.path.text, f"offline, its sounds are kept: {reason}"))
    for problem in plan.problems:
        if not _is_offline(problem.path, plan):
            emit(FileFailed(problem.path.text, problem.path.uri, problem.reason, problem.advice))


def _is_offline(path: FilePath, plan: Plan) -> bool:
    return any(area.path == path for area, _ in plan.offline)


def _without_blamed(tasks: Sequence[Task], spec: JobSpec, writer: Writer, emit: Callable[[Event], None]) -> list[Task]:
    """Records the files that killed a process as failed, unopened, and leaves the others."""
    reasons = {path.raw: reason for path, reason in spec.blamed}
    for task in tasks:
        if task.stamp.path.raw in reasons:
            advice = "Convert it with another program; it is passed over until it changes."
            failed = Failed(task, reasons[task.stamp.path.raw], advice)
            writer.fail(failed)
            emit(_failed_event(failed))
    return [task for task in tasks if task.stamp.path.raw not in reasons]


def _read_all(
    tasks: Sequence[Task], workers: int, tools: Tools, writer: Writer, pauses: "_Pauses", emit: Callable[[Event], None]
) -> None:
    """Reads the tasks by so many threads and writes their outcomes until the last thread has ended."""
    out: queue.Queue[Outcome] = queue.Queue(maxsize=_QUEUE)
    waiting = deque(tasks)

    def next_task() -> Task | None:
        try:
            return waiting.popleft()
        except IndexError:
            return None

    threads = [Worker(tools, next_task, out) for _ in range(workers)]
    for thread in threads:
        thread.start()
    running = workers
    try:
        while running:
            pauses.note()
            tools.reading.check(is_paused=tools.control.is_paused)
            outcome = _next(out)
            if isinstance(outcome, Stopped):
                running -= 1
                if outcome.error is not None:
                    raise outcome.error
            elif outcome is not None:
                _take(outcome, writer, emit)
            if writer.is_due or (not running and writer.has_pending):
                writer.commit()
                emit(writer.tally.progress(writer.sequence))
        pauses.note()
    except Stalled:
        raise  # Its thread cannot be waited for.
    except BaseException:
        tools.control.turn("cancel")
        while running:  # The threads end at their next window; what they still hand over is read again next time.
            running -= isinstance(out.get(), Stopped)
        raise
    for thread in threads:
        thread.join()


def _take(outcome: Ready | Retagged | Failed, writer: Writer, emit: Callable[[Event], None]) -> None:
    if isinstance(outcome, Ready):
        writer.add(outcome)
        for note in outcome.info.notes:
            emit(FileNoted(outcome.task.stamp.path.text, note))
    elif isinstance(outcome, Retagged):
        writer.retag(outcome)
    else:
        writer.fail(outcome)
        emit(_failed_event(outcome))


def _next(out: "queue.Queue[Outcome]") -> Outcome | None:
    try:
        return out.get(timeout=_TICK_S)
    except queue.Empty:
        return None


class _Pauses:
    """Tells of every change between paused and going on, and stops the clock meanwhile. The main thread only."""

    def __init__(self, control: Control, tally: Tally, emit: Callable[[Event], None]) -> None:
        self._control, self._tally, self._emit = control, tally, emit
        self._was_paused = False

    def note(self) -> None:
        """Looks at the switch."""
        if self._control.is_paused != self._was_paused:
            self._was_paused = not self._was_paused
            self._tally.pause(self._was_paused)
            self._emit(Paused(self._was_paused))

    def may_go_on(self) -> bool:
        """Waits while paused; False once cancelled."""
        self.note()
        may = self._control.may_go_on()
        self.note()
        return may


def _failed_event(failed: Failed) -> FileFailed:
    path = failed.task.stamp.path
    return FileFailed(path.text, path.uri, failed.reason, failed.advice)


def _cores() -> int:
    """Cores this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1
