"""Sorts scored sounds: best first, ties by path, takes folded, as varied as requested, with their windows' cosines."""

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from engine.base.types import FilePath, Ids, Vectors
from engine.models.calibration import Calibration
from engine.search.candidates import Candidates, Sources
from engine.search.example_scores import ExampleVector
from engine.search.keywords import KeywordsFound
from engine.search.neighbours import cosines_of
from engine.search.ranking import QueryWords, Ranking, RowScores, Takes, Windows
from engine.search.score_rule import CandidateParts, Scores
from engine.search.stacks import Stack, fold
from engine.search.variety import ALL, POOL, apart, folds, unlike_first

MOST_WINDOWS = 20_000
"""Windows compared to find moments, best rows first; further rows have only their best window."""
STACK_DEPTH = 4
"""Sounds examined per requested row when takes are folded."""
MOST_FOLDED = 4_000
"""Best sounds searched for takes: each is compared with all others."""


class ScoredSounds(Struct, frozen=True, eq=False):
    """Scored sounds, unsorted, with what explains their scores."""

    ids: Ids
    scores: Scores
    parts: CandidateParts
    segments: Ids
    """int64 [N], best segment, 0 for a sound without vectors."""
    sides: NDArray[np.int64]
    """int64 [N], the alternative of the query that each sound answers."""
    joint: Vectors
    """float32 [A, D], the vector of each alternative."""
    found: tuple[KeywordsFound | None, ...]
    """A: the words found for each alternative."""
    tier: str
    examples: tuple[ExampleVector, ...] = ()
    """The examples behind the columns of `parts.examples`."""

    @classmethod
    def of(cls, found: Candidates, scores: Scores, joint: Vectors) -> "ScoredSounds":
        """Candidates of a query with one alternative and no words."""
        sides = np.zeros(len(found.ids), np.int64)
        return cls(found.ids, scores, found.parts, found.segments, sides, joint, (None,), found.tier)

    def filled(self, passing: Ids, limit: int) -> "ScoredSounds":
        """Adds passing sounds with score 0 up to `limit`.

        Args:
            passing: ids of the sounds that may answer, ascending and unique.
        """
        if len(self.ids) >= min(limit, len(passing)):
            return self
        is_missing = np.ones(len(passing), np.bool_)
        at = np.searchsorted(passing, self.ids)
        inside = at < len(passing)
        inside[inside] = passing[at[inside]] == self.ids[inside]
        is_missing[at[inside]] = False
        missing = passing[is_missing][: limit - len(self.ids)]
        zeros = np.zeros(len(missing), np.int64)
        return replace(
            self,
            ids=np.concatenate([self.ids, missing]),
            scores=np.concatenate([self.scores, np.zeros(len(missing))]),
            parts=self.parts.with_unknown(len(missing)),
            segments=np.concatenate([self.segments, zeros]),
            sides=np.concatenate([self.sides, zeros]),
        )


class FoldedTakes(Struct, frozen=True, eq=False):
    """The best sounds with their takes grouped."""

    rows: NDArray[np.int64]
    """int64 [N], rows of the `ScoredSounds`, best first."""
    stacks: tuple[Stack, ...]
    """Stacks among the first `MOST_FOLDED`; positions in `rows`."""
    vectors: Vectors
    """float32 [P, D], vectors of the first leaders, which variety may reorder."""


def folded(ranked: ScoredSounds, sources: Sources, *, limit: int, variety: float) -> FoldedTakes | None:
    """Groups takes among the best, alike for every variety above `ALL`; None if takes are not folded."""
    if not folds(variety):
        return None
    rows = _ordered(ranked, sources, depth_for(limit, variety))
    near = rows[:MOST_FOLDED]
    vectors = _vectors(ranked, sources, near)
    stacks = fold(_paths(sources, ranked.ids[near]), vectors)
    return FoldedTakes(rows, stacks, vectors[[stack.leader for stack in stacks[:POOL]]])


def best(
    ranked: ScoredSounds,
    sources: Sources,
    calibration: Calibration,
    *,
    limit: int,
    variety: float = ALL,
    takes: FoldedTakes | None = None,
    most_windows: int | None = MOST_WINDOWS,
) -> Ranking:
    """The best `limit` sounds, best first, or as varied as `engine.search.variety` says.

    The caller fills in `considered`, `chips`, `note` and `seconds`.

    Args:
        takes: the result of `folded`; None shows every sound.
        most_windows: number of windows to compare; None for all.
    """
    if takes is None:
        rows = _ordered(ranked, sources, limit)
        return replace(_ranking(ranked, sources, calibration, rows, most_windows), variety=variety)
    rows, stacks = takes.rows, takes.stacks
    scores = ranked.scores[rows[[stack.leader for stack in stacks]]]
    order = unlike_first(
        scores, takes.vectors, apart(variety), good_from=calibration.fair if calibration.fitted.sound else 0.0
    )
    shown = [stacks[place] for place in order[:limit]]
    singles = np.arange(min(len(rows), MOST_FOLDED), len(rows))[: limit - len(shown)]
    leaders = np.concatenate([np.array([stack.leader for stack in shown], np.int64), singles])
    counts = np.zeros(len(leaders) + 1, np.int64)
    counts[1 : len(shown) + 1] = [len(stack.folded) for stack in shown]
    under = np.array([place for stack in shown for place in stack.folded], np.int64)
    below = None
    if len(under):
        below = Takes(_ranking(ranked, sources, calibration, rows[under], most_windows), np.cumsum(counts))
    above = _ranking(ranked, sources, calibration, rows[leaders], most_windows)
    return replace(above, takes=below, variety=variety)


def depth_for(limit: int, variety: float) -> int:
    """Number of sounds examined for `limit` rows: more if takes are folded or rows reordered."""
    if not folds(variety):
        return limit
    rows = max(limit, POOL) if apart(variety) > 0.0 else limit
    return max(limit, min(rows * STACK_DEPTH, MOST_FOLDED))


def _ordered(ranked: ScoredSounds, sources: Sources, limit: int) -> NDArray[np.int64]:
    """Rows of the best sounds: by score, then by the sound's cosine (nan last), then by path as bytes.

    Reads paths only of sounds tied in both, including all those tied at the limit.
    """
    cosines = np.nan_to_num(ranked.parts.sound, nan=-2.0)
    by_score = np.lexsort((-cosines, -ranked.scores))
    scores, cosines = ranked.scores[by_score], cosines[by_score]
    changes = np.flatnonzero((scores[1:] != scores[:-1]) | (cosines[1:] != cosines[:-1])) + 1
    edges = np.concatenate([[0], changes, [len(by_score)]])
    edges = edges[: int(np.searchsorted(edges, limit)) + 1]  # every group that begins before the limit, whole
    for start in np.flatnonzero(np.diff(edges) > 1):
        first, end = edges[start], edges[start + 1]
        group = by_score[first:end]
        paths = _paths(sources, ranked.ids[group])
        by_score[first:end] = group[sorted(range(len(group)), key=lambda place: paths[place].raw)]
    return by_score[:limit]


def _ranking(
    ranked: ScoredSounds, sources: Sources, calibration: Calibration, rows: NDArray[np.int64], most_windows: int | None
) -> Ranking:
    ids = ranked.ids[rows]
    ids.setflags(write=False)
    segments, sides = ranked.segments[rows], ranked.sides[rows]
    scored = RowScores(
        scores=ranked.scores[rows],
        parts=ranked.parts.of(rows),
        segments=segments,
        sides=sides,
        joint=ranked.joint,
        words=tuple(None if found is None else QueryWords(found.words, found.holding(ids)) for found in ranked.found),
        windows=windows_of(ids, segments, sides, ranked.joint, sources, most=most_windows),
        calibration=calibration,
        pack_id=sources.sounds.pack_id,
        examples=ranked.examples,
    )
    return Ranking(ids, ranked.tier, 0, scored=scored)


def windows_of(
    ids: Ids, best_segments: Ids, sides: NDArray[np.int64], joint: Vectors, sources: Sources, *, most: int | None
) -> Windows:
    """Windows of sounds with their cosines: all windows of the first sounds, only the best once there are `most`.

    Args:
        ids: int64 [N], sound ids.
        best_segments: int64 [N], 0 for a sound without vectors.
        sides: int64 [N], the row of `joint` to compare each with.
        joint: float32 [A, D].
        most: windows to compare, None for all.
    """
    segments = sources.catalogue.segments.of(ids)
    by_id = np.argsort(ids, kind="stable")
    rows = by_id[np.searchsorted(ids[by_id], sources.catalogue.segments.rows(segments).sound_id)]
    within = np.cumsum(np.bincount(rows, minlength=len(ids))) <= (len(rows) if most is None else most)
    later = np.flatnonzero(~within & (best_segments > 0))
    segments = np.concatenate([segments[within[rows]], best_segments[later]])
    rows = np.concatenate([rows[within[rows]], later])
    cosines = np.full(len(segments), np.nan)
    for side in np.unique(sides[rows]):
        own = sides[rows] == side
        cosines[own] = cosines_of(sources.sounds, joint[side], segments[own])
    known = np.flatnonzero(~np.isnan(cosines))
    known = known[np.lexsort((segments[known], rows[known]))]
    table = sources.catalogue.segments.rows(segments[known])
    bounds = np.searchsorted(rows[known], np.arange(len(ids) + 1))
    return Windows(bounds, table.start_s, table.end_s, cosines[known])


def _paths(sources: Sources, ids: Ids) -> list[FilePath]:
    """The path of each sound; empty for a missing one."""
    known = sources.catalogue.files.paths(ids)
    return [FilePath(known.get(int(id), b"")) for id in ids]


def _vectors(ranked: ScoredSounds, sources: Sources, rows: NDArray[np.int64]) -> Vectors:
    """float32 [N, D], the vector of each row's best segment, zeros if it has none."""
    segments = ranked.segments[rows]
    vectors = np.zeros((len(rows), sources.sounds.dim), np.float32)
    vectors[segments > 0] = sources.sounds.vectors_of(segments[segments > 0])
    return vectors
