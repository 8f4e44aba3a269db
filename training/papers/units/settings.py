"""Every setting of units: typed, with defaults, changed by a TOML file whose tables mirror the fields.

An unknown key is an error. Docstrings mark values that the paper leaves open as our choice.
"""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from engine.features.speech.features import SpeechConfig
from training.base.recipe import read_recipe
from training.runs.run_settings import RunConfig
from training.runs.settings_file import from_mapping


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
    """Published, bits per second."""
    note: str = ""


@dataclass(frozen=True, slots=True)
class PartsConfig:
    """Parts to train and measure on, in the notation of `training.papers.units.recordings`, such as "fsdd:-george"."""

    train: tuple[str, ...] = ("fsdd",)
    """For the codes; each speaker gets an embedding."""
    target: tuple[str, ...] = ()
    """For the inverter: one voice."""
    test: tuple[str, ...] = ()
    """To measure on: speakers unknown to training."""
    trim: bool = True
    """Whether to cut silence off at both ends."""
    level: bool = False
    """Whether to bring every recording to the product's level for units (`speech.levels`), as packs need it."""
    most: int = 0
    """Most recordings of each part, evenly from its order; 0: all."""


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
    "2x Transformer layer"; we read it as one in each of two blocks. 2 is the other reading: two in each.
    """
    positions: bool = False
    """Whether encoder and decoder add sinusoids to their input; the paper has them in the inverter only."""
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
    """sum: squared norms as the paper prints them, so that gamma and lambda weigh the same. mean: averages the squares
    over their numbers, as other published code does.
    """

    def __post_init__(self) -> None:
        if self.width % self.heads or self.width % 2:
            raise ValueError(f"width {self.width} must be even and a multiple of heads {self.heads}")
        if not 0.0 <= self.jitter <= 0.5 or min(self.commitment, self.smoothing) < 0.0:
            raise ValueError("jitter is within 0 and 0.5, commitment and smoothing are not negative")
        if self.codes < 2 or min(self.layers, self.code_width, self.speaker_width, self.inner) < 1:
            raise ValueError("codes must be 2 or more; layers, code_width, speaker_width and inner 1 or more")


STRIDE = 4
"""Frames per code: each of two blocks halves them."""


@dataclass(frozen=True, slots=True)
class InverterConfig:
    """The codebook inverter. The paper gives two multiscale convolutions, three layers, L2; the rest is our choice."""

    width: int = 256
    heads: int = 4
    inner: int = 1024
    layers: int = 3
    kernels: tuple[int, ...] = (3, 5, 7, 9)
    """Widths in frames of the convolutions of a multiscale layer; odd."""
    dropout: float = 0.1
    power: float = 1.0
    """The network predicts magnitude ** power; 1 as in the paper. 0.5 gives soft sounds more weight."""
    rounds: int = 60
    """Of Griffin and Lim's."""
    voices: Literal["one", "many"] = "one"
    """one: speaks as one voice, as in the paper. many: trains on all given speakers, for sketches of any sound; the
    codes do not name the speaker, so it predicts something between them.
    """

    def __post_init__(self) -> None:
        if self.width % self.heads or self.width % 2:
            raise ValueError(f"width {self.width} must be even and a multiple of heads {self.heads}")
        if not self.kernels or any(kernel < 1 or kernel % 2 == 0 for kernel in self.kernels):
            raise ValueError(f"kernels must be odd, found {self.kernels}")
        if not 0.0 < self.power <= 1.0 or self.layers < 1:
            raise ValueError("power is within 0 and 1, layers 1 or more")


@dataclass(frozen=True, slots=True)
class LearningConfig:
    """Training of one of the two models. Adam at 1e-4 is the paper's; the rest is our choice."""

    steps: int = 20_000
    batch: int = 16
    """Stretches per batch, over all devices."""
    accumulate: int = 1
    """Batches per step. Their stretches count as one batch's, in the loss and in the codebook, so that two equal one
    of twice the size (except for random draws: dropout, jitter, and first codes, which are the first batch's).
    """
    crop_s: float = 2.0
    """Longest stretch of a recording in a batch; shorter ones are whole."""
    learning_rate: float = 1e-4
    warm_up_steps: int = 0
    gradient_norm: float = 0.0
    """Longest gradient; 0: no limit."""
    look_every: int = 1_000
    """Steps between two validations, each of which saves the checkpoint."""
    seed: int = 0
    threads: int = 1
    """Of the CPU; with one, a resumed run is equal to the bit."""
    device: str = "cpu"
    """cpu, cuda, cuda:N, mps, or auto (a GPU where there is one)."""
    devices: int = 1
    """Processes on one machine, each with a device; several share every batch."""
    nodes: int = 1
    """Machines, started by torchrun."""
    precision: Literal["auto", "32", "bf16", "16"] = "32"
    """See `training.runs.run_settings.RunConfig`; nearest codes and the loss are always float32."""
    keep: Literal["last", "best"] = "last"
    """Weights to return: the last, or those with the best reconstruction, in best.pt. Validation uses training
    recordings, so the best says little of others.
    """

    def __post_init__(self) -> None:
        machine = self.machine()
        if self.batch % (machine.devices * machine.nodes):
            raise ValueError(f"a batch of {self.batch} cannot be shared evenly by {machine.devices * machine.nodes}")
        if min(self.steps, self.batch, self.look_every, self.threads) < 1 or self.crop_s <= 0.0:
            raise ValueError("steps, batch, look_every and threads must be 1 or more, crop_s more than 0")
        if self.learning_rate <= 0.0 or self.gradient_norm < 0.0 or self.warm_up_steps < 0:
            raise ValueError("learning_rate must be more than 0, gradient_norm and warm_up_steps not negative")

    def machine(self) -> RunConfig:
        """Returns device and precision in the common form of all trainings.

        Raises:
            ValueError: the settings conflict.
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
    """One pair of models: codes, and the inverter that makes them audible."""

    name: str = "units"
    version: str = "1"
    paper: UnitsRow = field(default_factory=UnitsRow)
    features: SpeechConfig = field(default_factory=_paper_features)
    """Input of the encoder and output of the decoder; the inverter predicts magnitudes of the same frames."""
    parts: PartsConfig = field(default_factory=PartsConfig)
    model: UnitsModelConfig = field(default_factory=UnitsModelConfig)
    inverter: InverterConfig = field(default_factory=InverterConfig)
    codes_run: LearningConfig = field(default_factory=LearningConfig)
    inverter_run: LearningConfig = field(default_factory=LearningConfig)

    @property
    def codes_per_s(self) -> float:
        """25 with the paper's frames."""
        return self.features.sample_rate_hz / self.features.hop / STRIDE


def load_units_config(path: Path) -> UnitsConfig:
    """Reads a recipe.

    Raises:
        RecipeError: it, or its base, is unreadable.
        ConfigError: an unknown key, or a refused value.
    """
    return from_mapping(UnitsConfig, read_recipe(path))
