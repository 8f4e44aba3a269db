"""Measures how much better the owner's own choices are found by what was learnt, leaving out each in turn.

For every text with two or more choices, one of its sounds is taken out of the lesson; the text is searched as usual,
with names and words, first without help and then with the lesson of the other sounds. Those are removed from both
answers. A sound is found among the first ten. A trial never learns from the sound it searches.
"""

from collections.abc import Callable, Sequence

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from engine.base.types import SoundId
from engine.features.owner.lesson_training import LearnableText, lesson_for, taught_texts
from engine.features.owner.lessons import Lessons
from engine.features.owner.owner import Owner
from engine.features.owner.teachings import teachings
from engine.search.question import Question
from engine.search.ranking import Ranking

FIRST = 10
MOST_TRIED = 60
"""Choices tried; of more, some of each text, drawn with a fixed seed."""
LEAST_TRIED, LEAST_TEXTS = 15, 3
"""Fewest choices and texts for a verdict: the interval of fewer would be meaningless."""
_ROUNDS = 2000
_SEED = 2024
Rank = Callable[[Question], Ranking]


class HeldOutChoice(Struct, frozen=True):
    """A choice to search for."""

    text: str
    sound: SoundId


class TrialResult(Struct, frozen=True):
    """A choice, searched twice."""

    held: HeldOutChoice
    before: bool
    """Whether it was among the first ten without help."""
    after: bool


class OwnerTrial(Struct, frozen=True):
    """How much better choices are found."""

    tried: int
    texts: int
    before: float
    """Share among the first ten, 0 to 1; 0 if nothing was tried."""
    after: float
    change: tuple[float, float, float] | None
    """after - before, and its 95 % interval, resampling texts; None if there are too few."""


class OwnerTrialRun:
    """Tries one choice at a time, so that searches can run in between. Library's thread only."""

    def __init__(self, owner: Owner, rank: Rank) -> None:
        """Reads the present teachings.

        Raises:
            OwnerError: the library has no sounds.
            PackError: its pack is missing or damaged.
        """
        self._owner, self._rank = owner, rank
        self._session = owner.session()
        self._texts = {
            one.text: one for one in taught_texts(owner.catalogue, self._session, teachings(owner.catalogue))
        }
        self._lessons = {text: lesson_for(one, None, self._session) for text, one in self._texts.items()}

    def held_back(self) -> list[HeldOutChoice]:
        """Returns the choices to try: equally many per text as far as possible."""
        draw = np.random.default_rng(_SEED)
        queues = [
            [HeldOutChoice(one.text, one.chosen[place].sound) for place in draw.permutation(len(one.chosen)).tolist()]
            for one in self._texts.values()
            if len(one.chosen) > 1
        ]
        found: list[HeldOutChoice] = []
        while queues and len(found) < MOST_TRIED:
            found += [queue.pop() for queue in queues][: MOST_TRIED - len(found)]
            queues = [queue for queue in queues if queue]
        return found

    def look_for(self, held: HeldOutChoice) -> TrialResult:
        """Searches one choice, without help and with the lesson of the others."""
        own = self._texts[held.text]
        others = [place for place, one in enumerate(own.chosen) if one.sound != held.sound]
        rest = LearnableText(own.text, own.is_word, tuple(own.chosen[place] for place in others), own.sounds[others])
        lesson = lesson_for(rest, self._lessons[held.text].asked, self._session)
        lessons = Lessons([lesson, *(one for text, one in self._lessons.items() if text != held.text)])
        taken_out = {int(own.chosen[place].sound) for place in others}
        asked = Question(held.text, limit=FIRST + len(taken_out), owner=False)
        before = self._is_found(asked, held.sound, taken_out)
        with self._owner.instead(lessons):
            after = self._is_found(Question(held.text, limit=FIRST + len(taken_out)), held.sound, taken_out)
        return TrialResult(held, before, after)

    def _is_found(self, question: Question, sound: SoundId, taken_out: set[int]) -> bool:
        left = [id for id in self._rank(question).ids.tolist() if id not in taken_out]
        return int(sound) in left[:FIRST]


def verdict(looked: Sequence[TrialResult]) -> OwnerTrial:
    """Sums up a trial."""
    by_text: dict[str, list[tuple[bool, bool]]] = {}
    for one in looked:
        by_text.setdefault(one.held.text, []).append((one.before, one.after))
    if not looked:
        return OwnerTrial(0, 0, 0.0, 0.0, None)
    sums = np.array([np.sum(own, axis=0) for own in by_text.values()], np.float64)
    counts = np.array([len(own) for own in by_text.values()], np.float64)
    before, after = (sums.sum(axis=0) / counts.sum()).tolist()
    is_enough = len(looked) >= LEAST_TRIED and len(by_text) >= LEAST_TEXTS
    change = (after - before, *_interval(sums[:, 1] - sums[:, 0], counts)) if is_enough else None
    return OwnerTrial(len(looked), len(by_text), before, after, change)


def _interval(sums: NDArray[np.float64], counts: NDArray[np.float64]) -> tuple[float, float]:
    """The 95 % interval from resampled texts (percentile bootstrap, Efron 1979)."""
    drawn = np.random.default_rng(_SEED).integers(0, len(sums), (_ROUNDS, len(sums)))
    means = sums[drawn].sum(axis=1) / counts[drawn].sum(axis=1)
    low, high = np.quantile(means, (0.025, 0.975))
    return float(low), float(high)
