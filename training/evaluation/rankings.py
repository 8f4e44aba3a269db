"""Compares ways of fusing what is heard, meant and read into one ranking with the engine's own.

Every caption is asked of two libraries of the same clips: one with all names, and one in which half of each kind have
lost them (`training.evaluation.half_named`). The engine's knowledge of each sound for each caption is recorded, and
every way orders the sounds by that alone. Fitted weights are cross-validated over kinds: each of four parts is ranked
by weights fitted on the other three.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from engine.library.library import Library
from engine.library.queries import Question
from engine.models.calibration import Calibration, probability
from training.base.progress import follow
from training.data.corpus import Clip
from training.evaluation.figures import DEPTH, FigureRecord
from training.evaluation.half_named import found_among, mixed_names, nameless_of
from training.evaluation.library import ORDINARY, ClipLibrary, IndexOptions, indexed, original_name
from training.evaluation.retrieval import scored
from training.measures.bootstrap import Difference, Interval, compare, interval
from training.measures.caption_queries import CaptionQuery, queries_of
from training.measures.conditional_logit import RankedChoice, fit_choices

PARTS = 4
"""Number of parts of the kinds in cross-validation."""
_SHOWN = 100
"""The engine's best sounds of a caption, among which fitted weights choose; right sounds are always included."""
_ENGINE = "the engine"
_SUM = ("heard", "softplus of heard", "named", "meant", "words")
FEATURES = (*_SUM, "kin")
"""Features of the fitted weights, in order: log-odds of the ear, their softplus, 1 for a telling name, log-odds of the
name's meaning, share of the words, similarity to the best answers."""

Scores: TypeAlias = NDArray[np.float64]
"""float64 [Q, N], a number for each caption and sound."""


@dataclass(frozen=True, slots=True)
class EngineKnowledge:
    """The engine's knowledge of N sounds, ordered by path, for each of Q captions."""

    clips: NDArray[np.int64]
    """int64 [N], the clip of each column."""
    cosines: Scores
    """Cosine of the caption with the best window; nan for an unreadable sound."""
    heard: Scores
    """Log-odds of the ear; 0 where nothing was heard."""
    named: NDArray[np.bool_]
    """bool [Q, N], whether the name is telling."""
    meant: Scores
    """Log-odds of the name's meaning; 0 where it is not telling."""
    words: Scores
    """Share of the caption's words found."""
    kin: Scores
    """Similarity to the best answers."""
    places: NDArray[np.int64]
    """int64 [Q, N], position in the engine's own ranking, 0 first."""
    right: NDArray[np.bool_]
    """bool [Q, N]."""

    @property
    def features(self) -> NDArray[np.float64]:
        """Returns the features, float64 [Q, N, 6]; see FEATURES."""
        return np.stack(
            [self.heard, np.logaddexp(0.0, self.heard), self.named * 1.0, self.meant, self.words, self.kin], axis=2
        )


Way: TypeAlias = Callable[[EngineKnowledge], Scores]


@dataclass(frozen=True, slots=True)
class WayFigures:
    """The result of one way."""

    way: str
    mixed: Interval
    """mAP@10 with half of the names."""
    nameless: Interval
    """Share of the right nameless sounds among the first ten."""
    named: Interval
    """The same for named sounds."""
    all_named: Interval
    """mAP@10 with all names."""
    over_engine: Difference
    """mAP@10 of `mixed` minus the engine's, paired by caption."""

    def line(self) -> str:
        figures = (self.mixed, self.nameless, self.named, self.all_named, self.over_engine)
        return " | ".join(["", self.way, *map(str, figures), ""]).strip()


@dataclass(frozen=True, slots=True)
class RankingWays(FigureRecord):
    """All ways on the same two libraries, and weights fitted on all kinds."""

    clips: int
    queries: int
    ways: tuple[WayFigures, ...]
    weights: dict[str, float]
    """Of FEATURES, fitted over both libraries."""

    def lines(self) -> list[str]:
        head = "| way | mixed mAP@10 | nameless | named | all named mAP@10 | mixed, less the engine |"
        fitted = ", ".join(f"{name} {value:.2f}" for name, value in self.weights.items())
        count = f"{self.queries} captions, {self.clips} clips"
        return [count, "", head, "| --- " * 6 + "|", *(way.line() for way in self.ways), "", f"fitted: {fitted}"]


def measure_rankings(pack: Path, clips: Sequence[Clip], *, seed: int, by: IndexOptions = ORDINARY) -> RankingWays:
    """Indexes the clips twice, asks for each distinct caption, and ranks in every way.

    Args:
        seed: draws the nameless.

    Raises:
        EvaluationError: the engine failed.
    """
    queries, nameless = queries_of(clips), nameless_of(clips, seed)
    with indexed(pack, clips, by=by, name=mixed_names(clips, nameless)) as library:
        mixed, calibration = known_of(library, queries)
    with indexed(pack, clips, by=by, name=original_name) as library:
        named, _ = known_of(library, queries)
    return rankings_of(queries, mixed, named, nameless, calibration)


def known_of(library: ClipLibrary, queries: Sequence[CaptionQuery]) -> tuple[EngineKnowledge, Calibration]:
    """Asks a library for every caption; returns its knowledge of each sound, and the pack's curves."""
    paths = sorted(library.rows, key=lambda path: path.encode("utf-8", "surrogateescape"))
    column = {path: place for place, path in enumerate(paths)}
    clips = np.array([library.rows[path] for path in paths])
    shape = (len(queries), len(paths))
    cosines, meant, words, kin = (np.full(shape, np.nan) for _ in range(4))
    places = np.zeros(shape, np.int64)
    columns: dict[int, int] = {}
    calibration: Calibration | None = None
    with Library.open(library.folder, read_only=True) as opened:
        for row, query in enumerate(follow(queries, "asking captions")):
            every = opened.rank(Question(query.text, limit=len(paths), exact=True))
            assert every.scored is not None
            parts, calibration = every.scored.parts, every.scored.calibration
            if not columns:
                hits = opened.hits(every, range(len(every)))
                root = library.sounds
                columns = {
                    int(hit.sound.id): column[Path(hit.sound.path.text).relative_to(root).as_posix()] for hit in hits
                }
            own = np.array([columns[int(sound)] for sound in every.ids])
            assert parts.name is not None and parts.keyword is not None
            cosines[row, own], meant[row, own], words[row, own] = parts.sound, parts.name, parts.keyword
            kin[row, own] = np.nan if parts.kin is None else parts.kin
            places[row, own] = np.arange(len(own))
    assert calibration is not None
    right = np.array([[int(clip) in query.relevant for clip in clips] for query in queries])
    heard = calibration.sound_slope * (cosines - calibration.sound_midpoint)
    meaning = calibration.meaning_slope * (meant - calibration.meaning_midpoint)
    known = (np.nan_to_num(values, nan=0.0) for values in (heard, meaning, words, kin))
    heard, meaning, words, kin = known
    return EngineKnowledge(clips, cosines, heard, ~np.isnan(meant), meaning, words, kin, places, right), calibration


def rankings_of(
    queries: Sequence[CaptionQuery],
    mixed: EngineKnowledge,
    named: EngineKnowledge,
    nameless: NDArray[np.bool_],
    calibration: Calibration,
) -> RankingWays:
    """Ranks two libraries in every way.

    Args:
        queries: the queries to both.
        mixed: the library with half of the names.
        named: the library with all names.
        nameless: bool [clips].
        calibration: curves of the pack that heard them.
    """
    parts = dealt([query.cluster for query in queries])
    ways: dict[str, tuple[Scores, Scores]] = {
        name: (way(mixed), way(named)) for name, way in _plain(calibration).items()
    }
    for name, used in _FITTED.items():
        ways[name] = _held_out(mixed, named, parts, used)
    rows = frozenset(np.flatnonzero(nameless).tolist())
    clusters = [query.cluster for query in queries]
    ranked = {name: (_best(mixed, ours), _best(named, theirs)) for name, (ours, theirs) in ways.items()}
    engine = scored(queries, ranked[_ENGINE][0]).map10
    figures = []
    for name, (first, second) in ranked.items():
        precision = scored(queries, first).map10
        figures.append(
            WayFigures(
                name,
                mixed=interval(precision, clusters),
                nameless=found_among(queries, first, rows, is_in=True),
                named=found_among(queries, first, rows, is_in=False),
                all_named=interval(scored(queries, second).map10, clusters),
                over_engine=compare(precision, engine, clusters),
            )
        )
    weights = fit_choices([*_choices(mixed), *_choices(named)])
    fitted = dict(zip(FEATURES, weights.tolist(), strict=True))
    return RankingWays(len(nameless), len(queries), tuple(figures), fitted)


def dealt(clusters: Sequence[str]) -> NDArray[np.int64]:
    """Deals whole kinds to parts by size; returns the part of each caption, int64 [Q]."""
    sizes = {name: clusters.count(name) for name in dict.fromkeys(clusters)}
    order = sorted(sizes, key=lambda name: (-sizes[name], name))
    part = {name: place % PARTS for place, name in enumerate(order)}
    return np.array([part[name] for name in clusters])


_FITTED: Mapping[str, tuple[str, ...]] = {
    "conditional logit: heard, meant, words": ("heard", "meant", "words"),
    "the same, told which are named": ("heard", "named", "meant", "words"),
    "the same, and the ear's softplus": _SUM,
    "the same, and kin": FEATURES,
}


def _plain(calibration: Calibration) -> dict[str, Way]:
    """Ways without fitted weights; larger is better."""
    return {
        _ENGINE: lambda known: -known.places.astype(np.float64),
        "by the sound alone": _by_sound,
        "by names alone": _by_names,
        "noisy-or of sound, meaning and words": _noisy_or,
        "z-scores: sound + 0.3 name + 2 words": partial(_by_z_scores, name=0.3),
        "z-scores: sound + 0.7 name + 2 words": partial(_by_z_scores, name=0.7),
        "reciprocal ranks, k = 60": partial(_by_reciprocal_ranks, k=60.0),
        "reciprocal ranks, k = 10": partial(_by_reciprocal_ranks, k=10.0),
        "interleaved": _interleaved,
        "the engine, without kin": partial(_without_kin, calibration=calibration),
    }


def _by_sound(known: EngineKnowledge) -> Scores:
    return np.where(np.isnan(known.cosines), -2.0, known.cosines)


def _chance(log_odds: Scores) -> Scores:
    return probability(log_odds, 0.0, 1.0)


def _by_names(known: EngineKnowledge) -> Scores:
    return 1.0 - (1.0 - 0.8 * known.named * _chance(known.meant)) * (1.0 - 0.7 * np.square(known.words))


def _noisy_or(known: EngineKnowledge) -> Scores:
    heard = np.where(np.isnan(known.cosines), 0.0, _chance(known.heard))
    return 1.0 - (1.0 - heard) * (1.0 - _by_names(known))


def _by_z_scores(known: EngineKnowledge, *, name: float) -> Scores:
    return np.asarray(
        _z(known.cosines) + name * _z(np.where(known.named, known.meant, np.nan)) + 2.0 * known.words, np.float64
    )


def _z(values: Scores) -> Scores:
    """Standardises each row by its known values; 0 for nan."""
    known = np.ma.masked_invalid(values)
    spread = known.std(axis=1, keepdims=True).filled(0.0)
    mean = known.mean(axis=1, keepdims=True).filled(0.0)
    return np.asarray(np.nan_to_num((values - mean) / np.where(spread > 0.0, spread, 1.0), nan=0.0), np.float64)


def _ranks(scores: Scores) -> NDArray[np.int64]:
    """int64 [Q, N], 0 for the best; ties by path."""
    return np.argsort(np.argsort(-scores, axis=1, kind="stable"), axis=1, kind="stable")


def _by_reciprocal_ranks(known: EngineKnowledge, *, k: float) -> Scores:
    both = (_ranks(_by_sound(known)), _ranks(_by_names(known)))
    return np.asarray(sum(1.0 / (k + 1.0 + rank) for rank in both), np.float64)


def _interleaved(known: EngineKnowledge) -> Scores:
    return np.asarray(-np.minimum(2.0 * _ranks(_by_sound(known)), 2.0 * _ranks(_by_names(known)) + 1.0), np.float64)


def _without_kin(known: EngineKnowledge, *, calibration: Calibration) -> Scores:
    from engine.search.score_rule import CandidateParts, evidence

    meaning = known.meant / calibration.meaning_slope + calibration.meaning_midpoint
    found = [
        evidence(CandidateParts(sound, np.where(named, name, np.nan), words), calibration)
        for sound, named, name, words in zip(known.cosines, known.named, meaning, known.words, strict=True)
    ]
    return np.stack(found)


def _held_out(
    mixed: EngineKnowledge, named: EngineKnowledge, parts: NDArray[np.int64], used: Sequence[str]
) -> tuple[Scores, Scores]:
    """Scores of both libraries, each part of the captions by weights fitted on the other parts."""
    columns = [FEATURES.index(name) for name in used]
    choices = (_choices(mixed), _choices(named))
    found = np.zeros(mixed.heard.shape), np.zeros(named.heard.shape)
    for part in range(PARTS):
        taught = np.flatnonzero(parts != part)
        others = [own[row] for own in choices for row in taught]
        weights = fit_choices([RankedChoice(one.features[:, columns], one.right) for one in others])
        own = parts == part
        for scores, known in zip(found, (mixed, named), strict=True):
            scores[own] = known.features[own][:, :, columns] @ weights
    return found


def _choices(known: EngineKnowledge) -> list[RankedChoice]:
    features = known.features
    shown = (known.places < _SHOWN) | known.right
    return [RankedChoice(features[row, own], known.right[row, own]) for row, own in enumerate(shown)]


def _best(known: EngineKnowledge, scores: Scores) -> list[list[int]]:
    """Clips of each caption, the first DEPTH; ties by path."""
    best = np.argsort(-scores, axis=1, kind="stable")[:, :DEPTH]
    return [known.clips[row].tolist() for row in best]
