"""`earshot-train evaluate-pack`, `evaluate-queries` and `evaluate-languages`: measured and printed."""

import argparse
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.models.pack import read_info
from training.data.corpora.registry import OWN, places_of, read_parts
from training.data.corpus import Clip
from training.evaluation import languages
from training.evaluation.everyday import PATH, Everyday, everyday_answers, read_queries, refuse_known
from training.evaluation.figures import DEPTH, QueryScores
from training.evaluation.judged import PARTS, answerable, judge, read_judged
from training.evaluation.judged import PATH as JUDGED
from training.evaluation.library import indexed
from training.evaluation.listening import Query, queries_of
from training.evaluation.names import measure_names
from training.evaluation.retrieval import scored
from training.evaluation.table import pack_table
from training.tasks import DONE, SOME_SKIPPED, say
from training.tasks.measured import Measured, read_measured


@dataclass(frozen=True, slots=True)
class _Asked:
    """What one pack answered."""

    scores: QueryScores
    everyday: list[Everyday]


def measure_pack(options: argparse.Namespace) -> int:
    """Measures what a pack's card says of it."""
    asked = read_measured(options)
    seen = _seen(options)
    queries = queries_of(asked.clips)
    wanted = read_queries() if options.queries else []
    refuse_known(wanted, seen)
    found = _ask(asked.pack, asked.clips, queries, wanted, options.workers)
    other = _ask(options.against, asked.clips, queries, [], options.workers) if options.against else None
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
        names = measure_names(asked.pack, asked.clips, workers=options.workers)
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
    return _status(asked)


def answer_queries(options: argparse.Namespace) -> int:
    """Prints the first answers to queries in words that training has not, or how often they are right."""
    if options.judged:
        return _judge_queries(options)
    asked = read_measured(options)
    wanted = read_queries(options.list or PATH)
    refuse_known(wanted, _seen(options))
    with indexed(asked.pack, asked.clips, workers=options.workers) as library:
        found = everyday_answers(library, wanted, asked.clips)
    if options.json:
        record = {"measure": "queries", "parts": asked.parts, "pack": asked.pack.resolve().name}
        print(json.dumps({**record, "everyday": [one.record() for one in found]}))
    else:
        print("\n".join(line for one in found for line in (*one.lines(), "")))
    return _status(asked)


def compare_languages(options: argparse.Namespace) -> int:
    """Prints how searches in each language fare beside English ones."""
    asked, wanted = read_measured(options), languages.read_asked(options.list or languages.PATH)
    with indexed(asked.pack, asked.clips, workers=options.workers) as library:
        found = languages.measure_languages(library, asked.clips, wanted)
    if options.json:
        record = {"measure": "languages", "parts": asked.parts, "pack": asked.pack.resolve().name}
        print(json.dumps({**record, "languages": [one.record() for one in found]}))
    else:
        print("\n".join([asked.head(), "", *languages.HEAD, *(one.line() for one in found)]))
    return _status(asked)


def _judge_queries(options: argparse.Namespace) -> int:
    options.part = options.part or list(PARTS)
    asked, wanted = read_measured(options), read_judged(options.list or JUDGED)
    refuse_known([one.text for one in wanted], _seen(options))
    able = [one.text for one in answerable(wanted, asked.clips)]
    with indexed(asked.pack, asked.clips, workers=options.workers) as library:
        found = judge(wanted, everyday_answers(library, able, asked.clips) if able else [], asked.clips)
    if options.json:
        record = {"measure": "hundred", "parts": asked.parts, "pack": asked.pack.resolve().name}
        print(json.dumps({**record, "clips": len(asked.clips), **found.record()}))
    else:
        print("\n".join([asked.head(), "", *found.lines()]))
    return _status(asked)


def _ask(pack: Path, clips: Sequence[Clip], queries: Sequence[Query], wanted: Sequence[str], workers: int) -> _Asked:
    say(f"{pack.resolve().name}: under names that say nothing")
    with indexed(pack, clips, workers=workers) as library:
        found = library.search([query.text for query in queries], DEPTH)
        everyday = everyday_answers(library, wanted, clips) if wanted else []
    return _Asked(scored(queries, [[hit.row for hit in hits] for hits in found]), everyday)


def _seen(options: argparse.Namespace) -> Sequence[Clip]:
    return read_parts(options.seen or [f"{OWN}:train"], places_of(options.data)).clips


def _other_name(own: Path, other: Path) -> str:
    """What the other pack is called in the table: its folder, with the version where that is the first's name too."""
    name = other.resolve().name
    return f"{name} {read_info(other).version} before" if name == own.resolve().name else name


def _status(asked: Measured) -> int:
    asked.tell_left_out()
    return SOME_SKIPPED if asked.left_out else DONE
