"""Sounds of two or three kinds at once or in turn, under one joined caption, for training on cached pictures.

Sentence vectors take too long for a step, so the captions are joined once, into a bank, for kinds drawn with a seed of
their own; a step draws from the bank, and clips of the kinds it names. Waves are training.data.mixing's; which words
join two captions says training.data.joining.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from training.data.joining import Manner, join_captions
from training.data.rewording import bare

MOST = 3
"""Sounds under one caption."""
_LONGEST_GAP_SHARE = 0.125
"""Of the window."""
Picture = NDArray[np.float32]
"""float32 [F, M], mel powers."""


@dataclass(frozen=True, slots=True)
class JoiningConfig:
    """How many sounds of a batch are joined, and how; by default none."""

    share: float = 0.0
    """Chance that a sound of a batch is replaced by two or three of other kinds with a caption of their own."""
    bank: int = 4000
    """Joined captions to draw from."""
    in_turn_share: float = 0.5
    """Share of the bank that is heard one after the other, the rest at once."""
    three_share: float = 0.2
    """Share of the bank that has three sounds."""
    range_db: float = 6.0
    """The others' levels lie within this of the first's."""
    longest_gap_s: float = 0.3
    """Longest silence between sounds in turn; never more than an eighth of the window."""
    shortest_s: float = 1.0
    """Windows shorter than this have no sounds in turn."""
    own_weight: float = 0.5
    """The joined caption's share of the item's weight; the parts have the rest, as in a mixture without a caption."""
    seed: int = 0
    """Of the bank; another one joins other captions."""

    def __post_init__(self) -> None:
        """Refuses shares outside 0 to 1, negative sizes and an empty bank."""
        for name in ("share", "in_turn_share", "three_share", "own_weight"):
            if not 0.0 <= getattr(self, name) <= 1.0:
                raise ValueError(f"{name} must be within 0 and 1, found {getattr(self, name)}")
        for name in ("range_db", "longest_gap_s", "shortest_s"):
            if getattr(self, name) < 0.0:
                raise ValueError(f"{name} must not be negative, found {getattr(self, name)}")
        if self.bank < 1:
            raise ValueError(f"bank must be at least 1, found {self.bank}")


@dataclass(frozen=True, slots=True)
class Joined:
    """One joined caption."""

    kinds: tuple[int, ...]
    """In the order in which they are heard."""
    manner: Manner
    levels_db: tuple[float, ...]
    """Of each sound, the first's being 0."""
    text: str

    def shares(self) -> NDArray[np.float32]:
        """How much of the item each part is, summing to 1: by loudness at once, alike in turn."""
        loudness = 10.0 ** (np.asarray(self.levels_db) / 20.0)
        parts = loudness if self.manner is Manner.AT_ONCE else np.ones(len(self.kinds))
        return np.asarray(parts / parts.sum(), dtype=np.float32)


@dataclass(frozen=True, slots=True)
class Bank:
    """Joined captions, and where their vectors are."""

    entries: tuple[Joined, ...]
    rows: NDArray[np.int64]
    """int64 [entries], of the sentence vectors."""


def draw_bank(captions_of_kind: Sequence[Sequence[str]], config: JoiningConfig) -> tuple[Joined, ...]:
    """Joins captions of kinds, each drawn equally often; the same captions and settings give the same bank.

    Args:
        captions_of_kind: at least one of each kind; no bank comes of fewer than two kinds.
        config: how many and how; its seed draws all.
    """
    rng = np.random.default_rng(config.seed)
    kinds = len(captions_of_kind)
    return tuple(_joined(captions_of_kind, config, rng) for _ in range(config.bank)) if kinds > 1 else ()


def _joined(captions_of_kind: Sequence[Sequence[str]], config: JoiningConfig, rng: np.random.Generator) -> Joined:
    count = MOST if rng.random() < config.three_share and len(captions_of_kind) >= MOST else 2
    manner = Manner.IN_TURN if rng.random() < config.in_turn_share else Manner.AT_ONCE
    chosen = rng.choice(len(captions_of_kind), count, replace=False).tolist()
    levels = (0.0, *rng.uniform(-config.range_db, config.range_db, count - 1).tolist())
    own = [captions_of_kind[kind] for kind in chosen]
    captions = [bare(texts[int(rng.integers(len(texts)))]) for texts in own]
    text = join_captions(captions, manner, rng, levels if manner is Manner.AT_ONCE else ())
    return Joined(tuple(chosen), manner, levels, text)


def at_once(parts: Sequence[Picture], levels_db: Sequence[float]) -> Picture:
    """Gives the parts, all of one length, on top of one another, at these levels of the first's mean power."""
    total = np.zeros_like(parts[0])
    for part, level_db in zip(parts, levels_db, strict=True):
        total += part * _gain(part, parts[0], level_db)
    return total


def in_turn(
    lengths: Sequence[int],
    cut: Callable[[int, int], Picture],
    frames: int,
    gap: int,
    levels_db: Sequence[float],
    padding: str,
) -> Picture:
    """Gives the parts one after another within a window, each whole or, where they are too long, cut fairly.

    Args:
        lengths: frames that each part has.
        cut: gives a number of frames of a part, by its place.
        frames: of the window.
        gap: silent frames between two parts.
        levels_db: of each, beside the first's mean power.
        padding: "zeros" fills the window with silence, any other with the whole again.
    """
    gap = min(gap, int(frames * _LONGEST_GAP_SHARE))
    taken = _fair(lengths, frames - gap * (len(lengths) - 1))
    parts = [cut(place, count) for place, count in enumerate(taken)]
    silence = np.zeros((gap, parts[0].shape[1]), dtype=np.float32)
    pieces = [parts[0]]
    for part, level_db in zip(parts[1:], levels_db[1:], strict=True):
        pieces += [silence, part * _gain(part, parts[0], level_db)]
    whole = np.concatenate(pieces)
    if padding != "zeros":
        return np.asarray(whole[np.arange(frames) % len(whole)])
    return np.concatenate([whole, np.zeros((frames - len(whole), whole.shape[1]), dtype=np.float32)])


def _fair(lengths: Sequence[int], room: int) -> list[int]:
    """How much room each gets: all it needs, or an even part of what shorter ones leave."""
    taken = [0] * len(lengths)
    order = sorted(range(len(lengths)), key=lambda place: lengths[place])
    for done, place in enumerate(order):
        taken[place] = max(1, min(lengths[place], room // (len(order) - done)))
        room -= taken[place]
    return taken


def _gain(part: Picture, first: Picture, level_db: float) -> np.float32:
    """The factor that brings a part to a level relative to the first's."""
    return np.float32((first.mean() + 1e-9) / (part.mean() + 1e-9) * 10.0 ** (level_db / 10.0))
