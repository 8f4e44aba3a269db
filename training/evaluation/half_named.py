"""Measures a realistic library: half of the sounds of each kind have names, the others are called ZOOM0001 and so on.

Ranking by names alone never finds the nameless; ranking by sound alone wastes the names. This measures whether the
engine's fused ranking does both at once: mAP@10 of all, and the share of the right nameless sounds among the first ten,
compared with the ranking by sound. The engine makes all rankings, as in `training.evaluation.named_files`.
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from training.data.corpus import Clip
from training.evaluation.library import ORDINARY, IndexOptions, indexed, original_name
from training.evaluation.named_files import ranked_by_every_way
from training.evaluation.retrieval import scored
from training.measures.bootstrap import Difference, Interval, compare, interval
from training.measures.caption_queries import CaptionQuery, queries_of

AS_WELL = 0.95
"""Least share of the nameless found by sound alone that the fused ranking must find too."""
_DEPTH = 10


@dataclass(frozen=True, slots=True)
class MixedFigures:
    """Figures of a library with half of the names."""

    clips: int
    nameless: int
    queries: int
    fused: Interval
    """mAP@10 of the engine's fused ranking."""
    sound: Interval
    """By sound alone."""
    names: Interval
    """By words and meaning of the names, without sound."""
    over_sound: Difference
    over_names: Difference
    nameless_fused: Interval
    """Share of the right nameless sounds among the first ten, at most ten of them."""
    nameless_sound: Interval
    """The same, by sound alone."""
    named_fused: Interval
    """The same for named sounds."""
    named_names: Interval
    """The same for named sounds, by names alone."""

    @property
    def is_kept(self) -> bool:
        """Whether the nameless are found nearly as well as by sound alone, and fused is the best of the three."""
        found = self.nameless_fused.value >= AS_WELL * self.nameless_sound.value
        return found and self.over_sound.value >= 0.0 and self.over_names.value >= 0.0

    def lines(self) -> list[str]:
        """Formats the figures, with ! where fused is below another or finds too few of the nameless."""
        few = self.nameless_fused.value < AS_WELL * self.nameless_sound.value
        return [
            f"{self.queries} captions, {self.clips} clips of which {self.nameless} lost their names; mAP@10",
            f"fused      {self.fused}",
            f"sound only {self.sound}   fused has {self.over_sound}{_mark(self.over_sound.value < 0.0)}",
            f"names only {self.names}   fused has {self.over_names}{_mark(self.over_names.value < 0.0)}",
            "of those that answer, among the first ten",
            f"nameless: fused {self.nameless_fused}, sound only {self.nameless_sound}{_mark(few)}",
            f"named:    fused {self.named_fused}, names only {self.named_names}",
        ]

    def record(self) -> dict[str, Any]:
        return {**asdict(self), "is_kept": self.is_kept}


def nameless_of(clips: Sequence[Clip], seed: int) -> NDArray[np.bool_]:
    """Draws half of the clips of each kind, bool [N]; a coin decides over an odd one."""
    kinds: dict[str, list[int]] = {}
    for row, clip in enumerate(clips):
        kinds.setdefault(clip.kind, []).append(row)
    draw = np.random.default_rng(seed)
    chosen = np.zeros(len(clips), np.bool_)
    for kind in sorted(kinds):
        rows = draw.permutation(kinds[kind])
        chosen[rows[: (len(rows) + int(draw.integers(2))) // 2]] = True
    return chosen


def mixed_names(clips: Sequence[Clip], nameless: NDArray[np.bool_]) -> Callable[[Clip], str]:
    """Returns the naming of clips: ZOOM0001 and so on for `nameless`, bool [N], otherwise as in their collection."""
    numbers = {clips[row].id: number for number, row in enumerate(np.flatnonzero(nameless).tolist(), start=1)}
    return lambda clip: f"ZOOM{numbers[clip.id]:04d}" if clip.id in numbers else original_name(clip)


def measure_mixed(pack: Path, clips: Sequence[Clip], *, seed: int, by: IndexOptions = ORDINARY) -> MixedFigures:
    """Indexes the clips, half of them under meaningless names, and searches for each distinct caption.

    Args:
        seed: draws the nameless.

    Raises:
        EvaluationError: the engine failed.
    """
    queries, nameless = queries_of(clips), nameless_of(clips, seed)
    with indexed(pack, clips, by=by, name=mixed_names(clips, nameless)) as library:
        ranked = ranked_by_every_way(library, queries)
    return mixed_of(queries, ranked, nameless)


def mixed_of(
    queries: Sequence[CaptionQuery], ranked: dict[str, list[list[int]]], nameless: NDArray[np.bool_]
) -> MixedFigures:
    """Computes figures from rankings.

    Args:
        ranked: rows of the clips by `fused`, `sound` and `names`, best first, at least ten of each if there are.
        nameless: bool [N].
    """
    found = {way: scored(queries, ranked[way]) for way in ("fused", "sound", "names")}
    clusters = found["fused"].clusters
    values = {way: interval(own.map10, clusters) for way, own in found.items()}
    rows = frozenset(np.flatnonzero(nameless).tolist())
    return MixedFigures(
        clips=len(nameless),
        nameless=len(rows),
        queries=len(queries),
        **values,
        over_sound=compare(found["fused"].map10, found["sound"].map10, clusters),
        over_names=compare(found["fused"].map10, found["names"].map10, clusters),
        nameless_fused=found_among(queries, ranked["fused"], rows, is_in=True),
        nameless_sound=found_among(queries, ranked["sound"], rows, is_in=True),
        named_fused=found_among(queries, ranked["fused"], rows, is_in=False),
        named_names=found_among(queries, ranked["names"], rows, is_in=False),
    )


def found_among(
    queries: Sequence[CaptionQuery], ranked: Sequence[Sequence[int]], rows: frozenset[int], *, is_in: bool
) -> Interval:
    """Returns the share of right sounds in (or not in) `rows` among the first ten, over queries that have such."""
    shares, clusters = [], []
    for query, hits in zip(queries, ranked, strict=True):
        wanted = query.relevant & rows if is_in else query.relevant - rows
        if wanted:
            shares.append(len(wanted.intersection(hits[:_DEPTH])) / min(_DEPTH, len(wanted)))
            clusters.append(query.cluster)
    return interval(np.array(shares), clusters)


def _mark(is_short: bool) -> str:
    return " !" if is_short else ""
