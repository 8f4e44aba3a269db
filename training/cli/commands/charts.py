"""`earshot-train charts`: charts of a run, or of several side by side."""

import argparse
from pathlib import Path

from training.base.arguments import DONE, Commands


def add_parser(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "charts",
        help="draw learning curves, recall by depth and kinds of runs",
        description="Draws PNG files out of what a run's folder keeps: any run of sounds, words or units, also one "
        "that is still learning. Several runs are drawn together, a colour each. Charts of a measured pack or "
        "checkpoint: earshot-train evaluate --charts DIR.",
        allow_abbrev=False,
    )
    parser.add_argument("runs", type=Path, nargs="+", metavar="RUN", help="folders of runs")
    parser.add_argument(
        "--out", type=Path, metavar="DIR", help="where the charts go (default: charts in the first run's folder)"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Draws the charts."""
    from training.evaluation.charts.canvas import check_drawing
    from training.evaluation.charts.curves import draw_runs

    check_drawing()
    for path in draw_runs(options.runs, options.out):
        print(path)
    return DONE
