"""When recordings begin on the clock, for a filter to ask: made of their metadata, in the same change."""

from collections.abc import Sequence

import apsw

from engine.audio.slate import clock_of
from engine.store.connection import id_list
from engine.types import Ids, SoundMetadata


def store_starts(connection: apsw.Connection, ids: Ids, of: Sequence[SoundMetadata]) -> None:
    """Notes when sounds begin, in place of what was noted of them. In a change, when their rows are there."""
    connection.execute("DELETE FROM recording_start WHERE sound_id IN carray(?)", (id_list(ids),))
    rates = dict(connection.execute("SELECT id, sample_rate_hz FROM sound WHERE id IN carray(?)", (id_list(ids),)))
    found = ((id, clock_of(said.fields, int(rates.get(id) or 0))) for id, said in zip(ids.tolist(), of, strict=True))
    connection.executemany(
        "INSERT INTO recording_start(sound_id, clock) VALUES (?, ?)",
        [(id, clock) for id, clock in found if clock is not None],
    )
