"""`earshot-train strokes`: whether the moment of three shots is one shot, and continuous sounds stay whole."""

import argparse

from training.base.arguments import Commands, add_measured_options, add_seeds_option, count

_SEEDS = (36, 37, 38)


def add_parser(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "strokes",
        help="measure whether the moment of three shots is one of them",
        description="Lays clips that are struck once three times into short and long files, .4 to .8 s apart, in "
        "silence and over ambiences, indexes them with earshot index, and asks for each: is the first moment one "
        "stroke? Also of what goes on or flutters: how many moments hold less than half of it.",
        allow_abbrev=False,
    )
    add_measured_options(parser)
    parser.add_argument("--clips", type=count, default=40, metavar="N", help="clips each seed strikes (default: 40)")
    add_seeds_option(parser, _SEEDS, "draws clips, ambiences and times")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Measures whether the moment of three shots is one of them."""
    from training.evaluation.measured import read_measured
    from training.evaluation.strokes import measure_strokes

    asked = read_measured(options)
    found = measure_strokes(asked.pack, asked.clips, most=options.clips, seeds=options.seed or _SEEDS, by=asked.by)
    return asked.tell(found, is_json=options.json)
