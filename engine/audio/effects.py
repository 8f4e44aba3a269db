"""Effects of the audition: speed, stretch, pitch, gain, reverse, channels; the same for playback and dragged-out files.

Nothing here writes a file or opens a device: `playback` feeds an output with it, `render` a file.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, TypedDict

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from engine.audio.decode import AudioStream
from engine.audio.source import MAX_CHANNELS
from engine.audio.time_stretch import TimeStretch
from engine.base.errors import DamagedAudio
from engine.base.lazy_import import later
from engine.base.types import Measures

if TYPE_CHECKING:
    import soxr
else:
    soxr = later("soxr")

MAX_PITCH_SEMITONES = 24.0
MAX_GAIN_DB = 36.0
STRETCH_PERCENT = (25.0, 400.0)
"""Shortest and longest time stretch."""
BLOCK_FRAMES = 65_536

_QUALITY = "HQ"
_BACK_FIRST_S = 0.25
"""The first stretch read backwards is short, so that a reversed sound starts at once; each later one doubles."""
_BACK_MOST_SAMPLES = 1 << 21
"""Longest stretch buffered for reversing, over all channels: 8 MiB."""
_MATCH_CEILING_DBFS = -1.0
"""Level matching never lifts the sample peak above this. A true peak may be tenths of a dB higher: the margin."""
_MATCH_MOST_DB = 20.0
"""Largest lift; beyond it, the hiss of a quiet room would be the loudest sound of the list."""

Block = NDArray[np.float32]


class Effects(Struct, frozen=True):
    """The user's changes to a sound while listening; the file stays as it is."""

    pitch_semitones: float = 0.0
    """-24 to 24, like tape speed: faster is higher. 12 plays in half the time."""
    gain_db: float = 0.0
    """-36 to 36."""
    is_reversed: bool = False
    channels: tuple[int, ...] = ()
    """Picked channels, from 0: one, or a left and a right. Empty for all (folded for listening)."""
    stretch_percent: float = 100.0
    """25 to 400: length afterwards, in percent; the pitch stays."""
    shift_semitones: float = 0.0
    """-24 to 24: pitch alone; the length stays."""

    def __post_init__(self) -> None:
        if not abs(self.pitch_semitones) <= MAX_PITCH_SEMITONES:
            raise ValueError(f"pitch must be within ±{MAX_PITCH_SEMITONES} semitones, not {self.pitch_semitones}")
        if not abs(self.shift_semitones) <= MAX_PITCH_SEMITONES:
            raise ValueError(f"pitch must be within ±{MAX_PITCH_SEMITONES} semitones, not {self.shift_semitones}")
        low, high = STRETCH_PERCENT
        if not low <= self.stretch_percent <= high:
            raise ValueError(f"the stretch must be within {low:g} and {high:g} %, not {self.stretch_percent}")
        if not abs(self.gain_db) <= MAX_GAIN_DB:
            raise ValueError(f"gain must be within ±{MAX_GAIN_DB} dB, not {self.gain_db}")
        if len(self.channels) > 2 or not all(0 <= channel < MAX_CHANNELS for channel in self.channels):
            raise ValueError(f"one channel or a pair can be picked, not {self.channels}")

    @property
    def speed(self) -> float:
        """Seconds of the file per second of listening."""
        return self._tape / (self.stretch_percent / 100.0)

    @property
    def resampling(self) -> float:
        """How many times higher everything sounds, by which the resampler raises it."""
        return self._tape * self._shift

    @property
    def lengthening(self) -> float:
        """Length to which the sound is stretched before it is resampled, to its own."""
        return self.stretch_percent / 100.0 * self._shift

    @property
    def is_retimed(self) -> bool:
        """Whether samples are computed anew, by resampling or stretching."""
        return self.resampling != 1.0 or self.lengthening != 1.0

    @property
    def is_neutral(self) -> bool:
        return self == NO_EFFECTS

    @property
    def _tape(self) -> float:
        return float(2.0 ** (self.pitch_semitones / 12.0))

    @property
    def _shift(self) -> float:
        return float(2.0 ** (self.shift_semitones / 12.0))


NO_EFFECTS = Effects()


class EffectChanges(TypedDict, total=False):
    """Fields of `Effects` to change."""

    pitch_semitones: float
    gain_db: float
    is_reversed: bool
    channels: tuple[int, ...]
    stretch_percent: float
    shift_semitones: float


class EffectChain:
    """Applies picked channels, gain, stretch, pitch and resampling to blocks in the order of `ordered_blocks`.

    The output does not depend on block sizes.

    Attributes:
        channels: number of output channels.
    """

    def __init__(
        self,
        effects: Effects,
        *,
        channels: int,
        sample_rate_hz: int,
        to_hz: int | None = None,
        fold: NDArray[np.float32] | None = None,
    ) -> None:
        """Sets the chain up for one sound.

        Args:
            effects: what to apply; `is_reversed` is ignored here.
            channels: of the sound.
            sample_rate_hz: of the sound.
            to_hz: output rate; None for the sound's own.
            fold: float32 [picked channels, output channels], applied after picking; None outputs the picked channels.

        Raises:
            ValueError: a picked channel does not exist, or `fold` does not fit.
        """
        if any(channel >= channels for channel in effects.channels):
            raise ValueError(f"channels {effects.channels} of {channels} cannot be picked")
        picked = len(effects.channels) or channels
        if fold is not None and fold.shape[0] != picked:
            raise ValueError(f"a fold of {fold.shape[0]} channels does not fit {picked}")
        self.channels = picked if fold is None else fold.shape[1]
        self._picked = list(effects.channels)
        gain = np.float32(10.0 ** (effects.gain_db / 20.0))
        self._gain = gain if fold is None else np.float32(1.0)
        self._fold = None if fold is None else np.asarray(fold * gain, np.float32)
        self._soxr = None
        self._stretch = None
        if effects.lengthening != 1.0:
            self._stretch = TimeStretch(effects.lengthening, channels=self.channels, sample_rate_hz=sample_rate_hz)
        heard_hz = sample_rate_hz * effects.resampling
        if heard_hz != (to_hz or sample_rate_hz):
            self._soxr = soxr.ResampleStream(
                heard_hz, to_hz or sample_rate_hz, self.channels, dtype="float32", quality=_QUALITY
            )

    def push(self, block: Block) -> Block:
        """Takes float32 [T, channels of the sound]; returns what is ready, float32 [T', output channels], maybe empty.

        Samples may exceed ±1: the caller clips.
        """
        if self._picked:
            block = block[:, self._picked]
        if self._fold is not None:
            block = block @ self._fold
        elif self._gain != 1.0:
            block = block * self._gain
        if self._stretch is not None:
            block = self._stretch.push(block)
        if self._soxr is None:
            return block
        return np.asarray(self._soxr.resample_chunk(np.ascontiguousarray(block)), dtype=np.float32)

    def finish(self) -> Block:
        """Returns the remaining samples; the chain cannot be used afterwards."""
        rest = np.zeros((0, self.channels), np.float32) if self._stretch is None else self._stretch.finish()
        if self._soxr is None:
            return rest
        return np.asarray(self._soxr.resample_chunk(rest, last=True), dtype=np.float32)


def affected_blocks(stream: AudioStream, effects: Effects, first_frame: int, end_frame: int) -> Iterator[Block]:
    """Yields a stretch of a sound with its effects, float32 [T, C], in the order heard. See `EffectChain`.

    Raises:
        AudioError: the sound cannot be read there.
        ValueError: a picked channel does not exist.
    """
    info = stream.info
    chain = EffectChain(effects, channels=info.channels, sample_rate_hz=info.sample_rate_hz)
    for block in ordered_blocks(stream, first_frame, end_frame, is_reversed=effects.is_reversed):
        ready = chain.push(block)
        if len(ready):
            yield ready
    rest = chain.finish()
    if len(rest):
        yield rest


def ordered_blocks(
    stream: AudioStream, first_frame: int, end_frame: int, *, is_reversed: bool = False, frames: int = BLOCK_FRAMES
) -> Iterator[Block]:
    """Yields frames `first_frame` to `end_frame`, float32 [T, C], forwards or backwards.

    Memory does not grow with the stretch in either direction. It ends early where the sound does.

    Raises:
        AudioError: the sound cannot be read there.
    """
    first_frame = max(0, first_frame)
    if end_frame <= first_frame:
        return
    if is_reversed:
        yield from _backwards(stream, first_frame, end_frame)
        return
    if first_frame > 0 or not stream.is_untouched:
        stream.seek(first_frame / stream.info.sample_rate_hz)
    wanted = end_frame - first_frame
    for block in stream.blocks(min(frames, wanted)):
        yield block[:wanted]
        wanted -= len(block)
        if wanted <= 0:
            return


def _backwards(stream: AudioStream, first_frame: int, end_frame: int) -> Iterator[Block]:
    rate = stream.info.sample_rate_hz
    most = max(1024, _BACK_MOST_SAMPLES // stream.info.channels)
    size = min(most, max(1024, round(_BACK_FIRST_S * rate)))
    at = min(end_frame, round(stream.info.duration_s * rate))
    has_sound = False
    while at > first_frame:
        begin = max(first_frame, at - size)
        try:
            stretch = _stretch(stream, begin, at - begin)
        except DamagedAudio:
            if has_sound or begin == first_frame:
                raise
            stretch = np.zeros((0, stream.info.channels), np.float32)
        # A header may promise more than the file holds: skip what is missing at the end.
        has_sound = has_sound or len(stretch) > 0
        if len(stretch):
            yield stretch[::-1]
        at = begin
        size = min(most, size * 2)


def _stretch(stream: AudioStream, begin: int, count: int) -> Block:
    stream.seek(begin / stream.info.sample_rate_hz)
    parts = []
    for block in stream.blocks(count):
        parts.append(block[:count])
        count -= len(block)
        if count <= 0:
            break
    return np.concatenate(parts) if parts else np.zeros((0, stream.info.channels), np.float32)


def matching_gain_db(measures: Measures, target_lufs: float) -> float:
    """Returns the gain that brings a sound to a loudness; 0 where its loudness is unknown.

    Only for listening, never written. The peak stays under -1 dBFS, and the gain never exceeds 20 dB.
    """
    if measures.loudness_lufs is None:
        return 0.0
    gain_db = min(target_lufs - measures.loudness_lufs, _MATCH_MOST_DB)
    if measures.peak_dbfs is not None:
        gain_db = min(gain_db, max(0.0, _MATCH_CEILING_DBFS - measures.peak_dbfs))
    return gain_db
