"""`earshot-train experiment`: a paper's claim tried on the data at hand, with several seeds and a verdict by rule.

A file named `stop` in the experiment's folder ends it after the current step; the same command resumes it.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from training.base.arguments import DONE, Commands, add_device_option, add_pretrained_option, device_of, say
from training.base.results import parts_kept, write_result

if TYPE_CHECKING:
    from training.papers.experiments.family import LegFamily
    from training.papers.experiments.plan import ExperimentPlan

TABLE, RECORD = "experiment.md", "experiment.json"


def add_parser(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "experiment",
        help="try a paper's claim on the data at hand, with several seeds",
        description="Runs the legs of an experiment with each of its seeds and writes a table: figures with intervals, "
        "differences seed by seed, and a verdict only where an interval leaves zero out. Without NAME it lists them. "
        "What was run is not run again. See docs/reproducing.md.",
        allow_abbrev=False,
    )
    parser.add_argument("name", nargs="?", default="", metavar="NAME", help="an experiment, or a TOML file of one")
    parser.add_argument(
        "--data", action="append", default=[], metavar="[NAME=]DIR", help="path of the data; may be repeated"
    )
    add_pretrained_option(parser)
    add_device_option(parser, "the recipes'")
    parser.add_argument("--variants", type=Path, metavar="FILE", help="captions that stand in for others, of synonyms")
    parser.add_argument(
        "--out", type=Path, default=Path("runs/experiments"), metavar="DIR", help="results (default: %(default)s)"
    )
    parser.add_argument("--cache", type=Path, metavar="DIR", help="pictures and text vectors (default: in --out)")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of the table")
    parser.set_defaults(run=run, kept=parts_kept)


def run(options: argparse.Namespace) -> int:
    """Runs an experiment, or lists them."""
    from training.papers.experiments.plan import PlanError, find_plan, known_plans

    if not options.name:
        for plan in known_plans():
            seeds = f"{len(plan.legs)} legs, {len(plan.seeds)} seeds, about {plan.minutes} minutes"
            print(f"{plan.name}: {plan.title}\n  {plan.claim}\n  {plan.paper}, {plan.place}; {seeds}")
        return DONE
    plan = find_plan(options.name)
    if not options.data:
        raise PlanError(f"{plan.name} learns from {plan.family}, and no data were named", advice="Give --data.")
    return _run(plan, options)


def _run(plan: ExperimentPlan, options: argparse.Namespace) -> int:
    from training.papers.experiments.report import markdown, record
    from training.papers.experiments.runner import run_experiment
    from training.runs.tracking import stop_file_hooks

    device = device_of(options, "") if options.device else ""
    out: Path = options.out / plan.name
    out.mkdir(parents=True, exist_ok=True)
    outcomes = run_experiment(plan, _family(plan, options, device), out, stop_file_hooks(out, say))
    told = record(plan, outcomes)
    write_result(out / TABLE, markdown(plan, outcomes))
    write_result(out / RECORD, json.dumps(told, indent=1))
    print(json.dumps(told) if options.json else markdown(plan, outcomes))
    return DONE


def _family(plan: ExperimentPlan, options: argparse.Namespace, device: str) -> LegFamily:
    data = tuple(options.data)
    if plan.family == "sounds":
        from training.papers.experiments.sound_legs import SoundLegs
        from training.runs.memory import keep_memory

        keep_memory()
        cache = options.cache or options.out / "cache"
        return SoundLegs(data, cache, options.pretrained, options.variants, device)
    from training.papers.experiments.speech_legs import UnitLegs, WordLegs

    return UnitLegs(data, device) if plan.family == "units" else WordLegs(data, device=device)
