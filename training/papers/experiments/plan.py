"""An experiment as a data file: the claim, its source, the legs to run and the figure to measure.

Plans lie in training/papers/experiments/plans. A leg is a recipe with changes, or the mean of other legs' similarities;
no experiment has code of its own.
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

from engine.base.errors import EngineError
from training.base.recipe import RECIPES, merged, read_recipe
from training.measures.seeds import LEAST_SEEDS
from training.runs.settings_file import from_mapping

PLANS = Path(__file__).with_name("plans")
_SUFFIX = ".toml"


class PlanError(EngineError):
    """A plan that is missing, unreadable or inconsistent."""


@dataclass(frozen=True, slots=True)
class ExperimentLeg:
    """A row of the table."""

    name: str
    """Also its folder."""
    title: str
    recipe: str = ""
    """Such as "here/heads-mn04": beside the plan, else in training/recipes. Empty for an ensemble."""
    changes: Mapping[str, Any] = field(default_factory=dict)
    """Overrides of the recipe, by its tables."""
    against: str = ""
    """Earlier leg to compare with, seed by seed; empty: none."""
    published: str = ""
    """The paper's result for this comparison, shown beside ours."""
    members: tuple[str, ...] = ()
    """Sounds only: earlier legs whose similarities are averaged; nothing is trained."""
    teachers: tuple[str, ...] = ()
    """Sounds only: earlier legs to learn from, with the same seed."""
    start: str = ""
    """Sounds only: earlier leg whose weights it starts from, with the same seed."""
    further: bool = True
    """Sounds only: whether it learns from the folders after the first that `--data` names."""


@dataclass(frozen=True, slots=True)
class ExperimentPlan:
    """A claim, its source, and the legs and figure that test it."""

    title: str
    claim: str
    """The paper's, or ours, in one sentence."""
    paper: str
    place: str
    family: Literal["sounds", "units", "words"]
    """The kind of the recipes; decides what `--data` means."""
    measure: str
    """A figure of that family; see `training.papers.experiments.sound_legs` and `.speech`."""
    better: Literal["higher", "lower"] = "higher"
    seeds: tuple[int, ...] = (1, 2, 3)
    minutes: int = 60
    """On two cores, roughly."""
    scaled: str = ""
    """What is smaller here than in the paper."""
    legs: tuple[ExperimentLeg, ...] = ()
    path: Path = Path()

    @property
    def name(self) -> str:
        return self.path.stem

    def leg(self, name: str) -> ExperimentLeg:
        return next(leg for leg in self.legs if leg.name == name)


def known_plans() -> list[ExperimentPlan]:
    """Returns the plans that come with Earshot, by name."""
    return [read_plan(path) for path in sorted(PLANS.glob(f"*{_SUFFIX}"))]


def find_plan(name: str) -> ExperimentPlan:
    """Returns a plan by its name or its file.

    Raises:
        PlanError: it is missing or unreadable.
    """
    path = Path(name) if name.endswith(_SUFFIX) else PLANS / f"{name}{_SUFFIX}"
    if not path.is_file():
        known = ", ".join(plan.name for plan in known_plans())
        raise PlanError(f"there is no experiment {name!r}", advice=f"Known: {known}; or give a TOML file.")
    return read_plan(path)


def read_plan(path: Path) -> ExperimentPlan:
    """Reads a plan.

    Raises:
        PlanError: no TOML, fewer than three seeds, or a leg that names one not above it.
        ConfigError: an unknown key or a value of the wrong type.
    """
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as err:
        raise PlanError(f"experiment {path}: {err}", advice="Give a TOML file.") from err
    legs = tuple(_leg(dict(leg)) for leg in values.pop("leg", ()))
    plan = replace(from_mapping(ExperimentPlan, values), legs=legs, path=path)
    if trouble := _trouble(plan):
        raise PlanError(f"experiment {path}: {trouble}", advice="Correct the plan.")
    return plan


def settings_of(plan: ExperimentPlan, leg: ExperimentLeg) -> dict[str, Any]:
    """Returns a leg's recipe with its changes, as one mapping.

    Raises:
        PlanError: the recipe is missing.
        RecipeError: it, or its base, is unreadable.
    """
    found = [place for folder in (plan.path.parent, RECIPES) if (place := folder / f"{leg.recipe}{_SUFFIX}").is_file()]
    if not found:
        raise PlanError(f"experiment {plan.path}: there is no recipe {leg.recipe!r}", advice=f"Look into {RECIPES}.")
    return merged(read_recipe(found[0]), leg.changes)


def _leg(values: dict[str, Any]) -> ExperimentLeg:
    changes = values.pop("changes", {})
    return replace(from_mapping(ExperimentLeg, values, "leg."), changes=changes)


def _trouble(plan: ExperimentPlan) -> str:
    """Describes an inconsistency; "" without one."""
    if len(set(plan.seeds)) < LEAST_SEEDS:
        return f"{len(set(plan.seeds))} seeds; at least {LEAST_SEEDS} are needed"
    if not plan.legs:
        return "it has no leg"
    above: list[str] = []
    for leg in plan.legs:
        strangers = [name for name in _named(leg) if name not in above]
        if strangers:
            return f"leg {leg.name} names {strangers[0]}, which is no leg above it"
        if leg.name in above:
            return f"two legs are called {leg.name}"
        if bool(leg.recipe) == bool(leg.members):
            return f"leg {leg.name} needs either a recipe or members"
        if plan.family != "sounds" and (leg.members or leg.teachers or leg.start or not leg.further):
            return f"leg {leg.name}: members, teachers, start and further are of sounds"
        if leg.members and (leg.teachers or leg.start or leg.changes):
            return f"leg {leg.name}: an ensemble trains nothing, so it has no changes, teachers or start"
        above.append(leg.name)
    return ""


def _named(leg: ExperimentLeg) -> Sequence[str]:
    return [name for name in (leg.against, leg.start, *leg.members, *leg.teachers) if name]
