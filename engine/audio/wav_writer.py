"""Writes WAV, or RF64 over 4 GiB: unchanged samples, with text chunks before and after them.

libsndfile writes no such chunks and keeps no channel mask; this writer exists for both. Layout: Microsoft's Multimedia
Programming Interface 1.0, WAVEFORMATEXTENSIBLE, EBU Tech 3306 for RF64.
"""

import struct
from collections.abc import Sequence
from typing import BinaryIO

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

_PCM, _FLOAT, _EXTENSIBLE = 1, 3, 0xFFFE
_GUID_TAIL = bytes.fromhex("000000001000800000aa00389b71")
_LONGEST_RIFF = 0xFFF0_0000
_DS64_BYTES = 28
_MASKS = {1: 0x4, 2: 0x3, 3: 0x7, 4: 0x33, 5: 0x37, 6: 0x3F, 7: 0x13F, 8: 0x63F}
"""Speakers by number of channels, in WAVE order; larger numbers have none."""

TextChunk = tuple[bytes, bytes]


class WavForm(Struct, frozen=True):
    """Sample format and channels of a file."""

    sample_rate_hz: int
    channels: int
    bits: int
    """8, 16, 24 or 32 for integers, 32 or 64 for float."""
    is_float: bool = False
    mask: int | None = None
    """Speakers of an extensible header; None writes a plain header for mono and stereo, the usual speakers for more."""

    @property
    def frame_bytes(self) -> int:
        return self.channels * self.bits // 8

    def fmt(self) -> bytes:
        tag = _FLOAT if self.is_float else _PCM
        is_extensible = self.mask is not None or self.channels > 2
        rest = struct.pack(
            "<HIIHH",
            self.channels,
            self.sample_rate_hz,
            self.sample_rate_hz * self.frame_bytes,
            self.frame_bytes,
            self.bits,
        )
        if is_extensible:
            mask = _MASKS.get(self.channels, 0) if self.mask is None else self.mask
            more = struct.pack("<HHIH", 22, self.bits, mask, tag) + _GUID_TAIL
            return struct.pack("<H", _EXTENSIBLE) + rest + more
        return struct.pack("<H", tag) + rest + (b"\0\0" if self.is_float else b"")


class WavWriter:
    """Writes one file: `begin`, then blocks, then `finish`."""

    # In quotes: numpy loads its generators at first use, and the window starts without them.
    def __init__(self, file: BinaryIO, form: WavForm, *, dither: "np.random.Generator | None" = None) -> None:
        """Sets the writer up.

        Args:
            file: open for writing, empty, seekable.
            form: the sample format.
            dither: source of triangular dither for integers, one step either way; None only rounds.
        """
        self._file = file
        self._form = form
        self._dither = dither
        self._data_at = 0
        self._has_room_for_ds64 = False
        self.frames = 0

    def begin(self, expected_frames: int, before: Sequence[TextChunk] = ()) -> None:
        self._file.write(b"RIFF\0\0\0\0WAVE")
        self._has_room_for_ds64 = expected_frames * self._form.frame_bytes > _LONGEST_RIFF
        if self._has_room_for_ds64:
            self._file.write(_chunk(b"JUNK", bytes(_DS64_BYTES)))
        for name, content in before:
            self._file.write(_chunk(name, content))
        self._file.write(_chunk(b"fmt ", self._form.fmt()))
        if self._form.is_float:
            self._file.write(_chunk(b"fact", bytes(4)))
        self._file.write(b"data\0\0\0\0")
        self._data_at = self._file.tell()

    def write(self, block: NDArray[np.floating]) -> None:
        """Writes float [T, C]; integers clip at full scale, float keeps the excess."""
        if not len(block):
            return
        self._file.write(self._bytes(block))
        self.frames += len(block)

    def finish(self, after: Sequence[TextChunk] = ()) -> None:
        """Writes the chunks after the samples, and the sizes.

        Raises:
            ValueError: more samples than a plain WAV holds, though `begin` expected fewer.
        """
        size = self.frames * self._form.frame_bytes
        self._file.write(b"\0" * (size & 1))
        for name, content in after:
            self._file.write(_chunk(name, content))
        whole = self._file.tell() - 8
        if self._form.is_float:
            self._put(self._data_at - 12, struct.pack("<I", min(self.frames, 0xFFFF_FFFF)))
        if self._has_room_for_ds64 and whole > _LONGEST_RIFF:
            self._put(0, b"RF64\xff\xff\xff\xff")
            self._put(12, _chunk(b"ds64", struct.pack("<QQQI", whole, size, self.frames, 0)))
            self._put(self._data_at - 4, b"\xff\xff\xff\xff")
            return
        if whole > 0xFFFF_FFFF:
            raise ValueError(f"{whole} bytes do not fit in a WAV")
        self._put(4, struct.pack("<I", whole))
        self._put(self._data_at - 4, struct.pack("<I", size))

    def _put(self, at: int, content: bytes) -> None:
        self._file.seek(at)
        self._file.write(content)

    def _bytes(self, block: NDArray[np.floating]) -> bytes:
        form = self._form
        if form.is_float:
            return block.astype("<f4" if form.bits == 32 else "<f8").tobytes()
        values = quantised(block, form.bits, self._dither)
        if form.bits == 8:
            return (values + 128).astype(np.uint8).tobytes()
        if form.bits == 16:
            return values.astype("<i2").tobytes()
        whole = values.astype("<i4")
        if form.bits == 32:
            return whole.tobytes()
        return np.ascontiguousarray(whole).view(np.uint8).reshape(-1, 4)[:, :3].tobytes()


def quantised(block: NDArray[np.floating], bits: int, dither: "np.random.Generator | None" = None) -> NDArray[np.int64]:
    """Quantises float [T, C] to the steps of an integer format: int64 [T, C], clipped at full scale.

    Args:
        block: the samples.
        bits: of the format.
        dither: adds triangular noise, one step either way; None only rounds.
    """
    full = 2.0 ** (bits - 1)
    steps = block.astype(np.float64) * full
    if dither is not None:
        steps += dither.random(steps.shape) - dither.random(steps.shape)
    return np.clip(np.rint(steps), -full, full - 1).astype(np.int64)


def _chunk(name: bytes, content: bytes) -> bytes:
    return name + struct.pack("<I", len(content)) + content + b"\0" * (len(content) & 1)
