"""Finds backgrounds like that of a stretch: first by stored vectors, then by listening to the nearest files.

`candidates` queries the library, in its thread: sounds near the whole stretch, and sounds near its quietest second,
which events mask less. `compare` reads their files one by one, best guess first, in any thread, and reports its
results so far.
"""

import heapq
from collections.abc import Callable, Sequence
from itertools import zip_longest

from msgspec import Struct

from engine.base.cancellation import Cancel, check, never
from engine.base.errors import AudioError
from engine.base.types import FilePath, Sound
from engine.features.ambience.background_measure import SteadyStretch, TargetBackground, place_in
from engine.library.library import Library
from engine.search.question import Like, Question
from engine.transfer.collect import SkippedSound

LOOKED_AT = 300
"""Most sounds that are read."""
SHOWN = 50
ALIKE = 0.5
"""The least likeness of matching backgrounds: 4 dB apart. See docs/experiments/background.md."""
_TOLD_EVERY = 10
Hear = Callable[[FilePath, TargetBackground, float, Cancel], SteadyStretch | None]


class BackgroundGuess(Struct, frozen=True):
    """A sound whose background may match."""

    sound: Sound
    near_s: float
    """Where in it to look."""


class Background(Struct, frozen=True):
    """A stretch of a sound with a matching background."""

    path: FilePath
    sound: Sound | None
    """None for a file that is not in the library."""
    place: SteadyStretch
    is_itself: bool = False
    """Whether it lies in the query's file."""


class BackgroundResults(Struct, frozen=True):
    """The results, best first."""

    backgrounds: tuple[Background, ...] = ()
    heard: int = 0
    """Files read so far."""
    of: int = 0
    """Files to read."""
    skipped: tuple[SkippedSound, ...] = ()


def candidates(library: Library, asked: TargetBackground, limit: int = LOOKED_AT) -> list[BackgroundGuess]:
    """Returns sounds to listen to, most promising first, including the query's file if the library has it.

    Omits sounds whose files are away.

    Raises:
        EngineError: as `Library.rank`.
    """
    stretches = ((asked.start_s, asked.end_s), (asked.quiet_start_s, asked.quiet_end_s))
    lists = []
    for start_s, end_s in dict.fromkeys(stretches):
        ranking = library.rank(Question(like=Like(asked.path, start_s, end_s), limit=limit))
        lists.append(library.hits(ranking, range(len(ranking))))
    itself = library.sound_at(asked.path)
    found = {} if itself is None else {itself: BackgroundGuess(library.sound(itself), asked.start_s)}
    for row in zip_longest(*lists):
        for hit in row:
            if hit is not None and hit.sound.id not in found and not hit.sound.is_away:
                near_s = hit.moments[0].start_s if hit.moments else 0.0
                found[hit.sound.id] = BackgroundGuess(hit.sound, near_s)
    return list(found.values())[:limit]


def compare(
    asked: TargetBackground,
    to_hear: Sequence[BackgroundGuess],
    *,
    wished_s: float = 0.0,
    cancel: Cancel = never,
    progress: Callable[[BackgroundResults], object] = lambda found: None,
    hear: Hear = place_in,
) -> BackgroundResults:
    """Listens to the candidates and returns those with matching backgrounds, best first, at most `SHOWN`.

    Sorted by likeness; if it is equal to a hundredth, places of the wanted length come first. Includes the query's
    stretch.

    Args:
        to_hear: from `candidates`.
        wished_s: the length wanted in the end.
        progress: receives the results every few files.
        hear: finds the place in a file; a replacement of `place_in` may cache what it read.

    Raises:
        StopRequested: it was cancelled.
    """
    kept: list[Background] = []
    skipped: list[SkippedSound] = []
    if all(one.sound.path != asked.path for one in to_hear):
        kept += _heard(asked.path, None, asked, asked.start_s, hear, cancel, skipped)
    for number, one in enumerate(to_hear, start=1):
        check(cancel)
        kept += _heard(one.sound.path, one.sound, asked, one.near_s, hear, cancel, skipped)
        if number % _TOLD_EVERY == 0 and number < len(to_hear):
            progress(BackgroundResults(_best(kept, wished_s), number, len(to_hear), tuple(skipped)))
    found = BackgroundResults(_best(kept, wished_s), len(to_hear), len(to_hear), tuple(skipped))
    progress(found)
    return found


def _heard(
    path: FilePath,
    sound: Sound | None,
    asked: TargetBackground,
    near_s: float,
    hear: Hear,
    cancel: Cancel,
    skipped: list[SkippedSound],
) -> list[Background]:
    try:
        place = hear(path, asked, near_s, cancel)
    except AudioError as err:
        skipped.append(SkippedSound(path, err.trouble))
        return []
    if place is None:
        return []
    is_itself = path == asked.path
    return [Background(path, sound, place, is_itself)] if is_itself or place.likeness >= ALIKE else []


def _best(kept: Sequence[Background], wished_s: float) -> tuple[Background, ...]:
    def worth(one: Background) -> tuple[float, float]:
        return round(one.place.likeness, 2), min(one.place.length_s, wished_s or one.place.length_s)

    return tuple(heapq.nlargest(SHOWN, kept, key=worth))
