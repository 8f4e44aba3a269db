"""`earshot-train export`: makes a pack of a checkpoint of any trained system."""

import argparse
from pathlib import Path

from training.base.arguments import Commands
from training.export.pack_options import add_pack_options, make


def add_parser(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add_parser("export", help="make a pack of a trained checkpoint", allow_abbrev=False)
    parser.add_argument("--checkpoint", type=Path, metavar="FILE", required=True, help="checkpoint.pt of a run")
    add_pack_options(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Makes a pack of a checkpoint of ours."""
    from training.export.dual_encoder_system import checkpoint_system
    from training.runs.checkpoint import load_checkpoint

    checkpoint = load_checkpoint(options.checkpoint)
    return make(checkpoint_system(checkpoint, name=options.name, licence=options.licence), options)
