"""How high the rows of the results are: a value of the setting `density`, and what a row of that height holds."""

from enum import StrEnum


class Density(StrEnum):
    """The choices, highest first."""

    ROOMY = "roomy"
    """Two lines: the name, and what describes the sound under it."""
    STANDARD = "standard"
    """One line: the name, and what describes the sound behind it."""
    COMPACT = "compact"
    """The same, as low as text can stand."""

    @property
    def row_px(self) -> int:
        """The height of a row."""
        return _ROW_PX[self]

    @property
    def next(self) -> "Density":
        """The one after it, round and round."""
        every = tuple(Density)
        return every[(every.index(self) + 1) % len(every)]


_ROW_PX = {Density.ROOMY: 46, Density.STANDARD: 30, Density.COMPACT: 24}
TWO_LINES_FROM_PX = 40
"""A row from this height on has its description under the name."""
