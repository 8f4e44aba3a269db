"""Demo sounds of engines, alarms, clocks and electricity."""

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
    resonate,
    room,
    saw,
    scatter,
    square,
    tone,
    wander,
)


def engine_idle(rng: np.random.Generator) -> Samples:
    """Makes a car engine idling: uneven firing pulses through an exhaust."""
    seconds = 7.0
    turns = np.cumsum(wander(rng, seconds, 3.0, 24, 27)) / 44_100
    pulse = np.exp(-(turns % 1.0) * 7) * (1 + 0.25 * np.sin(np.pi * turns))
    source = (pulse - np.mean(pulse)) * (1 + 0.3 * noise(rng, seconds))
    pipe = resonate(source, [(70, 40, 1.0), (140, 60, 0.8), (310, 120, 0.4), (900, 500, 0.12)])
    return finish(pipe, 0.7, 100)


def car_pass(rng: np.random.Generator) -> Samples:
    """Makes a car driving by: engine and tyres, with the drop in pitch as it passes."""
    seconds = 6.0
    away = np.sqrt((clock(seconds) - 3.0) ** 2 * 25**2 + 6**2)
    speed = np.gradient(away) * 44_100
    pitch = 85 * 340 / (340 + speed)
    tyres = band(noise(rng, seconds, 0.8), 200, 3500)
    car = harmonics(pitch, seconds, saw(12)) * 0.5 + tyres
    return finish(pan(car * 6 / away, np.clip((clock(seconds) - 3.0) / 1.2, -1, 1)), 0.8, 200)


def helicopter(rng: np.random.Generator) -> Samples:
    """Makes a helicopter hovering: blade slaps at 11 a second over a turbine whine."""
    seconds = 8.0
    phase = (clock(seconds) * 11) % 1.0
    slap = band(noise(rng, seconds, 1.5), 40, 900) * np.exp(-phase * 6)
    whine = tone(2100, seconds) * 0.01 + band(noise(rng, seconds), 1500, 3000) * 0.02
    return finish(slap / np.std(slap) * 0.3 * wander(rng, seconds, 1, 0.7, 1) + whine, 0.8, 300)


def train(rng: np.random.Generator) -> Samples:
    """Makes a train over rail joints: pairs of clacks in a steady rumble."""
    seconds = 9.0
    clack = resonate(noise(rng, 0.08) * decay(0.08, 0.08), [(180, 80, 1), (650, 200, 0.7), (2400, 900, 0.3)])
    starts = [0.3 + i * 0.78 + offset for i in range(11) for offset in (0.0, 0.11, 0.33, 0.44)]
    rumble = band(noise(rng, seconds, 2.0), 30, 250)
    return finish(scatter(seconds, [(at, clack / np.max(np.abs(clack))) for at in starts]) + rumble * 0.25, 0.8, 300)


def drill(rng: np.random.Generator) -> Samples:
    """Makes an electric drill: spins up, bites, spins down."""
    pitch = curve(4.0, (0, 60), (0.5, 420), (1.2, 420), (1.4, 340), (3.0, 350), (3.2, 420), (4.0, 40))
    level = curve(4.0, (0, 0), (0.3, 1), (3.5, 1), (4.0, 0))
    grind = band(noise(rng, 4.0), 800, 6000) * curve(4.0, (0, 0), (1.2, 0), (1.4, 0.6), (3.0, 0.6), (3.2, 0), (4.0, 0))
    return finish((harmonics(pitch, 4.0, saw(20)) + grind) * level, 0.7)


def hum(rng: np.random.Generator) -> Samples:
    """Makes mains hum at 50 Hz with its harmonics."""
    return finish(harmonics(50.0, 6.0, (1, 0.5, 0.35, 0.15, 0.2, 0.05, 0.1)) + noise(rng, 6.0, 1.0) * 0.01, 0.5, 50)


def fan(rng: np.random.Generator) -> Samples:
    """Makes a ventilation fan in an office."""
    air = band(noise(rng, 8.0, 1.0), 80, 2500) * (1 + 0.12 * np.sin(2 * np.pi * 23 * clock(8.0)))
    return finish(air + harmonics(118, 8.0, (0.3, 0.2, 0.1)), 0.4, 200)


def sparks(rng: np.random.Generator) -> Samples:
    """Makes electric sparks jumping: buzzing bursts of sharp snaps."""
    seconds = 3.5
    arcs = (wander(rng, seconds, 6.0, -1, 1) > 0.1) * (np.sin(2 * np.pi * 100 * clock(seconds)) > 0.2)
    return finish(band(noise(rng, seconds), 1500) * arcs * wander(rng, seconds, 20, 0.1, 1), 0.7)


def clock_tick(rng: np.random.Generator) -> Samples:
    """Makes a wall clock ticking once a second, tick and tock."""

    def tick(pitch_hz: float) -> Samples:
        return resonate(noise(rng, 0.05) * decay(0.05, 0.01), [(pitch_hz, 200, 1), (pitch_hz * 2.3, 400, 0.7)])

    beats = [(0.2 + i, tick(2300 if i % 2 == 0 else 1900)) for i in range(8)]
    return finish(room(rng, scatter(8.2, beats), 0.3, 0.15), 0.6)


def typewriter(rng: np.random.Generator) -> Samples:
    """Makes a typewriter: some twenty keys, then the bell and the carriage."""

    def key() -> Samples:
        modes = [(900, 300, 0.8), (2700, 600, 1.0), (5200, 1500, 0.5)]
        return resonate(noise(rng, 0.07) * decay(0.07, 0.04), modes) * rng.uniform(0.7, 1)

    starts = 0.2 + np.cumsum(rng.uniform(0.09, 0.24, 22))
    end = float(starts[-1]) + 0.3
    bell = tone(2650, 0.9) * decay(0.9, 0.9) * 0.35
    ratchet = [(end + 0.5 + i * 0.018, key() * 0.4) for i in range(28)]
    return finish(scatter(end + 1.6, [*((float(at), key()) for at in starts), (end, bell), *ratchet]), 0.8)


def siren(rng: np.random.Generator) -> Samples:
    """Makes a police siren that wails up and down."""
    pitch = 950 - 350 * np.cos(2 * np.pi * clock(8.0) / 4.0)
    return finish(room(rng, band(harmonics(pitch, 8.0, square(12)), 400, 4000), 0.9, 0.3, 4000), 0.7, 80)


def fire_alarm(rng: np.random.Generator) -> Samples:
    """Makes a smoke alarm: three shrill beeps, a pause, again."""
    beep = harmonics(3100, 0.5, square(6)) * curve(0.5, (0, 0), (0.01, 1), (0.49, 1), (0.5, 0))
    starts = [block * 4.0 + i * 1.0 for block in range(2) for i in range(3)]
    return finish(room(rng, scatter(7.4, [(at + 0.2, beep) for at in starts]), 0.4, 0.2), 0.6)


def alarm_clock(rng: np.random.Generator) -> Samples:
    """Makes a digital alarm clock: groups of four quick beeps."""
    beep = harmonics(2048, 0.06, square(8)) * curve(0.06, (0, 0), (0.004, 1), (0.055, 1), (0.06, 0))
    starts = [group * 1.0 + i * 0.125 for group in range(5) for i in range(4)]
    return finish(scatter(5.0, [(at, beep) for at in starts]) + noise(rng, 5.0) * 1e-4, 0.5)


def phone(rng: np.random.Generator) -> Samples:
    """Makes an old telephone: a bell struck 20 times a second, two rings."""
    strokes = [(0.2 + ring * 3.0 + i / 20, i % 2) for ring in range(2) for i in range(32)]
    gong = [sum(tone(hz, 0.5) * level for hz, level in ((base, 1.0), (base * 2.72, 0.5), (base * 4.1, 0.25)))
            * decay(0.5, 0.6) for base in (1180.0, 1270.0)]  # fmt: skip
    return finish(room(rng, scatter(5.6, [(at, np.asarray(gong[which])) for at, which in strokes]), 0.4, 0.15), 0.7)


def horn(rng: np.random.Generator) -> Samples:
    """Makes a car horn: two short blasts of two notes."""
    blast = harmonics(405, 0.6, saw(14)) + harmonics(508, 0.6, saw(14))
    blast = blast * curve(0.6, (0, 0), (0.02, 1), (0.57, 1), (0.6, 0))
    return finish(room(rng, scatter(2.2, [(0.1, blast), (1.0, blast)]), 0.6, 0.2), 0.8)


RECIPES = (
    Recipe(
        "Vehicles/VEHCar_Engine Idle_ED.wav", "A car engine idling", engine_idle, ("car", "engine", "motor"), 24, True
    ),
    Recipe(
        "Vehicles/VEHBy_Car Drives Past_ED.wav",
        "A car passing by fast on a wet road",
        car_pass,
        ("car", "pass by", "traffic"),
        16,
        True,
    ),
    Recipe(
        "Vehicles/AEROHeli_Helicopter Hover_ED.wav",
        "A helicopter hovering overhead, rotor blades",
        helicopter,
        ("helicopter", "rotor", "aircraft"),
        24,
        True,
    ),
    Recipe(
        "Vehicles/TRNClak_Train On Tracks_ED.wav",
        "A train clacking over rail joints",
        train,
        ("train", "rails", "railway"),
        16,
        True,
    ),
    Recipe("Vehicles/VEHHorn_Two Honks_ED.wav", "A car horn honking twice", horn, ("horn", "honk", "car")),
    Recipe(
        "Vehicles/VEHSirn_Police Siren_ED.wav",
        "A police siren wailing up and down",
        siren,
        ("siren", "police", "emergency"),
        24,
        True,
    ),
    Recipe(
        "Machines/TOOLPowr_Electric Drill_ED.wav",
        "An electric drill starting, drilling and stopping",
        drill,
        ("drill", "tool", "power"),
    ),
    Recipe(
        "Machines/ELECBuzz_Mains Hum 50 Hz_ED.wav",
        "Low electric hum at 50 Hz, like a transformer",
        hum,
        ("hum", "mains", "electric"),
        24,
    ),
    Recipe(
        "Machines/MACHFan_Office Fan_ED.flac",
        "A ventilation fan running in an office",
        fan,
        ("fan", "air", "room tone"),
    ),
    Recipe(
        "Machines/ELECSprk_Sparks_ED.wav", "Electric sparks crackling and zapping", sparks, ("spark", "electric", "zap")
    ),
    Recipe(
        "Machines/CLOCKTick_Wall Clock_ED.wav",
        "A wall clock ticking once a second",
        clock_tick,
        ("clock", "tick", "time"),
        16,
        True,
    ),
    Recipe(
        "Machines/typewriter take 2.wav",
        "Typing on an old typewriter, bell and carriage return",
        typewriter,
        ("typewriter", "keys", "office"),
    ),
    Recipe(
        "Alarms/ALRMElec_Smoke Alarm_ED.wav",
        "A smoke alarm beeping, shrill",
        fire_alarm,
        ("alarm", "fire", "beep"),
        16,
        True,
    ),
    Recipe(
        "Alarms/ALRMClok_Alarm Clock_ED.wav", "A digital alarm clock beeping", alarm_clock, ("alarm", "clock", "beep")
    ),
    Recipe(
        "Alarms/COMTelph_Old Phone Ringing_ED.wav",
        "An old telephone ringing twice",
        phone,
        ("telephone", "phone", "ring"),
        24,
        True,
    ),
)
