"""`earshot-train retrain`: reads what is asked, or what was, and lets it run."""

import argparse
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.training_events import Failure, Result, Stopped, TrainingEvent
from training.retrain.asked import Asked, look
from training.retrain.journal import Journal, RetrainError, StopWish, asked_before
from training.retrain.material import MATERIALS, Source
from training.retrain.settings import RetrainConfig
from training.tasks import DONE

FAILED = 1


def retrain(options: argparse.Namespace) -> int:
    """Runs, resumes, or only looks."""
    folder: Path = options.folder_of_run.absolute()
    if options.resume:
        asked, config = _again(folder, asked_before(folder), options)
    else:
        asked, config = _anew(folder, options)
    journal = Journal(folder, sys.stdout if options.json else None)
    if options.look:
        look(asked, config, journal)
        return DONE
    # Imported here: torch and all around it take seconds, and a look needs none of it.
    from training.retrain.run import run

    wish = StopWish(folder)
    wish.heed_signals()
    is_done = run(asked, config, journal, wish, is_resumed=options.resume)
    if not options.json:
        print(said_of(journal.last, folder), file=sys.stdout if is_done else sys.stderr)
    return DONE if is_done else FAILED


def said_of(last: TrainingEvent | None, folder: Path) -> str:
    """How a run ended, for people.

    Args:
        last: its last event.
        folder: of the run.
    """
    match last:
        case Result(is_start=True):
            return (
                f"no step found the sounds that judge it better than the start did: {last.name} stays, there is "
                "no new pack. More described sounds, other descriptions or more time (--minutes) may bring more."
            )
        case Result():
            return f"made {last.name}: try it with `earshot pack use {last.pack}`"
        case Stopped():
            return f"stopped after step {last.step}; go on with --run {folder} --resume"
        case Failure():
            return f"earshot-train: {last.message}\n{last.advice}"
        case _:
            raise AssertionError(f"a run does not end with {last}")


def _anew(folder: Path, options: argparse.Namespace) -> tuple[Asked, RetrainConfig]:
    kind = next((kind for kind in MATERIALS if getattr(options, kind) is not None), None)
    if kind is None:
        raise RetrainError(
            "it is not said what to learn from", advice="Add --library DIR, --folder DIR or --manifest FILE."
        )
    place: Path = getattr(options, kind)
    source = Source(kind, place.absolute(), tuple(options.own), options.strict)
    pack = options.pack.absolute() if options.pack else None
    return Asked(source, folder, pack), _with_length(RetrainConfig(), options.minutes, options.steps)


def _again(folder: Path, record: dict[str, Any], options: argparse.Namespace) -> tuple[Asked, RetrainConfig]:
    """What was asked before, with more time or steps where they are given now."""
    try:
        kind = next(kind for kind in MATERIALS if kind in record)
        source = Source(kind, Path(record[kind]), tuple(record["own"]), bool(record["strict"]))
        pack = None if record["pack"] is None else Path(record["pack"])
        config = _with_length(RetrainConfig(), record["minutes"], record["steps"])
    except (StopIteration, KeyError, TypeError, ValueError) as err:
        raise RetrainError(f"{folder / 'run.json'} does not say what was asked: {err!r}", advice="Start anew.") from err
    return Asked(source, folder, pack), _with_length(config, options.minutes, options.steps)


def _with_length(config: RetrainConfig, minutes: float | None, steps: int | None) -> RetrainConfig:
    config = replace(config, minutes=minutes) if minutes is not None else config
    return replace(config, steps=steps) if steps is not None else config
