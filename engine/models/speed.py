"""How fast this computer analyses sounds: measured on one made for it, in the same steps as a job's.

It says nothing of the drive that sounds lie on, and nothing of what else the computer does later.
"""

import os
import tempfile
import time
from pathlib import Path

import numpy as np
import soundfile

from engine.audio.analysis import analysis
from engine.base.cancellation import Cancel, check
from engine.base.types import FilePath
from engine.models.encoder import AudioEncoder
from engine.models.pack import Pack

LENGTH_S = 2.0
"""Of the sound: a short effect."""
_RATE_HZ = 48000
_TIMES = 4
"""Timed after a first one, which loads what the others use."""


def seconds_per_sound(pack: Pack, cancel: Cancel) -> float:
    """Returns the seconds that a job on all cores takes for a short sound, about: decoding, measures and vectors.

    Raises:
        DeviceError: no device runs the pack.
        StopRequested: `cancel` returned True.
        OSError: the temporary folder cannot be written.
    """
    encoder = AudioEncoder(pack, "cpu")
    noise = np.random.default_rng(0).normal(0.0, 0.1, (round(LENGTH_S * _RATE_HZ), 2)).astype(np.float32)
    taken_s = []
    with tempfile.TemporaryDirectory(prefix="earshot-speed-") as folder:
        file = Path(folder) / "noise.wav"
        soundfile.write(file, noise, _RATE_HZ, subtype="PCM_24")
        for _ in range(1 + _TIMES):
            check(cancel)
            begun_s = time.perf_counter()
            with analysis(FilePath.of(file), pack.info.plan) as sound:
                segments = list(sound.segments())
            encoder.encode_segments(segments)
            taken_s.append(time.perf_counter() - begun_s)
    return min(taken_s[1:]) / (os.cpu_count() or 1)
