"""units.db: the unit strings of a library, one row per sound that resembles speech or repeats itself.

A cache beside the catalogue, like words.db: while the files exist, lost units can be heard again. Any other sound has
only a row in `heard`, so that it is not listened to again.
"""

from enum import StrEnum
from pathlib import Path

import numpy as np
from msgspec import Struct
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


class UnitString(Struct, frozen=True):
    """The units of one sound."""

    codes: Codes
    levels: Levels
    reason: UnitsReason


class UnitStrings(Struct, frozen=True, eq=False):
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


class UnitsFile(ListenerFile):
    """units.db of a library. One thread owns it."""

    @classmethod
    def for_pack(cls, folder: Path, pack_id: PackId) -> "UnitsFile":
        """Opens it for writing, dropping another pack's units. Raises LibraryError if it cannot be written."""
        return cls.to_write(folder, NAME, _VERSION, _TABLES, pack_id)

    @classmethod
    def at(cls, folder: Path) -> "UnitsFile | None":
        """Opens it for reading; None if no units were ever kept."""
        return cls.to_read(folder, NAME, _VERSION)

    def keep(self, id: SoundId, digest: bytes, units: UnitString | None) -> bool:
        """Stores a sound's units, or None to record that it has none. Returns whether it contains speech.

        Raises:
            LibraryError: it cannot be written.
        """
        with self.change():
            self.begin(id, digest)
            if units is not None:
                row = (id, units.reason.value, units.codes.tobytes(), units.levels.tobytes())
                self.connection.execute("INSERT INTO units VALUES (?, ?, ?, ?)", row)
        return units is not None and units.reason is UnitsReason.SPEECH

    def get(self, id: SoundId) -> UnitString | None:
        rows = self.rows("SELECT reason, codes, levels FROM units WHERE sound_id = ?", (id,))
        if not rows:
            return None
        reason, codes, levels = rows[0]
        with self.reading():
            return UnitString(np.frombuffer(codes, np.uint8), np.frombuffer(levels, np.uint8), UnitsReason(reason))

    def all(self) -> UnitStrings:
        ids: list[int] = []
        lengths: list[int] = []
        codes: list[bytes] = []
        levels: list[bytes] = []
        rows = self.rows("SELECT sound_id, codes, levels FROM units ORDER BY sound_id")
        with self.reading():
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
