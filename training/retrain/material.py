"""What a retraining learns from: the sounds of a library, a folder or a manifest, parted by recording, capped, counted.

One part is learnt from (train), one chooses the best step (val), one is kept away from both and only measures the pack
before and after (test).
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from engine import training_events
from engine.training_wording import LeftOutFor, Noted, RetrainAdvice, RetrainFault
from engine.wording import said, told
from training.data.corpora.folder import read_folder
from training.data.corpora.library import read_library
from training.data.corpora.licences import Policy
from training.data.corpora.reading import CorpusRead, PassedOver, open_only
from training.data.corpora.splitting import Shares, split_by_recording
from training.data.corpus import SPLITS, Clip, only
from training.data.listing import read_listing
from training.retrain.journal import RetrainError
from training.retrain.settings import RetrainConfig

MATERIALS = ("library", "folder", "manifest")


@dataclass(frozen=True, slots=True)
class SoundsSource:
    """Where the sounds are."""

    kind: str
    """library, folder or manifest."""
    path: Path
    owners: tuple[str, ...] = ()
    """Names of the user, whose own copyright forbids nothing."""
    is_strict: bool = False
    """Only what is stated to be under an open licence."""


@dataclass(frozen=True, slots=True)
class PartedMaterial:
    """The parted sounds and notes on them."""

    clips: tuple[Clip, ...]
    """Their splits are train, val and test."""
    left_out: CorpusRead
    """Only what was left out, and the notes."""

    def part(self, split: str) -> list[Clip]:
        """The sounds of one part."""
        return only(list(self.clips), split)

    def told(self, refused: training_events.Failure | None = None) -> training_events.Material:
        """The event that tells of it, and why nothing can be learnt from it."""
        captions = {caption for clip in self.clips for caption in clip.captions}
        used = training_events.Used(
            train=len(self.part("train")),
            val=len(self.part("val")),
            held_out=len(self.part("test")),
            captions=len(captions),
            seconds=round(sum(clip.duration_s for clip in self.clips), 1),
        )
        left_out = tuple(
            training_events.LeftOut(said(group.reason), group.count, tuple(group.examples))
            for group in self.left_out.groups()
        )
        return training_events.Material(used, left_out, self.left_out.notes, refused)

    def without(self, refused: Sequence[PassedOver], gone: frozenset[str]) -> "PartedMaterial":
        """The same less some sounds, by id, that turned out to be unreadable."""
        kept = tuple(clip for clip in self.clips if clip.id not in gone)
        return PartedMaterial(kept, replace(self.left_out, left_out=(*self.left_out.left_out, *refused)))


def read_material(source: SoundsSource, config: RetrainConfig) -> PartedMaterial:
    """Reads, gates and parts the sounds; whether they are enough is asked by `too_little`.

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
            notes.append(said(Noted.PARTED_ANEW))
        kept = tuple(split_by_recording(kept, shares))
    tests = sorted(only(list(kept), "test"), key=_order)[config.most_held_out :]
    surplus = {clip.id for clip in tests}
    refused += [PassedOver(LeftOutFor.TOO_MANY, clip.original_path) for clip in tests]
    kept = tuple(clip for clip in kept if clip.id not in surplus)
    return PartedMaterial(kept, CorpusRead((), (*reading.left_out, *refused), tuple(notes)))


def too_little(material: PartedMaterial, config: RetrainConfig) -> RetrainError | None:
    """Says why nothing can be learnt from this, None when something can."""
    usable, kinds = len(material.clips), {clip.kind for clip in material.part("train")}
    advice = RetrainAdvice.DESCRIBE_MORE
    if usable < config.least_sounds:
        return RetrainError(told(RetrainFault.TOO_FEW_SOUNDS, usable, config.least_sounds), advice=advice)
    if any(not material.part(split) for split in SPLITS):
        return RetrainError(told(RetrainFault.TOO_FEW_RECORDINGS, usable), advice=advice)
    if len(kinds) < 2:
        return RetrainError(RetrainFault.ONE_DESCRIPTION, advice=advice)
    return None


def _capped(clips: Sequence[Clip], config: RetrainConfig) -> tuple[tuple[Clip, ...], list[PassedOver]]:
    """Keeps as many sounds, and as much of them, as fit into memory; which ones does not depend on the others."""
    room_s, kept, refused = config.most_hours * 3600.0, set[str](), list[PassedOver]()
    for clip in sorted(clips, key=_order):
        length_s = min(clip.duration_s, config.most_s)
        if len(kept) < config.most_sounds and room_s >= length_s:
            kept.add(clip.id)
            room_s -= length_s
        else:
            refused.append(PassedOver(LeftOutFor.TOO_MANY, clip.original_path))
    return tuple(clip for clip in clips if clip.id in kept), refused


def _order(clip: Clip) -> bytes:
    return hashlib.blake2b(clip.id.encode("utf-8", "surrogateescape"), digest_size=8).digest()
