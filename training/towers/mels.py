"""The mel front ends of the published encoders: waves in, mel powers out, numerically equal to their authors'.

Frames are centred on every `hop`th sample and the wave is mirrored at both ends, as in torch.stft and librosa. What
follows (logarithm, normalisation, masks) belongs to each encoder. Powers are computed in float32 without gradient, even
under autocast: in float16 the loud end of a spectrum overflows.
"""

from dataclasses import dataclass, replace

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from engine.models.mel_filters import POINTS, Scale, fold, mel_filters
from training.towers.fourier import FoldedPower, frames_of, spans_of


@dataclass(frozen=True, slots=True)
class MelConfig:
    """One mel front end."""

    sample_rate_hz: int
    window: int
    """Samples under the Hann window; the transform has 1024 points."""
    is_periodic: bool
    """Whether the Hann window is periodic (without its last sample, which would be 0)."""
    hop: int
    """Samples between two frames."""
    mels: int
    low_hz: float
    high_hz: float
    scale: Scale
    """Mel scale. "kaldi": triangles linear in mel, peaks near 1. "slaney": linear in Hz, of equal area. "htk": linear
    in Hz, peaks near 1."""
    pre_emphasis: float = 0.0
    """y[n] = x[n + 1] - pre_emphasis * x[n], one sample shorter than x; 0 for none."""
    low_jitter_hz: int = 0
    """In training each call draws the lowest edge from low_hz + {0 … low_jitter_hz - 1}; 0 fixes it."""
    high_jitter_hz: int = 0
    """In training each call draws the highest edge from high_hz + high_jitter_hz // 2 - {0 … high_jitter_hz - 1}; 0
    fixes it."""

    def __post_init__(self) -> None:
        highest_hz = self.high_hz + self.high_jitter_hz // 2
        if not 0 <= self.low_hz < self.high_hz <= highest_hz <= self.sample_rate_hz / 2:
            raise ValueError(f"mel range {self.low_hz} to {highest_hz} Hz does not fit {self.sample_rate_hz} Hz")
        if not 0 < self.hop <= self.window or self.low_jitter_hz < 0 or self.high_jitter_hz < 0:
            raise ValueError(f"hop {self.hop} must be within 1 and {self.window}, jitters not negative")


PASST_MEL = MelConfig(32_000, 800, False, 320, 128, 0.0, 15_000.0, "kaldi", pre_emphasis=0.97)
"""PaSST and EfficientAT's MobileNets ("AugmentMelSTFT"). The papers state a window of 1024 points (32 ms); the code has
800 under a transform of 1024."""
PANNS_MEL = MelConfig(32_000, 1024, True, 320, 64, 50.0, 14_000.0, "slaney")
"""PANNs' CNN10 and CNN14 (torchlibrosa)."""
ATST_MEL = MelConfig(16_000, 1024, True, 160, 64, 60.0, 7_800.0, "htk")
"""ATST-Frame (torchaudio's MelSpectrogram)."""
_MOST_FRAMES = 65_536
"""Most frames transformed at once, 21 sounds of 30 s; a batch of 64 would need 2 GB."""
PASST_JITTER_HZ = (10, 2000)
"""Range of the mel edges in training in the PaSST authors' code: 0 to 9 Hz below, 14001 to 16000 Hz above."""


def with_jitter(config: MelConfig, low_hz: int, high_hz: int) -> MelConfig:
    """Returns a front end whose mel edges move in training."""
    return replace(config, low_jitter_hz=low_hz, high_jitter_hz=high_hz)


class MelPower(nn.Module):
    """Maps waves, float32 [B, T], to non-negative mel powers, float32 [B, F, M]; F = 1 + T // hop.

    Pre-emphasis shortens T by one, so a whole number of hops gives T // hop frames. A wave too short to mirror (less
    than half a window) is first padded with silence; exported graphs refuse it instead. Graphs use matrix products for
    the Fourier transform; torch's own is used here, three times as fast on a processor.
    """

    filters: Tensor
    folded: Tensor

    def __init__(self, config: MelConfig) -> None:
        super().__init__()
        self.config = config
        steps = config.window if config.is_periodic else config.window - 1
        self.fourier = FoldedPower(0.5 - 0.5 * np.cos(2.0 * np.pi * np.arange(config.window) / steps))
        self.register_buffer("filters", self.bank(config.low_hz, config.high_hz), persistent=False)
        folded = torch.tensor(fold(mel_bank(config, config.low_hz, config.high_hz)), dtype=torch.float32)
        self.register_buffer("folded", folded, persistent=False)

    def forward(self, waves: Tensor) -> Tensor:
        with torch.no_grad(), torch.autocast(waves.device.type, enabled=False):
            if is_tracing():
                return self._as_products(self._mirrored(waves.float()))
            least, filters = self.config.window // 2 + 2, self._drawn()
            mirrored = self._mirrored(nn.functional.pad(waves.float(), (0, max(0, least - waves.shape[1]))))
            share = max(1, _MOST_FRAMES * self.config.hop // mirrored.shape[1])
            return torch.cat([self._by_torch(part, filters) for part in torch.split(mirrored, share)])

    def bank(self, low_hz: float, high_hz: float) -> Tensor:
        """Returns the filters between two edges, float32 [513, M]."""
        return torch.tensor(mel_bank(self.config, low_hz, high_hz).T, dtype=torch.float32)

    def _mirrored(self, waves: Tensor) -> Tensor:
        half = self.config.window // 2
        if self.config.pre_emphasis:
            waves = waves[:, 1:] - self.config.pre_emphasis * waves[:, :-1]
        return nn.functional.pad(waves, (half, half), mode="reflect")

    def _by_torch(self, mirrored: Tensor, filters: Tensor) -> Tensor:
        cut = mirrored.unfold(1, self.config.window, self.config.hop) * self.fourier.window
        spectrum = torch.fft.rfft(cut, n=POINTS)
        return torch.matmul(spectrum.real**2 + spectrum.imag**2, filters)

    def _as_products(self, mirrored: Tensor) -> Tensor:
        hop, window = self.config.hop, self.config.window
        spans = spans_of(hop, window)
        frames = 1 + (mirrored.shape[1] - window) // hop
        filled = nn.functional.pad(mirrored, (0, spans * hop - window))[:, : (frames + spans - 1) * hop]
        return torch.matmul(self.fourier(frames_of(filled, frames, hop, window)), self.folded)

    def _drawn(self) -> Tensor:
        config = self.config
        if not self.training or not (config.low_jitter_hz or config.high_jitter_hz):
            return self.filters
        low_hz, high_hz = config.low_hz, config.high_hz
        if config.low_jitter_hz:
            low_hz += int(torch.randint(config.low_jitter_hz, (1,)))
        if config.high_jitter_hz:
            high_hz += config.high_jitter_hz // 2 - int(torch.randint(config.high_jitter_hz, (1,)))
        return self.bank(low_hz, high_hz).to(self.filters.device)


def is_tracing() -> bool:
    """Whether a graph is being traced, in which lengths must not be inspected."""
    return torch._C._get_tracing_state() is not None


def mel_bank(config: MelConfig, low_hz: float, high_hz: float) -> NDArray[np.float64]:
    """Returns the mel filters between two edges, float64 [M, 513]; see `mel_filters`."""
    return mel_filters(config.scale, config.mels, low_hz, high_hz, config.sample_rate_hz)
