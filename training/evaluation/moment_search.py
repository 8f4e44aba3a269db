"""Measures whether the best moment of a long file is right: eight sounds are joined, and one of them searched for.

The engine indexes the joined files; each caption is asked of its own file, by sound, and the first moment of the hit is
judged. It is right if at least half of it lies in the wanted sound, or at least half of that sound in it, because
windows are longer than many sounds. mAP over all moments is given too, with and without fitting to events: with one
right answer it is the inverse rank of the first right moment.
"""

import math
import random
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import soundfile
from numpy.typing import NDArray

from engine.audio import decode
from engine.audio.resample import resample
from engine.base.types import Moment, PickedSounds
from engine.library.library import Library
from engine.library.queries import Question
from engine.search.moments import moments
from training.data.corpus import Clip, CorpusError
from training.evaluation.library import ORDINARY, IndexOptions, indexed
from training.measures.bootstrap import Difference, Interval, compare, interval

JOINED = 8
SHORTEST_S = 2.0
"""Shortest joined sound: a window of some seconds says little about a shorter one."""
_LONGEST_S = 10.0
"""Longer sounds are truncated."""
_RATE_HZ = 32_000
RIGHT = 0.8
"""Least share of right first moments."""
_HALF = 0.5

PlaceSpan = tuple[float, float]
"""Start and end in seconds."""


@dataclass(frozen=True, slots=True)
class MomentFigures:
    """How often the first moment is right."""

    files: int
    queries: int
    right: Interval
    chance: float
    """Mean share of right windows among all windows of the file."""
    mean_precision: Interval
    change: Difference
    """Change of mAP: moments less the same with the bounds of their windows."""

    @property
    def is_kept(self) -> bool:
        return self.right.value >= RIGHT

    def lines(self) -> list[str]:
        """Formats the figures, with ! where the first moment is right too seldom."""
        head = f"{self.queries} captions, {self.files} files of {JOINED} sounds each, by sound only"
        mark = "" if self.is_kept else " !"
        worse = " !" if self.change.high < 0.0 else ""
        return [
            head,
            f"best moment right: {self.right} (at least {RIGHT:.2f}, any window {self.chance:.4f}){mark}",
            f"mAP {self.mean_precision}, by fitting to events {self.change}{worse}",
        ]

    def record(self) -> dict[str, Any]:
        return {**asdict(self), "is_kept": self.is_kept}


def joined_of(clips: Sequence[Clip], seed: int) -> list[tuple[Clip, ...]]:
    """Deals sufficiently long clips to files of eight kinds, with disjoint captions in a file.

    Raises:
        CorpusError: there are not enough for one file.
    """
    left = [clip for clip in clips if clip.duration_s >= SHORTEST_S]
    random.Random(seed).shuffle(left)
    files = []
    while True:
        kinds: set[str] = set()
        captions: set[str] = set()
        chosen: list[Clip] = []
        for clip in left:
            if len(chosen) < JOINED and clip.kind not in kinds and captions.isdisjoint(clip.captions):
                chosen.append(clip)
                kinds.add(clip.kind)
                captions.update(clip.captions)
        if len(chosen) < JOINED:
            break
        files.append(tuple(chosen))
        taken = {clip.id for clip in chosen}
        left = [clip for clip in left if clip.id not in taken]
    if not files:
        raise CorpusError(
            f"fewer than {JOINED} kinds have a clip of {SHORTEST_S:g} s",
            advice="Measure on another part of the corpus.",
        )
    return files


def is_right(moment: PlaceSpan, sound: PlaceSpan) -> bool:
    """Whether half of the moment lies in the sound, or half of the sound in the moment."""
    shared = min(moment[1], sound[1]) - max(moment[0], sound[0])
    return shared >= _HALF * min(moment[1] - moment[0], sound[1] - sound[0])


def measure_places(
    pack: Path, clips: Sequence[Clip], *, seeds: Sequence[int], by: IndexOptions = ORDINARY
) -> MomentFigures:
    """Joins clips, indexes the files and searches for each sound in its file.

    Args:
        seeds: each deals the clips to its own files.

    Raises:
        CorpusError: too few clips are long enough.
        EvaluationError: the engine failed.
    """
    files = [joined for seed in seeds for joined in joined_of(clips, seed)]
    spans: dict[str, list[PlaceSpan]] = {}
    # A clip may head a file of each seed, so files are named by number.
    parts = {str(number): joined for number, joined in enumerate(files)}

    def write(clip: Clip, place: Path) -> Path:
        waves = [_wave(part) for part in parts[clip.id]]
        ends = np.cumsum([len(wave) for wave in waves]) / _RATE_HZ
        spans[clip.id] = list(zip([0.0, *ends[:-1].tolist()], ends.tolist(), strict=True))
        place = place.with_name(f"{place.name}.wav")
        soundfile.write(place, np.concatenate(waves), _RATE_HZ, subtype="FLOAT")
        return place

    heads = [replace(joined[0], id=str(number), captions=()) for number, joined in enumerate(files)]
    right, chances, precise, unfitted, clusters = [], [], [], [], []
    with (
        indexed(pack, heads, by=by, write=write) as library,
        Library.open(library.folder, read_only=True) as opened,
    ):
        listed = opened.rank(Question("", limit=len(files)))
        hits = opened.hits(listed, range(len(listed)))
        ids = {library.row_at(hit.sound.path.text): hit.sound.id for hit in hits}
        for row, joined in enumerate(files):
            alone = PickedSounds("", np.array([ids[row]], np.int64))
            for part, span in zip(joined, spans[heads[row].id], strict=True):
                for caption in part.captions:
                    ranking = opened.rank(Question(" ".join(caption.split()), limit=1, sound_only=True, among=alone))
                    (hit,) = opened.hits(ranking, range(1))
                    assert ranking.scored is not None
                    windows = ranking.scored.windows
                    every = zip(windows.starts_s.tolist(), windows.ends_s.tolist(), strict=True)
                    right.append(is_right((hit.moments[0].start_s, hit.moments[0].end_s), span))
                    precise.append(_precision(hit.moments, span))
                    unfitted.append(_precision(moments(windows.starts_s, windows.ends_s, windows.cosines), span))
                    chances.append(np.mean([is_right(window, span) for window in every]))
                    clusters.append(part.kind)
    after = np.array(precise, np.float64)
    return MomentFigures(
        len(files),
        len(right),
        interval(np.array(right, np.float64), clusters),
        float(np.mean(chances)),
        interval(after, clusters),
        compare(after, np.array(unfitted, np.float64), clusters),
    )


def _precision(found: Sequence[Moment], span: PlaceSpan) -> float:
    ranks = (rank for rank, one in enumerate(found, start=1) if is_right((one.start_s, one.end_s), span))
    return 1.0 / next(ranks, math.inf)


def _wave(clip: Clip) -> NDArray[np.float32]:
    """A clip prepared for joining: mono, of one rate and level, float32 [T]."""
    end_s = clip.start_s + min(clip.duration_s, _LONGEST_S)
    samples, info = decode.read(clip.path, start_s=clip.start_s, end_s=end_s)
    wave = resample(samples.reshape(-1, 1), info.sample_rate_hz, _RATE_HZ)[:, 0]
    return np.asarray(0.5 * wave / max(float(np.abs(wave).max()), 1e-6), dtype=np.float32)
