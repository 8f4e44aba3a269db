"""From ranked sound ids to the hits a caller sees: rows of the catalogue, moments, reasons, stacks."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from engine.models.calibration import Calibration, confidence
from engine.search.candidates import Candidates, Sources
from engine.search.keywords import Found
from engine.search.moments import moments
from engine.search.neighbours import cosines_of
from engine.search.rank import Parts, Scores, order
from engine.search.stacks import Stack, fold
from engine.types import Confidence, Hit, Ids, Moment, Sound, SoundId, Vectors, Why

MOST_WINDOWS = 20_000
"""Windows compared to find moments, best hits first; a hit beyond them answers with its best window alone."""
STACK_DEPTH = 4
"""Sounds looked at for each row that is wanted, when takes are folded."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """Scored sounds, in no order, and what is needed to explain them."""

    ids: Ids
    scores: Scores
    parts: Parts
    segments: Ids
    """int64 [N], best segment, 0 for a sound without vectors."""
    sides: NDArray[np.int64]
    """int64 [N], the alternative of the query that each sound answers."""
    joint: Vectors
    """float32 [A, D], the vector of each alternative."""
    found: tuple[Found | None, ...]
    """A: the words found for each alternative."""
    tier: str

    @classmethod
    def of(cls, found: Candidates, scores: Scores, joint: Vectors) -> "Ranked":
        """Candidates of a query with one alternative and no words."""
        sides = np.zeros(len(found.ids), np.int64)
        return cls(found.ids, scores, found.parts, found.segments, sides, joint, (None,), found.tier)

    def filled(self, passing: Ids, limit: int) -> "Ranked":
        """With sounds that were not found, score 0, where fewer than `limit` were and more pass."""
        if len(self.ids) >= min(limit, len(passing)):
            return self
        missing = np.setdiff1d(passing, self.ids)[: limit - len(self.ids)]
        nothing = np.full(len(missing), np.nan)
        parts = Parts(
            np.concatenate([self.parts.sound, nothing]),
            None if self.parts.name is None else np.concatenate([self.parts.name, nothing]),
            None if self.parts.keyword is None else np.concatenate([self.parts.keyword, np.zeros(len(missing))]),
        )
        zeros = np.zeros(len(missing), np.int64)
        return replace(
            self,
            ids=np.concatenate([self.ids, missing]),
            scores=np.concatenate([self.scores, np.zeros(len(missing))]),
            parts=parts,
            segments=np.concatenate([self.segments, zeros]),
            sides=np.concatenate([self.sides, zeros]),
        )


def make_hits(
    ranked: Ranked, sources: Sources, calibration: Calibration, *, limit: int, stacks: bool
) -> tuple[Hit, ...]:
    """Gives the best `limit` hits, best first; with `stacks` near-identical takes are folded under the best of them.

    Raises:
        KeyError: the catalogue lost a sound since it was ranked.
    """
    rows, sounds = _best(ranked, sources, limit * STACK_DEPTH if stacks else limit)
    folded = [Stack(place, ()) for place in range(len(rows))]
    if stacks:
        folded = list(fold([sound.path for sound in sounds], _vectors(ranked, sources, rows)))[:limit]
    shown = [stack.leader for stack in folded]
    moments_of = _moments(ranked, sources, rows[shown], [sounds[place] for place in shown])
    return tuple(
        Hit(
            sound=sounds[stack.leader],
            rank=number,
            score=float(ranked.scores[rows[stack.leader]]),
            confidence=confidence(float(ranked.scores[rows[stack.leader]]), calibration),
            moments=found,
            why=_why(ranked, int(rows[stack.leader])),
            stacked=tuple(SoundId(sounds[place].id) for place in stack.folded),
        )
        for number, (stack, found) in enumerate(zip(folded, moments_of, strict=True), start=1)
    )


def newest(passing: Ids) -> Ids:
    """Sound ids, last stored first."""
    return passing[::-1]


def listed(sounds: Sequence[Sound], *, first_rank: int = 1) -> tuple[Hit, ...]:
    """Gives sounds as hits that nothing was asked of: they pass wholly, and their moment is all of them."""
    return tuple(
        Hit(
            sound=sound,
            rank=rank,
            score=1.0,
            confidence=Confidence.STRONG,
            moments=(Moment(0.0, sound.info.duration_s, 0.0),) if sound.info else (),
            why=Why(),
        )
        for rank, sound in enumerate(sounds, start=first_rank)
    )


def _best(ranked: Ranked, sources: Sources, limit: int) -> tuple[NDArray[np.int64], list[Sound]]:
    """Rows of the best sounds and the sounds. Ties at the limit are all fetched, since their paths decide."""
    cosines = np.nan_to_num(ranked.parts.sound, nan=-2.0)
    by_score = np.lexsort((-cosines, -ranked.scores))
    kept = by_score[:limit]
    if len(by_score) > limit > 0:
        last = by_score[limit - 1]
        tied = by_score[limit:]
        same = (ranked.scores[tied] == ranked.scores[last]) & (cosines[tied] == cosines[last])
        kept = np.concatenate([kept, tied[same]])
    sounds = sources.catalogue.sounds(ranked.ids[kept])
    final = order(ranked.scores[kept], cosines[kept], [sound.path.raw for sound in sounds])[:limit]
    return kept[final], [sounds[place] for place in final]


def _vectors(ranked: Ranked, sources: Sources, rows: NDArray[np.int64]) -> Vectors:
    """float32 [N, D], the vector of each row's best segment, zeros where it has none."""
    segments = ranked.segments[rows]
    vectors = np.zeros((len(rows), sources.sounds.dim), np.float32)
    vectors[segments > 0] = sources.sounds.vectors_of(segments[segments > 0])
    return vectors


def _moments(
    ranked: Ranked, sources: Sources, rows: NDArray[np.int64], sounds: list[Sound]
) -> list[tuple[Moment, ...]]:
    counts = np.cumsum([sound.segments for sound in sounds])
    within = int(np.searchsorted(counts, MOST_WINDOWS, side="right"))
    found: list[tuple[Moment, ...]] = [()] * len(rows)
    for side in np.unique(ranked.sides[rows]):
        own = np.flatnonzero(ranked.sides[rows] == side)
        every = sources.catalogue.segments_of(ranked.ids[rows[own[own < within]]])
        segments = np.union1d(every, ranked.segments[rows[own[own >= within]]])
        for place, answer in zip(own, _side_moments(ranked, sources, rows[own], segments, side), strict=True):
            found[place] = answer
    return found


def _side_moments(
    ranked: Ranked, sources: Sources, rows: NDArray[np.int64], segments: Ids, side: int
) -> Iterator[tuple[Moment, ...]]:
    """The moments of sounds that answer one alternative, found among `segments`."""
    cosines = cosines_of(sources.sounds, ranked.joint[side], segments)
    segments, cosines = segments[~np.isnan(cosines)], cosines[~np.isnan(cosines)]
    table = sources.catalogue.segment_rows(segments)
    by_sound = np.argsort(table.sound_id, kind="stable")
    firsts = np.searchsorted(table.sound_id[by_sound], ranked.ids[rows], side="left")
    lasts = np.searchsorted(table.sound_id[by_sound], ranked.ids[rows], side="right")
    for first, last in zip(firsts, lasts, strict=True):
        own = by_sound[first:last]
        yield moments(table.start_s[own], table.end_s[own], cosines[own])


def _why(ranked: Ranked, row: int) -> Why:
    parts, found = ranked.parts, ranked.found[int(ranked.sides[row])]
    has_words = found is not None and bool(found.words)
    return Why(
        sound=_number(parts.sound, row),
        name=_number(parts.name, row),
        keyword=_number(parts.keyword, row) if has_words else None,
        words=found.held_by(int(ranked.ids[row])) if found is not None and has_words else (),
        tier=ranked.tier,
    )


def _number(values: Scores | None, row: int) -> float | None:
    return None if values is None or np.isnan(values[row]) else float(values[row])


def all_weak(hits: tuple[Hit, ...]) -> bool:
    """True when there are hits and none can be trusted."""
    return bool(hits) and all(hit.confidence is Confidence.WEAK for hit in hits)
