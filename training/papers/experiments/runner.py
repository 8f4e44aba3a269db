"""Runs an experiment: every leg with every seed, once each; earlier results are reused.

Seeds run one after the other, all legs of each, so that an interrupted experiment has complete seeds. A run's folder is
OUT/LEG/seed-N; its figures.json holds its figures and everything they depend on.
"""

import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from training.base.progress import follow
from training.measures.seeds import SeedFigure, SeedSummary, SeedVerdict, over_seeds, verdict
from training.papers.experiments.family import LegFamily, LegRun
from training.papers.experiments.plan import ExperimentLeg, ExperimentPlan, PlanError, settings_of
from training.runs.figures_store import FiguresStore
from training.runs.tracking import Hooks

FIGURES = "figures.json"


@dataclass(frozen=True, slots=True)
class LegOutcome:
    """A leg's result over all seeds that ran."""

    leg: ExperimentLeg
    reached: SeedSummary
    change: SeedSummary | None
    """Difference to `leg.against`, seed by seed; None without one."""
    verdict: SeedVerdict | None
    minutes: float
    """All seeds together; for an ensemble or figures without training, of the measurement."""
    machines: tuple[str, ...]
    """Machines that computed it: other instructions round differently, so that the same seed ends elsewhere."""


@dataclass(frozen=True, slots=True)
class _SeedRun:
    measured: Mapping[str, SeedFigure]
    minutes: float
    machine: str


def run_experiment(plan: ExperimentPlan, family: LegFamily, out: Path, hooks: Hooks) -> list[LegOutcome]:
    """Runs what is missing and returns every leg that has a seed.

    Args:
        family: of its recipes, with the data.
        out: gets a folder for each leg and seed.
        hooks: progress and stop; a stop ends it after the current step, and the same call resumes.

    Raises:
        PlanError: an unknown measure or recipe, or too little data to measure by.
        ConfigError: refused settings of a leg; nothing ran.
        FiguresStoreError: the folder holds figures of another recipe or other data.
        EngineError: a leg cannot run.
    """
    if plan.measure not in family.measures():
        raise PlanError(
            f"experiment {plan.path}: nothing measures {plan.measure!r}",
            advice=f"Of {plan.family} there are {', '.join(family.measures())}.",
        )
    for leg in plan.legs:
        _config(plan, family, leg, plan.seeds[0])
    runs: dict[str, list[_SeedRun]] = {leg.name: [] for leg in plan.legs}
    for seed in follow(plan.seeds, "seed"):
        earlier: dict[str, Path] = {}
        for leg in follow(plan.legs, "leg"):
            job = LegRun(leg, seed, out / leg.name / f"seed-{seed}", dict(earlier), hooks)
            found = _run(plan, family, job)
            if found is None:
                return outcomes_of(plan, runs)
            earlier[leg.name] = job.folder
            runs[leg.name].append(found)
    return outcomes_of(plan, runs)


def outcomes_of(plan: ExperimentPlan, runs: Mapping[str, list[_SeedRun]]) -> list[LegOutcome]:
    """Combines the figures of all seeds."""
    measured = {name: [run.measured[plan.measure] for run in own] for name, own in runs.items()}
    found = []
    for leg in plan.legs:
        if not runs[leg.name]:
            continue
        change = None
        if leg.against:
            pairs = zip(measured[leg.name], measured[leg.against], strict=False)  # both in the order of seeds
            change = over_seeds([new.minus(old) for new, old in pairs])
        judged = None if change is None else verdict(change, higher_is_better=plan.better == "higher")
        minutes = sum(run.minutes for run in runs[leg.name])
        machines = tuple(dict.fromkeys(run.machine for run in runs[leg.name]))
        found.append(LegOutcome(leg, over_seeds(measured[leg.name]), change, judged, minutes, machines))
    return found


def _run(plan: ExperimentPlan, family: LegFamily, job: LegRun) -> _SeedRun | None:
    """Returns one leg with one seed, kept or run now; None if stopped."""
    if job.hooks.stop():
        return None
    config = _config(plan, family, job.leg, job.seed)
    kept = FiguresStore(
        job.folder / FIGURES, {"leg": _told(job.leg), "settings": family.asked(job.leg, config, job.hooks.report)}
    )
    record = kept.read()
    if record is None:
        job.hooks.report(f"{job.leg.name}, seed {job.seed}: {job.leg.title}")
        begun_s = time.monotonic()
        measured = family.run(job, config)
        if measured is None:
            return None
        if plan.measure not in measured:
            raise PlanError(
                f"leg {job.leg.name}: the data are too few for {plan.measure!r}", advice="Give more recordings."
            )
        figures = {name: asdict(one) for name, one in measured.items()}
        record = kept.write({"figures": figures, "minutes": (time.monotonic() - begun_s) / 60.0})
    known = {
        name: SeedFigure(one["value"], tuple(one["parts"]), one["resampled"]) for name, one in record["figures"].items()
    }
    return _SeedRun(known, record["minutes"], record["machine"])


def _config(plan: ExperimentPlan, family: LegFamily, leg: ExperimentLeg, seed: int) -> Any:
    trained = _trained(plan, leg)
    return family.config(trained, settings_of(plan, trained), seed)


def _trained(plan: ExperimentPlan, leg: ExperimentLeg) -> ExperimentLeg:
    """Returns the leg, or an ensemble's first trained leg, which names the data to learn from and measure on."""
    return leg if leg.recipe else _trained(plan, plan.leg(leg.members[0]))


def _told(leg: ExperimentLeg) -> dict[str, Any]:
    """Returns what decides a leg's figures besides its settings."""
    return {
        "members": list(leg.members),
        "teachers": list(leg.teachers),
        "start": leg.start,
        "further": leg.further,
    }
