"""`earshot-train train`: one recipe, from data to checkpoints.

A file named `stop` in the run's folder ends the run after the current step; --resume continues it.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from training.base.arguments import (
    DONE,
    SOME_SKIPPED,
    Commands,
    add_data_option,
    add_device_option,
    add_pretrained_option,
    count,
    device_of,
    minutes,
    say,
)
from training.base.results import RUN, add_replace_option, check_room, make_room, run_kept

if TYPE_CHECKING:
    from training.runs.config import Config


def add_parser(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add_parser("train", help="train a recipe, from data to checkpoints", allow_abbrev=False)
    parser.add_argument("config", type=Path, metavar="CONFIG.toml", help="the recipe; see docs/training.md")
    add_data_option(parser)
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="folder of the run")
    parser.add_argument("--cache", type=Path, metavar="DIR", help="mel pictures and text vectors (default: beside DIR)")
    parser.add_argument(
        "--start", type=Path, metavar="FILE", help="begin with the weights of this checkpoint, as a new run"
    )
    add_pretrained_option(parser)
    add_device_option(parser)
    parser.add_argument("--teachers", type=Path, action="append", metavar="DIR", help="instead of objective.teachers")
    parser.add_argument("--resume", action="store_true", help="go on from DIR/last.pt where there is one")
    add_replace_option(parser)
    parser.add_argument("--minutes", type=minutes, metavar="M", help="train for so long instead of the recipe's steps")
    parser.add_argument(
        "--precision", choices=("auto", "32", "bf16", "16"), help="numbers to compute in (default: the recipe's)"
    )
    parser.add_argument("--recompute", action="store_true", help="run blocks again on the way back: less memory")
    parser.add_argument("--compile", action="store_true", help="have torch compile the audio tower's blocks")
    parser.add_argument("--devices", type=count, metavar="N", help="processes of a machine, a device each")
    parser.add_argument("--nodes", type=count, metavar="N", help="machines; start by torchrun, see docs/training.md")
    parser.add_argument(
        "--log",
        action="append",
        default=[],
        choices=("wandb", "mlflow"),
        help="tell this one too; may be repeated; offline",
    )
    parser.set_defaults(run=run, kept=run_kept)


def run(options: argparse.Namespace) -> int:
    """Trains a recipe."""
    from training.evaluation.charts.curves import draw_after
    from training.runs.checkpoint import load_checkpoint
    from training.runs.config import load_config
    from training.runs.distributed import rank
    from training.runs.loggers import check_loggers
    from training.runs.memory import keep_memory
    from training.runs.recipe_training import learn_recipe
    from training.runs.splits import read_splits
    from training.runs.steps import fabric_of
    from training.runs.tracking import stop_file_hooks

    out: Path = options.out
    check_loggers(options.log)
    check_room(out, RUN, replaces=options.replace, resumes=options.resume)
    config = with_options(load_config(options.config), options)
    device = device_of(options, config.run.accelerator, config.run.precision)
    config = replace(config, run=replace(config.run, accelerator=device))
    several = config.run.devices * config.run.nodes > 1
    fabric = fabric_of(config.run) if several or config.batch.feed == "waves" else None
    tell = say if rank() == 0 else _say_nothing
    clips, left_out = read_splits(config, options.data)
    if left_out:
        tell(f"{len(left_out)} sounds left out, first {left_out[0]}: {left_out[0].reason.text}")
    keep_memory()
    cache = options.cache or out.parent / "cache"
    start = load_checkpoint(options.start) if options.start else None
    if options.replace and rank() == 0:
        make_room(out, RUN, tell)
    hooks = stop_file_hooks(out, tell, tuple(dict.fromkeys(options.log)))
    found = learn_recipe(
        clips,
        config,
        out,
        cache,
        options.pretrained,
        hooks,
        resume=options.resume,
        start=start,
        fabric=fabric,
    )
    if rank() == 0:
        draw_after(out, tell)
    tell(f"{config.name}: {found.step} steps in {found.minutes:.1f} minutes")
    return SOME_SKIPPED if left_out else DONE


def _say_nothing(_: str) -> None:
    """Silences the ranks of a run other than the first."""


def with_options(config: Config, options: argparse.Namespace) -> Config:
    """Returns the recipe with the changes of the command line.

    Raises:
        ConfigError: a change does not go with the recipe.
    """
    from training.runs.settings_file import ConfigError

    try:
        return _changed(config, options)
    except ValueError as err:
        raise ConfigError(f"{config.name}: {err}", advice="Leave the option out, or change the recipe.") from err


def _changed(config: Config, options: argparse.Namespace) -> Config:
    asked = {name: getattr(options, name) for name in ("precision", "devices", "nodes") if getattr(options, name)}
    asked |= {name: True for name in ("recompute", "compile") if getattr(options, name)}
    if asked:
        config = replace(config, run=replace(config.run, **asked))
    if options.minutes is not None:
        config = replace(config, run=replace(config.run, minutes=options.minutes, epochs=None))
    if options.teachers:
        folders = tuple(str(folder) for folder in options.teachers)
        config = replace(config, objective=replace(config.objective, teachers=folders))
    return config
