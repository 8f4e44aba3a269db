"""How rows stand on this machine, and what a family of rows is asked: values and a protocol."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Literal, Protocol

from engine.errors import EngineError
from training.reproduction.published import PublishedRow


class RowsError(EngineError):
    """Rows that nobody knows, or recipes of them that cannot be used."""


class ReproductionError(EngineError):
    """A row that cannot run: something is missing, or it is another group's and only quoted."""


@dataclass(frozen=True, slots=True)
class MachinePlaces:
    """Where things lie on this machine, and what of a row's run is another than its recipe says."""

    corpora: Mapping[str, Path]
    """As `--data` says; of a corpus named twice the last."""
    checkpoints: Path | None = None
    """Folder of published weights: files under their published names, folders of text encoders under theirs."""
    variants: Path | None = None
    """File of generated captions."""
    may_fetch: bool = False
    """Whether published weights that are not here may be fetched over the network."""
    precision: Literal["", "auto", "32", "bf16", "16"] = ""
    """Instead of the recipes' 16, which only a GPU has; empty: as they say."""
    device: str = ""
    """Instead of the recipes'; empty: as they say (training.device)."""
    data: tuple[str, ...] = ()
    """`--data` to the letter, for families whose corpora may be named more than once."""


class Readiness(Enum):
    """How a row stands on this machine."""

    DONE = "run before"
    READY = "ready"
    LACKS = "lacks something"
    QUOTED = "another group's, only quoted"


@dataclass(frozen=True, slots=True)
class RunSize:
    """How long a row's run is, as far as it is known without the corpora."""

    learns_from: tuple[str, ...]
    """Parts of corpora."""
    items: int | None = None
    """Of an epoch; None where nobody knows before the corpora are here."""
    epochs: int | None = None
    steps: int | None = None
    batch: int = 0


@dataclass(frozen=True, slots=True)
class RowStanding:
    """One row on this machine."""

    row: PublishedRow
    missing: tuple[str, ...] = ()
    """Sentences; empty when nothing is."""
    to_fetch: tuple[str, ...] = ()
    """Addresses of what will be fetched, where that is allowed."""
    is_done: bool = False
    size: RunSize | None = None
    """None of a row that trains nothing."""

    @property
    def readiness(self) -> Readiness:
        """How it stands by itself; what it builds on may lack something all the same."""
        if self.row.is_quoted:
            return Readiness.QUOTED
        if self.is_done:
            return Readiness.DONE
        return Readiness.LACKS if self.missing else Readiness.READY


def lacking_rows(found: Sequence[RowStanding]) -> dict[str, str]:
    """Gives the rows that cannot run, by name: "" where they lack something themselves, else what they build on lacks.

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
    """The rows of papers that are run alike: a module."""

    @property
    def PAPERS(self) -> Collection[str]:  # noqa: N802
        """What `--paper` may name to mean them."""

    @property
    def CORPORA(self) -> Collection[str]:  # noqa: N802
        """Names before the sign in `--data NAME=DIR`."""

    def rows(self, recipes: Path | None) -> Mapping[str, PublishedRow]:
        """Gives all rows by name; with a folder of recipes, those of it, none where they are not this family's."""

    def standing(
        self, names: Sequence[str], places: MachinePlaces, runs: Path, recipes: Path | None
    ) -> list[RowStanding]:
        """Gives how these rows and all that they build on stand, what is built on first."""

    def run(self, names: Sequence[str], places: MachinePlaces, runs: Path, recipes: Path | None) -> Iterator[str]:
        """Runs these rows and what they build on, nothing of it missing; yields measured beside published, in lines."""
