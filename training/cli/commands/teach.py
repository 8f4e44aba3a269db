"""`earshot-train teach`: tables of trained models' similarities on a training set, to distil a student from."""

import argparse
from pathlib import Path

from training.base.arguments import DONE, SOME_SKIPPED, Commands, add_data_option, add_device_option, device_of, say
from training.base.results import add_replace_option, parts_kept


def add_parser(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "teach",
        help="save what trained models say about a training set",
        description="Embeds every sound and caption of a training set with each model. The folder is then named by the "
        "student's recipe, objective.teachers, or by earshot-train train --teachers.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "--checkpoint", type=Path, action="append", required=True, metavar="FILE", help="a teacher; may be repeated"
    )
    add_data_option(parser)
    parser.add_argument(
        "--config", type=Path, metavar="FILE", help="the student's recipe (default: what the teacher was trained on)"
    )
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="a folder in it for each teacher")
    add_replace_option(parser)
    parser.add_argument("--cache", type=Path, metavar="DIR", help="mel pictures and text vectors (default: beside DIR)")
    add_device_option(parser, "cpu")
    parser.set_defaults(run=run, kept=parts_kept)


def run(options: argparse.Namespace) -> int:
    """Writes a table for every checkpoint."""
    from training.data.captions import Captions
    from training.data.corpora.registry import places_of, read_parts
    from training.data.corpus import CorpusError
    from training.runs.checkpoint import load_checkpoint
    from training.runs.config import load_config
    from training.runs.teacher_tables import teach

    device = device_of(options, "cpu")
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
        teach(checkpoint, clips, captions, out / name, cache, say, device=device, replaces=options.replace)
    if reading.left_out:
        say(f"{len(reading.left_out)} sounds left out, first {reading.left_out[0]}: {reading.left_out[0].reason.text}")
    return SOME_SKIPPED if reading.left_out else DONE
