"""Training batches: clips drawn over kinds, cropped and augmented, with one caption of each kind."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from training.data import augment
from training.data.augment import AugmentConfig
from training.data.bank import MOST, CaptionBank, JoinedCaption, JoiningConfig, at_once, in_turn
from training.data.caption_joining import Manner


@dataclass(frozen=True, slots=True)
class BatchConfig:
    """The input of one training step."""

    feed: Literal["pictures", "waves"] = "pictures"
    """Form of the sounds. "pictures": mel powers computed once, for towers with fixed mels. "waves": decoded anew each
    time, with every caption an item, in epochs, as in the papers."""
    size: int = 64
    """Clips in a batch. For pictures, each thread takes one batch a step; for waves, all devices share one."""
    crop_s: float = 30.0
    """Waves only: longer sounds are cropped to this at a random place (30 s in both papers' code)."""
    fill: Literal["longest", "crop"] = "longest"
    """Waves only: the length that shorter sounds are padded to with silence: the batch's longest in whole segments
    (first paper), or always `crop_s` (second)."""
    workers: int = 2
    """Waves only: processes that decode ahead; 0 for none."""
    lengths_s: tuple[float, ...] = (0.5, 1.0, 1.0, 2.0, 2.0, 4.0)
    """Lengths to draw from, one a batch; repeat a length to draw it more often."""
    evenness: float = 0.5
    """0 draws every clip equally often, 1 every kind."""
    padding: str = "repeat"
    """Padding of a clip that is too short, as in the pack: "zeros"; "repeat", the clip again; "repeat_sounding", the
    clip again where the pack repeats it without its silence."""

    def __post_init__(self) -> None:
        if self.size < 1 or self.workers < 0 or self.crop_s <= 0.0 or not self.lengths_s:
            raise ValueError("size must be at least 1, crop_s more than 0, workers not negative, lengths_s not empty")
        if self.padding not in ("repeat", "repeat_sounding", "zeros"):
            raise ValueError(f'padding must be "repeat", "repeat_sounding" or "zeros", found {self.padding!r}')


@dataclass(frozen=True, slots=True)
class JoinedItems:
    """The items of a batch that join several sounds under a caption of their own."""

    items: Tensor
    """int64 [J], positions in the batch; the batch's `kinds` do not apply to them."""
    kinds: Tensor
    """int64 [J, 3], kinds of their parts; absent parts have the share 0."""
    shares: Tensor
    """float32 [J, 3], each part's share of the item; rows sum to 1."""
    texts: Tensor
    """int64 [J], their joined captions as rows of the sentence vectors."""


@dataclass(frozen=True, slots=True)
class Batch:
    """One step's input."""

    power: Tensor
    """float32 [B, F, M], mel powers."""
    kinds: Tensor
    """int64 [B], kind of each clip."""
    second: Tensor
    """int64 [B], the item of this batch mixed into each."""
    share: Tensor
    """float32 [B], the share of its own caption that each item keeps."""
    texts: Tensor
    """int64 [K], one caption of each kind as rows of the sentence vectors."""
    rows: Tensor
    """int64 [B], rows of the clips."""
    joined: JoinedItems | None = None
    """Items replaced by several sounds under one caption, or None."""


@dataclass(frozen=True, slots=True)
class MelClips:
    """Mel pictures of clips, concatenated."""

    frames: NDArray[np.float16]
    """float16 [sum of F, M], log of the mel power."""
    starts: NDArray[np.int64]
    """int64 [clips + 1], first frame of each clip."""

    def power(self, clip: int, places: NDArray[np.int64]) -> NDArray[np.float32]:
        """Returns the mel powers of a clip at these frames, float32 [F, M]."""
        return np.asarray(np.exp(self.frames[self.starts[clip] + places].astype(np.float32)))

    def window(self, clip: int, start: int, frames: int, padding: str) -> NDArray[np.float32]:
        """Returns `frames` frames from `start`, float32 [F, M], padded past the end of the clip."""
        places, length = np.arange(start, start + frames), self.length(clip)
        return self.steps(clip, places, padding) if places[-1] >= length else self.power(clip, places)

    def steps(self, clip: int, places: NDArray[np.int64], padding: str) -> NDArray[np.float32]:
        """Returns the frames at these places, float32 [F, M], padded past the end of the clip."""
        length = self.length(clip)
        if padding != "zeros":
            return self.power(clip, places % length)
        power = self.power(clip, np.minimum(places, length - 1))
        power[places >= length] = 0.0
        return power

    def length(self, clip: int) -> int:
        return int(self.starts[clip + 1] - self.starts[clip])


class Sampler:
    """Draws training batches; the same generator state gives the same batch."""

    def __init__(
        self,
        clips: MelClips,
        kinds: NDArray[np.int64],
        captions_of_kind: Sequence[NDArray[np.int64]],
        frame_rate_hz: float,
        config: BatchConfig,
        changes: AugmentConfig,
        variants_of_kind: Sequence[Mapping[int, NDArray[np.int64]]] = (),
        swap: float = 0.0,
        bank: CaptionBank | None = None,
        joining: JoiningConfig = JoiningConfig(),  # noqa: B008
    ) -> None:
        """Creates a sampler.

        Args:
            kinds: int64 [clips], kind of each clip.
            captions_of_kind: captions of each kind as rows of the sentence vectors.
            changes: augmentation of the sounds.
            variants_of_kind: for each kind, the variants of a caption by the caption's row; needed to swap.
            swap: chance that a variant replaces a kind's caption in a batch.
            bank: joined captions; needed when `joining.share` is above 0.
            joining: how many items of a batch are joined.
        """
        self._variants, self._swap = variants_of_kind, swap
        self._bank, self._joining = bank, joining
        self._rows_of_kind = [np.flatnonzero(kinds == kind) for kind in range(len(captions_of_kind))] if bank else []
        self._clips, self._kinds, self._captions = clips, kinds, captions_of_kind
        self._frame_rate_hz, self._config, self._changes = frame_rate_hz, config, changes
        weights = np.bincount(kinds)[kinds].astype(np.float64) ** -config.evenness
        self._chances = weights / weights.sum()

    def draw(self, rng: np.random.Generator) -> Batch:
        config = self._config
        size = min(config.size, len(self._kinds))
        rows = rng.choice(len(self._kinds), size, replace=False, p=self._chances)
        frames = round(float(rng.choice(config.lengths_s)) * self._frame_rate_hz)
        power = np.stack([self._cut(int(row), frames, rng) for row in rows])
        power = augment.shift(power, self._changes, rng)
        power = augment.colour(power, self._changes, rng)
        power = augment.lead(power, self._changes, rng)
        power, second, share = augment.mix(power, self._changes, rng)
        power, joined = self._join(power, rng)
        power = augment.put_in_room(power, self._changes, self._frame_rate_hz, rng)
        power = augment.add_noise(power, self._changes, rng)
        power = augment.narrow(power, self._changes, rng)
        power = augment.change_level(power, self._changes, rng)
        power = augment.mask(power, self._changes, rng)
        texts = np.array([rng.choice(captions) for captions in self._captions], dtype=np.int64)
        if self._swap:
            swap_texts(texts, np.arange(len(texts)), self._variants, self._swap, rng)
        return Batch(
            torch.from_numpy(power),
            torch.from_numpy(self._kinds[rows]),
            torch.from_numpy(second),
            torch.from_numpy(share),
            torch.from_numpy(texts),
            torch.from_numpy(rows),
            joined,
        )

    def _join(self, power: augment.Power, rng: np.random.Generator) -> tuple[augment.Power, JoinedItems | None]:
        """Replaces some items with sounds of the bank's kinds; draws nothing when none are joined."""
        if self._bank is None or not self._joining.share:
            return power, None
        items = np.flatnonzero(rng.random(len(power)) < self._joining.share)
        chosen = rng.integers(len(self._bank.entries), size=len(items))
        if power.shape[1] < self._joining.shortest_s * self._frame_rate_hz:
            here = [self._bank.entries[place].manner is Manner.AT_ONCE for place in chosen]
            items, chosen = items[here], chosen[here]
        if not len(items):
            return power, None
        power = power.copy()
        kinds, shares = np.zeros((len(items), MOST), np.int64), np.zeros((len(items), MOST), np.float32)
        for row, (item, place) in enumerate(zip(items, chosen, strict=True)):
            entry = self._bank.entries[place]
            kinds[row, : len(entry.kinds)], shares[row, : len(entry.kinds)] = entry.kinds, entry.shares()
            power[item] = self._sound_of(entry, power.shape[1], rng)
        power[items] = augment.colour(augment.shift(power[items], self._changes, rng), self._changes, rng)
        told = torch.from_numpy(self._bank.rows[chosen])
        return power, JoinedItems(torch.from_numpy(items), torch.from_numpy(kinds), torch.from_numpy(shares), told)

    def _sound_of(self, entry: JoinedCaption, frames: int, rng: np.random.Generator) -> NDArray[np.float32]:
        """Joins clips of the entry's kinds, float32 [F, M]."""
        clips = [int(rng.choice(self._rows_of_kind[kind])) for kind in entry.kinds]
        if entry.manner is Manner.AT_ONCE:
            return at_once([self._cut(clip, frames, rng) for clip in clips], entry.levels_db)
        gap = int(rng.uniform(0.0, self._joining.longest_gap_s) * self._frame_rate_hz)
        lengths = [self._clips.length(clip) for clip in clips]

        def cut(part: int, count: int) -> NDArray[np.float32]:
            start = int(rng.integers(lengths[part] - count + 1))
            return self._clips.power(clips[part], np.arange(start, start + count))

        return in_turn(lengths, cut, frames, gap, entry.levels_db, self._config.padding)

    def _cut(self, clip: int, frames: int, rng: np.random.Generator) -> NDArray[np.float32]:
        """Cuts a clip at a random speed: a random stretch of a long clip, or all of a short one, padded."""
        length = self._clips.length(clip)
        speed = self._changes.stretch ** rng.uniform(-1.0, 1.0)
        steps = (np.arange(frames) * speed).astype(np.int64)
        if steps[-1] < length:
            return self._clips.power(clip, steps + rng.integers(0, length - steps[-1]))
        return self._clips.steps(clip, steps, self._config.padding)


def swap_texts(
    texts: NDArray[np.int64],
    kinds: NDArray[np.int64],
    variants_of_kind: Sequence[Mapping[int, NDArray[np.int64]]],
    swap: float,
    rng: np.random.Generator,
) -> None:
    """Replaces some captions by one of their variants; captions without variants stay.

    Args:
        texts: int64 [N], rows of captions; changed in place.
        kinds: int64 [N], kind of each caption.
        variants_of_kind: for each kind, the variants of a caption by the caption's row.
        swap: chance for each caption.
    """
    for place in np.flatnonzero(rng.random(len(texts)) < swap).tolist():
        variants = variants_of_kind[int(kinds[place])].get(int(texts[place]))
        if variants is not None:
            texts[place] = variants[int(rng.integers(len(variants)))]
