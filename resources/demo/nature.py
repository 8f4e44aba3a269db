"""Demo sounds of animals and people."""

import numpy as np

from resources.demo.synth import (
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
    resonate,
    room,
    saw,
    scatter,
    side_by_side,
    tone,
    wander,
)


def crickets(rng: np.random.Generator) -> Samples:
    """Makes three crickets at night: bursts of pulses at 4 to 5 kHz."""
    seconds = 9.0
    voices = []
    for pitch_hz, rate, place in ((4300.0, 1.9, -0.7), (4750.0, 2.3, 0.5), (5050.0, 1.5, 0.0)):
        chirps = (clock(seconds) * rate + rng.uniform()) % 1.0 < 0.45
        pulses = 0.5 - 0.5 * np.cos(2 * np.pi * 32 * clock(seconds))
        voices.append(pan(tone(pitch_hz, seconds) * chirps * pulses, place))
    air = np.stack([band(noise(rng, seconds, 1.0), 200, 3000) * 0.01 for _ in range(2)], axis=1)
    return finish(np.sum(voices, axis=0) + air, 0.5, 300)


def bird(rng: np.random.Generator) -> Samples:
    """Makes a song bird: phrases of quick whistles that sweep up and down."""
    grains = []
    for phrase in range(4):
        at = 0.2 + phrase * 1.5
        for note in range(int(rng.integers(4, 8))):
            length = rng.uniform(0.05, 0.13)
            first, last = rng.uniform(2500, 4500), rng.uniform(3000, 6500)
            whistle = tone(curve(length, (0, first), (length / 2, last), (length, first * 1.1)), length)
            grains.append((at, whistle * np.sin(np.pi * clock(length) / length) ** 0.5))
            at += length + rng.uniform(0.02, 0.07) + 0.01 * note
    return finish(room(rng, scatter(6.2, grains), 0.8, 0.25), 0.6)


def owl(rng: np.random.Generator) -> Samples:
    """Makes an owl hooting twice at night."""

    def hoot(length: float) -> Samples:
        pitch = curve(length, (0, 330), (length * 0.3, 370), (length, 330)) + 4 * np.sin(clock(length) * 40)
        return harmonics(pitch, length, (1, 0.12, 0.05)) * np.sin(np.pi * clock(length) / length)

    calls = [(0.3, hoot(0.4)), (0.9, hoot(0.9)), (3.2, hoot(0.4)), (3.8, hoot(0.9))]
    return finish(room(rng, scatter(5.2, calls), 1.2, 0.4, 2500), 0.6)


def bark(rng: np.random.Generator, pitch_hz: float) -> Samples:
    """Makes one bark: a rough glottal burst through the resonances of a throat."""
    length = 0.22
    pitch = pitch_hz * curve(length, (0, 0.8), (0.05, 1.3), (length, 0.7)) * (1 + 0.05 * rng.standard_normal())
    source = harmonics(pitch, length, saw(30)) + 0.9 * noise(rng, length)
    throat = resonate(source, [(650, 260, 1.0), (1250, 350, 0.8), (2600, 700, 0.35)])
    return np.asarray(throat / np.max(np.abs(throat)) * curve(length, (0, 0), (0.02, 1), (0.1, 0.7), (length, 0)))


def dog(rng: np.random.Generator) -> Samples:
    """Makes a large dog barking five times."""
    times = (0.1, 0.55, 1.3, 1.7, 2.5)
    return finish(room(rng, scatter(3.0, [(at, bark(rng, 190)) for at in times]), 0.4, 0.15), 0.8)


def frog(rng: np.random.Generator) -> Samples:
    """Makes a frog croaking by a pond."""

    def croak() -> Samples:
        length = 0.5
        pulses = (clock(length) * 38) % 1.0
        source = noise(rng, length) * np.exp(-pulses * 9)
        return resonate(source, [(480, 120, 1), (1150, 200, 0.7)]) * np.sin(np.pi * clock(length) / length)

    return finish(scatter(4.5, [(at, croak()) for at in (0.2, 1.1, 2.4, 3.5)]), 0.6)


def bee(rng: np.random.Generator) -> Samples:
    """Makes a bee that buzzes past, from one side to the other."""
    seconds = 5.0
    pitch = wander(rng, seconds, 2.0, 205, 235) * curve(seconds, (0, 1.05), (2.3, 1.05), (2.8, 0.95), (seconds, 0.95))
    near = np.exp(-(((clock(seconds) - 2.5) / 1.1) ** 2))
    return finish(
        pan(harmonics(pitch, seconds, saw(20)) * (near + 0.03), curve(seconds, (0, -1), (seconds, 1))), 0.6, 100
    )


def heartbeat(rng: np.random.Generator) -> Samples:
    """Makes a calm heart beat at 66 beats a minute: two soft thumps each."""

    def thump(pitch_hz: float) -> Samples:
        return tone(curve(0.16, (0, pitch_hz), (0.16, pitch_hz * 0.6)), 0.16) * np.sin(np.pi * clock(0.16) / 0.16)

    beats = [(0.3 + i * 0.91, thump(62)) for i in range(8)] + [(0.6 + i * 0.91, thump(75) * 0.7) for i in range(8)]
    return finish(band(scatter(7.6, beats), high_hz=180) + noise(rng, 7.6, 2.0) * 0.002, 0.8)


def crowd(rng: np.random.Generator) -> Samples:
    """Makes a murmuring crowd: two dozen voices of random syllables, far too many to understand."""
    seconds = 10.0

    def voice() -> Samples:
        pitch = rng.choice([rng.uniform(95, 140), rng.uniform(170, 250)]) * wander(rng, seconds, 2.5, 0.9, 1.15)
        syllables = np.maximum(wander(rng, seconds, 7.0, -0.6, 1.0), 0) * (wander(rng, seconds, 0.8, -0.4, 1.0) > 0)
        source = harmonics(pitch, seconds, saw(18))
        vowels = [(rng.uniform(350, 750), 90, 1.0), (rng.uniform(900, 2100), 130, 0.6), (2600, 200, 0.3)]
        return np.asarray(resonate(source, vowels) * syllables)

    left, right = (np.sum([voice() for _ in range(9)], axis=0) for _ in range(2))
    hall = band(noise(rng, seconds, 1.0), 150, 1800) * 0.25
    return finish(side_by_side(left * 0.8 + right * 0.3 + hall, right * 0.8 + left * 0.3 + hall), 0.6, 400)


def applause(rng: np.random.Generator) -> Samples:
    """Makes an audience clapping: some thousand claps, swelling and dying away."""
    seconds = 6.0
    clap = resonate(noise(rng, 0.03) * decay(0.03, 0.03), [(1100, 600, 1), (1900, 900, 0.8), (3300, 1800, 0.4)])
    shape = curve(seconds, (0, 0.1), (0.8, 1.0), (4.0, 0.9), (seconds, 0.05))

    def side() -> Samples:
        starts = rng.uniform(0, seconds - 0.05, 1300)
        kept = starts[rng.uniform(size=len(starts)) < shape[(starts * len(shape) / seconds).astype(int)]]
        return scatter(seconds, [(at, clap * rng.uniform(0.2, 1.0)) for at in kept])

    return finish(side_by_side(side(), side()), 0.7, 50)


def breath(rng: np.random.Generator) -> Samples:
    """Makes slow breathing through the mouth."""
    air = band(noise(rng, 8.0), 500, 5000)
    phase = clock(8.0) % 4.0
    level = np.interp(phase, [0, 0.8, 1.5, 1.8, 2.6, 3.6, 4.0], [0, 0.8, 0, 0, 1.0, 0.05, 0])
    inhaled = np.where(phase < 1.65, 1.0, 0.0)
    darker = band(air, high_hz=1500)
    return finish((air * inhaled + darker * (1 - inhaled) * 1.4) * level, 0.5)


def whistle(rng: np.random.Generator) -> Samples:
    """Makes a person whistling four notes."""
    notes = ((0.1, 1175.0, 0.35), (0.5, 1319.0, 0.35), (0.9, 1568.0, 0.35), (1.3, 1175.0, 0.9))

    def note(pitch_hz: float, length: float) -> Samples:
        pitch = pitch_hz * (1 + 0.008 * np.sin(clock(length) * 35))
        breathy = band(noise(rng, length), pitch_hz * 0.9, pitch_hz * 1.1) * 0.15
        return (tone(pitch, length) + breathy) * np.sin(np.pi * np.linspace(0, 1, count(length))) ** 0.4

    return finish(room(rng, scatter(2.5, [(at, note(hz, length)) for at, hz, length in notes]), 0.6, 0.2), 0.6)


RECIPES = (
    Recipe(
        "Animals/AMBInsc_Crickets At Night_ED.wav",
        "Crickets chirping on a summer night",
        crickets,
        ("crickets", "insects", "night"),
        24,
        True,
    ),
    Recipe(
        "Animals/BIRDSong_Garden Bird_ED.wav",
        "A small bird singing in a garden, chirps and whistles",
        bird,
        ("bird", "song", "chirp", "tweet"),
        24,
        True,
    ),
    Recipe("Animals/BIRDPrey_Owl Hooting_ED.wav", "An owl hooting in a forest at night", owl, ("owl", "hoot", "night")),
    Recipe(
        "Animals/ANMLDog_Large Dog Barking_ED.wav", "A large dog barking five times", dog, ("dog", "bark"), 24, True
    ),
    Recipe("Animals/ANMLAmph_Frog Croaking_ED.flac", "A frog croaking by a pond", frog, ("frog", "croak", "pond")),
    Recipe(
        "Animals/ANMLInsc_Bee Fly By_ED.wav", "A bee buzzing past from left to right", bee, ("bee", "insect", "buzz")
    ),
    Recipe(
        "People/HMNHart_Heartbeat Calm_ED.wav",
        "A calm human heartbeat",
        heartbeat,
        ("heart", "pulse", "body"),
        24,
        True,
    ),
    Recipe(
        "People/CRWDWalla_Murmuring Crowd_ED.wav",
        "A crowd of people murmuring in a hall before a show",
        crowd,
        ("crowd", "people", "voices", "walla"),
        16,
        True,
    ),
    Recipe(
        "People/CRWDApls_Audience Clapping_ED.wav",
        "An audience applauding, clapping hands",
        applause,
        ("applause", "clapping", "audience"),
    ),
    Recipe(
        "People/HMNBrth_Slow Breathing_ED.wav", "A person breathing slowly, in and out", breath, ("breath", "breathing")
    ),
    Recipe("People/WHSTHmn_Person Whistling_ED.flac", "A person whistling a short tune", whistle, ("whistle", "tune")),
)
