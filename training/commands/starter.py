"""`earshot-train starter`: the pack that comes with Earshot, from data to pack."""

from pathlib import Path

from training.arguments import Commands, add_pretrained_option, minutes


def add_parser(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add_parser("starter", help="make the starter pack, from data to pack", allow_abbrev=False)
    parser.add_argument(
        "--data",
        action="append",
        required=True,
        metavar="[NAME=]DIR",
        help="where a corpus lies, as synthesis=DIR; without a name, Earshot's own; may be repeated",
    )
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--config", type=Path, metavar="FILE", help="TOML that changes the recipe")
    how.add_argument(
        "--whole",
        dest="run",
        action="store_const",
        const="training.tasks.starter_whole:make_whole",
        help="all that the pack that comes with Earshot was made by: further sounds, variants, every leg; goes on",
    )
    how.add_argument(
        "--taught",
        dest="run",
        action="store_const",
        const="training.tasks.starter_taught:make_taught",
        help="starter 3: teachers that begin with AudioSet's weights, then a student of theirs; goes on; what "
        "--pretrained means without --config",
    )
    add_pretrained_option(parser)
    parser.add_argument(
        "--runs", type=Path, default=Path("runs"), metavar="DIR", help="caches and checkpoints (default: runs)"
    )
    how.add_argument("--checkpoint", type=Path, metavar="FILE", help="train nothing, make the pack of this checkpoint")
    parser.add_argument("--minutes", type=minutes, metavar="M", help="train for so long instead of the recipe's steps")
    parser.add_argument("--out", type=Path, metavar="DIR", help="the pack's folder (default: resources/packs/starter)")
    parser.set_defaults(run="training.tasks.starter:make_starter")
