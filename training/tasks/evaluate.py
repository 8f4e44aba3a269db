"""`earshot-train evaluate`: reads what to measure on, measures, and prints it for people or machines."""

import argparse
import json
from pathlib import Path

from engine.models.pack import default_pack
from training.data.corpora.registry import OWN, places_of, read_parts
from training.data.corpus import CorpusError
from training.evaluation.listening import pairs_of, queries_of
from training.evaluation.novelty import NewFigures, figures_of_new, new_queries
from training.evaluation.report import Asked, Comparison, Outcome, against, measure
from training.tasks import DONE, SOME_SKIPPED, say


def measure_systems(options: argparse.Namespace) -> int:
    """Measures packs and checkpoints, and compares them with others."""
    parts = options.part or [f"{OWN}:{options.split}"]
    reading = read_parts(parts, places_of(options.data), "test")
    queries = pairs_of(reading.clips) if options.pairs else queries_of(reading.clips)
    if not queries:
        raise CorpusError(
            f"the corpus has no clips of {', '.join(parts).removeprefix(f'{OWN}:')}",
            advice="Fetch the whole of it: earshot-train corpus fetch",
        )
    asked = Asked(
        clips=reading.clips,
        queries=tuple(queries),
        cache=options.cache,
        device=options.device,
        workers=options.workers,
        both_ways=not options.one_way,
    )
    places: list[Path] = [*(options.pack or []), *(options.checkpoint or [])]
    found = measure(places or [default_pack()], asked, say)
    other = measure(options.against, asked, say) if options.against else None
    change = against(found, other) if other is not None else None
    news = _news(options, asked, found, other)
    if options.json:
        record = _record(parts, found, other, change)
        print(json.dumps(record if not options.seen else {**record, "new": [part.record() for part in news]}))
    else:
        lines = _lines(parts, found, other, change, options.categories)
        print("\n".join([*lines, *(line for part in news for line in ("", *part.lines()))]))
    if reading.left_out:
        say(f"{len(reading.left_out)} left out, first {reading.left_out[0]}: {reading.left_out[0].reason.text}")
    return SOME_SKIPPED if reading.left_out else DONE


def _news(options: argparse.Namespace, asked: Asked, found: Outcome, other: Outcome | None) -> list[NewFigures]:
    """Figures of what training has not seen, where it is said what that saw."""
    if not options.seen:
        return []
    seen = read_parts(options.seen, places_of(options.data)).clips
    groups = new_queries(asked.queries, asked.clips, seen)
    return figures_of_new(groups, asked.queries, asked.clips, found.by_query, other.by_query if other else None)


def _record(parts: list[str], found: Outcome, other: Outcome | None, change: Comparison | None) -> dict[str, object]:
    record: dict[str, object] = {"parts": parts, **found.record()}
    if other is not None and change is not None:
        record["against"] = other.record()
        record["change"] = change.record()
    return record


def _lines(
    parts: list[str], found: Outcome, other: Outcome | None, change: Comparison | None, categories: bool
) -> list[str]:
    lines = [f"on {', '.join(parts)}, with 95 % intervals:", *found.lines()]
    if categories:
        lines += ["", "by category:"]
        lines += [line.line() for line in found.categories()]
    if other is not None and change is not None:
        lines += ["", "against:", *other.lines(), "", "gain, paired by query (* clear):", *change.lines()]
    return lines
