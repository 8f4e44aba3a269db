"""`earshot-train refining`: what judged answers, and one example beside the words, add to a typed query."""

import argparse

from training.base.arguments import Commands, add_measured_options, count


def add_parser(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "refining",
        help="measure what + and - on answers bring, and one example beside the words",
        description="Through earshot index and the engine's ranking, by sound only: of the first 20 answers to a "
        "caption three right ones get a + and a wrong one a -, drawn by seed; mAP@10 of what is left, before and "
        "after, beside Rocchio's rule; and words with one example beside either alone.",
        allow_abbrev=False,
    )
    add_measured_options(parser)
    parser.add_argument("--seeds", type=count, default=3, metavar="N", help="draws of what is judged (default: 3)")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Measures refining on a split."""
    from training.evaluation.measured import read_measured
    from training.evaluation.refining import measure_refining

    asked = read_measured(options)
    found = measure_refining(asked.pack, asked.clips, by=asked.by, seeds=options.seeds)
    return asked.tell(found, is_json=options.json)
