"""words.db: stretches of speech in a library's sounds, their confidence, and their vectors as bytes.

A unit vector is stored as int8 [D], scaled so that its largest number is 127. Reading normalises it again; cosines
differ by less than 0.01. An hour of speech takes about 15 MB.
"""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from engine.base.types import PackId, SoundId, Vectors
from engine.features.speech.results_file import ListenerFile

FILE_NAME = "words.db"
VERSION = 2
_TABLES = """
-- bounds: int32 [count, 2], little endian, milliseconds; vectors: int8 [count, D]; chances: uint8 [count], of 255, that
-- it is speech; agreements: uint8 [count], of 255, how much its neighbours hear the same. speech_s: seconds of speech.
CREATE TABLE spoken(
    sound_id INTEGER PRIMARY KEY REFERENCES heard(sound_id) ON DELETE CASCADE,
    speech_s REAL NOT NULL,
    count INTEGER NOT NULL,
    bounds BLOB NOT NULL,
    vectors BLOB NOT NULL,
    chances BLOB NOT NULL,
    agreements BLOB NOT NULL
) STRICT;
"""
_COLUMNS = "sound_id, count, bounds, vectors, chances, agreements"
_MOST_ROWS = 65_536
_Row = tuple[int, int, bytes, bytes, bytes, bytes]


class SpeechStretches(Struct, frozen=True, eq=False):
    """Speech heard in one sound: N stretches."""

    speech_s: float
    """Seconds in which somebody may be speaking."""
    starts_s: NDArray[np.float64]
    """float64 [N]."""
    ends_s: NDArray[np.float64]
    vectors: Vectors
    """float32 [N, D]."""
    chances: NDArray[np.float64]
    """float64 [N], probability that each lies in speech."""
    agreements: NDArray[np.float64]
    """float64 [N], 0 to 1, weight of each stretch's cosines; see `engine.features.speech.words_listener.agreeing`."""


class SpeechBlock(Struct, frozen=True, eq=False):
    """Speech heard in several sounds, concatenated."""

    sounds: NDArray[np.int64]
    """int64 [S], ids."""
    bounds: NDArray[np.int64]
    """int64 [S + 1]: sound s has stretches bounds[s] to bounds[s + 1]."""
    starts_s: NDArray[np.float64]
    ends_s: NDArray[np.float64]
    vectors: Vectors
    """float32 [N, D], unit vectors."""
    chances: NDArray[np.float64]
    """float64 [N], as in `SpeechStretches`."""
    agreements: NDArray[np.float64]
    """float64 [N], as in `SpeechStretches`."""


class WordsFile(ListenerFile):
    """words.db of a library. One thread owns it."""

    @classmethod
    def for_pack(cls, folder: Path, pack_id: PackId) -> "WordsFile":
        """Opens it for writing. Raises LibraryError if it cannot be written."""
        return cls.to_write(folder, FILE_NAME, VERSION, _TABLES, pack_id)

    @classmethod
    def at(cls, folder: Path) -> "WordsFile | None":
        """Opens it for reading; None if nothing was heard yet."""
        return cls.to_read(folder, FILE_NAME, VERSION)

    def keep(self, id: SoundId, digest: bytes, spoken: SpeechStretches) -> bool:
        """Stores the speech of a sound in one transaction, and returns whether there is any.

        Raises:
            LibraryError: it cannot be written.
        """
        with self.change():
            self.begin(id, digest)
            if len(spoken.starts_s):
                bounds = np.stack([spoken.starts_s, spoken.ends_s], axis=1) * 1000.0
                self.connection.execute(
                    "INSERT INTO spoken VALUES (?, ?, ?, ?, ?, ?, ?)",
                    (
                        id,
                        spoken.speech_s,
                        len(bounds),
                        bounds.round().astype("<i4").tobytes(),
                        packed(spoken.vectors).tobytes(),
                        _bytes(spoken.chances),
                        _bytes(spoken.agreements),
                    ),
                )
        return len(spoken.starts_s) > 0

    def has_any(self) -> bool:
        return bool(self.rows("SELECT 1 FROM spoken LIMIT 1"))

    def blocks(self, dim: int) -> Iterator[SpeechBlock]:
        """Yields everything, some ten thousand stretches at a time. Raises LibraryError if the file is damaged."""
        rows: list[_Row] = []
        held = 0
        with self.reading():
            for row in self.connection.execute(f"SELECT {_COLUMNS} FROM spoken ORDER BY sound_id"):
                rows.append(row)
                held += rows[-1][1]
                if held >= _MOST_ROWS:
                    yield _block(rows, dim)
                    rows, held = [], 0
            if rows:
                yield _block(rows, dim)


def packed(vectors: Vectors) -> NDArray[np.int8]:
    """Converts unit vectors, float32 [N, D], to int8."""
    largest = np.maximum(np.abs(vectors).max(axis=1, keepdims=True), 1e-12)
    kept: NDArray[np.int8] = np.round(vectors / largest * 127.0).astype(np.int8)
    return kept


def unpacked(kept: NDArray[np.int8]) -> Vectors:
    """Restores unit vectors from `packed`, float32 [N, D]."""
    vectors = kept.astype(np.float32)
    unit: Vectors = vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-12)
    return unit


def _block(rows: list[_Row], dim: int) -> SpeechBlock:
    bounds = np.frombuffer(b"".join(row[2] for row in rows), "<i4").reshape(-1, 2) / 1000.0
    vectors = np.frombuffer(b"".join(row[3] for row in rows), np.int8).reshape(-1, dim)
    counts = np.array([row[1] for row in rows], np.int64)
    chances, agreements = (
        np.frombuffer(b"".join(parts), np.uint8) / 255.0
        for parts in ([row[4] for row in rows], [row[5] for row in rows])
    )
    lengths = [int(counts.sum()), len(bounds), len(vectors), len(chances), len(agreements)]
    if len(set(lengths)) > 1 or (counts < 0).any():
        raise ValueError(f"its parts hold {lengths} stretches")
    return SpeechBlock(
        np.array([row[0] for row in rows], np.int64),
        np.concatenate([[0], np.cumsum(counts)]),
        bounds[:, 0],
        bounds[:, 1],
        unpacked(vectors),
        chances,
        agreements,
    )


def _bytes(shares: NDArray[np.float64]) -> bytes:
    return np.round(255.0 * np.clip(shares, 0.0, 1.0)).astype(np.uint8).tobytes()
