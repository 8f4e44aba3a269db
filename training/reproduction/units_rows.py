"""The rows of the paper on units: a recipe each, in training/recipes/units."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from training.recipe import RECIPES
from training.reproduction.published import Measure, NeededThing, NeedKind, PublishedFigure, PublishedRow
from training.reproduction.standing import MachinePlaces, ReproductionError, RowStanding, RunSize
from training.units.recordings import READERS
from training.units.settings import UnitsConfig
from training.units.tables import FOLDER, WANTED, missing, read_rows

PAPERS = ("units",)
CORPORA = tuple(READERS)


def rows(recipes: Path | None) -> dict[str, PublishedRow]:
    """See `RowFamily`."""
    if recipes not in (None, RECIPES):
        return {}
    return {name: _published(name, config) for name, config in read_rows().items() if config.paper.tables}


def standing(names: Sequence[str], places: MachinePlaces, runs: Path, recipes: Path | None) -> list[RowStanding]:
    """See `RowFamily`."""
    known, found = read_rows(), []
    for name in names:
        config = known[name]
        size = RunSize(config.parts.train, steps=config.codes_run.steps, batch=config.codes_run.batch)
        gone = tuple(missing(config, places.corpora))
        found.append(RowStanding(_published(name, config), gone, size=size))
    return found


def run(names: Sequence[str], places: MachinePlaces, runs: Path, recipes: Path | None) -> Iterator[str]:
    """See `RowFamily`.

    Raises:
        ReproductionError: the challenge's own ABX, which these figures are of, is not measured by this command.
    """
    recipe = FOLDER / f"{names[0]}.toml"
    raise ReproductionError(
        f"{names[0]} is measured by the challenge's own ABX, which this command does not run",
        advice=f"Learn it by earshot-train units train {recipe}, measure it by earshot-train units measure.",
    )


def _published(name: str, config: UnitsConfig) -> PublishedRow:
    paper, parts = config.paper, config.parts
    figures: Mapping[Measure, float | None] = {Measure.ABX: paper.abx, Measure.BITRATE: paper.bitrate}
    corpora = dict.fromkeys(part.partition(":")[0] for part in (*parts.train, *parts.target, *parts.test))
    return PublishedRow(
        paper="units",
        name=name,
        tables=paper.tables,
        title=paper.row,
        figures=tuple(PublishedFigure(measure, value) for measure, value in figures.items() if value is not None),
        needs=tuple(NeededThing(NeedKind.CORPUS, corpus, WANTED[corpus]) for corpus in corpora),
        recipe=FOLDER / f"{name}.toml",
        note=paper.note,
    )
