"""Applies a trained model: the codes of sounds, their vectors, and resynthesis in another voice."""

from collections.abc import Sequence

import numpy as np
import torch
from numpy.typing import NDArray

from engine.audio.griffin_lim import StftFrame, griffin_lim
from engine.base.types import Waves
from training.base.progress import follow
from training.papers.units.batches import Frames, joined
from training.papers.units.inverter import Inverter
from training.papers.units.settings import UnitsConfig
from training.papers.units.vqvae import VqVae

Codes = NDArray[np.int64]
"""int64 [C], of one sound."""


@torch.inference_mode()
def codes_of(model: VqVae, sounds: Sequence[Frames]) -> list[Codes]:
    """Returns the codes of each sound, one per four frames; each sound is encoded alone, unaffected by the others.

    Args:
        model: in eval mode.
        sounds: features, not standardised.
    """
    found, on = [], model.mean.device
    for sound in follow(sounds, "coding sounds"):
        coded = model.encode(joined([sound]).to(on), torch.tensor([len(sound)], device=on))
        found.append(coded.codes[0].cpu().numpy())
    return found


def vectors_of(model: VqVae, codes: Sequence[Codes]) -> list[Frames]:
    """Returns the code vectors of each sound, float32 [C, D]."""
    book = model.codebook.vectors.cpu().numpy()
    return [book[sound] for sound in codes]


def one_hot_of(codes: Sequence[Codes], size: int) -> list[Frames]:
    """Returns one-hot vectors of each sound's codes: any two different codes are equally far apart."""
    book = np.eye(size, dtype=np.float32)
    return [book[sound] for sound in codes]


def frame_of(config: UnitsConfig) -> StftFrame:
    """Returns the framing of a config's magnitudes."""
    features = config.features
    return StftFrame(features.fft_points, features.window, features.hop)


@torch.inference_mode()
def speak(inverter: Inverter, vectors: Frames, config: UnitsConfig, frames: int | None = None) -> Waves:
    """Synthesises code vectors [C, D] in the inverter's voice, float32 [T] at the features' rate.

    Args:
        inverter: in eval mode.
        frames: of the original sound; None: four per code.
    """
    coded = torch.from_numpy(np.ascontiguousarray(vectors)).to(inverter.loudness.device)
    drawn = inverter.magnitudes(coded).cpu().numpy()[:frames]
    wave = griffin_lim(drawn, frame_of(config), rounds=config.inverter.rounds)
    return np.clip(wave, -1.0, 1.0)
