"""`earshot-train reproduce`: rows of the papers' tables, from data and published weights to figures."""

import argparse
from pathlib import Path

from training.arguments import DONE, Commands, say
from training.paper import PAPERS


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
    parser.add_argument("--table", default="", metavar="T", help='2, 3, 4, "figure 1", readme, final or baseline')
    parser.add_argument("--row", action="append", default=[], metavar="NAME", help="only this recipe; may be repeated")
    parser.add_argument("--dry-run", action="store_true", help="only say what the rows need and what is missing")
    parser.add_argument(
        "--data", action="append", default=[], metavar="NAME=DIR", help="where a corpus lies; may be repeated"
    )
    parser.add_argument("--checkpoints", type=Path, metavar="DIR", help="folder of published weights")
    parser.add_argument("--variants", type=Path, metavar="FILE", help="generated captions, of earshot-train paraphrase")
    parser.add_argument("--fetch", action="store_true", help="fetch published weights that are not here")
    parser.add_argument(
        "--precision", choices=("auto", "32", "bf16", "16"), default="", help="instead of the recipes' 16"
    )
    parser.add_argument("--runs", type=Path, default=Path("runs"), metavar="DIR", help="results (default: runs)")
    parser.add_argument("--recipes", type=Path, metavar="DIR", help="recipes (default: those that come with Earshot)")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Runs the command."""
    from training.data.corpora.registry import places_of
    from training.recipe import RECIPES
    from training.reproduction.needs import MachinePlaces, needs_of
    from training.reproduction.rows import choose, in_order, read_rows
    from training.reproduction.running import is_done, run_rows
    from training.reproduction.telling import needs_lines, outcome_lines, summary

    rows = read_rows(options.recipes or RECIPES)
    chosen = choose(rows, options.paper, options.table, options.row)
    corpora = places_of(options.data)
    places = MachinePlaces(corpora, options.checkpoints, options.variants, options.fetch, options.precision)
    if options.dry_run:
        needs = {row.name: needs_of(row, places) for row in in_order(rows, chosen)}
        done = [name for name in needs if is_done(rows[name], options.runs)]
        for name, found in needs.items():
            print("\n".join(needs_lines(rows[name], found, done)))
        print(summary(rows, needs, done))
        return DONE
    for outcome in run_rows(rows, chosen, places, options.runs, say):
        print("\n".join(outcome_lines(outcome)))
    return DONE
