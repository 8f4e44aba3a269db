"""What `earshot-train reproduce` prints: what rows need, and measured beside published."""

from collections.abc import Iterator, Mapping, Sequence

from training.measures.bootstrap import Interval
from training.paper import PAPERS, PaperRow
from training.reproduction.needs import Needs
from training.reproduction.rows import ReproducedRow
from training.reproduction.running import RowOutcome

_COLUMNS = {"map10": "mAP@10", "recall1": "R@1", "recall5": "R@5", "recall10": "R@10", "map16": "mAP@16"}


def needs_lines(row: ReproducedRow, found: Needs, done: Sequence[str]) -> Iterator[str]:
    """Gives what one row is, needs and lacks.

    Args:
        row: the row.
        found: what was found of its needs.
        done: names of rows that were run before.
    """
    paper, config = row.paper, found.config
    yield f"{row.name}: {paper.row} ({paper.paper}, table {', '.join(paper.tables)})"
    yield f"  recipe     {row.path}"
    yield f"  published  {published(paper)}"
    for name in row.needs:
        yield f"  builds on  {name}, {'which is there' if name in done else 'which runs first'}"
    if row.trains:
        yield f"  learns     {', '.join(config.data.train)}: {_items(found, config.batch.size)}"
        if not paper.start:
            audio, text = config.model.audio, config.model.text
            yield f"  weights    {audio.tower}: {audio.checkpoint or 'random'}"
            yield f"             {getattr(text, 'name', text.tower)}: {text.checkpoint or 'random'}"
    for url in found.fetched:
        yield f"  to fetch   {url}"
    for what in found.missing:
        yield f"  MISSING    {what}"
    if paper.note:
        yield f"  note       {paper.note}"
    if row.name in done:
        yield "  has been run"
    elif not found.missing:
        yield "  nothing is missing"


def outcome_lines(outcome: RowOutcome) -> Iterator[str]:
    """Gives one row's figures beside the published ones, in per cent."""
    paper = outcome.row.paper
    columns = [name for name in _COLUMNS if name != "map16" or paper.map16 is not None]
    yield f"{outcome.row.name}: {paper.row} ({PAPERS[paper.paper]})"
    yield f"  {'':16}" + "".join(f"{_COLUMNS[name]:>22}" for name in columns)
    yield f"  {'published':16}" + "".join(f"{_percent(getattr(paper, name)):>22}" for name in columns)
    for which, found in outcome.figures.items():
        label = {"last": "last weights", "best": "best on val", "ensemble": "ensemble"}[which]
        mark = " *" if which == paper.weights and len(outcome.figures) > 1 else ""
        yield f"  {label + mark:16}" + "".join(f"{_measured(getattr(found, name)):>22}" for name in columns)
    sizes = {(found.queries, found.sounds) for found in outcome.figures.values()}
    for queries, sounds in sizes - {(0, 0)}:
        yield f"  {queries} captions, each ranking {sounds} sounds; 95 % intervals over sounds; *: as published"
    if sizes == {(0, 0)}:
        yield "  nothing is left to measure this row on"


def published(paper: PaperRow) -> str:
    """Gives the published figures on one line."""
    figures = [
        f"{title} {getattr(paper, name):.2f}" for name, title in _COLUMNS.items() if getattr(paper, name) is not None
    ]
    return "   ".join(figures) or "no figures"


def summary(rows: Mapping[str, ReproducedRow], needs: Mapping[str, Needs], done: Sequence[str]) -> str:
    """Gives one line over all rows, which stand after what they build on."""
    lacking: set[str] = set()
    for name, found in needs.items():
        if name not in done and (found.missing or lacking.intersection(rows[name].needs)):
            lacking.add(name)
    ready = len(needs) - len(done) - len(lacking)
    told = f"{len(needs)} rows: {len(done)} run before, {ready} ready, {len(lacking)} lack something"
    return f"{told} or build on one that does" if lacking else told


def _items(found: Needs, batch: int) -> str:
    if found.captions is None or found.steps is None:
        return "nobody knows how many captions before the corpora are here"
    epochs = found.config.run.epochs
    lasts = "" if epochs is None else f", {epochs} epochs"
    return f"about {found.captions:,} captions{lasts}, {found.steps:,} steps of {batch}"


def _percent(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"


def _measured(value: Interval | None) -> str:
    return "–" if value is None else f"{100 * value.value:.2f} ({100 * value.low:.1f}–{100 * value.high:.1f})"
