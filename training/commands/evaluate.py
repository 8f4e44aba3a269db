"""`earshot-train evaluate`: how good a pack is, measured through the engine."""

from pathlib import Path

from training.arguments import Commands, count


def add_parser(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add_parser("evaluate", help="measure a pack through the engine", allow_abbrev=False)
    parser.add_argument("--data", type=Path, metavar="DIR", required=True, help="folder of the corpus")
    parser.add_argument("--pack", type=Path, metavar="DIR", help="the pack (default: the starter)")
    parser.add_argument("--split", choices=("val", "test"), default="test", help="default: %(default)s")
    parser.add_argument("--workers", type=count, default=0, metavar="N", help="reading threads (default: one a core)")
    parser.set_defaults(run="training.tasks.evaluate:measure")
