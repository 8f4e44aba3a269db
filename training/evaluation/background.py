"""Measures whether the same background is found in mixed material, and whether its loops are audible.

The library has parts of real ambiences with events over them (`training.evaluation.ambiences`) and all other clips of
the split. Queries are two and a half seconds of each ambience outside the library, without events and with events over
two fifths of it, at four levels. A part of the same recording is right; other recordings of rain are wrong answers to
rain. The engine's own way (`earshot background`) is compared with a search by the vector of the whole stretch (`earshot
similar`), and both among the parts alone. Ambiences are resampled.

Loops of half a minute are made of each ambience without events, and of the first place found in the mixed parts;
`training.evaluation.joins` judges their joins. The share of found places under events is reported.
"""

import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import soundfile

from engine.audio.decode import read
from engine.base.cancellation import Cancel, never
from engine.base.types import FilePath, Waves
from engine.features.ambience.background_measure import LONGEST_S, SteadyStretch, TargetBackground, listen, place_of
from engine.features.ambience.background_search import Background, candidates, compare
from engine.features.ambience.floor import Levels, floor_of, levels_of
from engine.features.ambience.loop import least_frames
from engine.library.library import Library
from engine.library.queries import Like, Question
from training.base.progress import follow
from training.data.corpus import Clip, CorpusError
from training.evaluation.ambiences import LEVELS_DB, RATE, Ambience, MixedPart, ambiences_of
from training.evaluation.figures import FigureRecord
from training.evaluation.joins import LoopJoins, joins_of
from training.evaluation.library import ORDINARY, ClipLibrary, IndexOptions, copied, indexed
from training.measures.bootstrap import Difference, Interval, interval
from training.measures.bootstrap import compare as paired

WAYS = ("background", "similar", "background, parts alone", "similar, parts alone")
MEASURES = ("click", "timbre", "level", "all three")
LOOPED = ("engine", "ends cross-faded", "ends put together")
_LOOP_S = 30.0
_FIVE = 5


@dataclass(frozen=True, slots=True)
class BackgroundResult:
    """The result of one query."""

    ambience: int
    level_db: float | None
    """Level of the events over the ambience; None for no events."""
    first: tuple[bool, ...]
    """Whether the first answer is right, by each of `WAYS`."""
    five: tuple[bool, ...]
    """Whether one of the first five is right."""
    is_heard: bool
    """Whether a right part was among the files listened to."""


@dataclass(frozen=True, slots=True)
class LoopResult:
    """The joins of one background."""

    ambience: int
    is_mixed: bool
    """Whether it was found among the mixed parts."""
    joins: LoopJoins


@dataclass(frozen=True, slots=True)
class BackgroundByWay:
    """How often one way was right."""

    way: str
    first: Interval
    five: Interval


@dataclass(frozen=True, slots=True)
class BackgroundAtLevel:
    """The queries at one event level, or all."""

    events: str
    questions: int
    ways: tuple[BackgroundByWay, ...]
    change: Difference
    """Share of right first answers: background less similar."""
    alone_change: Difference
    """The same among the parts alone."""
    heard: float
    """Share with a right part among the files listened to."""

    def lines(self) -> list[str]:
        ways = [f"    {one.way}: first {one.first}, of five {one.five}" for one in self.ways]
        head = f"{self.events}: {self.questions} questions, a right part was listened to in {self.heard:.3f}"
        return [head, *ways, f"    first: {self.change}; parts alone {self.alone_change}"]


@dataclass(frozen=True, slots=True)
class UsualJoins:
    """Shares of usual joins for one way of looping."""

    looped: str
    is_mixed: bool
    joins: int
    usual: dict[str, Interval]
    """By each of `MEASURES`."""

    def line(self) -> str:
        shares = ", ".join(f"{name} {share}" for name, share in self.usual.items())
        return (
            f"{'found in mixtures' if self.is_mixed else 'without events'}, {self.looped}: {self.joins} joins, {shares}"
        )


@dataclass(frozen=True, slots=True)
class BackgroundFigures(FigureRecord):
    """Retrieval and loop figures."""

    ambiences: int
    parts: int
    sounds: int
    """Number in the library, including parts."""
    chance: float
    """Share of right first answers by chance."""
    chance_alone: float
    """The same among the parts alone."""
    asked: tuple[BackgroundAtLevel, ...]
    under_events: Interval
    """Share of the first places found that is under events."""
    parts_under_events: float
    """The same for all parts."""
    joins: tuple[UsualJoins, ...]
    too_short: int
    """First places found that are too short to loop."""

    def lines(self) -> list[str]:
        return [
            f"{self.ambiences} ambiences, {self.parts} parts in a library of {self.sounds}; "
            f"right by chance {self.chance:.4f}, among the parts alone {self.chance_alone:.4f}",
            *(line for one in self.asked for line in one.lines()),
            f"of places found {self.under_events} under events, of parts {self.parts_under_events:.3f}; "
            f"{self.too_short} too short for a loop",
            *(one.line() for one in self.joins),
        ]


def measure_background(
    pack: Path, clips: Sequence[Clip], *, seed: int = 1, by: IndexOptions = ORDINARY
) -> BackgroundFigures:
    """Mixes, indexes, asks and loops.

    Args:
        seed: draws cuts, events and levels.

    Raises:
        EvaluationError: the engine failed.
        CorpusError: the clips have no ambience, or nothing to lay over one.
    """
    ambiences, others = ambiences_of(clips, seed)
    if not ambiences:
        raise CorpusError("no clip is long and steady enough to be an ambience", advice="Take the whole of the corpus.")
    owners = [number for number, one in enumerate(ambiences) for _ in one.parts]
    parts = [part for one in ambiences for part in one.parts]
    made = {f"part-{row}": part.samples for row, part in enumerate(parts)}
    own = [replace(ambiences[owners[row]].clip, id=name) for row, name in enumerate(made)]

    def write(clip: Clip, place: Path) -> Path:
        return _written(place, made[clip.id]) if clip.id in made else copied(clip, place)

    with (
        indexed(pack, [*own, *others], by=by, write=write) as library,
        tempfile.TemporaryDirectory(prefix="earshot-asked-") as folder,
        Library.open(library.folder, read_only=True) as opened,
    ):
        asker = _BackgroundAsker(opened, library, owners)
        asked, firsts = [], []
        for number, one in enumerate(follow(ambiences, "asking for backgrounds")):
            for level_db, samples in one.asked.items():
                file = _written(Path(folder) / f"{number}-{level_db}", samples)
                found, first = asker.ask(number, level_db, FilePath.of(file))
                asked.append(found)
                if first is not None and level_db is None:
                    firsts.append((number, first, library.row_at(first.path.text)))
        loops = list(_loops(ambiences, firsts))
        under = [(number, _under_events(first, parts[row])) for number, first, row in firsts if row < len(parts)]
    figures = figures_of(asked, loops)
    chance = float(np.mean([len(ambiences[one.ambience].parts) for one in asked]))
    return BackgroundFigures(
        ambiences=len(ambiences),
        parts=len(parts),
        sounds=len(parts) + len(others),
        chance=chance / (len(parts) + len(others)),
        chance_alone=chance / len(parts),
        asked=figures[0],
        under_events=interval(np.array([share for _, share in under]), [number for number, _ in under]),
        parts_under_events=float(np.concatenate([part.is_event for part in parts]).mean()),
        joins=figures[1],
        too_short=len(firsts) - sum(one.is_mixed for one in loops),
    )


def figures_of(
    asked: Sequence[BackgroundResult], loops: Sequence[LoopResult]
) -> tuple[tuple[BackgroundAtLevel, ...], tuple[UsualJoins, ...]]:
    """Computes figures from answers and joins; ambiences are resampled."""
    levels: list[tuple[str, list[BackgroundResult]]] = [("all", list(asked))]
    for level_db in (None, *LEVELS_DB):
        name = "without events" if level_db is None else f"events at {level_db:+.0f} dB"
        levels.append((name, [one for one in asked if one.level_db == level_db]))
    joins = [
        _usual_joins(way, is_mixed, [one for one in loops if one.is_mixed == is_mixed])
        for is_mixed in sorted({one.is_mixed for one in loops})
        for way in LOOPED
    ]
    return tuple(_asked_with(name, own) for name, own in levels if own), tuple(joins)


def _asked_with(name: str, asked: Sequence[BackgroundResult]) -> BackgroundAtLevel:
    clusters = [one.ambience for one in asked]
    first, five = (np.array([getattr(one, of) for one in asked], np.float64) for of in ("first", "five"))
    ways = tuple(
        BackgroundByWay(way, interval(first[:, place], clusters), interval(five[:, place], clusters))
        for place, way in enumerate(WAYS)
    )
    change, alone_change = (paired(first[:, place], first[:, place + 1], clusters) for place in (0, 2))
    heard = float(np.mean([one.is_heard for one in asked]))
    return BackgroundAtLevel(name, len(asked), ways, change, alone_change, heard)


def _usual_joins(way: str, is_mixed: bool, loops: Sequence[LoopResult]) -> UsualJoins:
    rows: list[tuple[bool, ...]] = []
    clusters: list[int] = []
    for one in loops:
        own = {"engine": one.joins.engine, LOOPED[1]: (one.joins.faded,), LOOPED[2]: (one.joins.bare,)}[way]
        rows += own
        clusters += [one.ambience] * len(own)
    values = np.array(rows, np.float64)
    usual = {name: interval(values[:, place], clusters) for place, name in enumerate(MEASURES)}
    return UsualJoins(way, is_mixed, len(rows), usual)


def _loops(ambiences: Sequence[Ambience], firsts: Sequence[tuple[int, Background, int]]) -> Iterator[LoopResult]:
    for number, one in enumerate(follow(ambiences, "looping backgrounds")):
        levels = levels_of(one.samples, RATE)
        place = place_of(levels, RATE, floor_of(levels))
        stretch = one.samples[round(place.start_s * RATE) : round(place.end_s * RATE)] if place is not None else None
        if stretch is not None and len(stretch) >= least_frames(RATE):
            yield LoopResult(number, False, joins_of(stretch, RATE, _LOOP_S))
    for number, found, _ in follow(firsts, "looping what was found"):
        samples, info = read(found.path, start_s=found.place.start_s, end_s=found.place.end_s)
        if len(samples) >= least_frames(info.sample_rate_hz):
            yield LoopResult(number, True, joins_of(samples, info.sample_rate_hz, _LOOP_S))


def _under_events(found: Background, part: MixedPart) -> float:
    place = part.is_event[round(found.place.start_s * RATE) : round(found.place.end_s * RATE)]
    return float(place.mean())


def _written(place: Path, samples: Waves) -> Path:
    file = place.with_name(f"{place.name}.wav")
    soundfile.write(file, samples, RATE, subtype="PCM_16")
    return file


class _BackgroundAsker:
    """Asks one library both ways; knows the ambience of each of its sounds."""

    def __init__(self, opened: Library, library: ClipLibrary, owners: Sequence[int]) -> None:
        self._opened, self._library, self._owners = opened, library, owners
        ids = {row: opened.sound_at(FilePath.of(library.sounds / path)) for path, row in library.rows.items()}
        self._rows = {int(id): row for row, id in ids.items() if id is not None}
        self._levels: dict[FilePath, tuple[Levels, int]] = {}

    def ask(self, ambience: int, level_db: float | None, file: FilePath) -> tuple[BackgroundResult, Background | None]:
        """Asks with a file; also returns the first background."""
        wanted = listen(file)
        to_hear = candidates(self._opened, wanted)
        found = [
            one for one in compare(wanted, to_hear, wished_s=_LOOP_S, hear=self._hear).backgrounds if not one.is_itself
        ]
        by_ear = [self._library.row_at(one.path.text) for one in found]
        alike = self._opened.rank(Question(like=Like(file), limit=len(self._rows)))
        by_vector = [self._rows[int(id)] for id in alike.ids]
        answers = [by_ear, by_vector, *([row for row in one if row < len(self._owners)] for one in (by_ear, by_vector))]
        right = [[self._is_right(row, ambience) for row in rows[:_FIVE]] for rows in answers]
        heard = any(self._is_right(self._rows[int(one.sound.id)], ambience) for one in to_hear)
        first = tuple(bool(rows and rows[0]) for rows in right)
        return BackgroundResult(ambience, level_db, first, tuple(map(any, right)), heard), found[0] if found else None

    def _hear(
        self, path: FilePath, asked: TargetBackground, near_s: float = 0.0, cancel: Cancel = never
    ) -> SteadyStretch | None:
        """Like `place_in`, but reads every file once."""
        if path not in self._levels:
            samples, info = read(path, mono=False, max_s=LONGEST_S)
            self._levels[path] = levels_of(samples, info.sample_rate_hz), info.sample_rate_hz
        return place_of(*self._levels[path], asked.floor)

    def _is_right(self, row: int, ambience: int) -> bool:
        return row < len(self._owners) and self._owners[row] == ambience
