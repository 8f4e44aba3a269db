"""`earshot-train evaluate-pack`: what a pack's card says of it, as one table, beside chance and another pack."""

from pathlib import Path

from training.arguments import Commands, add_measured_options


def add_parser(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "evaluate-pack",
        help="measure a pack as its card shows it",
        description="Through earshot index and earshot search, by sound only and under file names that say nothing: "
        "mAP@10 and R@1, 5, 10 with 95 %% intervals, of all captions and of those that training has not, beside "
        "chance and another pack. --json prints what `earshot-train evaluate-card` takes.",
        allow_abbrev=False,
    )
    add_measured_options(parser)
    parser.add_argument("--against", type=Path, metavar="DIR", help="a pack to compare with, by query")
    parser.add_argument(
        "--seen", action="append", metavar="NAME:PART", help="what training saw (default: earshot:train)"
    )
    parser.add_argument(
        "--names", action="store_true", help="also under the names the files had: fused, by sound and by words alone"
    )
    parser.add_argument(
        "--queries", action="store_true", help="also the answers to twenty queries in words that training has not"
    )
    parser.set_defaults(run="training.tasks.evaluate_pack:measure_pack")
