"""Prints an experiment's result for people and for machines."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from training.measures.seeds import SeedSummary, SeedVerdict
from training.papers.experiments.plan import ExperimentPlan
from training.papers.experiments.runner import LegOutcome

_WORDS = {
    SeedVerdict.HELPS: "helps",
    SeedVerdict.HARMS: "harms",
    SeedVerdict.NO_ORDER: "no order: within the noise",
    SeedVerdict.TOO_FEW: "too few seeds for a verdict",
}


def markdown(plan: ExperimentPlan, outcomes: Sequence[LegOutcome]) -> str:
    """Returns the page: the claim, and a table with a row per leg."""
    better = "more is better" if plan.better == "higher" else "less is better"
    published = any(outcome.leg.published for outcome in outcomes)
    head = ["leg", f"{plan.measure} [95 %]", "seeds", "beside", "difference [95 %]", "verdict"]
    head += ["published"] * published
    lines = [
        f"# {plan.title}",
        "",
        f"{plan.claim} ({', '.join(part for part in (plan.paper, plan.place) if part)})",
        "",
        f"Smaller here: {plan.scaled}" if plan.scaled else "",
        "" if plan.scaled else None,
        f"| {' | '.join(head)} |",
        "|---" * len(head) + "|",
        *(_row(plan, outcome, published) for outcome in outcomes),
        "",
        f"{plan.measure}: {better}. An interval holds the chance of what is measured on and that of the seed. An order "
        "is stated only where the whole interval of the difference lies on one side of zero.",
        "",
        *_below(plan, outcomes),
    ]
    return "\n".join(line for line in lines if line is not None)


def record(plan: ExperimentPlan, outcomes: Sequence[LegOutcome]) -> dict[str, Any]:
    """Returns the same as plain data for JSON."""
    return {
        "experiment": plan.name,
        "claim": plan.claim,
        "paper": plan.paper,
        "place": plan.place,
        "measure": plan.measure,
        "better": plan.better,
        "seeds": list(plan.seeds),
        "legs": [
            {
                "name": one.leg.name,
                "title": one.leg.title,
                "reached": _plain(one.reached),
                "against": one.leg.against,
                "change": None if one.change is None else _plain(one.change),
                "verdict": one.verdict,
                "published": one.leg.published,
                "minutes": one.minutes,
                "machines": list(one.machines),
            }
            for one in outcomes
        ],
    }


def _plain(found: SeedSummary) -> dict[str, Any]:
    """Prepares a figure for JSON, which has no NaN."""
    return {name: None if value != value else value for name, value in asdict(found).items()}


def _row(plan: ExperimentPlan, one: LegOutcome, published: bool) -> str:
    cells = [one.leg.title, _figure(one.reached), " ".join(f"{value:.4f}" for value in one.reached.seeds)]
    if one.change is None or one.verdict is None:
        cells += ["", "", ""]
    else:
        cells += [plan.leg(one.leg.against).title, _figure(one.change, "+"), _WORDS[one.verdict]]
    return f"| {' | '.join(cells + [one.leg.published] * published)} |"


def _figure(found: SeedSummary, sign: str = "") -> str:
    mean = f"{found.mean:{sign}.4f}"
    return mean if found.low != found.low else f"{mean} [{found.low:{sign}.4f}, {found.high:{sign}.4f}]"


def _below(plan: ExperimentPlan, outcomes: Sequence[LegOutcome]) -> list[str]:
    minutes = sum(one.minutes for one in outcomes)
    machines = list(dict.fromkeys(name for one in outcomes for name in one.machines))
    lines = [f"Seeds {', '.join(map(str, plan.seeds))}; {minutes:.0f} minutes; {' and '.join(machines)}."]
    if len(machines) > 1:
        lines.append(
            "The runs come from machines that round otherwise: their differences hold that chance as one of the seed."
        )
    return lines
