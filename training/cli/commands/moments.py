"""`earshot-train moments`: whether the best moment of a long file is the right one."""

import argparse

from training.base.arguments import Commands, add_measured_options, add_seeds_option

_SEEDS = (83, 84, 85)


def add_parser(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "moments",
        help="measure whether the right moment of a long file is found",
        description="Joins eight sounds of different kinds, of two seconds and more, into each of some long files, "
        "indexes them with earshot index, and asks for every caption in its file: how often is the first moment "
        "where that sound is. ! where it is right less than 0.80 of the time.",
        allow_abbrev=False,
    )
    add_measured_options(parser)
    add_seeds_option(parser, _SEEDS, "deals the sounds")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Measures where in a long file the engine finds the queried event."""
    from training.evaluation.measured import read_measured
    from training.evaluation.places import measure_places

    asked = read_measured(options)
    found = measure_places(asked.pack, asked.clips, seeds=options.seed or _SEEDS, by=asked.by)
    return asked.tell(found, is_json=options.json)
