"""Measures whether short events are found in recordings of hours: clips are laid into long ambiences and searched for.

A file is hours of ambiences (`training.evaluation.ambiences`), another one each quarter of an hour. Clips of .25 to 4
s, of different kinds, lie in it at drawn times, 10 dB over what is around them by mean powers. The engine indexes the
files; each is asked for the first caption of each of its clips, by sound. An answer is right if the moment begins at
most a second from the clip, without its own silence. Beside it stands what the model makes of the same clips as files
of their own, among each other and the ambiences: more cannot be expected of a window.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import soundfile

from engine.audio.decode import read
from engine.base.types import Hit, PickedSounds, Waves
from engine.library.library import Library
from engine.library.queries import Question
from training.base.progress import follow
from training.data.corpus import Clip, CorpusError
from training.evaluation.ambiences import RATE, Ambience, ambiences_of
from training.evaluation.library import ORDINARY, IndexOptions, indexed
from training.evaluation.moment_bounds import AMBIENT, sounding, tiled
from training.measures.bootstrap import Interval, interval

LEVEL_DB = 10.0
NEAR_S = 1.0
RIGHT = 0.8
"""Least share of right first moments."""
_STRETCH_S = 900.0
_PIECE_S = 60.0
"""An ambience is repeated to this length first: joining pieces one by one takes long."""
_EVENT_S = (0.25, 4.0)


@dataclass(frozen=True, slots=True)
class PlantedClip:
    """A clip in a long file."""

    clip: Clip
    samples: Waves
    stretch: int
    at_s: float
    """Start of the samples in the stretch."""
    start_s: float
    """Start in the file, without the clip's own silence."""


@dataclass(frozen=True, slots=True)
class LongFile:
    """What a long file is made of."""

    beds: tuple[Ambience, ...]
    """The ambience of each stretch."""
    planted: tuple[PlantedClip, ...]


@dataclass(frozen=True, slots=True)
class PlantedFigures:
    """How often planted clips are found."""

    files: int
    hours: float
    right: Interval
    """Share of clips at which the first moment begins."""
    among_five: Interval
    """Share at which one of the first five begins."""
    as_files: Interval
    """Share that are the first answer as files of their own."""
    windows: int
    """Of all files."""

    @property
    def is_kept(self) -> bool:
        return self.right.value >= RIGHT

    def lines(self) -> list[str]:
        """Formats the figures, with ! where clips are found too seldom."""
        return [
            f"{self.files} files of {self.hours:g} h, {self.windows} windows; clips {LEVEL_DB:g} dB over ambiences",
            f"first moment within {NEAR_S:g} s: {self.right} (at least {RIGHT:.2f}){'' if self.is_kept else ' !'}",
            f"one of the first five: {self.among_five}",
            f"first answer as files of their own: {self.as_files}",
        ]

    def record(self) -> dict[str, Any]:
        return {**asdict(self), "is_kept": self.is_kept}


def long_files(clips: Sequence[Clip], files: int, quarters: int, events: int, seed: int) -> list[LongFile]:
    """Draws ambiences, clips and times.

    Args:
        quarters: length of a file, in quarters of an hour.
        events: clips in a file, of different kinds; a clip is in one file only.
        seed: draws everything.

    Raises:
        AudioError: a clip is unreadable.
        CorpusError: there are no ambiences, or too few short clips.
    """
    found, others = ambiences_of(clips, seed)
    beds = [one for one in found if one.clip.category in AMBIENT]
    rng = np.random.default_rng([seed, 2])
    short = [one for one in others if _EVENT_S[0] <= one.duration_s <= _EVENT_S[1] and one.category not in AMBIENT]
    left = [short[row] for row in rng.permutation(len(short))]
    made = []
    for _ in range(files):
        kinds: dict[str, Clip] = {}
        for clip in left:
            if len(kinds) < events:
                kinds.setdefault(clip.kind, clip)
        if not beds or len(kinds) < events:
            raise CorpusError(
                f"there are {len(beds)} ambiences and {len(kinds)} kinds of short clips for a file",
                advice="Measure on another part of the corpus, with fewer files or events.",
            )
        left = [clip for clip in left if clip not in kinds.values()]
        own = tuple(beds[int(rng.integers(len(beds)))] for _ in range(quarters))
        made.append(LongFile(own, tuple(_planted(clip, int(rng.integers(quarters)), rng) for clip in kinds.values())))
    return made


def measure_planted(
    pack: Path,
    clips: Sequence[Clip],
    *,
    files: int,
    quarters: int,
    events: int,
    seed: int,
    by: IndexOptions = ORDINARY,
) -> PlantedFigures:
    """Writes long files, indexes them and searches for the clips in them.

    Args:
        files: number of files.
        quarters: length of a file, in quarters of an hour.
        events: clips in a file.
        seed: see `long_files`.

    Raises:
        CorpusError: see `long_files`.
        EvaluationError: the engine failed.
    """
    made = long_files(clips, files, quarters, events, seed)
    heads = [replace(one.planted[0].clip, id=str(number), captions=()) for number, one in enumerate(made)]

    def write(clip: Clip, place: Path) -> Path:
        place = place.with_name(f"{place.name}.wav")
        with soundfile.SoundFile(place, "w", RATE, 1, "PCM_16") as file:
            for stretch in range(quarters):
                file.write(_mixed(made[int(clip.id)], stretch))
        return place

    starts: list[list[float]] = []
    windows = 0
    with (
        indexed(pack, heads, by=by, write=write) as library,
        Library.open(library.folder, read_only=True) as opened,
    ):
        listed = opened.rank(Question("", limit=files))
        ids = {library.row_at(hit.sound.path.text): hit.sound.id for hit in opened.hits(listed, range(len(listed)))}
        for row, one in enumerate(follow(made, "asking for planted sounds")):
            alone = PickedSounds("", np.array([ids[row]], np.int64))
            for planted in one.planted:
                hit, count = _asked(opened, planted.clip, alone)
                starts.append([moment.start_s for moment in hit.moments])
            windows += count
    every = [planted for one in made for planted in one.planted]
    kinds = [one.clip.kind for one in every]
    near = [
        [abs(start_s - planted.start_s) <= NEAR_S for start_s in own]
        for own, planted in zip(starts, every, strict=True)
    ]
    return PlantedFigures(
        files,
        quarters / 4.0,
        interval(np.array([any(own[:1]) for own in near], np.float64), kinds),
        interval(np.array([any(own[:5]) for own in near], np.float64), kinds),
        interval(np.array(_as_files(pack, made, by), np.float64), kinds),
        windows,
    )


def _asked(library: Library, clip: Clip, alone: PickedSounds) -> tuple[Hit, int]:
    """The file as a hit, and the number of its windows."""
    words = " ".join(clip.captions[0].split())
    ranking = library.rank(Question(words, limit=1, sound_only=True, among=alone))
    (hit,) = library.hits(ranking, range(1))
    assert ranking.scored is not None
    return hit, len(ranking.scored.windows.starts_s)


def _as_files(pack: Path, made: Sequence[LongFile], by: IndexOptions) -> list[bool]:
    """Whether each clip is the first answer to its caption among the file's clips and ambiences, each a file."""
    found = []
    for one in made:
        own = [planted.clip for planted in one.planted]
        beds = {bed.clip.id: bed.clip for bed in one.beds}
        with indexed(pack, [*own, *beds.values()], by=by) as library:
            answers = library.search([clip.captions[0] for clip in own], 1)
        found += [bool(hits) and hits[0].row == row for row, hits in enumerate(answers)]
    return found


def _planted(clip: Clip, stretch: int, rng: np.random.Generator) -> PlantedClip:
    samples, _ = read(clip.path, RATE, start_s=clip.start_s, end_s=clip.start_s + clip.duration_s)
    at_s = float(rng.uniform(1.0, _STRETCH_S - _EVENT_S[1] - 1.0))
    return PlantedClip(clip, samples, stretch, at_s, stretch * _STRETCH_S + at_s + sounding(samples)[0])


def _mixed(file: LongFile, stretch: int) -> Waves:
    """A quarter of an hour, float32 [T] within [-1, 1]."""
    bed = tiled(tiled(file.beds[stretch].samples, round(_PIECE_S * RATE)), round(_STRETCH_S * RATE))
    around = float(np.square(bed[: round(_PIECE_S * RATE)], dtype=np.float64).mean())
    for one in file.planted:
        if one.stretch == stretch:
            first, end = (round(bound_s * RATE) for bound_s in sounding(one.samples))
            own = float(np.square(one.samples[first:end], dtype=np.float64).mean())
            at = round(one.at_s * RATE)
            gain = np.float32(np.sqrt(around * 10.0 ** (LEVEL_DB / 10.0) / max(own, 1e-12)))
            bed[at : at + len(one.samples)] += gain * one.samples
    return np.asarray(bed * np.float32(0.9 / max(0.9, float(np.abs(bed).max()))), dtype=np.float32)
