"""`earshot-train honesty`: whether a pack says strong where it is right, and only there."""

import argparse

from training.base.arguments import Commands, add_measured_options


def add_parser(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "honesty",
        help="measure how far the mark strong can be trusted",
        description="Through earshot index and earshot search: how many queries whose kind is not in the library get a "
        "strong first hit, how many right first hits are strong, and how many strong hits are right. ! marks what is "
        "not as it is to be.",
        allow_abbrev=False,
    )
    add_measured_options(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Measures how far a pack's confidence can be trusted."""
    from training.evaluation.honesty import measure_honesty
    from training.evaluation.measured import read_measured

    asked = read_measured(options)
    found = measure_honesty(asked.pack, asked.clips, by=asked.by)
    return asked.tell(found, is_json=options.json)
