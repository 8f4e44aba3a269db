"""Takes results into a shared library on its server: vectors and descriptions by payload; nothing is listened to again.

Everybody who maps the volumes then fetches them (`earshot server fetch`). What the server has already is left alone, so
that the same results can be committed again, or by several people at once. No sound file is looked at.
"""

import time
from collections.abc import Callable, Sequence

from engine.bulk.believing import Committed, believed
from engine.bulk.plan import ShardPlan
from engine.bulk.results import Results
from engine.error_wording.studio import StudioAdvice, StudioFault
from engine.errors import StudioRefused
from engine.stopping import Cancel, check, never
from engine.studio.heard import HeardSound, add_heard, add_places
from engine.studio.records import ServerAddress
from engine.studio.server import Connection, connected, facts_of
from engine.types import FilePath
from engine.wording import told


def commit_to_server(
    plan: ShardPlan,
    results: Results,
    address: ServerAddress,
    volumes: Sequence[tuple[str, FilePath]] = (),
    *,
    password: str | None = None,
    cancel: Cancel = never,
    tell: Callable[[float], None] = lambda share: None,
) -> Committed:
    """Takes the results of a plan into a shared library.

    Args:
        plan: whose results they are.
        results: of any pack; the server keeps the packs apart.
        address: of the server, and an editor's name.
        volumes: names of volumes on the server, each with the folder that it was when the plan was made. Sounds
            elsewhere have no place there: they are found, and nobody fetches them.
        password: as it was typed; None to look where `connected` looks.
        cancel: asked between batches; what was committed stands.
        tell: told the share that is done.

    Returns:
        What came of it, by payload: of copies one is added.

    Raises:
        BulkError: the plan is damaged.
        StudioError: the server is in the way, this user may not, or it has no volume of that name.
        StopRequested: it was cancelled.
    """
    started_s = time.monotonic()
    said, done = Committed(), 0
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
            sounds = {one.sound.payload_digest: HeardSound(path, one.sound) for path, one in reversed(heard)}
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
    """The server's numbers of volumes, with their folders.

    Raises:
        StudioRefused: there is none of a name.
    """
    numbers: dict[str, int] = dict(connection.execute("SELECT name, id FROM earshot.volume").fetchall())
    for name, _ in volumes:
        if name not in numbers:
            raise StudioRefused(told(StudioFault.NO_SUCH_VOLUME, name), advice=StudioAdvice.SEE_VOLUMES)
    return [(numbers[name], folder) for name, folder in volumes]
