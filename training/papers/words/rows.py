"""The rows of the tables of Rhodes & Bains, and ours beside them: their changes to a recipe, and published figures.

Their tables 1 and 2 are of Switchboard's dev set after 15 epochs, 3 and 4 of its test set after 60 to 70. Ours use the
given data, so that figures compare only on switchboard=DIR.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

from training.papers.words.settings import ViewConfig, WordsConfig, WordsModelConfig, WordsObjectiveConfig

RowChange = Callable[[WordsConfig], WordsConfig]


@dataclass(frozen=True, slots=True)
class WordsRow:
    """One trained system."""

    name: str
    """Also its run's folder."""
    label: str
    change: RowChange
    published: tuple[float, float] | None = None
    """Acoustic and cross-view average precision in the paper; None: it has no such row."""
    stands: tuple[str, ...] = ()
    """The paper's tables that have it."""
    theirs: str = ""
    """Owner of the system where the paper compares itself with another group's."""


@dataclass(frozen=True, slots=True)
class Table:
    """Rows by name."""

    title: str
    names: tuple[str, ...]


def _phonemes(
    layers: int, heads: int, pooling: Literal["mean", "first"] = "mean", *, norm_first: bool = False
) -> RowChange:
    """Returns a phoneme view of N layers and h heads; `norm_first` applies to both views."""

    def change(config: WordsConfig) -> WordsConfig:
        old = config.model
        phonemes = replace(old.phonemes, layers=layers, heads=heads, pooling=pooling, norm_first=norm_first)
        acoustic = replace(old.acoustic, norm_first=norm_first)
        return replace(config, model=replace(old, acoustic=acoustic, phonemes=phonemes))

    return change


def _bigru(config: WordsConfig) -> WordsConfig:
    """The released recipe's baseline: the last states of both directions of either view, without a projection.

    Six layers hear and two read, 512 states per direction, so that a word has 1,024 numbers; phonemes get 64.
    Its width relative to the recipe is that of 512 states to the paper's 256 numbers.
    """
    old = config.model.acoustic
    reads = ViewConfig(kind="gru", layers=2, width=2 * old.width, dropout=0.4, pooling="last")
    model = WordsModelConfig(acoustic=replace(reads, layers=old.layers), phonemes=reads, phoneme_width=64)
    return replace(config, model=model)


def _projected_bigru(config: WordsConfig) -> WordsConfig:
    """Our variant: the mean of the acoustic states, and a linear layer to 64 numbers behind both views."""
    old = _bigru(config).model
    return replace(config, model=replace(old, acoustic=replace(old.acoustic, pooling="mean"), dim=64))


def _by_ntxent(change: RowChange) -> RowChange:
    """Replaces Eq. 4 by NT-Xent."""
    return lambda config: replace(change(config), objective=WordsObjectiveConfig(kind="ntxent"))


def _to_its_end(change: RowChange) -> RowChange:
    """Trains until it converges."""
    return lambda config: replace(changed := change(config), learn=replace(changed.learn, epochs=TO_THE_END))


TO_THE_END = 70
"""Epochs for the paper's chosen system, which it says converges in 60 to 70. The schedule may end sooner."""
CODEBASE = "Settle et al. 2020, whose released code the paper begins from"
OWN = "own"
"""The recipe's views unchanged, in no table of the paper."""
ROWS = {
    row.name: row
    for row in (
        WordsRow(OWN, "the recipe's own views", lambda config: config),
        WordsRow("n1-h4-avg", "N = 1, average", _phonemes(1, 4), (0.398, 0.272), ("1",)),
        WordsRow("n1-h4-rep", "N = 1, representative", _phonemes(1, 4, "first"), (0.079, 0.030), ("1",)),
        WordsRow("n4-h4-avg", "N = 4, average", _phonemes(4, 4), (0.425, 0.298), ("1", "2")),
        WordsRow("n4-h4-rep", "N = 4, representative", _phonemes(4, 4, "first"), (0.379, 0.247), ("1",)),
        WordsRow("n8-h4-avg", "N = 8, average", _phonemes(8, 4), (0.003, 0.000), ("1",)),
        WordsRow("n8-h4-rep", "N = 8, representative", _phonemes(8, 4, "first"), (0.003, 0.000), ("1",)),
        WordsRow("n8-h4-avg-pre", "N = 8, average, pre-norm", _phonemes(8, 4, norm_first=True)),
        WordsRow("n4-h1-avg", "h = 1", _phonemes(4, 1), (0.373, 0.294), ("2",)),
        WordsRow("n4-h8-avg", "h = 8", _phonemes(4, 8), (0.429, 0.317), ("2",)),
        WordsRow("n4-h16-avg", "h = 16", _phonemes(4, 16), (0.447, 0.318), ("2",)),
        WordsRow("n4-h32-avg", "h = 32", _phonemes(4, 32), (0.413, 0.320), ("2",)),
        WordsRow("n4-h16-avg-pre", "N = 4, h = 16, pre-norm", _phonemes(4, 16, norm_first=True)),
        WordsRow("bigru", "BiGRU, the released recipe's", _bigru, (0.705, 0.665), ("1",), CODEBASE),
        WordsRow("bigru-projected", "BiGRU, mean over frames, projected to 64", _projected_bigru),
        WordsRow("final", "N = 4, h = 16, to its end", _to_its_end(_phonemes(4, 16)), (0.708, 0.551), ("3", "4")),
        WordsRow("n4-h16-ntxent", "N = 4, h = 16, NT-Xent", _by_ntxent(_phonemes(4, 16))),
        WordsRow("bigru-ntxent", "BiGRU, NT-Xent", _by_ntxent(_bigru)),
    )
}
TABLES = {
    "depth": Table(
        "Depth of the phoneme view, h = 4 (Rhodes & Bains, table 1)",
        ("n1-h4-avg", "n1-h4-rep", "n4-h4-avg", "n4-h4-rep", "n8-h4-avg", "n8-h4-rep", "n8-h4-avg-pre"),
    ),
    "heads": Table(
        "Heads of the phoneme view, N = 4, average (Rhodes & Bains, table 2)",
        ("n4-h1-avg", "n4-h4-avg", "n4-h8-avg", "n4-h16-avg", "n4-h32-avg"),
    ),
    "systems": Table(
        "Kinds of systems (a table of ours)",
        ("n4-h16-avg", "n4-h16-avg-pre", "n4-h16-ntxent", "bigru", "bigru-projected", "bigru-ntxent"),
    ),
    "final": Table("The chosen system to its end (Rhodes & Bains, tables 3 and 4)", ("final",)),
}
"""By our names: two of them are no tables of the paper, and two of the paper's are one here."""
FINAL = "n4-h16-avg"
"""The paper's chosen system."""


def config_of(row: WordsRow, base: WordsConfig) -> WordsConfig:
    """Returns a recipe with a row's change, under the row's name."""
    return replace(row.change(base), name=row.name)
