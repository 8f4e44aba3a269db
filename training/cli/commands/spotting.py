"""`earshot-train spotting`: how often a line of a script has a right sound among its five."""

import argparse
import json
from pathlib import Path

from training.base.arguments import Commands, add_measured_options


def add_parser(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "spotting",
        help="measure how often a line of a script has a right sound among its five",
        description="Indexes the clips under names that say nothing, and has `earshot spot` answer a script of forty "
        "lines by the sound alone, takes folded; what is right for a line is its kinds.",
        allow_abbrev=False,
    )
    add_measured_options(parser)
    parser.add_argument("--list", type=Path, metavar="FILE", help="another script: TOML as that of evaluate-queries")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Measures a script over clips."""
    from training.evaluation.everyday import heard_answers
    from training.evaluation.judged_queries import SCENE, answerable, judge, read_judged
    from training.evaluation.library import indexed
    from training.evaluation.measurement import read_measured

    asked, wanted = read_measured(options), read_judged(options.list or SCENE)
    able = [one.text for one in answerable(wanted, asked.clips)]
    with indexed(asked.pack, asked.clips, by=asked.by) as library:
        answers = heard_answers(able, library.spot(able), asked.clips) if able else []
        found = judge(wanted, answers, asked.clips)
    if options.json:
        record = {"measure": "spotting", "parts": asked.parts, "pack": asked.pack.resolve().name}
        print(json.dumps({**record, "clips": len(asked.clips), **found.record()}))
    else:
        print("\n".join([asked.head(), "", *found.lines()]))
    return asked.end()
