"""`earshot-train evaluate-pack`: the figures of a pack's card as one table, beside chance and another pack."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from training.base.arguments import Commands, add_measured_options, say

if TYPE_CHECKING:
    from training.data.corpus import Clip
    from training.evaluation.everyday import EverydayAnswers
    from training.evaluation.figures import QueryScores
    from training.evaluation.library import IndexOptions
    from training.measures.caption_queries import CaptionQuery


def add_parser(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "evaluate-pack",
        help="measure a pack as its card shows it",
        description="Through earshot index and earshot search, by sound only and under file names that say nothing: "
        "mAP@10 and R@1, 5, 10 with 95 %% intervals, of all captions and of those that training has not, beside "
        "chance and another pack. --json prints what `earshot-train evaluate-card` takes.",
        allow_abbrev=False,
    )
    add_measured_options(parser)
    parser.add_argument("--against", type=Path, metavar="DIR", help="a pack to compare with, by query")
    parser.add_argument(
        "--seen", action="append", metavar="NAME:PART", help="what training saw (default: earshot:train)"
    )
    parser.add_argument(
        "--names", action="store_true", help="also under the names the files had: fused, by sound and by words alone"
    )
    parser.add_argument(
        "--queries", action="store_true", help="also the answers to twenty queries in words that training has not"
    )
    parser.set_defaults(run=run)


@dataclass(frozen=True, slots=True)
class _Asked:
    scores: QueryScores
    everyday: list[EverydayAnswers]


def run(options: argparse.Namespace) -> int:
    """Measures the figures of a pack's card."""
    from engine.models.pack import read_info
    from training.evaluation.everyday import read_queries, refuse_known
    from training.evaluation.measurement import read_measured, seen_clips
    from training.evaluation.named_files import measure_names
    from training.evaluation.table import pack_table
    from training.measures.caption_queries import queries_of

    asked = read_measured(options)
    seen = seen_clips(options)
    queries = queries_of(asked.clips)
    wanted = read_queries() if options.queries else []
    refuse_known(wanted, seen)
    found = _ask(asked.pack, asked.clips, queries, wanted, asked.by)
    other = _ask(options.against, asked.clips, queries, [], asked.by) if options.against else None
    pack = asked.pack.resolve().name
    table = pack_table(
        pack,
        found.scores,
        queries,
        asked.clips,
        seen,
        other=_other_name(asked.pack, options.against) if options.against else "",
        other_scores=other.scores if other is not None else None,
    )
    names = None
    if options.names:
        say(f"{pack}: under the names that the files had")
        names = measure_names(asked.pack, asked.clips, by=asked.by)
    if options.json:
        record = {
            "measure": "pack",
            "parts": asked.parts,
            "pack_id": read_info(asked.pack).pack_id,
            **table.record(),
            "names": names.record() if names is not None else None,
            "everyday": [one.record() for one in found.everyday],
        }
        print(json.dumps(record))
    else:
        lines = [asked.head(), "", *table.lines(), "", *(line.line() for line in table.categories)]
        lines += ["", *names.lines()] if names is not None else []
        lines += [line for one in found.everyday for line in ("", *one.lines())]
        print("\n".join(lines))
    return asked.end()


def _ask(
    pack: Path, clips: Sequence[Clip], queries: Sequence[CaptionQuery], wanted: Sequence[str], by: IndexOptions
) -> _Asked:
    from training.evaluation.everyday import everyday_answers
    from training.evaluation.figures import DEPTH
    from training.evaluation.library import indexed
    from training.evaluation.retrieval import scored

    say(f"{pack.resolve().name}: under names that say nothing")
    with indexed(pack, clips, by=by) as library:
        found = library.search([query.text for query in queries], DEPTH)
        everyday = everyday_answers(library, wanted, clips) if wanted else []
    return _Asked(scored(queries, [[hit.row for hit in hits] for hits in found]), everyday)


def _other_name(own: Path, other: Path) -> str:
    """Returns the other pack's name in the table: its folder, with the version where the first has the same name."""
    from engine.models.pack import read_info

    name = other.resolve().name
    return f"{name} {read_info(other).version} before" if name == own.resolve().name else name
