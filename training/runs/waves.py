"""The papers' feed: every caption an item, sounds decoded anew, cropped and padded, in epochs.

Sections 3.3 and 3.4 of Primus et al. 2023: items are shuffled each epoch, an incomplete last batch is dropped, and a
batch may contain two captions of one sound; a sound longer than 30 s is cropped at a random place, a shorter one padded
with silence, whose share the model knows.
"""

import os
from collections.abc import Iterator

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.utils.data import DataLoader, Dataset, Sampler

from engine.audio import decode
from engine.base.errors import AudioError
from training.data.captions import Captions
from training.data.corpus import Clip, CorpusError
from training.data.mixing import mix_items
from training.objectives.ntxent import identity_of
from training.runs import distributed
from training.runs.config import Config, ear_of
from training.runs.items import Item, text_of
from training.runs.material import RunMaterial
from training.towers.dual_encoder import covered

Wave = NDArray[np.float32]
_TRIES = 50
"""Consecutive unreadable sounds before a run gives up."""


class WaveBatches(Dataset[Item]):
    """The batches of a run by number; deterministic in any process."""

    def __init__(self, material: RunMaterial, config: Config, rank: int = 0, world: int = 1) -> None:
        """Lists the items.

        Raises:
            CorpusError: fewer captions than one batch has, or unreadable variants.
        """
        self._clips, self._config, self._rank = material.train_clips, config, rank
        self._segment_s = ear_of(config.model.audio).segment_s
        self._captions = Captions(material.train_clips, config.captions)
        self._items = [(row, own) for row, clip in enumerate(self._clips) for own in range(len(clip.captions))]
        self._known = {text: row for row, text in enumerate(material.texts)}
        self._size = config.batch.size // world
        self._epoch, self._order = -1, np.zeros(0, dtype=np.int64)
        self.batches_per_epoch = len(self._items) // config.batch.size
        if self.batches_per_epoch == 0:
            raise CorpusError(
                f"{len(self._items)} captions are less than one batch of {config.batch.size}",
                advice="Set batch.size lower, or give more data.",
            )

    def __getitem__(self, number: int) -> Item:
        config, seed = self._config, self._config.run.seed
        epoch, place = divmod(number, self.batches_per_epoch)
        if epoch != self._epoch:
            self._epoch, self._order = epoch, np.random.default_rng([seed, 1, epoch]).permutation(len(self._items))
        first = place * config.batch.size + self._rank * self._size
        rng = np.random.default_rng([seed, 2, number, self._rank])
        waves: list[Wave] = []
        captions: list[str] = []
        rows: list[int] = []
        left_out: list[str] = []
        for item in self._order[first : first + self._size]:
            row, own, samples = self._readable(int(item), rng, left_out)
            rows.append(row)
            waves.append(samples)
            captions.append(self._captions.draw(row, rng, own))
        ids = [self._clips[row].id for row in rows]
        names = [self._clips[row].kind for row in rows]
        if config.mixing.share:
            mixed = mix_items(waves, captions, config.mixing, rng, config.sample_rate_hz)
            waves, captions = [one.samples for one in mixed], [one.caption for one in mixed]
            names = ["+".join(sorted({names[part] for part in one.parts})) for one in mixed]
        sound, share = filled(waves, config.batch.crop_s, config.batch.fill, self._segment_s, config.sample_rate_hz)
        known = text_of(captions, self._known)
        return Item(
            sound, share, tuple(captions), known, None, identity_of(names), tuple(ids), left_out=tuple(left_out)
        )

    def _readable(self, item: int, rng: np.random.Generator, left_out: list[str]) -> tuple[int, int, Wave]:
        """Row, caption and wave of an item, or of a random replacement if it is unreadable."""
        for _ in range(_TRIES):
            row, own = self._items[item]
            try:
                return (
                    row,
                    own,
                    read_crop(self._clips[row], self._config.batch.crop_s, self._config.sample_rate_hz, rng),
                )
            except AudioError as err:
                left_out.append(str(err))
                item = int(rng.integers(len(self._items)))
        raise CorpusError(
            f"{_TRIES} sounds in a row cannot be read, last: {left_out[-1]}", advice="Look at the corpus and its disk."
        )


class WaveFeed:
    """The `WaveBatches` of a run, decoded ahead by worker processes."""

    def __init__(self, material: RunMaterial, config: Config) -> None:
        self._batches = WaveBatches(material, config, distributed.rank(), distributed.world_size())
        distributed.own_share(config.batch.size)
        self._config = config
        self.steps_per_epoch = max(1, self._batches.batches_per_epoch // config.run.accumulate)

    def steps(self, first: int, last: int) -> Iterator[list[Item]]:
        each, workers = self._config.run.accumulate, self._config.batch.workers
        loader = DataLoader(
            self._batches,
            batch_size=None,
            sampler=_Numbers(first, last, each, self.steps_per_epoch, self._batches.batches_per_epoch),
            num_workers=min(workers, os.cpu_count() or 1),
            worker_init_fn=_alone,
        )
        held: list[Item] = []
        for item in loader:
            held.append(item)
            if len(held) == each:
                yield held
                held = []


class _Numbers(Sampler[int]):
    """Numbers of the batches of steps; a step stays within one epoch, and the rest of an epoch is skipped.

    Generated lazily: a run limited by minutes does not know its last step.
    """

    def __init__(self, first: int, last: int, each: int, steps_per_epoch: int, batches_per_epoch: int) -> None:
        self._steps, self._each = range(first, last), each
        self._steps_per_epoch, self._batches_per_epoch = steps_per_epoch, batches_per_epoch

    def __iter__(self) -> Iterator[int]:
        for step in self._steps:
            epoch, place = divmod(step, self._steps_per_epoch)
            for part in range(self._each):
                yield epoch * self._batches_per_epoch + place * self._each + part


def read_crop(clip: Clip, crop_s: float, sample_rate_hz: int, rng: np.random.Generator | None = None) -> Wave:
    """Reads at most `crop_s` of a sound, float32 [T], from a random place, or from its start without `rng`.

    Raises:
        AudioError: it is unreadable or empty.
    """
    spare_s = max(0.0, clip.duration_s - crop_s)
    start_s = clip.start_s + (float(rng.uniform(0.0, spare_s)) if rng is not None and spare_s else 0.0)
    end_s = start_s + min(crop_s, clip.duration_s) if clip.start_s or spare_s else None
    samples, _ = decode.read(clip.path, sample_rate_hz, start_s=start_s, end_s=end_s)
    samples = samples[: round(crop_s * sample_rate_hz)]
    return samples if len(samples) else np.zeros(1, dtype=np.float32)


def filled(
    waves: list[Wave], crop_s: float, fill: str, segment_s: float | None, sample_rate_hz: int
) -> tuple[Tensor, Tensor]:
    """Pads waves with silence, float32 [B, T]; returns them and the share of each that is sound, float32 [B].

    Args:
        waves: waves of at most `crop_s`.
        crop_s: length for "crop".
        fill: "longest" of the batch, rounded up to whole segments, or "crop".
        segment_s: segment length of the audio tower.
    """
    longest_s = max(len(wave) for wave in waves) / sample_rate_hz
    samples = round(covered(longest_s if fill == "longest" else crop_s, segment_s) * sample_rate_hz)
    sound = np.zeros((len(waves), samples), dtype=np.float32)
    for row, wave in enumerate(waves):
        sound[row, : len(wave)] = wave
    lengths = np.asarray([len(wave) for wave in waves], dtype=np.float32)
    return torch.from_numpy(sound), torch.from_numpy(lengths / samples)


def _alone(_worker: int) -> None:
    """One decoding thread for each worker."""
    torch.set_num_threads(1)
