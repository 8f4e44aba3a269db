"""Demo sounds of interfaces, games and sound design."""

import numpy as np

from resources.demo.synth import (
    Recipe,
    Samples,
    band,
    clock,
    curve,
    decay,
    finish,
    harmonics,
    noise,
    pan,
    saw,
    scatter,
    side_by_side,
    square,
    tone,
    wander,
)


def beep(rng: np.random.Generator) -> Samples:
    """Makes one clean beep at 1 kHz."""
    return finish(tone(1000, 0.4, rng.uniform(0, 6)), 0.6)


def confirm(rng: np.random.Generator) -> Samples:
    """Makes a pleasant rising two-note chime."""
    notes = [(0.0, 880.0), (0.11, 1318.5)]
    return finish(
        scatter(0.9, [(at, harmonics(hz, 0.7, (1, 0.2, 0.1)) * decay(0.7, 0.7)) for at, hz in notes])
        + noise(rng, 0.9) * 1e-5,
        0.6,
    )


def error(rng: np.random.Generator) -> Samples:
    """Makes a harsh buzz, twice: wrong answer."""
    buzz = harmonics(110, 0.22, square(30)) + harmonics(116, 0.22, square(30))
    return finish(scatter(0.6, [(0.02, buzz), (0.3, buzz)]) + noise(rng, 0.6) * 1e-5, 0.6)


def click(rng: np.random.Generator) -> Samples:
    """Makes a short button click."""
    return finish(band(noise(rng, 0.04), 1500, 9000) * decay(0.04, 0.02), 0.7, 0.5)


def game_coin(rng: np.random.Generator) -> Samples:
    """Makes a coin picked up in an old video game: two square notes."""
    notes = [(0.0, harmonics(988, 0.08, square(10))), (0.08, harmonics(1319, 0.5, square(10)) * decay(0.5, 0.6))]
    return finish(scatter(0.6, notes) + noise(rng, 0.6) * 1e-5, 0.6)


def jump(rng: np.random.Generator) -> Samples:
    """Makes a jump in an old video game: a square wave sweeping up."""
    return finish(
        harmonics(curve(0.35, (0, 180), (0.35, 760)), 0.35, square(9)) * decay(0.35, 0.7) + noise(rng, 0.35) * 1e-5, 0.6
    )


def laser(rng: np.random.Generator) -> Samples:
    """Makes three science-fiction laser shots."""
    shot = harmonics(250 + 3000 * np.exp(-clock(0.4) * 14), 0.4, (1, 0.5, 0.3, 0.2)) * decay(0.4, 0.5)
    return finish(scatter(1.6, [(0.05, shot), (0.5, shot), (0.95, shot)]) + noise(rng, 1.6) * 1e-4, 0.7)


def whoosh(rng: np.random.Generator) -> Samples:
    """Makes a fast whoosh from left to right."""
    near = np.exp(-(((clock(1.2) - 0.6) / 0.18) ** 2))
    air = band(noise(rng, 1.2), 300, 2500) * near + band(noise(rng, 1.2), 2500, 9000) * near**3 * 0.6
    return finish(pan(air, curve(1.2, (0, -1), (0.3, -0.9), (0.9, 0.9), (1.2, 1))), 0.8)


def riser(rng: np.random.Generator) -> Samples:
    """Makes a tension riser: pitch and noise climbing for six seconds."""
    pitch = 110 * 2 ** (clock(6.0) / 6.0 * 3)
    tones = harmonics(pitch, 6.0, saw(8)) + harmonics(pitch * 1.007, 6.0, saw(8))
    hiss = band(noise(rng, 6.0), 3000) * curve(6.0, (0, 0), (6.0, 1.0))
    return finish((tones + hiss) * curve(6.0, (0, 0.02), (5.9, 1.0), (6.0, 0)), 0.8)


def braam(rng: np.random.Generator) -> Samples:
    """Makes a film-trailer brass hit: a huge low chord."""
    brass = sum(harmonics(hz, 4.0, saw(40)) for hz in (55.0, 55.4, 82.4, 110.3))
    opened = band(np.asarray(brass), high_hz=900) * curve(4.0, (0, 0), (0.08, 1), (1.0, 0.8), (4.0, 0))
    return finish(np.tanh(opened * 0.8) + band(noise(rng, 4.0, 2.0), 25, 80) * decay(4.0, 3.0) * 0.3, 0.9)


def sub_drop(rng: np.random.Generator) -> Samples:
    """Makes a sub bass drop: a low sine falling out of hearing."""
    fall = tone(curve(2.5, (0, 110), (2.5, 28)), 2.5) * curve(2.5, (0, 0), (0.02, 1), (2.0, 0.8), (2.5, 0))
    return finish(fall + noise(rng, 2.5) * 1e-4, 0.9)


def sweep(rng: np.random.Generator) -> Samples:
    """Makes a sine sweep from 20 Hz to 20 kHz, the test signal."""
    return finish(tone(20.0 * 1000.0 ** (clock(8.0) / 8.0), 8.0) + noise(rng, 8.0) * 1e-5, 0.6, 20)


def drone(rng: np.random.Generator) -> Samples:
    """Makes a dark, slowly beating drone, in stereo."""

    def side() -> Samples:
        voices = [
            harmonics(hz * rng.uniform(0.995, 1.005), 15.0, saw(8)) * wander(rng, 15.0, 0.4, 0.2, 1)
            for hz in (55, 58.3, 82)
        ]
        return band(np.sum(voices, axis=0), high_hz=500)

    return finish(side_by_side(side(), side()), 0.6, 1000)


def radio(rng: np.random.Generator) -> Samples:
    """Makes a radio tuned between stations: static, whistles and scraps of a tone."""
    static = band(noise(rng, 6.0), 300, 5000) * wander(rng, 6.0, 6, 0.4, 1)
    whistles = tone(wander(rng, 6.0, 1.5, 400, 2600), 6.0) * np.maximum(wander(rng, 6.0, 2, -1, 1), 0) * 0.8
    return finish(static * 0.6 + whistles, 0.6)


def white_noise(rng: np.random.Generator) -> Samples:
    """Makes white noise."""
    return finish(noise(rng, 5.0), 0.5, 20)


def pink_noise(rng: np.random.Generator) -> Samples:
    """Makes pink noise."""
    return finish(noise(rng, 5.0, 1.0), 0.5, 20)


def glitch(rng: np.random.Generator) -> Samples:
    """Makes a digital glitch: scraps of tones and noise, stuttering."""
    scraps = []
    for at in np.arange(0.0, 1.8, 0.06):
        kind = rng.integers(3)
        piece = noise(rng, 0.05) * 0.5 if kind == 0 else np.sign(tone(rng.uniform(80, 4000), 0.05))
        scraps.append((float(at), piece if kind < 2 else piece * 0.0))
    return finish(scatter(2.0, scraps), 0.6)


def magic(rng: np.random.Generator) -> Samples:
    """Makes a magic shimmer: a cascade of small bells going up."""
    scale = [1046.5 * 2 ** (step / 12) for octave in (0, 12) for step in (octave, octave + 4, octave + 7, octave + 11)]
    grains = [
        (0.05 + i * 0.09, pan(tone(hz, 1.6) * decay(1.6, 1.4), rng.uniform(-0.9, 0.9))) for i, hz in enumerate(scale)
    ]
    sides = [scatter(2.6, [(at, grain[:, side]) for at, grain in grains]) for side in (0, 1)]
    return finish(side_by_side(sides[0], sides[1]), 0.6)


RECIPES = (
    Recipe("Interface/UIBeep_Plain Beep 1 kHz_ED.wav", "One plain electronic beep at 1 kHz", beep, ("beep", "tone")),
    Recipe(
        "Interface/UIAlert_Confirm Chime_ED.wav",
        "A pleasant rising chime, success or confirm",
        confirm,
        ("notification", "chime", "success"),
        24,
    ),
    Recipe(
        "Interface/UIAlert_Error Buzz_ED.wav", "A harsh error buzzer, wrong answer", error, ("error", "buzzer", "wrong")
    ),
    Recipe("Interface/UIClick_Button_ED.wav", "A short button click", click, ("click", "button"), 24),
    Recipe(
        "Games/GAMEVideo_Coin Pickup_ED.wav",
        "A coin picked up in an old video game",
        game_coin,
        ("coin", "8-bit", "retro"),
    ),
    Recipe("Games/GAMEVideo_Jump_ED.wav", "A jump in an old video game", jump, ("jump", "8-bit", "retro")),
    Recipe(
        "Games/LASRGun_Laser Shots_ED.wav", "Three science fiction laser gun shots", laser, ("laser", "gun", "sci-fi")
    ),
    Recipe(
        "Design/DSGNWhsh_Fast Whoosh_ED.wav",
        "A fast whoosh passing from left to right",
        whoosh,
        ("whoosh", "swish", "transition"),
        24,
        True,
    ),
    Recipe(
        "Design/DSGNRise_Tension Riser_ED.wav",
        "A tension riser climbing for six seconds",
        riser,
        ("riser", "build up", "tension"),
        24,
        True,
    ),
    Recipe(
        "Design/DSGNBram_Trailer Hit_ED.wav",
        "A huge low brass hit for a film trailer",
        braam,
        ("braam", "trailer", "impact"),
        24,
        True,
    ),
    Recipe(
        "Design/DSGNBass_Sub Drop_ED.wav", "A sub bass drop falling very low", sub_drop, ("sub", "drop", "bass"), 24
    ),
    Recipe("Design/DSGNDron_Dark Drone_ED.flac", "A dark drone, slow and uneasy", drone, ("drone", "dark", "ambience")),
    Recipe("Design/MAGShim_Magic Shimmer_ED.wav", "A magic shimmer of small rising bells", magic, ("magic", "sparkle")),
    Recipe(
        "Design/UIGlitch_Digital Glitch_ED.wav", "A stuttering digital glitch", glitch, ("glitch", "digital", "stutter")
    ),
    Recipe(
        "Test signals/Sweep 20 Hz to 20 kHz.wav", "Sine sweep rising from 20 Hz to 20 kHz", sweep, ("sweep", "test"), 24
    ),
    Recipe("Test signals/White Noise.flac", "White noise, hiss", white_noise, ("noise", "white", "hiss")),
    Recipe("Test signals/Pink Noise.flac", "Pink noise", pink_noise, ("noise", "pink")),
    Recipe(
        "Radio/COMStatic_Radio Between Stations_ED.wav",
        "Radio static and whistles between two stations",
        radio,
        ("radio", "static", "tuning"),
        16,
        True,
    ),
)
