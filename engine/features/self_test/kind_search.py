"""Searches every kind of the user's names by sound alone, and counts which of its sounds are found.

Each kind's words are compared with the stored windows of its pool, ignoring names. A sound is *found* within the first
max(10, sounds of the kind) rows. Average precision covers the whole order of the pool; equal scores gain nothing: rows
tie by id.
"""

from collections.abc import Callable, Sequence
from enum import StrEnum

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from engine.base.cancellation import Cancel, check, never
from engine.base.types import NO_EVENTS, FilePath, Ids, SoundId, Vectors
from engine.features.self_test.named_kinds import NamedBy, NamedKind, NamedPool
from engine.features.self_test.stored_windows import Cosines, StoredVectors, best_cosines, windows_of
from engine.models.encoder import TextEncoder
from engine.search.moments import fitted, moments
from engine.store.catalogue import Catalogue

FIRST = 10
"""Rows that a user looks at."""
EXAMPLES = 5
"""Examples of found and of missed sounds per kind."""
_INSTEAD = 3
"""Kinds listed as found instead."""
_ROUNDS = 1000
_SEED = 2024
_WELL, _HARDLY = 0.5, 0.2
"""Shares of found sounds: at least well found, below hardly found."""
_OVER_CHANCE = 2.0
"""A well found kind reaches this multiple of chance."""


class FoundBySound(StrEnum):
    """How well a kind is found by sound."""

    WELL = "well"
    PARTLY = "partly"
    HARDLY = "hardly"


class RankedSound(Struct, frozen=True):
    """A sound of a kind, and its rank."""

    sound: SoundId
    path: FilePath
    rank: int
    """From 1, among the sounds of the pool."""
    start_s: float | None
    """Of the best moment; None if it was not looked for."""
    end_s: float | None


class KindResult(Struct, frozen=True):
    """How one kind is found by sound."""

    words: str
    cat_id: str
    """Empty for a word."""
    by: NamedBy
    files: int
    of: int
    """Sounds of the pool."""
    is_first: bool
    """Whether the first row is one of its sounds."""
    is_hit: bool
    """Whether one of its sounds is among the first ten."""
    found: int
    """Of its sounds, among the first max(10, files)."""
    average_precision: float
    mean_rank: float
    """Of its sounds, from 1."""
    best: tuple[RankedSound, ...]
    missed: tuple[RankedSound, ...]
    """Sounds that were not found, lowest rank first."""
    instead: tuple[tuple[str, int], ...]
    """Kinds of the other sounds in the first rows, most frequent first."""

    @property
    def chance(self) -> float:
        """The share of its sounds found in a random order."""
        return min(1.0, max(FIRST, self.files) / self.of)

    @property
    def share(self) -> float:
        return self.found / self.files

    @property
    def found_by_sound(self) -> FoundBySound:
        """The verdict; no better than chance is HARDLY."""
        if self.share < _HARDLY or self.share <= self.chance:
            return FoundBySound.HARDLY
        is_well = self.share >= _WELL and self.share >= min(1.0, _OVER_CHANCE * self.chance)
        return FoundBySound.WELL if is_well else FoundBySound.PARTLY


class MeanPrecision(Struct, frozen=True):
    """The mean of average precisions over kinds, with its 95 % interval over resampled kinds."""

    value: float
    low: float
    high: float


def ask_kinds(
    catalogue: Catalogue,
    stored: StoredVectors,
    text: TextEncoder,
    pools: Sequence[NamedPool],
    *,
    cancel: Cancel = never,
    progress: Callable[[float], None] = lambda share: None,
) -> tuple[KindResult, ...]:
    """Searches every kind; returns the worst first.

    Args:
        catalogue: read only.
        stored: windows by the pack of `text`.
        text: encodes the kinds' words.
        pools: from `named_pools`.

    Raises:
        StopRequested: it was cancelled.
        VectorsDamaged: a block of vectors is damaged.
        PackError: the text tower failed.
    """
    kinds = [kind for pool in pools for kind in pool.kinds]
    if not kinds:
        return ()
    texts = read_texts(text, [kind.words for kind in kinds], cancel, lambda share: progress(0.3 * share))
    cosines = best_cosines(stored, texts, cancel=cancel, step=lambda share: progress(0.3 + 0.6 * share))
    orders: list[_Order] = []
    for pool in pools:
        rows = stored.rows_of(pool.sounds)
        for kind in pool.kinds:
            orders.append(_ordered(pool, kind, stored.sounds[rows], cosines[rows, len(orders)]))
    examples = _Examples(catalogue, stored, orders, texts, cancel)
    belonging = {pool.by: _KindCounter(pool) for pool in pools}
    found = [_result(order, examples, belonging[order.pool.by]) for order in orders]
    progress(1.0)
    return tuple(sorted(found, key=lambda one: (one.share, one.average_precision, -one.files, one.words)))


def read_texts(text: TextEncoder, words: Sequence[str], cancel: Cancel, step: Callable[[float], None]) -> Vectors:
    """Returns float32 [Q, D]: the joint vector of each text.

    Raises:
        StopRequested: it was cancelled.
        PackError: the text tower failed.
    """
    vectors = []
    for number, one in enumerate(words, start=1):
        check(cancel)
        vectors.append(text.encode([one]).joint[0])
        step(number / len(words))
    return np.stack(vectors)


def mean_precision(found: Sequence[KindResult]) -> MeanPrecision | None:
    """Returns the unweighted mean over kinds, None without kinds. Percentile bootstrap (Efron 1979)."""
    if not found:
        return None
    values = np.array([one.average_precision for one in sorted(found, key=lambda one: (one.by, one.words))])
    drawn = np.random.default_rng(_SEED).integers(0, len(values), (_ROUNDS, len(values)))
    low, high = np.quantile(values[drawn].mean(axis=1), (0.025, 0.975))
    return MeanPrecision(float(values.mean()), float(low), float(high))


class KindFigures(Struct, frozen=True, eq=False):
    """How well each of Q kinds is found, in the order of their pools."""

    precisions: NDArray[np.float64]
    """float64 [Q], average precisions."""
    first: int
    """Kinds whose first row is one of their sounds."""


def figures_of(pools: Sequence[NamedPool], sounds: Ids, cosines: Cosines) -> KindFigures:
    """Returns how well each kind is found.

    Args:
        pools: Q kinds in total.
        sounds: int64 [N], those that were compared.
        cosines: float32 [N, Q].
    """
    found: list[_Order] = []
    for pool in pools:
        rows = np.flatnonzero(np.isin(sounds, pool.sounds))
        for kind in pool.kinds:
            found.append(_ordered(pool, kind, sounds[rows], cosines[rows, len(found)]))
    return KindFigures(np.array([one.average_precision for one in found]), sum(one.is_first for one in found))


class _Order(Struct, frozen=True, eq=False):
    """A pool sorted for one kind."""

    pool: NamedPool
    kind: NamedKind
    first: Ids
    """The sounds of the first rows."""
    own: Ids
    """int64 [files], the kind's sounds, best first."""
    ranks: NDArray[np.int64]
    """int64 [files], their ranks from 1."""

    @property
    def depth(self) -> int:
        return max(FIRST, len(self.own))

    @property
    def is_first(self) -> bool:
        return bool(self.ranks[0] == 1)

    @property
    def average_precision(self) -> float:
        return float((np.arange(1, len(self.ranks) + 1) / self.ranks).mean())

    @property
    def examples(self) -> tuple[Ids, Ids]:
        """The kind's best found sounds, and the lowest ranked of the others."""
        is_found = self.ranks <= self.depth
        return self.own[is_found][:EXAMPLES], self.own[~is_found][::-1][:EXAMPLES]


def _ordered(pool: NamedPool, kind: NamedKind, sounds: Ids, cosines: Cosines) -> _Order:
    """Sorts a pool's sounds, int64 [N], by float32 [N]; those without vectors come last."""
    order = np.lexsort((sounds, -np.nan_to_num(cosines, nan=-2.0)))
    ordered = sounds[order]
    is_own = np.isin(ordered, kind.sounds)
    ranks = np.flatnonzero(is_own) + 1
    return _Order(pool, kind, ordered[: max(FIRST, len(ranks))], ordered[is_own], ranks)


def _result(order: _Order, examples: "_Examples", belonging: "_KindCounter") -> KindResult:
    best, missed = order.examples
    others = np.setdiff1d(order.first, order.own)  # in the first rows, but of another kind
    return KindResult(
        words=order.kind.words,
        cat_id=order.kind.cat_id,
        by=order.pool.by,
        files=len(order.own),
        of=len(order.pool.sounds),
        is_first=order.is_first,
        is_hit=bool(order.ranks[0] <= FIRST),
        found=int((order.ranks <= order.depth).sum()),
        average_precision=order.average_precision,
        mean_rank=float(order.ranks.mean()),
        best=examples.of(order, best),
        missed=examples.of(order, missed),
        instead=belonging.most(others),
    )


class _KindCounter:
    """Maps the sounds of a pool to its kinds."""

    def __init__(self, pool: NamedPool) -> None:
        self._words = [kind.words for kind in pool.kinds]
        self._sounds = np.concatenate([kind.sounds for kind in pool.kinds])
        self._kinds = np.repeat(np.arange(len(pool.kinds)), [len(kind.sounds) for kind in pool.kinds])

    def most(self, sounds: Ids) -> tuple[tuple[str, int], ...]:
        """The most frequent kinds of these sounds, with counts."""
        counts = np.bincount(self._kinds[np.isin(self._sounds, sounds)], minlength=len(self._words))
        found = [(self._words[number], int(counts[number])) for number in np.flatnonzero(counts).tolist()]
        return tuple(sorted(found, key=lambda one: (-one[1], one[0]))[:_INSTEAD])


class _Examples:
    """Example sounds with their paths and windows."""

    def __init__(
        self, catalogue: Catalogue, stored: StoredVectors, orders: Sequence[_Order], texts: Vectors, cancel: Cancel
    ) -> None:
        pairs = [
            (number, sound)
            for number, order in enumerate(orders)
            for sound in np.unique(np.concatenate(order.examples)).tolist()
        ]
        sounds = np.array([sound for _, sound in pairs], np.int64)
        asked = windows_of(stored, sounds, texts[[number for number, _ in pairs]], cancel=cancel)
        events = catalogue.sounds.events_of(np.unique(sounds))
        self._paths = catalogue.files.paths(np.unique(sounds))
        self._bounds: dict[tuple[str, NamedBy, int], tuple[float, float]] = {}
        for place, (number, sound) in enumerate(pairs):
            rows = catalogue.segments.rows(asked[place].segments)
            own = rows.sound_id == sound
            heard = rows.start_s[own], rows.end_s[own], asked[place].cosines[own].astype(np.float64)
            found = fitted(moments(*heard), events.get(sound, NO_EVENTS), *heard)
            if found:
                key = orders[number].kind.words, orders[number].pool.by, sound
                self._bounds[key] = found[0].start_s, found[0].end_s

    def of(self, order: _Order, sounds: Ids) -> tuple[RankedSound, ...]:
        """Some of the kind's sounds; omits those that left the library."""
        found = []
        for sound in sounds.tolist():
            start_s, end_s = self._bounds.get((order.kind.words, order.pool.by, sound), (None, None))
            rank = int(order.ranks[order.own == sound][0])
            if sound in self._paths:
                found.append(RankedSound(SoundId(sound), FilePath(self._paths[sound]), rank, start_s, end_s))
        return tuple(found)
