"""Prepares the material of a run: clips, and cached pictures and text vectors."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from training.data.bank import CaptionBank, JoinedCaption, draw_bank
from training.data.batches import MelClips
from training.data.captions import Captions
from training.data.corpus import Clip, CorpusError, only
from training.data.features import LONGEST_S, caption_vectors, mel_clips, readable
from training.runs.config import Config

Report = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Pictures:
    """Cached mel powers and the kinds to train by."""

    train: MelClips
    val: MelClips
    kinds: NDArray[np.int64]
    """int64 [clips of train], rows of `captions_of_kind`."""
    captions_of_kind: tuple[NDArray[np.int64], ...]
    """Captions of each kind's train clips, as rows of the texts."""
    variants_of_kind: tuple[Mapping[int, NDArray[np.int64]], ...] = ()
    """For each kind, variants of its captions by the caption's row; empty without swapping."""
    bank: CaptionBank | None = None
    """Joined captions; None without joining."""


@dataclass(frozen=True, slots=True)
class Classes:
    """AudioSet classes that a published tower hears in the train clips, and their names."""

    vectors: Tensor
    """float32 [C, E], vectors of the names."""
    of: Tensor
    """float32 [clips of train, C], each clip's class probabilities; rows sum to 1."""


@dataclass(frozen=True, slots=True)
class RunMaterial:
    """What a run trains on and is watched on."""

    train_clips: tuple[Clip, ...]
    val_clips: tuple[Clip, ...]
    pictures: Pictures | None
    """None when waves are fed."""
    texts: tuple[str, ...]
    """Every text of the run; empty if not all are known in advance, or the text tower is trained."""
    sentences: Tensor
    """float32 [texts, E]."""
    classes: Classes | None = None
    """None if `objective.class_weight` is 0."""
    followed: Tensor | None = None
    """float32 [clips of train, D], unit vectors of a followed pack with another front end; None otherwise."""

    def meanings(self) -> Tensor:
        """Returns each kind's mean caption vector, unit length, float32 [K, E]."""
        assert self.pictures is not None
        means = [self.sentences[torch.from_numpy(rows)].mean(dim=0) for rows in self.pictures.captions_of_kind]
        return nn.functional.normalize(torch.stack(means), dim=1)

    def bases(self) -> Tensor:
        """Returns for each kind the kind whose captions apply to it too, or itself, int64 [K]."""
        names = sorted({clip.kind for clip in self.train_clips})
        number = {name: kind for kind, name in enumerate(names)}
        base_of = {clip.kind: clip.base for clip in self.train_clips if clip.base}
        found = [number.get(base_of.get(name, name), number[name]) for name in names]
        return torch.tensor(found, dtype=torch.int64)


def gather(
    clips: Sequence[Clip], config: Config, cache: Path, report: Report, *, most_s: float = LONGEST_S
) -> RunMaterial:
    """Computes or loads what a run needs of the train and val splits.

    Args:
        clips: clips with their splits; train clips without captions are skipped.
        cache: folder for pictures and text vectors; created if missing.
        report: told what takes long and what is left out.
        most_s: longest stretch of a pictured sound, from its start.

    Raises:
        CorpusError: nothing to train on, or unreadable caption variants.
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
    joined: tuple[JoinedCaption, ...] = ()
    sentences = torch.zeros(0, 1)
    if config.model.text.frozen and not config.captions.is_open:
        own = {caption for clip in (*train, *val) for caption in clip.captions}
        swapped = set(captions.texts()) - own
        joined = _bank(train, config)
        texts, sentences = _known([own, swapped, {one.text for one in joined} - own - swapped], config, cache)
    pictures = _pictures(train, pictured, texts, captions, joined) if pictured else None
    return RunMaterial(tuple(train), tuple(val), pictures, texts, sentences)


def _known(parts: Sequence[Collection[str]], config: Config, cache: Path) -> tuple[tuple[str, ...], Tensor]:
    """Texts and their vectors; parts are cached separately, so other variants keep the captions' vectors valid."""
    ordered = [sorted(part) for part in parts if part]
    vectors = [caption_vectors(part, config.model.text, cache) for part in ordered]
    return tuple(text for part in ordered for text in part), torch.cat(vectors)


def _bank(train: Sequence[Clip], config: Config) -> tuple[JoinedCaption, ...]:
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
    joined: tuple[JoinedCaption, ...],
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
        bank=CaptionBank(joined, np.asarray([rows[one.text] for one in joined], dtype=np.int64)) if joined else None,
    )
