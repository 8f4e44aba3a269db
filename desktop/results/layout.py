"""Maps rows of the table to rows of the ranking while some rows are expanded.

Only expanded rows are stored, so a million closed ones cost nothing. No Qt here.
"""

from bisect import bisect_left, insort

from msgspec import Struct

from engine.library.answers import Ranking


class RowPosition(Struct, frozen=True):
    """Position of a table row."""

    base: int
    """Row of the ranking."""
    child: int = -1
    """Index among the rows under it, from 0; -1 for the row itself."""


class RowLayout:
    """Layout of `count` rows, some of which are expanded."""

    def __init__(self, count: int = 0) -> None:
        self._count = count
        self._open: list[tuple[int, int]] = []
        """(row of the ranking, rows under it), ascending."""

    def __len__(self) -> int:
        return self._count + sum(under for _, under in self._open)

    def spot(self, row: int) -> RowPosition:
        shift = 0
        for base, under in self._open:
            if row <= base + shift:
                break
            if row <= base + shift + under:
                return RowPosition(base, row - base - shift - 1)
            shift += under
        return RowPosition(row - shift)

    def row(self, base: int) -> int:
        """Table row of a row of the ranking."""
        return base + sum(under for other, under in self._open if other < base)

    def under(self, base: int) -> int:
        """Number of rows shown under a row of the ranking; 0 if closed."""
        at = bisect_left(self._open, (base, 0))
        return self._open[at][1] if at < len(self._open) and self._open[at][0] == base else 0

    def open(self, base: int, under: int) -> None:
        if under > 0 and not self.under(base):
            insort(self._open, (base, under))

    def close(self, base: int) -> None:
        self._open = [(other, under) for other, under in self._open if other != base]

    @property
    def opened(self) -> tuple[int, ...]:
        """Expanded rows of the ranking, ascending."""
        return tuple(base for base, _ in self._open)

    @property
    def is_flat(self) -> bool:
        """Whether no row is expanded: table rows equal rows of the ranking."""
        return not self._open


class HitRequest(Struct, frozen=True, eq=False):
    """Rows whose hits are requested."""

    show: int
    """Generation of the display: answers for an older one are dropped."""
    page: int
    ranking: Ranking
    rows: tuple[int, ...]
    """Rows of the ranking."""
