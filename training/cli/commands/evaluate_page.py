"""`earshot-train evaluate-page`: one page about the packs that come with Earshot and the experiments behind them."""

import argparse
from pathlib import Path

from training.base.arguments import DONE, Commands, say


def add_parser(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "evaluate-page",
        help="write docs/starter.md from the packs' cards",
        description="The cards of the packs under one another, and the table of the recipes that were tried.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "--pack", type=Path, action="append", metavar="DIR", help="default: the packs that come with Earshot"
    )
    parser.add_argument(
        "--trials",
        type=Path,
        metavar="CSV",
        help="what was tried (default: training/recipes/trials.csv, if there)",
    )
    parser.add_argument(
        "--out", type=Path, metavar="FILE", default=Path("docs/starter.md"), help="default: %(default)s"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Writes the page of all packs."""
    from engine.models.pack import installed_packs
    from training.export.page import PATH, page_of

    packs = options.pack or installed_packs(None)
    trials = options.trials or (PATH if PATH.is_file() else None)
    options.out.parent.mkdir(parents=True, exist_ok=True)
    options.out.write_text(page_of(packs, trials), encoding="utf-8")
    say(f"{len(packs)} packs in {options.out}")
    return DONE
