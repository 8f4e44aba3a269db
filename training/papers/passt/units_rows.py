"""The rows of the paper on units: a recipe each, in training/recipes/units."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from training.base.device import choose_device, device_words
from training.base.recipe import RECIPES
from training.papers.passt.paper_rows import Measure, NeedKind, PublishedFigure, PublishedRow, Requirement
from training.papers.passt.status import MachinePlaces, RowStatus, RunSize
from training.papers.units.recordings import READERS
from training.papers.units.settings import UnitsConfig
from training.papers.units.tables import CHALLENGE, FOLDER, RESULT, TRIPLETS, WANTED, measured, missing, read_rows

if TYPE_CHECKING:
    from training.papers.units.challenge import ChallengeOutcome

PAPERS = ("units",)
CORPORA = tuple(READERS)


def rows(recipes: Path | None) -> dict[str, PublishedRow]:
    """Implements `RowFamily.rows`."""
    if recipes not in (None, RECIPES):
        return {}
    return {name: _published(name, config) for name, config in read_rows().items() if config.paper.tables}


def standing(names: Sequence[str], places: MachinePlaces, runs: Path, recipes: Path | None) -> list[RowStatus]:
    """Implements `RowFamily.standing`."""
    known, found = read_rows(), []
    for name in names:
        config = known[name]
        size = RunSize(config.parts.train, steps=config.codes_run.steps, batch=config.codes_run.batch)
        gone = tuple(missing(config, places.corpora)) + _no_triplets(places)
        is_done = (_folder(runs) / name / RESULT).is_file()
        found.append(RowStatus(_published(name, config), gone, is_done=is_done, size=size))
    return found


def run(names: Sequence[str], places: MachinePlaces, runs: Path, recipes: Path | None) -> Iterator[str]:
    """Implements `RowFamily.run`; scores each row as the challenge does, on its own triplets and list."""
    # Imported here: these load torch.
    from training.base.arguments import say
    from training.papers.units.challenge import run_row
    from training.runs.tracking import Hooks

    known, outcomes = read_rows(), dict[str, "ChallengeOutcome"]()
    chosen = choose_device(places.device or "auto")
    say(device_words(chosen))
    for name in names:
        config = replace(known[name], codes_run=replace(known[name].codes_run, device=chosen.name))
        outcome = run_row(config, places.corpora, _folder(runs), Hooks(report=say))
        assert outcome is not None, "nothing stops it"
        outcomes[name] = outcome
    yield from measured({name: known[name] for name in names}, outcomes)


def _folder(runs: Path) -> Path:
    return runs / "units"


def _no_triplets(places: MachinePlaces) -> tuple[str, ...]:
    corpus = places.corpora.get(CHALLENGE)
    if corpus is None or (corpus / TRIPLETS).is_file():
        return ()
    return (f"{CHALLENGE}: there is no {TRIPLETS} in {corpus}",)


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
        needs=tuple(Requirement(NeedKind.CORPUS, corpus, WANTED[corpus]) for corpus in corpora),
        recipe=FOLDER / f"{name}.toml",
        note=paper.note,
    )
