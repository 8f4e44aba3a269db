"""`earshot-train bounds`: how near a moment's start and end are to the event that the query names."""

import argparse

from training.base.arguments import Commands, add_measured_options, add_seeds_option, count

_SEEDS = (36, 37, 38)


def add_parser(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "bounds",
        help="measure how near the bounds of moments are to their events",
        description="Places short clips at drawn times in silence and in ambiences, 0, 10 and 20 dB over them, indexes "
        "the files with earshot index, and asks for each clip in its file: how far are start and end of the first "
        "moment away, and mAP, beside the bounds of the windows. ! where a median is over 80 ms, or mAP is worse.",
        allow_abbrev=False,
    )
    add_measured_options(parser)
    parser.add_argument("--clips", type=count, default=60, metavar="N", help="clips each seed places (default: 60)")
    add_seeds_option(parser, _SEEDS, "places the clips")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Measures how near the bounds of moments are."""
    from training.evaluation.measured import read_measured
    from training.evaluation.placed import measure_placed

    asked = read_measured(options)
    found = measure_placed(asked.pack, asked.clips, most=options.clips, seeds=options.seed or _SEEDS, by=asked.by)
    return asked.tell(found, is_json=options.json)
