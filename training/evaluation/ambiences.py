"""Builds ambiences from real recordings as in production sound: cut into parts, with other clips as events over them.

An ambience is a clip of at least `LEAST_S` with a steady level: the 10th and 90th percentile of its half seconds differ
by at most `STEADY_DB`. Of a group of recordings, which may be of one place, only the steadiest clip is used. Music,
singing, speech and alarms are excluded. Its first or last stretch is the query; the rest, half a second away, becomes
parts of at least three seconds.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from engine.audio.decode import read
from engine.base.types import Waves
from training.data.corpus import Clip, CorpusError

RATE = 32_000
"""Of all material, as in the corpus."""
LEAST_S = 6.0
STEADY_DB = 10.0
ASKED_S = 2.5
LEVELS_DB = (0.0, 5.0, 10.0, 15.0)
"""Level of an event over the ambience, by mean powers."""
_LONGEST_S = 30.0
_PART_S, _APART_S, _MOST_PARTS = 3.0, 0.5, 4
_SILENT_DB = -70.0
_NO_AMBIENCE = frozenset(
    {
        "melodic instruments",
        "drums and percussion",
        "music loops",
        "synth and bass",
        "human voice",
        "speech",
        "ui and notification",
        "cartoon and comedy",
        "alarms and bells",
    }
)
_EVENT_S = (0.1, 2.0)
_ASKED_SHARE = 0.4
"""Share of the query stretch under events."""
_SHARES = (0.2, 0.6)
"""Range of the share of a part under events."""
_SOFTER_DB = 12.0
"""Largest attenuation of a part, drawn uniformly, as if the microphone were elsewhere."""
_EVENTS, _ASKED_EVENTS = 12, 4
"""Clips for an ambience's events; the first ones are used in the query, the others in the parts."""
_FADE_S = 0.01
_HEARD_S = 0.02


@dataclass(frozen=True, slots=True, eq=False)
class MixedPart:
    """A part of an ambience with events over it."""

    samples: Waves
    is_event: NDArray[np.bool_] = field(repr=False)
    """bool [T]: where an event is at least as loud as the ambience, by fiftieths of a second."""


@dataclass(frozen=True, slots=True, eq=False)
class Ambience:
    """One ambience with its queries and its parts to find."""

    clip: Clip
    samples: Waves
    """The whole ambience, without events."""
    asked: dict[float | None, Waves]
    """The query stretch by the level of its events; None for no events."""
    parts: tuple[MixedPart, ...]


def ambiences_of(clips: Sequence[Clip], seed: int) -> tuple[list[Ambience], list[Clip]]:
    """Returns the ambiences among clips, sorted by group, and the clips of other groups.

    Args:
        seed: draws cuts, events and levels.

    Raises:
        AudioError: a clip is unreadable.
        CorpusError: too few clips are short enough for events.
    """
    chosen = _chosen(clips)
    others = [clip for clip in clips if _group(clip) not in chosen]
    events = [clip for clip in others if _EVENT_S[0] <= clip.duration_s <= _EVENT_S[1]]
    found = []
    for number, (clip, samples) in enumerate(chosen.values()):
        rng = np.random.default_rng([seed, number])
        found.append(_cut(clip, samples, [one for one in events if one.kind != clip.kind], rng))
    return found, others


def level_range_db(samples: Waves, rate: int = RATE) -> float:
    """Measures steadiness: 90th less 10th percentile of the half seconds' levels, dB; inf for near silence.

    Args:
        samples: float32 [T], at least half a second.
        rate: sample rate, Hz.
    """
    size = rate // 2
    halves = samples[: len(samples) // size * size].reshape(-1, size)
    levels = 10.0 * np.log10((halves.astype(np.float64) ** 2).mean(axis=1) + 1e-12)
    low, middle, high = np.percentile(levels, (10.0, 50.0, 90.0))
    return float(high - low) if middle > _SILENT_DB else float("inf")


def with_events(
    samples: Waves, events: Sequence[Waves], share: float, level_db: float, rng: np.random.Generator
) -> MixedPart:
    """Lays events over an ambience at random places until they cover a share of its time.

    Args:
        samples: the ambience, float32 [T].
        events: float32 [T] each, to draw from; none may be silent.
        share: 0 to 1.
        level_db: level of each event over the ambience, by mean power.
        rng: source of all randomness; the draws do not depend on the level.
    """
    laid, is_covered = np.zeros(len(samples), np.float32), np.zeros(len(samples), np.bool_)
    wanted = _power(samples) * 10.0 ** (level_db / 10.0)
    fade = np.minimum(1.0, np.arange(1, round(_FADE_S * RATE) + 1) / (_FADE_S * RATE)).astype(np.float32)
    while (left := round(share * len(samples)) - int(is_covered.sum())) > len(fade):
        event = events[int(rng.integers(len(events)))][:left].copy()
        event[-len(fade) :] *= fade[::-1][-len(event) :]
        at = int(rng.integers(len(samples) - len(event) + 1))
        laid[at : at + len(event)] += event * np.float32(np.sqrt(wanted / max(_power(event), 1e-12)))
        is_covered[at : at + len(event)] = True
    size = round(_HEARD_S * RATE)
    blocks = laid[: len(laid) // size * size].reshape(-1, size).astype(np.float64)
    is_event = np.zeros(len(samples), np.bool_)
    is_event[: blocks.size] = np.repeat((blocks**2).mean(axis=1) >= _power(samples), size)
    return MixedPart(samples + laid, is_event)


def _chosen(clips: Sequence[Clip]) -> dict[str, tuple[Clip, Waves]]:
    """The steadiest clip of each group that has one, by group."""
    best: dict[str, tuple[float, Clip, Waves]] = {}
    for clip in clips:
        if clip.duration_s < LEAST_S or clip.category in _NO_AMBIENCE:
            continue
        samples = _samples(clip)
        found = level_range_db(samples)
        if found <= STEADY_DB and found < best.get(_group(clip), (float("inf"),))[0]:
            best[_group(clip)] = found, clip, samples
    return {group: best[group][1:] for group in sorted(best)}


def _cut(clip: Clip, samples: Waves, events: Sequence[Clip], rng: np.random.Generator) -> Ambience:
    asked_size, apart = round(ASKED_S * RATE), round(_APART_S * RATE)
    asked, rest = samples[:asked_size], samples[asked_size + apart :]
    if rng.random() < 0.5:
        asked, rest = samples[-asked_size:], samples[: -asked_size - apart]
    count = max(1, min(_MOST_PARTS, len(rest) // round((_PART_S + _APART_S) * RATE)))
    size = len(rest) // count
    heard = _heard(events, rng)
    own = int(rng.integers(2**32))
    askings: dict[float | None, Waves] = {None: asked}
    for level_db in LEVELS_DB:
        mixed = with_events(asked, heard[:_ASKED_EVENTS], _ASKED_SHARE, level_db, np.random.default_rng(own))
        askings[level_db] = _unclipped(mixed.samples)
    parts = []
    for number in range(count):
        end = (number + 1) * size - (apart if number < count - 1 else 0)
        part = rest[number * size : end]
        mixed = with_events(part, heard[_ASKED_EVENTS:], rng.uniform(*_SHARES), float(rng.choice(LEVELS_DB)), rng)
        gain = np.float32(10.0 ** (-rng.uniform(0.0, _SOFTER_DB) / 20.0))
        parts.append(MixedPart(_unclipped(mixed.samples * gain), mixed.is_event))
    return Ambience(clip, samples, askings, tuple(parts))


def _heard(events: Sequence[Clip], rng: np.random.Generator) -> list[Waves]:
    found: list[Waves] = []
    for row in rng.permutation(len(events)):
        samples = _samples(events[row])
        if _power(samples) > 10.0 ** (_SILENT_DB / 10.0):
            found.append(samples)
        if len(found) == _EVENTS:
            break
    if len(found) <= _ASKED_EVENTS:
        raise CorpusError("too few short clips to be events", advice="Fetch the whole of the corpus.")
    return found


def _samples(clip: Clip) -> Waves:
    end_s = clip.start_s + min(_LONGEST_S, clip.duration_s)
    samples, _ = read(clip.path, RATE, start_s=clip.start_s, end_s=end_s)
    return samples


def _group(clip: Clip) -> str:
    return clip.group or clip.id


def _power(samples: Waves) -> float:
    return float((samples.astype(np.float64) ** 2).mean())


def _unclipped(samples: Waves) -> Waves:
    peak = float(np.abs(samples).max(initial=0.0))
    return samples if peak <= 0.99 else samples * np.float32(0.99 / peak)
