"""A batch as the loss takes it, and the feed of cached pictures.

Every batch has its own generator, seeded by the run's seed and the batch's number, so a run resumes without feed state.
"""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor, nn

from training.data.batches import JoinedItems, Sampler
from training.objectives.kinds import kind_targets, lend_to_bases, mixture_weights
from training.objectives.ntxent import identity_of
from training.runs.config import Config
from training.runs.material import RunMaterial


@dataclass(frozen=True, slots=True)
class Item:
    """A batch."""

    sound: Tensor
    """float32 [B, F, M] mel powers, or [B, T] waves."""
    share: Tensor | None
    """float32 [B], share of each wave that is not padding; None for pictures."""
    captions: tuple[str, ...]
    """N texts."""
    rows: Tensor | None
    """int64 [N], rows of the texts in the material's, if known in advance."""
    weights: Tensor | None
    """float32 [B, N], how far they belong together; None if text j belongs to sound j, with positives by `identity`."""
    identity: Tensor
    """int64 [B], equal for sounds that answer the same query."""
    ids: tuple[str, ...]
    """Clip ids, to look up teachers."""
    chances: Tensor | None = None
    """float32 [B, C], probabilities of the classes whose names follow the texts; None without classes."""
    followed: Tensor | None = None
    """float32 [B, D], unit target vectors of the sounds, or None."""
    left_out: tuple[str, ...] = ()
    """Unreadable files that others replaced."""


class PictureFeed:
    """Cached pictures with kinds drawn evenly; each batch has one caption of every kind."""

    def __init__(self, material: RunMaterial, config: Config, batches: int) -> None:
        """Prepares the draws.

        Args:
            material: run material with pictures.
            batches: batches a step.
        """
        assert material.pictures is not None
        self._material, self._seed, self._batches = material, config.run.seed, batches
        pictures = material.pictures
        self._sampler = Sampler(
            pictures.train,
            pictures.kinds,
            pictures.captions_of_kind,
            config.frame_rate_hz,
            config.batch,
            config.augment,
            pictures.variants_of_kind,
            config.captions.swap,
            pictures.bank,
            config.joining,
        )
        targets = kind_targets(material.meanings(), config.objective.softness)
        self._targets = lend_to_bases(targets, material.bases(), config.objective.base_share)
        self._identity = identity_of([clip.kind for clip in material.train_clips])
        self._own_weight = config.joining.own_weight
        self._is_taught = bool(config.objective.teachers)
        self.steps_per_epoch = max(1, len(material.train_clips) // (config.batch.size * batches))

    def steps(self, first: int, last: int) -> Iterator[list[Item]]:
        """Yields the batches of each step, drawing the next step in the background."""
        with ThreadPoolExecutor(1) as ahead:
            coming = ahead.submit(self._draw, first)
            for step in range(first, last):
                items = coming.result()
                coming = ahead.submit(self._draw, step + 1)
                yield items

    def _draw(self, step: int) -> list[Item]:
        return [self._item(np.random.default_rng([self._seed, step, part])) for part in range(self._batches)]

    def _item(self, rng: np.random.Generator) -> Item:
        batch, material = self._sampler.draw(rng), self._material
        captions = tuple(material.texts[row] for row in batch.texts.tolist()) if self._is_taught else ()
        weights, rows = mixture_weights(self._targets, batch.kinds, batch.second, batch.share), batch.texts
        if batch.joined is not None:
            weights = joined_weights(weights, self._targets, batch.joined, self._own_weight)
            rows = torch.cat([rows, batch.joined.texts])

        def of_mixtures(of_clips: Tensor) -> Tensor:
            own, share = of_clips[batch.rows], batch.share[:, None]
            return share * own + (1.0 - share) * own[batch.second]

        chances = None if material.classes is None else of_mixtures(material.classes.of)
        followed = None if material.followed is None else nn.functional.normalize(of_mixtures(material.followed), dim=1)
        return Item(
            sound=batch.power,
            share=None,
            captions=captions,
            rows=rows,
            weights=weights,
            identity=self._identity[batch.rows],
            ids=tuple(material.train_clips[row].id for row in batch.rows.tolist()),
            chances=chances,
            followed=followed,
        )


def joined_weights(weights: Tensor, targets: Tensor, joined: JoinedItems, own: float) -> Tensor:
    """Adds a text for each joined item to the weights: float32 [B, K + J], rows summing to 1.

    Args:
        weights: float32 [B, K], of the batch and one text of each kind; rows of joined items are replaced.
        targets: float32 [K, K], from `kind_targets`.
        joined: the J items.
        own: weight of a joined item's own caption; its parts share the rest.
    """
    count = len(joined.items)
    parts = (joined.shares[:, :, None] * targets[joined.kinds]).sum(dim=1)
    wide = torch.cat([weights, weights.new_zeros(len(weights), count)], dim=1)
    wide[joined.items] = torch.cat([(1.0 - own) * parts, own * torch.eye(count)], dim=1)
    return wide


def seed_of(*numbers: int) -> int:
    """Returns a torch seed that differs in every step and on every rank: within 0 and 2^63 - 1."""
    return int(np.random.SeedSequence(numbers).generate_state(1, np.uint64)[0]) >> 1


def text_of(items: Sequence[str], known: dict[str, int]) -> Tensor | None:
    """Returns the rows of texts, int64 [N], or None if one is unknown."""
    rows = [known.get(text) for text in items]
    return None if None in rows else torch.tensor(rows, dtype=torch.int64)
