"""`earshot-train background`: whether the same background is found under events, and whether its loops are audible."""

import argparse

from training.base.arguments import Commands, add_measured_options, count


def add_parser(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "background",
        help="measure finding and looping the same background, in real ambiences with events over them",
        description="Through earshot index and the engine's own search for backgrounds: parts of real ambiences with "
        "events over them, and all other clips, are asked with two and a half seconds of each ambience; how often the "
        "first answer is a part of the same one, beside a search by the vector of the stretch. Then how many joins of "
        "loops stand out less than 95 % of the background itself does, beside plain ways to loop.",
        allow_abbrev=False,
    )
    add_measured_options(parser)
    parser.add_argument("--seed", type=count, default=1, metavar="N", help="draws the mixtures (default: %(default)s)")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Measures backgrounds on a split."""
    from training.evaluation.background import measure_background
    from training.evaluation.measured import read_measured

    asked = read_measured(options)
    found = measure_background(asked.pack, asked.clips, by=asked.by, seed=options.seed)
    return asked.tell(found, is_json=options.json)
