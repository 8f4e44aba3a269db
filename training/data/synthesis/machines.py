"""Synthesises engines that idle, rev and pass, aircraft, trains, clocks and clicks."""

import numpy as np

from resources.demo.synth import (
    RATE_HZ,
    Samples,
    band,
    clock,
    count,
    curve,
    decay,
    harmonics,
    noise,
    resonate,
    saw,
    scatter,
    wander,
)
from training.data.synthesis.generator_output import NUMBERS, DrySound, gate, pick, worded

_SOUND_M_S = 343.0
_VEHICLES = "road vehicles"


def passing(samples: Samples, seconds: float, speed_m_s: float, distance_m: float) -> Samples:
    """Makes a sound drive past the listener, closest in the middle, by delay and attenuation.

    The delay is distance / 343 m/s, which gives the Doppler shift; the level falls as 1 / distance.

    Returns:
        float64 [T], as long as the input.
    """
    away = np.hypot((clock(seconds) - seconds / 2) * speed_m_s, distance_m)
    heard = clock(seconds) - (away - away.min()) / _SOUND_M_S
    moved = np.interp(heard, clock(seconds), samples, left=0.0)
    return np.asarray(moved * distance_m / away)


def engine_idle(rng: np.random.Generator) -> DrySound:
    """Makes an idling engine of a motorcycle, car or truck, from its firing rate and exhaust."""
    vehicle, low_hz, high_hz = _vehicle(rng)
    seconds = float(rng.uniform(3.0, 6.0))
    samples = _engine(rng, wander(rng, seconds, 3.0, low_hz, high_hz), seconds)
    captions = worded(
        rng,
        ("a {vehicle} engine idling", "the engine of a {vehicle} running at idle", "a {vehicle} standing with its"
         " engine running", "{vehicle} engine ticking over", "an idling {vehicle}"),
        vehicle=vehicle,
    )  # fmt: skip
    kind = "truck" if vehicle == "truck" else f"{vehicle}_engine"
    return DrySound(samples * gate(seconds, 0.1, 0.2), captions, kind, _VEHICLES, ("engine", vehicle))


def engine_rev(rng: np.random.Generator) -> DrySound:
    """Makes an engine revved one to three times."""
    vehicle, low_hz, high_hz = _vehicle(rng)
    number = int(rng.integers(1, 4))
    seconds = 1.0 + 1.6 * number
    points = [(0.0, 1.0), (0.4, 1.0)]
    for place in range(number):
        at = 0.4 + place * 1.6
        points += [(at + 0.5, float(rng.uniform(3.0, 4.5))), (at + 1.4, 1.1)]
    speed = curve(seconds, *points, (seconds, 1.0))
    samples = _engine(rng, wander(rng, seconds, 3.0, low_hz, high_hz) * speed, seconds) * (0.3 + 0.2 * speed)
    captions = worded(
        rng,
        ("a {vehicle} engine revving {times}", "revving the engine of a {vehicle} {times}",
         "someone revs a {vehicle} {times}", "a {vehicle} engine roaring up {times}"),
        vehicle=vehicle,
        times={1: "once", 2: "twice"}.get(number, f"{NUMBERS[number]} times"),
    )  # fmt: skip
    return DrySound(samples * gate(seconds, 0.05, 0.2), captions, f"{vehicle}_rev", _VEHICLES, ("engine", "revving"))


def drive_by(rng: np.random.Generator) -> DrySound:
    """Makes a vehicle driving past: engine, tyres and falling pitch."""
    vehicle, low_hz, _ = _vehicle(rng)
    seconds, is_fast = float(rng.uniform(4.0, 7.0)), rng.random() < 0.5
    speed_m_s = float(rng.uniform(28.0, 45.0) if is_fast else rng.uniform(8.0, 13.0))
    pitch = wander(rng, seconds, 1.0, low_hz * 3.0, low_hz * 3.2)
    tyres = band(noise(rng, seconds, 0.8), 200, 3500)
    motor = _engine(rng, pitch, seconds)
    source = motor / np.std(motor) + tyres / np.std(tyres) * rng.uniform(0.3, 0.8)
    captions = worded(
        rng,
        ("a {vehicle} driving past {speed}", "a {vehicle} passes by {speed}", "a {vehicle} approaching and then"
         " driving away", "{pace} drive-by of a {vehicle}"),
        vehicle=vehicle,
        speed="fast" if is_fast else "slowly",
        pace="fast" if is_fast else "slow",
    )  # fmt: skip
    samples = passing(source, seconds, speed_m_s, float(rng.uniform(3.0, 8.0)))
    return DrySound(samples * gate(seconds, 0.2, 0.3), captions, f"{vehicle}_pass", _VEHICLES, ("pass by", vehicle),
                 takes_room=False)  # fmt: skip


def aircraft(rng: np.random.Generator) -> DrySound:
    """Makes a propeller plane, jet or helicopter, steady or flying over."""
    which = pick(rng, ("propeller plane", "jet", "helicopter"))
    seconds = float(rng.uniform(5.0, 9.0))
    if which == "propeller plane":
        blades = wander(rng, seconds, 0.7, 78.0, 84.0) * rng.uniform(0.9, 1.3)
        source = harmonics(blades, seconds, saw(24)) + band(noise(rng, seconds, 1.0), 80, 3000) * 0.4
    elif which == "jet":
        roar = band(noise(rng, seconds, 1.2), 60, 6000) * wander(rng, seconds, 6.0, 0.7, 1.0)
        whine = harmonics(wander(rng, seconds, 0.5, 2300.0, 2600.0), seconds, [1.0, 0.3])
        source = roar + whine * 0.08
    else:
        phase = (clock(seconds) * rng.uniform(10.0, 15.0)) % 1.0
        slap = band(noise(rng, seconds, 1.5), 40, 900) * np.exp(-phase * 6)
        source = slap / np.std(slap) + band(noise(rng, seconds), 1200, 3500) * 0.1
    passes = rng.random() < 0.6
    if passes:
        source = passing(source, seconds, float(rng.uniform(50.0, 90.0)), float(rng.uniform(60.0, 120.0)))
    captions = worded(
        rng,
        ("a {which} flying overhead", "a {which} passes over", "a {which} flies by and away")
        if passes
        else ("a {which} engine running", "inside a {which}, its steady noise", "the constant drone of a {which}"),
        which=which,
    )
    kind = {"propeller plane": "plane_prop", "jet": "plane_jet"}.get(which, which)
    return DrySound(source * gate(seconds, 0.3, 0.5), captions, kind, "aircraft and boats", ("aircraft", which),
                 takes_room=False)  # fmt: skip


def train(rng: np.random.Generator) -> DrySound:
    """Makes a train on jointed rails, slow or fast, or its horn."""
    if rng.random() < 0.3:
        length = float(rng.uniform(0.8, 2.5))
        root = float(rng.uniform(280.0, 340.0))
        chord = np.sum([harmonics(root * each, length, saw(12)) for each in (1.0, 1.19, 1.5, 1.78)], axis=0)
        air = band(noise(rng, length), 500, 4000) * 0.2
        words = ("a train horn blowing", "a locomotive sounds its horn", "a diesel train's horn")
        return DrySound((chord + air) * gate(length, 0.06, 0.15), worded(rng, words), "horn_train", "rail vehicles",
                     ("train", "horn"))  # fmt: skip
    seconds, is_fast = float(rng.uniform(5.0, 9.0)), rng.random() < 0.5
    period = float(rng.uniform(0.4, 0.6) if is_fast else rng.uniform(1.2, 1.8))
    clack = resonate(noise(rng, 0.09) * decay(0.09, 0.08), [(180, 80, 1), (650, 200, 0.7), (2400, 900, 0.3)])
    axle, bogie = 0.14 * period, 0.42 * period
    starts = [at + step for at in np.arange(0.1, seconds, period) for step in (0.0, axle, bogie, bogie + axle)]
    grains = [(at, clack / np.max(np.abs(clack)) * rng.uniform(0.6, 1.0)) for at in starts]
    rumble = band(noise(rng, seconds, 2.0), 30, 300)
    squeal = harmonics(wander(rng, seconds, 1.0, 1900, 2300), seconds, [1, 0.4]) * wander(rng, seconds, 1.5, -0.1, 0.05)
    samples = scatter(seconds, grains) + rumble / np.std(rumble) * 0.12 + np.maximum(squeal, 0.0)
    captions = worded(
        rng,
        ("a train clacking over rail joints, {speed}", "a {pace} train on the rails", "train wheels clattering {speed}",
         "riding on a {pace} train", "a railway carriage rattling along {speed}"),
        speed="fast" if is_fast else "slowly",
        pace="fast" if is_fast else "slow",
    )  # fmt: skip
    return DrySound(samples * gate(seconds, 0.2, 0.3), captions, "train", "rail vehicles", ("train", "rails"),
                 takes_room=False)  # fmt: skip


def ticking(rng: np.random.Generator) -> DrySound:
    """Makes a ticking clock, slow as a pendulum or fast as a watch, or single clicks."""
    modes = [(rng.uniform(1500, 3800), 250.0, 1.0), (rng.uniform(4000, 7000), 600.0, 0.6)]

    def tick(level: float) -> Samples:
        return resonate(noise(rng, 0.04) * decay(0.04, 0.012), modes) * level

    if rng.random() < 0.4:
        number = int(rng.integers(1, 6))
        starts = 0.05 + np.cumsum(rng.uniform(0.2, 0.45, number)) - 0.2
        words = ("{number} {clicks}", "{number} short {clicks}", "{number} {clicks} of a switch", "clicking {times}")
        captions = worded(
            rng,
            words,
            number=NUMBERS[number],
            clicks="click" if number == 1 else "clicks",
            times={1: "once", 2: "twice"}.get(number, f"{NUMBERS[number]} times"),
        )
        samples = scatter(float(starts[-1]) + 0.2, [(at, tick(1.0)) for at in starts])
        return DrySound(samples, captions, "click", "ui and notification", ("click",))
    is_fast = rng.random() < 0.5
    period = float(rng.uniform(0.18, 0.26) if is_fast else rng.uniform(0.9, 1.1))
    beats = [(at, tick(1.0 if place % 2 == 0 else 0.7)) for place, at in enumerate(np.arange(0.1, 5.0, period))]
    captions = worded(
        rng,
        (
            "a clock ticking {speed}",
            "the {pace} ticking of a clock",
            "{pace} tick-tock of a {clock}",
            "a {clock} ticking",
        ),
        speed="fast" if is_fast else "slowly",
        pace="fast" if is_fast else "slow",
        clock=pick(rng, ("watch", "small clock")) if is_fast else pick(rng, ("wall clock", "pendulum clock")),
    )
    return DrySound(scatter(5.1, beats), captions, "clock", "household", ("clock", "ticking"))


def _vehicle(rng: np.random.Generator) -> tuple[str, float, float]:
    return (("motorcycle", 17.0, 20.0), ("car", 24.0, 28.0), ("truck", 31.0, 35.0))[int(rng.integers(3))]


def _engine(rng: np.random.Generator, firing_hz: Samples, seconds: float) -> Samples:
    """Makes uneven firing pulses through an exhaust with random resonances."""
    turns = np.cumsum(firing_hz)[: count(seconds)] / RATE_HZ
    pulse = np.exp(-(turns % 1.0) * rng.uniform(5.0, 9.0)) * (1 + 0.25 * np.sin(np.pi * turns))
    source = (pulse - np.mean(pulse)) * (1 + 0.3 * noise(rng, seconds))
    pipe = rng.uniform(0.8, 1.3)
    peaks = [(70, 40, 1.0), (140, 60, 0.8), (310, 120, 0.4), (900, 500, 0.15), (2500, 1500, 0.05)]
    return resonate(source, [(hz * pipe, width, level) for hz, width, level in peaks])
