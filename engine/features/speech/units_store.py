"""units.db: the unit strings of a library, one row per sound that resembles speech or repeats itself.

A cache beside the catalogue, like words.db: while the files exist, lost units can be heard again. Any other sound has
only a row in `heard`, so that it is not listened to again.
"""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.base.types import Ids, PackId, SoundId
from engine.features.speech.levels import Levels
from engine.features.speech.results_file import ListenerFile
from engine.features.speech.units_model import Codes

NAME = "units.db"
_VERSION = 1
_TABLES = """
CREATE TABLE units(
    sound_id INTEGER PRIMARY KEY REFERENCES heard(sound_id) ON DELETE CASCADE,
    reason TEXT NOT NULL,
    codes BLOB NOT NULL,
    levels BLOB NOT NULL
) STRICT;
"""


class UnitsReason(StrEnum):
    """Why a sound's units are kept."""

    SPEECH = "speech"
    REPETITION = "repetition"


@dataclass(frozen=True, slots=True)
class UnitString:
    """The units of one sound."""

    codes: Codes
    levels: Levels
    reason: UnitsReason


@dataclass(frozen=True, slots=True, eq=False)
class UnitStrings:
    """All unit strings of a library, concatenated."""

    ids: Ids
    """int64 [N], ascending."""
    bounds: NDArray[np.int64]
    """int64 [N + 1]: sound n has bounds[n] to bounds[n + 1]."""
    codes: Codes
    levels: Levels

    def __len__(self) -> int:
        return len(self.ids)

    def of(self, place: int) -> slice:
        """Returns the slice of `codes` and `levels` that belongs to row `place` of `ids`."""
        return slice(int(self.bounds[place]), int(self.bounds[place + 1]))


class UnitsStore:
    """An open units.db. One thread owns it."""

    def __init__(self, file: ListenerFile) -> None:
        self.file = file

    @classmethod
    def to_write(cls, library: Path, pack_id: PackId) -> "UnitsStore":
        """Opens or creates the file for a pack, dropping another pack's units. Raises LibraryError if it cannot."""
        return cls(ListenerFile.to_write(library, NAME, _VERSION, _TABLES, pack_id))

    @classmethod
    def to_read(cls, library: Path) -> "UnitsStore | None":
        """Opens the file for reading; None if no units were ever kept."""
        file = ListenerFile.to_read(library, NAME, _VERSION)
        return None if file is None else cls(file)

    def close(self) -> None:
        self.file.close()

    def __enter__(self) -> "UnitsStore":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def pack_id(self) -> PackId:
        return self.file.pack_id()

    def keep(self, id: SoundId, digest: bytes, units: UnitString | None) -> None:
        """Stores a sound's units, or None to record that it has none. Raises LibraryError if it cannot be written."""
        with self.file.change():
            self.file.begin(id, digest)
            if units is not None:
                row = (id, units.reason.value, units.codes.tobytes(), units.levels.tobytes())
                self.file.connection.execute("INSERT INTO units VALUES (?, ?, ?, ?)", row)

    def fail(self, id: SoundId, digest: bytes, reason: str) -> None:
        with self.file.change():
            self.file.begin(id, digest, reason or "unknown")

    def get(self, id: SoundId) -> UnitString | None:
        rows = self.file.rows("SELECT reason, codes, levels FROM units WHERE sound_id = ?", (id,))
        if not rows:
            return None
        reason, codes, levels = rows[0]
        with self.file.reading():
            return UnitString(np.frombuffer(codes, np.uint8), np.frombuffer(levels, np.uint8), UnitsReason(reason))

    def all(self) -> UnitStrings:
        ids: list[int] = []
        lengths: list[int] = []
        codes: list[bytes] = []
        levels: list[bytes] = []
        rows = self.file.rows("SELECT sound_id, codes, levels FROM units ORDER BY sound_id")
        with self.file.reading():
            for id, some_codes, some_levels in rows:
                if len(some_codes) != len(some_levels):
                    raise ValueError(f"{len(some_codes)} units have {len(some_levels)} levels")
                ids.append(id)
                lengths.append(len(some_codes))
                codes.append(some_codes)
                levels.append(some_levels)
            bounds = np.concatenate([[0], np.cumsum(np.array(lengths, np.int64))]).astype(np.int64)
            return UnitStrings(
                np.array(ids, np.int64),
                bounds,
                np.frombuffer(b"".join(codes), np.uint8),
                np.frombuffer(b"".join(levels), np.uint8),
            )

    def counts(self) -> dict[str, int]:
        return dict(self.file.rows("SELECT reason, count(*) FROM units GROUP BY reason"))
