"""Runs an experiment: every leg with every seed, each once; what was run before is found again.

Seeds come one after the other, all legs of each, so that an experiment that is stopped has whole seeds behind it.
A run's folder is OUT/LEG/seed-N; its figures.json says what it reached and what that depends on.
"""

import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from training.experiments.family import LegFamily, LegRun
from training.experiments.plan import ExperimentLeg, ExperimentPlan, PlanError, settings_of
from training.measures.seeds import OverSeeds, SeedMeasured, SeedVerdict, over_seeds, verdict
from training.progress import follow
from training.runs.kept_figures import KeptFigures
from training.runs.tracking import Hooks

FIGURES = "figures.json"


@dataclass(frozen=True, slots=True)
class LegOutcome:
    """What a leg came to, by all seeds that were run."""

    leg: ExperimentLeg
    reached: OverSeeds
    change: OverSeeds | None
    """Beside `leg.against`, seed by seed; None where it is compared with none."""
    verdict: SeedVerdict | None
    minutes: float
    """All seeds together; of an ensemble and of figures without training, of the measuring."""
    machines: tuple[str, ...]
    """What they were computed on: other instructions round otherwise, and a run with the same seed ends elsewhere."""


@dataclass(frozen=True, slots=True)
class _SeedRun:
    measured: Mapping[str, SeedMeasured]
    minutes: float
    machine: str


def run_experiment(plan: ExperimentPlan, family: LegFamily, out: Path, hooks: Hooks) -> list[LegOutcome]:
    """Runs what was not run yet and gives every leg that has a seed.

    Args:
        plan: the experiment.
        family: of its recipes, with the data.
        out: a folder in it for each leg and seed.
        hooks: who is told; a stop ends it after the step it is in, and the same call goes on.

    Raises:
        PlanError: an unknown measure or recipe, or data that are too few to measure by.
        ConfigError: settings of a leg that are refused; nothing was run then.
        KeptFiguresError: the folder holds figures of another recipe or other data.
        EngineError: a leg cannot be run.
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
    """Adds up what all seeds reached."""
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
    """One leg with one seed, as it was kept or run now; None where it was stopped."""
    if job.hooks.stop():
        return None
    config = _config(plan, family, job.leg, job.seed)
    kept = KeptFigures(
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
        name: SeedMeasured(one["value"], tuple(one["parts"]), one["resampled"])
        for name, one in record["figures"].items()
    }
    return _SeedRun(known, record["minutes"], record["machine"])


def _config(plan: ExperimentPlan, family: LegFamily, leg: ExperimentLeg, seed: int) -> Any:
    trained = _trained(plan, leg)
    return family.config(trained, settings_of(plan, trained), seed)


def _trained(plan: ExperimentPlan, leg: ExperimentLeg) -> ExperimentLeg:
    """The leg itself, or of an ensemble the first that was trained: it says what is learnt from and measured on."""
    return leg if leg.recipe else _trained(plan, plan.leg(leg.members[0]))


def _told(leg: ExperimentLeg) -> dict[str, Any]:
    """What of a leg changes its figures, beside its settings."""
    return {
        "members": list(leg.members),
        "teachers": list(leg.teachers),
        "start": leg.start,
        "further": leg.further,
    }
