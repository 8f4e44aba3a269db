"""Changes a sound audibly and describes the change in its caption: distant, muffled, reversed, slowed, …

An edit never contradicts the caption: "a high beep" is not made lower, nor "footsteps far away" more distant.
training.data.mixing combines several sounds.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import soxr

from engine.base.types import Waves
from resources.demo.nature import crowd
from resources.demo.synth import RATE_HZ
from training.data.caption_joining import Form, form_of
from training.data.synthesis.generator_output import pick

_PEAK = 0.99
_SILENT = 1e-5
_SHORTEST_S = 0.05
_CROWDS = 4
_LOPSIDED = 0.1
_BRIGHT_HZ, _BRIGHT = 1000.0, 0.05
_TALKS_AFTER = re.compile(
    r",? (?:(?:heard|recorded) )?(?:in|on) (?:a|an|this|one) (?:(?:short|long|field|sound|audio) )*(?:recording|clip)$"
    r"|,? as an? (?:sound effect|audio clip)$"
)
_TALKS_BEFORE = re.compile(
    r"^(?:an? |the )?(?:(?:short |long )?recording|sound effect|(?:audio|sound) clip|sound) of ", re.I
)

SoundChange = Callable[[Waves, np.random.Generator, int], Waves]
"""Changes a wave at a rate in Hz, drawing from a generator."""


_WINDOW = 2048
_HOP = _WINDOW // 4


def resampled(samples: Waves, factor: float) -> Waves:
    """Makes a wave `factor` times as long, like a slowed tape: its pitch falls by the same factor."""
    # Soxr takes any ratio; 48,000 is an arbitrary base.
    return np.asarray(soxr.resample(samples, 48_000.0, 48_000.0 * factor), np.float32)


def stretched(samples: Waves, factor: float) -> Waves:
    """Makes a wave `factor` times as long at the same pitch with a phase vocoder (Flanagan and Golden 1966).

    Returns:
        float32 [round(T * factor)].
    """
    length = round(len(samples) * factor)
    window = np.hanning(_WINDOW + 1)[:-1]
    padded = np.pad(samples.astype(np.float64), (_WINDOW, 2 * _WINDOW))
    frames = (len(padded) - _WINDOW) // _HOP
    spectra = np.fft.rfft([padded[at * _HOP : at * _HOP + _WINDOW] * window for at in range(frames)])
    steps = np.arange(0.0, frames - 1, 1.0 / factor)
    left = steps.astype(int)
    part = (steps - left)[:, None]
    sizes = np.abs(spectra)
    size = sizes[left] * (1 - part) + sizes[left + 1] * part
    expected = 2 * np.pi * _HOP * np.arange(_WINDOW // 2 + 1) / _WINDOW
    turn = np.diff(np.angle(spectra), axis=0) - expected
    turn = turn - 2 * np.pi * np.round(turn / (2 * np.pi)) + expected
    turned = np.empty(size.shape, np.complex128)
    phase = np.angle(spectra[0])
    for place, at in enumerate(left):
        turned[place] = size[place] * np.exp(1j * phase)
        # Loose phase locking (Puckette 1995): a bin follows its louder neighbours, whose signs alternate.
        locked = turned[place].copy()
        locked[1:] -= turned[place][:-1]
        locked[:-1] -= turned[place][1:]
        phase = np.angle(locked) + turn[at]
    pieces = np.fft.irfft(turned, _WINDOW) * window
    out = np.zeros(len(steps) * _HOP + _WINDOW)
    for place, piece in enumerate(pieces):
        out[place * _HOP : place * _HOP + _WINDOW] += piece
    start = round(_WINDOW * factor)
    found = out[start : start + length] / 1.5  # four squared Hann windows, a quarter apart, add up to 1.5
    return np.pad(found, (0, length - len(found))).astype(np.float32)


def pitched(samples: Waves, factor: float) -> Waves:
    """Multiplies every frequency by `factor` and keeps the length."""
    moved = resampled(stretched(samples, factor), 1.0 / factor)[: len(samples)]
    return np.pad(moved, (0, len(samples) - len(moved)))


@dataclass(frozen=True, slots=True)
class EditResult:
    """A changed sound and its new caption."""

    samples: Waves
    caption: str
    name: str
    """Key of EDITS."""


@dataclass(frozen=True, slots=True)
class SoundEdit:
    """One way to change a sound."""

    change: SoundChange
    patterns: tuple[str, ...]
    """Templates for captions of any form, with {0}."""
    named: tuple[str, ...]
    """Templates for a caption that is a name, such as "rain on a roof"."""
    against: str
    """Regular expression of words that rule this edit out."""
    is_heard: Callable[[Waves, int], bool] = lambda samples, rate_hz: True
    """Whether the change would be audible in a wave at a rate in Hz."""


def edit(
    samples: Waves, caption: str, rng: np.random.Generator, sample_rate_hz: int, names: Sequence[str] = ()
) -> EditResult | None:
    """Returns a changed sound with a changed caption; the same generator state gives the same result.

    Args:
        samples: float32 [T], mono.
        caption: its caption; the case of its first letter and its full stop are kept.
        rng: draws the edit, its strength and its words.
        names: keys of EDITS to draw from; all if empty.

    Returns:
        None if no edit fits the caption or is audible, or the sound is silent or shorter than 0.05 s.

    Raises:
        KeyError: no edit of that name.
    """
    if len(samples) < _SHORTEST_S * sample_rate_hz or float(np.abs(samples).max()) < _SILENT:
        return None
    fitting = [
        name
        for name in names or EDITS
        if not contradicts(name, caption) and EDITS[name].is_heard(samples, sample_rate_hz)
    ]
    if not fitting:
        return None
    name = pick(rng, fitting)
    changed = EDITS[name].change(samples, rng, sample_rate_hz)
    return EditResult(_unclipped(changed), edit_caption(caption, name, rng), name)


def contradicts(name: str, caption: str) -> bool:
    """Whether an edit contradicts a caption.

    Raises:
        KeyError: no edit of that name.
    """
    return re.search(EDITS[name].against, caption.lower()) is not None


def plain(caption: str) -> str:
    """Strips words about the recording: "a bell in a short recording" becomes "a bell"."""
    text = caption.strip()
    for pattern in (_TALKS_AFTER, _TALKS_BEFORE):
        text = pattern.sub("", text)
    return text


def edit_caption(caption: str, name: str, rng: np.random.Generator) -> str:
    """Describes the edit in the caption, with a random template that fits its form.

    Raises:
        KeyError: no edit of that name.
    """
    chosen = EDITS[name]
    inner = caption.strip().rstrip(".!").strip()
    patterns = chosen.patterns + (chosen.named if form_of(caption) is Form.NAME else ())
    words = pick(rng, patterns)
    first = inner.split(maxsplit=1)[0] if inner else ""
    if not words.startswith("{0}") and (first[1:].islower() or first == "A"):
        inner = inner[:1].lower() + inner[1:]
    text = words.format(inner)
    if caption[:1].isupper():
        text = text[:1].upper() + text[1:]
    return text + ("." if caption.rstrip().endswith(".") else "")


def _distant(samples: Waves, rng: np.random.Generator, rate_hz: int) -> Waves:
    dull = _filtered(samples, rate_hz, high_hz=float(rng.uniform(900.0, 2200.0)), order=1)
    far = _roomy(dull, rng, rate_hz, float(rng.uniform(0.8, 2.0)), wet=1.0, dry=0.25, dark_hz=2500.0)
    loudest = float(np.abs(samples).max())
    return far * np.float32(loudest * 10.0 ** (rng.uniform(-26.0, -16.0) / 20.0) / max(float(np.abs(far).max()), 1e-9))


def _muffled(samples: Waves, rng: np.random.Generator, rate_hz: int) -> Waves:
    dull = _filtered(samples, rate_hz, high_hz=float(rng.uniform(300.0, 700.0)), order=2)
    return dull * np.float32(_ratio(samples, dull) * 0.5)


def _echoing(samples: Waves, rng: np.random.Generator, rate_hz: int) -> Waves:
    delay, left, times = round(rng.uniform(0.22, 0.5) * rate_hz), float(rng.uniform(0.45, 0.65)), 5
    out = np.zeros(len(samples) + times * delay, np.float32)
    for place in range(times + 1):
        out[place * delay : place * delay + len(samples)] += samples * np.float32(left**place)
    return out


def _reverberant(samples: Waves, rng: np.random.Generator, rate_hz: int) -> Waves:
    return _roomy(samples, rng, rate_hz, float(rng.uniform(1.8, 4.0)), wet=0.8, dry=1.0, dark_hz=6000.0)


def _slowed(samples: Waves, rng: np.random.Generator, rate_hz: int) -> Waves:
    return resampled(samples, float(rng.uniform(1.7, 2.4)))


def _sped_up(samples: Waves, rng: np.random.Generator, rate_hz: int) -> Waves:
    return resampled(samples, 1.0 / float(rng.uniform(1.7, 2.4)))


def _reversed(samples: Waves, rng: np.random.Generator, rate_hz: int) -> Waves:
    return np.ascontiguousarray(samples[::-1])


def _lower(samples: Waves, rng: np.random.Generator, rate_hz: int) -> Waves:
    return pitched(samples, 2.0 ** (-float(rng.uniform(5.0, 10.0)) / 12.0))


def _higher(samples: Waves, rng: np.random.Generator, rate_hz: int) -> Waves:
    return pitched(samples, 2.0 ** (float(rng.uniform(5.0, 10.0)) / 12.0))


def _telephone(samples: Waves, rng: np.random.Generator, rate_hz: int) -> Waves:
    """A telephone line carries 300 to 3400 Hz (ITU-T G.712)."""
    narrow = _filtered(samples, rate_hz, low_hz=300.0, high_hz=3400.0, order=6)
    driven = np.tanh(narrow / max(float(np.abs(narrow).max()), 1e-9) * rng.uniform(1.5, 3.0)).astype(np.float32)
    kept = _filtered(driven, rate_hz, low_hz=300.0, high_hz=3400.0, order=6)
    return kept * np.float32(_ratio(samples, kept))


def _in_crowd(samples: Waves, rng: np.random.Generator, rate_hz: int) -> Waves:
    return _with(samples, resampled(_murmur(int(rng.integers(_CROWDS))), rate_hz / RATE_HZ), rng)


def _in_noise(samples: Waves, rng: np.random.Generator, rate_hz: int) -> Waves:
    white = rng.standard_normal(len(samples)).astype(np.float32)
    return _with(samples, _filtered(white, rate_hz, high_hz=float(rng.uniform(2000.0, 8000.0)), order=1), rng)


def _is_lopsided(samples: Waves, rate_hz: int) -> bool:
    """Whether half of the power lies towards one end: reversing a symmetric sound is inaudible."""
    power = np.cumsum(np.square(samples, dtype=np.float64))
    return abs(float(np.searchsorted(power, power[-1] / 2)) / len(samples) - 0.5) > _LOPSIDED


def _is_bright(samples: Waves, rate_hz: int) -> bool:
    """Whether enough power lies above 1 kHz for a dull filter to be audible."""
    size = np.abs(np.fft.rfft(samples))
    above = np.fft.rfftfreq(len(samples), 1 / rate_hz) > _BRIGHT_HZ
    return float(np.sum(size[above] ** 2)) > _BRIGHT * float(np.sum(size**2))


_HERE = r"\b(?:close|near|nearby|loud|loudly|in front)\b"
_TEMPO = r"\b(?:slow|slowly|slowed|fast|quick|quickly|rapid|rapidly|sped|speed|seconds?|bpm|short|long)\b|\bdrawn out\b"
_PITCH = (
    r"\b(?:low|lower|deep|high|higher|shrill|bass|sub|squeaky|hz|hertz|khz|noise|medium\S*|mid-range"
    r"|(?:low|high)-pitched|piercing)\b"
)
_ROOM = r"\b(?:echo\w*|reverb\w*|rooms?|hall|cave|church|cathedral|dry|anechoic|outdoors?|open air)\b"
_FAR = r"\b(?:inside|distant|distance|far|faint|faintly|background|away)\b"
_OPEN = r"\b(?:rain\w*|thunder\w*|wind|gale|breeze|surf|waves|sea|driv\w+|pass\w*|flies|flying|train)\b"
_DULL = r"\b(?:muffled|underwater|under water|dull|bright|hiss\w*|clear|behind|through|telephone|phone|radio)\b"
_BUSY = r"\b(?:crowd\w*|people|audience|noise|noisy|silen\w+|quiet|quietly|alone|hiss|static|background|murmur)\b"

EDITS: dict[str, SoundEdit] = {
    "distant": SoundEdit(
        _distant,
        ("{0} in the distance", "{0}, far away", "{0}, heard from far away", "in the distance, {0}"),
        ("the distant sound of {0}", "{0} a long way off"),
        f"{_FAR}|{_HERE}|{_ROOM}",
        _is_bright,
    ),
    "muffled": SoundEdit(
        _muffled,
        ("{0}, muffled", "{0}, heard through a wall", "{0} behind a closed door", "muffled, {0}"),
        ("the muffled sound of {0}", "{0} in the next room"),
        _DULL,
        _is_bright,
    ),
    "echoing": SoundEdit(
        _echoing,
        ("{0}, echoing", "{0} with an echo", "{0}, repeated by an echo"),
        ("the echo of {0}", "{0} echoing again and again"),
        _ROOM,
    ),
    "reverberant": SoundEdit(
        _reverberant,
        ("{0} in a large hall", "{0} with long reverb", "{0}, reverberating", "{0} in a church"),
        ("the reverberant sound of {0}",),
        f"{_ROOM}|{_OPEN}",
    ),
    "slowed": SoundEdit(
        _slowed,
        ("{0}, slowed down", "{0} in slow motion", "{0}, played at half speed", "slowed down, {0}"),
        ("a slowed-down recording of {0}",),
        f"{_TEMPO}|{_PITCH}",
    ),
    "sped up": SoundEdit(
        _sped_up,
        ("{0}, sped up", "{0}, played too fast", "{0} at double speed", "sped up, {0}"),
        ("a sped-up recording of {0}",),
        f"{_TEMPO}|{_PITCH}",
    ),
    "reversed": SoundEdit(
        _reversed,
        ("{0}, reversed", "{0}, played backwards", "{0} in reverse", "backwards, {0}"),
        ("a reversed recording of {0}",),
        r"\b(?:revers\w*|backwards?|then|followed|before|after|rising|falling|fad\w+|builds?|steady|hum\w*|noise"
        r"|tones?|beeps?)\b",
        _is_lopsided,
    ),
    "lower": SoundEdit(
        _lower,
        ("{0}, at a lower pitch", "{0}, pitched down", "{0}, deep and low"),
        ("a low-pitched version of {0}",),
        _PITCH,
    ),
    "higher": SoundEdit(
        _higher,
        ("{0}, at a higher pitch", "{0}, pitched up", "{0}, high and thin"),
        ("a high-pitched version of {0}",),
        _PITCH,
    ),
    "crowd": SoundEdit(
        _in_crowd,
        ("{0} with a loud crowd behind", "{0} amid a loud crowd", "{0} while a crowd murmurs loudly"),
        ("{0} and the loud murmur of a crowd",),
        _BUSY,
    ),
    "noise": SoundEdit(
        _in_noise,
        ("{0} with loud noise behind", "{0} in heavy background noise", "{0}, half drowned in noise"),
        ("{0} and loud hissing noise", "a noisy recording of {0}"),
        _BUSY,
    ),
    "telephone": SoundEdit(
        _telephone,
        ("{0} over the telephone", "{0}, heard through a telephone", "{0} through a small cheap speaker"),
        ("the sound of {0} over a phone line",),
        f"{_DULL}|{_PITCH}",
        _is_bright,
    ),
}


@lru_cache(maxsize=_CROWDS)
def _murmur(which: int) -> Waves:
    """One of a few crowds, float32 [T] at RATE_HZ; cached because it takes seconds."""
    return np.asarray(crowd(np.random.default_rng(which)).mean(axis=1), np.float32)


def _with(samples: Waves, behind: Waves, rng: np.random.Generator) -> Waves:
    """Adds a bed of the same length within 3 dB of the sound's level, so that both are audible."""
    bed = np.resize(np.roll(behind, int(rng.integers(len(behind)))), len(samples))
    return samples + bed * np.float32(_ratio(samples, bed) * 10.0 ** (rng.uniform(-3.0, 3.0) / 20.0))


def _filtered(samples: Waves, rate_hz: int, *, low_hz: float = 0.0, high_hz: float = np.inf, order: int) -> Waves:
    """Applies the magnitude response of a Butterworth filter without its phase."""
    frequency = np.maximum(np.fft.rfftfreq(len(samples), 1 / rate_hz), 1e-3)
    gain = 1 / np.sqrt(1 + np.minimum(low_hz / frequency, 1e6) ** (2 * order))
    gain /= np.sqrt(1 + (frequency / high_hz) ** (2 * order))
    return np.fft.irfft(np.fft.rfft(samples) * gain, len(samples)).astype(np.float32)


def _roomy(
    samples: Waves, rng: np.random.Generator, rate_hz: int, tail_s: float, *, wet: float, dry: float, dark_hz: float
) -> Waves:
    """Convolves with noise that decays by 60 dB in `tail_s`; the result is longer by `tail_s`."""
    length = round(tail_s * rate_hz)
    falling = rng.standard_normal(length) * 10.0 ** (-3.0 * np.arange(length) / length)
    tail = _filtered(falling.astype(np.float32), rate_hz, high_hz=dark_hz, order=1)
    size = len(samples) + length
    heard = np.fft.irfft(np.fft.rfft(samples, size) * np.fft.rfft(tail, size), size).astype(np.float32)
    out = heard * np.float32(wet * _ratio(samples, heard[: len(samples)]))
    out[: len(samples)] += samples * np.float32(dry)
    return out


def _ratio(wanted: Waves, found: Waves) -> float:
    """The factor that scales one wave to the root mean square of another."""
    powers = [float(np.mean(np.square(each, dtype=np.float64))) for each in (wanted, found)]
    return float(np.sqrt(powers[0] / max(powers[1], 1e-12)))


def _unclipped(samples: Waves) -> Waves:
    peak = float(np.abs(samples).max())
    return (samples if peak <= 1.0 else samples * np.float32(_PEAK / peak)).astype(np.float32)
