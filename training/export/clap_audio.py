"""The ear of a CLAP checkpoint as one graph: waves in, unit vectors out, the feature extractor inside.

What transformers does in three places (ClapFeatureExtractor fills up, pictures and stacks; ClapAudioModel stretches and
folds the picture and runs HTSAT; ClapModel projects) is written out for one window of at most ten seconds. The layers
themselves are those of the loaded ClapModel. Two things are computed otherwise, to the same numbers: the bicubic
stretch is a product with a fixed matrix, and the four equal pictures of a fused model are made once.
"""

import math
from typing import Any

import torch
from torch import Tensor, nn
from transformers import ClapFeatureExtractor, ClapModel

from engine.errors import EngineError
from training.towers.fourier import POINTS
from training.towers.mels import MelConfig, MelPower

_FLOOR = 1e-10
"""Powers below it are raised to it before the logarithm (ClapFeatureExtractor: mel_floor and min_value)."""
PADDINGS = {"repeatpad": "repeat_whole", "repeat": "repeat", "pad": "zeros"}
"""How ClapFeatureExtractor fills a short sound up, and the engine's word for it."""


class ClapError(EngineError):
    """A CLAP checkpoint that cannot be made into a pack."""


class ClapEar(nn.Module):
    """Turns waves, float32 [B, T], T at most the extractor's ten seconds, into unit vectors, float32 [B, D].

    A shorter wave is filled up as the extractor does it. A fused model hears every window as one of its long sounds
    whose three crops and whose whole are the same ten seconds: that is what ClapProcessor gives for one short sound by
    itself (in a batch of several it fuses one of them by lot, so that a vector would depend on the batch).
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
        # The norm is over mel bands, which it takes as channels.
        bands = self.encoder.batch_norm(decibels.transpose(1, 2).unsqueeze(3)).squeeze(3).transpose(1, 2)
        picture = torch.matmul(torch.matmul(self.stretch_time, bands), self.stretch_bands)
        tokens = self._patches(self._folded(picture))
        for stage, size in zip(self.encoder.layers, self.encoder.input_resolutions, strict=True):
            tokens = stage(tokens, size, False, True)[0]
        # The mean over all patches is what is left of the grouping by frequency, which is undone before pooling.
        pooled = self.encoder.norm(tokens).mean(dim=1)
        return nn.functional.normalize(self.projection(pooled), dim=1)

    def _filled(self, waves: Tensor) -> Tensor:
        """Waves of exactly `samples`: repeated whole times, or as often as fits, or not at all, and then silence."""
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
        """Patch vectors [B, N, E]; of a fused model: of the whole, fused with those of three crops."""
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
    """Refuses what the graph does not rebuild.

    Raises:
        ClapError: a transform, filling or logarithm of another kind.
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
    """HTK triangles for "fusion", Slaney's of equal area else, as ClapFeatureExtractor chooses them."""
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
    """The matrix [wanted, found] that stretches a column as torch's bicubic interpolation does, corners aligned."""
    if found == wanted:
        return torch.eye(found)
    unit = torch.eye(found)[None, None]
    return nn.functional.interpolate(unit, (wanted, found), mode="bicubic", align_corners=True)[0, 0]


def _set_windows(encoder: Any) -> None:
    """Sets each layer's window to its map where that is smaller, which transformers does at the first call.

    Done beforehand, and `always_partition` given, the sizes are plain numbers while the graph is traced.
    """
    for stage, size in zip(encoder.layers, encoder.input_resolutions, strict=True):
        for layer in stage.blocks:
            if min(size) <= layer.window_size:
                layer.shift_size, layer.window_size = 0, min(size)


def logit_scale(model: ClapModel) -> float:
    """How steeply the model was trained to turn a cosine into odds."""
    return math.exp(float(model.logit_scale_a.detach()))
