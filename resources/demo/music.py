"""Demo sounds of instruments and drums."""

import numpy as np

from resources.demo.synth import (
    RATE_HZ,
    Recipe,
    Samples,
    band,
    clock,
    count,
    curve,
    decay,
    finish,
    harmonics,
    noise,
    pan,
    room,
    saw,
    scatter,
    tone,
)


def kick(rng: np.random.Generator) -> Samples:
    """Makes an electronic bass drum."""
    body = tone(50 + 130 * np.exp(-clock(0.5) * 35), 0.5) * decay(0.5, 0.6)
    return finish(body + scatter(0.5, [(0.0, noise(rng, 0.004) * 0.3)]), 0.95)


def snare(rng: np.random.Generator) -> Samples:
    """Makes a snare drum."""
    shell = (tone(185, 0.35) + 0.6 * tone(330, 0.35)) * decay(0.35, 0.2)
    wires = band(noise(rng, 0.35), 1500, 11_000) * decay(0.35, 0.3)
    return finish(shell * 0.6 + wires * 0.5, 0.9)


def hat(rng: np.random.Generator, fall_s: float = 0.08) -> Samples:
    """Makes a hi-hat: square waves of clashing pitches, only their top, in a short decay."""
    metal = sum(np.sign(tone(hz, 0.4)) for hz in (205.3, 304.4, 369.6, 522.7, 540.0, 800.0))
    return finish(band(np.asarray(metal) + noise(rng, 0.4), 7000, order=4) * decay(0.4, fall_s), 0.6)


def drum_loop(rng: np.random.Generator) -> Samples:
    """Makes two bars of drums at 120 beats a minute."""
    beat = 0.5
    kicks = [(i * beat, kick(rng)) for i in (0, 2, 2.5, 4, 6, 6.5, 7.25)]
    snares = [(i * beat, snare(rng) * 0.8) for i in (1, 3, 5, 7)]
    hats = [(i * beat / 2, hat(rng) * (0.5 if i % 2 else 0.3)) for i in range(16)]
    return finish(scatter(4.0, [*kicks, *snares, *hats]), 0.9, 2)


def pluck(rng: np.random.Generator, pitch_hz: float, seconds: float = 3.0, bright: float = 0.5) -> Samples:
    """Makes a plucked string: Karplus and Strong 1983 (Computer Music Journal 7:2), a period at a time.

    Averaging neighbours in a delay line loses cos(pi f / rate) of a partial a period; applied here to all partials at
    once in closed form, with one more loss for the bridge.
    """
    partials = np.arange(1, min(40, int(0.45 * RATE_HZ / pitch_hz)))
    frequency = partials * pitch_hz
    per_period = np.cos(np.pi * frequency / RATE_HZ) * 0.998
    levels = rng.uniform(0.4, 1.0, len(partials)) / partials ** (1 - bright)
    periods = clock(seconds) * pitch_hz
    voices = [
        level * loss**periods * np.sin(2 * np.pi * hz * clock(seconds))
        for hz, loss, level in zip(frequency, per_period, levels, strict=True)
    ]
    damped = curve(seconds, (0, 1), (seconds * 0.6, 1), (seconds, 0))  # a hand that stops the string
    return np.asarray(np.sum(voices, axis=0) * damped)


def guitar(rng: np.random.Generator) -> Samples:
    """Makes an acoustic guitar chord, strummed: E major."""
    strings = (82.4, 123.5, 164.8, 207.7, 246.9, 329.6)
    notes = [(0.05 + i * 0.035, pluck(rng, hz, 3.5)) for i, hz in enumerate(strings)]
    return finish(room(rng, scatter(3.6, notes), 0.5, 0.15), 0.8, 20)


def single_string(rng: np.random.Generator) -> Samples:
    """Makes one plucked nylon string."""
    return finish(pluck(rng, 196.0, 2.5, 0.2), 0.7, 20)


def bass(rng: np.random.Generator) -> Samples:
    """Makes a slow line of a deep bass synthesiser."""
    notes = ((0.0, 41.2), (0.5, 41.2), (1.0, 49.0), (1.5, 36.7))
    gate = curve(0.48, (0, 0), (0.01, 1), (0.4, 0.8), (0.48, 0))
    voices = [(at, band(harmonics(hz, 0.48, saw(30)), high_hz=320) * gate) for at, hz in notes]
    return finish(scatter(2.0, voices) + noise(rng, 2.0) * 1e-4, 0.85)


def organ(rng: np.random.Generator) -> Samples:
    """Makes a church organ holding a C major chord."""
    stops = (1, 0.7, 0.35, 0.4, 0.08, 0.2, 0.05, 0.25)
    chord = np.sum([harmonics(hz, 5.0, stops) for hz in (130.8, 164.8, 196.0, 261.6)], axis=0)
    swell = curve(5.0, (0, 0), (0.12, 1), (4.8, 1), (5.0, 0))
    dry = chord * swell + band(noise(rng, 5.0), 2000, 6000) * 0.02 * swell
    return finish(room(rng, dry, 2.5, 0.35, 4000), 0.7, 20)


def church_bell(rng: np.random.Generator) -> Samples:
    """Makes a church bell struck three times: hum, prime, minor third, fifth and nominal."""
    modes = (
        (0.5, 0.6, 9),
        (1.0, 1.0, 6),
        (1.2, 0.8, 5),
        (1.5, 0.4, 4),
        (2.0, 0.8, 3.5),
        (2.67, 0.3, 2),
        (4.1, 0.2, 1.2),
    )
    strike = np.sum([a * tone(262 * r, 5.0, rng.uniform(0, 6)) * decay(5.0, fall) for r, a, fall in modes], axis=0)
    return finish(scatter(11.0, [(0.1, strike), (2.6, strike), (5.1, strike)]), 0.8, 300)


def hand_bell(rng: np.random.Generator) -> Samples:
    """Makes a shop bell: one bright ding."""
    modes = ((1760, 1.0, 1.8), (4750, 0.5, 0.9), (8900, 0.2, 0.4))
    return finish(
        np.sum([a * tone(hz, 1.8, rng.uniform(0, 6)) * decay(1.8, fall) for hz, a, fall in modes], axis=0), 0.7
    )


def flute(rng: np.random.Generator) -> Samples:
    """Makes a flute playing a rising phrase, with vibrato and breath."""

    def note(pitch_hz: float, length: float) -> Samples:
        pitch = pitch_hz * (1 + 0.006 * np.sin(2 * np.pi * 5.2 * clock(length)) * curve(length, (0, 0), (length, 1)))
        air = band(noise(rng, length), pitch_hz * 0.8, pitch_hz * 4) * 0.06
        shape = curve(length, (0, 0), (0.06, 1), (length - 0.08, 0.9), (length, 0))
        return (harmonics(pitch, length, (1, 0.35, 0.12, 0.05)) + air) * shape

    phrase = ((0.1, 587.3, 0.4), (0.5, 659.3, 0.4), (0.9, 740.0, 0.4), (1.3, 880.0, 1.2))
    return finish(room(rng, scatter(2.7, [(at, note(hz, s)) for at, hz, s in phrase]), 1.2, 0.25), 0.6)


def pad(rng: np.random.Generator) -> Samples:
    """Makes a soft, wide synthesiser pad on a minor chord."""

    def side() -> Samples:
        voices = [
            harmonics(hz * (1 + rng.normal(0, 0.003)), 8.0, saw(10))
            for hz in (110, 130.8, 164.8, 220)
            for _ in range(2)
        ]
        return band(np.sum(voices, axis=0), high_hz=1100)

    shape = curve(8.0, (0, 0), (2.0, 1), (6.0, 1), (8.0, 0))[:, None]
    return finish((pan(side(), -0.7) + pan(side(), 0.7)) * shape, 0.6)


def piano_note(rng: np.random.Generator) -> Samples:
    """Makes one low piano-like note: stretched partials that die at different speeds."""
    partials = [(k, k * np.sqrt(1 + 0.0004 * k * k)) for k in range(1, 22)]
    notes = [
        tone(65.4 * ratio, 4.0, rng.uniform(0, 6)) * decay(4.0, 7 / k**0.6, 0.003) / k**0.9 for k, ratio in partials
    ]
    thud = scatter(4.0, [(0.0, band(noise(rng, 0.05), 100, 2500) * decay(0.05, 0.04) * 0.4)])
    return finish((np.sum(notes, axis=0) + thud)[: count(4.0)], 0.8, 20)


RECIPES = (
    Recipe("Drums/Kick Deep 01.wav", "Deep electronic kick drum, one shot", kick, ("kick", "bass drum", "drum"), 24),
    Recipe("Drums/Snare Tight 01.wav", "Tight snare drum hit, one shot", snare, ("snare", "drum"), 24),
    Recipe("Drums/Closed Hat 01.wav", "Closed hi-hat, one shot", hat, ("hihat", "cymbal", "drum"), 24),
    Recipe(
        "Drums/Drum Loop 120 bpm.wav",
        "Drum loop, two bars at 120 bpm: kick, snare and hats",
        drum_loop,
        ("loop", "beat", "drums"),
        24,
    ),
    Recipe(
        "Music/Guitar Strum E major.wav", "Acoustic guitar chord strummed once, E major", guitar, ("guitar", "chord")
    ),
    Recipe(
        "Music/Nylon String Pluck G3.flac", "One plucked nylon string", single_string, ("string", "pluck", "guitar")
    ),
    Recipe("Music/Synth Bass Line.wav", "Deep synthesiser bass line", bass, ("bass", "synth"), 24),
    Recipe(
        "Music/Church Organ C major.flac", "Church organ holding a major chord", organ, ("organ", "chord", "church")
    ),
    Recipe("Music/Flute Phrase.wav", "A flute playing a rising phrase", flute, ("flute", "melody", "woodwind")),
    Recipe("Music/Soft Pad A minor.flac", "Soft wide synthesiser pad, minor chord", pad, ("pad", "synth", "ambient")),
    Recipe("Music/Piano Low C2.wav", "One low piano note", piano_note, ("piano", "note", "keys"), 24),
    Recipe(
        "Bells/BELLLrg_Church Bell_ED.wav",
        "A church bell tolling three times",
        church_bell,
        ("bell", "church", "toll"),
        24,
        True,
    ),
    Recipe(
        "Bells/BELLHand_Shop Bell Ding_ED.wav", "A small bell on a shop counter, one ding", hand_bell, ("bell", "ding")
    ),
)
