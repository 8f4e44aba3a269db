"""Measures whether the moment of three strokes is one of them, and whether continuous sounds stay whole.

A clip that is struck once and decays (a shot, a knock, a step) is laid three times, .4 to .8 s apart and up to 2 dB
louder or softer, into a file that ends soon after, and into one of twenty seconds; in silence, and 20 and 10 dB over an
ambience. The file is asked for the clip's caption by sound. The first moment is right if it shares half of its union
with one stroke, which ends where the next begins. Continuous or fluttering sounds (animals, voices, machines, weather,
…) are asked for as they are, and laid into twenty seconds of silence: moments with less than half of them are
fragments.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import soundfile
from numpy.typing import NDArray

from engine.audio.decode import read
from engine.base.types import PickedSounds, Waves
from engine.library.library import Library
from engine.library.queries import Question
from engine.search.moments import moments
from training.data.corpus import Clip
from training.evaluation.ambiences import RATE, ambiences_of
from training.evaluation.figures import FigureRecord
from training.evaluation.library import ORDINARY, IndexOptions, indexed
from training.evaluation.moment_bounds import AMBIENT, Span, shared_s, sounding, tiled
from training.measures.bootstrap import Interval, interval

LEVELS_DB: tuple[float | None, ...] = (None, 20.0, 10.0)
STROKES = 3
_APART_S = (0.4, 0.8)
_LONG_S = 20.0
_UNLIKE_DB = 2.0
_STRUCK = frozenset(
    {
        "doors and windows",
        "drums and percussion",
        "explosions",
        "footsteps",
        "guns",
        "household",
        "impacts and breaking",
        "melee combat",
        "pets",
        "tools and work",
    }
)
_STROKE_S = (0.12, 2.5)
_BLOCK_S = 0.02
_GOING_ON = AMBIENT | {
    "alarms and bells",
    "birds",
    "farm animals",
    "human voice",
    "speech",
    "wild animals",
}
_GOES_ON_S, _PLACED_S, _CUT_S = 1.5, 8.0, 30.0
"""Shorter ones are skipped; longer ones are not placed; still longer ones are cut."""
_HALF = 0.5


@dataclass(frozen=True, slots=True, eq=False)
class _File:
    clip: Clip
    samples: Waves
    part: str
    """Row of the table."""
    spans: tuple[Span, ...]
    """Of each stroke, or of the continuous sound."""


@dataclass(frozen=True, slots=True)
class StrokeFigures(FigureRecord):
    """Shares of first moments, by part."""

    one_stroke: dict[str, Interval]
    windows: dict[str, float]
    """The same for the windows' bounds."""
    fragments: dict[str, Interval]
    files: dict[str, int]

    def lines(self) -> list[str]:
        strokes = [
            f"{part}: {self.files[part]} files, one of {STROKES} strokes in {found} (windows {self.windows[part]:.3f})"
            for part, found in self.one_stroke.items()
        ]
        others = [
            f"{part}: {self.files[part]} files, less than half in {share}" for part, share in self.fragments.items()
        ]
        return [*strokes, *others]


def measure_strokes(
    pack: Path, clips: Sequence[Clip], *, most: int, seeds: Sequence[int], by: IndexOptions = ORDINARY
) -> StrokeFigures:
    """Makes the files, indexes them and searches for their content.

    Args:
        most: clips that each seed strikes three times.
        seeds: draw clips, ambiences and times.

    Raises:
        AudioError: a clip is unreadable.
        CorpusError: there are no ambiences, or too few short clips.
        EvaluationError: the engine failed.
    """
    files = [file for seed in seeds for file in _struck(clips, most, seed)] + _going_on(clips)
    heads = [replace(one.clip, id=str(row), captions=()) for row, one in enumerate(files)]

    def write(clip: Clip, place: Path) -> Path:
        place = place.with_name(f"{place.name}.wav")
        soundfile.write(place, files[int(clip.id)].samples, RATE, subtype="FLOAT")
        return place

    shares = np.zeros((len(files), 2))
    with (
        indexed(pack, heads, by=by, write=write) as library,
        Library.open(library.folder, read_only=True) as opened,
    ):
        listed = opened.rank(Question("", limit=len(heads)))
        for hit in opened.hits(listed, range(len(listed))):
            row = library.row_at(hit.sound.path.text)
            words = " ".join(files[row].clip.captions[0].split())
            alone = PickedSounds("", np.array([hit.sound.id], np.int64))
            ranking = opened.rank(Question(words, limit=1, sound_only=True, among=alone))
            assert ranking.scored is not None
            windows = ranking.scored.windows
            found = opened.hits(ranking, range(1))[0].moments[0]
            before = moments(windows.starts_s, windows.ends_s, windows.cosines)[0]
            shares[row] = [
                max(_share((one.start_s, one.end_s), span, len(files[row].spans) > 1) for span in files[row].spans)
                for one in (found, before)
            ]
    rows = {part: [row for row, one in enumerate(files) if one.part == part] for part in {one.part: 0 for one in files}}
    kinds = {part: [files[row].clip.kind for row in own] for part, own in rows.items()}
    struck = {part: own for part, own in rows.items() if len(files[own[0]].spans) > 1}
    return StrokeFigures(
        {part: interval((shares[own, 0] >= _HALF).astype(np.float64), kinds[part]) for part, own in struck.items()},
        {part: float((shares[own, 1] >= _HALF).mean()) for part, own in struck.items()},
        {
            part: interval((shares[own, 0] < _HALF).astype(np.float64), kinds[part])
            for part, own in rows.items()
            if part not in struck
        },
        {part: len(own) for part, own in rows.items()},
    )


def _share(moment: Span, span: Span, of_union: bool) -> float:
    """Overlap of a moment and a span, as a share of their union or of the span."""
    shared = max(0.0, shared_s(moment, span))
    whole = max(moment[1], span[1]) - min(moment[0], span[0]) if of_union else span[1] - span[0]
    return shared / whole


def _struck(clips: Sequence[Clip], most: int, seed: int) -> list[_File]:
    found, others = ambiences_of(clips, seed)
    beds = [one for one in found if one.clip.category in AMBIENT]
    rng = np.random.default_rng([seed, 5])
    fit = [one for one in others if one.category in _STRUCK and _STROKE_S[0] <= one.duration_s <= _STROKE_S[1]]
    files: list[_File] = []
    strokes = 0
    for row in rng.permutation(len(fit)):
        samples, _ = read(fit[row].path, RATE, start_s=fit[row].start_s, end_s=fit[row].start_s + fit[row].duration_s)
        if strokes == most or not _is_stroke(samples):
            continue
        strokes += 1
        start_s, end_s = sounding(samples)
        stroke = samples[round(start_s * RATE) : round(end_s * RATE)]
        onsets = rng.uniform(0.1, 0.8) + np.concatenate([[0.0], np.cumsum(rng.uniform(*_APART_S, STROKES - 1))])
        gains = 10.0 ** (rng.uniform(-_UNLIKE_DB, _UNLIKE_DB, STROKES) / 20.0)
        short_s, later_s = onsets[-1] + len(stroke) / RATE + rng.uniform(0.1, 1.0), rng.uniform(3.0, 12.0)
        bed = beds[int(rng.integers(len(beds)))].samples
        for name, length_s, at in (("short", short_s, onsets), ("long", _LONG_S, onsets + later_s)):
            for level_db in LEVELS_DB:
                head = f"{name}, in silence" if level_db is None else f"{name}, {level_db:g} dB over an ambience"
                samples = _laid(stroke, at, gains, round(length_s * RATE), bed, level_db)
                ends = np.minimum(at + len(stroke) / RATE, np.append(at[1:], np.inf))
                files.append(_File(fit[row], samples, head, tuple(zip(at.tolist(), ends.tolist(), strict=True))))
    return files


def _laid(
    stroke: Waves,
    onsets: NDArray[np.float64],
    gains: NDArray[np.float64],
    size: int,
    bed: Waves,
    level_db: float | None,
) -> Waves:
    mixed = np.zeros(size, np.float32)
    if level_db is not None:
        mixed = tiled(bed, size)
        power = float(np.square(stroke, dtype=np.float64).mean()) * 10.0 ** (-level_db / 10.0)
        mixed *= np.float32(np.sqrt(power / float(np.square(mixed, dtype=np.float64).mean())))
    for onset, gain in zip(onsets, gains, strict=True):
        place = mixed[round(onset * RATE) :][: len(stroke)]
        place += stroke[: len(place)] * np.float32(gain)
    mixed *= np.float32(0.9) / max(np.float32(0.9), np.abs(mixed).max())
    return mixed


def _is_stroke(samples: Waves) -> bool:
    """Loudest within .15 s, 12 dB below that after .4 s, and never up by 6 dB again while within 30 dB of it."""
    size = round(_BLOCK_S * RATE)
    blocks = np.square(samples[: len(samples) // size * size].astype(np.float64)).reshape(-1, size).mean(axis=1)
    levels = 10.0 * np.log10(blocks + 1e-12)
    at = int(levels.argmax())
    if len(levels) < 5 or at > 7 or levels[at] < -50.0:
        return False
    after = levels[at:]
    rises = after > np.maximum(np.minimum.accumulate(after) + 6.0, after[0] - 30.0)
    return not rises.any() and bool(after[min(20, len(after) - 1)] < after[0] - 12.0)


def _going_on(clips: Sequence[Clip]) -> list[_File]:
    files = []
    for clip in clips:
        if clip.category not in _GOING_ON or clip.duration_s < _GOES_ON_S:
            continue
        samples, _ = read(clip.path, RATE, start_s=clip.start_s, end_s=clip.start_s + min(_CUT_S, clip.duration_s))
        if not np.any(samples):
            continue
        start_s, end_s = sounding(samples)
        if end_s - start_s <= _PLACED_S:
            files.append(_File(clip, samples, "what goes on, as it is", ((start_s, end_s),)))
        if len(samples) <= _PLACED_S * RATE:
            placed = np.zeros(round(_LONG_S * RATE), np.float32)
            placed[6 * RATE : 6 * RATE + len(samples)] = samples
            files.append(_File(clip, placed, "what goes on, in silence", ((6.0 + start_s, 6.0 + end_s),)))
    return files
