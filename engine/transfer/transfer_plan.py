"""Applies a profile to one sound: its stretch, channels, format and file names. Reads no file."""

import os
from pathlib import Path

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from engine.audio.downmix import channel_names, fold_matrix
from engine.audio.effects import NO_EFFECTS, Effects
from engine.audio.region_names import plain_name, region_name
from engine.audio.region_render import form_of
from engine.base.errors import TransferError
from engine.base.messages import told
from engine.base.types import AudioInfo
from engine.transfer.collect import ExportItem
from engine.transfer.messages import TransferAdvice, TransferFault
from engine.transfer.name_patterns import stem_of, texts_of
from engine.transfer.profile import (
    ChannelRule,
    Container,
    Depth,
    LevelRule,
    NamePolicy,
    Profile,
    TextRule,
    holds_rate,
    rates_of,
)

TO_THE_END = 1 << 62
"""A frame past any end: headers may state less than the file holds."""
_MOST_CHANNELS = {Container.FLAC: 8, Container.MP3: 2, Container.M4A: 8}
_SUFFIXES = {Container.AIFF: ".aiff", Container.FLAC: ".flac", Container.MP3: ".mp3", Container.M4A: ".m4a"}
_LONGEST_AIFF = 0xFFF0_0000


class TransferPlan(Struct, frozen=True):
    """What to make of one sound."""

    piece: ExportItem
    profile: Profile
    info: AudioInfo
    names: tuple[str, ...]
    """Of the files: one, or one per channel where they are split."""
    is_copy: bool
    """Nothing changes: the file itself is copied, byte for byte."""
    first: int
    """The first frame of the sound to write, handles included."""
    end: int
    """One past the last; `TO_THE_END` for the rest of the sound."""
    matrix: NDArray[np.float64] | None
    """Gains, float64 [channels of the sound, channels out]; None leaves channels unchanged."""
    channels: int
    """Written, over all files."""
    rate_hz: int
    bits: int
    is_float: bool
    fade_in_s: float
    fade_out_s: float
    is_processed: bool
    """Samples differ from those of the sound, so that integers are dithered."""

    @property
    def start_s(self) -> float:
        return self.first / self.info.sample_rate_hz

    @property
    def end_s(self) -> float:
        return min(self.info.duration_s, self.end / self.info.sample_rate_hz)

    @property
    def expected_frames(self) -> int:
        rate = self.info.sample_rate_hz
        length = max(0, min(self.end, round(self.info.duration_s * rate)) - self.first)
        return round(length / self.piece.effects.speed * self.rate_hz / rate)

    @property
    def project_frame(self) -> int | None:
        """The frame of a project at which the file begins; None without a place in one."""
        return (
            None
            if self.piece.at_s is None
            else round((self.piece.at_s - head_of(self.piece, self.start_s, self.end_s)) * self.rate_hz)
        )

    @property
    def holds_any_level(self) -> bool:
        """Whether it never clips: float, and not lossy, whose decoders clip."""
        return self.is_float and not self.profile.container.is_lossy

    @property
    def layout(self) -> str:
        return self.info.layout if self.matrix is None and not self.piece.effects.channels else ""


def plan(piece: ExportItem, profile: Profile, info: AudioInfo, number: int = 1) -> TransferPlan:
    """Applies a profile to a sound.

    Args:
        piece: the sound, or a stretch of it.
        profile: the profile.
        info: the sound's header.
        number: of the file, for its name.

    Raises:
        TransferError: the profile does not suit this sound.
    """
    piece = replace(piece, effects=effects_of(piece, profile))
    rate, length = info.sample_rate_hz, round(info.duration_s * info.sample_rate_hz)
    is_stretch = piece.start_s is not None or piece.end_s is not None
    handles = profile.handles_s if is_stretch else 0.0
    first = max(0, round(((piece.start_s or 0.0) - handles) * rate))
    end = TO_THE_END if piece.end_s is None else round((piece.end_s + handles) * rate)
    if end >= length:
        end = TO_THE_END
    picked = piece.effects.channels
    heard = len(picked) or info.channels
    matrix = _matrix(profile, heard, info.layout if not picked else "")
    channels = heard if matrix is None else matrix.shape[1]
    form = form_of(info, piece.effects, None)
    bits, is_float = form.bits, form.is_float
    container = profile.container
    if profile.depth is not None:
        bits, is_float = (32, True) if profile.depth is Depth.FLOAT32 else (int(profile.depth), False)
    elif container.is_lossy:
        bits, is_float = 32, True
    elif container is Container.FLAC and (is_float or bits > 24):
        bits, is_float = 24, False
    elif container is Container.AIFF and bits == 64:
        bits = 32
    if not container.is_wave:
        bits = max(16, bits)
    rate_hz = profile.rate_hz or _rate_in(container, rate)
    is_faded = profile.fade_s is not None
    cut_start, cut_end = first > 0, end != TO_THE_END
    if piece.effects.is_reversed:
        cut_start, cut_end = cut_end, cut_start
    fade = profile.fade_s if profile.fade_s is not None else 0.005
    is_moved = (
        (matrix is not None and profile.channels.rule in (ChannelRule.MONO, ChannelRule.STEREO))
        or piece.effects.is_retimed
        or piece.effects.gain_db != 0.0
    )
    is_processed = is_moved or rate_hz != rate or profile.level.rule is not LevelRule.AS_IS or profile.is_dc_removed
    is_lower = not is_float and (form.is_float or form.bits > bits or info.bit_depth is None)
    made = TransferPlan(
        piece=piece,
        profile=profile,
        info=info,
        names=(),
        is_copy=_needs_nothing(piece, profile, info, rate_hz, (bits, is_float), matrix),
        first=first,
        end=end,
        matrix=matrix,
        channels=channels,
        rate_hz=rate_hz,
        bits=bits,
        is_float=is_float,
        fade_in_s=fade if is_faded or cut_start else 0.0,
        fade_out_s=fade if is_faded or cut_end else 0.0,
        is_processed=is_processed or is_lower,
    )
    _check_room(made)
    if made.project_frame is not None and made.project_frame < 0:
        raise TransferError(TransferFault.BEFORE_PROJECT, advice=TransferAdvice.LATER_PLACE)
    return _named(made, number)


def effects_of(piece: ExportItem, profile: Profile) -> Effects:
    """The effects of a file: those that were heard, and the profile's stretch and pitch on top.

    Raises:
        TransferError: together they are out of range.
    """
    heard = piece.effects
    try:
        return replace(
            heard,
            stretch_percent=heard.stretch_percent * profile.stretch_percent / 100.0,
            shift_semitones=heard.shift_semitones + profile.pitch_semitones,
        )
    except ValueError as err:
        raise TransferError(TransferFault.STRETCHED_TWICE, advice=TransferAdvice.IN_RANGE) from err


def head_of(piece: ExportItem, start_s: float | None, end_s: float | None) -> float:
    """Length in seconds of what a file has before the stretch that was asked for: its first handle.

    Args:
        piece: what was asked for.
        start_s: start of the file within the sound, handles included; None for a whole sound.
        end_s: its end, likewise.
    """
    if piece.effects.is_reversed:
        extra = 0.0 if piece.end_s is None or end_s is None else end_s - piece.end_s
    else:
        extra = 0.0 if piece.start_s is None or start_s is None else piece.start_s - start_s
    return max(0.0, extra) / piece.effects.speed


def names_taken(made: TransferPlan, folder: Path) -> bool:
    """Whether one of the plan's names exists in a folder."""
    return any(os.path.lexists(folder / name) for name in made.names)


def leaves_alone(made: TransferPlan, folder: Path) -> bool:
    """Whether the profile skips this sound because a name is taken."""
    return made.profile.policy is NamePolicy.SKIP and names_taken(made, folder)


def _matrix(profile: Profile, channels: int, layout: str) -> NDArray[np.float64] | None:
    rule = profile.channels.rule
    if rule is ChannelRule.PICK:
        for number in profile.channels.picked:
            if number > channels:
                fault = told(TransferFault.NO_SUCH_CHANNEL, number, channels)
                raise TransferError(fault, advice=TransferAdvice.IN_RANGE)
        wanted = [number - 1 for number in profile.channels.picked]
        return None if wanted == list(range(channels)) else np.eye(channels)[:, wanted]
    target = {ChannelRule.MONO: 1, ChannelRule.STEREO: 2}.get(rule)
    if target is None or target == channels:
        return None
    return fold_matrix(channels, target, layout).astype(np.float64)


def _rate_in(container: Container, rate_hz: int) -> int:
    """The sound's own rate, or else the next higher one of the container, or its highest."""
    if holds_rate(container, rate_hz):
        return rate_hz
    rates = rates_of(container)
    return next((one for one in rates if one >= rate_hz), rates[-1])


def _needs_nothing(
    piece: ExportItem,
    profile: Profile,
    info: AudioInfo,
    rate_hz: int,
    depth: tuple[int, bool],
    matrix: NDArray[np.float64] | None,
) -> bool:
    is_whole = piece.start_s is None and piece.end_s is None and piece.effects == NO_EFFECTS
    is_changed = (
        matrix is not None
        or piece.at_s is not None
        or rate_hz != info.sample_rate_hz
        or profile.level.rule is not LevelRule.AS_IS
        or profile.is_dc_removed
        or bool(profile.fade_s)
        or profile.texts is not TextRule.KEPT
        or bool(profile.originator)
        or (profile.channels.rule is ChannelRule.SPLIT and info.channels > 1)
    )
    if not is_whole or is_changed:
        return False
    form = form_of(info, NO_EFFECTS, None)
    is_as_deep = profile.depth is None or ((form.bits, form.is_float) == depth and info.bit_depth is not None)
    container = profile.container
    if container is Container.ORIGINAL:
        return is_as_deep and not (piece.as_wav and info.format not in ("WAV", "RF64"))
    formats = {
        Container.WAV: ("WAV", "WAVEX", "RF64"),
        Container.BWF: ("WAV", "WAVEX", "RF64"),
        Container.AIFF: ("AIFF",),
        Container.FLAC: ("FLAC",),
        Container.MP3: ("MP3",),
        Container.M4A: ("M4A",),
    }
    has_extension = container is not Container.BWF or any(
        name.lower().startswith("bext.") for name in piece.metadata.fields
    )
    return is_as_deep and has_extension and info.format in formats[container]


def _check_room(made: TransferPlan) -> None:
    container, each = made.profile.container, made.channels
    if made.profile.channels.rule is ChannelRule.SPLIT:
        each = 1
    most = _MOST_CHANNELS.get(container)
    if not made.is_copy and most is not None and each > most:
        fault = told(TransferFault.CHANNELS_IN_FORMAT, container.label, most, each)
        raise TransferError(fault, advice=TransferAdvice.FEWER_CHANNELS)
    if container is Container.AIFF and made.expected_frames * each * made.bits // 8 > _LONGEST_AIFF:
        fault = told(TransferFault.TOO_LONG_FOR_FORMAT, container.label)
        raise TransferError(fault, advice=TransferAdvice.ANOTHER_FORMAT)


def _named(made: TransferPlan, number: int) -> TransferPlan:
    piece, profile = made.piece, made.profile
    own = os.fsdecode(os.path.basename(piece.path.raw))
    is_stretch = piece.start_s is not None or piece.end_s is not None
    texts = texts_of(piece.path, piece.metadata, made.start_s if is_stretch else None) | dict(piece.words)
    if piece.name:
        stem = plain_name(piece.name)
    elif profile.pattern:
        stem = stem_of(profile.pattern, texts, number)
    elif made.is_copy:
        return replace(made, names=(own,))
    else:
        start_s, end_s = (made.start_s, made.end_s) if is_stretch else (None, None)
        stem = region_name(piece.path, start_s, end_s, piece.effects).removesuffix(".wav")
    suffix = Path(own).suffix if made.is_copy else _SUFFIXES.get(profile.container, ".wav")
    if profile.channels.rule is ChannelRule.SPLIT and made.channels > 1:
        parts = channel_names(made.channels, made.layout)
        return replace(made, names=tuple(f"{stem}.{part}{suffix}" for part in parts))
    return replace(made, names=(f"{stem}{suffix}",))
