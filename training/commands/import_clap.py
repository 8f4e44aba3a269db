"""`earshot-train import-clap`: a transformers CLAP checkpoint becomes a pack."""

from pathlib import Path

from training.arguments import Commands, add_pack_options


def add_parser(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "import-clap", help="make a pack of a transformers CLAP checkpoint folder", allow_abbrev=False
    )
    parser.add_argument("folder", type=Path, metavar="DIR", help="config.json, weights, tokenizer, feature extractor")
    add_pack_options(parser)
    parser.set_defaults(run="training.tasks.export:import_clap")
