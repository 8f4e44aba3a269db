"""Row heights of the results, as in the setting `density`."""

from enum import StrEnum


class Density(StrEnum):
    """The choices, highest first."""

    ROOMY = "roomy"
    """Two lines: the name, and the description below."""
    STANDARD = "standard"
    """One line: the name, then the description."""
    COMPACT = "compact"
    """Like standard, at the minimum height of text."""

    @property
    def row_px(self) -> int:
        return _ROW_PX[self]

    @property
    def next(self) -> "Density":
        """The next one, wrapping around."""
        every = tuple(Density)
        return every[(every.index(self) + 1) % len(every)]


_ROW_PX = {Density.ROOMY: 46, Density.STANDARD: 30, Density.COMPACT: 24}
TWO_LINES_FROM_PX = 40
"""Rows of at least this height have the description below the name."""
