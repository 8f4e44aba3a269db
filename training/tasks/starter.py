"""`earshot-train starter`: trains the starter and makes its pack."""

import argparse
import sys
from dataclasses import replace
from pathlib import Path

from engine.training_wording import LeftOutFor
from training.config import Config, load_config
from training.data.corpora.registry import places_of, read_parts
from training.data.corpus import SPLITS, Clip, CorpusError, check_splits
from training.export.assemble import make_pack
from training.runs.checkpoint import load_checkpoint
from training.runs.material import gather
from training.runs.memory import keep_memory
from training.runs.pretrained import published_weights
from training.runs.sounds import fit
from training.runs.tracking import Hooks
from training.tasks import DONE, say
from training.tasks.heads import train_heads


def make_starter(options: argparse.Namespace) -> int:
    """Trains the starter and makes its pack, or only the pack of a checkpoint."""
    cache, folder = options.runs / "cache", options.runs / "starter"
    if options.pretrained and not options.config and not options.checkpoint:
        from training.tasks.starter_taught import make_taught

        return make_taught(options)
    if options.checkpoint:
        checkpoint = load_checkpoint(options.checkpoint)
        clips = read_whole(checkpoint.config, options.data)
    else:
        config = load_config(options.config)
        clips = read_whole(config, options.data)
        if options.minutes is not None:
            config = replace(config, run=replace(config.run, minutes=options.minutes))
        keep_memory()
        hooks = Hooks(report=say, bar=sys.stderr.isatty())
        start = published_weights(config, options.pretrained)
        material = gather(clips, config, cache, say)
        if config.heads.passes:
            checkpoint = train_heads(material, config, folder, cache, options.pretrained, say)
        else:
            checkpoint = fit(material, config, folder, hooks, start=start)
    out: Path = options.out or default_place()
    info = make_pack(checkpoint, clips, out, say)
    say(f"pack {info.name} {info.version} ({info.pack_id}) in {out}")
    return DONE


def read_whole(config: Config, data: list[str]) -> list[Clip]:
    """Reads the parts that a recipe names, each clip in the split it is used for; none may be missing.

    Raises:
        CorpusError: a part that cannot be read or whose place is not said, a file that is not there, an empty split.
    """
    places, clips = places_of(data), list[Clip]()
    for split, parts in zip(SPLITS, (config.data.train, config.data.val, config.data.test), strict=True):
        reading = read_parts(parts, places, split)
        if gone := [one for one in reading.left_out if one.reason is not LeftOutFor.EXCLUDED]:
            raise CorpusError(
                f"{len(gone)} clips of {split} are left out, first {gone[0]}: {gone[0].reason.text}",
                advice="Fetch or make that corpus again.",
            )
        clips += reading.clips
    check_splits(clips, *SPLITS)
    return clips


def default_place() -> Path:
    """Where the starter lies in a checkout: resources/packs/starter."""
    return Path(__file__).resolve().parent.parent.parent / "resources" / "packs" / "starter"
