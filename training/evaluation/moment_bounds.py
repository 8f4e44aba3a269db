"""Measures how near a moment's bounds are to its event: short clips placed in silence and ambience, and searched for.

Each clip is laid at a random time into twenty seconds of silence, and of an ambience (`training.evaluation.ambiences`)
0, 10 and 20 dB below it, by mean powers. The engine indexes the files; each is asked for the clip's caption, by sound.
The first moment is compared with the clip without its own silence (60 dB below its loudest 10 ms), and its end also
with the audible part: up to the last 10 ms that are at most 10 dB below the ambience. The bounds of the windows, which
moments had before they were fitted to events, are shown for comparison.

mAP is that of moment retrieval: a moment is right if it shares half of its union with the clip (Lei et al. 2021,
QVHighlights, mAP@0.5). The ambiences' own captions are asked as well: their moments should not change.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import soundfile
from numpy.typing import NDArray

from engine.audio.decode import read
from engine.base.types import Moment, PickedSounds, SoundId, Waves
from engine.library.library import Library
from engine.library.queries import Question
from engine.models.resampling import ROUNDS
from engine.search.moments import moments
from training.base.progress import follow
from training.data.corpus import Clip, CorpusError
from training.evaluation.ambiences import RATE, Ambience, ambiences_of
from training.evaluation.figures import FigureRecord
from training.evaluation.library import ORDINARY, IndexOptions, indexed
from training.measures.bootstrap import SHARE, Difference, Interval, compare, interval

LEVELS_DB: tuple[float | None, ...] = (None, 20.0, 10.0, 0.0)
"""Level of the clip over the ambience; None for silence."""
MOST_MS = 80.0
_FILE_S = 20.0
_EVENT_S = (0.25, 4.0)
_STEP_S = 0.01
_SILENT_DB, _MASKED_DB = -60.0, -10.0
_FADE_S = 0.1
_RIGHT = 0.5
"""Least share of their union that a right moment has in common with the clip."""
AMBIENT = frozenset(
    {
        "aircraft and boats",
        "crowd",
        "fire",
        "insects and amphibians",
        "machines and engines",
        "nature ambience",
        "noise",
        "places ambience",
        "rail vehicles",
        "road vehicles",
        "water",
        "weather",
    }
)

Span = tuple[float, float]
"""Start and end in seconds."""


@dataclass(frozen=True, slots=True, eq=False)
class PlacedClip:
    """A clip in silence or in an ambience."""

    clip: Clip
    ambience: Clip | None
    level_db: float | None
    samples: Waves
    span: Span
    """Place of the clip, without its own silence."""
    audible_end_s: float


@dataclass(frozen=True, slots=True)
class BoundErrors:
    """Errors of first moments' bounds: medians in ms."""

    start_ms: Interval
    end_ms: Interval
    audible_end_ms: Interval

    def __str__(self) -> str:
        parts = ("start", self.start_ms), ("end", self.end_ms), ("end as audible", self.audible_end_ms)
        return ", ".join(f"{name} {one.value:.0f} [{one.low:.0f}, {one.high:.0f}]" for name, one in parts)


@dataclass(frozen=True, slots=True)
class ClipsAtLevel:
    """The figures of one level."""

    level_db: float | None
    clips: int
    held: float
    """Share of first moments whose windows contain some of the clip; the others cannot be fitted."""
    fitted: float
    """Share of first moments fitted to an event."""
    all: BoundErrors
    of_held: BoundErrors
    """Where the windows contain some of the clip."""
    windows: BoundErrors
    """Of all windows' bounds."""
    mean_precision: Interval
    """mAP of the fitted moments."""
    window_precision: Interval
    change: Difference
    """Change of mAP: fitted less windows."""
    kept: float | None
    """Share of queries for the ambience whose first moment is unchanged; None in silence."""

    @property
    def is_kept(self) -> bool:
        """Whether both bounds are near enough, and mAP is not worse."""
        return max(self.all.start_ms.value, self.all.end_ms.value) <= MOST_MS and self.change.high >= 0.0

    def lines(self) -> list[str]:
        """Formats the figures, with ! where a bound is too far away, or mAP is worse."""
        head = "in silence" if self.level_db is None else f"{self.level_db:g} dB over an ambience"
        kept = "" if self.kept is None else f"; asked for the ambience, bounds stay in {self.kept:.3f}"
        return [
            f"{head}: {self.clips} clips, {self.held:.3f} held by the first moment's windows, "
            f"{self.fitted:.3f} fitted{kept}{'' if self.is_kept else ' !'}",
            f"    {self.all}",
            f"    where held: {self.of_held}",
            f"    windows: {self.windows}",
            f"    mAP@0.5 {self.mean_precision}, windows {self.window_precision}, change {self.change}",
        ]


@dataclass(frozen=True, slots=True)
class PlacedFigures(FigureRecord):
    """Figures of all levels."""

    ambiences: int
    levels: tuple[ClipsAtLevel, ...]

    def lines(self) -> list[str]:
        return [f"{self.ambiences} ambiences; medians in ms", *(line for one in self.levels for line in one.lines())]


def placed_of(clips: Sequence[Clip], most: int, seed: int) -> list[PlacedClip]:
    """Places clips, each at all levels and at the same time.

    Args:
        most: limit of clips.
        seed: draws clips, ambiences and times.

    Raises:
        AudioError: a clip is unreadable.
        CorpusError: there are no ambiences, or too few short clips.
    """
    found, others = ambiences_of(clips, seed)
    beds = [one for one in found if one.clip.category in AMBIENT]
    if not beds:
        raise CorpusError("no clip is an ambience", advice="Fetch the whole of the corpus.")
    rng = np.random.default_rng([seed, 1])
    events = [one for one in others if _EVENT_S[0] <= one.duration_s <= _EVENT_S[1] and one.category not in AMBIENT]
    placed: list[PlacedClip] = []
    for row in rng.permutation(len(events))[:most]:
        clip, bed = events[row], beds[int(rng.integers(len(beds)))]
        samples, _ = read(clip.path, RATE, start_s=clip.start_s, end_s=clip.start_s + clip.duration_s)
        at = int(rng.integers(round(_FILE_S * RATE) - len(samples)))
        if bed.clip.kind != clip.kind and float(np.abs(samples).max()) > 0.0:
            placed += [_placed(clip, samples, at, bed, level_db) for level_db in LEVELS_DB]
    return placed


def measure_placed(
    pack: Path, clips: Sequence[Clip], *, most: int, seeds: Sequence[int], by: IndexOptions = ORDINARY
) -> PlacedFigures:
    """Places clips, indexes the files and searches for their content.

    Args:
        most: limit of clips for each seed.
        seeds: seeds of the placements; several may place the same clip.

    Raises:
        CorpusError: see `placed_of`.
        EvaluationError: the engine failed.
    """
    placed = [one for seed in seeds for one in placed_of(clips, most, seed)]
    heads = [replace(one.clip, id=str(row), captions=()) for row, one in enumerate(placed)]

    def write(clip: Clip, place: Path) -> Path:
        place = place.with_name(f"{place.name}.wav")
        soundfile.write(place, placed[int(clip.id)].samples, RATE, subtype="FLOAT")
        return place

    with (
        indexed(pack, heads, by=by, write=write) as library,
        Library.open(library.folder, read_only=True) as opened,
    ):
        listed = opened.rank(Question("", limit=len(heads)))
        ids = {library.row_at(hit.sound.path.text): hit.sound.id for hit in opened.hits(listed, range(len(listed)))}
        asked = [
            _asked(opened, ids[row], one.clip) for row, one in enumerate(follow(placed, "asking for placed sounds"))
        ]
        beds = [
            None if one.ambience is None else _asked(opened, ids[row], one.ambience) for row, one in enumerate(placed)
        ]
    rows = {level_db: [row for row, one in enumerate(placed) if one.level_db == level_db] for level_db in LEVELS_DB}
    levels = tuple(
        _at_level([placed[row] for row in own], [asked[row] for row in own], [beds[row] for row in own])
        for own in rows.values()
    )
    return PlacedFigures(len({one.ambience.id for one in placed if one.ambience is not None}), levels)


@dataclass(frozen=True, slots=True)
class _FileMoments:
    """Moments of a file, fitted and of the windows."""

    fitted: tuple[Moment, ...]
    windows: tuple[Moment, ...]


def _asked(library: Library, sound: SoundId, clip: Clip) -> _FileMoments:
    alone = PickedSounds("", np.array([sound], np.int64))
    words = " ".join(clip.captions[0].split())
    ranking = library.rank(Question(words, limit=1, sound_only=True, among=alone))
    (hit,) = library.hits(ranking, range(1))
    assert ranking.scored is not None
    windows = ranking.scored.windows
    return _FileMoments(hit.moments, moments(windows.starts_s, windows.ends_s, windows.cosines))


def _at_level(placed: list[PlacedClip], asked: list[_FileMoments], beds: list[_FileMoments | None]) -> ClipsAtLevel:
    fitted, windows = [one.fitted[0] for one in asked], [one.windows[0] for one in asked]
    precise, before = (
        np.array([_precision(found, one.span) for found, one in zip(lists, placed, strict=True)])
        for lists in ([one.fitted for one in asked], [one.windows for one in asked])
    )
    held = np.array(
        [shared_s((found.start_s, found.end_s), one.span) > 0.0 for found, one in zip(windows, placed, strict=True)]
    )
    kinds = [one.clip.kind for one in placed]
    stayed = [one.fitted[0] == one.windows[0] for one in beds if one is not None]
    return ClipsAtLevel(
        placed[0].level_db,
        len(placed),
        float(held.mean()),
        float(np.mean([one != other for one, other in zip(fitted, windows, strict=True)])),
        _errors(fitted, placed),
        _errors([fitted[row] for row in np.flatnonzero(held)], [placed[row] for row in np.flatnonzero(held)]),
        _errors(windows, placed),
        interval(precise, kinds),
        interval(before, kinds),
        compare(precise, before, kinds),
        float(np.mean(stayed)) if stayed else None,
    )


def _errors(found: Sequence[Moment], placed: Sequence[PlacedClip]) -> BoundErrors:
    starts, ends = np.array([(one.start_s, one.end_s) for one in found]).reshape(-1, 2).T
    spans = np.array([(*one.span, one.audible_end_s) for one in placed]).reshape(-1, 3).T
    kinds = [one.clip.kind for one in placed]
    return BoundErrors(
        *(_median(1000.0 * np.abs(got - span), kinds) for got, span in zip((starts, ends, ends), spans, strict=True))
    )


def shared_s(moment: Span, span: Span) -> float:
    """Returns the seconds in common; negative if apart."""
    return min(moment[1], span[1]) - max(moment[0], span[0])


def _precision(found: Sequence[Moment], span: Span) -> float:
    """Average precision for one right stretch: the inverse rank of the first right moment."""
    for rank, one in enumerate(found, start=1):
        if shared_s((one.start_s, one.end_s), span) >= _RIGHT * (max(one.end_s, span[1]) - min(one.start_s, span[0])):
            return 1.0 / rank
    return 0.0


def _median(values: NDArray[np.float64], kinds: Sequence[str]) -> Interval:
    """The median with its 95 % bootstrap interval over kinds; nan without values."""
    if not len(values):
        return Interval(float("nan"), float("nan"), float("nan"))
    names, of = np.unique(kinds, return_inverse=True)
    own = [values[of == number] for number in range(len(names))]
    drawn = np.random.default_rng(len(values)).integers(len(names), size=(ROUNDS, len(names)))
    medians = [np.median(np.concatenate([own[number] for number in row])) for row in drawn.tolist()]
    low, high = np.quantile(medians, ((1 - SHARE) / 2, (1 + SHARE) / 2))
    return Interval(float(np.median(values)), float(low), float(high))


def _placed(clip: Clip, samples: Waves, at: int, bed: Ambience, level_db: float | None) -> PlacedClip:
    blocks = _blocks(samples)
    first, end = _ends(blocks)
    power, audible = float(blocks[first:end].mean()), end
    size = round(_FILE_S * RATE)
    mixed = np.zeros(size, np.float32)
    if level_db is not None:
        wanted = power * 10.0 ** (-level_db / 10.0)
        mixed = tiled(bed.samples, size)
        mixed *= np.float32(np.sqrt(wanted / float(np.square(mixed, dtype=np.float64).mean())))
        heard = np.flatnonzero(blocks > wanted * 10.0 ** (_MASKED_DB / 10.0))
        audible = min(end, int(heard[-1]) + 1)
    mixed[at : at + len(samples)] += samples
    mixed *= np.float32(0.9) / max(np.float32(0.9), np.abs(mixed).max())
    start_s = at / RATE
    span = start_s + first * _STEP_S, start_s + end * _STEP_S
    ambience = None if level_db is None else bed.clip
    return PlacedClip(clip, ambience, level_db, mixed, span, start_s + audible * _STEP_S)


def sounding(samples: Waves) -> Span:
    """Returns start and end of a non-silent clip without its own silence, 60 dB below its loudest 10 ms."""
    first, end = _ends(_blocks(samples))
    return first * _STEP_S, end * _STEP_S


def _blocks(samples: Waves) -> NDArray[np.float64]:
    step = round(_STEP_S * RATE)
    squares = np.square(samples[: len(samples) // step * step].astype(np.float64))
    return np.asarray(squares.reshape(-1, step).mean(axis=1), dtype=np.float64)


def _ends(blocks: NDArray[np.float64]) -> tuple[int, int]:
    loud = np.flatnonzero(blocks > blocks.max() * 10.0 ** (_SILENT_DB / 10.0))
    return int(loud[0]), int(loud[-1]) + 1


def tiled(samples: Waves, size: int) -> Waves:
    """Repeats an ambience with cross-fades, float32 [size]."""
    fade = round(_FADE_S * RATE)
    up = np.linspace(0.0, 1.0, fade, dtype=np.float32)
    tiled = samples
    while len(tiled) < size:
        joint = tiled[-fade:] * (1.0 - up) + samples[:fade] * up
        tiled = np.concatenate([tiled[:-fade], joint, samples[fade:]])
    return tiled[:size].copy()
