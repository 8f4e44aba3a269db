"""The material of a retraining: the sounds of a library, a folder or a manifest, split by recording, capped, counted.

train is learnt from, val chooses the best step, and test is kept from both to measure the pack before and after.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from engine.base import training_events
from engine.base.messages import said, told
from engine.base.training_messages import ExclusionReason, RetrainAdvice, RetrainFault, TrainingNote
from training.data.corpora.folder import read_folder
from training.data.corpora.library import read_library
from training.data.corpora.licences import Policy
from training.data.corpora.reader import CorpusReading, LeftOutItem, open_only
from training.data.corpora.splits import Shares, split_by_recording
from training.data.corpus import SPLITS, Clip, only
from training.data.listing import read_listing
from training.retrain.journal import RetrainError
from training.retrain.settings import RetrainConfig

MATERIALS = ("library", "folder", "manifest")


@dataclass(frozen=True, slots=True)
class SoundsSource:
    """The sounds to learn from, and which of them may be used."""

    kind: str
    """library, folder or manifest."""
    path: Path
    owners: tuple[str, ...] = ()
    """Names of the user, whose own copyright excludes nothing."""
    is_strict: bool = False
    """Uses only sounds under a stated open licence."""


@dataclass(frozen=True, slots=True)
class SplitMaterial:
    """The split sounds and notes on them."""

    clips: tuple[Clip, ...]
    """Their splits are train, val and test."""
    left_out: CorpusReading
    """Only the left-out sounds and the notes."""

    def part(self, split: str) -> list[Clip]:
        return only(list(self.clips), split)

    def told(self, refused: training_events.Failure | None = None) -> training_events.Material:
        """Returns the event about it, with the reason if nothing can be learnt from it."""
        captions = {caption for clip in self.clips for caption in clip.captions}
        used = training_events.TrainingSet(
            train=len(self.part("train")),
            val=len(self.part("val")),
            held_out=len(self.part("test")),
            captions=len(captions),
            seconds=round(sum(clip.duration_s for clip in self.clips), 1),
        )
        left_out = tuple(
            training_events.Exclusion(said(group.reason), group.count, tuple(group.examples))
            for group in self.left_out.groups()
        )
        return training_events.Material(used, left_out, self.left_out.notes, refused)

    def without(self, refused: Sequence[LeftOutItem], gone: frozenset[str]) -> "SplitMaterial":
        """Returns the same without some sounds, by id, that turned out to be unreadable."""
        kept = tuple(clip for clip in self.clips if clip.id not in gone)
        return SplitMaterial(kept, replace(self.left_out, left_out=(*self.left_out.left_out, *refused)))


def read_material(source: SoundsSource, config: RetrainConfig) -> SplitMaterial:
    """Reads the sounds, applies the licence gate and splits them; `too_little` judges whether they suffice.

    Raises:
        CorpusError: there is no such library, folder or manifest.
    """
    policy = Policy.STRICT if source.is_strict else Policy.LEAVE_OUT
    shares = Shares(config.held_out_share, config.held_out_share, least=config.least_held_out)
    if source.kind == "library":
        reading = read_library(source.path, policy=policy, owners=source.owners, shares=shares)
    elif source.kind == "folder":
        reading = read_folder(source.path, policy=policy, shares=shares)
    else:
        reading = read_listing(source.path)
        reading = open_only(reading) if source.is_strict else reading
    described = tuple(clip for clip in reading.clips if clip.captions)
    kept, refused = _capped(described, config)
    notes = list(reading.notes)
    if any(not only(list(kept), split) for split in SPLITS):
        if len({clip.split for clip in kept}) > 1:
            notes.append(said(TrainingNote.PARTED_ANEW))
        kept = tuple(split_by_recording(kept, shares))
    tests = sorted(only(list(kept), "test"), key=_order)[config.most_held_out :]
    surplus = {clip.id for clip in tests}
    refused += [LeftOutItem(ExclusionReason.TOO_MANY, clip.original_path) for clip in tests]
    kept = tuple(clip for clip in kept if clip.id not in surplus)
    return SplitMaterial(kept, CorpusReading((), (*reading.left_out, *refused), tuple(notes)))


def too_little(material: SplitMaterial, config: RetrainConfig) -> RetrainError | None:
    """Returns why there is too little to learn from; None if there is enough."""
    usable, kinds = len(material.clips), {clip.kind for clip in material.part("train")}
    advice = RetrainAdvice.DESCRIBE_MORE
    if usable < config.least_sounds:
        return RetrainError(told(RetrainFault.TOO_FEW_SOUNDS, usable, config.least_sounds), advice=advice)
    if any(not material.part(split) for split in SPLITS):
        return RetrainError(told(RetrainFault.TOO_FEW_RECORDINGS, usable), advice=advice)
    if len(kinds) < 2:
        return RetrainError(RetrainFault.ONE_DESCRIPTION, advice=advice)
    return None


def _capped(clips: Sequence[Clip], config: RetrainConfig) -> tuple[tuple[Clip, ...], list[LeftOutItem]]:
    """Keeps the sounds, and as much of each, that fit into memory; the choice does not depend on the other sounds."""
    room_s, kept, refused = config.most_hours * 3600.0, set[str](), list[LeftOutItem]()
    for clip in sorted(clips, key=_order):
        length_s = min(clip.duration_s, config.most_s)
        if len(kept) < config.most_sounds and room_s >= length_s:
            kept.add(clip.id)
            room_s -= length_s
        else:
            refused.append(LeftOutItem(ExclusionReason.TOO_MANY, clip.original_path))
    return tuple(clip for clip in clips if clip.id in kept), refused


def _order(clip: Clip) -> bytes:
    return hashlib.blake2b(clip.id.encode("utf-8", "surrogateescape"), digest_size=8).digest()
