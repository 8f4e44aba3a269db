"""Synthesises signals of devices: beeps, telephone tones, Morse code, sirens and alarms."""

import numpy as np

from resources.demo.synth import Samples, band, clock, count, harmonics, scatter, square, tone
from training.data.synthesis.generator_output import NUMBERS, DrySound, gate, pick, worded
from training.data.synthesis.machines import passing
from training.data.synthesis.tones import draw_pitch

_ALARMS = "alarms and bells"
_DEVICES = "office and devices"
_ROWS_HZ = (697, 770, 852, 941)
_COLUMNS_HZ = (1209, 1336, 1477)
_KEYS = "123456789*0#"
"""ITU-T Q.23: a key sounds its row's and its column's tone together."""
_MORSE = {
    "A": ".-", "C": "-.-.", "D": "-..", "E": ".", "I": "..", "K": "-.-", "L": ".-..", "M": "--", "N": "-.", "O": "---",
    "Q": "--.-", "R": ".-.", "S": "...", "T": "-", "U": "..-",
}  # fmt: skip
"""ITU-R M.1677-1."""


def beeps(rng: np.random.Generator) -> DrySound:
    """Makes one to six beeps: short or long, slow or quick, low or high."""
    number = int(rng.integers(1, 7))
    name, word, pitch_hz = draw_pitch(rng, "low", "mid", "high")
    is_short, is_quick = rng.random() < 0.6, rng.random() < 0.5
    length = float(rng.uniform(0.06, 0.12) if is_short else rng.uniform(0.45, 0.8))
    gap = float(rng.uniform(0.06, 0.1) if is_quick else rng.uniform(0.45, 0.8))
    levels = ([1.0], square(8), [1.0, 0.3, 0.1])[int(rng.integers(3))]
    beep = harmonics(pitch_hz, length, levels) * gate(length, 0.004, 0.008)
    samples = scatter(
        number * (length + gap) + 0.05, [(0.03 + place * (length + gap), beep) for place in range(number)]
    )
    captions = worded(
        rng,
        (
            "{number} {size} {pitch} {beeps}",
            "{number} {pitch} electronic {beeps}{speed}",
            "a device beeping {times}, {size} and {pitch}",
            "{number} {size} {beeps}{speed}, {pitch}",
        ),
        number=NUMBERS[number],
        size="short" if is_short else "long",
        pitch=word,
        beeps="beep" if number == 1 else "beeps",
        times={1: "once", 2: "twice"}.get(number, f"{NUMBERS[number]} times"),
        speed="" if number == 1 else pick(rng, (" in quick succession", ", fast")) if is_quick else ", slowly spaced",
    )
    return DrySound(samples, captions, f"beep_{name}" + ("" if number == 1 else "s"), "ui and notification", ("beep",))


def keypad(rng: np.random.Generator) -> DrySound:
    """Makes telephone keys being pressed, two tones each."""
    number = int(rng.integers(3, 9))
    length, gap = float(rng.uniform(0.08, 0.2)), float(rng.uniform(0.05, 0.15))
    grains = [(0.05 + place * (length + gap), _key(int(rng.integers(12)), length)) for place in range(number)]
    captions = worded(
        rng,
        ("dialling {number} keys on a telephone keypad", "touch tones of a phone number being dialled",
         "a telephone keypad, {number} tones", "someone dials a number on a push-button phone", "DTMF dialling tones"),
        number=NUMBERS[number],
    )  # fmt: skip
    samples = scatter(number * (length + gap) + 0.1, grains)
    return DrySound(samples, captions, "phone_dialling", _DEVICES, ("telephone", "dialling", "DTMF"))


def line_tone(rng: np.random.Generator) -> DrySound:
    """Makes a telephone's dial, busy or ringing tone, European or American."""
    state, is_european = pick(rng, ("dial tone", "busy", "ringing")), rng.random() < 0.5
    seconds = 8.0 if state == "ringing" else float(rng.uniform(2.0, 5.0))
    pair = {"dial tone": (350.0, 440.0), "busy": (480.0, 620.0), "ringing": (440.0, 480.0)}[state]
    source = tone(425.0, seconds) if is_european else tone(pair[0], seconds) + tone(pair[1], seconds)
    if state == "busy":
        source = source * ((clock(seconds) % 1.0) < 0.5)
    elif state == "ringing":
        source = source * ((clock(seconds) % 5.0) < 1.5)
    words = {
        "dial tone": ("a telephone dial tone", "the dial tone of a phone off the hook", "a phone line's dial tone"),
        "busy": ("a busy signal on the telephone", "the engaged tone of a phone", "phone line busy, tone on and off"),
        "ringing": ("a ringing tone heard in a phone", "a phone call ringing out", "ringback tone of a telephone"),
    }[state]
    kind = f"phone_{state.replace(' ', '_')}"
    return DrySound(_smoothed(source), worded(rng, words), kind, _DEVICES, ("telephone", state), takes_room=False)


def morse(rng: np.random.Generator) -> DrySound:
    """Makes a word in Morse code; dashes and gaps between letters last three dots (ITU-R M.1677-1)."""
    text = pick(rng, ("SOS", "SOS", "TEST", "QRM", "MAIL", "RADIO", "CQ", "SOUND", "LAND"))
    dot_s, pitch_hz = float(rng.uniform(0.05, 0.11)), float(rng.uniform(500.0, 950.0))
    grains: list[tuple[float, Samples]] = []
    at = 0.1
    for letter in text:
        for sign in _MORSE[letter]:
            length = dot_s * (1 if sign == "." else 3)
            grains.append((at, tone(pitch_hz, length) * gate(length, 0.004, 0.004)))
            at += length + dot_s
        at += 2 * dot_s
    captions = worded(
        rng,
        ("morse code", "a message tapped out in morse code", "radio telegraphy, dots and dashes",
         "morse code spelling {text}", "short and long beeps of morse code"),
        text=text,
    )  # fmt: skip
    return DrySound(
        scatter(at + 0.1, grains), captions, "morse", _DEVICES, ("morse code", "telegraph"), takes_room=False
    )


def siren(rng: np.random.Generator) -> DrySound:
    """Makes a wailing, yelping, two-tone or air raid siren, standing or driving past."""
    manner = pick(rng, ("wail", "yelp", "hi-lo", "air raid"))
    seconds = float(rng.uniform(5.0, 9.0))
    time = clock(seconds)
    if manner == "wail":
        pitch = 1000 - rng.uniform(300, 400) * np.cos(2 * np.pi * time / rng.uniform(3.0, 5.0))
    elif manner == "yelp":
        pitch = 1000 - rng.uniform(300, 400) * np.cos(2 * np.pi * time * rng.uniform(2.5, 4.0))
    elif manner == "hi-lo":
        low_hz = float(rng.uniform(400.0, 500.0))
        pitch = np.where((time / rng.uniform(0.9, 1.4)) % 1.0 < 0.5, low_hz * 4 / 3, low_hz)
    else:
        pitch = rng.uniform(400, 480) * np.interp(time, [0, 2.5, seconds - 1.5, seconds], [0.3, 1.0, 1.0, 0.6])
    moves = manner != "air raid" and rng.random() < 0.35
    source = band(harmonics(pitch, seconds, square(10)), 300, 4500)
    if moves:
        source = passing(source, seconds, float(rng.uniform(15.0, 30.0)), float(rng.uniform(4.0, 10.0)))
    words = {
        "wail": ("a siren wailing up and down", "a police siren wailing slowly", "a wailing emergency siren"),
        "yelp": ("a siren yelping rapidly", "a police siren in fast yelp mode", "a quick yelping emergency siren"),
        "hi-lo": ("a two-tone siren", "a European ambulance siren alternating between two notes", "a hi-lo siren"),
        "air raid": ("an air raid siren winding up", "a civil defence siren", "a low warning siren rising and holding"),
    }[manner]
    way = pick(rng, (" passing by", " driving past")) if moves else ""
    kind = {"air raid": "siren", "hi-lo": "siren_hi_lo"}.get(manner, "siren_police")
    captions = worded(rng, tuple(f"{each}{way}" for each in words))
    return DrySound(source * gate(seconds, 0.1, 0.3), captions, kind, _ALARMS, ("siren",),
                 takes_room=not moves)  # fmt: skip


def alarm(rng: np.random.Generator) -> DrySound:
    """Makes a smoke, clock, car or reversing alarm, or a klaxon."""
    which = pick(rng, ("smoke", "clock", "car", "reversing", "klaxon"))
    if which == "smoke":
        pitch_hz = float(rng.uniform(2900.0, 3400.0))
        samples = _pattern(pitch_hz, 0.5, [block * 4.0 + place for block in range(2) for place in range(3)], 7.5)
        words = ("a smoke alarm beeping", "a fire alarm, three shrill beeps and a pause", "a smoke detector going off")
    elif which == "clock":
        pitch_hz = float(rng.uniform(1800.0, 2600.0))
        samples = _pattern(pitch_hz, 0.06, [group + place * 0.125 for group in range(4) for place in range(4)], 4.0)
        words = ("a digital alarm clock beeping", "an alarm clock going off", "an electronic clock's wake-up alarm")
    elif which == "car":
        seconds = float(rng.uniform(4.0, 7.0))
        place = (clock(seconds) * rng.uniform(1.5, 4.0)) % 1.0
        samples = harmonics(700 + 900 * place, seconds, square(8)) * gate(seconds, 0.02, 0.05)
        words = ("a car alarm going off", "a car alarm whooping", "a burglar alarm whooping over and over")
    elif which == "reversing":
        samples = _pattern(float(rng.uniform(1000.0, 1300.0)), 0.5, [float(place) for place in range(5)], 5.2)
        words = ("a truck's reversing beeper", "a lorry beeping as it backs up", "backup alarm of a truck")
    else:
        seconds = float(rng.uniform(2.0, 4.5))
        buzz = harmonics(rng.uniform(180, 260), seconds, [1 / k**0.5 for k in range(1, 30)])
        samples = band(buzz, 200, 5000) * ((clock(seconds) % 1.0) < 0.75) * gate(seconds, 0.02, 0.05)
        words = ("a klaxon blaring", "a harsh factory buzzer sounding again and again", "an alarm horn blaring")
    kind = {"smoke": "alarm_fire", "clock": "alarm_clock", "car": "car_alarm", "reversing": "reverse_beep"}
    return DrySound(samples, worded(rng, words), kind.get(which, "alarm"), _ALARMS, ("alarm", which))


def _key(place: int, seconds: float) -> Samples:
    row, column = divmod(place, 3)
    return (tone(_ROWS_HZ[row], seconds) + tone(_COLUMNS_HZ[column], seconds)) * gate(seconds, 0.003, 0.005)


def _pattern(pitch_hz: float, length: float, starts: list[float], seconds: float) -> Samples:
    beep = harmonics(pitch_hz, length, square(6)) * gate(length, 0.005, 0.005)
    return scatter(seconds, [(0.1 + at, beep) for at in starts])


def _smoothed(samples: Samples) -> Samples:
    length = count(0.004)
    is_on = np.convolve((np.abs(samples) > 0).astype(float), np.ones(length) / length, mode="same")
    return samples * is_on
