"""Keeps what the user gave a sound when its row goes, and gives it back when the same payload is stored again.

Rows of `mark`, `tag` and `collection_item` are tied to the sound's id, these copies to the digest of its payload, so
a folder that is taken out and added again, or a file that went and came back, loses nothing. Inside a transaction of
the catalogue only.
"""

from collections.abc import Sequence

import apsw

from engine.store.tags import KNOWN_TAGS
from engine.types import Ids

_DIGESTS = "(SELECT payload_digest FROM sound WHERE payload_digest IS NOT NULL AND id IN carray(?))"
_RESTORED = f"(SELECT payload_digest FROM kept_mark WHERE is_restored AND payload_digest IN {_DIGESTS})"
_DROP_RESTORED = tuple(
    f"DELETE FROM {table} WHERE payload_digest IN {_RESTORED}" for table in ("kept_tag", "kept_item", "kept_mark")
)
_KEEP_MARKS = """
INSERT INTO kept_mark(payload_digest, rating, colour, note, plays, last_played_s, uses, last_used_s)
SELECT payload_digest, coalesce(rating, 0), colour, coalesce(note, ''),
    coalesce(plays, 0), last_played_s, coalesce(uses, 0), last_used_s
FROM sound LEFT JOIN mark ON mark.sound_id = sound.id
WHERE payload_digest IS NOT NULL AND sound.id IN carray(?) AND (
    mark.sound_id IS NOT NULL
    OR EXISTS (SELECT 1 FROM tag WHERE tag.sound_id = sound.id)
    OR EXISTS (SELECT 1 FROM collection_item WHERE collection_item.sound_id = sound.id)
)
ON CONFLICT(payload_digest) DO UPDATE SET
    rating = max(rating, excluded.rating),
    colour = coalesce(excluded.colour, colour),
    note = CASE WHEN excluded.note = '' THEN note ELSE excluded.note END,
    plays = max(plays, excluded.plays),
    last_played_s = nullif(max(coalesce(last_played_s, 0.0), coalesce(excluded.last_played_s, 0.0)), 0.0),
    uses = max(uses, excluded.uses),
    last_used_s = nullif(max(coalesce(last_used_s, 0.0), coalesce(excluded.last_used_s, 0.0)), 0.0),
    is_restored = 0
"""
_KEEP_TAGS = (
    "INSERT OR IGNORE INTO kept_tag SELECT payload_digest, name FROM tag JOIN sound ON id = sound_id"
    " WHERE payload_digest IS NOT NULL AND id IN carray(?)"
)
_KEEP_ITEMS = (
    "INSERT OR IGNORE INTO kept_item SELECT payload_digest, collection_id, position FROM collection_item"
    " JOIN sound ON id = sound_id WHERE payload_digest IS NOT NULL AND id IN carray(?)"
)
_GIVE_MARKS = (
    "INSERT INTO mark SELECT ?, rating, colour, note, plays, last_played_s, uses, last_used_s FROM kept_mark"
    " WHERE payload_digest = ? AND (rating OR colour IS NOT NULL OR note != '' OR plays OR uses)"
    " ON CONFLICT(sound_id) DO UPDATE SET rating = excluded.rating, colour = excluded.colour, note = excluded.note,"
    " plays = excluded.plays, last_played_s = excluded.last_played_s, uses = excluded.uses,"
    " last_used_s = excluded.last_used_s"
    " WHERE NOT mark.rating AND mark.colour IS NULL AND mark.note = '' AND NOT mark.plays AND NOT mark.uses"
)
"""A row that says nothing, as an import that was taken back leaves it, stands in nobody's way."""
_GIVE_TAGS = (
    "INSERT OR IGNORE INTO tag(sound_id, name) SELECT ?,"
    f" coalesce((SELECT name FROM ({KNOWN_TAGS}) AS own WHERE folded(own.name) = folded(kept_tag.name)), kept_tag.name)"
    " FROM kept_tag WHERE payload_digest = ?"
)
"""In the library's spelling: meanwhile somebody may have given the tag another."""
_GIVE_ITEMS = (
    "INSERT OR IGNORE INTO collection_item(sound_id, collection_id, position)"
    " SELECT ?, collection_id, position FROM kept_item WHERE payload_digest = ?"
)


def keep(connection: apsw.Connection, ids: Ids) -> None:
    """Copies what the user gave these sounds, before their rows go.

    Two copies of one payload are kept as one: with the tags and collections of both and the greater rating.
    """
    for sql in (*_DROP_RESTORED, _KEEP_MARKS, _KEEP_TAGS, _KEEP_ITEMS):
        connection.execute(sql, (apsw.carray(ids),))


def give_back(connection: apsw.Connection, sounds: Sequence[tuple[int, bytes]]) -> None:
    """Gives sounds, as (id, payload digest), what was kept for their payloads; what a row has by now stays."""
    if not connection.execute("SELECT EXISTS (SELECT 1 FROM kept_mark)").fetchone()[0]:  # type: ignore[index]
        return
    for sql in (_GIVE_MARKS, _GIVE_TAGS, _GIVE_ITEMS):
        connection.executemany(sql, sounds)
    connection.executemany(
        "UPDATE kept_mark SET is_restored = 1 WHERE payload_digest = ?", [(digest,) for _, digest in sounds]
    )
