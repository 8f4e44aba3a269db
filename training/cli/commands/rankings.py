"""`earshot-train rankings`: other ways of ranking by sound, name and words, beside the engine's."""

import argparse

from training.base.arguments import Commands, add_measured_options, count


def add_parser(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "rankings",
        help="compare ways of ranking by sound, name and words",
        description="The clips become two libraries, one with all names and one in which half of each kind have none, "
        "as in `mixed`. What the engine knows of each sound for each caption is ranked by the sound, by names, by "
        "z-scores, reciprocal ranks, interleaving, and by weights that a conditional logit fits on three parts of the "
        "kinds for the fourth. The weights of all kinds together are printed last.",
        allow_abbrev=False,
    )
    add_measured_options(parser)
    parser.add_argument("--seed", type=count, default=83, metavar="N", help="draws the nameless (default: %(default)s)")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Compares ways of ranking."""
    from training.evaluation.measured import read_measured
    from training.evaluation.rankings import measure_rankings

    asked = read_measured(options)
    found = measure_rankings(asked.pack, asked.clips, by=asked.by, seed=options.seed)
    return asked.tell(found, is_json=options.json)
