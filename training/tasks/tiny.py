"""`earshot-train tiny`: trains the smaller size of a pack and makes its pack, with the words' side byte for byte."""

import argparse
from dataclasses import replace
from pathlib import Path

from engine.models.pack import default_pack
from engine.models.shared import SHARED
from training.config import Config, load_config
from training.export.assemble import make_pack, share_words
from training.export.weights import weights_of_pack
from training.runs.checkpoint import load_checkpoint
from training.runs.material import gather
from training.runs.memory import keep_memory
from training.runs.smaller import SMALLER, follow_pack, smaller_config
from training.runs.tracking import Hooks
from training.tasks import DONE, say
from training.tasks.starter import read_whole


def make_tiny(options: argparse.Namespace) -> int:
    """Trains the smaller size of a pack and makes its pack, or only the pack of a checkpoint."""
    followed: Path = options.pack or default_pack()
    if options.checkpoint:
        checkpoint = load_checkpoint(options.checkpoint)
        clips = read_whole(checkpoint.config, options.data)
    else:
        pack = weights_of_pack(followed)
        config = smaller_config(_recipe(options, followed.name), pack)
        clips = read_whole(config, options.data)
        keep_memory()
        material = gather(clips, config, options.cache or options.runs / "cache", say)
        folder = options.runs / config.name
        start = load_checkpoint(options.start) if options.start else None
        hooks = Hooks(report=say)
        checkpoint = follow_pack(material, config, pack, folder, hooks, closeness=options.closeness, start=start)
    out: Path = options.out or followed.with_name(f"{followed.name}-tiny")
    info = make_pack(checkpoint, clips, out, say, words_of=followed)
    say(f"pack {info.name} {info.version} ({info.pack_id}) in {out}")
    if out.resolve().parent == followed.resolve().parent and (saved := share_words(out.parent)):
        say(f"the words' side of both lies once in {out.parent / SHARED}: {saved / 1e6:.1f} MB saved")
    return DONE


def _recipe(options: argparse.Namespace, followed: str) -> Config:
    """The recipe that is asked for; where that names no size of its own, the tiny one, and its name is the pack's."""
    config, plain = load_config(options.config), Config()
    if config.model.audio == plain.model.audio:
        config = replace(config, model=replace(config.model, audio=SMALLER))
    if config.name == plain.name:
        config = replace(config, name=f"{followed}-tiny")
    if options.minutes is not None:
        config = replace(config, run=replace(config.run, minutes=options.minutes))
    return config
