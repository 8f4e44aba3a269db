"""The recipes by name, the ones a command line means, and the order they must run in. Trains nothing."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from training.config import Config, ConfigError, load_config
from training.paper import PaperRow
from training.recipe import RECIPES


@dataclass(frozen=True, slots=True)
class ReproducedRow:
    """One recipe."""

    path: Path
    config: Config

    @property
    def name(self) -> str:
        """As other recipes call it; the file's name without its suffix."""
        return self.config.name

    @property
    def paper(self) -> PaperRow:
        """The published figures and what the row builds on."""
        return self.config.paper

    @property
    def needs(self) -> tuple[str, ...]:
        """Recipes whose checkpoints must be there first: what it starts from, its teachers or its members."""
        start = (self.paper.start,) if self.paper.start else ()
        return tuple(dict.fromkeys((*start, *self.config.objective.teachers, *self.paper.members)))

    @property
    def trains(self) -> bool:
        """False for an ensemble."""
        return not self.paper.members


def read_rows(folder: Path = RECIPES) -> dict[str, ReproducedRow]:
    """Reads all recipes of a folder, by name.

    Raises:
        RecipeError: one of them, or its base, cannot be read.
        ConfigError: no recipe there, one with a wrong setting or that reproduces nothing, or one that builds on
            another which is not there.
    """
    rows = {path.stem: ReproducedRow(path, load_config(path)) for path in sorted(folder.glob("*.toml"))}
    if not rows:
        raise ConfigError(f"{folder} has no recipe", advice="Name a folder of TOML files with --recipes.")
    for name, row in rows.items():
        if row.name != name or not row.paper.paper:
            raise ConfigError(
                f"{row.path} is no recipe", advice=f'It needs name = "{name}" and a table [paper] that says of what.'
            )
        strangers = [other for other in row.needs if other not in rows]
        if strangers:
            raise ConfigError(f"{row.path} builds on {strangers[0]}", advice=f"Put {strangers[0]}.toml beside it.")
    return rows


def choose(
    rows: Mapping[str, ReproducedRow], paper: str = "", table: str = "", names: Collection[str] = ()
) -> list[ReproducedRow]:
    """Gives the rows that a command line means, in the order of `names`, else by name.

    Args:
        rows: all of them.
        paper: only of this paper; empty for any.
        table: only of this table, "3", "figure 1", "readme" or "final"; empty for any.
        names: only these; empty for any.

    Raises:
        ConfigError: an unknown name, or nothing answers.
    """
    for name in names:
        if name not in rows:
            raise ConfigError(f"there is no recipe {name}", advice=f"Known: {', '.join(rows)}.")
    chosen = [
        rows[name]
        for name in names or rows
        if (not paper or rows[name].paper.paper == paper) and (not table or table.casefold() in rows[name].paper.tables)
    ]
    if not chosen:
        tables = sorted(
            {one for row in rows.values() if not paper or row.paper.paper == paper for one in row.paper.tables}
        )
        raise ConfigError("no recipe answers to that", advice=f"Tables of it are: {', '.join(tables)}.")
    return chosen


def in_order(rows: Mapping[str, ReproducedRow], chosen: Iterable[ReproducedRow]) -> list[ReproducedRow]:
    """Gives the chosen rows and all that they build on, what is built on first.

    Raises:
        ConfigError: rows that build on each other in a circle.
    """
    order: list[ReproducedRow] = []
    done: set[str] = set()

    def add(row: ReproducedRow, above: tuple[str, ...]) -> None:
        if row.name in above:
            raise ConfigError(f"{row.path} builds on itself", advice="Take the circle out of start, teachers, members.")
        if row.name not in done:
            for name in row.needs:
                add(rows[name], (*above, row.name))
            done.add(row.name)
            order.append(row)

    for row in chosen:
        add(row, ())
    return order
