"""Figures of `training.evaluation.self_test`: halves, planted sounds and lines, with intervals."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.features.self_test.gaps import Coverage
from training.evaluation.figures import FigureRecord
from training.measures.bootstrap import Interval, interval

_ROUNDS = 1000
_SEED = 2024
_FIRST = (30, 50)
"""Numbers of outliers examined."""


Numbers = NDArray[np.float64]


def ranks_of(values: Numbers) -> Numbers:
    """Returns the rank of each value from 1, float64 [N]; ties share their mean rank."""
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    found: Numbers = (last - (counts - 1) / 2.0)[inverse]
    return found


def rank_correlation(one: Numbers, other: Numbers) -> float:
    """Returns Spearman's rho (1904); 0 where either is constant."""
    first, second = ranks_of(one), ranks_of(other)
    if np.ptp(first) == 0.0 or np.ptp(second) == 0.0:
        return 0.0
    return float(np.corrcoef(first, second)[0, 1])


def kappa(one: Sequence[str], other: Sequence[str]) -> float:
    """Returns Cohen's kappa (1960), agreement of two verdicts beyond chance; 0 where both are constant."""
    first, second = np.array(one), np.array(other)
    by_chance = sum(float((first == verdict).mean() * (second == verdict).mean()) for verdict in {*one, *other})
    agreed = float((first == second).mean())
    return 0.0 if by_chance == 1.0 else (agreed - by_chance) / (1.0 - by_chance)


def area_between(higher: Numbers, lower: Numbers) -> float:
    """Returns the area under the ROC curve: how often a value of the first is above one of the second, ties half.

    By ranks, as Mann and Whitney (1947).
    """
    ranks = ranks_of(np.concatenate([higher, lower]))[: len(higher)]
    return float((ranks.sum() - len(higher) * (len(higher) + 1) / 2.0) / (len(higher) * len(lower)))


@dataclass(frozen=True, slots=True)
class HalvesOfKind:
    """A kind in both halves of one draw."""

    seed: int
    kind: str
    one: float
    """Average precision in the first half."""
    other: float
    verdicts: tuple[str, str]


@dataclass(frozen=True, slots=True)
class PlantedSound:
    """A planted sound in one draw."""

    kind: str
    place: int
    """Its rank among all sounds by distance from its neighbours, farthest first, from 1."""
    of: int


@dataclass(frozen=True, slots=True)
class CaptionPair:
    """A caption asked of all clips, and without those that answer it."""

    cluster: str
    there: Coverage
    gone: Coverage
    scores: tuple[float, float]
    """Scores of the best answer: there, and gone."""
    cosines: tuple[float, float]
    """Cosines of any sound's best window."""


@dataclass(frozen=True, slots=True)
class Reproducibility:
    """Agreement of two halves."""

    halves: str
    kinds: int
    """Mean number in both halves."""
    correlation: Interval
    """Spearman's, of average precisions."""
    agreed: Interval
    """Share of kinds with the same verdict."""
    kappa: Interval

    def line(self) -> str:
        figures = f"rank correlation {self.correlation}, same verdict {self.agreed}, kappa {self.kappa}"
        return f"again, halves of {self.halves}: {self.kinds} kinds, {figures}"


@dataclass(frozen=True, slots=True)
class OutlierDetection:
    """Detection of planted sounds."""

    library: int
    planted: float
    """Number in each draw."""
    draws: int
    found: dict[int, Interval]
    """Share of the planted among that many outliers."""
    precision: dict[int, float]
    """Share of planted ones among that many outliers."""
    chance: float
    """Share of planted sounds."""
    area: Interval
    """How often a planted sound is farther from its neighbours than another."""

    def line(self) -> str:
        first = "; ".join(
            f"of the first {count} {self.precision[count]:.3f} are, {own} of them found"
            for count, own in self.found.items()
        )
        return (
            f"alone: {self.planted:g} planted in {self.library}, {self.draws} draws; {first}; "
            f"by chance {self.chance:.3f}; area {self.area}"
        )


@dataclass(frozen=True, slots=True)
class MissingDetection:
    """Detection of unanswerable captions."""

    captions: int
    area: Interval
    """How often the best answer scores higher when right sounds are there."""
    cosine_area: Interval
    """The same by cosines of the sound alone."""
    called: Interval
    """Share of answerable captions called missing."""
    told: Interval
    """Share of unanswerable captions called missing."""
    balanced: Interval
    """Balanced accuracy of this verdict."""
    thin_called: Interval
    """The same three if poorly answered counts as missing."""
    thin_told: Interval
    thin_balanced: Interval

    def lines(self) -> list[str]:
        return [
            f"missing: {self.captions} captions, area {self.area} by scores, {self.cosine_area} by cosines",
            f"    nothing answers: called of what is there {self.called}, told of what is not {self.told}, balanced "
            f"accuracy {self.balanced}",
            f"    or answered badly: called {self.thin_called}, told {self.thin_told}, balanced accuracy "
            f"{self.thin_balanced}",
        ]


@dataclass(frozen=True, slots=True)
class LackingFigures(FigureRecord):
    """The worth of a self-test on one split."""

    clips: int
    again: tuple[Reproducibility, ...]
    alone: OutlierDetection | None
    """None with too few small kinds."""
    missing: MissingDetection

    def lines(self) -> list[str]:
        alone = [] if self.alone is None else [self.alone.line()]
        return [f"{self.clips} clips", *(one.line() for one in self.again), *alone, *self.missing.lines()]


def again_of(halves: str, kinds: Sequence[HalvesOfKind]) -> Reproducibility | None:
    """Computes the agreement over all draws, resampling kinds; None if a draw has fewer than three."""
    seeds = sorted({one.seed for one in kinds})
    draws = [[one for one in kinds if one.seed == seed] for seed in seeds]
    if not draws or min(map(len, draws)) < 3:
        return None
    names = sorted({one.kind for one in kinds})

    def figures(counts: NDArray[np.int64]) -> tuple[float, float, float]:
        times = dict(zip(names, counts.tolist(), strict=True))
        found = []
        for draw in draws:
            own = [one for one in draw for _ in range(times[one.kind])]
            if len(own) > 1:
                first, second = (np.array([getattr(one, half) for one in own]) for half in ("one", "other"))
                verdicts = [[one.verdicts[half] for one in own] for half in (0, 1)]
                agreed = float(np.mean([one.verdicts[0] == one.verdicts[1] for one in own]))
                found.append((rank_correlation(first, second), agreed, kappa(*verdicts)))
        correlation, agreed, beyond = np.array(found or [(0.0, 0.0, 0.0)]).mean(axis=0).tolist()
        return correlation, agreed, beyond

    rng = np.random.default_rng(_SEED)
    value = figures(np.ones(len(names), np.int64))
    drawn = [figures(rng.multinomial(len(names), np.full(len(names), 1 / len(names)))) for _ in range(_ROUNDS)]
    low, high = np.quantile(np.array(drawn), (0.025, 0.975), axis=0)
    correlation, agreed, beyond = (Interval(value[at], float(low[at]), float(high[at])) for at in range(3))
    return Reproducibility(halves, round(len(kinds) / len(draws)), correlation, agreed, beyond)


def alone_of(planted: Sequence[PlantedSound], draws: int) -> OutlierDetection:
    """Computes figures from the ranks of planted sounds."""
    kinds = [one.kind for one in planted]
    each = len(planted) / draws
    found = {count: interval(np.array([float(one.place <= count) for one in planted]), kinds) for count in _FIRST}
    # Farther planted sounds do not count against one.
    ranked = sorted(range(len(planted)), key=lambda at: planted[at].place)
    farther = np.zeros(len(planted))
    seen: dict[int, int] = {}
    for at in ranked:
        draw = at // round(each)
        farther[at] = (planted[at].place - 1 - seen.get(draw, 0)) / (planted[at].of - each)
        seen[draw] = seen.get(draw, 0) + 1
    precision = {count: found[count].value * each / count for count in _FIRST}
    of = planted[0].of
    return OutlierDetection(of, each, draws, found, precision, each / of, interval(1.0 - farther, kinds))


def missing_of(lines: Sequence[CaptionPair]) -> MissingDetection:
    """Computes figures from captions asked twice."""
    clusters = [one.cluster for one in lines]
    scores, cosines = (np.array([getattr(one, of) for one in lines]) for of in ("scores", "cosines"))
    verdicts: list[list[Interval]] = []
    for bad in ((Coverage.NONE,), (Coverage.NONE, Coverage.THIN)):
        called, told = (np.array([float(getattr(one, of) in bad) for one in lines]) for of in ("there", "gone"))
        verdicts.append([interval(own, clusters) for own in (called, told, (1.0 - called + told) / 2.0)])
    areas = (_area(scores, clusters), _area(cosines, clusters))
    return MissingDetection(len(lines), *areas, *verdicts[0], *verdicts[1])


def _area(values: Numbers, clusters: Sequence[Hashable]) -> Interval:
    """The area between both columns of float64 [N, 2], with its interval over resampled clusters."""
    members: dict[Hashable, list[int]] = {}
    for row, cluster in enumerate(clusters):
        members.setdefault(cluster, []).append(row)
    groups = [np.array(own) for own in members.values()]
    rng = np.random.default_rng(_SEED)
    found = []
    for _ in range(_ROUNDS):
        rows = np.concatenate([groups[at] for at in rng.integers(0, len(groups), len(groups))])
        found.append(area_between(values[rows, 0], values[rows, 1]))
    low, high = np.quantile(found, (0.025, 0.975))
    return Interval(area_between(values[:, 0], values[:, 1]), float(low), float(high))
