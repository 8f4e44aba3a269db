"""The rows of the retrieval papers: a recipe each, in training/recipes."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from training.base.recipe import RECIPES
from training.data.corpora.registry import READERS
from training.papers.passt.needs import needed_of, needs_of
from training.papers.passt.paper_rows import Measure, PublishedFigure, PublishedRow
from training.papers.passt.rows import ReproducedRow, in_order, read_rows
from training.papers.passt.status import MachinePlaces, RowStatus, RunSize

PAPERS = ("passt", "distillation", "dcase2025")
CORPORA = tuple(READERS)
COLUMNS = {
    "map10": Measure.MAP10,
    "recall1": Measure.RECALL1,
    "recall5": Measure.RECALL5,
    "recall10": Measure.RECALL10,
    "map16": Measure.MAP16,
}
"""Fields of `PaperRow` and of `RowFigures`."""
FIGURES = "figures.json"
"""In the folder of a finished row."""


def rows(recipes: Path | None) -> dict[str, PublishedRow]:
    """Implements `RowFamily.rows`."""
    return {name: _published(row) for name, row in read_rows(recipes or RECIPES).items()}


def standing(names: Sequence[str], places: MachinePlaces, runs: Path, recipes: Path | None) -> list[RowStatus]:
    """Implements `RowFamily.standing`."""
    known = read_rows(recipes or RECIPES)
    return [_standing(row, places, runs) for row in in_order(known, [known[name] for name in names])]


def run(names: Sequence[str], places: MachinePlaces, runs: Path, recipes: Path | None) -> Iterator[str]:
    """Implements `RowFamily.run`."""
    # Imported here: these load torch.
    from training.base.arguments import say
    from training.papers.passt.report import outcome_lines
    from training.papers.passt.runner import run_rows

    known = read_rows(recipes or RECIPES)
    for outcome in run_rows(known, [known[name] for name in names], places, runs, say):
        yield from outcome_lines(outcome)


def is_done(row: ReproducedRow, runs: Path) -> bool:
    """Tells whether a row was run and measured before."""
    return (runs / row.name / FIGURES).is_file()


def _published(row: ReproducedRow) -> PublishedRow:
    paper = row.paper
    figures = {name: getattr(paper, name) for name in COLUMNS}
    return PublishedRow(
        paper=paper.paper,
        name=row.name,
        tables=paper.tables,
        title=paper.row,
        figures=tuple(PublishedFigure(COLUMNS[name], value) for name, value in figures.items() if value is not None),
        needs=needed_of(row),
        recipe=row.path,
        builds_on=row.needs,
        theirs=paper.theirs,
        note=paper.note,
    )


def _standing(row: ReproducedRow, places: MachinePlaces, runs: Path) -> RowStatus:
    if not row.trains:
        return RowStatus(_published(row), is_done=is_done(row, runs))
    found, facts = needs_of(row, places), row.facts
    size = RunSize(facts.train, found.captions, facts.run.epochs, found.steps, facts.batch)
    return RowStatus(_published(row), found.missing, found.fetched, is_done(row, runs), size)
