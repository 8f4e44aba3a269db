"""`earshot-train starter`: the pack that comes with Earshot, from data to pack."""

from pathlib import Path

from training.arguments import Commands, minutes


def add_parser(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add_parser("starter", help="make the starter pack, from data to pack", allow_abbrev=False)
    parser.add_argument("--data", type=Path, metavar="DIR", required=True, help="folder of the corpus")
    parser.add_argument("--config", type=Path, metavar="FILE", help="TOML that changes the recipe")
    parser.add_argument(
        "--runs", type=Path, default=Path("runs"), metavar="DIR", help="caches and checkpoints (default: runs)"
    )
    parser.add_argument(
        "--checkpoint", type=Path, metavar="FILE", help="train nothing, make the pack of this checkpoint"
    )
    parser.add_argument("--minutes", type=minutes, metavar="M", help="train for so long instead of the recipe's steps")
    parser.add_argument("--out", type=Path, metavar="DIR", help="the pack's folder (default: resources/packs/starter)")
    parser.set_defaults(run="training.tasks.starter:make_starter")
