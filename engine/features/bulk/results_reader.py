"""Reads the results of a plan that can be trusted, for any store: a library or a server."""

from collections.abc import Iterator

from msgspec import Struct, field

from engine.base.errors import BulkError
from engine.base.file_messages import FileProblem
from engine.base.messages import Message
from engine.base.types import FilePath
from engine.features.bulk.plan import ShardHead, ShardPlan
from engine.features.bulk.results import Results
from engine.features.bulk.rows import ShardRow
from engine.features.bulk.shards import Shard


class CommitReport(Struct):
    """Counts of a commit, and the files and shards it left out."""

    added: int = 0
    changed: int = 0
    unchanged: int = 0
    """Files the library already has as they should be."""
    failed: int = 0
    """Unreadable files, now recorded as such in the library."""
    segments: int = 0
    seconds: float = 0.0
    skipped: list[tuple[FilePath, FileProblem]] = field(default_factory=list)
    """Files not committed, and why."""
    damaged: list[tuple[str, Message]] = field(default_factory=list)
    waiting: int = 0
    """Files of shards without a result."""

    @property
    def is_whole(self) -> bool:
        """True if every file of the plan is in the library."""
        return not (self.failed or self.skipped or self.damaged or self.waiting)


def believed(plan: ShardPlan, results: Results, said: CommitReport) -> Iterator[tuple[Shard, list[ShardRow]]]:
    """Yields every shard with a complete result, and one row per file. Notes missing and damaged shards in `said`.

    For any store: `row.heard.sound` equals a sidecar's record of that payload, made with `results.head.pack_id`.

    Raises:
        BulkError: the plan is damaged.
    """
    for head in plan.shards:
        rows = _rows(plan, head, results, said)
        if rows is not None:
            yield rows


def _rows(
    plan: ShardPlan, head: ShardHead, results: Results, said: CommitReport
) -> tuple[Shard, list[ShardRow]] | None:
    shard = plan.shard(head)
    try:
        rows = results.rows(shard)
    except BulkError as err:
        said.damaged.append((head.id, err.what))
        return None
    if not rows:
        said.waiting += head.files
        return None
    return shard, rows
