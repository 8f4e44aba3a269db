"""What packs other than the one that is searched made of sounds: set aside, forgotten, and marked as out of date.

A sound's own row and its detail hold the segments of one pack, `sound.pack`; those of every other pack are rows of the
table embedding in the same shape, so that a library is searched with another pack by changing one value of meta.
Inside a transaction of the catalogue only; `pack` is a number of the table pack.
"""

from collections.abc import Sequence

import apsw
import numpy as np

from engine.store.connection import id_list
from engine.types import Ids

_CURRENT = "(SELECT value FROM meta WHERE key = 'pack')"
_BURY = (
    "INSERT INTO tombstone(sound_id, first_segment, segments, sequence)"
    " SELECT NULL, first_segment, segments, ? FROM embedding WHERE segments > 0 AND sound_id IN carray(?)"
)
_BURY_OWN = (
    "INSERT INTO tombstone(sound_id, first_segment, segments, sequence)"
    " SELECT NULL, first_segment, segments, ? FROM sound WHERE segments > 0 AND id IN carray(?)"
)
_SET_ASIDE = (
    "INSERT OR REPLACE INTO embedding SELECT pack, id, first_segment, segments, bounds, ? FROM sound"
    " JOIN detail ON sound_id = id WHERE id IN carray(?)"
)
_MARK_NAME = (
    "INSERT OR IGNORE INTO stale_name SELECT pack, sound_id FROM"
    f" (SELECT pack, sound_id FROM embedding WHERE sound_id = ?1 AND pack IS NOT {_CURRENT}"
    f" UNION SELECT pack, id FROM sound WHERE id = ?1 AND pack IS NOT NULL AND pack IS NOT {_CURRENT})"
    " WHERE EXISTS (SELECT 1 FROM detail WHERE detail.sound_id = ?1 AND name_text IS NOT ?2)"
)


def forget(connection: apsw.Connection, ids: Ids, sequence: int, *, pack: int | None = None) -> None:
    """Forgets what other packs made of these sounds, because they hold something else now; of one pack where named."""
    only = "" if pack is None else f" AND pack = {pack}"
    connection.execute(_BURY + only, (sequence, id_list(ids)))
    connection.execute(f"DELETE FROM embedding WHERE sound_id IN carray(?){only}", (id_list(ids),))
    connection.execute(f"DELETE FROM stale_name WHERE sound_id IN carray(?){only}", (id_list(ids),))


def make_way(
    connection: apsw.Connection,
    same: Sequence[tuple[int, int | None]],
    others: Sequence[int],
    pack: int | None,
    sequence: int,
) -> None:
    """Makes way for sounds that are stored anew: their rows will hold what the pack that is searched makes of them.

    Args:
        connection: the catalogue's.
        same: sounds whose payload is what it was, with the pack their rows are of: what other packs made stays.
        others: those that hold something else: what any pack made of them is forgotten.
        pack: the one that is searched.
        sequence: of the change.
    """
    aside = np.array([id for id, of in same if of not in (None, pack)], dtype=np.int64)
    replaced = np.array([*others, *(id for id, of in same if of in (None, pack))], dtype=np.int64)
    if pack is not None:
        forget(connection, np.array([id for id, _ in same], dtype=np.int64), sequence, pack=pack)
    connection.execute(_SET_ASIDE, (sequence, id_list(aside)))
    forget(connection, np.array(others, dtype=np.int64), sequence)
    connection.execute(_BURY_OWN, (sequence, id_list(replaced)))


def names_changed(connection: apsw.Connection, names: Sequence[tuple[int, str]]) -> None:
    """Notes that other packs' name vectors of these sounds are out of date, before their new name texts are stored.

    Args:
        connection: the catalogue's.
        names: (sound, new text); one that is the text already changes nothing.
    """
    connection.executemany(_MARK_NAME, names)
