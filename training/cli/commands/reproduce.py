"""`earshot-train reproduce`: rows of the papers' tables, from data and published weights to figures.

A dry run loads no torch.
"""

import argparse
from pathlib import Path

from training.base.arguments import DONE, Commands, add_device_option
from training.base.paper_row import PAPERS
from training.base.results import parts_kept


def add_parser(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "reproduce",
        help="train and measure rows of the papers' tables",
        description="Runs the recipes of one table, or of single rows, and all that they build on, and prints what was "
        "measured beside what was published. Says first what is missing, and then does not start. docs/reproducing.md "
        "lists the recipes.",
        allow_abbrev=False,
    )
    parser.add_argument("--paper", choices=tuple(PAPERS), default="", help="only rows of this paper")
    parser.add_argument("--table", default="", metavar="T", help='1, 2, 3, 4, "figure 1", readme, final or baseline')
    parser.add_argument("--row", action="append", default=[], metavar="NAME", help="only this; may be repeated")
    parser.add_argument("--dry-run", action="store_true", help="only say what the rows need and what is missing")
    parser.add_argument(
        "--data", action="append", default=[], metavar="NAME=DIR", help="path of a corpus; may be repeated"
    )
    parser.add_argument("--checkpoints", type=Path, metavar="DIR", help="folder of published weights")
    parser.add_argument("--variants", type=Path, metavar="FILE", help="generated captions, of earshot-train paraphrase")
    parser.add_argument("--fetch", action="store_true", help="fetch published weights that are not here")
    parser.add_argument(
        "--precision", choices=("auto", "32", "bf16", "16"), default="", help="instead of the recipes' 16"
    )
    add_device_option(parser)
    parser.add_argument("--runs", type=Path, default=Path("runs"), metavar="DIR", help="results (default: runs)")
    parser.add_argument("--recipes", type=Path, metavar="DIR", help="recipes (default: those that come with Earshot)")
    parser.set_defaults(run=run, kept=parts_kept)


def run(options: argparse.Namespace) -> int:
    """Runs the command."""
    from training.papers.passt import registry
    from training.papers.passt.report import standing_lines, summary
    from training.papers.passt.status import MachinePlaces, lacking_rows

    places = MachinePlaces(
        registry.places_of(options.data),
        options.checkpoints,
        options.variants,
        options.fetch,
        options.precision,
        options.device or "",
        data=tuple(options.data),
    )
    rows = registry.chosen(registry.all_rows(options.recipes), options.paper, options.table, options.row)
    if options.dry_run:
        found = registry.standings(rows, places, options.runs, options.recipes)
        done, lacking = [one.row.name for one in found if one.is_done], lacking_rows(found)
        for one in found:
            print("\n".join(standing_lines(one, done, lacking)))
        print(summary(found))
        return DONE
    for line in registry.run(rows, places, options.runs, options.recipes):
        print(line)
    return DONE
