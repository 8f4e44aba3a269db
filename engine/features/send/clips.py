"""Makes the clips of a project: files by a transfer profile, each with its place.

A WAV's time reference is its place, so that programs can put it there by "spot to original timestamp".
"""

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from engine.audio.decode import open_audio
from engine.base.cancellation import Cancel, never
from engine.base.errors import TransferError
from engine.base.io_timeout import IoTimeout
from engine.base.types import FilePath
from engine.features.send.messages import SendAdvice, SendFault
from engine.transfer.collect import ExportItem
from engine.transfer.credits import CreditsFormat
from engine.transfer.profile import Container, NamePolicy, Profile
from engine.transfer.transfer import FailedTransfer, TransferredFile, transfer
from engine.transfer.transfer_plan import effects_of, head_of

_BREAKS = re.compile("\r\n|[\t-\r\x1c-\x1e\x85\u2028\u2029]")
_UNWRITABLE = re.compile("[\0-\x08\x0e-\x1b\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")
"""Control characters, bytes of names that are no text, and what XML forbids besides."""


class ProjectClip(Struct, frozen=True):
    """A file and its place in a project."""

    file: TransferredFile
    name: str
    """What it is called in the project: the cue, or the file's name."""
    first_frame: int
    """Of the project, at the file's sample rate; handles come before the place that was asked for."""
    frames: int
    sample_rate_hz: int
    channels: int
    head_frames: int
    """Length of the first handle: the place that was asked for lies so far behind `first_frame`."""

    @property
    def path(self) -> Path:
        return self.file.path

    @property
    def end_frame(self) -> int:
        return self.first_frame + self.frames

    @property
    def start_s(self) -> float:
        return self.first_frame / self.sample_rate_hz

    @property
    def end_s(self) -> float:
        return self.end_frame / self.sample_rate_hz

    @property
    def has_time_reference(self) -> bool:
        """Whether the file bears its place."""
        return self.path.suffix.lower() == ".wav"


class ClipSummary(Struct, frozen=True):
    """The outcome of making clips."""

    clips: tuple[ProjectClip, ...]
    """By place."""
    skipped: tuple[FailedTransfer, ...]


def make_clips(
    pieces: Sequence[ExportItem],
    folder: Path,
    profile: Profile,
    *,
    library: Path | None = None,
    credits: CreditsFormat | None = CreditsFormat.TEXT,
    cancel: Cancel = never,
    progress: Callable[[float], object] = lambda share: None,
    patience: IoTimeout | None = None,
) -> ClipSummary:
    """Makes a file of each piece, or several where channels are split; overwrites nothing.

    Args:
        pieces: each with its place, `ExportItem.at_s`.
        folder: of the files; created if missing.
        profile: WAV files become broadcast waves, which have a time reference.
        library, credits, cancel, progress, patience: as for `transfer`.

    Raises:
        TransferError: there are no pieces, or no file could be made of any.
        StorageFull, LibraryError: the folder cannot be written; complete files stay.
    """
    if not pieces:
        raise TransferError(SendFault.NOTHING_TO_SEND, advice=SendAdvice.REWORD_CUES)
    container = Container.BWF if profile.container.is_wave else profile.container
    profile = replace(profile, container=container, policy=NamePolicy.NUMBER)
    clips: list[ProjectClip] = []
    skipped: list[FailedTransfer] = []
    for number, piece in enumerate(pieces):
        done = transfer(
            [piece],
            folder,
            profile,
            credits=credits,
            library=library,
            number=number + 1,
            cancel=cancel,
            patience=patience,
        )
        clips += [_clip(replace(piece, effects=effects_of(piece, profile)), file) for file in done.files]
        skipped += done.skipped
        progress((number + 1) / len(pieces))
        if done.is_cancelled:
            break
    if not clips and skipped:
        raise skipped[0].error
    return ClipSummary(tuple(sorted(clips, key=lambda clip: clip.start_s)), tuple(skipped))


class Placed(Protocol):
    """Something at a place in a project."""

    @property
    def start_s(self) -> float:
        """Place of its beginning in the project."""

    @property
    def end_s(self) -> float:
        """Place of its end."""


PlacedT = TypeVar("PlacedT", bound=Placed)


def lanes(clips: Sequence[PlacedT]) -> list[list[PlacedT]]:
    """Sorts clips into as few tracks as needed, so that none overlaps another; they are in order of time."""
    tracks: list[list[PlacedT]] = []
    for clip in clips:
        track = next((track for track in tracks if track[-1].end_s <= clip.start_s), None)
        if track is None:
            tracks.append([clip])
        else:
            track.append(clip)
    return tracks


def plain_text(text: str) -> str:
    """Returns a text as one line without control characters, for formats that have no place for them."""
    return _BREAKS.sub(" ", _UNWRITABLE.sub("\ufffd", text))


def in_sequence(
    pieces: Sequence[ExportItem], lengths_s: Sequence[float], start_s: float, between_s: float
) -> list[ExportItem]:
    """Gives pieces without a place one after another; those with one keep it."""
    at_s, placed = start_s, []
    for piece, length_s in zip(pieces, lengths_s, strict=True):
        if piece.at_s is None:
            piece = replace(piece, at_s=at_s)
            at_s += length_s + between_s
        placed.append(piece)
    return placed


def _clip(piece: ExportItem, file: TransferredFile) -> ProjectClip:
    assert piece.at_s is not None
    with open_audio(FilePath.of(file.path)) as stream:
        info = stream.info
    rate = info.sample_rate_hz
    first = round((piece.at_s - head_of(piece, file.start_s, file.end_s)) * rate)
    head = round(piece.at_s * rate) - first
    name = " ".join((dict(piece.words).get("cue") or file.path.stem).split())
    return ProjectClip(file, name, first, round(info.duration_s * rate), rate, info.channels, head)
