"""Start times of recordings, for filters: derived from metadata in the same change."""

from collections.abc import Sequence

import apsw

from engine.audio.slate import clock_of
from engine.base.types import Ids, SoundMetadata
from engine.store.connection import id_list


def store_starts(connection: apsw.Connection, ids: Ids, of: Sequence[SoundMetadata]) -> None:
    """Replaces the start times of sounds. Inside a change, after their rows are stored."""
    connection.execute("DELETE FROM recording_start WHERE sound_id IN carray(?)", (id_list(ids),))
    rates = dict(connection.execute("SELECT id, sample_rate_hz FROM sound WHERE id IN carray(?)", (id_list(ids),)))
    found = ((id, clock_of(said.fields, int(rates.get(id) or 0))) for id, said in zip(ids.tolist(), of, strict=True))
    connection.executemany(
        "INSERT INTO recording_start(sound_id, clock) VALUES (?, ?)",
        [(id, clock) for id, clock in found if clock is not None],
    )
