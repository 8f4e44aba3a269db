"""The figures of a pack as one table: all and new captions, with chance and optionally another pack.

Rows are groups of queries (all; (a), (b) and (c) of `training.evaluation.novelty`) by systems. Model cards are written
from the record that --json prints (`training.export.card_tables`).

Chance is the exact expectation of a random ranking. With N sounds, n of them right, drawn without replacement: the
sound at place p is right with chance n / N, and then (p - 1)(n - 1) / (N - 1) of those before it are.
"""

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from training.data.corpus import Clip
from training.evaluation.figures import CategoryFigure, FigureRecord, QueryScores, by_category
from training.evaluation.novelty import NewQueryGroup, new_queries
from training.measures.bootstrap import Difference, Interval, compare, interval
from training.measures.caption_queries import CaptionQuery

_DEPTH = 10


@dataclass(frozen=True, slots=True)
class Chance:
    """Means over queries; see `training.evaluation.figures.QueryScores`."""

    map10: float
    recall1: float
    recall5: float
    recall10: float


def chance_of(right: Sequence[int], sounds: int) -> Chance:
    """Returns the expectation of random rankings.

    Args:
        right: number of right sounds for each query, at least one.
        sounds: number of sounds.

    Raises:
        ValueError: no query.
    """
    if not right:
        raise ValueError("no query, no mean")

    def mean(values: Sequence[float]) -> float:
        return sum(values) / len(values)

    recalls = {k: mean([_found(count, sounds, k) for count in right]) for k in (1, 5, 10)}
    return Chance(mean([_precision(count, sounds) for count in right]), recalls[1], recalls[5], recalls[10])


def _found(right: int, sounds: int, depth: int) -> float:
    """Chance that at least one right sound is among the first `depth`."""
    return 1.0 - math.comb(sounds - right, depth) / math.comb(sounds, depth) if depth < sounds else 1.0


def _precision(right: int, sounds: int) -> float:
    """Mean AP@10: over the places, the chance of a right sound there times the precision there."""
    before = (right - 1) / (sounds - 1) if sounds > 1 else 0.0
    places = range(1, min(_DEPTH, sounds) + 1)
    return sum(right / sounds * (1.0 + (place - 1) * before) / place for place in places) / min(_DEPTH, right)


SHOWN = ("map10", "recall1", "recall5", "recall10")
"""The metrics of the table."""
_LEAST_CAPTIONS = 2
"""Least captions of a kind listed as not found: a single one may be the caption's fault."""


@dataclass(frozen=True, slots=True)
class GroupFigures:
    """One group of queries: figures of two packs and chance."""

    name: str
    """For machines."""
    words: str
    """For people."""
    queries: int
    kinds: int
    own: dict[str, Interval]
    """By metric; empty without queries."""
    other: dict[str, Interval]
    """Of the other pack; empty without one."""
    gain: dict[str, Difference]
    """The first pack's lead, paired by query; empty without another."""
    chance: Chance | None
    """None without queries."""


@dataclass(frozen=True, slots=True)
class PackTable(FigureRecord):
    """How well a pack's captions find the sounds of a split."""

    pack: str
    other: str
    """Name of the pack compared with; empty for none."""
    clips: int
    groups: tuple[GroupFigures, ...]
    categories: tuple[CategoryFigure, ...]
    unfound: tuple[str, ...]
    """Kinds without a right sound among the first ten for any caption, most captions first."""

    def lines(self) -> list[str]:
        return group_lines(self.record())


def pack_table(
    pack: str,
    scores: QueryScores,
    queries: Sequence[CaptionQuery],
    clips: Sequence[Clip],
    seen: Sequence[Clip],
    *,
    other: str = "",
    other_scores: QueryScores | None = None,
) -> PackTable:
    """Returns the table.

    Args:
        pack: the pack's name.
        scores: its scores of each query.
        seen: the pack's training clips; if empty, all captions are one group.
        other: name of another pack.
        other_scores: its scores of the same queries.

    Raises:
        ValueError: the other pack was asked something else.
    """
    everything = NewQueryGroup("all", "all captions", tuple(range(len(queries))))
    groups = (everything, *(new_queries(queries, clips, seen) if seen else ()))
    found = tuple(_group(group, scores, queries, len(clips), other_scores) for group in groups)
    return PackTable(pack, other, len(clips), found, tuple(by_category(scores)), _unfound(scores))


def group_lines(record: Mapping[str, Any]) -> list[str]:
    """Returns the groups of a table's record as Markdown, with * where a gain's interval excludes zero."""
    rows = ["| captions | kinds | | mAP@10 | R@1 | R@5 | R@10 |", "|---|---|---|---|---|---|---|"]
    for group in record["groups"]:
        head = f"| {group['words']}: {group['queries']} | {group['kinds']} "
        if not group["queries"]:
            rows.append(f"{head}| | - | - | - | - |")
            continue
        systems = [(record["pack"], [_measured(group["own"][name]) for name in SHOWN])]
        if group["other"]:
            systems.append((record["other"], [_measured(group["other"][name]) for name in SHOWN]))
            systems.append(("gain", [_gained(group["gain"][name]) for name in SHOWN]))
        systems.append(("random", [f"{group['chance'][name]:.4f}" for name in SHOWN]))
        for name, values in systems:
            rows.append(f"{head}| {name} | {' | '.join(values)} |")
            head = "| | "
    return rows


def _measured(value: Mapping[str, float]) -> str:
    return f"{value['value']:.3f} ({value['low']:.3f} to {value['high']:.3f})"


def _gained(value: Mapping[str, float]) -> str:
    clear = " *" if value["low"] > 0.0 or value["high"] < 0.0 else ""
    return f"{value['value']:+.3f} ({value['low']:+.3f} to {value['high']:+.3f}){clear}"


def _group(
    group: NewQueryGroup, scores: QueryScores, queries: Sequence[CaptionQuery], sounds: int, other: QueryScores | None
) -> GroupFigures:
    own = scores.of_rows(group.rows)
    kinds = len(set(own.clusters))
    if not group.rows:
        return GroupFigures(group.name, group.words, 0, 0, {}, {}, {}, None)
    beside = other.of_rows(group.rows) if other is not None else None
    if other is not None and other.clusters != scores.clusters:
        raise ValueError("a paired comparison needs the same queries in the same order")
    return GroupFigures(
        name=group.name,
        words=group.words,
        queries=len(group.rows),
        kinds=kinds,
        own={name: interval(own.values(name), own.clusters) for name in SHOWN},
        other={} if beside is None else {name: interval(beside.values(name), own.clusters) for name in SHOWN},
        gain=(
            {}
            if beside is None
            else {name: compare(own.values(name), beside.values(name), own.clusters) for name in SHOWN}
        ),
        chance=chance_of([len(queries[row].relevant) for row in group.rows], sounds),
    )


def _unfound(scores: QueryScores) -> tuple[str, ...]:
    asked: dict[str, list[float]] = defaultdict(list)
    for kind, found in zip(scores.clusters, scores.recall10, strict=True):
        asked[str(kind)].append(float(found))
    lost = [kind for kind, found in asked.items() if not any(found) and len(found) >= _LEAST_CAPTIONS]
    return tuple(sorted(lost, key=lambda kind: (-len(asked[kind]), kind)))
