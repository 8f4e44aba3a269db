"""`earshot-train train`: reads the recipe and its data, trains, and says where the checkpoints are.

A file named `stop` in the run's folder ends the run after the step it is in, to be taken up again by --resume.
"""

import argparse
import sys
from dataclasses import replace
from pathlib import Path

from training.config import Config, load_config
from training.data.corpora.reading import LeftOut
from training.data.corpora.registry import places_of, read_parts
from training.data.corpus import Clip
from training.runs.checkpoint import load_checkpoint
from training.runs.distributed import rank
from training.runs.learners import fabric_of
from training.runs.material import gather
from training.runs.memory import keep_memory
from training.runs.pretrained import published_weights
from training.runs.sounds import fit
from training.runs.tracking import Hooks
from training.tasks import DONE, SOME_SKIPPED, say
from training.tasks.heads import train_heads

STOP = "stop"


def train(options: argparse.Namespace) -> int:
    """Trains a recipe."""
    config = with_options(load_config(options.config), options)
    several = config.run.devices * config.run.nodes > 1
    fabric = fabric_of(config.run) if several or config.batch.feed == "waves" else None
    tell = say if rank() == 0 else _say_nothing
    clips, left_out = read_splits(config, options.data)
    if left_out:
        tell(f"{len(left_out)} sounds left out, first {left_out[0]}: {left_out[0].reason.text}")
    keep_memory()
    out: Path = options.out
    cache = options.cache or out.parent / "cache"
    material = gather(clips, config, cache, tell)
    if config.heads.passes:
        train_heads(material, config, out, cache, options.pretrained, tell)
        return SOME_SKIPPED if left_out else DONE
    stop = out / STOP
    stop.unlink(missing_ok=True)
    start = load_checkpoint(options.start) if options.start else published_weights(config, options.pretrained)
    hooks = Hooks(report=tell, stop=stop.exists, bar=sys.stderr.isatty())
    found = fit(material, config, out, hooks, resume=options.resume, start=start, fabric=fabric)
    tell(f"{config.name}: {found.step} steps in {found.minutes:.1f} minutes")
    return SOME_SKIPPED if left_out else DONE


def _say_nothing(_: str) -> None:
    """What the other processes of a run say."""


def with_options(config: Config, options: argparse.Namespace) -> Config:
    """Gives the recipe with what the command line changes."""
    if options.minutes is not None:
        config = replace(config, run=replace(config.run, minutes=options.minutes, epochs=None))
    if options.teachers:
        folders = tuple(str(folder) for folder in options.teachers)
        config = replace(config, objective=replace(config.objective, teachers=folders))
    return config


def read_splits(config: Config, data: list[str]) -> tuple[list[Clip], list[LeftOut]]:
    """Reads the parts a recipe learns from and is watched on; every clip has the split it is used for.

    Raises:
        CorpusError: a corpus whose place is not said, or that cannot be read.
    """
    places, clips, left_out = places_of(data), list[Clip](), list[LeftOut]()
    for split, parts in (("train", config.data.train), ("val", config.data.val)):
        reading = read_parts(parts, places, split)
        clips += reading.clips
        left_out += reading.left_out
    return clips, left_out
