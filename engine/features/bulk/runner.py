"""Runs a plan: hands shards to an engine a few at a time and collects the outcomes.

Independent of the engine. No more shards are in progress than the engine has workers, and only the current shard is
read, so memory does not grow with the plan. Whole results are skipped, whoever made them. A shard whose worker is lost
goes to another; one that loses several is set aside and named, and the rest goes on.
"""

import logging
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from types import TracebackType
from typing import Protocol

from msgspec import Struct, field

from engine.base.cancellation import Cancel, check, never
from engine.base.errors import BulkError
from engine.base.file_messages import FileProblem
from engine.base.logs import Name
from engine.base.types import FilePath
from engine.features.bulk.plan import ShardHead, ShardPlan
from engine.features.bulk.results import Results, ShardManifest
from engine.features.bulk.shard_worker import ShardJob, ShardReport, report

_log = logging.getLogger(__name__)

MOST_LOSSES = 3
"""Workers a shard may lose before it is set aside."""
ATTEMPTS = 3
"""Tries for a shard with files that failed for the moment."""


class WorkerLost(Struct, frozen=True):
    """A shard's worker is gone: its machine vanished, or the system killed it."""

    shard: str
    why: str


Outcome = ShardReport | WorkerLost


class Engine(Protocol):
    """Embeds shards. One thread owns it."""

    @property
    def free(self) -> int:
        """Shards it would accept now."""

    @property
    def busy(self) -> int: ...

    def give(self, job: ShardJob) -> None:
        """Hands over a shard. Call only while `free`."""

    def wait(self) -> Sequence[Outcome]:
        """Waits briefly, and returns new outcomes. Raises EngineError for a failure that no single shard caused."""

    def __enter__(self) -> "Engine": ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Ends them, whatever they are doing."""


class RunOptions(Struct, frozen=True):
    """Folder mapping, and retries."""

    places: tuple[tuple[FilePath, FilePath], ...] = ()
    """Pairs of folders: as planned, and as the machines call them."""
    retry_failed: bool = False


class RunReport(Struct):
    """Counts of a run, and what it set aside."""

    shards: int = 0
    """Embedded in this run."""
    kept: int = 0
    """Whole from an earlier run."""
    damaged: int = 0
    """Damaged results, embedded again."""
    heard: int = 0
    segments: int = 0
    sound_s: float = 0.0
    lost: int = 0
    seconds: float = 0.0
    start_s: float = 0.0
    """Part of `seconds`: until the first worker was ready."""
    failed: list[tuple[FilePath, FileProblem]] = field(default_factory=list)
    """Files set aside as unreadable."""
    passing: list[tuple[FilePath, FileProblem]] = field(default_factory=list)
    """Files that failed this time and may work later."""
    set_aside: list[WorkerLost] = field(default_factory=list)

    @property
    def is_whole(self) -> bool:
        return not (self.failed or self.passing or self.set_aside)


def run_plan(
    plan: ShardPlan,
    results: Results,
    engine: Engine,
    options: RunOptions | None = None,
    *,
    cancel: Cancel = never,
    tell: Callable[[RunReport, Outcome], None] = lambda report, outcome: None,
) -> RunReport:
    """Embeds the shards that have no whole result yet.

    Args:
        plan: what to embed.
        results: where results are read and written.
        engine: embeds; started and ended here.
        options: folder mapping and retries.
        cancel: polled between outcomes.
        tell: called for every outcome, once the report counts it.

    Raises:
        StorageFull, LibraryError: results cannot be written; existing ones stay.
        PackError, DeviceError: the model failed.
        BulkError: the plan is damaged, or the engine has no worker.
        StopRequested: cancelled; whole results stay.
    """
    said = RunReport()
    started_s = time.monotonic()
    work = _Work(plan, results, options or RunOptions(), said)
    _log.info("plan of %d shards, engine %s", len(plan.shards), type(engine).__name__)
    first = work.next()
    if first is not None:
        with engine:
            said.start_s = time.monotonic() - started_s
            _log.info("engine started in %.1f s: %d workers free", said.start_s, engine.free)
            engine.give(first)
            while True:
                check(cancel)
                while engine.free and (job := work.next()) is not None:
                    engine.give(job)
                if not engine.busy and not engine.free and not work.is_over:
                    engine.wait()  # until a worker is free
                    continue
                if not engine.busy:
                    break
                for outcome in engine.wait():
                    work.take(outcome)
                    tell(said, outcome)
    said.seconds = time.monotonic() - started_s
    _log.info(
        "embedded in %.1f s: %d shards, %d kept, %d damaged, %d sounds, %d failed, %d workers lost, %d set aside",
        said.seconds,
        said.shards,
        said.kept,
        said.damaged,
        said.heard,
        len(said.failed),
        said.lost,
        len(said.set_aside),
    )
    return said


class _Work:
    """The remaining shards, and the outcomes of the others."""

    def __init__(self, plan: ShardPlan, results: Results, options: RunOptions, said: RunReport) -> None:
        self._plan, self._results, self._options, self._said = plan, results, options, said
        self._fresh = self._unfinished()
        self._again: deque[ShardHead] = deque()
        self._under_way: dict[str, ShardHead] = {}
        self._losses: dict[str, int] = {}
        self._attempts: dict[str, int] = {}
        self.is_over = False

    def next(self) -> ShardJob | None:
        head = next(self._fresh, None)
        if head is None and self._again:
            head = self._again.popleft()
        if head is None:
            self.is_over = True
            return None
        self._under_way[head.id] = head
        options, is_first = self._options, head.id not in self._attempts
        return ShardJob(
            self._plan.shard(head),
            self._plan.roots,
            self._results.folder.absolute(),
            options.places,
            options.retry_failed and is_first,
        )

    def take(self, outcome: Outcome) -> None:
        """Counts an outcome, and queues the shard again where that may help."""
        if isinstance(outcome, WorkerLost):
            head = self._under_way.pop(outcome.shard)
            self._said.lost += 1
            _log.warning("a worker of shard %s was lost: %s", head.id, Name(outcome.why))
            self._losses[head.id] = self._losses.get(head.id, 0) + 1
            if self._losses[head.id] < MOST_LOSSES:
                self._put_back(head)
            else:
                _log.error("shard %s lost %d workers and is set aside", head.id, MOST_LOSSES)
                self._said.set_aside.append(outcome)
            return
        head = self._under_way.pop(outcome.manifest.shard)
        self._attempts[head.id] = self._attempts.get(head.id, 0) + 1
        if outcome.passing and self._attempts[head.id] < ATTEMPTS:
            _log.info("shard %s is read again: %d files did not answer", head.id, len(outcome.passing))
            self._put_back(head)
            return
        del self._attempts[head.id]
        self._said.shards += 1
        self._count(outcome)

    def _put_back(self, head: ShardHead) -> None:
        self._again.append(head)
        self.is_over = False

    def _count(self, done: ShardReport) -> None:
        said = self._said
        said.heard += done.manifest.heard
        said.segments += done.manifest.segments
        said.sound_s += done.manifest.sound_s
        said.failed += done.failed
        said.passing += done.passing

    def _unfinished(self) -> Iterator[ShardHead]:
        """Yields the shards without a whole result, and counts the others."""
        for head in self._plan.shards:
            manifest = self._whole(head)
            if manifest is None:
                yield head
                continue
            self._said.kept += 1
            rows = self._results.rows(self._plan.shard(head)) if manifest.failed else []
            self._count(report(manifest, rows))

    def _whole(self, head: ShardHead) -> ShardManifest | None:
        try:
            manifest = self._results.verified(head.id)
        except BulkError as err:
            _log.warning("the result of shard %s is damaged and made again: %s", head.id, err)
            self._said.damaged += 1
            return None
        if manifest is None or not manifest.is_done or (self._options.retry_failed and manifest.failed):
            return None
        return manifest
