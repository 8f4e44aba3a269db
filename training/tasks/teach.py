"""`earshot-train teach`: reads the student's training set and has each teacher embed it."""

import argparse
from pathlib import Path

from training.config import load_config
from training.data.captions import Captions
from training.data.corpora.registry import places_of, read_parts
from training.data.corpus import CorpusError
from training.runs.checkpoint import load_checkpoint
from training.runs.teach import teach
from training.tasks import DONE, SOME_SKIPPED, say


def teach_all(options: argparse.Namespace) -> int:
    """Writes a table for every checkpoint."""
    checkpoints: list[Path] = options.checkpoint
    config = load_config(options.config) if options.config else load_checkpoint(checkpoints[0]).config
    reading = read_parts(config.data.train, places_of(options.data), "train")
    clips = [clip for clip in reading.clips if clip.captions]
    if not clips:
        raise CorpusError("there is no captioned sound to teach of", advice="Give more data, or look at its splits.")
    captions = Captions(clips, config.captions).texts()
    out: Path = options.out
    cache = options.cache or out.parent / "cache"
    for number, checkpoint in enumerate(checkpoints, start=1):
        name = f"{number:02d}-{load_checkpoint(checkpoint).config.name}"
        teach(checkpoint, clips, captions, out / name, cache, say, device=options.device)
    if reading.left_out:
        say(f"{len(reading.left_out)} sounds left out, first {reading.left_out[0]}: {reading.left_out[0].reason.text}")
    return SOME_SKIPPED if reading.left_out else DONE
