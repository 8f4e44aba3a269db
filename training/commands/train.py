"""`earshot-train train`: one recipe, from data to checkpoints."""

from pathlib import Path

from training.arguments import Commands, add_pretrained_option, minutes


def add_parser(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add_parser("train", help="train a recipe, from data to checkpoints", allow_abbrev=False)
    parser.add_argument("config", type=Path, metavar="CONFIG.toml", help="the recipe; see docs/training.md")
    parser.add_argument(
        "--data",
        action="append",
        required=True,
        metavar="[NAME=]DIR",
        help="where a corpus lies, as clotho=DIR; without a name, one in Earshot's own layout; may be repeated",
    )
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="folder of the run")
    parser.add_argument("--cache", type=Path, metavar="DIR", help="mel pictures and text vectors (default: beside DIR)")
    parser.add_argument(
        "--start", type=Path, metavar="FILE", help="begin with the weights of this checkpoint, as a new run"
    )
    add_pretrained_option(parser)
    parser.add_argument("--teachers", type=Path, action="append", metavar="DIR", help="instead of objective.teachers")
    parser.add_argument("--resume", action="store_true", help="go on from DIR/last.pt where there is one")
    parser.add_argument("--minutes", type=minutes, metavar="M", help="train for so long instead of the recipe's steps")
    parser.set_defaults(run="training.tasks.train:train")
