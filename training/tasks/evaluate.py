"""`earshot-train evaluate`: reads what to measure on, measures, and prints it for people or machines."""

import argparse
import json
from pathlib import Path

from engine.models.pack import default_pack
from training.data.corpora.registry import OWN, places_of, read_parts
from training.data.corpus import CorpusError
from training.evaluation.listening import pairs_of, queries_of
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
    if options.json:
        print(json.dumps(_record(parts, found, other, change)))
    else:
        print("\n".join(_lines(parts, found, other, change, options.categories)))
    if reading.left_out:
        say(f"{len(reading.left_out)} left out, first {reading.left_out[0]}: {reading.left_out[0].reason}")
    return SOME_SKIPPED if reading.left_out else DONE


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
