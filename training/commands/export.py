"""`earshot-train export`: a checkpoint of any trained system becomes a pack."""

from pathlib import Path

from training.arguments import Commands, add_pack_options


def add_parser(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add_parser("export", help="make a pack of a trained checkpoint", allow_abbrev=False)
    parser.add_argument("--checkpoint", type=Path, metavar="FILE", required=True, help="checkpoint.pt of a run")
    add_pack_options(parser)
    parser.set_defaults(run="training.tasks.export:export_checkpoint")
