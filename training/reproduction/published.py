"""What a row of a paper's table is, as values: its place, its figures, its needs and its recipe. Runs nothing."""

from dataclasses import dataclass
from enum import Enum
from pathlib import Path


class Measure(Enum):
    """What a published figure is of; the value is what tables call it."""

    MAP10 = "mAP@10"
    RECALL1 = "R@1"
    RECALL5 = "R@5"
    RECALL10 = "R@10"
    MAP16 = "mAP@16"
    ABX = "ABX error"
    BITRATE = "bits/s"
    ACOUSTIC_AP = "acoustic AP"
    CROSS_VIEW_AP = "cross-view AP"


@dataclass(frozen=True, slots=True)
class PublishedFigure:
    """One number of a table, to the digits that are printed there."""

    measure: Measure
    value: float
    """In the paper's own unit: per cent of retrieval and ABX, shares of 1 of words, bits a second."""
    table: str = ""
    """Where it stands when a row's figures are of several tables; empty: in each of the row's."""


class NeedKind(Enum):
    """What sort of thing a row needs."""

    CORPUS = "corpus"
    AUDIO_WEIGHTS = "audio weights"
    TEXT_WEIGHTS = "text weights"
    CAPTIONS = "captions"
    GPU = "GPU"


@dataclass(frozen=True, slots=True)
class NeededThing:
    """One thing that a row needs besides other rows."""

    kind: NeedKind
    name: str
    """As its owner calls it, with the parts that are wanted."""
    origin: str
    """Where it is from: an address, a record, or who gives it out."""


@dataclass(frozen=True, slots=True)
class PublishedRow:
    """One row of a paper's tables."""

    paper: str
    """As training.paper.PAPERS names it."""
    name: str
    """As the command line calls it; unique over all papers."""
    tables: tuple[str, ...]
    """Where it stands: a table's number, "figure 1", "readme", "final" or "baseline"."""
    title: str
    """What it is, in a few words."""
    figures: tuple[PublishedFigure, ...] = ()
    """None where the paper has only a curve, or nothing."""
    needs: tuple[NeededThing, ...] = ()
    recipe: Path | None = None
    """What it is trained by; None of another group's row that is only quoted."""
    change: str = ""
    """The change that a family makes to the recipe for this row; empty: none."""
    builds_on: tuple[str, ...] = ()
    """Rows that run first."""
    theirs: str = ""
    """Whose system it is, when it is another group's that the paper compares itself with."""
    note: str = ""
    """Where the published account leaves something open, and what was chosen."""

    @property
    def is_quoted(self) -> bool:
        """Whether it is there to be compared with and nothing here runs it."""
        return self.recipe is None and not self.builds_on
