"""Commits results to a shared library's server: vectors and descriptions by payload, without decoding anything.

Everybody who maps the volumes can then fetch them (`earshot server fetch`). Records already on the server are left
alone, so the same results can be committed twice, or by several people at once. No sound file is read.
"""

import time
from collections.abc import Callable, Sequence

from engine.base.cancellation import Cancel, check, never
from engine.base.errors import StudioRefused
from engine.base.messages import told
from engine.base.types import FilePath
from engine.features.bulk.plan import ShardPlan
from engine.features.bulk.results import Results
from engine.features.bulk.results_reader import CommitReport, believed
from engine.features.studio.analyses import SoundAnalysis, add_heard, add_places
from engine.features.studio.messages import StudioAdvice, StudioFault
from engine.features.studio.records import ServerAddress
from engine.features.studio.server import Connection, connected, facts_of


def commit_to_server(
    plan: ShardPlan,
    results: Results,
    address: ServerAddress,
    volumes: Sequence[tuple[str, FilePath]] = (),
    *,
    password: str | None = None,
    cancel: Cancel = never,
    tell: Callable[[float], None] = lambda share: None,
) -> CommitReport:
    """Commits the results of a plan to a shared library.

    Args:
        plan: the plan the results belong to.
        results: of any pack; the server keeps packs apart.
        address: the server and an editor's name.
        volumes: names of volumes on the server, each with its folder when the plan was made. Sounds elsewhere have no
            place there: they are found, but nobody can fetch them.
        password: as typed; None to look where `connected` looks.
        cancel: polled between batches; committed batches stay.
        tell: called with the share that is done.

    Returns:
        Counts by payload: copies of one payload count once.

    Raises:
        BulkError: the plan is damaged.
        StudioError: the server refuses or fails, this user lacks the right, or a volume name is unknown.
        StopRequested: cancelled.
    """
    started_s = time.monotonic()
    said, done = CommitReport(), 0
    with connected(address, password) as connection:
        facts_of(connection, address)
        places = _places(connection, volumes)
        for shard, rows in believed(plan, results, said):
            check(cancel)
            heard = [(row.stamp.path, row.heard) for row in rows if row.heard is not None]
            said.failed += sum(row.heard is None and row.is_lasting for row in rows)
            said.skipped += [
                (row.stamp.path, row.trouble)
                for row in rows
                if row.heard is None and not row.is_lasting and row.trouble is not None
            ]
            sounds = {one.sound.payload_digest: SoundAnalysis(path, one.sound) for path, one in reversed(heard)}
            head = results.head
            carried = add_heard(connection, head.pack_id, head.pack, head.dim, sounds.values(), cancel)
            add_places(connection, places, [(path, one.sound.payload_digest) for path, one in heard], cancel)
            said.added += carried.sounds
            said.segments += carried.segments
            said.unchanged += carried.known
            done += len(shard.files)
            tell(done / max(1, plan.files))
    for unread in plan.all_unread():
        if unread.is_lasting:
            said.failed += 1
        else:
            said.skipped.append((unread.path, unread.trouble))
    said.seconds = time.monotonic() - started_s
    return said


def _places(connection: Connection, volumes: Sequence[tuple[str, FilePath]]) -> list[tuple[int, FilePath]]:
    """Returns the server's volume numbers with their folders. Raises StudioRefused for an unknown name."""
    numbers: dict[str, int] = dict(connection.execute("SELECT name, id FROM earshot.volume").fetchall())
    for name, _ in volumes:
        if name not in numbers:
            raise StudioRefused(told(StudioFault.NO_SUCH_VOLUME, name), advice=StudioAdvice.SEE_VOLUMES)
    return [(numbers[name], folder) for name, folder in volumes]
