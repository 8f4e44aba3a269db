"""A bank of joined captions for two or three sounds heard at once or in turn, for training on cached pictures.

Sentence vectors take too long to compute in a step, so captions are joined beforehand, for kinds drawn with the bank's
own seed. A step draws an entry and clips of its kinds. training.data.mixing does the same for waves;
training.data.caption_joining chooses the words that join captions.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from training.data.caption_joining import Manner, join_captions
from training.data.caption_variants import bare

MOST = 3
"""Most sounds under one caption."""
_LONGEST_GAP_SHARE = 0.125
"""As a share of the window."""
Picture = NDArray[np.float32]
"""float32 [F, M], mel powers."""


@dataclass(frozen=True, slots=True)
class JoiningConfig:
    """How many sounds of a batch are joined, and how; none by default."""

    share: float = 0.0
    """Chance that two or three sounds of other kinds, with a joined caption, replace a sound of the batch."""
    bank: int = 4000
    """Number of joined captions to draw from."""
    in_turn_share: float = 0.5
    """Share of the bank whose sounds come one after another; the rest sound at once."""
    three_share: float = 0.2
    range_db: float = 6.0
    """Largest level difference between the first sound and the others."""
    longest_gap_s: float = 0.3
    """Longest silence between sounds in turn; at most an eighth of the window."""
    shortest_s: float = 1.0
    """Shorter windows have no sounds in turn."""
    own_weight: float = 0.5
    """The joined caption's share of the item's weight; the parts share the rest, as in a mixture without a caption."""
    seed: int = 0
    """Seed of the bank; another seed joins other captions."""

    def __post_init__(self) -> None:
        for name in ("share", "in_turn_share", "three_share", "own_weight"):
            if not 0.0 <= getattr(self, name) <= 1.0:
                raise ValueError(f"{name} must be within 0 and 1, found {getattr(self, name)}")
        for name in ("range_db", "longest_gap_s", "shortest_s"):
            if getattr(self, name) < 0.0:
                raise ValueError(f"{name} must not be negative, found {getattr(self, name)}")
        if self.bank < 1:
            raise ValueError(f"bank must be at least 1, found {self.bank}")


@dataclass(frozen=True, slots=True)
class JoinedCaption:
    """One joined caption."""

    kinds: tuple[int, ...]
    """In the order heard."""
    manner: Manner
    levels_db: tuple[float, ...]
    """Level of each sound; the first is 0."""
    text: str

    def shares(self) -> NDArray[np.float32]:
        """Returns each part's share of the item, summing to 1: by loudness at once, equal in turn."""
        loudness = 10.0 ** (np.asarray(self.levels_db) / 20.0)
        parts = loudness if self.manner is Manner.AT_ONCE else np.ones(len(self.kinds))
        return np.asarray(parts / parts.sum(), dtype=np.float32)


@dataclass(frozen=True, slots=True)
class CaptionBank:
    """Joined captions and the rows of their vectors."""

    entries: tuple[JoinedCaption, ...]
    rows: NDArray[np.int64]
    """int64 [entries], rows of the sentence vectors."""


def draw_bank(captions_of_kind: Sequence[Sequence[str]], config: JoiningConfig) -> tuple[JoinedCaption, ...]:
    """Joins captions of kinds, drawing each kind equally often; deterministic for the same captions and settings.

    Args:
        captions_of_kind: at least one caption of each kind; fewer than two kinds give no bank.
        config: size and composition; its seed determines every draw.
    """
    rng = np.random.default_rng(config.seed)
    kinds = len(captions_of_kind)
    return tuple(_joined(captions_of_kind, config, rng) for _ in range(config.bank)) if kinds > 1 else ()


def _joined(
    captions_of_kind: Sequence[Sequence[str]], config: JoiningConfig, rng: np.random.Generator
) -> JoinedCaption:
    count = MOST if rng.random() < config.three_share and len(captions_of_kind) >= MOST else 2
    manner = Manner.IN_TURN if rng.random() < config.in_turn_share else Manner.AT_ONCE
    chosen = rng.choice(len(captions_of_kind), count, replace=False).tolist()
    levels = (0.0, *rng.uniform(-config.range_db, config.range_db, count - 1).tolist())
    own = [captions_of_kind[kind] for kind in chosen]
    captions = [bare(texts[int(rng.integers(len(texts)))]) for texts in own]
    text = join_captions(captions, manner, rng, levels if manner is Manner.AT_ONCE else ())
    return JoinedCaption(tuple(chosen), manner, levels, text)


def at_once(parts: Sequence[Picture], levels_db: Sequence[float]) -> Picture:
    """Overlays parts of equal length at these levels relative to the first part's mean power."""
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
    """Puts parts one after another in a window, whole or, where they do not fit, cut to a fair share.

    Args:
        lengths: frames of each part.
        cut: returns a number of frames of a part, given its position.
        frames: length of the window.
        gap: silent frames between two parts.
        levels_db: level of each part relative to the first part's mean power.
        padding: "zeros" fills the window with silence; anything else repeats the whole.
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
    """Each part's share of the room: all it needs, or an even split of what shorter parts leave."""
    taken = [0] * len(lengths)
    order = sorted(range(len(lengths)), key=lambda place: lengths[place])
    for done, place in enumerate(order):
        taken[place] = max(1, min(lengths[place], room // (len(order) - done)))
        room -= taken[place]
    return taken


def _gain(part: Picture, first: Picture, level_db: float) -> np.float32:
    """The factor that brings a part to `level_db` relative to the first."""
    return np.float32((first.mean() + 1e-9) / (part.mean() + 1e-9) * 10.0 ** (level_db / 10.0))
