"""Synthesises coloured noise, bursts, static, mains hum, and weather made of filtered noise."""

import numpy as np

from resources.demo.design import radio
from resources.demo.nature import applause, crowd
from resources.demo.synth import clock, count, harmonics, noise, scatter, wander
from resources.demo.weather import rain, thunder, waves, wind
from training.data.synthesis.generator_output import NUMBERS, DrySound, gate, mono, pick, worded

COLOURS = {"white": 0.0, "pink": 1.0, "brown": 2.0, "blue": -1.0}
"""Exponent by which a colour's power falls with frequency: 1 / frequency ** this."""
_LOOKS = {
    "white": ("a steady hiss", "like an untuned television"),
    "pink": ("a soft even rush", "like a waterfall far away"),
    "brown": ("a deep rumbling rush", "low and soft"),
    "blue": ("a thin bright hiss", "bright and airy"),
}


def coloured_noise(rng: np.random.Generator) -> DrySound:
    """Makes steady noise of one colour."""
    colour = pick(rng, tuple(COLOURS))
    seconds = float(rng.uniform(1.0, 6.0))
    first, second = _LOOKS[colour]
    captions = worded(
        rng,
        (
            "{colour} noise",
            "steady {colour} noise",
            "{look}, {colour} noise",
            "continuous {colour} noise, {second}",
            "a test signal of {colour} noise",
        ),
        colour=colour,
        look=first,
        second=second,
    )
    samples = noise(rng, seconds, COLOURS[colour]) * gate(seconds, 0.01, 0.01)
    return DrySound(samples, captions, f"noise_{colour}", "noise", ("noise", f"{colour} noise"), takes_room=False)


def noise_bursts(rng: np.random.Generator) -> DrySound:
    """Makes one to five bursts of noise."""
    colour, number = pick(rng, tuple(COLOURS)), int(rng.integers(1, 6))
    is_short = rng.random() < 0.6
    length = float(rng.uniform(0.05, 0.15) if is_short else rng.uniform(0.5, 1.0))
    gap = float(rng.uniform(0.15, 0.4))
    burst = noise(rng, length, COLOURS[colour]) * gate(length, 0.002, 0.01)
    grains = [(0.05 + place * (length + gap), burst * rng.uniform(0.85, 1.0)) for place in range(number)]
    captions = worded(
        rng,
        ("{number} {size} {bursts} of {colour} noise", "{colour} noise in {number} {size} {bursts}",
         "{number} {size} noise {bursts}", "{number} {size} {bursts} of {colour} static"),
        number=NUMBERS[number],
        size="short" if is_short else "long",
        bursts="burst" if number == 1 else "bursts",
        colour=colour,
    )  # fmt: skip
    samples = scatter(number * (length + gap) + 0.1, grains)
    return DrySound(samples, captions, f"noise_burst_{min(number, 2)}", "noise", ("noise", "burst"), takes_room=False)


def static(rng: np.random.Generator) -> DrySound:
    """Makes radio static, crackling or between stations."""
    seconds = float(rng.uniform(1.5, 6.0))
    if rng.random() < 0.5:
        words = (
            "radio static and whistles between two stations",
            "tuning a radio through static",
            "a radio whistling and hissing between stations",
        )
        return DrySound(
            mono(radio(rng), seconds, rng), worded(rng, words), "radio_static", "noise", ("static", "radio")
        )
    hiss = noise(rng, seconds, 0.3) * wander(rng, seconds, 8.0, 0.3, 1.0) * 0.3
    pops = [(at, noise(rng, 0.004) * rng.pareto(2.0)) for at in rng.uniform(0, seconds - 0.01, int(seconds * 30))]
    words = (
        "crackling radio static",
        "static with crackles and pops",
        "electrical interference, hissing and crackling",
    )
    return DrySound(
        np.tanh(hiss + scatter(seconds, pops)), worded(rng, words), "radio_static", "noise", ("static", "crackle"),
        takes_room=False,
    )  # fmt: skip


def mains_hum(rng: np.random.Generator) -> DrySound:
    """Makes mains hum at 50 or 60 Hz, soft or buzzing."""
    seconds, base = float(rng.uniform(1.5, 6.0)), int(rng.choice([50, 60]))
    is_buzz = rng.random() < 0.4
    levels = [1.0 / k**0.6 * rng.uniform(0.3, 1) for k in range(1, 40)] if is_buzz else [1.0, 0.5, 0.3, 0.12, 0.1]
    captions = worded(
        rng,
        ("a {base} Hz mains {hum}", "electrical {hum} of a transformer", "a low electric {hum} at {base} hertz",
         "ground loop {hum}, {base} Hz", "a steady electric {hum}"),
        base=str(base),
        hum="buzz" if is_buzz else "hum",
    )  # fmt: skip
    samples = harmonics(float(base), seconds, levels) * gate(seconds, 0.05, 0.05)
    return DrySound(
        samples, captions, "powerline" if is_buzz else "hum", "noise", ("hum", "electric"), takes_room=False
    )


def windy(rng: np.random.Generator) -> DrySound:
    """Makes howling or gentle wind."""
    seconds, howls = float(rng.uniform(4.0, 9.0)), rng.random() < 0.5
    low_hz, high_hz = (rng.uniform(220, 320), rng.uniform(600, 950)) if howls else (100.0, rng.uniform(260, 380))
    howl = ("wind howling", "a strong wind howling around a house", "a cold gale whistling", "howling gusts of wind")
    calm = ("a gentle wind blowing", "a soft breeze", "low wind in the open", "wind blowing softly")
    samples = wind(rng, seconds, low_hz, high_hz) * gate(seconds, 0.3, 0.3)
    kind = "wind_heavy" if howls else "wind_soft"
    return DrySound(samples, worded(rng, howl if howls else calm), kind, "weather", ("wind",), takes_room=False)


def surf(rng: np.random.Generator) -> DrySound:
    """Makes waves breaking on a beach."""
    words = ("waves breaking on a beach", "ocean surf washing ashore", "sea waves rolling in", "surf on the shore")
    samples = mono(waves(rng), rng.uniform(7.0, 12.0), rng)
    return DrySound(samples, worded(rng, words), "waves", "water", ("waves", "surf", "sea"), takes_room=False)


def rainy(rng: np.random.Generator) -> DrySound:
    """Makes light or heavy rain, sometimes with thunder."""
    seconds, is_heavy = float(rng.uniform(4.0, 8.0)), rng.random() < 0.5
    drops, dull_hz = (rng.uniform(250, 400), 10000.0) if is_heavy else (rng.uniform(15, 40), 6000.0)
    samples = mono(rain(rng, seconds, drops, dull_hz), seconds, rng)
    storms = rng.random() < 0.35
    if storms:
        rumble = thunder(rng)[: count(seconds - 0.5)]
        start = count(float(rng.uniform(0.0, 0.5)))
        samples[start : start + len(rumble)] += rumble * rng.uniform(0.6, 1.4)
    kind = "storm" if storms else "rain_heavy" if is_heavy else "rain"
    captions = worded(
        rng,
        ("{size} rain falling{storm}", "{size} rain{storm}", "the patter of {size} rain{storm}",
         "raindrops falling, {size} rain{storm}"),
        size="heavy" if is_heavy else "light",
        storm=pick(rng, (" with thunder", " and a roll of thunder")) if storms else "",
    )  # fmt: skip
    return DrySound(samples, captions, kind, "weather", ("rain", "thunder") if storms else ("rain",), takes_room=False)


def babble(rng: np.random.Generator) -> DrySound:
    """Makes the murmur of many voices, without intelligible words, or applause."""
    seconds = float(rng.uniform(4.0, 8.0))
    if rng.random() < 0.4:
        words = ("an audience applauding", "applause", "many people clapping their hands", "a crowd clapping")
        return DrySound(
            mono(applause(rng), min(seconds, 6.0), rng), worded(rng, words), "applause", "crowd", ("applause",)
        )
    words = (
        "an indistinct murmur of many voices",
        "the babble of a crowd, no words to be made out",
        "crowd murmur, many people talking at once",
        "walla of a murmuring crowd",
    )
    swell = 1.0 + 0.3 * np.sin(2 * np.pi * rng.uniform(0.05, 0.2) * clock(seconds))
    return DrySound(mono(crowd(rng), seconds, rng) * swell, worded(rng, words), "crowd", "crowd", ("crowd", "murmur"))
