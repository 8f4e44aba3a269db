"""`earshot-train starter`: trains the starter and makes its pack."""

import argparse
import sys
from dataclasses import replace
from pathlib import Path

from training.config import load_config
from training.data.corpus import SPLITS, check_splits, read_corpus
from training.export.assemble import make_pack
from training.runs.checkpoint import load_checkpoint
from training.runs.loop import fit, gather
from training.runs.memory import keep_memory
from training.runs.tracking import Hooks
from training.tasks import DONE, say


def make_starter(options: argparse.Namespace) -> int:
    """Trains the starter and makes its pack, or only the pack of a checkpoint."""
    clips = read_corpus(options.data)
    check_splits(clips, *SPLITS)
    cache, folder = options.runs / "cache", options.runs / "starter"
    if options.checkpoint:
        checkpoint = load_checkpoint(options.checkpoint)
    else:
        config = load_config(options.config)
        if options.minutes is not None:
            config = replace(config, run=replace(config.run, minutes=options.minutes))
        keep_memory()
        hooks = Hooks(report=say, bar=sys.stderr.isatty())
        checkpoint = fit(gather(clips, config, cache, say), config, folder, hooks)
    out: Path = options.out or default_place()
    info = make_pack(checkpoint, clips, out, say)
    say(f"pack {info.name} {info.version} ({info.pack_id}) in {out}")
    return DONE


def default_place() -> Path:
    """Where the starter lies in a checkout: resources/packs/starter."""
    return Path(__file__).resolve().parent.parent.parent / "resources" / "packs" / "starter"
