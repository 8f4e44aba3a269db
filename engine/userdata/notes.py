"""Joins notes so that no text is lost and none is there twice."""

from typing import Any

from engine.keeping.marks import LONGEST_NOTE

_BETWEEN = "\n\n"


def joined(mine: str, its: str, its_first: bool = False) -> str:
    """Both notes, a blank line between them; one of them where it holds the other as whole paragraphs.

    Where both together are longer than a note may be, `mine` alone: `holds` says then that the other is left out.
    """
    if holds(mine, its):
        return mine
    if holds(its, mine):
        return its
    both = f"{its}{_BETWEEN}{mine}" if its_first else f"{mine}{_BETWEEN}{its}"
    return both if len(both) <= LONGEST_NOTE else mine


def holds(note: str, part: str) -> bool:
    """Whether a note is in another one, as whole paragraphs."""
    return not part or f"{_BETWEEN}{part}{_BETWEEN}" in f"{_BETWEEN}{note}{_BETWEEN}"


class JoinedNotes:
    """The aggregate `joined_notes` of SQL."""

    def __init__(self) -> None:
        self._note = ""

    def step(self, *values: Any) -> None:
        """Takes one note."""
        self._note = joined(self._note, values[0]) if self._note else values[0]

    def final(self) -> str:
        """All of them."""
        return self._note
