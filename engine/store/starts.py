"""When recordings begin on the clock, for a filter to ask: made of their metadata, in the same change."""

from collections.abc import Sequence

import apsw

from engine.audio.slate import clock_place, timecode
from engine.store.connection import id_list
from engine.types import Ids, SoundMetadata


def clock_of(metadata: SoundMetadata, sample_rate_hz: int) -> float | None:
    """The timecode at which a recording begins, as `slate.clock_place` gives it; None where there is none."""
    return clock_place(timecode(metadata.fields, sample_rate_hz))


def store_starts(connection: apsw.Connection, ids: Ids, of: Sequence[SoundMetadata]) -> None:
    """Notes when sounds begin, in place of what was noted of them. In a change, when their rows are there."""
    connection.execute("DELETE FROM recording_start WHERE sound_id IN carray(?)", (id_list(ids),))
    rates = dict(connection.execute("SELECT id, sample_rate_hz FROM sound WHERE id IN carray(?)", (id_list(ids),)))
    found = ((id, clock_of(metadata, int(rates.get(id) or 0))) for id, metadata in zip(ids.tolist(), of, strict=True))
    connection.executemany(
        "INSERT INTO recording_start(sound_id, clock) VALUES (?, ?)",
        [(id, clock) for id, clock in found if clock is not None],
    )
