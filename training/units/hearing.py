"""A learnt model at work: the codes of sounds, what stands for them, and sounds spoken again in another voice."""

from collections.abc import Sequence

import numpy as np
import torch
from numpy.typing import NDArray

from engine.audio.griffin_lim import WaveFrame, griffin_lim
from engine.types import Waves
from training.progress import follow
from training.units.batches import Frames, joined
from training.units.inverter import Inverter
from training.units.settings import UnitsConfig
from training.units.vqvae import VqVae

Codes = NDArray[np.int64]
"""int64 [C], of one sound."""


@torch.inference_mode()
def codes_of(model: VqVae, sounds: Sequence[Frames]) -> list[Codes]:
    """Gives the codes of each sound, a code each four frames; each is heard alone, so that no other changes it.

    Args:
        model: in eval mode.
        sounds: features as they are.
    """
    found, on = [], model.mean.device
    for sound in follow(sounds, "coding sounds"):
        coded = model.encode(joined([sound]).to(on), torch.tensor([len(sound)], device=on))
        found.append(coded.codes[0].cpu().numpy())
    return found


def vectors_of(model: VqVae, codes: Sequence[Codes]) -> list[Frames]:
    """Gives the code vectors of each sound, float32 [C, D]."""
    book = model.codebook.vectors.cpu().numpy()
    return [book[sound] for sound in codes]


def one_hot_of(codes: Sequence[Codes], size: int) -> list[Frames]:
    """Gives each code as a vector of zeros and a one: any two different ones are equally far apart."""
    book = np.eye(size, dtype=np.float32)
    return [book[sound] for sound in codes]


def frame_of(config: UnitsConfig) -> WaveFrame:
    """Gives how the magnitudes of a config were cut."""
    features = config.features
    return WaveFrame(features.fft_points, features.window, features.hop)


@torch.inference_mode()
def speak(inverter: Inverter, vectors: Frames, config: UnitsConfig, frames: int | None = None) -> Waves:
    """Gives a wave of code vectors [C, D], float32 [T], at the features' rate, in the inverter's voice.

    Args:
        inverter: in eval mode.
        vectors: of the codes.
        config: theirs.
        frames: of the sound they were made of; None: four a code.
    """
    coded = torch.from_numpy(np.ascontiguousarray(vectors)).to(inverter.loudness.device)
    drawn = inverter.magnitudes(coded).cpu().numpy()[:frames]
    wave = griffin_lim(drawn, frame_of(config), rounds=config.inverter.rounds)
    return np.clip(wave, -1.0, 1.0)
