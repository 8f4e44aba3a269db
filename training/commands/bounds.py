"""`earshot-train bounds`: how near a moment's start and end are to the event that was asked for."""

import argparse
import json

from training.arguments import Commands, add_measured_options, count


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
    parser.add_argument("--clips", type=count, default=150, metavar="N", help="clips to place (default: %(default)s)")
    parser.add_argument("--seed", type=count, default=36, metavar="N", help="places the clips (default: %(default)s)")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Measures how near the bounds of moments are."""
    from training.evaluation.measured import read_measured
    from training.evaluation.placed import measure_placed

    asked = read_measured(options)
    found = measure_placed(asked.pack, asked.clips, most=options.clips, seed=options.seed, by=asked.by)
    if options.json:
        print(json.dumps({"parts": asked.parts, "pack": asked.pack.resolve().name, **found.record()}))
    else:
        print("\n".join([asked.head(), *found.lines()]))
    return asked.end()
