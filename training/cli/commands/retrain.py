"""`earshot-train retrain`: trains the model in use further on your own sounds."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from training.base.arguments import DONE, Commands, add_device_option, count, device_of, minutes, say
from training.base.results import RETRAINING, add_replace_option, check_room, make_room

if TYPE_CHECKING:
    from engine.base.training_events import TrainingEvent
    from training.retrain.request import RetrainRequest
    from training.retrain.settings import RetrainConfig


FAILED = 1


def add_parser(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "retrain",
        help="train the model in use further on your own sounds",
        description="Trains a pack further on a library, a folder with captions or a manifest, and "
        "measures it before and after on held-out sounds. RUN/events.jsonl tells everything; a "
        "file RUN/stop asks it to save and end.",
        allow_abbrev=False,
    )
    source = parser.add_mutually_exclusive_group()
    source.add_argument("--library", type=Path, metavar="DIR", help="an Earshot library")
    source.add_argument("--folder", type=Path, metavar="DIR", help="sounds with captions.csv, .jsonl or .json")
    source.add_argument("--manifest", type=Path, metavar="FILE", help="a list that earshot-train corpus --out wrote")
    parser.add_argument(
        "--run", type=Path, metavar="DIR", required=True, dest="folder_of_run", help="folder of the run"
    )
    parser.add_argument(
        "--pack", type=Path, metavar="DIR", help="start from it (default: the library's, or the starter)"
    )
    parser.add_argument("--minutes", type=minutes, metavar="M", help="train for so long instead of some hundred steps")
    parser.add_argument("--steps", type=count, metavar="N", help="train for so many steps (default: 300)")
    parser.add_argument(
        "--own", action="append", default=[], metavar="NAME", help="your name: what is yours is allowed"
    )
    parser.add_argument("--strict", action="store_true", help="only sounds that are stated to be openly licensed")
    parser.add_argument(
        "--look", action="store_true", help="only show what would be used, and what is left out and why"
    )
    add_device_option(parser, "cpu, or of --resume what the run began on")
    parser.add_argument("--resume", action="store_true", help="go on with the run of that folder")
    add_replace_option(parser)
    parser.add_argument("--json", action="store_true", help="print the events on standard output too")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Runs, resumes, or only inspects the material."""
    from training.retrain.journal import Journal, StopSignal, asked_before
    from training.retrain.request import look

    folder: Path = options.folder_of_run.absolute()
    if not options.look:
        check_room(folder, RETRAINING, replaces=options.replace, resumes=options.resume)
    if options.resume:
        asked, config = _again(folder, asked_before(folder), options)
    else:
        asked, config = _anew(folder, options)
    if not options.look:  # a look needs no torch, and so chooses no device
        config = replace(config, device=device_of(options, config.device))
    if options.replace and not options.look:
        make_room(folder, RETRAINING, say)
    journal = Journal(folder, sys.stdout if options.json else None)
    if options.look:
        look(asked, config, journal)
        return DONE
    # Imported here: torch and its packages take seconds, and a look needs none of them.
    from training.retrain.run import run as learn

    wish = StopSignal(folder)
    wish.heed_signals()
    is_done = learn(asked, config, journal, wish, is_resumed=options.resume)
    if not options.json:
        print(said_of(journal.last, folder), file=sys.stdout if is_done else sys.stderr)
    return DONE if is_done else FAILED


def said_of(last: TrainingEvent | None, folder: Path) -> str:
    """Describes how a run ended.

    Args:
        last: its last event.
    """
    from engine.base.training_events import Failure, Result, TrainingStopped

    match last:
        case Result(is_start=True):
            return (
                f"no step found the sounds that judge it better than the start did: {last.name} stays, there is "
                "no new pack. More described sounds, other descriptions or more time (--minutes) may bring more."
            )
        case Result():
            return f"made {last.name}: try it with `earshot pack use {last.pack}`"
        case TrainingStopped():
            return f"stopped after step {last.step}; go on with --run {folder} --resume"
        case Failure():
            return f"earshot-train: {last.message}\n{last.advice}"
        case _:
            raise AssertionError(f"a run does not end with {last}")


def _anew(folder: Path, options: argparse.Namespace) -> tuple[RetrainRequest, RetrainConfig]:
    from training.retrain.journal import RetrainError
    from training.retrain.material import MATERIALS, SoundsSource
    from training.retrain.request import RetrainRequest
    from training.retrain.settings import RetrainConfig

    kind = next((kind for kind in MATERIALS if getattr(options, kind) is not None), None)
    if kind is None:
        raise RetrainError(
            "it is not said what to learn from", advice="Add --library DIR, --folder DIR or --manifest FILE."
        )
    place: Path = getattr(options, kind)
    source = SoundsSource(kind, place.absolute(), tuple(options.own), options.strict)
    pack = options.pack.absolute() if options.pack else None
    return RetrainRequest(source, folder, pack), _with_length(RetrainConfig(), options.minutes, options.steps)


def _again(folder: Path, record: dict[str, Any], options: argparse.Namespace) -> tuple[RetrainRequest, RetrainConfig]:
    """Returns the former request, with time or steps replaced where the command line gives them."""
    from training.retrain.journal import RetrainError
    from training.retrain.material import MATERIALS, SoundsSource
    from training.retrain.request import RetrainRequest
    from training.retrain.settings import RetrainConfig

    try:
        kind = next(kind for kind in MATERIALS if kind in record)
        source = SoundsSource(kind, Path(record[kind]), tuple(record["own"]), bool(record["strict"]))
        pack = None if record["pack"] is None else Path(record["pack"])
        config = _with_length(RetrainConfig(), record["minutes"], record["steps"])
        config = replace(config, device=str(record.get("device", "cpu")))
    except (StopIteration, KeyError, TypeError, ValueError) as err:
        raise RetrainError(f"{folder / 'run.json'} does not say what was asked: {err!r}", advice="Start anew.") from err
    return RetrainRequest(source, folder, pack), _with_length(config, options.minutes, options.steps)


def _with_length(config: RetrainConfig, minutes: float | None, steps: int | None) -> RetrainConfig:
    config = replace(config, minutes=minutes) if minutes is not None else config
    return replace(config, steps=steps) if steps is not None else config
