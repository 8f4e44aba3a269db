"""Every setting of units: typed, with defaults, changed by a TOML file whose tables mirror the fields.

An unknown key is an error. Where the paper says nothing, the docstring says that the value is our choice.
"""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from engine.speech.features import SpeechConfig
from training.recipe import read_recipe
from training.run_settings import RunConfig
from training.settings_file import from_mapping


def _paper_features() -> SpeechConfig:
    return SpeechConfig(sample_rate_hz=16_000, points=512, mels=80, coefficients=13, normalise="none")


@dataclass(frozen=True, slots=True)
class UnitsRow:
    """The row of the paper's tables that a recipe reproduces; empty for one of our own."""

    tables: tuple[str, ...] = ()
    """1, 2, 3."""
    row: str = ""
    abx: float | None = None
    """Published error across speakers, per cent, English."""
    bitrate: float | None = None
    """Published, bits a second."""
    note: str = ""


@dataclass(frozen=True, slots=True)
class PartsConfig:
    """What is learnt from and measured on: parts as `training.units.recordings` reads them, such as "fsdd:-george"."""

    train: tuple[str, ...] = ("fsdd",)
    """Codes are learnt from; each speaker gets an embedding."""
    target: tuple[str, ...] = ()
    """The inverter is learnt from: one voice."""
    test: tuple[str, ...] = ()
    """Measured on: speakers that were not learnt from."""
    trim: bool = True
    """Cut silence at both ends off."""
    level: bool = False
    """Bring every recording to the level at which the product hears units (`engine.speech.levels`); packs want it."""
    most: int = 0
    """Recordings of each part at most, evenly from its order; 0: all."""


@dataclass(frozen=True, slots=True)
class UnitsModelConfig:
    """The VQ-VAE. The paper gives stride, K, gamma, lambda and p; widths, heads and kernels are our choice."""

    kind: Literal["transformer", "conv"] = "transformer"
    """conv: the submission of 2019, convolutions alone."""
    codes: int = 128
    """K."""
    width: int = 256
    heads: int = 4
    inner: int = 1024
    layers: int = 1
    """Transformer layers of each of the two blocks that halve the frames, and of each that doubles them. Figure 3 says
    "2x Transformer layer"; read here as one in each of two blocks. 2 is the other reading: two in each."""
    positions: bool = False
    """Whether sinusoids are added to what the encoder and the decoder take; the paper has them in the inverter only."""
    code_width: int = 64
    """D of a code."""
    speaker_width: int = 64
    dropout: float = 0.0
    decay: float = 0.99
    """Of the codebook's running averages."""
    start_from_data: bool = True
    commitment: float = 0.25
    """gamma of equation 7."""
    smoothing: float = 0.0
    """lambda of equation 10."""
    jitter: float = 0.0
    """p of equation 11: for each side, so that 2 p of all codes are replaced."""
    scale: Literal["sum", "mean"] = "sum"
    """sum: squared norms as the paper prints them, so that gamma and lambda weigh what they do there. mean: squares
    are averaged over their numbers, as published code of others does."""

    def __post_init__(self) -> None:
        """Refuses what no network can be built of."""
        if self.width % self.heads or self.width % 2:
            raise ValueError(f"width {self.width} must be even and a multiple of heads {self.heads}")
        if not 0.0 <= self.jitter <= 0.5 or min(self.commitment, self.smoothing) < 0.0:
            raise ValueError("jitter is within 0 and 0.5, commitment and smoothing are not negative")
        if self.codes < 2 or min(self.layers, self.code_width, self.speaker_width, self.inner) < 1:
            raise ValueError("codes must be 2 or more; layers, code_width, speaker_width and inner 1 or more")


STRIDE = 4
"""Frames a code: two blocks halve them."""


@dataclass(frozen=True, slots=True)
class InverterConfig:
    """The codebook inverter. The paper gives two multiscale convolutions, three layers, L2; the rest is our choice."""

    width: int = 256
    heads: int = 4
    inner: int = 1024
    layers: int = 3
    kernels: tuple[int, ...] = (3, 5, 7, 9)
    """Frames that the convolutions of a multiscale layer reach over; odd."""
    dropout: float = 0.1
    power: float = 1.0
    """The network draws magnitude ** power; 1 as in the paper. With 0.5 what is soft counts more."""
    rounds: int = 60
    """Of Griffin and Lim's."""
    voices: Literal["one", "many"] = "one"
    """one: it speaks as one voice, as in the paper. many: it is learnt from whoever is given, for sketches of any
    sound; the codes do not say who speaks, so it draws something between them."""

    def __post_init__(self) -> None:
        """Refuses what no network can be built of."""
        if self.width % self.heads or self.width % 2:
            raise ValueError(f"width {self.width} must be even and a multiple of heads {self.heads}")
        if not self.kernels or any(kernel < 1 or kernel % 2 == 0 for kernel in self.kernels):
            raise ValueError(f"kernels must be odd, found {self.kernels}")
        if not 0.0 < self.power <= 1.0 or self.layers < 1:
            raise ValueError("power is within 0 and 1, layers 1 or more")


@dataclass(frozen=True, slots=True)
class LearningConfig:
    """How one of the two models is learnt. Adam at 1e-4 is the paper's; the rest is our choice."""

    steps: int = 20_000
    batch: int = 16
    """Stretches of a batch, of all devices together."""
    accumulate: int = 1
    """Batches of a step. Their stretches count as one batch's, in the loss and in the codebook, so that two are equal
    to one of twice the size (but for what is drawn: dropout, jitter, and first codes, which are the first batch's)."""
    crop_s: float = 2.0
    """Longest stretch of a recording in a batch; shorter ones are whole."""
    learning_rate: float = 1e-4
    warm_up_steps: int = 0
    gradient_norm: float = 0.0
    """Longest gradient; 0: as it comes."""
    look_every: int = 1_000
    """Steps between two looks, after which the checkpoint is kept."""
    seed: int = 0
    threads: int = 1
    """Of the processor; with one a run that is taken up again is equal to the bit."""
    device: str = "cpu"
    """cpu, cuda, cuda:N, mps, or auto, a GPU where there is one."""
    devices: int = 1
    """Processes of one machine, each with a device; more than one share every batch."""
    nodes: int = 1
    """Machines, started by torchrun."""
    precision: Literal["auto", "32", "bf16", "16"] = "32"
    """See `training.run_settings.RunConfig`; nearest codes and the loss are always found in float32."""
    keep: Literal["last", "best"] = "last"
    """Which weights the run gives: the last, or those of the look that drew best, in best.pt. Looks are at recordings
    that are learnt from, so the best says little of others."""

    def __post_init__(self) -> None:
        """Refuses a run that cannot start, and what is no device."""
        machine = self.machine()
        if self.batch % (machine.devices * machine.nodes):
            raise ValueError(f"a batch of {self.batch} cannot be shared evenly by {machine.devices * machine.nodes}")
        if min(self.steps, self.batch, self.look_every, self.threads) < 1 or self.crop_s <= 0.0:
            raise ValueError("steps, batch, look_every and threads must be 1 or more, crop_s more than 0")
        if self.learning_rate <= 0.0 or self.gradient_norm < 0.0 or self.warm_up_steps < 0:
            raise ValueError("learning_rate must be more than 0, gradient_norm and warm_up_steps not negative")

    def machine(self) -> RunConfig:
        """Gives where and in what numbers it learns, as every training says it.

        Raises:
            ValueError: what is asked for does not go together.
        """
        return RunConfig(
            accelerator=self.device,
            devices=self.devices,
            nodes=self.nodes,
            precision=self.precision,
            accumulate=self.accumulate,
        )


@dataclass(frozen=True, slots=True)
class UnitsConfig:
    """One pair of models: codes, and the inverter that lets them be heard."""

    name: str = "units"
    version: str = "1"
    paper: UnitsRow = field(default_factory=UnitsRow)
    features: SpeechConfig = field(default_factory=_paper_features)
    """What the encoder takes and the decoder gives; the inverter draws magnitudes of the same frames."""
    parts: PartsConfig = field(default_factory=PartsConfig)
    model: UnitsModelConfig = field(default_factory=UnitsModelConfig)
    inverter: InverterConfig = field(default_factory=InverterConfig)
    codes_run: LearningConfig = field(default_factory=LearningConfig)
    inverter_run: LearningConfig = field(default_factory=LearningConfig)

    @property
    def codes_per_s(self) -> float:
        """Codes of a second of sound: 25 with the paper's frames."""
        return self.features.sample_rate_hz / self.features.hop / STRIDE


def load_units_config(path: Path) -> UnitsConfig:
    """Reads a recipe.

    Raises:
        RecipeError: it, or a recipe it has as its base, cannot be read.
        ConfigError: an unknown key, or a value that is refused.
    """
    return from_mapping(UnitsConfig, read_recipe(path))
