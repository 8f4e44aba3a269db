"""Synthesises steady, pulsing and wobbling tones, and moving ones: sweeps, risers, drops."""

import numpy as np

from resources.demo.synth import RATE_HZ, Samples, band, clock, curve, harmonics, noise, saw, square, tone
from training.data.synthesis.generator_output import DrySound, gate, pick, worded

PITCHES: dict[str, tuple[float, float]] = {
    "low": (65.0, 220.0),
    "mid": (400.0, 900.0),
    "high": (1700.0, 3800.0),
    "very high": (6000.0, 11000.0),
}
"""Range of each pitch word in Hz, with gaps between them so that no word is ambiguous."""

_PITCH_WORDS = {
    "low": ("low", "deep", "low-pitched"),
    "mid": ("medium-pitched", "mid-range", "medium"),
    "high": ("high", "high-pitched"),
    "very high": ("very high", "piercing high", "extremely high-pitched"),
}
_ELECTRONIC = "sci-fi and electronic"


def draw_pitch(rng: np.random.Generator, *names: str) -> tuple[str, str, float]:
    """Draws a pitch: its name, a word for it, and its frequency in Hz, uniform in octaves."""
    name = pick(rng, names or tuple(PITCHES))
    low, high = PITCHES[name]
    return name, pick(rng, _PITCH_WORDS[name]), float(low * (high / low) ** rng.random())


def held_tone(rng: np.random.Generator) -> DrySound:
    """Makes a steady, pulsing or wobbling tone in one of four timbres."""
    seconds = float(rng.uniform(0.6, 6.0))
    name, word, pitch_hz = draw_pitch(rng)
    timbre, source = _timbre(rng, name, pitch_hz, seconds)
    manner = pick(rng, ("steady", "steady", "pulsing", "wobbling"))
    manner_word = pick(rng, ("steady", "constant", "continuous", "sustained"))
    verb = "holding steadily"
    if manner == "pulsing":
        rate_hz = float(pick_rate(rng))
        manner_word = "slowly pulsing" if rate_hz < 3.0 else "rapidly pulsing"
        verb = "throbbing on and off slowly" if rate_hz < 3.0 else "pulsing quickly"
        source = source * (0.5 - 0.5 * np.cos(2 * np.pi * rate_hz * clock(seconds)))
    elif manner == "wobbling":
        manner_word, verb = pick(rng, ("wobbling", "warbling")), "wavering up and down in pitch"
        wobble = 1 + 0.04 * np.sin(2 * np.pi * rng.uniform(3.0, 7.0) * clock(seconds))
        source = harmonics(pitch_hz * wobble, seconds, _LEVELS[timbre])
    captions = worded(
        rng,
        (
            "a(n) {manner} {pitch} {timbre} tone",
            "a(n) {pitch} tone, {verb}",
            "a(n) {timbre} tone, {pitch} and {manner}",
            "a(n) {manner} electronic tone, {pitch}",
            "a test tone, {pitch} and {manner}",
        ),
        pitch=word,
        manner=manner_word,
        verb=verb,
        timbre=pick(rng, _TIMBRE_WORDS[timbre]),
    )
    return DrySound(
        source * gate(seconds, 0.02, 0.05),
        captions,
        f"tone_{name.replace(' ', '_')}_{manner}",
        _ELECTRONIC,
        ("tone", manner),
    )


def sweep(rng: np.random.Generator) -> DrySound:
    """Makes a tone that slides up, down, or there and back, evenly in octaves."""
    is_fast = rng.random() < 0.5
    seconds = float(rng.uniform(0.3, 0.9) if is_fast else rng.uniform(2.5, 6.0))
    low_hz = float(rng.uniform(80.0, 400.0))
    high_hz = low_hz * float(2.0 ** rng.uniform(2.0, 4.5))
    way = pick(rng, ("rising", "falling", "up and down", "down and up"))
    place = clock(seconds) / seconds
    if way in ("up and down", "down and up"):
        place = 1.0 - np.abs(2.0 * place - 1.0)
    if way in ("falling", "down and up"):
        place = 1.0 - place
    timbre = pick(rng, tuple(_LEVELS))
    samples = harmonics(low_hz * (high_hz / low_hz) ** place, seconds, _LEVELS[timbre]) * gate(seconds, 0.01, 0.02)
    words = {
        "rising": ("rising", "sliding up", "from low to high"),
        "falling": ("falling", "sliding down", "from high to low"),
        "up and down": ("rising and falling", "sliding up and back down", "up and then down again"),
        "down and up": ("falling and rising", "sliding down and back up", "down and then up again"),
    }[way]
    captions = worded(
        rng,
        (
            "a(n) {speed} {way} sweep",
            "a(n) {timbre} tone {slide} {adverb}",
            "a(n) {speed} sweep going {path}",
            "a(n) {way} pitch sweep, {speed}",
            "an electronic glissando {slide}",
        ),
        speed="quick" if is_fast else "slow",
        adverb="quickly" if is_fast else "slowly",
        way=words[0],
        slide=words[1],
        path=words[2],
        timbre=pick(rng, _TIMBRE_WORDS[timbre]),
    )
    return DrySound(samples, captions, f"sweep_{way.replace(' ', '_')}", _ELECTRONIC, ("sweep", words[0]))


def riser(rng: np.random.Generator) -> DrySound:
    """Makes a build-up: detuned voices climbing by octaves, opening hiss, and a quickening pulse."""
    seconds = float(rng.uniform(2.5, 8.0))
    place = clock(seconds) / seconds
    start_hz = float(rng.uniform(70.0, 180.0))
    pitch = start_hz * 2.0 ** (place * rng.uniform(2.0, 3.5))
    detunes = rng.normal(0.0, 0.006, 4)
    voices = np.sum([harmonics(pitch * (1 + each), seconds, saw(8)) for each in detunes], axis=0) / 2.0
    hiss = band(noise(rng, seconds), 1500) * place**2 * rng.uniform(0.3, 1.2)
    pulse = np.ones_like(place)
    pulses = rng.random() < 0.4
    if pulses:
        turns = np.cumsum(2.0 * 8.0**place) / RATE_HZ
        pulse = 0.35 + 0.65 * (0.5 - 0.5 * np.cos(2 * np.pi * turns))
    captions = worded(
        rng,
        (
            "a tension riser building up{pulsing}",
            "a rising synthesiser build-up, growing louder and higher{pulsing}",
            "a cinematic riser climbing in pitch{pulsing}",
            "a swelling electronic rise",
            "suspense building as a synthesiser climbs",
        ),
        pulsing=", pulsing faster and faster" if pulses else "",
    )
    return DrySound(
        (voices + hiss) * pulse * (0.03 + 0.97 * place**1.5) * gate(seconds),
        captions,
        "riser",
        _ELECTRONIC,
        ("riser", "build-up"),
    )


def drop(rng: np.random.Generator) -> DrySound:
    """Makes a drop: a falling sub bass or synthesiser."""
    seconds = float(rng.uniform(1.2, 4.0))
    is_sub = rng.random() < 0.5
    top_hz, bottom_hz = (rng.uniform(90, 160), rng.uniform(24, 34)) if is_sub else (rng.uniform(900, 2500), 50.0)
    pitch = bottom_hz + (top_hz - bottom_hz) * np.exp(-3.5 * clock(seconds) / seconds)
    if is_sub:
        samples = tone(pitch, seconds) + 0.2 * harmonics(pitch, seconds, saw(4))
        templates = ("a sub bass drop", "a deep bass drop sinking very low", "a low boom falling away", "a bass drop")
    else:
        detuned = [harmonics(pitch * each, seconds, saw(10)) for each in (0.993, 1.0, 1.008)]
        samples = np.sum(detuned, axis=0) + band(noise(rng, seconds), 800) * 0.3
        templates = (
            "a synthesiser dropping in pitch",
            "a falling electronic downer",
            "a cinematic drop, pitch falling",
            "a synthesiser winding down",
        )
    shape = curve(seconds, (0, 0), (0.02, 1), (seconds * 0.7, 0.7), (seconds, 0))
    kind = "bass_drop" if is_sub else "synth_drop"
    return DrySound(samples * shape, worded(rng, templates), kind, _ELECTRONIC, ("drop", "falling"))


def pick_rate(rng: np.random.Generator) -> float:
    """Draws a pulse rate in Hz, clearly slow (1 to 2.5) or clearly fast (5 to 10)."""
    return float(rng.uniform(1.0, 2.5) if rng.random() < 0.5 else rng.uniform(5.0, 10.0))


_LEVELS: dict[str, list[float]] = {
    "sine": [1.0],
    "square": square(20),
    "saw": saw(20),
    "organ": [1.0, 0.5, 0.25, 0.3, 0.05, 0.1],
}
_TIMBRE_WORDS = {
    "sine": ("pure", "sine wave", "clean"),
    "square": ("hollow", "square wave", "retro"),
    "saw": ("buzzing", "sawtooth", "harsh"),
    "organ": ("mellow", "organ-like", "soft"),
}


def _timbre(rng: np.random.Generator, name: str, pitch_hz: float, seconds: float) -> tuple[str, Samples]:
    """Draws a timbre; very high tones are pure, because their harmonics are inaudible."""
    if name == "very high":
        return "sine", tone(pitch_hz, seconds)
    timbre = pick(rng, tuple(_LEVELS))
    return timbre, harmonics(pitch_hz, seconds, _LEVELS[timbre])
