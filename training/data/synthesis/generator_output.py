"""The output of every generator, the wording of its captions, and the finishing common to all."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from resources.demo.synth import RATE_HZ, Samples, count, finish, noise, room

Wave = NDArray[np.float32]
"""float32 [T], mono, within [-1, 1]."""

_CAPTIONS = 3
_ROOM_SHARE = 0.3
_LARGE_ROOM_S = 1.2
_FLOOR_SHARE = 0.5

_BASES = (
    (r"beep_.*|reverse_beep", "beep"),
    (r"tone_.*_steady", "studio_tone"),
    (r"siren_hi_lo", "siren"),
    (r"truck_rev", "truck"),
    (r"car_rev", "car_engine"),
    (r"motorcycle_rev", "motorcycle_engine"),
)
"""Kinds that are a case of another: the other kind's captions apply to them."""


@dataclass(frozen=True, slots=True)
class DrySound:
    """A generator's dry sound, before rooms and levels."""

    samples: Samples
    """float64 [T] at resources.demo.synth.RATE_HZ, mono, at any level."""
    captions: tuple[str, ...]
    kind: str
    """Sounds of one kind answer the same query; named as in the starter's corpus if that has the kind."""
    category: str
    labels: tuple[str, ...]
    takes_room: bool = True
    """False if a room would make the captions wrong: for noises and outdoor sounds."""


@dataclass(frozen=True, slots=True)
class SynthesisedSound:
    """A sound ready to be written to a corpus."""

    samples: Wave
    sample_rate_hz: int
    captions: tuple[str, ...]
    kind: str
    category: str
    labels: tuple[str, ...]
    base: str = ""
    """The kind whose captions apply to it too; empty for none."""


def worded(rng: np.random.Generator, templates: Sequence[str], **words: str) -> tuple[str, ...]:
    """Fills templates into up to three different captions.

    Args:
        rng: draws which.
        templates: such as "a(n) {pitch} beep"; `a(n)` becomes the right article, and an empty word takes its space with
            it.
        words: values of the placeholders.
    """
    texts = dict.fromkeys(_tidy(templates[place].format(**words)) for place in rng.permutation(len(templates)))
    return tuple(list(texts)[:_CAPTIONS])


def pick(rng: np.random.Generator, words: Sequence[str]) -> str:
    """Draws one of several words."""
    return words[int(rng.integers(len(words)))]


NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


def finished(draft: DrySound, rng: np.random.Generator) -> SynthesisedSound:
    """Randomly adds a room, faint noise and a level to a draft; a large room is added to a caption.

    Returns:
        finite samples that do not clip; a room adds its tail.
    """
    samples, captions = draft.samples, draft.captions
    if draft.takes_room and rng.random() < _ROOM_SHARE:
        tail_s = float(rng.uniform(0.2, 2.2))
        samples = room(rng, samples, tail_s, float(rng.uniform(0.08, 0.3)), float(rng.uniform(2500, 8000)))
        if tail_s > _LARGE_ROOM_S:
            words = pick(rng, ("with a reverberant tail", "in a large room", "in a big hall", "with long reverb"))
            captions = (*captions[:-1], f"{captions[-1]}, {words}")
    if rng.random() < _FLOOR_SHARE:
        level = 10.0 ** (rng.uniform(-75.0, -50.0) / 20.0) * float(np.max(np.abs(samples)))
        samples = samples + noise(rng, len(samples) / RATE_HZ, 1.0)[: len(samples)] * level
    level_db = float(rng.uniform(-18.0, -0.5))
    ready = finish(samples, 10.0 ** (level_db / 20.0), 2.0).astype(np.float32)
    return SynthesisedSound(ready, RATE_HZ, captions, draft.kind, draft.category, draft.labels, _base_of(draft.kind))


def _base_of(kind: str) -> str:
    """The kind of the starter's corpus, or of another generator, of which `kind` is a case."""
    return next((base for pattern, base in _BASES if re.fullmatch(pattern, kind)), "")


def gate(seconds: float, attack_s: float = 0.005, release_s: float = 0.02) -> Samples:
    """Makes an envelope that opens and closes without a click."""
    out = np.ones(count(seconds))
    first, last = (min(count(each), len(out) // 2) for each in (attack_s, release_s))
    out[:first] *= np.linspace(0.0, 1.0, first)
    out[len(out) - last :] *= np.linspace(1.0, 0.0, last)
    return out


def mono(samples: Samples, seconds: float, rng: np.random.Generator) -> Samples:
    """Cuts a random stretch of a demo sound as one channel."""
    flat = samples if samples.ndim == 1 else np.asarray(samples.mean(axis=1))
    length = min(count(seconds), len(flat))
    start = int(rng.integers(len(flat) - length + 1))
    return flat[start : start + length] * gate(length / RATE_HZ, 0.05, 0.1)[:length]


def _tidy(text: str) -> str:
    text = re.sub(r"\s+", " ", text).strip().replace(" ,", ",")
    return re.sub(r"\ba\(n\) (\w)", lambda found: ("an " if found[1].lower() in "aeiou8" else "a ") + found[1], text)
