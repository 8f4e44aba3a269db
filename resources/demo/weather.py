"""Demo sounds of weather, water and fire."""

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
    noise,
    pan,
    resonate,
    room,
    scatter,
    side_by_side,
    tone,
    wander,
)


def rain(
    rng: np.random.Generator, seconds: float = 10.0, drops_per_s: float = 90.0, dull_hz: float = 9000.0
) -> Samples:
    """Makes steady rain: a bed of hiss, and drops that each ring for some milliseconds."""

    def side() -> Samples:
        bed = band(noise(rng, seconds, 0.4), 700, dull_hz) * wander(rng, seconds, 1.0, 0.8, 1.0)
        return bed * 0.35 + scatter(seconds, drops())

    def drops() -> list[tuple[float, Samples]]:
        starts = rng.uniform(0, seconds - 0.05, int(seconds * drops_per_s))
        return [(at, _drop(rng, rng.uniform(1500, 7000)) * rng.uniform(0.1, 1.0) ** 2) for at in starts]

    return finish(side_by_side(side(), side()), 0.6, 200)


def rain_on_metal(rng: np.random.Generator) -> Samples:
    """Makes rain on a tin roof: drops that excite the same few plate modes."""
    seconds = 8.0
    starts = rng.uniform(0, seconds - 0.1, 420)
    hits = scatter(seconds, [(at, noise(rng, 0.002) * rng.uniform(0.05, 1.0) ** 2) for at in starts])
    ringing = resonate(hits, [(610, 30, 1.0), (1140, 40, 0.8), (1890, 45, 0.9), (2730, 60, 0.6), (4210, 90, 0.5)])
    bed = band(noise(rng, seconds), 2500, 9000) * 0.02
    return finish(ringing / np.std(ringing) * 0.1 + bed, 0.6, 200)


def _drop(rng: np.random.Generator, pitch_hz: float) -> Samples:
    return tone(pitch_hz * curve(0.02, (0, 0.8), (0.02, 1.3)), 0.02) * decay(0.02, 0.03)


def wind(rng: np.random.Generator, seconds: float, low_hz: float, high_hz: float) -> Samples:
    """Makes wind: noise through three resonances that wander, each loud when it is high."""
    out = np.zeros(count(seconds))
    strength = wander(rng, seconds, 0.5, 0.15, 1.0)
    for width in (0.25, 0.15, 0.1):
        centre = low_hz + (high_hz - low_hz) * strength * wander(rng, seconds, 1.5, 0.7, 1.0)
        carrier = tone(centre, seconds, rng.uniform(0, 6.28))
        wobble = band(noise(rng, seconds), high_hz=float(np.mean(centre)) * width)
        out += carrier * wobble / np.std(wobble) * strength**2
    rumble = band(noise(rng, seconds, 2.0), 30, 200)
    return out + rumble / np.std(rumble) * 0.3 * strength


def wind_howl(rng: np.random.Generator) -> Samples:
    """Makes a howling wind between buildings, in stereo."""
    return finish(side_by_side(wind(rng, 12.0, 250, 750), wind(rng, 12.0, 250, 800)), 0.6, 400)


def gentle_wind(rng: np.random.Generator) -> Samples:
    """Makes a light breeze in leaves: wind with a rustle of high noise on top."""
    leaves = band(noise(rng, 8.0), 2500, 9000) * wander(rng, 8.0, 2.0, 0.0, 1.0) ** 2
    return finish(wind(rng, 8.0, 120, 350) * 0.4 + leaves * 0.4, 0.4, 400)


def thunder(rng: np.random.Generator) -> Samples:
    """Makes one crack of thunder that rolls away."""
    crack = band(noise(rng, 0.6), 80, 5000) * decay(0.6, 0.5)
    roll = band(noise(rng, 6.5, 2.0), 25, 160) * wander(rng, 6.5, 3.0, 0.1, 1.0) ** 2 * decay(6.5, 9.0, 0.2)
    return finish(scatter(7.0, [(0.15, crack * 1.1), (0.25, roll / np.std(roll) * 0.7)]), 0.9, 30)


def storm(rng: np.random.Generator) -> Samples:
    """Makes a minute of storm: rain and wind all the way, thunder at 14, 33 and 52 seconds."""
    seconds = 60.0
    bed = band(noise(rng, seconds, 0.5), 600, 8000) * 0.12 * wander(rng, seconds, 0.3, 0.6, 1.0)
    air = wind(rng, seconds, 150, 420) * 0.12
    strikes = scatter(seconds, [(at, thunder(rng) * level) for at, level in ((14.0, 0.9), (33.0, 0.5), (52.0, 1.0))])
    other = band(noise(rng, seconds, 0.5), 600, 8000) * 0.12
    return finish(side_by_side(bed + air + strikes, other + air + np.roll(strikes, 400)), 0.85, 800)


def waves(rng: np.random.Generator) -> Samples:
    """Makes surf on a beach: noise that swells, breaks bright, and drains away."""
    seconds, period = 24.0, 6.0
    phase = (clock(seconds) / period + 0.05 * wander(rng, seconds, 0.5, 0, 1)) % 1.0
    swell = np.interp(phase, [0, 0.35, 0.45, 0.6, 1.0], [0.08, 0.4, 1.0, 0.5, 0.08])
    crest = np.interp(phase, [0, 0.38, 0.45, 0.8, 1.0], [0.0, 0.1, 1.0, 0.15, 0.0])

    def side() -> Samples:
        low = band(noise(rng, seconds, 1.0), 60, 900)
        high = band(noise(rng, seconds), 1200, 8000)
        return low / np.std(low) * swell + high / np.std(high) * crest * 0.6

    return finish(side_by_side(side(), side()), 0.7, 500)


def stream(rng: np.random.Generator) -> Samples:
    """Makes a brook: many small bubbles over a soft hiss."""
    seconds = 9.0
    starts = rng.uniform(0, seconds - 0.15, 900)
    grains = [
        (at, _bubble(rng.uniform(400, 2200), rng.uniform(0.02, 0.08)) * rng.uniform(0.1, 1) ** 2) for at in starts
    ]
    return finish(scatter(seconds, grains) + band(noise(rng, seconds, 0.5), 500, 6000) * 0.12, 0.6, 200)


def _bubble(pitch_hz: float, seconds: float) -> Samples:
    """A bubble's pitch rises as it nears the surface (van den Doel 2005, Physically based models for liquid sounds)."""
    return tone(pitch_hz * curve(seconds, (0, 1.0), (seconds, 1.5)), seconds) * decay(seconds, seconds * 1.4, 0.002)


def drip(rng: np.random.Generator) -> Samples:
    """Makes single water drops falling into a cave pool, with its echo."""
    starts = (0.2, 1.3, 2.1, 3.6, 4.4, 5.9)
    grains = [(at, _bubble(rng.uniform(700, 1300), 0.12) * rng.uniform(0.6, 1.0)) for at in starts]
    return finish(room(rng, scatter(6.5, grains), 1.8, 0.5, 3500), 0.7)


def bubbles(rng: np.random.Generator) -> Samples:
    """Makes big bubbles rising under water."""
    starts = np.cumsum(rng.exponential(0.09, 55))
    grains = [(at, _bubble(rng.uniform(180, 520), rng.uniform(0.08, 0.2))) for at in starts]
    return finish(band(scatter(6.0, grains), high_hz=1500) + band(noise(rng, 6.0, 2.0), 40, 200) * 0.05, 0.7)


def splash(rng: np.random.Generator) -> Samples:
    """Makes something heavy falling into water."""
    hit = band(noise(rng, 1.6, 0.5), 200, 7000) * curve(1.6, (0, 0), (0.02, 1), (0.15, 0.5), (1.6, 0))
    starts = rng.uniform(0.1, 1.4, 60)
    grains = [(at, _bubble(rng.uniform(300, 1500), 0.07) * rng.uniform(0.2, 0.8)) for at in starts]
    thump = tone(curve(0.3, (0, 160), (0.3, 50)), 0.3) * decay(0.3, 0.3)
    return finish(scatter(2.0, [(0.05, hit), (0.05, thump), *grains]), 0.8)


def fire(rng: np.random.Generator) -> Samples:
    """Makes a camp fire: a low roar, a hiss, and crackles that come in bursts."""
    seconds = 10.0
    roar = band(noise(rng, seconds, 2.0), 40, 350) * wander(rng, seconds, 3.0, 0.4, 1.0)
    hiss = band(noise(rng, seconds), 3000, 9000) * wander(rng, seconds, 2.0, 0.1, 0.5)
    bursts = np.cumsum(rng.exponential(0.28, 60))
    starts = np.concatenate([at + rng.exponential(0.03, 5) for at in bursts])
    snaps = [(at, noise(rng, 0.012) * decay(0.012, 0.012) * rng.pareto(2.5)) for at in starts]
    crackle = resonate(scatter(seconds, snaps), [(1800, 900, 1.0), (4200, 2500, 0.8)])
    return finish(roar * 0.1 + hiss * 0.02 + crackle / np.max(np.abs(crackle)), 0.8, 200)


def steam(rng: np.random.Generator) -> Samples:
    """Makes a burst of steam out of a valve."""
    jet = band(noise(rng, 2.5), 2500, RATE_HZ / 2 - 1) * curve(2.5, (0, 0), (0.03, 1), (1.2, 0.7), (2.5, 0))
    return finish(jet, 0.7)


def passing_gust(rng: np.random.Generator) -> Samples:
    """Makes a single gust of wind that goes from left to right."""
    gust = wind(rng, 4.0, 200, 600) * curve(4.0, (0, 0), (2.0, 1.0), (4.0, 0))
    return finish(pan(gust, curve(4.0, (0, -1), (4.0, 1))), 0.6, 100)


RECIPES = (
    Recipe(
        "Weather/RAIN_Steady Rain On Pavement_ED.wav",
        "Steady rain falling on a pavement, many drops",
        rain,
        ("rain", "rainfall", "downpour"),
        24,
        True,
    ),
    Recipe(
        "Weather/RAINMetl_Rain On Tin Roof_ED.wav",
        "Rain drumming on a tin roof, ringing metal",
        rain_on_metal,
        ("rain", "metal", "roof"),
        16,
        True,
    ),
    Recipe(
        "Weather/WIND_Howling Wind_ED.wav",
        "Wind howling between buildings, cold and strong",
        wind_howl,
        ("wind", "howl", "gale"),
        24,
        True,
    ),
    Recipe(
        "Weather/WINDVege_Breeze In Leaves_ED.wav",
        "A light breeze moving through the leaves of a tree",
        gentle_wind,
        ("wind", "breeze", "leaves"),
        16,
        True,
    ),
    Recipe(
        "Weather/WINDGust_Gust Left To Right_ED.flac",
        "A gust of wind passing from left to right",
        passing_gust,
        ("wind", "gust", "pass by"),
    ),
    Recipe(
        "Weather/THUN_Thunder Crack And Roll_ED.wav",
        "A crack of thunder that rolls away in the distance",
        thunder,
        ("thunder", "lightning", "storm"),
        24,
        True,
    ),
    Recipe(
        "Weather/storm recording 01.flac",
        "Rain storm, one minute, with three thunder strikes",
        storm,
        ("storm", "rain", "thunder", "ambience"),
    ),
    Recipe(
        "Water/WATRSurf_Waves On Beach_ED.wav",
        "Ocean waves breaking on a beach and running back",
        waves,
        ("sea", "ocean", "waves", "surf"),
        16,
        True,
    ),
    Recipe(
        "Water/WATRFlow_Small Brook_ED.flac", "A small brook babbling over stones", stream, ("stream", "water", "river")
    ),
    Recipe(
        "Water/WATRDrip_Cave Drips_ED.wav",
        "Water dripping into a pool in a cave, with echo",
        drip,
        ("water", "drip", "drops", "cave"),
        24,
        True,
    ),
    Recipe(
        "Water/WATRBubl_Underwater Bubbles_ED.wav",
        "Large air bubbles rising under water",
        bubbles,
        ("bubbles", "underwater"),
    ),
    Recipe("Water/WATRSplsh_Heavy Splash_ED.wav", "A heavy object splashing into water", splash, ("splash", "water")),
    Recipe(
        "Fire/FIRECrkl_Camp Fire_ED.wav",
        "Camp fire crackling, wood popping",
        fire,
        ("fire", "crackle", "wood"),
        24,
        True,
    ),
    Recipe("Fire/AIRHiss_Steam Valve_ED.wav", "Steam hissing out of a valve", steam, ("steam", "hiss", "air")),
)
