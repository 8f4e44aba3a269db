"""The user's choices for the words of a search: picked, dragged out, starred, tagged or renamed sounds to learn from.

A choice refers to its sound's payload, not to its row, so it survives the sound's removal. Its words are the folded
describing words of the search. Choices never leave the library, and the user can delete all of them.
"""

import time
from collections.abc import Sequence
from enum import StrEnum

import numpy as np
from msgspec import Struct

from engine.base.text_forms import folded
from engine.base.types import FAVOURITE, SoundId
from engine.store.connection import id_list
from engine.store.database import Database, UserDataKind

MOST_KEPT = 20_000
"""Choices to remember; beyond that the oldest are deleted."""
LONGEST_WORDS = 200
"""Letters of the longest search that choices are kept for: nobody retypes a longer one."""
STARRED_FROM = 4
"""Rating from which a sound counts as starred, like a favourite."""


class ChoiceKind(StrEnum):
    """What the user did with the sound."""

    PICKED = "picked"
    """Picked for a cue of a spotting list or a collection, or named as an example."""
    DRAGGED = "dragged"
    """Dragged out of the window, or copied."""
    STARRED = "starred"
    """Made a favourite or rated high; counts only while that is so."""
    TAGGED = "tagged"
    """Counts only while the sound has a tag."""
    RENAMED = "renamed"


class ChosenSound(Struct, frozen=True):
    """A chosen sound, or a stretch of one."""

    sound: SoundId
    start_s: float | None = None
    """None for the whole sound."""
    end_s: float | None = None


class RecordedChoice(Struct, frozen=True):
    """A stored choice."""

    id: int
    text: str
    """Describing words, folded."""
    kind: ChoiceKind
    chosen: ChosenSound | None
    """None while the sound is not in the library."""
    chosen_s: float
    """Unix time."""


class LabelledSounds(Struct, frozen=True):
    """The sounds with a tag, or in a collection."""

    name: str
    is_tag: bool
    sounds: tuple[SoundId, ...]


_CHOICES = f"""
WITH here(payload_digest, sound_id) AS (
    SELECT payload_digest, min(id) FROM sound
    WHERE error = '' AND payload_digest IN (SELECT payload_digest FROM choice) GROUP BY payload_digest
)
SELECT id, text, kind, start_s, end_s, chosen_s, sound_id FROM choice LEFT JOIN here USING (payload_digest)
WHERE sound_id IS NULL OR CASE kind
    WHEN '{ChoiceKind.STARRED}' THEN
        EXISTS (SELECT 1 FROM tag WHERE tag.sound_id = here.sound_id AND name = '{FAVOURITE}')
        OR EXISTS (SELECT 1 FROM mark WHERE mark.sound_id = here.sound_id AND rating >= {STARRED_FROM})
    WHEN '{ChoiceKind.TAGGED}' THEN
        EXISTS (SELECT 1 FROM tag WHERE tag.sound_id = here.sound_id AND name != '{FAVOURITE}')
    ELSE 1 END
ORDER BY id
"""
_TAGS = (
    "SELECT name, sound_id FROM tag JOIN sound ON sound.id = sound_id WHERE error = '' AND name != ?"
    " AND name IN (SELECT name FROM tag GROUP BY name HAVING count(*) BETWEEN ? AND ?) ORDER BY name, sound_id"
)
_COLLECTIONS = (
    "SELECT name, sound_id FROM collection_item JOIN collection ON collection.id = collection_id"
    " JOIN sound ON sound.id = sound_id WHERE error = '' AND collection_id IN"
    " (SELECT collection_id FROM collection_item GROUP BY collection_id HAVING count(*) BETWEEN ? AND ?)"
    " ORDER BY collection.position, name, sound_id"
)


class Choices:
    """The tables of choices. One thread owns it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def note(self, text: str, kind: ChoiceKind, chosen: Sequence[ChosenSound], *, now_s: float | None = None) -> int:
        """Stores the sounds chosen for these words and returns their number.

        A repeated choice updates its stretch and time. Skips words longer than LONGEST_WORDS and sounds with unknown
        payloads.
        """
        words = folded(" ".join(text.split()))
        if not words or len(words) > LONGEST_WORDS or not chosen:
            return 0
        now = time.time() if now_s is None else now_s
        digests = self._digests(chosen)
        rows = [
            (words, digest, str(kind), one.start_s, one.end_s, now)
            for one in chosen
            if (digest := digests.get(int(one.sound))) is not None
        ]
        with self._database.keeping(UserDataKind.SEARCHES):
            self._database.run_many(
                "INSERT INTO choice(text, payload_digest, kind, start_s, end_s, chosen_s) VALUES (?, ?, ?, ?, ?, ?)"
                " ON CONFLICT(text, payload_digest, kind) DO UPDATE SET start_s = excluded.start_s,"
                " end_s = excluded.end_s, chosen_s = excluded.chosen_s",
                rows,
            )
            self._database.run(
                "DELETE FROM choice WHERE id IN"
                " (SELECT id FROM choice ORDER BY chosen_s DESC, id DESC LIMIT -1 OFFSET ?)",
                MOST_KEPT,
            )
        return len(rows)

    def all(self) -> list[RecordedChoice]:
        """Choices that count now, oldest first; those for removed stars and tags do not."""
        return [
            RecordedChoice(
                id, text, ChoiceKind(kind), None if sound is None else ChosenSound(sound, start, end), chosen_s
            )
            for id, text, kind, start, end, chosen_s, sound in self._database.rows(_CHOICES)
        ]

    def named(self, least: int, most: int) -> list[LabelledSounds]:
        """Tags, then collections, with `least` to `most` sounds, in order; without the favourite mark."""
        found: dict[tuple[bool, str], list[SoundId]] = {}
        for name, sound in self._database.rows(_TAGS, FAVOURITE, least, most):
            found.setdefault((True, name), []).append(SoundId(sound))
        for name, sound in self._database.rows(_COLLECTIONS, least, most):
            found.setdefault((False, name), []).append(SoundId(sound))
        return [
            LabelledSounds(name, is_tag, tuple(sounds))
            for (is_tag, name), sounds in found.items()
            if len(sounds) >= least
        ]

    def not_learnt(self) -> frozenset[str]:
        """Folded names of tags and collections excluded from learning."""
        return frozenset(row[0] for row in self._database.rows("SELECT name FROM not_learnt"))

    def leave_out(self, name: str) -> None:
        """Excludes the tag and the collection of this name from learning."""
        with self._database.keeping(UserDataKind.SEARCHES):
            self._database.run("INSERT OR IGNORE INTO not_learnt(name) VALUES (?)", folded(name))

    def learn_again(self, name: str) -> None:
        """Undoes `leave_out`."""
        with self._database.keeping(UserDataKind.SEARCHES):
            self._database.run("DELETE FROM not_learnt WHERE name = ?", folded(name))

    def remove(self, ids: Sequence[int]) -> None:
        with self._database.keeping(UserDataKind.SEARCHES):
            self._database.run("DELETE FROM choice WHERE id IN carray(?)", id_list(np.asarray(ids, np.int64)))

    def remove_words(self, text: str) -> int:
        """Deletes the choices for these words and returns their number."""
        words = folded(" ".join(text.split()))
        count = int(self._database.rows("SELECT count(*) FROM choice WHERE text = ?", words)[0][0])
        with self._database.keeping(UserDataKind.SEARCHES):
            self._database.run("DELETE FROM choice WHERE text = ?", words)
        return count

    def clear(self) -> None:
        """Deletes every choice; exclusions stay."""
        with self._database.keeping(UserDataKind.SEARCHES):
            self._database.run("DELETE FROM choice")

    def _digests(self, chosen: Sequence[ChosenSound]) -> dict[int, bytes]:
        ids = np.array([one.sound for one in chosen], np.int64)
        sql = "SELECT id, payload_digest FROM sound WHERE payload_digest IS NOT NULL AND id IN carray(?)"
        return dict(self._database.rows(sql, id_list(ids)))
