"""The output of `earshot-train reproduce`: what rows need, and measured beside published."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from training.base.paper_row import PAPERS
from training.papers.passt.paper_rows import Measure, PublishedFigure, PublishedRow
from training.papers.passt.retrieval import COLUMNS
from training.papers.passt.status import Readiness, RowStatus, RunSize, lacking_rows

if TYPE_CHECKING:
    from training.measures.bootstrap import Interval
    from training.papers.passt.runner import RowOutcome


def standing_lines(found: RowStatus, done: Collection[str], lacking: Mapping[str, str]) -> Iterator[str]:
    """Describes one row: what it is, needs and lacks.

    Args:
        found: the row on this machine.
        done: names of rows that ran before.
        lacking: rows that cannot run; see `lacking_rows`.
    """
    row = found.row
    yield f"{row.name}: {row.title} ({row.paper}, table {', '.join(row.tables)})"
    if row.theirs:
        yield f"  theirs     {row.theirs}"
    if row.recipe is not None:
        yield f"  recipe     {row.recipe}{f', {row.change}' if row.change else ''}"
    yield f"  published  {published(row)}"
    for name in row.builds_on:
        yield f"  builds on  {name}, {'which is there' if name in done else 'which runs first'}"
    if found.size is not None:
        yield f"  learns     {', '.join(found.size.learns_from)}: {_items(found.size)}"
    for thing in row.needs:
        yield f"  needs      {thing.name}: {thing.origin}"
    for url in found.to_fetch:
        yield f"  to fetch   {url}"
    for what in found.missing:
        yield f"  MISSING    {what}"
    if row.note:
        yield f"  note       {row.note}"
    if below := lacking.get(row.name):
        yield f"  cannot run yet: {below}, which it builds on, lacks something"
    else:
        yield f"  {_STANDS[found.readiness]}"


_STANDS = {
    Readiness.DONE: "has been run",
    Readiness.READY: "nothing is missing",
    Readiness.LACKS: "cannot run yet",
    Readiness.QUOTED: "is only quoted: nothing here runs it",
}


def outcome_lines(outcome: RowOutcome) -> Iterator[str]:
    """Yields one row's figures beside the published ones, in per cent."""
    paper = outcome.row.paper
    columns = [name for name in COLUMNS if name != "map16" or paper.map16 is not None]
    yield f"{outcome.row.name}: {paper.row} ({PAPERS[paper.paper]})"
    yield f"  {'':16}" + "".join(f"{COLUMNS[name].value:>22}" for name in columns)
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


def published(row: PublishedRow) -> str:
    """Returns the published figures on one line, each with its table where a row has several."""
    told = [f"{one.measure.value} {_DIGITS[one.measure].format(one.value)}{_where(one)}" for one in row.figures]
    return "   ".join(told) or "no figures"


_DIGITS = {
    measure: "{:.3f}" if measure in (Measure.ACOUSTIC_AP, Measure.CROSS_VIEW_AP) else "{:.2f}" for measure in Measure
}
"""As printed in the papers."""


def _where(figure: PublishedFigure) -> str:
    return f" (table {figure.table})" if figure.table else ""


def summary(found: Sequence[RowStatus]) -> str:
    """Summarises all rows, which come after what they build on, in one line."""
    lacking = lacking_rows(found)
    counts = Counter(one.readiness for one in found)
    done, quoted = counts[Readiness.DONE], counts[Readiness.QUOTED]
    ready = len(found) - done - quoted - len(lacking)
    told = f"{len(found)} rows: {done} run before, {ready} ready, {len(lacking)} lack something"
    told += " or build on one that does" if lacking else ""
    return f"{told}; {quoted} of others, only quoted" if quoted else told


def _items(size: RunSize) -> str:
    if size.items is None or size.steps is None:
        return "nobody knows how many before the corpora are here"
    lasts = "" if size.epochs is None else f", {size.epochs} epochs"
    return f"about {size.items:,} captions{lasts}, {size.steps:,} steps of {size.batch}"


def _percent(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"


def _measured(value: Interval | None) -> str:
    return "–" if value is None else f"{100 * value.value:.2f} ({100 * value.low:.1f}–{100 * value.high:.1f})"
