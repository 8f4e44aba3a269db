"""Every setting of a word embedding's training, changed by a TOML file like training.runs.config's.

The defaults are the paper's final system where it is specified: Rhodes & Bains, "Multi-view acoustic word embeddings
with transformer encoders", sections 3 and 4.
"""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from engine.features.speech.features import SpeechConfig
from training.base.recipe import read_recipe
from training.papers.speech.augmentation import SpeechAugmentConfig
from training.runs.run_settings import RunConfig
from training.runs.settings_file import from_mapping


@dataclass(frozen=True, slots=True)
class ViewConfig:
    """One view: a transformer, or the recurrent baseline."""

    kind: Literal["transformer", "gru"] = "transformer"
    layers: int = 6
    """N."""
    heads: int = 4
    """h, for a transformer; it divides `width`."""
    width: int = 256
    """d_model; for a GRU the states of each direction."""
    inner: int = 1024
    """d_ff, for a transformer. The paper says 1024 in one place and 1028 in another."""
    dropout: float = 0.1
    pooling: Literal["mean", "first", "last"] = "mean"
    """mean: of all true frames or phonemes; first: the output of the first one, the paper's "representative"; last: for
    a GRU, the final state of both directions.
    """
    norm_first: bool = False
    """Normalise before each sub-layer instead of after it, which lets deep views begin to learn; the paper's do not."""
    position_base: float = 5000.0
    """Of the sinusoidal positions; the usual one is 10000."""

    def __post_init__(self) -> None:
        if min(self.layers, self.heads, self.width, self.inner) < 1 or not 0.0 <= self.dropout < 1.0:
            raise ValueError("layers, heads, width and inner must be at least 1, dropout within [0, 1)")
        if self.kind == "transformer" and (self.width % self.heads or self.width % 2 or self.pooling == "last"):
            raise ValueError(f"a transformer's width {self.width} must be even, its heads {self.heads} divide it, "
                             'its pooling be "mean" or "first"')  # fmt: skip
        if self.kind == "gru" and self.pooling == "first":
            raise ValueError('a gru pools by "mean" or "last"')


@dataclass(frozen=True, slots=True)
class WordsModelConfig:
    """Both views and the space they share."""

    acoustic: ViewConfig = field(default_factory=ViewConfig)
    phonemes: ViewConfig = field(default_factory=lambda: ViewConfig(layers=4, heads=16))
    dim: int = 0
    """Size of a linear layer behind both views; 0: none, as in the paper, with equally wide views."""
    phoneme_width: int = 0
    """Size of a phoneme's embedding before a GRU; 0: the view's width."""


@dataclass(frozen=True, slots=True)
class WordsObjectiveConfig:
    """The loss of the views."""

    kind: Literal["multiview", "ntxent"] = "multiview"
    """multiview: obj0 + obj1 + obj2, hinges over the most offending negatives; ntxent: softmax over the batch."""
    margin: float = 0.5
    """m of equation 4; .5 is the released recipe's, the paper gives no number."""
    negatives_first: int = 15
    """k of the first batch; it falls by one per batch. The paper takes k negatives without a number; 15 and 8 are the
    released recipe's.
    """
    negatives_least: int = 8
    semi_hard: bool = False
    """Leave out negatives nearer than the right one, as the released recipe does; the paper takes the most offending
    ones.
    """
    average: bool = False
    """Divide the loss by the batch's pairs; the released recipe sums."""
    temperature: float = 0.1
    """For ntxent."""
    acoustic_weight: float = 0.0
    """For ntxent: weight of a second softmax, of utterances among utterances, beside that of both views."""

    def __post_init__(self) -> None:
        if not 1 <= self.negatives_least <= self.negatives_first or self.margin <= 0.0 or self.temperature <= 0.0:
            raise ValueError("1 <= negatives_least <= negatives_first is needed, margin and temperature more than 0")


@dataclass(frozen=True, slots=True)
class SplitConfig:
    """What to hold out. Speakers and words are drawn by the hash of their names, or named."""

    val_speakers: int = 4
    test_speakers: int = 6
    test_words: float = 0.15
    """Share of words kept out of training; measured by training speakers and by others."""
    named_val: tuple[str, ...] = ()
    """Speakers of val, instead of a draw."""
    named_test: tuple[str, ...] = ()
    """Speakers of test, instead of a draw."""
    seed: int = 1

    def __post_init__(self) -> None:
        if min(self.val_speakers, self.test_speakers) < 0 or not 0.0 <= self.test_words < 1.0:
            raise ValueError("held out speakers must not be negative, test_words within [0, 1)")


@dataclass(frozen=True, slots=True)
class LearnConfig:
    """How long and how fast to learn."""

    seed: int = 1
    batch: int = 256
    """Utterances per batch, over all devices: every loss is over all of them."""
    accumulate: int = 1
    """Batches whose gradients are averaged before one step. Each has its own negatives or softmax, so two are not one
    of twice the size: a step sees as many words, but each word fewer wrong ones.
    """
    epochs: int = 15
    """At most; the paper's tables are of 15, and its models converge after 60 to 70."""
    learning_rate: float = 5e-4
    least_rate: float = 1e-7
    """Training ends when the rate falls below."""
    decay: float = 0.1
    patience: int = 4
    """Validations without a better cross-view AP before the rate falls and the best weights and optimiser return."""
    gradient_norm: float = 10.0
    """Longer gradients are clipped to this norm, as in the released recipe; 0: never."""
    warm_up_steps: int = 0
    """Of a linear rise of the rate; the paper has none."""
    accelerator: str = "cpu"
    """cpu, cuda, cuda:N, mps, or auto (a GPU where there is one)."""
    devices: int = 1
    """Processes on one machine, each with a device; several share every batch and gather its vectors."""
    nodes: int = 1
    """Machines, started by torchrun."""
    precision: Literal["auto", "32", "bf16", "16"] = "32"
    """See `training.runs.run_settings.RunConfig`; vectors are normalised and compared in float32."""
    threads: int = 0
    """Of torch on a CPU; 0: as many as there are. Only 1 makes a resumed run equal to the bit."""

    def __post_init__(self) -> None:
        machine = self.machine()
        if self.batch % (machine.devices * machine.nodes):
            raise ValueError(f"a batch of {self.batch} cannot be shared evenly by {machine.devices * machine.nodes}")
        if min(self.batch, self.epochs, self.patience) < 1 or not 0.0 < self.decay < 1.0:
            raise ValueError("batch, epochs and patience must be at least 1, decay within (0, 1)")
        if not 0.0 < self.least_rate < self.learning_rate or min(self.gradient_norm, self.warm_up_steps) < 0:
            raise ValueError("0 < least_rate < learning_rate is needed, gradient_norm and warm_up_steps not negative")

    def machine(self) -> RunConfig:
        """Returns device and precision in the common form of all trainings.

        Raises:
            ValueError: the settings conflict.
        """
        return RunConfig(
            accelerator=self.accelerator,
            devices=self.devices,
            nodes=self.nodes,
            precision=self.precision,
            accumulate=self.accumulate,
        )


@dataclass(frozen=True, slots=True)
class WordsConfig:
    """Every setting of one training."""

    name: str = "words"
    features: SpeechConfig = field(default_factory=SpeechConfig)
    longest_s: float = 2.0
    """Longer segments are left out and counted: the archives of the paper's words have 200 frames, 2 s. The paper
    itself drops none for its length.
    """
    model: WordsModelConfig = field(default_factory=WordsModelConfig)
    objective: WordsObjectiveConfig = field(default_factory=WordsObjectiveConfig)
    split: SplitConfig = field(default_factory=SplitConfig)
    rough: SpeechAugmentConfig = field(default_factory=SpeechAugmentConfig)
    learn: LearnConfig = field(default_factory=LearnConfig)


def load_words_config(path: Path | None) -> WordsConfig:
    """Returns the paper's system with the changes of a TOML file.

    Raises:
        RecipeError: it, or its base, is unreadable.
        ConfigError: an unknown key, or a refused value.
    """
    return WordsConfig() if path is None else from_mapping(WordsConfig, read_recipe(path))
