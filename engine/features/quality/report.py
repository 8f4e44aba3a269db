"""What the page of flaws shows: how many sounds have which, and which sounds they are."""

from pathlib import Path

from msgspec import Struct

from engine.base.quality import Flaw, SoundQuality
from engine.base.types import FilePath
from engine.features.quality.measurer import RULES
from engine.store.catalogue import Catalogue

UNCERTAIN = Flaw.CLICKS | Flaw.SEAM
"""Flaws found falsely in one sound of ten (docs/experiments/quality.md)."""
MOST = 2_000
"""Sounds that are listed of one flaw."""


class FlawedSound(Struct, frozen=True):
    """A sound with a flaw."""

    path: FilePath
    quality: SoundQuality


class QualityReport(Struct, frozen=True):
    """How the library stands."""

    counts: tuple[tuple[Flaw, int], ...]
    """Flaws that occur, with the number of their sounds; those that are often found falsely last."""
    measured: int
    flawed: int
    failed: int
    """Sounds that could not be read."""
    waiting: int
    """Sounds at hand that were not measured yet."""


def quality_report(library: Path) -> QualityReport:
    """Counts flaws.

    Raises:
        LibraryError: the library cannot be read.
    """
    with Catalogue.open(library, read_only=True) as catalogue:
        found = sorted(catalogue.quality.counts().items(), key=lambda item: item[0] in UNCERTAIN)
        counts = tuple((flaw, count) for flaw, count in found if count)
        return QualityReport(counts, *catalogue.quality.totals(), catalogue.quality.waiting(RULES)[0])


def flawed_sounds(library: Path, flaw: Flaw) -> tuple[FlawedSound, ...]:
    """Lists sounds with a flaw by path, at most `MOST`.

    Raises:
        LibraryError: the library cannot be read.
    """
    with Catalogue.open(library, read_only=True) as catalogue:
        return tuple(FlawedSound(sound.path, sound.quality) for sound in catalogue.quality.flawed(flaw, MOST))
