"""Settings of a retraining on little material: few steps, a low rate, staying near the start.

docs/decisions/0032-learning-on-from-a-users-own-sounds.md has the measurements.
"""

from dataclasses import dataclass, field

from training.base.device import check_device
from training.data.augment import AugmentConfig


@dataclass(frozen=True, slots=True)
class RetrainConfig:
    """Settings of a retraining; its defaults suit small data."""

    steps: int = 300
    """Without `minutes`."""
    minutes: float | None = None
    """If set, replaces `steps`."""
    batch: int = 32
    """Sounds per step; never more than half of the sounds."""
    learning_rate: float = 1e-4
    scratch_learning_rate: float = 1e-3
    """Without weights to start from."""
    weight_decay: float = 0.01
    warm_up_steps: int = 20
    average_decay: float = 0.98
    """Of the running average of the weights, which is validated and kept."""
    softness: float = 0.2
    """Share of a sound's target that goes to descriptions of similar meaning."""
    lengths_s: tuple[float, ...] = (1.0, 2.0, 4.0)
    """Lengths to draw from, one per batch."""
    looks: int = 20
    """Validations per run."""
    blends: tuple[float, ...] = (0.25, 0.5, 0.75)
    """Shares of the learnt change tried at the end against all of it: a model between start and best is often as good
    here and has forgotten less (Wortsman et al. 2022, weight-space ensembles).
    """
    seed: int = 1
    device: str = "cpu"
    """cpu, cuda, cuda:N or mps."""
    least_sounds: int = 20
    """Fewer usable sounds are refused."""
    most_sounds: int = 8_000
    most_s: float = 30.0
    """Of one sound; longer ones are cut."""
    most_hours: float = 10.0
    """Of all sounds: their spectrograms stay in memory, 46 MB per hour."""
    most_held_out: int = 400
    """Sounds that before and after are measured on."""
    held_out_share: float = 0.15
    """Of the recordings, once to choose the best step and again to measure on."""
    least_held_out: int = 4
    """Recordings in each of the two."""
    augment: AugmentConfig = field(default_factory=lambda: AugmentConfig(mix_share=0.25, noise_share=0.2))

    def __post_init__(self) -> None:
        check_device(self.device)
        if self.steps < 1 or self.batch < 2 or self.looks < 1:
            raise ValueError("steps and looks must be at least 1 and batch at least 2")
        if self.minutes is not None and self.minutes <= 0.0:
            raise ValueError(f"minutes must be more than 0, found {self.minutes}")
