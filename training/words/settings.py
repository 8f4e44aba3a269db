"""Every setting of a word embedding's training, changed by a TOML file as training.config does it.

The defaults are the paper's final system where it says what that was: Rhodes & Bains, "Multi-view acoustic word
embeddings with transformer encoders", sections 3 and 4.
"""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from engine.speech.features import SpeechConfig
from training.recipe import read_recipe
from training.run_settings import RunConfig
from training.settings_file import from_mapping
from training.speech.roughening import RoughConfig


@dataclass(frozen=True, slots=True)
class ViewConfig:
    """One view: a transformer, or the recurrent baseline."""

    kind: Literal["transformer", "gru"] = "transformer"
    layers: int = 6
    """N."""
    heads: int = 4
    """h, of a transformer; it divides `width`."""
    width: int = 256
    """d_model; of a GRU the states of each direction."""
    inner: int = 1024
    """d_ff, of a transformer. The paper says 1024 in one place and 1028 in another."""
    dropout: float = 0.1
    pooling: Literal["mean", "first", "last"] = "mean"
    """mean: of all true frames or phonemes; first: the output of the first one, the paper's "representative"; last: the
    final state of both directions, of a GRU."""
    norm_first: bool = False
    """Normalise before each sub-layer instead of after it, which lets deep views begin to learn; the paper's do not."""
    position_base: float = 5000.0
    """Of the sinusoidal positions; the usual one is 10000."""

    def __post_init__(self) -> None:
        """Refuses an impossible view."""
        if min(self.layers, self.heads, self.width, self.inner) < 1 or not 0.0 <= self.dropout < 1.0:
            raise ValueError("layers, heads, width and inner must be at least 1, dropout within [0, 1)")
        if self.kind == "transformer" and (self.width % self.heads or self.width % 2 or self.pooling == "last"):
            raise ValueError(f"a transformer's width {self.width} must be even, its heads {self.heads} divide it, "
                             'its pooling be "mean" or "first"')  # fmt: skip
        if self.kind == "gru" and self.pooling == "first":
            raise ValueError('a gru pools by "mean" or "last"')


@dataclass(frozen=True, slots=True)
class WordsModelConfig:
    """Both views."""

    acoustic: ViewConfig = field(default_factory=ViewConfig)
    phonemes: ViewConfig = field(default_factory=lambda: ViewConfig(layers=4, heads=16))
    dim: int = 0
    """Size of a linear layer behind both views; 0: none, as in the paper, and both views are equally wide."""
    phoneme_width: int = 0
    """Numbers that a phoneme is embedded in before a GRU; 0: as many as the view's width."""


@dataclass(frozen=True, slots=True)
class WordsObjectiveConfig:
    """What the views learn towards."""

    kind: Literal["multiview", "ntxent"] = "multiview"
    """multiview: obj0 + obj1 + obj2, hinges over the most offending negatives; ntxent: softmax over the batch."""
    margin: float = 0.5
    """m of equation 4; .5 is the released recipe's, the paper gives no number."""
    negatives_first: int = 15
    """k of the first batch; it falls by one a batch. The paper takes k negatives and says no number; 15 and 8 are the
    released recipe's."""
    negatives_least: int = 8
    semi_hard: bool = False
    """Leave out negatives that are nearer than the right one, as the released recipe does; the paper takes the most
    offending ones."""
    average: bool = False
    """Divide the loss by the batch's pairs; the released recipe sums."""
    temperature: float = 0.1
    """Of ntxent."""
    acoustic_weight: float = 0.0
    """Of ntxent: how much a second softmax, of utterances among utterances, counts beside that of both views."""

    def __post_init__(self) -> None:
        """Refuses an impossible objective."""
        if not 1 <= self.negatives_least <= self.negatives_first or self.margin <= 0.0 or self.temperature <= 0.0:
            raise ValueError("1 <= negatives_least <= negatives_first is needed, margin and temperature more than 0")


@dataclass(frozen=True, slots=True)
class SplitConfig:
    """What is held out. Speakers and words are drawn by the hash of their names, or named."""

    val_speakers: int = 4
    test_speakers: int = 6
    test_words: float = 0.15
    """Share of the words that is never trained on; they are measured by speakers that are trained on, and by others."""
    named_val: tuple[str, ...] = ()
    """Speakers of val instead of drawn ones."""
    named_test: tuple[str, ...] = ()
    """Speakers of test instead of drawn ones."""
    seed: int = 1

    def __post_init__(self) -> None:
        """Refuses impossible shares."""
        if min(self.val_speakers, self.test_speakers) < 0 or not 0.0 <= self.test_words < 1.0:
            raise ValueError("held out speakers must not be negative, test_words within [0, 1)")


@dataclass(frozen=True, slots=True)
class LearnConfig:
    """How long and how fast to learn."""

    seed: int = 1
    batch: int = 256
    """Utterances of a batch, of all devices together: every loss is over all of them."""
    accumulate: int = 1
    """Batches whose gradients are averaged before one step. Each has its own negatives, or its own softmax, so two are
    not one of twice the size, with either objective: a step sees as many words, a word not as many wrong ones."""
    epochs: int = 15
    """At most; the paper's tables are of 15, and its models converge after 60 to 70."""
    learning_rate: float = 5e-4
    least_rate: float = 1e-7
    """Learning ends when the rate falls below it."""
    decay: float = 0.1
    patience: int = 4
    """Looks without a better cross-view AP on val before the rate falls; weights and optimiser go back to the best."""
    gradient_norm: float = 10.0
    """Longer gradients are cut to this, as in the released recipe; 0: none is."""
    warm_up_steps: int = 0
    """Of a straight rise of the rate; the paper has none."""
    accelerator: str = "cpu"
    """cpu, cuda, cuda:N, mps, or auto, a GPU where there is one."""
    devices: int = 1
    """Processes of one machine, each with a device; more than one share every batch and gather its vectors."""
    nodes: int = 1
    """Machines, started by torchrun."""
    precision: Literal["auto", "32", "bf16", "16"] = "32"
    """See `training.run_settings.RunConfig`; vectors are normalised and compared in float32."""
    threads: int = 0
    """Of torch on a CPU; 0: as many as there are. Only with 1 is a resumed run equal to the bit."""

    def __post_init__(self) -> None:
        """Refuses a run of nothing, and what is no device."""
        machine = self.machine()
        if self.batch % (machine.devices * machine.nodes):
            raise ValueError(f"a batch of {self.batch} cannot be shared evenly by {machine.devices * machine.nodes}")
        if min(self.batch, self.epochs, self.patience) < 1 or not 0.0 < self.decay < 1.0:
            raise ValueError("batch, epochs and patience must be at least 1, decay within (0, 1)")
        if not 0.0 < self.least_rate < self.learning_rate or min(self.gradient_norm, self.warm_up_steps) < 0:
            raise ValueError("0 < least_rate < learning_rate is needed, gradient_norm and warm_up_steps not negative")

    def machine(self) -> RunConfig:
        """Gives where and in what numbers it learns, as every training says it.

        Raises:
            ValueError: what is asked for does not go together.
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
    """One training of word embeddings."""

    name: str = "words"
    features: SpeechConfig = field(default_factory=SpeechConfig)
    longest_s: float = 2.0
    """Longer segments are left out and told by number: the archives of the paper's words are of 200 frames, 2 s. The
    paper itself drops none for its length."""
    model: WordsModelConfig = field(default_factory=WordsModelConfig)
    objective: WordsObjectiveConfig = field(default_factory=WordsObjectiveConfig)
    split: SplitConfig = field(default_factory=SplitConfig)
    rough: RoughConfig = field(default_factory=RoughConfig)
    learn: LearnConfig = field(default_factory=LearnConfig)


def load_words_config(path: Path | None) -> WordsConfig:
    """Gives the paper's system with what a TOML file changes.

    Raises:
        RecipeError: it, or a recipe it has as its base, cannot be read.
        ConfigError: an unknown key, or a value that is refused.
    """
    return WordsConfig() if path is None else from_mapping(WordsConfig, read_recipe(path))
