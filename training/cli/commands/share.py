"""`earshot-train share`: writes a checkpoint in the layout of Hugging Face's hub, and pushes it there."""

import argparse
from pathlib import Path

from training.base.arguments import DONE, Commands, say
from training.base.results import CHARTS, SHARED, add_replace_option, check_room, make_room


def add_parser(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "share",
        help="write a checkpoint as safetensors, config and card, and push it",
        description="Weights to the bit, every setting, and a card; without what only a run that goes on needs. The "
        "folder is read wherever a checkpoint is named. With --push it goes to the hub, as whom hf auth login says.",
        allow_abbrev=False,
    )
    parser.add_argument("checkpoint", type=Path, metavar="FILE", help="last.pt or best.pt of sounds, words or units")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="the folder")
    add_replace_option(parser)
    parser.add_argument("--licence", required=True, metavar="ID", help="of the weights, as cc-by-4.0")
    parser.add_argument("--name", default="", metavar="NAME", help="of the model (default: its recipe's)")
    parser.add_argument(
        "--measured", type=Path, action="append", default=[], metavar="FILE",
        help="what earshot-train evaluate --json printed of it, for the card; may be repeated",
    )  # fmt: skip
    parser.add_argument("--push", default="", metavar="OWNER/NAME", help="upload it; nothing is sent without this")
    parser.add_argument("--public", action="store_true", help="a repository that is made is not private")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Writes the folder, and pushes it on request."""
    from training.evaluation.charts.card import draw_for_card
    from training.runs.folders import push, read_measured, write_folder
    from training.runs.records import checked_record

    check_room(options.out, SHARED, replaces=options.replace)
    record = checked_record(options.checkpoint)
    measured = [read_measured(path, record) for path in options.measured]
    if options.replace:
        make_room(options.out, SHARED, say)
    charts = draw_for_card(record, options.checkpoint, measured, options.out / CHARTS, say)
    write_folder(record, options.out, licence=options.licence, name=options.name, measured=measured, charts=charts)
    say(f"{options.out} holds it; earshot-train reads the folder wherever it takes a checkpoint")
    if options.push:
        say(f"pushed to {push(options.out, options.push, private=not options.public)}")
    return DONE
