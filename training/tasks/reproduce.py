"""Reproduces rows of the papers' tables, or says what they need."""

import argparse

from training.data.corpora.registry import places_of
from training.recipe import RECIPES
from training.reproduction.needs import Places, needs_of
from training.reproduction.rows import choose, in_order, read_rows
from training.reproduction.running import is_done, run_rows
from training.reproduction.telling import needs_lines, outcome_lines, summary
from training.tasks import DONE, say


def reproduce(options: argparse.Namespace) -> int:
    """Runs the command."""
    rows = read_rows(options.recipes or RECIPES)
    chosen = choose(rows, options.paper, options.table, options.row)
    corpora = places_of(options.data)
    places = Places(corpora, options.checkpoints, options.variants, options.fetch, options.precision)
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
