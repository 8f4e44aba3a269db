"""Demo sounds of things that are struck, broken, opened and blown up."""

import numpy as np

from resources.demo.synth import (
    Recipe,
    Samples,
    band,
    count,
    curve,
    decay,
    finish,
    harmonics,
    noise,
    resonate,
    room,
    saw,
    scatter,
    tone,
    wander,
)


def footsteps(rng: np.random.Generator) -> Samples:
    """Makes eight steps of hard shoes on a wooden floor: heel, then toe."""

    def step() -> Samples:
        heel = resonate(noise(rng, 0.12) * decay(0.12, 0.03), [(120, 60, 1.0), (310, 110, 0.8), (1900, 900, 0.25)])
        return np.asarray(heel / np.max(np.abs(heel)) * rng.uniform(0.75, 1.0))

    starts = [(0.2 + i * 0.56, step()) for i in range(8)]
    toes = [(at + 0.09, grain * 0.35) for at, grain in starts]
    return finish(room(rng, scatter(4.8, [*starts, *toes]), 0.5, 0.2), 0.8)


def gravel(rng: np.random.Generator) -> Samples:
    """Makes seven steps on gravel: each a crunch of many small stones."""

    def crunch() -> Samples:
        stones = rng.normal(0.12, 0.06, 60).clip(0, 0.3)
        return scatter(0.4, [(at, noise(rng, 0.008) * decay(0.008, 0.008) * rng.uniform(0.1, 1)) for at in stones])

    return finish(band(scatter(4.6, [(0.1 + i * 0.62, crunch()) for i in range(7)]), 700, 7000), 0.7)


def knock(rng: np.random.Generator) -> Samples:
    """Makes three knocks on a wooden door."""

    def hit() -> Samples:
        body = resonate(
            noise(rng, 0.2) * decay(0.2, 0.02), [(170, 40, 1), (265, 50, 0.8), (540, 90, 0.5), (1300, 400, 0.2)]
        )
        return np.asarray(body / np.max(np.abs(body)))

    return finish(room(rng, scatter(1.6, [(0.1, hit()), (0.38, hit()), (0.66, hit())]), 0.4, 0.2), 0.85)


def creak(rng: np.random.Generator) -> Samples:
    """Makes a door on rusty hinges creaking open: stick and slip, faster and slower."""
    seconds = 3.2
    rate = wander(rng, seconds, 3.0, 25, 110)
    phase = np.cumsum(rate) / 44_100
    slips = np.diff(np.floor(phase), prepend=0.0)
    return finish(
        resonate(slips, [(620, 90, 1), (1240, 120, 0.9), (2150, 180, 0.7), (3300, 260, 0.4)])
        * curve(seconds, (0, 0), (0.2, 1), (2.8, 0.7), (seconds, 0)),
        0.6,
    )


def door_slam(rng: np.random.Generator) -> Samples:
    """Makes a heavy door slamming shut in a corridor."""
    body = resonate(
        noise(rng, 0.5) * decay(0.5, 0.12), [(60, 40, 1.2), (140, 60, 1), (380, 150, 0.6), (1500, 900, 0.2)]
    )
    latch = resonate(noise(rng, 0.06) * decay(0.06, 0.03), [(2600, 500, 1), (4100, 900, 0.6)])
    parts = [(0.1, body / np.max(np.abs(body))), (0.12, latch / np.max(np.abs(latch)) * 0.3)]
    return finish(room(rng, scatter(0.9, parts), 1.4, 0.45, 3000), 0.9)


def clink(rng: np.random.Generator) -> Samples:
    """Makes two glasses touching once."""
    modes = ((2210, 1.0, 1.3), (3470, 0.7, 1.0), (5120, 0.5, 0.7), (7340, 0.3, 0.5), (2290, 0.6, 1.2))
    ring = np.sum([level * tone(hz, 1.4, rng.uniform(0, 6)) * decay(1.4, fall) for hz, level, fall in modes], axis=0)
    return finish(ring, 0.7)


def glass_break(rng: np.random.Generator) -> Samples:
    """Makes a window pane breaking: a burst, and splinters that fall and ring."""
    seconds = 2.2
    burst = band(noise(rng, 0.25), 1500) * decay(0.25, 0.25)
    starts = 0.05 + rng.exponential(0.35, 90)
    splinters = [
        (at, tone(rng.uniform(2500, 9500), 0.15) * decay(0.15, rng.uniform(0.05, 0.2)) * rng.uniform(0.05, 0.5))
        for at in starts
        if at < seconds - 0.2
    ]
    return finish(scatter(seconds, [(0.05, burst), *splinters]), 0.85)


def coins(rng: np.random.Generator) -> Samples:
    """Makes a handful of coins dropped on a table."""
    starts = 0.1 + np.sort(rng.exponential(0.3, 26))
    grains = []
    for at in starts:
        base = rng.uniform(4200, 6800)
        ring = sum(tone(base * ratio, 0.2) * level for ratio, level in ((1.0, 1.0), (1.52, 0.6), (2.2, 0.4)))
        grains.append((float(at), np.asarray(ring) * decay(0.2, rng.uniform(0.08, 0.25)) * rng.uniform(0.2, 1)))
    return finish(scatter(2.2, grains), 0.7)


def paper(rng: np.random.Generator) -> Samples:
    """Makes a sheet of paper crumpled into a ball."""
    starts = np.cumsum(rng.exponential(0.008, 360))
    grains = [(at, noise(rng, 0.006) * decay(0.006, 0.006) * rng.pareto(2.0)) for at in starts]
    return finish(band(scatter(2.9, grains), 1800, 12_000) * wander(rng, 2.9, 5, 0.2, 1), 0.7)


def hammer(rng: np.random.Generator) -> Samples:
    """Makes a hammer on an anvil, four blows."""
    modes = ((860, 1.0, 0.9), (1975, 0.9, 1.2), (3320, 0.7, 0.8), (5150, 0.5, 0.5))

    def blow() -> Samples:
        ring = np.sum(
            [level * tone(hz, 0.9, rng.uniform(0, 6)) * decay(0.9, fall) for hz, level, fall in modes], axis=0
        )
        return np.asarray(ring + scatter(0.9, [(0.0, noise(rng, 0.01) * 1.5)]))

    return finish(room(rng, scatter(3.6, [(0.1 + i * 0.85, blow()) for i in range(4)]), 0.5, 0.15), 0.8)


def explosion(rng: np.random.Generator) -> Samples:
    """Makes a large explosion: a blast, a low boom, and debris."""
    blast = band(noise(rng, 0.5), 60, 6000) * decay(0.5, 0.5)
    boom = band(noise(rng, 4.5, 2.0), 20, 140)
    boom = boom / np.std(boom) * decay(4.5, 4.0, 0.03)
    debris = [(0.6 + at, band(noise(rng, 0.05), 500, 4000) * decay(0.05, 0.05) * rng.uniform(0.02, 0.15))
              for at in rng.exponential(0.8, 50)]  # fmt: skip
    mixed = scatter(5.0, [(0.05, blast * 1.2), (0.06, boom * 0.8), *debris])
    return finish(np.tanh(mixed * 1.5), 0.95, 20)


def gunshot(rng: np.random.Generator) -> Samples:
    """Makes one pistol shot with the echo of a street."""
    shot = band(noise(rng, 0.12), 100, 9000) * decay(0.12, 0.1, 0.0003)
    return finish(room(rng, np.tanh(shot * 3), 1.4, 0.6, 2500), 0.95)


def ricochet(rng: np.random.Generator) -> Samples:
    """Makes a bullet ricocheting: a hit, then a falling whine."""
    whine = harmonics(curve(0.9, (0, 3600), (0.9, 900)) * (1 + 0.02 * wander(rng, 0.9, 40, -1, 1)), 0.9, (1, 0.3))
    hit = noise(rng, 0.02) * decay(0.02, 0.02)
    return finish(scatter(1.1, [(0.02, hit), (0.03, whine * decay(0.9, 1.1, 0.02) * 0.6)]), 0.8)


def sword(rng: np.random.Generator) -> Samples:
    """Makes a sword drawn from its sheath."""
    scrape = band(noise(rng, 0.7), 3000, 12_000) * curve(0.7, (0, 0), (0.1, 0.4), (0.55, 1), (0.6, 0), (0.7, 0))
    ring = np.sum([tone(hz, 1.4) * level for hz, level in ((3150, 1), (4730, 0.7), (6890, 0.5))], axis=0) * decay(
        1.4, 1.5
    )
    return finish(scatter(2.1, [(0.05, scrape), (0.6, ring * 0.5)]), 0.7)


def boing(rng: np.random.Generator) -> Samples:
    """Makes a cartoon spring: a twang whose pitch wobbles ever faster."""
    wobble = np.sin(2 * np.pi * np.cumsum(curve(1.4, (0, 9), (1.4, 22))) / 44_100) * curve(1.4, (0, 60), (1.4, 8))
    twang = harmonics(curve(1.4, (0, 190), (1.4, 260)) + wobble, 1.4, saw(14)) * decay(1.4, 1.6)
    return finish(twang + 0.01 * noise(rng, 1.4)[: count(1.4)], 0.7)


RECIPES = (
    Recipe(
        "Foley/FEETHmn_Hard Shoes On Wood_ED.wav",
        "Footsteps, hard shoes walking on a wooden floor indoors",
        footsteps,
        ("footsteps", "walk", "shoes", "wood"),
        24,
        True,
    ),
    Recipe(
        "Foley/FEETHmn_Steps On Gravel_ED.wav",
        "Footsteps crunching on gravel",
        gravel,
        ("footsteps", "gravel", "crunch"),
        24,
        True,
    ),
    Recipe(
        "Foley/DOORKnck_Three Knocks_ED.wav",
        "Three knocks on a wooden door",
        knock,
        ("knock", "door", "wood"),
        24,
        True,
    ),
    Recipe(
        "Foley/DOORCreak_Rusty Hinge_ED.wav",
        "A door creaking open on rusty hinges",
        creak,
        ("door", "creak", "squeak"),
        16,
        True,
    ),
    Recipe(
        "Foley/DOORWood_Heavy Slam_ED.wav",
        "A heavy door slamming shut in a corridor",
        door_slam,
        ("door", "slam", "bang"),
        16,
        True,
    ),
    Recipe("Foley/GLASTonl_Glasses Clink_ED.wav", "Two wine glasses clinking", clink, ("glass", "clink", "toast")),
    Recipe(
        "Foley/GLASBrk_Window Breaking_ED.wav",
        "A glass window breaking, splinters falling",
        glass_break,
        ("glass", "break", "smash", "shatter"),
        24,
        True,
    ),
    Recipe("Foley/OBJCoin_Coins Dropped_ED.wav", "A handful of coins dropped on a table", coins, ("coins", "money")),
    Recipe(
        "Foley/PAPRHndl_Crumpled Sheet_ED.flac", "A sheet of paper crumpled into a ball", paper, ("paper", "crumple")
    ),
    Recipe(
        "Foley/METLImpt_Hammer On Anvil_ED.wav",
        "A hammer striking an anvil four times",
        hammer,
        ("hammer", "metal", "anvil", "hit"),
    ),
    Recipe(
        "Impacts/EXPLReal_Large Explosion_ED.wav",
        "A large explosion with a deep boom and debris",
        explosion,
        ("explosion", "blast", "boom"),
        24,
        True,
    ),
    Recipe(
        "Impacts/GUNPis_Single Shot_ED.wav",
        "A single pistol shot in a street, with echo",
        gunshot,
        ("gun", "shot", "pistol"),
        24,
        True,
    ),
    Recipe("Impacts/BLLTRico_Ricochet_ED.wav", "A bullet ricocheting off a stone", ricochet, ("bullet", "ricochet")),
    Recipe("Impacts/WEAPSwrd_Drawn_ED.wav", "A sword drawn from its sheath", sword, ("sword", "metal", "blade")),
    Recipe("Impacts/TOONBoing_Spring_ED.wav", "A cartoon spring going boing", boing, ("cartoon", "spring", "boing")),
)
