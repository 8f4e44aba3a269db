"""`earshot-train lacking`: whether a self-test's figures repeat, and whether it finds lone and missing kinds."""

import argparse

from training.base.arguments import Commands, add_measured_options, count


def add_parser(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "lacking",
        help="measure the self-test: repeatability, outliers, missing sounds",
        description="Through earshot index and the engine's self-test, under the names of the collections: kinds found "
        "in two halves of the sounds; single sounds of other kinds planted, among the first outliers; and captions "
        "asked of all clips and with those that answer left out.",
        allow_abbrev=False,
    )
    add_measured_options(parser)
    parser.add_argument("--seeds", type=count, default=10, metavar="N", help="draws of halves, and of what is planted")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Measures the self-test on a split."""
    from training.evaluation.lacking import measure_lacking
    from training.evaluation.measured import read_measured

    asked = read_measured(options)
    found = measure_lacking(asked.pack, asked.clips, by=asked.by, seeds=options.seeds)
    return asked.tell(found, is_json=options.json)
