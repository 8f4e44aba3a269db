"""`earshot-train evaluate-queries`: a pack's answers to words that no training caption has."""

import argparse
import json
from pathlib import Path

from training.base.arguments import Commands, add_measured_options


def add_parser(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "evaluate-queries",
        help="show the first results of queries in words that no training caption has",
        description="Twenty queries, or those of a list, each with its first five answers by sound only, to be judged "
        "by a person; with --judged a hundred, which say what kinds of sound are right, over all that no training "
        "learns from. A query with a word of a training caption is refused.",
        allow_abbrev=False,
    )
    add_measured_options(parser)
    parser.add_argument(
        "--seen", action="append", metavar="NAME:PART", help="what training saw (default: earshot:train)"
    )
    parser.add_argument("--judged", action="store_true", help="how often the first answer, or one of five, is right")
    parser.add_argument("--list", type=Path, metavar="FILE", help='TOML: queries = ["...", ...] (default: the twenty)')
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Prints the first answers to queries in words unknown to training, or how often they are right."""
    from training.evaluation.everyday import PATH, everyday_answers, read_queries, refuse_known
    from training.evaluation.library import indexed
    from training.evaluation.measurement import read_measured, seen_clips

    if options.judged:
        return _judge_queries(options)
    asked = read_measured(options)
    wanted = read_queries(options.list or PATH)
    refuse_known(wanted, seen_clips(options))
    with indexed(asked.pack, asked.clips, by=asked.by) as library:
        found = everyday_answers(library, wanted, asked.clips)
    if options.json:
        record = {"measure": "queries", "parts": asked.parts, "pack": asked.pack.resolve().name}
        print(json.dumps({**record, "everyday": [one.record() for one in found]}))
    else:
        print("\n".join(line for one in found for line in (*one.lines(), "")))
    return asked.end()


def _judge_queries(options: argparse.Namespace) -> int:
    from training.evaluation.everyday import everyday_answers, refuse_known
    from training.evaluation.judged_queries import PARTS, answerable, judge, read_judged
    from training.evaluation.judged_queries import PATH as JUDGED
    from training.evaluation.library import indexed
    from training.evaluation.measurement import read_measured, seen_clips

    options.part = options.part or list(PARTS)
    asked, wanted = read_measured(options), read_judged(options.list or JUDGED)
    refuse_known([one.text for one in wanted], seen_clips(options))
    able = [one.text for one in answerable(wanted, asked.clips)]
    with indexed(asked.pack, asked.clips, by=asked.by) as library:
        found = judge(wanted, everyday_answers(library, able, asked.clips) if able else [], asked.clips)
    if options.json:
        record = {"measure": "hundred", "parts": asked.parts, "pack": asked.pack.resolve().name}
        print(json.dumps({**record, "clips": len(asked.clips), **found.record()}))
    else:
        print("\n".join([asked.head(), "", *found.lines()]))
    return asked.end()
