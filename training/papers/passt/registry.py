"""The rows of every paper by name: what they are, the published figures, what they need and its sources.

A paper's rows are a family: a module that implements `RowFamily`. A new family is a line of `FAMILIES`, a new row one
of its family's list. Loads no torch, so that a dry run of all rows is instant; a family loads it in `run`.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path

from training.data.corpora import registry as corpora
from training.data.corpus import CorpusError
from training.papers.passt import retrieval, units_rows, words_rows
from training.papers.passt.paper_rows import PublishedRow
from training.papers.passt.status import MachinePlaces, ReproductionError, RowFamily, RowsError, RowStatus

FAMILIES: tuple[RowFamily, ...] = (retrieval, units_rows, words_rows)
"""In the order in which papers are listed."""


def all_rows(recipes: Path | None = None) -> dict[str, PublishedRow]:
    """Returns every row of every paper by name, or those of a folder of recipes.

    Raises:
        RowsError: no recipe there, or one with a wrong setting.
    """
    found: dict[str, PublishedRow] = {}
    for family in FAMILIES:
        own = family.rows(recipes)
        assert not found.keys() & own.keys(), "names of rows are unique over all papers"
        found |= own
    if not found:
        raise RowsError(f"{recipes} has no recipe", advice="Name a folder of TOML files with --recipes.")
    return found


def chosen(
    rows: Mapping[str, PublishedRow], paper: str = "", table: str = "", names: Collection[str] = ()
) -> list[PublishedRow]:
    """Returns the rows that a command line selects, in the order of `names`, else of registration.

    Args:
        paper: only of this paper; empty for any.
        table: only of this table, "3", "figure 1", "readme" or "final"; empty for any.
        names: only these; empty for any.

    Raises:
        RowsError: an unknown name, or nothing matches.
    """
    for name in names:
        if name not in rows:
            raise RowsError(f"there is no recipe {name}", advice=f"Known: {', '.join(rows)}.")
    found = [
        rows[name]
        for name in names or rows
        if (not paper or rows[name].paper == paper) and (not table or table.casefold() in rows[name].tables)
    ]
    if not found:
        tables = sorted({one for row in rows.values() if not paper or row.paper == paper for one in row.tables})
        raise RowsError("no recipe answers to that", advice=f"Tables of it are: {', '.join(tables)}.")
    return found


def places_of(texts: Sequence[str]) -> dict[str, Path]:
    """Parses `--data NAME=DIR` options: any name known to a family; a bare DIR is our own corpus.

    Raises:
        CorpusError: an unknown name.
    """
    known = sorted({name for family in FAMILIES for name in family.CORPORA})
    parted = [text.partition("=") for text in texts]
    for name, sign, _ in parted:
        if sign and name not in known:
            raise CorpusError(f"there is no corpus {name!r}", advice=f"Known: {', '.join(known)}.")
    bare = corpora.places_of([name for name, sign, _ in parted if not sign])
    return bare | {name: Path(folder) for name, sign, folder in parted if sign}


def standings(
    rows: Sequence[PublishedRow], places: MachinePlaces, runs: Path, recipes: Path | None = None
) -> list[RowStatus]:
    """Returns the standing of the chosen rows and everything they build on, family by family."""
    found: list[RowStatus] = []
    for family in FAMILIES:
        names = [row.name for row in rows if row.paper in family.PAPERS]
        if names:
            found += family.standing(names, places, runs, recipes)
    return found


def run(rows: Sequence[PublishedRow], places: MachinePlaces, runs: Path, recipes: Path | None = None) -> Iterator[str]:
    """Runs the chosen rows and what they build on; yields lines of measured beside published figures.

    Raises:
        ReproductionError: something is missing, or a row is only quoted; raised before anything begins.
        FiguresStoreError: another recipe ran a row, or its figures are unreadable.
    """
    found = standings(rows, places, runs, recipes)
    missing = [f"{one.row.name}: {what}" for one in found if not one.is_done for what in one.missing]
    if missing:
        raise ReproductionError(
            f"{len(missing)} things are missing:\n  " + "\n  ".join(missing),
            advice="Give what is missing; earshot-train reproduce --dry-run lists it. Nothing has been started.",
        )
    quoted = [row for row in rows if row.is_quoted]
    if len(quoted) == len(rows):
        raise ReproductionError(
            f"{quoted[0].name} is another group's system ({quoted[0].theirs}), which the paper quotes",
            advice="Nothing here runs it. Name rows of the paper's own; earshot-train reproduce --dry-run lists them.",
        )
    for family in FAMILIES:
        names = [row.name for row in rows if row.paper in family.PAPERS and not row.is_quoted]
        if names:
            yield from family.run(names, places, runs, recipes)
