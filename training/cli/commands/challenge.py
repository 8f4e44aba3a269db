"""`earshot-train challenge`: units in ZeroSpeech 2019's format, and its own figures for any submission."""

import argparse
import json
from pathlib import Path

from training.base.arguments import DONE, Commands, add_device_option, device_of, say
from training.base.results import rest_left


def add_parser(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "challenge",
        help="write submissions to ZeroSpeech 2019, and score them as it does",
        description="The challenge's own layout, ABX triplets and bitrate list, so that figures can be held beside "
        "published ones. docs/words-and-units.md says what has to be there.",
        allow_abbrev=False,
    )
    actions = parser.add_subparsers(title="actions", metavar="ACTION", dest="action", required=True)
    _add_submit(actions)
    _add_score(actions)


def _add_submit(actions: Commands) -> None:
    parser = actions.add_parser("submit", help="write the units of a test part", allow_abbrev=False)
    parser.add_argument("checkpoint", type=Path, metavar="FILE", help="last.pt of earshot-train units train")
    parser.add_argument(
        "--data", action="append", required=True, metavar="NAME=DIR", help="path of a corpus, as zerospeech2019=DIR"
    )
    parser.add_argument("--part", action="append", metavar="NAME:PART", help="instead of the recipe's parts.test")
    parser.add_argument("--language", choices=("english", "surprise"), default="english", help="default: %(default)s")
    parser.add_argument(
        "--as", dest="as_", choices=("vectors", "one-hot"), default="vectors",
        help="what a line is: the code's vector, or a one among zeros (default: %(default)s)",
    )  # fmt: skip
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="folder of the submission")
    add_device_option(parser, "cpu")
    parser.set_defaults(run=submit, kept=rest_left)


def _add_score(actions: Commands) -> None:
    parser = actions.add_parser("score", help="measure ABX and bitrate of a submission", allow_abbrev=False)
    parser.add_argument("submission", type=Path, metavar="DIR", help="the folder that holds 2019/")
    parser.add_argument(
        "--task", type=Path, required=True, metavar="FILE",
        help="the challenge's triplets, ABXTasks/byCtxt_acSpkr.abx, or a list of items (.item)",
    )  # fmt: skip
    parser.add_argument("--language", choices=("english", "surprise"), default="english", help="default: %(default)s")
    parser.add_argument(
        "--list", type=Path, metavar="FILE", help="what the bitrate is of, NAME.txt SECONDS a line (default: English's)"
    )
    parser.add_argument("--whole", action="store_true", help="do not divide a warping's cost by its path's length")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=score)


def submit(options: argparse.Namespace) -> int:
    """Writes the units of a test part."""
    from training.papers.units.challenge import hand_in
    from training.papers.units.checkpoint import load_units
    from training.papers.units.recordings import places_of, read_recordings

    device = device_of(options, "cpu")
    kept = load_units(options.checkpoint)
    recordings = read_recordings(options.part or kept.config.parts.test, places_of(options.data))
    number = hand_in(kept, recordings, options.out, language=options.language, as_=options.as_, device=device)
    say(f"{number} files are handed in, in {options.out}")
    return DONE


def score(options: argparse.Namespace) -> int:
    """Scores a submission."""
    from training.papers.units.submission import figures, read_listed, read_submission, read_triplets

    task, listed = read_triplets(options.task), read_listed(options.list, options.language)
    names = {*task.files, *(name for name, _ in listed)}
    units = read_submission(options.submission, options.language, names)
    found = figures(units, task, listed, by_length=not options.whole)
    if options.json:
        print(json.dumps(found.record()))
        return DONE
    print(
        f"ABX across speakers {100.0 * found.abx.error:.2f} % errors "
        f"({found.abx.triplets:,} triplets, {found.abx.phone_pairs} pairs of phones)\n"
        f"bitrate {found.bits.bits_per_s:.2f} bits/s ({found.bits.symbols:,} units, {found.bits.used:,} different, "
        f"in {found.seconds:,.1f} s of {len(listed)} files)"
    )
    return DONE
