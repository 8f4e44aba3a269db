"""`earshot-train evaluate-queries`: what a pack answers to words that no training caption has."""

from pathlib import Path

from training.arguments import Commands, add_measured_options


def add_parser(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "evaluate-queries",
        help="show the first answers to queries in words that training has not",
        description="Twenty queries, or those of a list, each with its first five answers by sound only, to be judged "
        "by a person; with --judged a hundred, which say what kinds of sound are right, over all that no training "
        "learns from. A query with a word of a training caption is refused.",
        allow_abbrev=False,
    )
    add_measured_options(parser)
    parser.add_argument(
        "--seen", action="append", metavar="NAME:PART", help="what training saw (default: earshot:train)"
    )
    parser.add_argument("--judged", action="store_true", help="how often the first answer, or one of five, is right")
    parser.add_argument("--list", type=Path, metavar="FILE", help='TOML: queries = ["...", ...] (default: the twenty)')
    parser.set_defaults(run="training.tasks.evaluate_pack:answer_queries")
