"""Decodes through FFmpeg (PyAV) what libsndfile cannot: AAC, ALAC, WMA, AC-3, WavPack, TTA, the sound of videos.

Only the listed containers open. Playlists and other formats that lead FFmpeg to more files or addresses are refused.
"""

import contextlib
from collections.abc import Iterator
from io import SEEK_SET, FileIO
from typing import Any

import av
import numpy as np
from av.audio.plane import AudioPlane
from av.error import FFmpegError
from numpy.typing import NDArray

from engine.audio import channel_layout
from engine.audio.decode_errors import plainly
from engine.audio.files import id3_length, read_at, size_of
from engine.audio.source import MAX_CHANNELS, Samples, StreamBroken, check_limits
from engine.base.errors import UnsupportedAudio
from engine.base.file_messages import Damage, FileAdvice, FileFault, trouble

_CONTAINERS = (
    "aac,ac3,eac3,aiff,amr,amrnb,amrwb,ape,asf,au,avi,caf,dsf,iff,dts,dtshd,flac,flv,iff,loas,matroska,webm,mov,mp4,"
    "m4a,3gp,3g2,mj2,mp3,mpc,mpc8,mpeg,mpegts,ogg,oma,rm,shn,tak,truehd,tta,voc,w64,wav,wv,xwma"
)
_EXACT = frozenset({"mov", "matroska", "wav", "w64", "caf", "aiff", "wv", "tta", "ape", "ogg", "flac", "asf"})
"""Containers that state their length; for the others FFmpeg estimates it from the bit rate."""
_NAMES = {"mov": "M4A", "asf": "WMA", "matroska": "MKV", "wv": "WAVPACK", "mpeg": "MPG", "mpegts": "MTS"}
_CODECS = {"mp3float": "MPEG_LAYER_III", "mp3": "MPEG_LAYER_III", "mp2": "MPEG_LAYER_II"}
_SCALES = {"u8": 128.0, "s16": 32768.0, "s32": 2147483648.0, "s64": 9223372036854775808.0}
_DTYPES = {"u8": "u1", "s16": "i2", "s32": "i4", "s64": "i8", "flt": "f4", "dbl": "f8"}
_LOSSLESS = frozenset({"alac", "flac", "wavpack", "tta", "ape", "tak", "shorten", "truehd", "mlp"})
_COUNTED_BYTES = 256 << 20
"""Larger files without a stated length are not counted: opening them would take too long."""
_BAD_PACKETS = 200
"""Damaged packets in a row after which decoding stops."""


_ABOUT_THE_CONTAINER = frozenset((
    "duration", "encoder", "creation_time", "handler_name", "language", "major_brand", "minor_version", "vendor_id",
    "compatible_brands", "bps", "number_of_bytes", "number_of_frames", "_statistics_tags", "_statistics_writing_app",
    "_statistics_writing_date_utc",
))  # fmt: skip
"""Technical keys that FFmpeg reports among the texts."""


class AvSource:
    """The first sound stream of an open file, decoded by FFmpeg."""

    def __init__(self, file: FileIO, name: str) -> None:
        """Opens the container and its first sound stream.

        Raises:
            FFmpegError: FFmpeg does not know the container, or it is too damaged to open.
            StreamBroken: it opens but has no track, or one of unknown coding.
            UnsupportedAudio: it has no sound, or its header is out of bounds.
        """
        self._file = file
        self._container = self._opened()
        try:
            if not self._container.streams.audio:
                if not self._container.streams:
                    raise StreamBroken(Damage.NO_TRACK)
                raise UnsupportedAudio(trouble(FileFault.NO_SOUND, FileAdvice.NO_AUDIO_TRACK), name)
            self._stream: Any = self._container.streams.audio[0]
            context = self._stream.codec_context
            if context is None:
                raise StreamBroken(Damage.UNKNOWN_CODING)
            context.thread_count = 1
            first = self._container.format.name.split(",")[0]
            self.format = self._name(first)
            self.codec: str = _CODECS.get(context.name, context.name.upper())
            self.sample_rate_hz: int = context.sample_rate or 0
            self.channels, self.layout = _channels(context)
            check_limits(name, self.sample_rate_hz, self.channels)
        except BaseException:
            self._container.close()
            raise
        self.is_finite = False
        self.is_length_exact = first in _EXACT
        self._may_pad = first == "mov"
        self.bit_depth: int | None = None
        self._is_lossless = context.name in _LOSSLESS or context.name.startswith("pcm_")
        self.declared_frames = self._length()
        self._first_pts: int | None = None
        if self.declared_frames is None and size_of(file) <= _COUNTED_BYTES:
            self._count()
        self._frames = self._decoded(0)
        self._rest = np.zeros((0, self.channels), dtype=np.float32)

    def read(self, out: Samples) -> int:
        filled = 0
        while filled < len(out):
            if not len(self._rest):
                try:
                    block = next(self._frames, None)
                except StreamBroken as err:
                    if filled == 0:
                        raise
                    self._frames = _broken(err)
                    break
                if block is None:
                    break
                self._rest = block
            count = min(len(out) - filled, len(self._rest))
            out[filled : filled + count] = self._rest[:count]
            self._rest = self._rest[count:]
            filled += count
        return filled

    def seek(self, frame: int) -> None:
        """Seeks to a frame from the start, exact where the container has time stamps; past the end is the end."""
        self._rest = self._rest[:0]
        # Half a second early: lossy codecs need a run-up to sound right.
        early_s = max(0.0, frame / self.sample_rate_hz - 0.5)
        start_s = self._stream.start_time * self._stream.time_base if self._stream.start_time else 0
        try:
            self._container.seek(int((early_s + float(start_s)) / self._stream.time_base), stream=self._stream)
        except FFmpegError as err:
            raise StreamBroken(plainly(err) or Damage.GARBLED) from err
        self._frames = self._decoded(frame)

    def close(self) -> None:
        self._frames = iter(())
        self._container.close()

    def _name(self, container: str) -> str:
        if container == "mov" and self._container.metadata.get("major_brand", "").strip() == "qt":
            return "MOV"
        if container == "mov" and self._container.streams.video:
            return "MP4"
        if container == "mp3" and self._stream.codec_context.name == "mp2":
            return "MP2"
        return _NAMES.get(container, container.upper())

    def _length(self) -> int | None:
        stream = self._stream
        if stream.duration and stream.time_base:
            return max(0, round(float(stream.duration * stream.time_base) * self.sample_rate_hz))
        if self._container.duration:
            return max(0, round(float(self._container.duration) / av.time_base * self.sample_rate_hz))
        return None

    def _opened(self) -> Any:
        options = {"format_whitelist": _CONTAINERS, "protocol_whitelist": "none"}
        return av.open(_Reader(self._file, _start(self._file)), mode="r", options=options, metadata_errors="replace")

    def _count(self) -> None:
        """Finds a length missing in the header from the time stamps of all packets, then reopens the container."""
        end, number = 0, self._stream.index
        with contextlib.suppress(FFmpegError):
            for packet in self._container.demux(self._stream):
                if packet.pts is not None:
                    end = max(end, packet.pts + (packet.duration or 0))
        base, begin = self._stream.time_base, self._stream.start_time or 0
        if end > begin and base:
            self.declared_frames = round(float((end - begin) * base) * self.sample_rate_hz)
        self._container.close()
        self._container = self._opened()
        self._stream = self._container.streams[number]
        self._stream.codec_context.thread_count = 1

    def _is_padding(self, end: int, frames: int) -> bool:
        """Whether a block ending at `end` overruns the end that an MP4 states: AAC pads its last frame."""
        return self._may_pad and self.declared_frames is not None and 0 < end - self.declared_frames < frames

    def _decoded(self, skip_to: int) -> Iterator[NDArray[np.float32]]:
        """Yields float32 [T, C] blocks from frame `skip_to`, placed by time stamps after a seek."""
        origin = max(self._stream.start_time or 0, self._first_pts or 0)
        at: int | None = 0 if skip_to == 0 else None
        padding = np.zeros((0, self.channels), dtype=np.float32)
        for frame in self._av_frames():
            if frame.sample_rate != self.sample_rate_hz or frame.layout.nb_channels != self.channels:
                raise StreamBroken(Damage.CHANGES)
            block = self._as_float(frame)
            if at == 0 and self._first_pts is None:
                self._first_pts = frame.pts  # after the start where a coder's first packets are silent
            if at is None:
                stamp = 0 if frame.pts is None else float((frame.pts - origin) * frame.time_base)
                at = round(stamp * self.sample_rate_hz)
            if len(padding):  # more follows, so it was not padding: the header is wrong
                block = np.concatenate([padding, block])
                padding = padding[:0]
            if self._is_padding(at + len(block), len(block)):
                kept = (self.declared_frames or 0) - at
                block, padding = block[:kept], block[kept:]
            skipped = min(len(block), max(0, skip_to - at))
            at += len(block)
            if skipped < len(block):
                yield block[skipped:]

    def _av_frames(self) -> Iterator[Any]:
        bad_packets = 0
        packets = self._container.demux(self._stream)
        while True:
            try:
                packet = next(packets, None)
            except FFmpegError as err:
                raise StreamBroken(plainly(err) or Damage.GARBLED) from err
            if packet is None:
                return
            try:
                frames = packet.decode()
            except FFmpegError as err:
                bad_packets += 1
                if bad_packets > _BAD_PACKETS:
                    raise StreamBroken(plainly(err) or Damage.GARBLED) from err
                continue
            if frames:
                bad_packets = 0
            yield from frames

    def _as_float(self, frame: Any) -> NDArray[np.float32]:
        kind = frame.format.name.removesuffix("p")
        if kind not in _DTYPES:
            raise StreamBroken(Damage.UNKNOWN_CODING)
        values = _planes(frame, np.dtype(_DTYPES[kind]), self.channels)
        if self.bit_depth is None and self._is_lossless:
            self.bit_depth = _depth(kind, values)
        if kind in _SCALES:
            offset = 128.0 if kind == "u8" else 0.0
            return np.asarray((values.astype(np.float64) - offset) / _SCALES[kind], dtype=np.float32)
        return np.asarray(values, dtype=np.float32)


class _Reader:
    """A file for FFmpeg whose impossible seeks return -1 instead of raising.

    In damaged files FFmpeg seeks anywhere; PyAV would print a traceback for each failure and continue.
    """

    def __init__(self, file: FileIO, start: int) -> None:
        """Args: `start` is the offset in bytes that FFmpeg sees as 0."""
        self._file = file
        self._start = start
        self.name = str(file.name)
        file.seek(start)

    def read(self, count: int) -> bytes:
        return self._file.read(count)

    def seek(self, offset: int, whence: int = 0) -> int:
        try:
            return self._file.seek(offset + self._start if whence == SEEK_SET else offset, whence) - self._start
        except (OSError, OverflowError, ValueError):
            return -1

    def tell(self) -> int:
        return self._file.tell() - self._start


def _start(file: FileIO) -> int:
    """Offset of the sound's header: behind an ID3 tag for Monkey's Audio, because FFmpeg 8 refuses APE behind one."""
    tag = id3_length(read_at(file, 0, 10))
    return tag if tag and read_at(file, tag, 4) == b"MAC " else 0


def container_texts(file: FileIO) -> dict[str, str]:
    """Returns the texts of a container and of its first sound by FFmpeg's lower-case keys; empty on failure.

    For kinds that only FFmpeg reads: Matroska, WebM, AVI, FLV, RealMedia. The file's position moves.
    """
    options = {"format_whitelist": _CONTAINERS, "protocol_whitelist": "none"}
    try:
        with av.open(_Reader(file, 0), mode="r", options=options, metadata_errors="replace") as container:
            said = [stream.metadata for stream in container.streams.audio[:1]] + [container.metadata]
    except (FFmpegError, OSError, ValueError):
        return {}
    texts = {name.lower(): text for each in said for name, text in each.items()}
    return {name: text for name, text in texts.items() if name.partition("-")[0] not in _ABOUT_THE_CONTAINER}


def _broken(err: StreamBroken) -> Iterator[NDArray[np.float32]]:
    """Raises on the next read, after the samples before the break were delivered."""
    yield from ()
    raise err


def _channels(context: Any) -> tuple[int, str]:
    """Number of channels of a decoder that is not open yet, and their layout. Call it once, and read them nowhere else.

    PyAV from 17.1 on (its pull request 2284) returns channel layouts that share a list of speakers with the decoder and
    free it when collected. For files that name each speaker (MOV and CAF of eight channels, from many recorders), the
    next access reads freed memory. So this replaces the freed layout by one that counts channels without naming them;
    frames then carry that one.
    """
    places: Any = context.layout
    count: int = places.nb_channels
    labels = [str(place.name) for place in places.channels] if 0 < count <= MAX_CHANNELS else []
    if count > 0:
        context.layout = f"{count}C"
    return count, channel_layout.of_labels(labels)


def _planes(frame: Any, dtype: np.dtype[Any], channels: int) -> NDArray[Any]:
    """A decoded frame's samples, [T, C].

    `frame.planes` and `to_ndarray` count planes up to a null pointer, which FFmpeg guarantees for at most eight; beyond
    that they read past the array. This reads exactly the existing planes.
    """
    plane_of: Any = AudioPlane
    if not frame.format.is_planar:
        return np.frombuffer(plane_of(frame, 0), dtype, frame.samples * channels).reshape(-1, channels)
    return np.stack([np.frombuffer(plane_of(frame, at), dtype, frame.samples) for at in range(channels)], axis=1)


def _depth(kind: str, values: NDArray[Any]) -> int | None:
    """Bits per sample; FFmpeg delivers 24-bit sound in 32 bits whose last eight are zero."""
    if kind == "s32":
        return 32 if int(np.bitwise_or.reduce(values, axis=None)) & 0xFF else 24
    return {"u8": 8, "s16": 16, "s64": 64, "flt": 32, "dbl": 64}.get(kind)
