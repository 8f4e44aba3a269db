"""Small speech for tests: two tones that follow one another in each word, in voices that differ in pitch."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import soundfile
from numpy.typing import NDArray

from engine.features.speech.features import SpeechConfig
from training.papers.units.settings import InverterConfig, LearningConfig, PartsConfig, UnitsConfig, UnitsModelConfig

RATE_HZ = 8_000
WORDS = {"0": (500.0, 1_500.0), "1": (1_500.0, 500.0), "2": (900.0, 2_600.0), "3": (2_600.0, 900.0)}
SPEAKERS = {"ann": 1.0, "bob": 0.85, "cid": 1.12}


def word(tones_hz: Sequence[float], pitch: float, seed: int) -> NDArray[np.float32]:
    """Half a second: two tones with overtones and a little noise."""
    rng = np.random.default_rng(seed)
    time_s = np.arange(RATE_HZ // 4) / RATE_HZ
    parts = [
        np.sin(2.0 * np.pi * hz * pitch * time_s) + 0.3 * np.sin(3.0 * np.pi * hz * pitch * time_s) for hz in tones_hz
    ]
    wave = np.concatenate(parts)
    return (0.3 * wave + 0.01 * rng.normal(size=len(wave))).astype(np.float32)


def make_fsdd(folder: Path, takes: int = 4) -> Path:
    """Writes recordings named as those of fsdd are."""
    folder.mkdir(parents=True, exist_ok=True)
    for row, (name, tones_hz) in enumerate(WORDS.items()):
        for column, (speaker, pitch) in enumerate(SPEAKERS.items()):
            for take in range(takes):
                seed = 100 * row + 10 * column + take
                wave = word(tones_hz, pitch * (1.0 + 0.01 * take), seed)
                soundfile.write(folder / f"{name}_{speaker}_{take}.wav", wave, RATE_HZ)
    return folder


def small_config(steps: int = 60, **model: object) -> UnitsConfig:
    """A recipe that learns in seconds."""
    run = LearningConfig(steps=steps, batch=8, crop_s=0.4, learning_rate=2e-3, look_every=20)
    sizes: dict[str, object] = {"codes": 16, "width": 32, "heads": 2, "inner": 64, "code_width": 8, "speaker_width": 4}
    return UnitsConfig(
        name="small",
        features=SpeechConfig(sample_rate_hz=RATE_HZ, mels=40, coefficients=13, deltas=0, normalise="none"),
        parts=PartsConfig(train=("fsdd:-cid",), target=("fsdd:ann",), test=("fsdd:cid",), trim=False),
        model=UnitsModelConfig(**{**sizes, **model}),  # type: ignore[arg-type]
        inverter=InverterConfig(width=32, heads=2, inner=64, layers=1, kernels=(3, 5), dropout=0.0, rounds=20),
        codes_run=run,
        inverter_run=run,
    )
