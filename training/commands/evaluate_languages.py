"""`earshot-train evaluate-languages`: how much of what English finds do searches in other languages find?"""

from pathlib import Path

from training.arguments import Commands, add_measured_options


def add_parser(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "evaluate-languages",
        help="search in six languages, and compare with English",
        description="Sixty searches in English, German, French, Spanish, Italian, Portuguese and Dutch, by sound only, "
        "and mAP@10 of each language beside English's. They were written for clips of the part earshot:val.",
        allow_abbrev=False,
    )
    add_measured_options(parser)
    parser.add_argument("--list", type=Path, metavar="FILE", help="searches as languages.tsv has them (default: that)")
    parser.set_defaults(run="training.tasks.evaluate_pack:compare_languages")
