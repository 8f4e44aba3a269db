"""`earshot-train tiny`: the smaller size of a pack: the same hearing, a smaller tower."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from training.base.arguments import DONE, Commands, minutes, say
from training.base.results import RUN, add_replace_option, check_room, make_room

if TYPE_CHECKING:
    from training.runs.config import Config


def add_parser(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "tiny", help="make a smaller pack: the same text tower, a smaller audio tower", allow_abbrev=False
    )
    parser.add_argument(
        "--data",
        action="append",
        required=True,
        metavar="[NAME=]DIR",
        help="path of a corpus, as synthesis=DIR; without a name, Earshot's own; may be repeated",
    )
    parser.add_argument("--pack", type=Path, metavar="DIR", help="the pack to follow (default: the starter)")
    parser.add_argument(
        "--config", type=Path, metavar="FILE", help="TOML that changes the recipe; one with [model.audio] says the size"
    )
    parser.add_argument("--runs", type=Path, default=Path("runs"), metavar="DIR", help="checkpoints (default: runs)")
    parser.add_argument("--cache", type=Path, metavar="DIR", help="mel pictures, text vectors (default: in --runs)")
    parser.add_argument("--minutes", type=minutes, metavar="M", help="train for so long instead of the recipe's steps")
    parser.add_argument(
        "--closeness", type=float, default=10.0, metavar="W", help="weight of following the pack (default: %(default)g)"
    )
    parser.add_argument("--start", type=Path, metavar="FILE", help="begin with the weights of this checkpoint")
    parser.add_argument("--checkpoint", type=Path, metavar="FILE", help="train nothing, make the pack of this one")
    add_replace_option(parser, "the run")
    parser.add_argument("--out", type=Path, metavar="DIR", help="the pack's folder (default: beside the pack, -tiny)")
    parser.set_defaults(run=run, kept=_kept)


def run(options: argparse.Namespace) -> int:
    """Trains the smaller size of a pack and makes its pack, or only makes the pack of a checkpoint."""
    from engine.models.pack import default_pack
    from engine.models.shared_files import SHARED
    from training.export.starter_pack import make_pack, share_words
    from training.runs.checkpoint import load_checkpoint
    from training.runs.material import gather
    from training.runs.memory import keep_memory
    from training.runs.pack_distillation import follow_pack, heard_by, smaller_config
    from training.runs.splits import read_whole
    from training.runs.tracking import Hooks
    from training.runs.weights import weights_of_pack

    followed: Path = options.pack or default_pack()
    if options.checkpoint:
        checkpoint = load_checkpoint(options.checkpoint)
        clips = read_whole(checkpoint.config, options.data)
    else:
        pack = weights_of_pack(followed)
        config = smaller_config(_recipe(options, followed.name), pack)
        folder = options.runs / config.name
        check_room(folder, RUN, replaces=options.replace)
        clips = read_whole(config, options.data)
        keep_memory()
        cache = options.cache or options.runs / "cache"
        material = heard_by(pack, gather(clips, config, cache, say), config, cache, say)
        start = load_checkpoint(options.start) if options.start else None
        if options.replace:
            make_room(folder, RUN, say)
        hooks = Hooks(report=say)
        checkpoint = follow_pack(material, config, pack, folder, hooks, closeness=options.closeness, start=start)
    out: Path = options.out or followed.with_name(f"{followed.name}-tiny")
    info = make_pack(checkpoint, clips, out, say, words_of=followed)
    say(f"pack {info.name} {info.version} ({info.pack_id}) in {out}")
    if out.resolve().parent == followed.resolve().parent and (saved := share_words(out.parent)):
        say(f"the words' side of both lies once in {out.parent / SHARED}: {saved / 1e6:.1f} MB saved")
    return DONE


def _kept(options: argparse.Namespace) -> str:
    return f"What was learnt lies in {options.runs}: name its best.pt with --checkpoint, or begin anew with --replace."


def _recipe(options: argparse.Namespace, followed: str) -> Config:
    """Returns the requested recipe; where it has no name of its own, with the pack's."""
    from training.runs.config import Config, load_config

    config = load_config(options.config)
    if config.name == Config().name:
        config = replace(config, name=f"{followed}-tiny")
    if options.minutes is not None:
        config = replace(config, run=replace(config.run, minutes=options.minutes))
    return config
