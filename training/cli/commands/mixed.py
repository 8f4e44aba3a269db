"""`earshot-train mixed`: whether a ranking finds named and nameless sounds alike."""

import argparse

from training.base.arguments import Commands, add_measured_options, count


def add_parser(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "mixed",
        help="measure the ranking where half of the sounds have no names",
        description="Through earshot index and the engine's ranking: half of the clips of each kind lose their names; "
        "mAP@10 fused, by sound alone and by names alone, and how many of the nameless that answer are among the first "
        "ten. ! marks where fused is below another way, or finds fewer than 0.95 of the nameless that the sound alone "
        "finds.",
        allow_abbrev=False,
    )
    add_measured_options(parser)
    parser.add_argument("--seed", type=count, default=83, metavar="N", help="draws the nameless (default: %(default)s)")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Measures the ranking of a library in which half of the sounds are named."""
    from training.evaluation.measured import read_measured
    from training.evaluation.mixed import measure_mixed

    asked = read_measured(options)
    found = measure_mixed(asked.pack, asked.clips, by=asked.by, seed=options.seed)
    return asked.tell(found, is_json=options.json)
