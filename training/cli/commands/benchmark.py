"""`earshot-train benchmark`: packs on a public set, by its published protocol."""

import argparse
import json
from pathlib import Path

from training.base.arguments import DONE, SOME_SKIPPED, Commands, add_device_option

_NAMES = ("esc50", "urbansound8k", "fsd50k", "clotho", "audiocaps", "sounddescs", "dcase")


def add_parser(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "benchmark",
        help="measure packs on a public set that you have",
        description="Reads the set as it is published, measures by its protocol with 95 % intervals, says what of it "
        "Earshot's packs may have met, and how fast each pack hears. Nothing is fetched: without --data it says where "
        "the set is had, and how large it is.",
        allow_abbrev=False,
    )
    parser.add_argument("name", choices=_NAMES, metavar="NAME", help=", ".join(_NAMES))
    parser.add_argument("--data", dest="folder", type=Path, metavar="DIR", help="where the set lies")
    parser.add_argument(
        "--pack", type=Path, nargs="+", action="extend", metavar="PACK", help="packs (default: the starter)"
    )
    parser.add_argument("--json", action="store_true", help="print everything as one JSON object")
    add_device_option(parser, "cpu")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Measures; returns 3 where the set is incomplete."""
    from engine.models.pack import default_pack
    from training.evaluation.public import measure, open_set

    at_hand = open_set(options.name, options.folder)
    found = measure(options.name, at_hand, options.pack or [default_pack()], options.device or "cpu")
    print(json.dumps(found.record()) if options.json else "\n".join(found.lines()))
    return DONE if found.is_whole else SOME_SKIPPED
