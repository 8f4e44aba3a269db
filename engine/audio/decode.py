"""Reads sounds: any supported file to float32 samples, block by block, with notes on oddities.

It tries libsndfile first, then FFmpeg; content decides the kind of a file. Memory does not grow with the length of the
sound. When `decoders` are in use, they decode in processes of their own. `metadata` reads tags.
"""

from collections.abc import Callable, Iterator
from io import FileIO
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from engine.audio import decoder_pool
from engine.audio.content import content_id, declared_payload, is_mpeg_without_index, payload_digest
from engine.audio.decode_errors import plainly, refusal
from engine.audio.decoder_fallback import Opener, counted, going_on
from engine.audio.files import AUDIO_SUFFIXES, as_file_path, open_regular, read_at
from engine.audio.resample import MonoResampler, mix_to_mono, resample
from engine.audio.source import Source, StreamBroken
from engine.base.errors import AudioError, DamagedAudio, DecoderEnded, EmptyAudio
from engine.base.file_messages import Damage, FileAdvice, FileFault, place, trouble
from engine.base.job_messages import FileNote, tenths
from engine.base.lazy_import import later
from engine.base.messages import Message, Value, told
from engine.base.types import AudioInfo, FilePath, Waves

if TYPE_CHECKING:
    import soundfile
    from av import error as av_error

    from engine.audio import av_source, soundfile_source
else:
    av_error = later("av.error")
    av_source = later("engine.audio.av_source")
    soundfile = later("soundfile")
    soundfile_source = later("engine.audio.soundfile_source")

__all__ = ["AUDIO_SUFFIXES", "AudioStream", "content_id", "mono_blocks", "open_audio", "payload_digest", "read"]

MAX_DURATION_S = 100 * 3600.0
"""Reading stops here: a small file can unpack into years of silence."""
LOUDEST_SAMPLE = 1e6
"""Samples beyond ±this, or NaN, become zero: +120 dBFS is damage, not sound."""

_HEAD_FRAMES = 4096
_ROUNDED_S = 0.25
"""A shortfall against the header of up to this, or of 0.5 %, is rounding, not damage."""
_VOC = b"Creative Voice File"


class AudioStream:
    """An open sound and a context manager. One thread owns it.

    Attributes:
        info: from the header at first; after the last block with the true duration and all notes.
        is_untouched: True until the first read or seek.
    """

    def __init__(
        self,
        file: FileIO,
        source: Source,
        head: NDArray[np.float32],
        note: Message | None,
        name: str,
        others: tuple[Opener, ...] = (),
    ) -> None:
        """Args: `others` are tried in order when `source` fails in the middle."""
        self._file, self._source, self._name, self._others = file, source, name, others
        self._at = 0  # first frame of the next block
        self._head: NDArray[np.float32] | None = head
        self._notes = [] if note is None else [note]
        self._zeroed = 0
        self._is_from_start = True
        self.is_untouched = True
        rate = source.sample_rate_hz
        declared = source.declared_frames
        self.info = AudioInfo(
            format=source.format,
            codec=source.codec,
            sample_rate_hz=rate,
            channels=source.channels,
            bit_depth=source.bit_depth,
            duration_s=(len(head) if declared is None else declared) / rate,
            notes=tuple(self._notes),
            layout=source.layout,
        )

    def __enter__(self) -> "AudioStream":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self._source.close()
        self._file.close()

    def seek(self, start_s: float) -> None:
        """Seeks to a time from the start; the next `blocks` begins there. Past the end is the end.

        Raises:
            DamagedAudio: the decoder cannot find that place.
        """
        self._head = None
        self._is_from_start = self.is_untouched = False
        self._at = round(max(0.0, start_s) * self.info.sample_rate_hz)
        try:
            self._source.seek(self._at)
        except StreamBroken as err:
            if self._ask_another():
                return
            cause = trouble(FileFault.CANNOT_READ_FROM, FileAdvice.FROM_THE_START, place(start_s), Message(err.reason))
            raise DamagedAudio(cause, self._name) from err

    def blocks(self, frames: int = 65536) -> Iterator[NDArray[np.float32]]:
        """Yields float32 [T, C], T <= frames, finite, each a new array, until the sound ends.

        A sound that breaks off in the middle ends there; `info.notes` says so afterwards.
        """
        limit = int(MAX_DURATION_S * self.info.sample_rate_hz)
        total = 0
        broken: Message | None = None
        while total < limit:
            try:
                block = self._next(frames)
            except StreamBroken as err:
                broken = broken or Message(err.reason)
                if self._ask_another():
                    continue
                break
            if not len(block):
                break
            total += len(block)
            self._at += len(block)
            yield block
        else:
            self._notes.append(told(FileNote.ONLY_FIRST, round(MAX_DURATION_S / 3600)))
        if self._is_from_start:
            self._conclude(total, broken)

    def _ask_another(self) -> bool:
        """Switches to the next decoder that can continue; False where none can, and the current one stays."""
        while self._others:
            opener, self._others = self._others[0], self._others[1:]
            try:
                other = opener(self._file, self._name)
            except DecoderEnded:
                raise
            except _cannot_open():
                continue
            info = self.info
            found = going_on(other, info.sample_rate_hz, info.channels, self._at, is_from_start=self._is_from_start)
            if found is not None:
                self._source.close()
                self._source, self._head = found
                return True
            other.close()
        return False

    def _next(self, frames: int) -> NDArray[np.float32]:
        self.is_untouched = False
        head = self._head
        if head is not None:
            self._head = head[frames:] if len(head) > frames else None
            return self._sane(head[:frames])
        block = np.empty((frames, self.info.channels), dtype=np.float32)
        return self._sane(block[: self._source.read(block)])

    def _sane(self, block: NDArray[np.float32]) -> NDArray[np.float32]:
        if self._source.is_finite or not len(block):
            return block
        flat = block.reshape(-1)
        with np.errstate(all="ignore"):
            energy = np.einsum("t,t->", flat, flat)  # as fast as BLAS, without its threads
            if energy < LOUDEST_SAMPLE**2:  # then no sample exceeds the bound or is NaN
                return block
            is_bad = ~(np.abs(block) <= LOUDEST_SAMPLE)
        self._zeroed += int(is_bad.sum())
        return np.where(is_bad, np.float32(0.0), block)

    def _conclude(self, frames: int, broken: Message | None) -> None:
        notes = list(self._notes)
        rate = self.info.sample_rate_hz
        read_s = frames / rate
        if self._zeroed:
            notes.append(told(FileNote.SAMPLES_ZEROED, self._zeroed))
        declared = self._source.declared_frames
        missing_s = 0.0 if declared is None else declared / rate - read_s
        if broken is not None and (declared is None or missing_s > max(_ROUNDED_S, 0.005 * read_s)):
            notes.append(told(FileNote.DAMAGED_AFTER, tenths(read_s), broken))
        # Lossy codecs and rounded time stamps may be a few blocks off with nothing missing.
        if self._source.is_length_exact and missing_s > max(_ROUNDED_S, 0.005 * read_s) and not self._notes:
            notes.append(told(FileNote.ENDS_EARLY, tenths(missing_s), _declared(missing_s + read_s)))
        self.info = replace(
            self.info, bit_depth=self._source.bit_depth, duration_s=read_s, notes=tuple(dict.fromkeys(notes))
        )


def _declared(duration_s: float) -> Value:
    return tenths(duration_s) if duration_s < 36_000 else told(FileNote.HOURS, round(duration_s / 3600))


def open_audio(path: FilePath | Path, *, is_urgent: bool = False) -> AudioStream:
    """Opens a sound and decodes its first samples, so that unreadable files fail here.

    Args:
        path: the file.
        is_urgent: a listener is waiting.

    Raises:
        DecoderEnded: reading it ended the decoder process.
        NotAFile: missing, unreadable, a folder, a pipe or a device.
        EmptyAudio: no samples.
        DamagedAudio: a sound by its first bytes, but nothing can be decoded.
        UnsupportedAudio: no decoder knows it, or its channels or rate are out of bounds.
    """
    exact = as_file_path(path)
    file = open_regular(exact)
    try:
        return stream_from(file, exact.text, is_urgent=is_urgent)
    except BaseException:
        file.close()
        raise


def mono_blocks(stream: AudioStream, sample_rate_hz: int, block_s: float = 10.0) -> Iterator[Waves]:
    """Yields the rest of a stream as mono blocks, float32 [T], at `sample_rate_hz`.

    Each lasts `block_s`, the last perhaps less. The samples do not depend on the decoder's block sizes.
    """
    size = max(1, round(block_s * sample_rate_hz))
    resampler = MonoResampler(stream.info.sample_rate_hz, sample_rate_hz)
    held: list[Waves] = []
    count = 0

    def full(samples: Waves) -> Iterator[Waves]:
        nonlocal held, count
        held.append(samples)
        count += len(samples)
        if count >= size:
            joined = np.concatenate(held)
            whole = count // size * size
            yield from (joined[at : at + size] for at in range(0, whole, size))
            held = [joined[whole:].copy()]
            count -= whole

    for block in stream.blocks():
        yield from full(resampler.push(block))
    yield from full(resampler.finish())
    if count:
        yield np.concatenate(held)


def read(
    path: FilePath | Path,
    sample_rate_hz: int | None = None,
    *,
    start_s: float = 0.0,
    end_s: float | None = None,
    mono: bool = True,
    max_s: float = 600.0,
) -> tuple[NDArray[np.float32], AudioInfo]:
    """Reads a stretch of a sound into memory.

    Args:
        path: the file.
        sample_rate_hz: target rate; None keeps the file's.
        start_s: start of the stretch.
        end_s: its end; None for the end of the sound.
        mono: mix the channels to one.
        max_s: upper bound, whatever `end_s` and the header say.

    Returns:
        float32 [T] when mono, else [T, C]; and the file's info.

    Raises:
        AudioError: as `open_audio`; also EmptyAudio when the stretch lies past the end.
    """
    with open_audio(path) as stream:
        rate = stream.info.sample_rate_hz
        if start_s > 0:
            stream.seek(start_s)
        stretch_s = max_s if end_s is None else min(max_s, end_s - max(0.0, start_s))
        wanted = max(0, round(stretch_s * rate))
        parts = list(_first(stream, wanted, mix_to_mono if mono else None))
        info = stream.info
    if not parts:
        inside = Message(FileAdvice.INSIDE, (place(info.duration_s),))
        raise EmptyAudio(trouble(FileFault.NOTHING_FROM, inside, place(start_s)), as_file_path(path).text)
    samples = np.concatenate(parts)
    return resample(samples, rate, sample_rate_hz or rate), info


def wide_blocks(path: FilePath, first: int, end: int, frames: int = 65536) -> Iterator[NDArray[np.float64]]:
    """Yields frames `first` to `end` as float64 [T, C], which holds 32-bit integers exactly.

    NaN and infinities become 0. Only for sounds that libsndfile reads.
    """
    with open_regular(path) as file:
        source = _openers(is_urgent=False)[0](file, path.text)
        try:
            source.seek(first)
            while first < end:
                block = np.empty((min(frames, end - first), source.channels), dtype=np.float64)
                count = source.read(block)
                if count == 0:
                    return
                yield np.nan_to_num(block[:count], copy=False, nan=0.0, posinf=0.0, neginf=0.0)
                first += count
        finally:
            source.close()


def _first(
    stream: AudioStream, wanted: int, change: Callable[[NDArray[np.float32]], NDArray[np.float32]] | None
) -> Iterator[NDArray[np.float32]]:
    if wanted <= 0:
        return
    for block in stream.blocks(min(65536, wanted)):
        part = block[:wanted]
        wanted -= len(part)
        yield part if change is None else change(part)
        if wanted == 0:
            return


def stream_from(file: FileIO, name: str, *, is_urgent: bool = False) -> AudioStream:
    """Opens a sound from an open file, which the stream will close; `name` is for messages.

    Raises:
        AudioError: as `open_audio`.
    """
    reasons: list[Damage | None] = []
    refused: AudioError | None = None
    was_empty = False
    openers = _openers(is_urgent)
    if is_mpeg_without_index(file) or read_at(file, 0, len(_VOC)) == _VOC:
        openers = openers[::-1]  # libsndfile would stop at an estimated length; in VOC it takes headers for sound
    for number, opener in enumerate(openers, start=1):
        try:
            source: Source = opener(file, name)
        except DecoderEnded:
            raise
        except AudioError as err:
            refused = refused or err
            continue
        except decoder_pool.CannotOpen as err:
            reasons.append(err.reason)
            continue
        except _cannot_open() as err:
            reasons.append(plainly(err))
            continue
        head = np.empty((_HEAD_FRAMES, source.channels), dtype=np.float32)
        try:
            count = source.read(head)
        except StreamBroken as err:
            reasons.append(err.reason)
            count = 0
        else:
            was_empty = was_empty or count == 0
        if count:
            if source.declared_frames is None and number < len(openers):
                length_s = counted(openers[number], _cannot_open(), file, name)
                source.declared_frames = None if length_s is None else round(length_s * source.sample_rate_hz)
            note = declared_payload(file, source)
            return AudioStream(file, source, head[:count].copy(), note, name, openers[number:])
        source.close()
    raise refusal(file, name, refused, reasons, was_empty)


def _openers(is_urgent: bool) -> tuple[Opener, ...]:
    """The decoders in order of preference, in this process or in their own."""
    away = decoder_pool.in_use()
    if away is None:
        return soundfile_source.SoundFileSource, av_source.AvSource
    kinds: tuple[decoder_pool.DecoderKind, ...] = ("soundfile", "av")
    return tuple(lambda file, name, kind=kind: away.open(kind, file, name, is_urgent=is_urgent) for kind in kinds)


def _cannot_open() -> tuple[type[BaseException], ...]:
    """Errors by which a decoder rejects a foreign or damaged file."""
    ours_and_theirs = (AudioError, soundfile.LibsndfileError, av_error.FFmpegError)
    return (*ours_and_theirs, StreamBroken, OSError, ValueError, ArithmeticError, MemoryError)
