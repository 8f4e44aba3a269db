"""`earshot-train evaluate`: how good packs and checkpoints are, and whether one is better than another."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from training.base.arguments import DONE, SOME_SKIPPED, Commands, add_data_option, add_device_option, count, say

if TYPE_CHECKING:
    from training.evaluation.novelty import QueryGroupFigures
    from training.evaluation.report import Comparison, EvaluationOutcome, ReportRequest


def add_parser(commands: Commands) -> None:
    """Adds the command."""
    parser = commands.add_parser(
        "evaluate",
        help="measure packs through the engine, and checkpoints",
        description="How well captions find sounds and sounds find captions, with 95 % intervals over queries. "
        "A pack is measured through earshot index and earshot search; several packs or checkpoints as an ensemble, the "
        "mean of their cosines.",
        allow_abbrev=False,
    )
    add_data_option(parser)
    parser.add_argument("--pack", type=Path, action="append", metavar="DIR", help="a pack (default: the starter)")
    parser.add_argument("--checkpoint", type=Path, action="append", metavar="FILE", help="a checkpoint of a run")
    parser.add_argument(
        "--against", type=Path, action="append", metavar="PATH", help="pack or checkpoint to compare with, by query"
    )
    parser.add_argument("--split", choices=("val", "test"), default="test", help="of DIR; default: %(default)s")
    parser.add_argument(
        "--part", action="append", metavar="NAME:PART", help="instead of the split, as clotho:evaluation"
    )
    parser.add_argument(
        "--pairs", action="store_true", help="each caption of each sound is a query with this one answer, as the papers"
    )
    parser.add_argument("--one-way", action="store_true", help="only from text to audio")
    parser.add_argument("--categories", action="store_true", help="print a line for each category too")
    parser.add_argument(
        "--seen", action="append", metavar="NAME:PART",
        help="what training saw, as earshot:train: figures also of captions and kinds that are new",
    )  # fmt: skip
    parser.add_argument("--json", action="store_true", help="print everything as one JSON object")
    parser.add_argument(
        "--charts", type=Path, metavar="DIR", help="draw recall by depth, categories and kinds there, as PNG"
    )
    parser.add_argument(
        "--cache", type=Path, metavar="DIR", help="mel pictures of checkpoints (default: none are kept)"
    )
    add_device_option(parser, "cpu")
    parser.add_argument("--workers", type=count, default=0, metavar="N", help="reading threads (default: one a core)")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Measures packs and checkpoints, and compares them with others."""
    from engine.models.pack import default_pack
    from training.data.corpora.registry import OWN, places_of, read_parts
    from training.data.corpus import CorpusError
    from training.evaluation.charts.canvas import check_drawing
    from training.evaluation.charts.retrieval import draw_measured
    from training.evaluation.library import IndexOptions
    from training.evaluation.measurement import device_of_system
    from training.evaluation.report import ReportRequest, against, measure
    from training.evaluation.systems import MeasuredSystem
    from training.measures.caption_queries import pairs_of, queries_of

    if options.charts:
        check_drawing()
    places: list[Path] = [*(options.pack or []), *(options.checkpoint or [])] or [default_pack()]
    systems = [MeasuredSystem(place) for place in (*places, *(options.against or []))]
    device = device_of_system(options, *(each.place for each in systems if not each.is_pack))
    by = IndexOptions(options.workers, device_of_system(options, *(each.place for each in systems if each.is_pack)))
    parts = options.part or [f"{OWN}:{options.split}"]
    reading = read_parts(parts, places_of(options.data), "test")
    queries = pairs_of(reading.clips) if options.pairs else queries_of(reading.clips)
    if not queries:
        raise CorpusError(
            f"the corpus has no clips of {', '.join(parts).removeprefix(f'{OWN}:')}",
            advice="Fetch the whole of it: earshot-train corpus fetch",
        )
    asked = ReportRequest(
        clips=reading.clips,
        queries=tuple(queries),
        cache=options.cache,
        device=device,
        by=by,
        both_ways=not options.one_way,
    )
    found = measure(places, asked, say)
    other = measure(options.against, asked, say) if options.against else None
    change = against(found, other) if other is not None else None
    news = _news(options, asked, found, other)
    record = _record(parts, found, other, change)
    if options.charts:
        draw_measured(record, options.charts)
        say(f"charts: {options.charts}")
    if options.json:
        print(json.dumps(record if not options.seen else {**record, "new": [part.record() for part in news]}))
    else:
        lines = _lines(parts, found, other, change, options.categories)
        print("\n".join([*lines, *(line for part in news for line in ("", *part.lines()))]))
    if reading.left_out:
        say(f"{len(reading.left_out)} left out, first {reading.left_out[0]}: {reading.left_out[0].reason.text}")
    return SOME_SKIPPED if reading.left_out else DONE


def _news(
    options: argparse.Namespace, asked: ReportRequest, found: EvaluationOutcome, other: EvaluationOutcome | None
) -> list[QueryGroupFigures]:
    """Returns figures on data that training has not seen, where a checkpoint records what it saw."""
    from training.data.corpora.registry import places_of, read_parts
    from training.evaluation.novelty import figures_of_new, new_queries

    if not options.seen:
        return []
    seen = read_parts(options.seen, places_of(options.data)).clips
    groups = new_queries(asked.queries, asked.clips, seen)
    return figures_of_new(groups, asked.queries, asked.clips, found.by_query, other.by_query if other else None)


def _record(
    parts: list[str], found: EvaluationOutcome, other: EvaluationOutcome | None, change: Comparison | None
) -> dict[str, object]:
    record: dict[str, object] = {"parts": parts, **found.record()}
    if other is not None and change is not None:
        record["against"] = other.record()
        record["change"] = change.record()
    return record


def _lines(
    parts: list[str],
    found: EvaluationOutcome,
    other: EvaluationOutcome | None,
    change: Comparison | None,
    categories: bool,
) -> list[str]:
    lines = [f"on {', '.join(parts)}, with 95 % intervals:", *found.lines()]
    if categories:
        lines += ["", "by category:"]
        lines += [line.line() for line in found.categories()]
    if other is not None and change is not None:
        lines += ["", "against:", *other.lines(), "", "gain, paired by query (* clear):", *change.lines()]
    return lines
