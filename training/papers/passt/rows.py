"""The retrieval papers' recipes by name, and the order they must run in. Trains nothing, and loads no torch.

Recipes that come with Earshot are read only as far as listings need; those of another folder are read whole, so that a
wrong setting shows at once.
"""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from training.base.paper_row import PaperRow
from training.base.recipe import RECIPES, read_recipe
from training.papers.passt.status import RowsError
from training.runs.run_settings import RunConfig
from training.runs.settings_file import from_mapping

if TYPE_CHECKING:
    from training.runs.config import Config


@dataclass(frozen=True, slots=True)
class RecipeFacts:
    """The parts of a recipe that decide its needs and its length."""

    train: tuple[str, ...]
    val: tuple[str, ...]
    test: tuple[str, ...]
    audio_tower: str
    audio_checkpoint: str
    text_tower: str
    text_name: str
    text_checkpoint: str
    swap: float
    variants: str
    teachers: tuple[str, ...]
    batch: int
    run: RunConfig


@dataclass(frozen=True, slots=True)
class ReproducedRow:
    """A recipe that reproduces a row."""

    path: Path
    name: str
    """Its name in other recipes: the file's name without its suffix."""
    paper: PaperRow
    """The published figures and what the row builds on."""
    facts: RecipeFacts

    @property
    def config(self) -> "Config":
        """The whole recipe; loads torch."""
        from training.runs.config import load_config

        return load_config(self.path)

    @property
    def needs(self) -> tuple[str, ...]:
        """Recipes whose checkpoints must exist first: its start, its teachers or its members."""
        start = (self.paper.start,) if self.paper.start else ()
        return tuple(dict.fromkeys((*start, *self.facts.teachers, *self.paper.members)))

    @property
    def trains(self) -> bool:
        """False for an ensemble."""
        return not self.paper.members


def read_rows(folder: Path = RECIPES) -> dict[str, ReproducedRow]:
    """Reads all recipes of a folder, by name.

    Raises:
        RecipeError: one of them, or its base, is unreadable.
        ConfigError: one with a wrong setting.
        RowsError: no recipe there, one that reproduces nothing, or one that builds on a missing one.
    """
    rows = {path.stem: _read(path, is_ours=folder == RECIPES) for path in sorted(folder.glob("*.toml"))}
    if not rows:
        raise RowsError(f"{folder} has no recipe", advice="Name a folder of TOML files with --recipes.")
    for name, row in rows.items():
        if row.name != name or not row.paper.paper:
            raise RowsError(
                f"{row.path} is no recipe", advice=f'It needs name = "{name}" and a table [paper] that says of what.'
            )
        strangers = [other for other in row.needs if other not in rows]
        if strangers:
            raise RowsError(f"{row.path} builds on {strangers[0]}", advice=f"Put {strangers[0]}.toml beside it.")
        start = row.paper.start
        if start and row.paper.start_weights == "best" and not rows[start].facts.val:
            raise RowsError(
                f"{row.path} starts from the best weights of {start}, which has nothing to tell the best by",
                advice='Set start_weights = "last", or give it a part in data.val.',
            )
    return rows


def in_order(rows: Mapping[str, ReproducedRow], chosen: Iterable[ReproducedRow]) -> list[ReproducedRow]:
    """Returns the chosen rows and everything they build on, prerequisites first.

    Raises:
        RowsError: rows that build on each other in a circle.
    """
    order: list[ReproducedRow] = []
    done: set[str] = set()

    def add(row: ReproducedRow, above: tuple[str, ...]) -> None:
        if row.name in above:
            raise RowsError(f"{row.path} builds on itself", advice="Take the circle out of start, teachers, members.")
        if row.name not in done:
            for name in row.needs:
                add(rows[name], (*above, row.name))
            done.add(row.name)
            order.append(row)

    for row in chosen:
        add(row, ())
    return order


def facts_of(settings: Mapping[str, Any]) -> RecipeFacts:
    """Returns the facts of a recipe, read from a complete file or from a whole config as a mapping."""
    data, model, batch = (settings.get(part, {}) for part in ("data", "model", "batch"))
    audio, text = model.get("audio", {}), model.get("text", {})
    captions, objective = settings.get("captions", {}), settings.get("objective", {})
    return RecipeFacts(
        train=tuple(data.get("train", ())),
        val=tuple(data.get("val", ())),
        test=tuple(data.get("test", ())),
        audio_tower=audio.get("tower", ""),
        audio_checkpoint=audio.get("checkpoint", ""),
        text_tower=text.get("tower", ""),
        text_name=text.get("name", ""),
        text_checkpoint=text.get("checkpoint", ""),
        swap=captions.get("swap", 0.0),
        variants=captions.get("variants", ""),
        teachers=tuple(objective.get("teachers", ())),
        batch=batch.get("size", 0),
        run=from_mapping(RunConfig, settings.get("run", {}), "run."),
    )


def _read(path: Path, *, is_ours: bool) -> ReproducedRow:
    settings: Mapping[str, Any]
    if is_ours:
        settings = read_recipe(path)
    else:
        from training.runs.config import load_config

        settings = asdict(cast(Any, load_config(path)))
    paper = from_mapping(PaperRow, settings.get("paper", {}), "paper.")
    return ReproducedRow(path, settings.get("name", ""), paper, facts_of(settings))
