"""The audio side of a CLAP checkpoint as one graph with its feature extractor: waves in, unit vectors out.

transformers splits this over three places (ClapFeatureExtractor pads, pictures and stacks; ClapAudioModel stretches and
folds the picture and runs HTSAT; ClapModel projects); here it is written out for one window of at most ten seconds,
with the layers of the loaded ClapModel. Two steps are computed differently with the same result: the bicubic stretch is
a product with a fixed matrix, and the four equal pictures of a fused model are made once.
"""

import math
from typing import Any

import torch
from torch import Tensor, nn
from transformers import ClapFeatureExtractor, ClapModel

from engine.base.errors import EngineError
from engine.models.mel_filters import POINTS
from training.towers.mels import MelConfig, MelPower

_FLOOR = 1e-10
"""Least power before the logarithm (ClapFeatureExtractor: mel_floor and min_value)."""
PADDINGS = {"repeatpad": "repeat_whole", "repeat": "repeat", "pad": "zeros"}
"""ClapFeatureExtractor's padding of short sounds, and the engine's word for it."""


class ClapError(EngineError):
    """A CLAP checkpoint cannot be made into a pack."""


class ClapAudioGraph(nn.Module):
    """Maps waves, float32 [B, T], T at most the extractor's ten seconds, to unit vectors, float32 [B, D].

    Shorter waves are padded as by the extractor. A fused model hears every window as one of its long sounds whose three
    crops and whole are the same ten seconds, as ClapProcessor does for one short sound (in a batch of several it fuses
    a random one, so a vector would depend on the batch).
    """

    stretch_time: Tensor
    stretch_bands: Tensor

    def __init__(self, model: ClapModel, extractor: ClapFeatureExtractor) -> None:
        super().__init__()
        encoder = model.audio_model.audio_encoder
        self.samples = int(extractor.nb_max_samples)
        self.sample_rate_hz = int(extractor.sampling_rate)
        self.fill = str(extractor.padding)
        self.mel_power = MelPower(_mel_config(extractor))
        self.encoder, self.projection = encoder, model.audio_projection
        frames, bands = 1 + self.samples // int(extractor.hop_length), int(extractor.feature_size)
        self.ratio = int(encoder.freq_ratio)
        width, height = int(encoder.spec_size) * self.ratio, int(encoder.spec_size) // self.ratio
        if frames > width or bands != encoder.config.num_mel_bins or bands > height:
            raise ClapError(
                f"its extractor gives pictures of {frames} x {bands}, its network takes at most {width} x {height}",
                advice="The folder's preprocessor_config.json and config.json must be of one model.",
            )
        self.register_buffer("stretch_time", _stretch(frames, width), persistent=False)
        self.register_buffer("stretch_bands", _stretch(bands, height).T.contiguous(), persistent=False)
        _set_windows(encoder)

    def forward(self, waveform: Tensor) -> Tensor:
        power = self.mel_power(self._filled(waveform))
        decibels = torch.log10(power.clamp(min=_FLOOR)) * 10.0
        # The norm treats mel bands as channels.
        bands = self.encoder.batch_norm(decibels.transpose(1, 2).unsqueeze(3)).squeeze(3).transpose(1, 2)
        picture = torch.matmul(torch.matmul(self.stretch_time, bands), self.stretch_bands)
        tokens = self._patches(self._folded(picture))
        for stage, size in zip(self.encoder.layers, self.encoder.input_resolutions, strict=True):
            tokens = stage(tokens, size, False, True)[0]
        # The mean over all patches equals the grouping by frequency, which is undone before pooling.
        pooled = self.encoder.norm(tokens).mean(dim=1)
        return nn.functional.normalize(self.projection(pooled), dim=1)

    def _filled(self, waves: Tensor) -> Tensor:
        """Pads waves to exactly `samples`: whole repeats, as many as fit, or none, and then silence."""
        length = waves.shape[1]
        times = {"repeatpad": self.samples // length, "repeat": self.samples // length + 1, "pad": 1}[self.fill]
        repeated = waves.repeat(1, times)
        filled = nn.functional.pad(repeated, (0, self.samples))[:, : self.samples]
        return filled.reshape(-1, self.samples)

    def _folded(self, picture: Tensor) -> Tensor:
        """A picture [B, time, bands] folded to [B, 1, bands * ratio, time / ratio]: its stretches of time stacked."""
        batch, (time, bands) = picture.shape[0], picture.shape[1:]
        pieces = picture.reshape(batch, self.ratio, time // self.ratio, bands).permute(0, 1, 3, 2)
        return pieces.reshape(batch, 1, bands * self.ratio, time // self.ratio)

    def _patches(self, image: Tensor) -> Tensor:
        """Patch vectors [B, N, E]; a fused model's whole is fused with three crops."""
        embed = self.encoder.patch_embed
        patches = embed.proj(image)
        if self.encoder.enable_fusion:
            crop = embed.mel_conv2d(image)
            crops = torch.cat([crop, crop, crop], dim=3)
            crops = nn.functional.pad(crops, (0, patches.shape[3] - crops.shape[3]))
            patches = embed.fusion_model(patches, crops)
        flat: Tensor = embed.norm(patches.flatten(2).transpose(1, 2))
        return flat


def check_extractor(extractor: ClapFeatureExtractor) -> None:
    """Refuses an extractor that the graph does not rebuild.

    Raises:
        ClapError: another kind of transform, padding or logarithm.
    """
    known = {
        f"fft_window_size {extractor.fft_window_size}": extractor.fft_window_size == POINTS,
        f"padding {extractor.padding!r}": extractor.padding in PADDINGS,
        f"truncation {extractor.truncation!r}": extractor.truncation in ("fusion", "rand_trunc"),
        f"top_db {extractor.top_db}": extractor.top_db is None,
        f"max_length_s {extractor.max_length_s}": 0 < extractor.max_length_s <= 60,
    }
    for name, is_known in known.items():
        if not is_known:
            raise ClapError(
                f"its preprocessor_config.json has {name}, which Earshot does not rebuild",
                advice="Use a checkpoint with the feature extractor of laion/clap-htsat-unfused or kin.",
            )


def _mel_config(extractor: ClapFeatureExtractor) -> MelConfig:
    """HTK triangles for "fusion", otherwise Slaney's of equal area, as in ClapFeatureExtractor."""
    return MelConfig(
        sample_rate_hz=int(extractor.sampling_rate),
        window=POINTS,
        is_periodic=True,
        hop=int(extractor.hop_length),
        mels=int(extractor.feature_size),
        low_hz=float(extractor.frequency_min),
        high_hz=float(extractor.frequency_max),
        scale="htk" if extractor.truncation == "fusion" else "slaney",
    )


def _stretch(found: int, wanted: int) -> Tensor:
    """The matrix [wanted, found] of torch's bicubic interpolation with aligned corners."""
    if found == wanted:
        return torch.eye(found)
    unit = torch.eye(found)[None, None]
    return nn.functional.interpolate(unit, (wanted, found), mode="bicubic", align_corners=True)[0, 0]


def _set_windows(encoder: Any) -> None:
    """Shrinks each layer's window to a smaller map, which transformers does at the first call.

    Done in advance, with `always_partition`, the sizes are plain numbers during tracing.
    """
    for stage, size in zip(encoder.layers, encoder.input_resolutions, strict=True):
        for layer in stage.blocks:
            if min(size) <= layer.window_size:
                layer.shift_size, layer.window_size = 0, min(size)


def logit_scale(model: ClapModel) -> float:
    """Returns the model's trained scale from cosines to logits."""
    return math.exp(float(model.logit_scale_a.detach()))
