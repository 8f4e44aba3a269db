"""transcript-edits.db: what the user corrected in transcripts, kept apart from the machine's words.

An edit says what is said from one time to another, in sounds with the same audio; no pass touches it. Edits lie over
the machine's words in the order they were made. Only the last one of a sound can be taken back.
"""

import time
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from engine.base.errors import DialogueError
from engine.base.messages import told
from engine.base.types import SpokenWord
from engine.features.dialogue.messages import DialogueAdvice, DialogueFault
from engine.store.user_database import UserDatabase

MOST_LETTERS = 2_000
"""Of one edit."""
_FILE = UserDatabase(
    "transcript-edits.db",
    """
-- digest: of the audio, as in transcripts.db. An empty text: nothing is said there.
CREATE TABLE edit(
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    digest BLOB NOT NULL,
    start_ms INTEGER NOT NULL,
    end_ms INTEGER NOT NULL,
    text TEXT NOT NULL,
    made_s INTEGER NOT NULL,
    CHECK(0 <= start_ms AND start_ms < end_ms)
) STRICT;
CREATE INDEX edit_by_digest ON edit(digest);
""",
)
FILE_NAME = _FILE.name
Transcript = tuple[tuple[SpokenWord, ...], ...]
"""Stretches of speech in order, each with its words."""


class TranscriptEdit(Struct, frozen=True):
    """What the user says is said from `start_s` to `end_s`."""

    start_s: float
    end_s: float
    text: str

    def covers(self, word: SpokenWord) -> bool:
        return self.start_s <= (word.start_s + word.end_s) / 2 <= self.end_s


def keep_edit(folder: Path, digest: bytes, edit: TranscriptEdit) -> int:
    """Keeps an edit of the sounds with this audio; returns its number.

    Args:
        folder: the library's folder.
        digest: of the audio.
        edit: its text may be empty, which takes the words out.

    Raises:
        DialogueError: the stretch is empty, or the text too long.
        LibraryError: the file cannot be written, or the library is held.
        StorageFull: no space left.
    """
    start_ms, end_ms = round(1000 * edit.start_s), round(1000 * edit.end_s)
    if not 0 <= start_ms < end_ms:
        raise DialogueError(DialogueFault.EDIT_NOWHERE, advice=DialogueAdvice.EDIT_STRETCH)
    text = " ".join(edit.text.split())
    if len(text) > MOST_LETTERS:
        raise DialogueError(told(DialogueFault.EDIT_LONG, len(text), MOST_LETTERS), advice=DialogueAdvice.EDIT_SHORTER)
    with _FILE.writing(folder) as connection:
        connection.execute(
            "INSERT INTO edit(digest, start_ms, end_ms, text, made_s) VALUES (?, ?, ?, ?, ?)",
            (digest, start_ms, end_ms, text, int(time.time())),
        )
        return connection.last_insert_rowid()


def take_back_edit(folder: Path, digest: bytes, number: int | None = None) -> bool:
    """Takes back an edit of a sound, the last one without `number`; returns whether there was one.

    Raises:
        LibraryError: the file cannot be written, or the library is held.
    """
    if not (folder / FILE_NAME).is_file():
        return False
    last = "SELECT max(id) FROM edit WHERE digest = ?1 AND (?2 IS NULL OR id = ?2)"
    with _FILE.writing(folder) as connection:
        connection.execute(f"DELETE FROM edit WHERE id = ({last})", (digest, number))
        return bool(connection.changes())


def edits_of(folder: Path, digests: Iterable[bytes] | None = None) -> Mapping[bytes, Sequence[TranscriptEdit]]:
    """Returns the edits by the digest of the audio, in the order they were made; of all sounds without `digests`.

    Raises:
        LibraryError: the file is damaged, or of a newer Earshot.
    """
    found: dict[bytes, list[TranscriptEdit]] = {}
    with _FILE.reading(folder) as connection:
        if connection is None:
            return {}
        sql = "SELECT digest, start_ms, end_ms, text FROM edit"
        rows = (
            connection.execute(f"{sql} ORDER BY id")
            if digests is None
            else (row for one in digests for row in connection.execute(f"{sql} WHERE digest = ? ORDER BY id", (one,)))
        )
        for digest, start_ms, end_ms, text in rows:
            found.setdefault(bytes(digest), []).append(TranscriptEdit(start_ms / 1000, end_ms / 1000, str(text)))
    return found


def edited(transcript: Transcript, edits: Sequence[TranscriptEdit]) -> Transcript:
    """Returns a transcript with the user's words in the place of the machine's.

    As many words as were there keep their times; others share the stretch by their letters.
    """
    stretches = [list(stretch) for stretch in transcript]
    for edit in edits:
        old = [word for stretch in stretches for word in stretch if edit.covers(word)]
        new = _timed(edit, old)
        home = next((at for at, stretch in enumerate(stretches) if any(map(edit.covers, stretch))), None)
        stretches = [[word for word in stretch if not edit.covers(word)] for stretch in stretches]
        if home is None:
            stretches.append(new)
        else:
            stretches[home] = sorted((*stretches[home], *new), key=lambda word: word.start_s)
    kept = sorted((stretch for stretch in stretches if stretch), key=lambda stretch: stretch[0].start_s)
    return tuple(tuple(stretch) for stretch in kept)


def correction(words: Sequence[SpokenWord], text: str) -> TranscriptEdit | None:
    """Returns the smallest edit that turns a line into a text; None if it says so already.

    Args:
        words: of the line, in order of time, at least one.
        text: what the line should be.
    """
    old, new = [word.text for word in words], text.split()
    if old == new:
        return None
    first = 0
    while first < min(len(old), len(new)) and old[first] == new[first]:
        first += 1
    last = 0
    while last < min(len(old), len(new)) - first and old[-1 - last] == new[-1 - last]:
        last += 1
    if first == len(old) - last:  # words were added only: they share the place of a neighbour
        first, last = (first - 1, last) if first else (first, last - 1)
    there = words[first : len(old) - last]
    return TranscriptEdit(there[0].start_s, there[-1].end_s, " ".join(new[first : len(new) - last]))


def _timed(edit: TranscriptEdit, old: Sequence[SpokenWord]) -> list[SpokenWord]:
    texts = edit.text.split()
    if len(texts) == len(old):
        return [SpokenWord(text, word.start_s, word.end_s, 1.0) for text, word in zip(texts, old, strict=True)]
    whole, at, words = sum(map(len, texts)), 0, []
    length_s = edit.end_s - edit.start_s
    for text in texts:
        start_s = edit.start_s + length_s * at / whole
        at += len(text)
        words.append(SpokenWord(text, start_s, edit.start_s + length_s * at / whole, 1.0))
    return words
