"""The standing of rows on this machine, and the protocol of a family of rows."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Literal, Protocol

from engine.base.errors import EngineError
from training.papers.passt.paper_rows import PublishedRow


class RowsError(EngineError):
    """Unknown rows, or unusable recipes of rows."""


class ReproductionError(EngineError):
    """A row that cannot run: something is missing, or it is another group's and only quoted."""


@dataclass(frozen=True, slots=True)
class MachinePlaces:
    """Where things lie on this machine, and overrides of recipes."""

    corpora: Mapping[str, Path]
    """From `--data`; of a corpus named twice, the last."""
    checkpoints: Path | None = None
    """Folder of published weights: files under their published names, folders of text encoders under theirs."""
    variants: Path | None = None
    may_fetch: bool = False
    """Whether missing published weights may be fetched over the network."""
    precision: Literal["", "auto", "32", "bf16", "16"] = ""
    """Overrides the recipes' 16, which needs a GPU; empty: no override."""
    device: str = ""
    """Overrides the recipes' (training.base.device); empty: no override."""
    data: tuple[str, ...] = ()
    """`--data` verbatim, for families whose corpora may be named more than once."""


class Readiness(Enum):
    """Whether a row can run on this machine."""

    DONE = "run before"
    READY = "ready"
    LACKS = "lacks something"
    QUOTED = "another group's, only quoted"


@dataclass(frozen=True, slots=True)
class RunSize:
    """Length of a row's run, as far as known without the corpora."""

    learns_from: tuple[str, ...]
    """Parts of corpora."""
    items: int | None = None
    """Per epoch; None where only the corpora tell."""
    epochs: int | None = None
    steps: int | None = None
    batch: int = 0


@dataclass(frozen=True, slots=True)
class RowStatus:
    """One row on this machine."""

    row: PublishedRow
    missing: tuple[str, ...] = ()
    """Sentences; empty when nothing is."""
    to_fetch: tuple[str, ...] = ()
    """Addresses to fetch from, where allowed."""
    is_done: bool = False
    size: RunSize | None = None
    """None for a row that trains nothing."""

    @property
    def readiness(self) -> Readiness:
        """Its own readiness; what it builds on may still lack something."""
        if self.row.is_quoted:
            return Readiness.QUOTED
        if self.is_done:
            return Readiness.DONE
        return Readiness.LACKS if self.missing else Readiness.READY


def lacking_rows(found: Sequence[RowStatus]) -> dict[str, str]:
    """Returns the rows that cannot run, by name: "" where they lack something themselves, else what they wait for.

    Args:
        found: rows, each after what it builds on.
    """
    lacking: dict[str, str] = {}
    for one in found:
        if one.readiness is Readiness.LACKS:
            lacking[one.row.name] = ""
        elif one.readiness is Readiness.READY:
            below = next((name for name in one.row.builds_on if name in lacking), "")
            if below:
                lacking[one.row.name] = below
    return lacking


class RowFamily(Protocol):
    """Rows of papers that run alike; implemented by modules."""

    @property
    def PAPERS(self) -> Collection[str]:  # noqa: N802
        """Values of `--paper` that select them."""

    @property
    def CORPORA(self) -> Collection[str]:  # noqa: N802
        """Names before the sign in `--data NAME=DIR`."""

    def rows(self, recipes: Path | None) -> Mapping[str, PublishedRow]:
        """Returns all rows by name; with a folder of recipes, those in it, none if they are not this family's."""

    def standing(
        self, names: Sequence[str], places: MachinePlaces, runs: Path, recipes: Path | None
    ) -> list[RowStatus]:
        """Returns the standing of these rows and everything they build on, prerequisites first."""

    def run(self, names: Sequence[str], places: MachinePlaces, runs: Path, recipes: Path | None) -> Iterator[str]:
        """Runs these rows and what they build on; nothing may be missing. Yields lines of measured beside published."""
