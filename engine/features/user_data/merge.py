"""Plans what a staged file changes in a library, by the rules of docs/user-data.md; in temporary tables, by SQL.

Present values stay, missing ones are filled in from the file, and what can be merged is merged. A sound has only one
rating and one colour: `Prefer` decides whose.
"""

from typing import Any

import apsw

from engine.base.types import FAVOURITE
from engine.features.user_data.records import MOST_NAMED, Count, DataDifference, Prefer, RecordKind
from engine.library.user_data.marks import LONGEST_NOTE
from engine.store.marks import KNOWN_TAGS

_JOIN = """
    max(rating) AS rating, substr(min(printf('%020d', n) || colour), 21) AS colour,
    joined_notes(note ORDER BY n) AS note, max(plays) AS plays, max(last_played_s) AS last_played_s,
    max(uses) AS uses, max(last_used_s) AS last_used_s
"""
_BETWEEN = "\n\n"


def _merged(key: str, source: str, table: str) -> str:
    """SELECT that merges the joined lines `source` with the rows of `table`, by `key`."""

    def later(column: str) -> str:
        return f"coalesce(max(mine.{column}, file.{column}), mine.{column}, file.{column})"

    return f"""
    SELECT {key}, coalesce(mine.rating, 0) AS my_rating, mine.colour AS my_colour, coalesce(mine.note, '') AS my_note,
        coalesce(mine.plays, 0) AS my_plays, mine.last_played_s AS my_last_played_s,
        coalesce(mine.uses, 0) AS my_uses, mine.last_used_s AS my_last_used_s,
        file.rating AS its_rating, file.colour AS its_colour, file.note AS its_note,
        CASE WHEN file.rating AND (:prefers_file OR NOT coalesce(mine.rating, 0)) THEN file.rating
            ELSE coalesce(mine.rating, 0) END AS rating,
        CASE WHEN :prefers_file THEN coalesce(file.colour, mine.colour) ELSE coalesce(mine.colour, file.colour) END
            AS colour,
        CASE WHEN file.note = '' OR file.note = mine.note THEN coalesce(mine.note, '')
            WHEN coalesce(mine.note, '') = '' THEN file.note
            ELSE joined(mine.note, file.note, :prefers_file) END AS note,
        max(coalesce(mine.plays, 0), file.plays) AS plays, {later("last_played_s")} AS last_played_s,
        max(coalesce(mine.uses, 0), file.uses) AS uses, {later("last_used_s")} AS last_used_s
    FROM {source} AS file LEFT JOIN {table} AS mine USING ({key})
    """


_PLAN = f"""
CREATE TEMP TABLE group_mark AS SELECT g, min(n) AS n, {_JOIN} FROM member JOIN in_sound USING (n) GROUP BY g;
CREATE INDEX temp.group_mark_by_group ON group_mark(g);
CREATE TEMP TABLE sound_mark AS SELECT sound_id, {_JOIN} FROM target JOIN group_mark USING (g) GROUP BY sound_id;
CREATE TEMP TABLE waiting_mark AS
    SELECT payload AS payload_digest, {_JOIN} FROM waiting JOIN in_sound USING (n, payload) GROUP BY payload;
CREATE TEMP TABLE own_kept AS SELECT * FROM kept_mark WHERE NOT is_restored
    AND payload_digest IN (SELECT payload FROM waiting);
CREATE INDEX temp.own_kept_by_payload ON own_kept(payload_digest);

CREATE TEMP TABLE new_mark AS {_merged("sound_id", "sound_mark", "mark")};
CREATE TEMP TABLE new_kept AS {_merged("payload_digest", "waiting_mark", "own_kept")};

-- Tags in the library's spelling, or in the first one of the file.
CREATE TEMP TABLE known_tag AS SELECT name, folded(name) AS folded FROM ({KNOWN_TAGS});
CREATE INDEX temp.known_by_folded ON known_tag(folded, name);
CREATE TEMP TABLE spelling AS
    SELECT folded, coalesce((SELECT min(known_tag.name) FROM known_tag WHERE known_tag.folded = in_tag.folded),
        min(name)) AS name
    FROM in_tag GROUP BY folded;
CREATE INDEX temp.spelling_by_folded ON spelling(folded, name);
CREATE TEMP TABLE group_tag AS SELECT DISTINCT g, folded FROM member JOIN in_tag USING (n);
CREATE INDEX temp.group_tag_by_group ON group_tag(g);
CREATE TEMP TABLE new_tag AS
    SELECT DISTINCT sound_id, spelling.name FROM target JOIN group_tag USING (g) JOIN spelling USING (folded)
    WHERE NOT EXISTS (SELECT 1 FROM known_tag JOIN tag ON tag.name = known_tag.name
        WHERE known_tag.folded = group_tag.folded AND tag.sound_id = target.sound_id);
CREATE TEMP TABLE own_kept_tag AS
    SELECT payload_digest, folded(name) AS folded FROM kept_tag JOIN own_kept USING (payload_digest);
CREATE INDEX temp.own_kept_tag_by_all ON own_kept_tag(payload_digest, folded);
CREATE TEMP TABLE new_kept_tag AS
    SELECT DISTINCT payload AS payload_digest, spelling.name FROM waiting JOIN in_tag USING (n)
    JOIN spelling USING (folded) WHERE NOT EXISTS (SELECT 1 FROM own_kept_tag
        WHERE own_kept_tag.payload_digest = payload AND own_kept_tag.folded = in_tag.folded);

CREATE TEMP TABLE new_thesaurus AS
    SELECT n, word, other, is_refused FROM in_thesaurus AS file
    WHERE NOT EXISTS (SELECT 1 FROM thesaurus WHERE thesaurus.word = file.word AND thesaurus.other = file.other);
CREATE TEMP TABLE new_collection AS
    SELECT n, name, folded FROM in_collection WHERE folded NOT IN (SELECT folded FROM collection);
CREATE TEMP TABLE group_item AS
    SELECT g, folded, min(in_item.place) AS place FROM member JOIN in_item USING (n) GROUP BY g, folded;
CREATE INDEX temp.group_item_by_group ON group_item(g);
CREATE TEMP TABLE new_item AS
    SELECT folded, sound_id, min(place) AS place FROM target JOIN group_item USING (g)
    WHERE NOT EXISTS (SELECT 1 FROM collection JOIN collection_item ON collection_id = collection.id
        WHERE collection.folded = group_item.folded AND collection_item.sound_id = target.sound_id)
    GROUP BY folded, sound_id;
CREATE TEMP TABLE new_kept_item AS
    SELECT folded, payload AS payload_digest, min(place) AS place FROM waiting JOIN in_item USING (n)
    WHERE NOT EXISTS (SELECT 1 FROM collection JOIN kept_item ON collection_id = collection.id
        JOIN own_kept USING (payload_digest) WHERE collection.folded = in_item.folded AND payload_digest = payload)
    GROUP BY folded, payload;
"""


_DIFFERS = {
    RecordKind.RATINGS: "my_rating AND its_rating AND my_rating != its_rating",
    RecordKind.COLOURS: "my_colour IS NOT NULL AND its_colour IS NOT NULL AND my_colour != its_colour",
    RecordKind.NOTES: "my_note != '' AND note != my_note",
}
_IS_NEW = {
    RecordKind.RATINGS: "NOT my_rating AND rating",
    RecordKind.COLOURS: "my_colour IS NULL AND colour IS NOT NULL",
    RecordKind.NOTES: "my_note = '' AND note != ''",
    RecordKind.LISTENING: "plays IS NOT my_plays OR uses IS NOT my_uses"
    " OR last_played_s IS NOT my_last_played_s OR last_used_s IS NOT my_last_used_s",
}
_IS_LEFT_OUT = "my_note != '' AND its_note != '' AND NOT holds_note(note, its_note)"
_NAMED = {**_DIFFERS, RecordKind.NOTES: f"({_DIFFERS[RecordKind.NOTES]} OR {_IS_LEFT_OUT})"}
_SHOWN = {RecordKind.RATINGS: "rating", RecordKind.COLOURS: "colour", RecordKind.NOTES: "note"}
_MARKS = "(SELECT * FROM new_mark UNION ALL SELECT * FROM new_kept)"


class MergePlan:
    """The changes of a staged file, in the tables `new_*`; `engine.features.user_data.apply` applies them."""

    def __init__(self, connection: apsw.Connection, prefer: Prefer) -> None:
        """Plans the changes in the transaction that applies them, after
        `engine.features.user_data.import_file.pair`.
        """
        self._connection = connection
        connection.create_scalar_function("joined", joined, 3, deterministic=True)  # type: ignore[arg-type]
        connection.create_scalar_function("holds_note", holds, 2, deterministic=True)  # type: ignore[arg-type]
        connection.create_aggregate_function("joined_notes", NotesAggregate, 1)
        connection.execute(_PLAN, {"prefers_file": prefer is Prefer.FILE})

    def counts(self) -> list[Count]:
        """Returns the counts that concern sounds, and collections."""
        marks = [Count(kind, self.number(f"{_MARKS} WHERE {_IS_NEW[kind]}"), self._differing(kind)) for kind in _IS_NEW]
        tags = "(SELECT name FROM new_tag UNION ALL SELECT name FROM new_kept_tag)"
        return [
            *marks,
            Count(RecordKind.FAVOURITES, self.number(f"{tags} WHERE name = ?", FAVOURITE)),
            Count(RecordKind.TAGS, self.number(f"{tags} WHERE name != ?", FAVOURITE)),
            Count(RecordKind.COLLECTIONS, self.number("new_collection")),
            Count(RecordKind.THESAURUS, self.number("new_thesaurus")),
            Count(RecordKind.ITEMS, self.number("new_item") + self.number("new_kept_item")),
        ]

    def notes_left_out(self) -> int:
        """Counts the file's notes that do not fit beside present ones."""
        return self.number(f"{_MARKS} WHERE {_IS_LEFT_OUT}")

    def differences(self) -> list[DataDifference]:
        """Returns the first sounds whose values differ between library and file."""
        found: list[DataDifference] = []
        for kind, column in _SHOWN.items():
            rows = self._connection.execute(
                f"SELECT coalesce((SELECT min(place) FROM here WHERE here.sound_id = new_mark.sound_id), ''),"
                f" my_{column}, its_{column} FROM new_mark WHERE {_NAMED[kind]} ORDER BY 1 LIMIT ?",
                (MOST_NAMED,),
            )
            found += [DataDifference(kind, name, str(mine), str(its)) for name, mine, its in rows]
        return found

    def waiting_names(self) -> list[str]:
        """Returns places of the first sounds that are not in the library."""
        rows = self._connection.execute(
            "SELECT max(place) FROM waiting JOIN in_sound USING (n) GROUP BY in_sound.payload ORDER BY 1 LIMIT ?",
            (MOST_NAMED,),
        )
        return [row[0] for row in rows]

    def number(self, source: str, *values: object) -> int:
        """Counts the rows FROM `source`."""
        return int(self._connection.execute(f"SELECT count(*) FROM {source}", values).fetchone()[0])  # type: ignore[index]

    def _differing(self, kind: RecordKind) -> int:
        return self.number(f"{_MARKS} WHERE {_DIFFERS[kind]}") if kind in _DIFFERS else 0


def joined(mine: str, its: str, its_first: bool = False) -> str:
    """Joins two notes with a blank line; or returns the one that contains the other as whole paragraphs.

    If both together exceed a note's limit, returns only `mine`: `holds` then tells that the other is left out.
    """
    if holds(mine, its):
        return mine
    if holds(its, mine):
        return its
    both = f"{its}{_BETWEEN}{mine}" if its_first else f"{mine}{_BETWEEN}{its}"
    return both if len(both) <= LONGEST_NOTE else mine


def holds(note: str, part: str) -> bool:
    """Whether a note contains another one as whole paragraphs."""
    return not part or f"{_BETWEEN}{part}{_BETWEEN}" in f"{_BETWEEN}{note}{_BETWEEN}"


class NotesAggregate:
    """The SQL aggregate `joined_notes`."""

    def __init__(self) -> None:
        self._note = ""

    def step(self, *values: Any) -> None:
        self._note = joined(self._note, values[0]) if self._note else values[0]

    def final(self) -> str:
        return self._note
