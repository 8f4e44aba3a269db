"""`earshot-train tiny`: the smaller size of a pack, which hears as the pack does with a smaller tower."""

from pathlib import Path

from training.arguments import Commands, minutes


def add_parser(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "tiny", help="make the smaller size of a pack: its words' side, a smaller tower", allow_abbrev=False
    )
    parser.add_argument(
        "--data",
        action="append",
        required=True,
        metavar="[NAME=]DIR",
        help="where a corpus lies, as synthesis=DIR; without a name, Earshot's own; may be repeated",
    )
    parser.add_argument("--pack", type=Path, metavar="DIR", help="the pack to follow (default: the starter)")
    parser.add_argument(
        "--config", type=Path, metavar="FILE", help="TOML that changes the recipe; one with [model.audio] says the size"
    )
    parser.add_argument("--runs", type=Path, default=Path("runs"), metavar="DIR", help="checkpoints (default: runs)")
    parser.add_argument("--cache", type=Path, metavar="DIR", help="mel pictures, text vectors (default: in --runs)")
    parser.add_argument("--minutes", type=minutes, metavar="M", help="train for so long instead of the recipe's steps")
    parser.add_argument(
        "--closeness", type=float, default=10.0, metavar="W", help="weight of following the pack (default: %(default)g)"
    )
    parser.add_argument("--start", type=Path, metavar="FILE", help="begin with the weights of this checkpoint")
    parser.add_argument("--checkpoint", type=Path, metavar="FILE", help="train nothing, make the pack of this one")
    parser.add_argument("--out", type=Path, metavar="DIR", help="the pack's folder (default: beside the pack, -tiny)")
    parser.set_defaults(run="training.tasks.tiny:make_tiny")
