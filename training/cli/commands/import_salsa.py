"""`earshot-train import-salsa`: makes a pack of the checkpoint released with the papers."""

import argparse
from pathlib import Path

from training.base.arguments import Commands
from training.export.pack_options import add_pack_options, make


def add_parser(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "import-salsa",
        help="make a pack of passt_roberta.ckpt and kin (Primus et al. 2023, 2024; DCASE 2025 baseline)",
        allow_abbrev=False,
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="the Lightning checkpoint, its parts joined")
    parser.add_argument(
        "--tokenizer", default="", metavar="DIR",
        help="folder or hub id of the text tower's tokenizer, which the file lacks (BERT's is installed)",
    )  # fmt: skip
    add_pack_options(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Makes a pack of a checkpoint released with the papers."""
    from training.export.salsa import salsa_system

    words = {"tokenizer": options.tokenizer, "name": options.name, "licence": options.licence}
    return make(salsa_system(options.file, **words), options)
