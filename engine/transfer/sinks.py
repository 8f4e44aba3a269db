"""File writers, one per format: they write samples as given and decide nothing.

`engine.audio.wav_writer` writes WAV, FFmpeg everything else. Integers are the same in all of them.
"""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from msgspec import Struct, field
from numpy.typing import NDArray

from engine.audio.channel_layout import is_layout
from engine.audio.wav_writer import TextChunk, WavForm, WavWriter, quantised
from engine.base.errors import TransferError
from engine.base.lazy_import import later
from engine.base.messages import told
from engine.transfer.messages import TransferAdvice, TransferFault
from engine.transfer.profile import Container

if TYPE_CHECKING:
    import av
else:
    av = later("av")

Block = NDArray[np.floating]
_FORMATS = {Container.AIFF: "aiff", Container.FLAC: "flac", Container.MP3: "mp3", Container.M4A: "ipod"}
_PLAIN_LAYOUTS = {1: "mono", 2: "stereo", 6: "5.1", 8: "7.1"}
"""FFmpeg's names, where no layout is known."""


class SinkForm(Struct, frozen=True):
    """Format of a file."""

    container: Container
    sample_rate_hz: int
    channels: int
    bits: int
    is_float: bool
    layout: str = ""
    mask: int | None = None
    """See `WavForm`; WAV only."""
    before: Sequence[TextChunk] = ()
    after: Sequence[TextChunk] = ()
    tags: Mapping[str, str] = field(default_factory=dict)


class FileSink(Protocol):
    """A file during writing; `close` may be called at any time and repeatedly."""

    def write(self, block: Block) -> None:
        """Writes float [T, C]."""

    def finish(self) -> None:
        """Completes the file and syncs it to the disk."""

    def close(self) -> None:
        """Frees resources; without `finish` the file is unusable."""


def open_sink(place: Path, form: SinkForm, expected_frames: int, dither: "np.random.Generator | None") -> FileSink:
    """Begins a file that must not exist yet.

    Raises:
        OSError: it cannot be created, or the disk is full.
        TransferError: the encoder refuses the format.
    """
    if form.container.is_wave:
        return _WaveSink(place, form, expected_frames, dither)
    return _FfmpegSink(place, form, dither)


class _WaveSink:
    def __init__(self, place: Path, form: SinkForm, expected_frames: int, dither: "np.random.Generator | None") -> None:
        self._file = place.open("xb")
        self._after = form.after
        wave = WavForm(form.sample_rate_hz, form.channels, form.bits, form.is_float, form.mask)
        self._writer = WavWriter(self._file, wave, dither=dither)
        self._writer.begin(expected_frames, form.before)

    def write(self, block: Block) -> None:
        self._writer.write(block)

    def finish(self) -> None:
        self._writer.finish(self._after)
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()

    def close(self) -> None:
        self._file.close()


class _FfmpegSink:
    def __init__(self, place: Path, form: SinkForm, dither: "np.random.Generator | None") -> None:
        self._place, self._form, self._dither = place, form, dither
        codec, self._sample_format = _codec_of(form)
        self._layout = _layout_name(form)
        self._file = place.open("xb+")
        # FFmpeg's name and version would be the only difference between two equal files.
        options = {"fflags": "+bitexact"}
        if form.container is Container.AIFF:
            options["write_id3v2"] = "1"
        self._frames = 0
        self._container: Any = None
        try:
            self._container = av.open(self._file, "w", format=_FORMATS[form.container], options=options)
            self._container.metadata.update(form.tags)
            self._stream = self._container.add_stream(codec, rate=form.sample_rate_hz, layout=self._layout)
            self._stream.codec_context.format = self._sample_format
            if form.container.is_lossy:
                self._stream.codec_context.bit_rate = _bit_rate(form)
        except (av.error.FFmpegError, ValueError) as err:
            self.close()
            raise self._refused(err) from err

    def write(self, block: Block) -> None:
        if not len(block):
            return
        form = self._form
        if form.is_float:
            data = block.astype(np.float32)
        elif form.bits <= 16:
            data = (quantised(block, form.bits, self._dither) << (16 - form.bits)).astype(np.int16)
        else:
            data = (quantised(block, form.bits, self._dither) << (32 - form.bits)).astype(np.int32)
        shaped = data.T if self._sample_format.endswith("p") else data.reshape(1, -1)
        frame = av.AudioFrame.from_ndarray(
            np.ascontiguousarray(shaped), format=self._sample_format, layout=self._layout
        )
        frame.sample_rate, frame.pts = form.sample_rate_hz, self._frames
        self._frames += len(block)
        self._mux(frame)

    def finish(self) -> None:
        self._mux(None)
        try:
            self._container.close()
        except av.error.FFmpegError as err:
            raise self._refused(err) from err
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()

    def close(self) -> None:
        if self._file.closed:
            return
        self._file.close()  # first, so that FFmpeg cannot write a trailer
        if self._container is not None:
            try:
                self._container.close()
            except (av.error.FFmpegError, ValueError, OSError):
                return

    def _mux(self, frame: Any) -> None:
        try:
            self._container.mux(self._stream.encode(frame))
        except av.error.FFmpegError as err:
            if isinstance(err, OSError) and err.errno is not None and err.errno > 0 and err.filename is None:
                raise OSError(err.errno, err.strerror) from err
            raise self._refused(err) from err

    def _refused(self, err: Exception) -> TransferError:
        title = self._form.container.label
        fault = told(TransferFault.ENCODER, title, str(err))
        return TransferError(fault, advice=TransferAdvice.ANOTHER_FORMAT)


def _codec_of(form: SinkForm) -> tuple[str, str]:
    match form.container:
        case Container.FLAC:
            return "flac", "s16" if form.bits <= 16 else "s32"
        case Container.MP3:
            return "libmp3lame", "fltp"
        case Container.M4A:
            return "aac", "fltp"
        case _ if form.is_float:
            return "pcm_f32be", "flt"
        case _:
            return f"pcm_s{max(16, form.bits)}be", "s16" if form.bits <= 16 else "s32"


def _bit_rate(form: SinkForm) -> int:
    """The highest bit rate of MP3 at that sample rate; for AAC 128 kbit/s per channel."""
    if form.container is Container.M4A:
        return 128_000 * form.channels
    return 320_000 if form.sample_rate_hz >= 32_000 else 160_000 if form.sample_rate_hz >= 16_000 else 64_000


def _layout_name(form: SinkForm) -> str:
    if form.channels > 2 and is_layout(form.layout, form.channels):
        return form.layout.replace(" ", "+")
    return _PLAIN_LAYOUTS.get(form.channels, f"{form.channels} channels")
