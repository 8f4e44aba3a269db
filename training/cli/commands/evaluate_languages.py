"""`earshot-train evaluate-languages`: how much of what English finds searches in other languages find."""

import argparse
import json
from pathlib import Path

from training.base.arguments import Commands, add_measured_options


def add_parser(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "evaluate-languages",
        help="search in six languages, and compare with English",
        description="Sixty searches in English, German, French, Spanish, Italian, Portuguese and Dutch, by sound only, "
        "and mAP@10 of each language beside English's. They were written for clips of the part earshot:val.",
        allow_abbrev=False,
    )
    add_measured_options(parser)
    parser.add_argument("--list", type=Path, metavar="FILE", help="searches as languages.tsv has them (default: that)")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Prints how searches in each language compare with English ones."""
    from training.evaluation import languages
    from training.evaluation.library import indexed
    from training.evaluation.measurement import read_measured

    asked, wanted = read_measured(options), languages.read_asked(options.list or languages.PATH)
    with indexed(asked.pack, asked.clips, by=asked.by) as library:
        found = languages.measure_languages(library, asked.clips, wanted)
    if options.json:
        record = {"measure": "languages", "parts": asked.parts, "pack": asked.pack.resolve().name}
        print(json.dumps({**record, "languages": [one.record() for one in found]}))
    else:
        print("\n".join([asked.head(), "", *languages.HEAD, *(one.line() for one in found)]))
    return asked.end()
