"""Listens for words: finds speech in a sound and encodes its stretches with the pack."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.base.types import Vectors, Waves
from engine.features.speech.detector import SpeechFinder, SpeechRegion
from engine.features.speech.words_file import SpeechStretches
from engine.features.speech.words_model import LEAST_FRAMES, WordsModel

_HELD_S = 60.0
"""Sound collected before listening, so that memory does not grow with the sound."""
_CUT_WITHIN_S = 5.0
"""A longer sound is cut at its quietest place within the last seconds before `_HELD_S`."""
_STRETCHES = 512
FLOOR_DB = 35.0
_FRAME_S = 0.010
_TRIM_MARGIN_S = 0.02
_SHARED = 0.5
"""Two stretches are neighbours if their overlap is at least this share of their union."""
_OWN = 0.7
"""Weight of a stretch itself against the mean of all its neighbours."""
_AT_ONCE = 256


class WordsEar:
    """Hears the words of one sound. One thread owns it."""

    def __init__(self, model: WordsModel, finder: SpeechFinder) -> None:
        self._model, self._finder = model, finder
        self._rate_hz = model.settings.features.sample_rate_hz
        self._held: list[Waves] = []
        self._count = 0
        self._heard_to = 0
        self._speech_s = 0.0
        self._bounds: list[tuple[float, float]] = []
        self._vectors: list[Vectors] = []
        self._chances: list[float] = []
        self._agreements: list[NDArray[np.float64]] = []

    def take(self, samples: Waves) -> None:
        self._held.append(samples)
        self._count += len(samples)
        while self._count > _HELD_S * self._rate_hz:
            whole = np.concatenate(self._held)
            cut = self._quietest(whole, round(_HELD_S * self._rate_hz))
            self._listen(whole[:cut])
            self._held, self._count = [whole[cut:]], len(whole) - cut

    def end(self) -> SpeechStretches:
        if self._count:
            self._listen(np.concatenate(self._held))
        bounds = np.array(self._bounds, np.float64).reshape(-1, 2)
        dim = self._model.settings.dim
        vectors = np.concatenate(self._vectors) if self._vectors else np.zeros((0, dim), np.float32)
        agreements = np.concatenate([np.zeros(0), *self._agreements])
        chances = np.array(self._chances, np.float64)
        return SpeechStretches(self._speech_s, bounds[:, 0], bounds[:, 1], vectors, chances, agreements)

    def _listen(self, samples: Waves) -> None:
        rate, before_s = self._rate_hz, self._heard_to / self._rate_hz
        self._heard_to += len(samples)
        places: list[tuple[int, int]] = []
        for region in self._finder.regions(samples, rate):
            self._speech_s += region.end_s - region.start_s
            found = self._stretches(region, samples)
            places += found
            self._chances += [region.probability] * len(found)
        if not places:
            return
        heard = [
            self._model.hear([samples[first:last] for first, last in places[start : start + _STRETCHES]])
            for start in range(0, len(places), _STRETCHES)
        ]
        bounds = np.array(places, np.float64) / rate
        vectors, agreements = agreeing(bounds[:, 0], bounds[:, 1], np.concatenate(heard))
        self._vectors.append(vectors)
        self._agreements.append(agreements)
        self._bounds += [(before_s + start_s, before_s + end_s) for start_s, end_s in bounds.tolist()]

    def _stretches(self, region: SpeechRegion, samples: Waves) -> list[tuple[int, int]]:
        settings = self._model.settings
        found = stretches(region, samples, self._rate_hz, settings.windows_s, settings.hop_s, settings.longest_s)
        least = LEAST_FRAMES * settings.features.hop
        return [(first, last) for first, last in found if last - first >= least]

    def _quietest(self, samples: Waves, before: int) -> int:
        """Returns the middle of the quietest 20 ms in the last seconds before a place."""
        frame = round(0.02 * self._rate_hz)
        first = before - round(_CUT_WITHIN_S * self._rate_hz)
        blocks = samples[first : first + (before - first) // frame * frame].reshape(-1, frame)
        return first + int((blocks**2).mean(axis=1).argmin()) * frame + frame // 2


class WordsEars:
    """Hears words with one pack."""

    def __init__(self, pack: Path) -> None:
        """Raises PackError if the pack is damaged."""
        self.model = WordsModel(pack)
        self.sample_rate_hz = self.model.settings.features.sample_rate_hz

    def ear(self, finder: SpeechFinder) -> WordsEar:
        return WordsEar(self.model, finder)


def stretches(
    region: SpeechRegion, samples: Waves, rate_hz: int, windows_s: Sequence[float], hop_s: float, longest_s: float
) -> Iterator[tuple[int, int]]:
    """Yields the stretches of a region as (first, end) samples, each once.

    Args:
        region: where somebody may be speaking.
        samples: float32 [T], the sound around it; the region's seconds count from its start.
        rate_hz: of the samples.
        windows_s: window lengths, rising; windows longer than the region are skipped.
        hop_s: between two windows of one length.
        longest_s: a region up to this long is itself a stretch, without the silence at its ends.
    """
    first, last = round(region.start_s * rate_hz), min(len(samples), round(region.end_s * rate_hz))
    seen: set[tuple[int, int]] = set()
    if last - first <= round(longest_s * rate_hz):
        start, end = trimmed(samples[first:last], rate_hz)
        seen.add((first + start, first + end))
        yield first + start, first + end
    hop = round(hop_s * rate_hz)
    for length_s in windows_s:
        length = round(length_s * rate_hz)
        for start in range(first, last - length + 1, hop):
            if (start, start + length) not in seen:
                seen.add((start, start + length))
                yield start, start + length


def trimmed(samples: Waves, rate_hz: int, floor_db: float = FLOOR_DB) -> tuple[int, int]:
    """Returns where the sound in float32 [T] begins and ends, by the rule for training words; all of it if silent."""
    frame = max(1, round(_FRAME_S * rate_hz))
    count = -(-len(samples) // frame)
    blocks = np.pad(samples, (0, count * frame - len(samples))).reshape(count, frame).astype(np.float64)
    power = (blocks**2).mean(axis=1)
    loud = np.flatnonzero(power > power.max(initial=0.0) * 10.0 ** (-floor_db / 10.0))
    if not len(loud):
        return 0, len(samples)
    margin = round(_TRIM_MARGIN_S * rate_hz)
    return max(0, int(loud[0]) * frame - margin), min(len(samples), (int(loud[-1]) + 1) * frame + margin)


def agreeing(
    starts_s: NDArray[np.float64], ends_s: NDArray[np.float64], vectors: Vectors
) -> tuple[Vectors, NDArray[np.float64]]:
    """Blends each stretch with those that overlap it.

    Every window that nearly contains a word hears it; what only one window hears is chance. Each vector becomes seven
    tenths itself and three tenths the mean of all stretches, itself included, that share half of the time with it.

    Args:
        starts_s: float64 [N].
        ends_s: float64 [N].
        vectors: float32 [N, D], unit vectors.

    Returns:
        Unit vectors, float32 [N, D], and their lengths before normalising, float64 [N]: 1 where all agree.
    """
    mixed = np.empty_like(vectors)
    for first in range(0, len(vectors), _AT_ONCE):
        own = slice(first, first + _AT_ONCE)
        both = np.minimum(ends_s[own, None], ends_s[None]) - np.maximum(starts_s[own, None], starts_s[None])
        either = np.maximum(ends_s[own, None], ends_s[None]) - np.minimum(starts_s[own, None], starts_s[None])
        near = (both >= _SHARED * either).astype(np.float32)
        mixed[own] = _OWN * vectors[own] + (1.0 - _OWN) * (near @ vectors) / near.sum(axis=1, keepdims=True)
    lengths = np.linalg.norm(mixed, axis=1)
    return mixed / np.maximum(lengths, 1e-12)[:, None], lengths.astype(np.float64)
