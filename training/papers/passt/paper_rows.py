"""A row of a paper's table as values: its place, figures, needs and recipe. Runs nothing."""

from dataclasses import dataclass
from enum import Enum
from pathlib import Path


class Measure(Enum):
    """Quantity of a published figure; the value is its name in tables."""

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
    """One number of a table, to the digits printed there."""

    measure: Measure
    value: float
    """In the paper's unit: per cent for retrieval and ABX, shares of 1 for words, bits per second."""
    table: str = ""
    """Its table, where a row's figures span several; empty: each of the row's."""


class NeedKind(Enum):
    """Kind of thing a row needs."""

    CORPUS = "corpus"
    AUDIO_WEIGHTS = "audio weights"
    TEXT_WEIGHTS = "text weights"
    CAPTIONS = "captions"
    GPU = "GPU"


@dataclass(frozen=True, slots=True)
class Requirement:
    """One thing a row needs besides other rows."""

    kind: NeedKind
    name: str
    """Its owner's name for it, with the parts needed."""
    origin: str
    """An address, a record, or who distributes it."""


@dataclass(frozen=True, slots=True)
class PublishedRow:
    """One row of a paper's tables."""

    paper: str
    """As in training.base.paper_row.PAPERS."""
    name: str
    """Its name on the command line; unique over all papers."""
    tables: tuple[str, ...]
    """Where it stands: a table's number, "figure 1", "readme", "final" or "baseline"."""
    title: str
    figures: tuple[PublishedFigure, ...] = ()
    """Empty where the paper has only a curve, or nothing."""
    needs: tuple[Requirement, ...] = ()
    recipe: Path | None = None
    """Its training; None for another group's row, which is only quoted."""
    change: str = ""
    """The change that a family makes to the recipe for this row."""
    builds_on: tuple[str, ...] = ()
    """Rows that run first."""
    theirs: str = ""
    """Owner of the system where the paper compares itself with another group's."""
    note: str = ""
    """What the published account leaves open, and our choice."""

    @property
    def is_quoted(self) -> bool:
        """Whether it only serves comparison and never runs here."""
        return self.recipe is None and not self.builds_on
