"""`earshot-train variety`: how many recordings stand behind the first ten answers, and how many answers are right."""

import argparse

from training.base.arguments import Commands, add_measured_options


def add_parser(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "variety",
        help="measure folded takes and different answers: recordings among the first ten, relevance kept",
        description="Through earshot index and the engine's ranking, by sound only: for each caption and each variety, "
        "from all over takes folded to as different as possible, the different recordings among the first ten answers "
        "and the relevance that is kept, counted by recordings and by sounds.",
        allow_abbrev=False,
    )
    add_measured_options(parser)
    parser.add_argument("--named", action="store_true", help="the clips have their own names, and not such as 000001")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Measures variety on a split."""
    from training.evaluation.measured import read_measured
    from training.evaluation.variety import measure_variety

    asked = read_measured(options)
    found = measure_variety(asked.pack, asked.clips, is_named=options.named, by=asked.by)
    return asked.tell(found, is_json=options.json)
