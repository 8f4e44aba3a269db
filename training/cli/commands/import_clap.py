"""`earshot-train import-clap`: makes a pack of a transformers CLAP checkpoint."""

import argparse
from pathlib import Path

from training.base.arguments import Commands
from training.export.pack_options import add_pack_options, make


def add_parser(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "import-clap", help="make a pack of a transformers CLAP checkpoint folder", allow_abbrev=False
    )
    parser.add_argument("folder", type=Path, metavar="DIR", help="config.json, weights, tokenizer, feature extractor")
    add_pack_options(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Makes a pack of a transformers CLAP folder."""
    from training.export.clap import clap_system

    return make(clap_system(options.folder, name=options.name, licence=options.licence), options)
