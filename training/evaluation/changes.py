"""Changes that sounds undergo on their way to a user, one at a time: quieter, another rate, MP3, a reverberant room.

Changes apply to the samples as the file has them; the result is a float WAV, so that only the change matters. Two are
files as users meet them: the quiet one has 16 bits, which is what degrades quiet files, and the MP3. All random numbers
are fixed.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import TypeAlias

import av
import numpy as np
import soundfile
from numpy.typing import NDArray

from engine.audio import decode
from engine.audio.resample import mix_to_mono, resample
from engine.base.errors import AudioError
from training.data.corpus import Clip
from training.evaluation.library import LibraryWriter

QUIETER_DB = -30.0
RATES_HZ = (8_000, 16_000, 22_050, 48_000, 96_000)
MP3_BITS_PER_S = 64_000
SILENCE_S = 2.0
REVERB_S = 0.8
"""Time for the room's tail to fall by 60 dB (RT60)."""
_MP3_RATES_HZ = (8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000)
_MP3_OTHERWISE_HZ = 44_100
_SEED = 6

Sound: TypeAlias = NDArray[np.float32]
"""float32 [T, C], T at least 1."""


@dataclass(frozen=True, slots=True)
class FileChange:
    """A named change."""

    name: str
    make: Callable[[Sound, int], tuple[Sound, int]]
    """Maps (samples, rate in Hz) to the changed ones."""
    kind: str = "FLOAT"
    """Format: "MP3", or libsndfile's subtype for a WAV."""

    def writer(self) -> LibraryWriter:
        """Returns the writer of changed clips, which returns None for an undecodable clip."""
        return self._write

    def _write(self, clip: Clip, place: Path) -> Path | None:
        end_s = clip.start_s + clip.duration_s if clip.start_s > 0.0 else None
        try:
            samples, info = decode.read(clip.path, start_s=clip.start_s, end_s=end_s, mono=False)
        except AudioError:
            return None
        changed, rate_hz = self.make(samples, info.sample_rate_hz)
        place = place.with_name(place.name + (".mp3" if self.kind == "MP3" else ".wav"))
        if self.kind == "MP3":
            write_mp3(place, changed, rate_hz)
        else:
            soundfile.write(place, changed, rate_hz, subtype=self.kind)
        return place


def changes() -> list[FileChange]:
    """Returns every change that packs are measured under."""
    return [
        FileChange(
            f"{QUIETER_DB:+.0f} dB in 16 bits", lambda sound, rate_hz: (quieter(sound, QUIETER_DB), rate_hz), "PCM_16"
        ),
        *(FileChange(f"{to_hz / 1000:g} kHz", _at(to_hz)) for to_hz in RATES_HZ),
        FileChange(f"MP3 at {MP3_BITS_PER_S // 1000} kbit/s", as_mp3_takes_it, "MP3"),
        FileChange("mono", lambda sound, rate_hz: (mix_to_mono(sound)[:, None], rate_hz)),
        FileChange(
            "mono in stereo", lambda sound, rate_hz: (np.repeat(mix_to_mono(sound)[:, None], 2, axis=1), rate_hz)
        ),
        FileChange(
            f"{SILENCE_S:g} s of silence first", lambda sound, rate_hz: (after_silence(sound, rate_hz), rate_hz)
        ),
        FileChange("reverb", lambda sound, rate_hz: (in_a_room(sound, rate_hz), rate_hz)),
    ]


def quieter(sound: Sound, gain_db: float = QUIETER_DB) -> Sound:
    """Returns the sound at another level."""
    return sound * np.float32(10.0 ** (gain_db / 20.0))


def after_silence(sound: Sound, rate_hz: int, silence_s: float = SILENCE_S) -> Sound:
    """Returns the sound after silence."""
    return np.concatenate([np.zeros((round(silence_s * rate_hz), sound.shape[1]), np.float32), sound])


def in_a_room(sound: Sound, rate_hz: int) -> Sound:
    """Returns the sound in a hall: dry, plus a decaying noise tail of equal energy.

    The tail falls by 60 dB in REVERB_S (Polack's model of late reverberation: Gaussian noise under an exponential) and
    is the same for every sound of a rate. The level stays; the tail makes the sound longer.
    """
    room = _room(rate_hz)
    length = len(sound) + len(room) - 1
    size = 1 << (length - 1).bit_length()
    heard = np.fft.irfft(np.fft.rfft(sound, size, axis=0) * np.fft.rfft(room, size)[:, None], size, axis=0)
    return np.asarray(heard[:length], dtype=np.float32)


def as_mp3_takes_it(sound: Sound, rate_hz: int) -> tuple[Sound, int]:
    """Returns one or two channels at a rate that MP3 supports."""
    own = sound if sound.shape[1] <= 2 else mix_to_mono(sound)[:, None]
    to_hz = rate_hz if rate_hz in _MP3_RATES_HZ else _MP3_OTHERWISE_HZ
    return resample(own, rate_hz, to_hz), to_hz


def write_mp3(place: Path, sound: Sound, rate_hz: int, bits_per_s: int = MP3_BITS_PER_S) -> None:
    """Encodes one or two channels at a constant bit rate."""
    layout = "mono" if sound.shape[1] == 1 else "stereo"
    planes = np.ascontiguousarray(sound.T)
    with av.open(str(place), "w") as container:
        stream = container.add_stream("libmp3lame", rate=rate_hz, layout=layout)
        stream.bit_rate = bits_per_s
        stream.codec_context.open()
        step = stream.codec_context.frame_size
        for start in range(0, planes.shape[1], step):
            part = np.ascontiguousarray(planes[:, start : start + step])
            frame = av.AudioFrame.from_ndarray(part, format="fltp", layout=layout)
            frame.sample_rate, frame.pts, frame.time_base = rate_hz, start, Fraction(1, rate_hz)
            container.mux(stream.encode(frame))
        container.mux(stream.encode(None))


def _at(to_hz: int) -> Callable[[Sound, int], tuple[Sound, int]]:
    return lambda sound, rate_hz: (resample(sound, rate_hz, to_hz), to_hz)


@cache
def _room(rate_hz: int) -> NDArray[np.float64]:
    """The impulse response, float64 [T]: energy 1, half of it direct sound."""
    times_s = np.arange(1, round(REVERB_S * rate_hz) + 1) / rate_hz
    tail = np.random.default_rng(_SEED).standard_normal(len(times_s)) * 10.0 ** (-3.0 * times_s / REVERB_S)
    tail /= np.sqrt(np.square(tail).sum())
    return np.asarray(np.concatenate([[1.0], tail]) * np.sqrt(0.5), dtype=np.float64)
