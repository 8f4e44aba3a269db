"""Which row of the table is which row of the ranking, when some rows are open and show what lies under them.

Only the open rows are remembered, so a million closed ones cost nothing. No Qt here.
"""

from bisect import bisect_left, insort
from dataclasses import dataclass

from engine.search.ranking import Ranking


@dataclass(frozen=True, slots=True)
class Spot:
    """What stands in a row of the table."""

    base: int
    """The row of the ranking."""
    child: int = -1
    """Which of the rows under it, from 0; -1 for the row itself."""


class RowLayout:
    """Rows of the table over `count` rows of which some are open."""

    def __init__(self, count: int = 0) -> None:
        self._count = count
        self._open: list[tuple[int, int]] = []
        """(row of the ranking, rows under it), ascending."""

    def __len__(self) -> int:
        """Rows of the table."""
        return self._count + sum(under for _, under in self._open)

    def spot(self, row: int) -> Spot:
        """What stands in a row of the table."""
        shift = 0
        for base, under in self._open:
            if row <= base + shift:
                break
            if row <= base + shift + under:
                return Spot(base, row - base - shift - 1)
            shift += under
        return Spot(row - shift)

    def row(self, base: int) -> int:
        """The row of the table in which a row of the ranking stands."""
        return base + sum(under for other, under in self._open if other < base)

    def under(self, base: int) -> int:
        """How many rows are shown under a row of the ranking; 0 while it is closed."""
        at = bisect_left(self._open, (base, 0))
        return self._open[at][1] if at < len(self._open) and self._open[at][0] == base else 0

    def open(self, base: int, under: int) -> None:
        """Opens a closed row."""
        if under > 0 and not self.under(base):
            insort(self._open, (base, under))

    def close(self, base: int) -> None:
        """Closes an open row."""
        self._open = [(other, under) for other, under in self._open if other != base]

    @property
    def opened(self) -> tuple[int, ...]:
        """The open rows of the ranking, ascending."""
        return tuple(base for base, _ in self._open)

    @property
    def is_flat(self) -> bool:
        """True while no row is open: rows of the table are rows of the ranking."""
        return not self._open


@dataclass(frozen=True, slots=True, eq=False)
class Wanted:
    """Rows whose hits are asked for."""

    show: int
    """Which showing they belong to: an answer to an older one is of no use."""
    page: int
    ranking: Ranking
    rows: tuple[int, ...]
    """Rows of the ranking."""
