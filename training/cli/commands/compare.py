"""`earshot-train compare`: runs side by side: differing settings, final figures and paired intervals."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from training.base.arguments import DONE, SOME_SKIPPED, Commands, add_device_option, device_of, say
from training.base.results import RUN, SHARED

if TYPE_CHECKING:
    from training.runs.checkpoint import Checkpoint


def add_parser(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "compare",
        help="compare runs: settings, last looks, and paired intervals",
        description="Says which settings differ and what each run's last look found. With --data the checkpoints are "
        "asked the same captions, and each is compared with the first run, query by query.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "runs", type=Path, nargs="+", metavar="RUN", help="folders of runs, or checkpoints, two or more"
    )
    parser.add_argument("--last", action="store_true", help="compare last.pt (default: best.pt, the best look on val)")
    parser.add_argument(
        "--data", action="append", metavar="[NAME=]DIR", default=[], help="corpus to measure on, as clotho=DIR"
    )
    parser.add_argument("--split", choices=("val", "test"), default="val", help="of DIR; default: %(default)s")
    parser.add_argument("--part", action="append", metavar="NAME:PART", help="instead of the split")
    parser.add_argument("--cache", type=Path, metavar="DIR", help="mel pictures (default: none are kept)")
    parser.add_argument("--json", action="store_true", help="print everything as one JSON object")
    add_device_option(parser, "cpu")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Compares runs."""
    from training.runs.checkpoint import load_checkpoint
    from training.runs.records import CheckpointError

    if len(options.runs) < 2:
        raise CheckpointError("one run has nothing to be compared with", advice="Name two or more.")
    places = [_checkpoint(folder, options.last) for folder in options.runs]
    kept = [load_checkpoint(place) for place in places]
    record: dict[str, Any] = {
        "runs": [str(folder) for folder in options.runs],
        "settings": _differing(kept),
        "last_look": [each.history[-1] if each.history else {} for each in kept],
    }
    lines = _settings_lines(record) + _look_lines(record)
    left_out = 0
    if options.data:
        measured, more, left_out = _measured(places, options)
        record |= measured
        lines += more
    print(json.dumps(record) if options.json else "\n".join(lines))
    return SOME_SKIPPED if left_out else DONE


def _checkpoint(run: Path, is_last: bool) -> Path:
    """Returns the checkpoint of a run's folder; a checkpoint, or one shared as a folder, stays as it is."""
    is_run = run.is_dir() and not any((run / name).exists() for name in SHARED)
    return run / RUN[0 if is_last else 1] if is_run else run


def _differing(kept: list[Checkpoint]) -> dict[str, list[Any]]:
    """Returns each run's value of every setting that differs, by its path."""
    from dataclasses import asdict

    flat = [dict(_leaves(asdict(each.config))) for each in kept]
    names = dict.fromkeys(name for own in flat for name in own)
    found = {name: [own.get(name) for own in flat] for name in names}
    return {name: values for name, values in found.items() if any(value != values[0] for value in values)}


def _leaves(settings: dict[str, Any], path: str = "") -> list[tuple[str, Any]]:
    found: list[tuple[str, Any]] = []
    for name, value in settings.items():
        found += _leaves(value, f"{path}{name}.") if isinstance(value, dict) else [(f"{path}{name}", value)]
    return found


def _settings_lines(record: dict[str, Any]) -> list[str]:
    lines = [f"{number}  {name}" for number, name in enumerate(record["runs"], start=1)]
    differing: dict[str, list[Any]] = record["settings"]
    width = max(map(len, differing), default=0)
    told = [f"{name:{width}}  {' | '.join(map(str, values))}" for name, values in differing.items()]
    return [*lines, "", "settings that differ:" if told else "all settings are the same", *told]


def _look_lines(record: dict[str, Any]) -> list[str]:
    looks: list[dict[str, float]] = record["last_look"]
    names = dict.fromkeys(name for look in looks for name in look)
    width = max(map(len, names), default=0)
    lines = ["", "the last look of each on its own val split:"]
    for name in names:
        values = " | ".join(f"{look[name]:.4g}" if name in look else "–" for look in looks)
        lines.append(f"{name:{width}}  {values}")
    return lines


def _measured(places: list[Path], options: argparse.Namespace) -> tuple[dict[str, Any], list[str], int]:
    """Evaluates all on the same data: the record, the lines, and how many sounds the reader left out."""
    from training.data.corpora.registry import OWN, places_of, read_parts
    from training.data.corpus import CorpusError
    from training.evaluation.report import ReportRequest, against, measure
    from training.measures.caption_queries import queries_of

    device = device_of(options, "cpu")
    parts = options.part or [f"{OWN}:{options.split}"]
    reading = read_parts(parts, places_of(options.data), "test")
    queries = tuple(queries_of(reading.clips))
    if not queries:
        raise CorpusError("the corpus has no clips of these parts", advice="Name others with --part.")
    asked = ReportRequest(reading.clips, queries, options.cache, device, both_ways=False)
    found = [measure([place], asked, say) for place in places]
    changes = [against(one, found[0]) for one in found[1:]]
    lines = ["", f"on {', '.join(parts)}, with 95 % intervals:"]
    for number, one in enumerate(found, start=1):
        lines += ["", f"{number}  {options.runs[number - 1]}", *one.found.lines()]
        if number > 1:
            lines += ["lead over 1, paired by query (* clear):", *changes[number - 2].lines()]
    record = {
        "parts": parts,
        "measured": [one.record() for one in found],
        "changes": [None, *(change.record() for change in changes)],
    }
    return record, lines, len(reading.left_out)
