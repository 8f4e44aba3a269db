"""Reads what a writer wrote and says what does not come back of the original."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import soundfile
from numpy.typing import NDArray

from engine.audio.decode import open_audio
from engine.audio.metadata import read_metadata
from engine.base.errors import EngineError
from tests.writers.pairs import Original, Pair

LENGTH_S = 3.0
_WINDOW_S = 0.15
_ROUGH = 64
"""Frames by which a resampler, or a coder that says where its sound begins, may be off."""


@dataclass(frozen=True, slots=True)
class Found:
    """What came of one pair."""

    faults: tuple[str, ...]
    delay: int = 0
    surplus: int = 0
    worst: float = 1.0


def sweep(original: Original, rate_hz: int = 0) -> NDArray[np.float32]:
    """A tone in every channel that rises, so that each place matches itself alone: float32 [T, C]."""
    rate = rate_hz or original.rate_hz
    times = np.arange(round(LENGTH_S * rate)) / rate
    begins = 200.0 + 40.0 * np.arange(original.channels)
    phases = 2 * np.pi * (begins[None, :] * times[:, None] + 150.0 * times[:, None] ** 2)
    return np.asarray(0.4 * np.sin(phases), np.float32)


def write_original(original: Original, folder: Path) -> Path:
    """The WAV, 16 bits."""
    path = folder / f"original {original.rate_hz} {original.channels}.wav"
    if not path.exists():
        soundfile.write(path, sweep(original), original.rate_hz, subtype="PCM_16")
    return path


def judge(pair: Pair, path: Path) -> Found:
    """Holds a file against its original: channels, rate, length, place, likeness, notes, and a jump into the middle."""
    rate = pair.rate_hz or pair.original.rate_hz
    expected = sweep(pair.original, rate)[round(pair.cut_s * rate) :]
    try:
        read_metadata(path)
        with open_audio(path) as stream:
            declared_s = stream.info.duration_s
            samples = np.concatenate(list(stream.blocks()))
            info = stream.info
        with open_audio(path) as stream:
            stream.seek(1.0)
            jumped = np.concatenate(list(stream.blocks()))
    except EngineError as err:
        return Found((f"is refused: {err}",))
    if (info.sample_rate_hz, info.channels) != (rate, pair.original.channels):
        return Found((f"is {info.channels} channels at {info.sample_rate_hz} Hz",))
    surplus = len(samples) - len(expected)
    delay, worst = _placed(samples[:, 0], expected[:, 0], max(pair.delay, _ROUGH), rate)
    beyond = _placed(jumped[:, 0], expected[rate:, 0], max(pair.delay, _ROUGH), rate)
    faults = []
    if info.notes:
        faults.append(f"notes {', '.join(map(str, info.notes))}")
    if abs(surplus) > max(pair.slack, _ROUGH if pair.rate_hz else 0):
        faults.append(f"{surplus:+d} frames")
    if abs(delay) > max(pair.delay, _ROUGH if pair.rate_hz else 2):
        faults.append(f"{delay:+d} frames late")
    if worst < pair.likeness:
        faults.append(f"likeness {worst:.3f}")
    if beyond[1] < pair.likeness or abs(beyond[0] - delay) > _ROUGH:
        faults.append(f"after a jump {beyond[0]:+d} frames late, likeness {beyond[1]:.3f}")
    if abs(declared_s - len(samples) / rate) > 0.1 + pair.slack / rate:
        faults.append(f"says {declared_s:.2f} s and has {len(samples) / rate:.2f}")
    return Found(tuple(faults), delay, surplus, worst)


def _placed(found: NDArray[np.float32], expected: NDArray[np.float32], most: int, rate: int) -> tuple[int, float]:
    """How many frames late a sound is, and the least correlation at five places when that is allowed for."""
    size = round(_WINDOW_S * rate)
    places = list(_places(len(expected), most + 8, size))
    middle = places[len(places) // 2]
    window = found[middle - most - 4 : middle + size + most + 4].astype(np.float64)
    if len(window) < size:
        return 0, 0.0
    likeness = np.correlate(window, expected[middle : middle + size].astype(np.float64), "valid")
    delay = int(likeness.argmax()) - most - 4
    worst = min(_likeness(found[at + delay : at + delay + size], expected[at : at + size]) for at in places)
    return delay, worst


def _places(length: int, margin: int, size: int) -> Iterator[int]:
    first, last = margin, length - margin - size
    for share in range(5):
        yield first + (last - first) * share // 4


def _likeness(found: NDArray[np.float32], expected: NDArray[np.float32]) -> float:
    if len(found) != len(expected) or not len(found) or not found.any():
        return 0.0
    return float(np.corrcoef(found, expected)[0, 1])
