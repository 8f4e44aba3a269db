"""`earshot-train evaluate-card`: what was measured of a pack, written into its card."""

from pathlib import Path

from training.arguments import Commands


def add_parser(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "evaluate-card",
        help="write what was measured into a pack's card",
        description="Takes what evaluate-pack, robustness and honesty print with --json, each in a file, and writes "
        "these sections of MODEL_CARD.md anew. The pack's id stays what it was.",
        allow_abbrev=False,
    )
    parser.add_argument("--pack", type=Path, metavar="DIR", required=True, help="the pack")
    parser.add_argument(
        "--measured", type=Path, action="append", metavar="FILE", default=[], help="a record; may be repeated"
    )
    parser.add_argument("--speed", type=Path, metavar="FILE", help="text of a benchmark, shown as it is")
    parser.add_argument("--cpu-s", type=float, metavar="S", help="CPU seconds of all runs that led to the pack")
    parser.set_defaults(run="training.tasks.evaluate_card:write_card")
