"""transcripts.db: what is said in a library's sounds, word by word, made with one dialogue pack.

A transcript is made again when the sound, the pack or the rules of `recogniser` change. An hour of speech takes about
1 MB. The user's corrections are elsewhere (`edits`), and are read in the place of these words.
"""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from engine.base.types import PackId, SoundId, SpokenWord
from engine.features.dialogue.edits import Transcript as Transcript
from engine.features.dialogue.edits import edited, edits_of
from engine.features.dialogue.library_transcripts import FILE_NAME as FILE_NAME
from engine.features.dialogue.recogniser import VERSION as RULES
from engine.features.speech.results_file import ListenerFile

_VERSION = 100 * 1 + RULES
_LANGUAGES = """
-- asked: the code that the user gave, or empty. spoken: the code as which it was read, or empty.
-- Files of before lack this table.
CREATE TABLE IF NOT EXISTS spoken_language(
    sound_id INTEGER PRIMARY KEY REFERENCES heard(sound_id) ON DELETE CASCADE,
    asked TEXT NOT NULL,
    spoken TEXT NOT NULL,
    confidence REAL NOT NULL
) STRICT;
"""
_TABLES = """
-- words: JSON, a list of [text, start in ms, end in ms, probability in %]; times are of the sound.
CREATE TABLE stretch(
    sound_id INTEGER NOT NULL REFERENCES heard(sound_id) ON DELETE CASCADE,
    start_ms INTEGER NOT NULL,
    words TEXT NOT NULL,
    PRIMARY KEY(sound_id, start_ms)
) STRICT, WITHOUT ROWID;
"""


class SpokenLanguage(Struct, frozen=True):
    """The language as which a sound was transcribed."""

    asked: str
    """The code that the user gave for it; empty: the pack decided."""
    code: str
    """The code as which it was read; empty where nothing is said."""
    confidence: float
    """Probability of that language by the model; 1 where it was given."""


class TranscriptFile(ListenerFile):
    """transcripts.db of a library. One thread owns it."""

    @classmethod
    def for_pack(cls, folder: Path, pack_id: PackId) -> "TranscriptFile":
        """Opens it for writing, replacing one of another pack. Raises LibraryError if it cannot be written."""
        file = cls.to_write(folder, FILE_NAME, _VERSION, _TABLES, pack_id)
        with file.change():
            file.connection.execute(_LANGUAGES)
        return file

    @classmethod
    def at(cls, folder: Path) -> "TranscriptFile | None":
        """Opens it for reading; None if there is none of this version."""
        return cls.to_read(folder, FILE_NAME, _VERSION)

    def keep(
        self, sound: SoundId, digest: bytes, transcript: Transcript, language: SpokenLanguage | None = None
    ) -> None:
        """Replaces a sound's transcript. Raises LibraryError if the disk is full."""
        with self.change():
            self.begin(sound, digest)
            rows = [(sound, round(1000 * words[0].start_s), _packed(words)) for words in transcript if words]
            self.connection.executemany("INSERT OR REPLACE INTO stretch VALUES (?, ?, ?)", rows)
            if language is not None:
                values = (sound, language.asked, language.code, language.confidence)
                self.connection.execute("INSERT INTO spoken_language VALUES (?, ?, ?, ?)", values)

    def keep_failed(self, sound: SoundId, digest: bytes, error: str, asked: str) -> None:
        """Records that a sound cannot be transcribed, as what language was asked. Raises as `keep`."""
        with self.change():
            self.failed(sound, digest, error)
            self.connection.execute("INSERT INTO spoken_language VALUES (?, ?, '', 1.0)", (sound, asked))

    def transcript(self, sound: SoundId) -> Transcript:
        """Returns what is said in a sound, corrected; empty if nothing is, or if it was not transcribed."""
        found = self.written(sound)
        digest = self.digest(sound)
        edits = None if digest is None else edits_of(self.folder, [digest]).get(digest)
        return edited(found, edits) if edits else found

    def written(self, sound: SoundId) -> Transcript:
        """Returns what the machine wrote, without the user's corrections."""
        rows = self.rows("SELECT words FROM stretch WHERE sound_id = ? ORDER BY start_ms", (sound,))
        return tuple(_unpacked(words) for (words,) in rows)

    def digest(self, sound: SoundId) -> bytes | None:
        """Returns the digest of a sound's audio; None if it was not transcribed."""
        rows = self.rows("SELECT digest FROM heard WHERE sound_id = ? AND error = ''", (sound,))
        return bytes(rows[0][0]) if rows else None

    def stretches(self) -> Iterator[tuple[SoundId, tuple[SpokenWord, ...]]]:
        """Yields every stretch, corrected, by sound and in order of time. Raises LibraryError if a file is damaged."""
        edits = edits_of(self.folder)
        known = self.known().items() if edits else ()
        corrected = {sound: edits[digest] for sound, digest in known if digest in edits}
        with self.reading():
            for sound, words in self.connection.execute("SELECT sound_id, words FROM stretch ORDER BY 1, start_ms"):
                if sound not in corrected:
                    yield SoundId(sound), _unpacked(words)
        for sound in sorted(corrected):
            for stretch in edited(self.written(sound), corrected[sound]):
                yield sound, stretch

    def languages(self, sound: SoundId | None = None) -> dict[SoundId, SpokenLanguage]:
        """Returns the languages of transcribed sounds, or of one; those of an earlier Earshot have none."""
        if not self.rows("SELECT 1 FROM sqlite_schema WHERE name = 'spoken_language'"):
            return {}
        sql = "SELECT sound_id, asked, spoken, confidence FROM spoken_language"
        rows = self.rows(sql) if sound is None else self.rows(f"{sql} WHERE sound_id = ?", (sound,))
        return {
            SoundId(sound): SpokenLanguage(str(asked), str(spoken), float(confidence))
            for sound, asked, spoken, confidence in rows
        }

    def counts(self) -> tuple[int, int]:
        """Returns how many sounds were transcribed, and in how many of them something is said."""
        transcribed = self.rows("SELECT count(*) FROM heard WHERE error = ''")[0][0]
        return int(transcribed), int(self.rows("SELECT count(DISTINCT sound_id) FROM stretch")[0][0])


def text_of(words: Sequence[SpokenWord]) -> str:
    """Returns the words as a text."""
    return " ".join(word.text for word in words)


def _packed(words: Sequence[SpokenWord]) -> str:
    rows = [
        [word.text, round(1000 * word.start_s), round(1000 * word.end_s), round(100 * word.probability)]
        for word in words
    ]
    return json.dumps(rows, ensure_ascii=False, separators=(",", ":"))


def _unpacked(words: str) -> tuple[SpokenWord, ...]:
    return tuple(
        SpokenWord(str(text), start_ms / 1000, end_ms / 1000, percent / 100)
        for text, start_ms, end_ms, percent in json.loads(words)
    )
