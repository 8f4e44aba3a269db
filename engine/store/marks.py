"""The user's marks on sounds: tags, favourites, plays and uses, and membership in collections.

Tags keep the user's spelling and are compared by `folded`, so a tag has one spelling per library. The table is keyed by
spelling; a query for a tag therefore looks up its spellings first, with one index access per distinct tag, however many
sounds have it. A filter for an unknown tag or collection finds those that differ only in accents or look-alike letters.

Rows of `mark`, `tag` and `collection_item` refer to the sound's id. Before a sound's row is deleted, `keep` copies them
under the digest of its payload; `give_back` restores them when the same payload is stored again. Removing and re-adding
a folder, or losing and regaining a file, therefore loses nothing.
"""

from collections.abc import Sequence

import apsw

from engine.base.types import Ids, SoundId
from engine.store.connection import id_list
from engine.store.database import Database

KNOWN_TAGS = (
    "WITH RECURSIVE known(name) AS (SELECT min(name) FROM tag UNION ALL"
    " SELECT (SELECT min(name) FROM tag WHERE name > known.name) FROM known WHERE known.name IS NOT NULL)"
    " SELECT name FROM known WHERE name IS NOT NULL"
)
"""Every tag once, by spelling."""
SPELLINGS = f"SELECT name FROM ({KNOWN_TAGS}) WHERE folded(name) = ?"
"""Spellings of one folded tag: one, unless another library or a restored sound brought a second. Needs `folded`."""
_IS_MEANT = (
    "folded(name) = folded(it)"
    " OR plain(name) = plain(it) AND NOT EXISTS (SELECT 1 FROM {} WHERE folded(name) = folded(it))"
)
TAGS_MEANT = (
    f"WITH asked(it) AS (SELECT ?), tags(name) AS MATERIALIZED ({KNOWN_TAGS})"
    f" SELECT name FROM tags, asked WHERE {_IS_MEANT.format('tags')}"
)
"""The spellings of the tag that a filter names, as typed; those of similar tags if there is none."""
COLLECTIONS_MEANT = (
    f"WITH asked(it) AS (SELECT ?) SELECT id FROM collection, asked WHERE {_IS_MEANT.format('collection')}"
)
"""The id of the collection that a filter names, likewise."""
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
"""An empty row, as an undone import leaves it, may be overwritten."""
_GIVE_TAGS = (
    "INSERT OR IGNORE INTO tag(sound_id, name) SELECT ?,"
    f" coalesce((SELECT name FROM ({KNOWN_TAGS}) AS own WHERE folded(own.name) = folded(kept_tag.name)), kept_tag.name)"
    " FROM kept_tag WHERE payload_digest = ?"
)
"""Uses the library's spelling, which may have changed meanwhile."""
_GIVE_ITEMS = (
    "INSERT OR IGNORE INTO collection_item(sound_id, collection_id, position)"
    " SELECT ?, collection_id, position FROM kept_item WHERE payload_digest = ?"
)


class UserMarks:
    """The user's marks. One thread owns it; `engine.library.user_data` makes bulk and undoable changes."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def tags(self, id: SoundId) -> tuple[str, ...]:
        sql = "SELECT name FROM tag WHERE sound_id = ? ORDER BY folded(name), name"
        return tuple(row[0] for row in self._database.rows(sql, id))

    def heard_order(self, limit: int = -1) -> Ids:
        """int64 [N]: played sounds, latest first; a negative limit means no limit."""
        return self._database.ids(
            "SELECT sound_id FROM mark WHERE last_played_s IS NOT NULL ORDER BY last_played_s DESC LIMIT ?", limit
        )

    def used_order(self, limit: int = -1) -> Ids:
        """int64 [N]: sounds dragged or copied out, latest first; a negative limit means no limit."""
        return self._database.ids(
            "SELECT sound_id FROM (SELECT sound_id, last_used_s FROM mark WHERE last_used_s IS NOT NULL UNION ALL"
            " SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]')"
            " FROM json_each(exported(NULL, NULL, NULL))) GROUP BY sound_id ORDER BY max(last_used_s) DESC LIMIT ?",
            limit,
        )

    def collection_order(self, name: str) -> Ids:
        """int64 [N]: sounds of the collection that a filter names, in its order."""
        return self._database.ids(
            f"SELECT sound_id FROM collection_item WHERE collection_id IN ({COLLECTIONS_MEANT})"
            " ORDER BY position, sound_id",
            name,
        )

    def collections_of(self, ids: Ids) -> dict[int, tuple[str, ...]]:
        """Names of the collections that contain each sound, by sound; sounds in no collection are absent."""
        sql = (
            "SELECT sound_id, name FROM collection_item JOIN collection ON collection.id = collection_id"
            " WHERE sound_id IN carray(?) ORDER BY collection.position"
        )
        names: dict[int, tuple[str, ...]] = {}
        for sound, name in self._database.rows(sql, id_list(ids)):
            names[sound] = (*names.get(sound, ()), name)
        return names

    def collection_counts(self) -> dict[int, int]:
        """Number of sounds in each collection, by its id; empty collections are absent."""
        rows = self._database.rows(
            "SELECT collection_id, count(*) FROM collection_item JOIN sound ON sound.id = sound_id WHERE error = ''"
            " GROUP BY collection_id"
        )
        return {int(id): int(count) for id, count in rows}


def keep(connection: apsw.Connection, ids: Ids) -> None:
    """Copies the user's marks on these sounds before their rows are deleted. Inside a transaction.

    Two sounds with one payload share a copy, with the tags and collections of both and the higher rating.
    """
    for sql in (*_DROP_RESTORED, _KEEP_MARKS, _KEEP_TAGS, _KEEP_ITEMS):
        connection.execute(sql, (apsw.carray(ids),))


def give_back(connection: apsw.Connection, sounds: Sequence[tuple[int, bytes]]) -> None:
    """Restores what was kept for these sounds, given as (id, payload digest); present values win.

    Inside a transaction.
    """
    if not connection.execute("SELECT EXISTS (SELECT 1 FROM kept_mark)").fetchone()[0]:  # type: ignore[index]
        return
    for sql in (_GIVE_MARKS, _GIVE_TAGS, _GIVE_ITEMS):
        connection.executemany(sql, sounds)
    connection.executemany(
        "UPDATE kept_mark SET is_restored = 1 WHERE payload_digest = ?", [(digest,) for _, digest in sounds]
    )
