"""What a run learns from and is watched on, made ready: clips, and pictures and text vectors where they stand still."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from training.config import Config
from training.data.bank import Bank, Joined, draw_bank
from training.data.batches import MelClips
from training.data.captions import Captions
from training.data.corpus import Clip, CorpusError, only
from training.data.features import LONGEST_S, caption_vectors, mel_clips, readable

Report = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Pictures:
    """Cached mel powers, and the kinds they are learnt by."""

    train: MelClips
    val: MelClips
    kinds: NDArray[np.int64]
    """int64 [clips of train], rows of `captions_of_kind`."""
    captions_of_kind: tuple[NDArray[np.int64], ...]
    """For each kind the captions of its train clips, as rows of the texts."""
    variants_of_kind: tuple[Mapping[int, NDArray[np.int64]], ...] = ()
    """For each kind the variants of those of its captions that have any, by the caption's row; empty when none swap."""
    bank: Bank | None = None
    """Joined captions; None where no sounds are joined."""


@dataclass(frozen=True, slots=True)
class Classes:
    """What a published tower hears of AudioSet's classes in the train clips, and what they are called."""

    vectors: Tensor
    """float32 [C, E], of the names."""
    of: Tensor
    """float32 [clips of train, C], each clip's chances; rows sum to 1."""


@dataclass(frozen=True, slots=True)
class RunMaterial:
    """What a run learns from and is watched on."""

    train_clips: tuple[Clip, ...]
    val_clips: tuple[Clip, ...]
    pictures: Pictures | None
    """None where waves are fed."""
    texts: tuple[str, ...]
    """Every text that the run meets; empty where they are not all known before, or the text tower learns."""
    sentences: Tensor
    """float32 [texts, E]."""
    classes: Classes | None = None
    """None where `objective.class_weight` does not ask for them."""
    followed: Tensor | None = None
    """float32 [clips of train, D], unit vectors: what a pack with another ear hears in them; None where no pack is
    followed, or one that hears the very pictures."""

    def meanings(self) -> Tensor:
        """The mean text vector of each kind's captions, unit length, float32 [K, E]."""
        assert self.pictures is not None
        means = [self.sentences[torch.from_numpy(rows)].mean(dim=0) for rows in self.pictures.captions_of_kind]
        return nn.functional.normalize(torch.stack(means), dim=1)

    def bases(self) -> Tensor:
        """For each kind the kind whose captions are true of it too, or itself, int64 [K]."""
        names = sorted({clip.kind for clip in self.train_clips})
        number = {name: kind for kind, name in enumerate(names)}
        base_of = {clip.kind: clip.base for clip in self.train_clips if clip.base}
        found = [number.get(base_of.get(name, name), number[name]) for name in names]
        return torch.tensor(found, dtype=torch.int64)


def gather(
    clips: Sequence[Clip], config: Config, cache: Path, report: Report, *, most_s: float = LONGEST_S
) -> RunMaterial:
    """Makes or loads what a run needs of the train and val splits.

    Args:
        clips: with their splits; those of train without a caption are passed over, nothing being said of them.
        config: of the run.
        cache: folder for pictures and text vectors; made when missing.
        report: told what takes long and what is left out.
        most_s: of pictures: no more than this of a sound, from its start.

    Raises:
        CorpusError: nothing to learn from, or the captions' variants cannot be read.
    """
    train, val = [clip for clip in only(list(clips), "train") if clip.captions], only(list(clips), "val")
    pictured: tuple[MelClips, MelClips] | None = None
    if config.batch.feed == "pictures":
        train, heard = readable(train, mel_clips(train, config.model.audio, cache, report, most_s=most_s))
        val, watched = readable(val, mel_clips(val, config.model.audio, cache, report, most_s=most_s))
        pictured = heard, watched
    if not train:
        raise CorpusError("there is no captioned sound to learn from", advice="Give more data, or look at its splits.")
    captions = Captions(train, config.captions)
    texts: tuple[str, ...] = ()
    joined: tuple[Joined, ...] = ()
    sentences = torch.zeros(0, 1)
    if config.model.text.frozen and not config.captions.is_open:
        own = {caption for clip in (*train, *val) for caption in clip.captions}
        swapped = set(captions.texts()) - own
        joined = _bank(train, config)
        texts, sentences = _known([own, swapped, {one.text for one in joined} - own - swapped], config, cache)
    pictures = _pictures(train, pictured, texts, captions, joined) if pictured else None
    return RunMaterial(tuple(train), tuple(val), pictures, texts, sentences)


def _known(parts: Sequence[Collection[str]], config: Config, cache: Path) -> tuple[tuple[str, ...], Tensor]:
    """Texts and their vectors; each part is cached by itself, so that other variants leave the captions' vectors be."""
    ordered = [sorted(part) for part in parts if part]
    vectors = [caption_vectors(part, config.model.text, cache) for part in ordered]
    return tuple(text for part in ordered for text in part), torch.cat(vectors)


def _bank(train: Sequence[Clip], config: Config) -> tuple[Joined, ...]:
    if not config.joining.share:
        return ()
    captions: dict[str, set[str]] = {}
    for clip in train:
        captions.setdefault(clip.kind, set()).update(clip.captions)
    if len(captions) < 2:
        raise CorpusError("sounds of one kind cannot be joined", advice="Set joining.share to 0, or give more kinds.")
    return draw_bank([sorted(captions[kind]) for kind in sorted(captions)], config.joining)


def _pictures(
    train: Sequence[Clip],
    pictured: tuple[MelClips, MelClips],
    texts: Sequence[str],
    swapped: Captions,
    joined: tuple[Joined, ...],
) -> Pictures:
    rows = {text: row for row, text in enumerate(texts)}
    names = sorted({clip.kind for clip in train})
    captions: dict[str, set[int]] = {name: set() for name in names}
    for clip in train:
        captions[clip.kind].update(rows[caption] for caption in clip.captions)
    number = {name: kind for kind, name in enumerate(names)}
    variants: list[dict[int, set[int]]] = [{} for _ in names]
    for place, clip in enumerate(train):
        for caption, others in swapped.variants_of(place).items():
            if others:
                there = variants[number[clip.kind]].setdefault(rows[caption], set())
                there.update(rows[other] for other in others)
    return Pictures(
        train=pictured[0],
        val=pictured[1],
        kinds=np.asarray([number[clip.kind] for clip in train], dtype=np.int64),
        captions_of_kind=tuple(np.asarray(sorted(captions[name]), dtype=np.int64) for name in names),
        variants_of_kind=tuple(
            {row: np.asarray(sorted(others), dtype=np.int64) for row, others in found.items()} for found in variants
        ),
        bank=Bank(joined, np.asarray([rows[one.text] for one in joined], dtype=np.int64)) if joined else None,
    )
