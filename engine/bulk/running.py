"""Runs a plan: hands shards to an engine a few at a time, and hears what came of them.

Which engine it is makes no difference here. No more shards are under way than the engine has workers, and of a plan
only the shard in hand is read, so that nothing grows with it. A result that is whole is passed over, whoever made it; a
shard whose worker is lost goes to another; one that loses several is set aside and named, and the rest is done.
"""

import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import Protocol

from engine.bulk.embedding import ShardDone, ShardJob, report
from engine.bulk.plan import ShardHead, ShardPlan
from engine.bulk.results import Results, ShardManifest
from engine.errors import BulkError
from engine.stopping import Cancel, check, never
from engine.trouble import Trouble
from engine.types import FilePath

MOST_LOSSES = 3
"""Workers that a shard may lose before it is set aside."""
ATTEMPTS = 3
"""Times that a file is tried which could not be read just now."""


@dataclass(frozen=True, slots=True)
class Lost:
    """The worker of a shard is no more: its machine went, or the system ended it."""

    shard: str
    why: str


Outcome = ShardDone | Lost


class Engine(Protocol):
    """What embeds shards. One thread owns it."""

    @property
    def free(self) -> int:
        """How many shards it would take now."""

    @property
    def busy(self) -> int:
        """How many it has."""

    def give(self, job: ShardJob) -> None:
        """Hands it a shard."""

    def wait(self) -> Sequence[Outcome]:
        """What came of shards since; none after a moment in which nothing did.

        Raises:
            EngineError: what no single shard is to blame for.
        """

    def __enter__(self) -> "Engine":
        """Starts its workers."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Ends them, whatever they do."""


@dataclass(frozen=True, slots=True)
class RunOptions:
    """How a plan is run."""

    places: tuple[tuple[FilePath, FilePath], ...] = ()
    """Folders as they were planned, and as the machines call them."""
    retry_failed: bool = False


@dataclass(slots=True)
class RunReport:
    """What a run did."""

    shards: int = 0
    """Embedded in this run."""
    kept: int = 0
    """Whole from an earlier run."""
    damaged: int = 0
    """Results that were damaged, and made anew."""
    heard: int = 0
    segments: int = 0
    sound_s: float = 0.0
    lost: int = 0
    """Workers lost in mid-shard."""
    seconds: float = 0.0
    start_s: float = 0.0
    """Of these: until the first worker was ready."""
    failed: list[tuple[FilePath, Trouble]] = field(default_factory=list)
    """Files set aside: nothing can be made of them."""
    passing: list[tuple[FilePath, Trouble]] = field(default_factory=list)
    """Files that could not be read now."""
    set_aside: list[Lost] = field(default_factory=list)
    """Shards that lost too many workers."""

    @property
    def is_whole(self) -> bool:
        """Whether every file came to something."""
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
    """Embeds what has no whole result yet.

    Args:
        plan: what there is to embed.
        results: where results are, and go.
        engine: what embeds; it is started and ended here.
        options: how.
        cancel: asked between outcomes.
        tell: told of every outcome, once the report counts it.

    Raises:
        StorageFull, LibraryError: results cannot be written. Those that are there stay.
        PackError, DeviceError: the model failed.
        BulkError: the plan is damaged, or the engine has no worker.
        StopRequested: it was cancelled; whole results stay.
    """
    said = RunReport()
    started_s = time.monotonic()
    work = _Work(plan, results, options or RunOptions(), said)
    first = work.next()
    if first is not None:
        with engine:
            said.start_s = time.monotonic() - started_s
            engine.give(first)
            while True:
                check(cancel)
                while engine.free and (job := work.next()) is not None:
                    engine.give(job)
                if not engine.busy and not engine.free and not work.is_over:
                    engine.wait()  # for a worker
                    continue
                if not engine.busy:
                    break
                for outcome in engine.wait():
                    work.take(outcome)
                    tell(said, outcome)
    said.seconds = time.monotonic() - started_s
    return said


class _Work:
    """The shards that are left, and what came of the others."""

    def __init__(self, plan: ShardPlan, results: Results, options: RunOptions, said: RunReport) -> None:
        self._plan, self._results, self._options, self._said = plan, results, options, said
        self._fresh = self._unfinished()
        self._again: deque[ShardHead] = deque()
        self._under_way: dict[str, ShardHead] = {}
        self._losses: dict[str, int] = {}
        self._attempts: dict[str, int] = {}
        self.is_over = False

    def next(self) -> ShardJob | None:
        """The next shard to embed; None while there is none."""
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
        """Counts what came of a shard, and has it tried again where that may help."""
        if isinstance(outcome, Lost):
            head = self._under_way.pop(outcome.shard)
            self._said.lost += 1
            self._losses[head.id] = self._losses.get(head.id, 0) + 1
            if self._losses[head.id] < MOST_LOSSES:
                self._put_back(head)
            else:
                self._said.set_aside.append(outcome)
            return
        head = self._under_way.pop(outcome.manifest.shard)
        self._attempts[head.id] = self._attempts.get(head.id, 0) + 1
        if outcome.passing and self._attempts[head.id] < ATTEMPTS:
            self._put_back(head)
            return
        del self._attempts[head.id]
        self._said.shards += 1
        self._count(outcome)

    def _put_back(self, head: ShardHead) -> None:
        self._again.append(head)
        self.is_over = False

    def _count(self, done: ShardDone) -> None:
        said = self._said
        said.heard += done.manifest.heard
        said.segments += done.manifest.segments
        said.sound_s += done.manifest.sound_s
        said.failed += done.failed
        said.passing += done.passing

    def _unfinished(self) -> Iterator[ShardHead]:
        """The shards without a whole result; the others are counted."""
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
        except BulkError:
            self._said.damaged += 1
            return None
        if manifest is None or not manifest.is_done or (self._options.retry_failed and manifest.failed):
            return None
        return manifest
