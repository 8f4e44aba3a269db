"""`earshot-train filtered`: whether strong, fair and weak can be trusted behind a filter."""

import argparse

from training.base.arguments import Commands, add_measured_options, count


def add_parser(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "filtered",
        help="measure how far marks can be trusted behind filters",
        description="Through the engine's ranking, half of the clips without names: each caption is asked of 1, 10 and "
        "100 sounds that a filter lets through, of which in every second case one answers, and of the whole library. "
        "How the first hit is marked, and how often it is right.",
        allow_abbrev=False,
    )
    add_measured_options(parser)
    parser.add_argument("--seed", type=count, default=1, metavar="N", help="draws the sounds (default: %(default)s)")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Measures the marks of first hits in parts of a library."""
    from training.evaluation.filtered import measure_filtered
    from training.evaluation.measured import read_measured

    asked = read_measured(options)
    found = measure_filtered(asked.pack, asked.clips, by=asked.by, seed=options.seed)
    return asked.tell(found, is_json=options.json)
