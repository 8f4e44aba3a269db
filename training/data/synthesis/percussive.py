"""Synthesises what is struck, plucked or beats: bells, strings, hearts."""

import numpy as np

from resources.demo.music import pluck
from resources.demo.synth import Samples, band, clock, decay, scatter, tone
from training.data.synthesis.generator_output import NUMBERS, DrySound, pick, worded

_MODES = ((0.5, 0.6, 1.0), (1.0, 1.0, 0.7), (1.2, 0.8, 0.6), (1.5, 0.4, 0.5), (2.0, 0.8, 0.4), (2.67, 0.3, 0.2),
          (4.1, 0.2, 0.13))  # fmt: skip
"""Hum, prime, minor third, fifth, nominal and two above: frequency ratio, level, share of the longest decay."""
_SIZES = {
    "small": ((1400.0, 2600.0), 1.6, ("a small bell", "a tiny bell", "a little hand bell"), "tinkling"),
    "medium": ((500.0, 900.0), 3.0, ("a bell", "a ship's bell", "a school bell"), "ringing"),
    "large": ((130.0, 260.0), 6.0, ("a large bell", "a big church bell", "a deep tower bell"), "tolling"),
}
"""Range of the prime in Hz, 60 dB decay in seconds, names, verb."""


def bell(rng: np.random.Generator) -> DrySound:
    """Makes a small, medium or large bell, struck one to four times."""
    size, number = pick(rng, tuple(_SIZES)), int(rng.integers(1, 5))
    (low_hz, high_hz), fall_s, names, verb = _SIZES[size]
    prime_hz = float(rng.uniform(low_hz, high_hz))
    period = fall_s * float(rng.uniform(0.25, 0.4)) + 0.15
    modes = [(prime_hz * ratio * rng.uniform(0.99, 1.01), level, fall_s * share) for ratio, level, share in _MODES]

    def strike() -> Samples:
        # Each mode is a beating pair, because no bell is perfectly round.
        parts = [
            level * decay(fall_s, fall) * (tone(hz, fall_s, rng.uniform(0, 6.28)) + 0.5 * tone(hz * 1.0015, fall_s))
            for hz, level, fall in modes
        ]
        return np.asarray(np.sum(parts, axis=0)) * rng.uniform(0.85, 1.0)

    samples = scatter(number * period + fall_s * 0.8, [(0.05 + place * period, strike()) for place in range(number)])
    captions = worded(
        rng,
        ("{name} {verb} {times}", "{name} struck {times}", "{number} {strokes} of {name}", "{name} {verb}"),
        name=pick(rng, names),
        verb=verb,
        times={1: "once", 2: "twice"}.get(number, f"{NUMBERS[number]} times"),
        number=NUMBERS[number],
        strokes="stroke" if number == 1 else "strokes",
    )
    kind = {"small": "bell_small", "medium": "bell", "large": "bell_church"}[size]
    return DrySound(samples, captions, kind, "alarms and bells", ("bell", size))


def plucked(rng: np.random.Generator) -> DrySound:
    """Makes one plucked string, or several one after another."""
    number = int(rng.choice([1, 1, 3, 4, 5]))
    name = pick(rng, ("low", "high"))
    root_hz = float(rng.uniform(65.0, 110.0) if name == "low" else rng.uniform(500.0, 900.0))
    bright, is_dull = float(rng.uniform(0.5, 0.8)), rng.random() < 0.5
    steps = np.cumsum([0, *rng.choice([2, 3, 4, 5], number - 1)]) if number > 1 else np.zeros(1)
    way = pick(rng, ("rising", "falling"))
    places = steps if way == "rising" else steps[::-1]
    gap = float(rng.uniform(0.2, 0.45))
    notes = [
        (0.03 + place * gap, pluck(rng, root_hz * 2.0 ** (step / 12), 2.0, 0.1 if is_dull else bright))
        for place, step in enumerate(places)
    ]
    words = (
        ("a(n) {pitch} string plucked once", "a single {pitch} plucked note, {tone}", "one {tone} pluck of a {pitch}"
         " string")
        if number == 1
        else ("{number} {pitch} plucked notes, {way}", "a {way} run of {number} plucked strings", "{number} plucked"
              " notes {way} in pitch, {tone}")
    )  # fmt: skip
    captions = worded(rng, words, pitch=name, way=way, number=NUMBERS[number], tone="dull" if is_dull else "bright")
    samples = scatter(0.1 + (number - 1) * gap + 1.9, notes)
    return DrySound(samples, captions, "string_pluck", "melodic instruments", ("pluck", "string"))


def heartbeat(rng: np.random.Generator) -> DrySound:
    """Makes a calm or racing heart: two soft thumps a beat."""
    is_fast = rng.random() < 0.5
    rate_per_min = float(rng.uniform(115.0, 150.0) if is_fast else rng.uniform(48.0, 66.0))
    period, seconds = 60.0 / rate_per_min, float(rng.uniform(4.0, 7.0))
    first_hz, second_hz = float(rng.uniform(52.0, 66.0)), float(rng.uniform(68.0, 85.0))

    def thump(pitch_hz: float) -> Samples:
        place = clock(0.15) / 0.15
        return np.asarray(tone(pitch_hz * (1 - 0.4 * place), 0.15) * np.sin(np.pi * place) ** 2)

    beats = np.arange(0.1, seconds - 0.4, period)
    grains = [(at, thump(first_hz)) for at in beats] + [(at + 0.3 * period, thump(second_hz) * 0.7) for at in beats]
    captions = worded(
        rng,
        ("a heart beating {speed}", "a {calm} heartbeat", "the {pace} thumping of a heart", "{pace} heartbeats"),
        speed="fast" if is_fast else "slowly",
        pace="rapid" if is_fast else "slow",
        calm="racing" if is_fast else "calm",
    )
    return DrySound(band(scatter(seconds, grains), high_hz=250), captions, "heartbeat", "human body", ("heartbeat",),
                 takes_room=False)  # fmt: skip
