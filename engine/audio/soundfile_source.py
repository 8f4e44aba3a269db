"""Decodes through libsndfile: WAV, BWF, RF64, W64, AIFF, CAF, FLAC, OGG, Opus, MP3, AU and older formats."""

import contextlib
import os
import re
import sys
from io import FileIO

import numpy as np
import soundfile

from engine.audio import channel_layout
from engine.audio.chunks import flac_blocks
from engine.audio.decode_errors import plainly
from engine.audio.files import read_at
from engine.audio.source import Samples, StreamBroken, check_limits
from engine.base.file_messages import Damage

_BIT_DEPTHS = {
    "PCM_S8": 8, "PCM_U8": 8, "PCM_16": 16, "PCM_24": 24, "PCM_32": 32, "FLOAT": 32, "DOUBLE": 64,
    "ALAC_16": 16, "ALAC_20": 20, "ALAC_24": 24, "ALAC_32": 32,
}  # fmt: skip
_MPEG = {"MPEG_LAYER_I": "MP1", "MPEG_LAYER_II": "MP2", "MPEG_LAYER_III": "MP3"}
_UNKNOWN_FRAMES = 1 << 62
"""libsndfile's SF_COUNT_MAX is near 2^63: "length not known"."""
_RUN_UP_FRAMES = 8192
"""Lossy sound is wrong for a frame or two after a seek; this many frames are decoded and dropped first."""
_GET_CHANNEL_MAP = 0x1100
"""SFC_GET_CHANNEL_MAP_INFO of sndfile.h; its SF_CHANNEL_MAP numbers follow."""
_MAP_LABELS = {
    1: "FC", 2: "FL", 3: "FR", 4: "FC", 5: "FL", 6: "FR", 7: "FC", 8: "BC", 9: "BL", 10: "BR", 11: "LFE", 12: "FLC",
    13: "FRC", 14: "SL", 15: "SR", 16: "TC", 17: "TFL", 18: "TFR", 19: "TFC", 20: "TBL", 21: "TBR", 22: "TBC",
}  # fmt: skip
_HEAD_BYTES = 65_536
_COMMENT = 4
_MASK = re.compile(rb"WAVEFORMATEXTENSIBLE_CHANNEL_MASK=0x([0-9A-F]{1,8})", re.IGNORECASE)
_MAPPED = frozenset(("WAVEX", "W64", "RF64", "CAF"))
"""Formats whose channel map libsndfile reads; for AIFF it returns uninitialised memory."""


class _Sequential(soundfile.SoundFile):  # type: ignore[misc]
    """Reads sequentially; soundfile would seek after every read, which costs time and fails where headers lie."""

    def seekable(self) -> bool:
        return False


class _ForgivingFile:
    """A file for libsndfile to call back. Where a damaged header leads before the start, it stays where it is.

    An exception would be printed and lost in the callback. libsndfile sees by the place that it could not get there.
    """

    def __init__(self, file: FileIO) -> None:
        self._file = file
        self.read = file.read
        self.readinto = file.readinto
        self.tell = file.tell

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        with contextlib.suppress(OSError):
            self._file.seek(offset, whence)
        return self._file.tell()


def _open(file: FileIO) -> _Sequential:
    file.seek(0)
    # A descriptor spares a Python call per 8 KiB. On Windows the library has its own C runtime, and so its own
    # descriptors: there it reads through the file object.
    return _Sequential(_ForgivingFile(file) if sys.platform == "win32" else file.fileno(), closefd=False)


class SoundFileSource:
    """A sound that libsndfile reads, from an open file."""

    def __init__(self, file: FileIO, name: str) -> None:
        """Opens the decoder.

        Raises:
            soundfile.LibsndfileError: libsndfile does not know it.
            UnsupportedAudio: the header is out of bounds.
        """
        self._file = file
        self._sound = _open(file)
        self._at = 0
        self._broken: Damage | None = None
        subtype = self._sound.subtype
        container = str(self._sound.format)
        self.format = {"WAVEX": "WAV", "MP3": _MPEG.get(subtype, "MP3")}.get(container, container)
        self.codec = subtype
        self.sample_rate_hz = self._sound.samplerate
        self.channels = self._sound.channels
        self.bit_depth: int | None = _BIT_DEPTHS.get(subtype)
        frames = self._sound.frames
        self.declared_frames: int | None = frames if 0 <= frames < _UNKNOWN_FRAMES else None
        self.is_length_exact = True
        self.is_finite = subtype.startswith("PCM") or self.format == "FLAC"
        is_placed = subtype == "VORBIS" or (subtype == "OPUS" and _opus_family(file) <= 1)
        self._order = np.array(channel_layout.wave_from_xiph(self.channels) if is_placed else (), dtype=np.intp)
        self.layout = channel_layout.usual(self.channels) if is_placed else self._layout(container)
        try:
            check_limits(name, self.sample_rate_hz, self.channels)
        except BaseException:
            self.close()
            raise

    def read(self, out: Samples) -> int:
        if self._broken is not None:
            raise StreamBroken(self._broken)
        try:
            count = int(self._sound.buffer_read_into(out.data.cast("B"), out.dtype.name))
        except soundfile.LibsndfileError as err:
            self._broken = plainly(err) or Damage.GARBLED
            count = max(0, self._sound.tell() - self._at)  # frames read before the failure
            if count == 0:
                raise StreamBroken(self._broken) from err
        self._at += count
        if len(self._order):
            out[:count] = out[:count, self._order]
        return count

    def seek(self, frame: int) -> None:
        target = min(frame, self._sound.frames)
        run_up = 0 if self.is_finite or self.bit_depth else min(target, _RUN_UP_FRAMES)
        try:
            self._at = self._sound.seek(target - run_up)
        except (soundfile.LibsndfileError, RuntimeError) as err:
            # After a failed seek, libFLAC fails every further one: reopen.
            self._sound.close()
            self._sound = _open(self._file)
            self._at = 0
            raise StreamBroken(plainly(err) or Damage.GARBLED) from err
        self._broken = None
        while run_up > 0:
            count = self.read(np.empty((run_up, self.channels), dtype=np.float32))
            if count == 0:
                break
            run_up -= count

    def close(self) -> None:
        self._sound.close()

    def _layout(self, container: str) -> str:
        if container == "FLAC":
            mask = _flac_mask(self._file)
            return channel_layout.usual(self.channels) if mask is None else channel_layout.of_mask(mask, self.channels)
        if container not in _MAPPED:
            return ""
        library, memory = soundfile._snd, soundfile._ffi  # there is no public call for it
        places = memory.new("int[]", self.channels)
        known = library.sf_command(self._sound._file, _GET_CHANNEL_MAP, places, memory.sizeof(places))
        return channel_layout.of_labels([_MAP_LABELS.get(place, "") for place in places]) if known else ""


def _opus_family(file: FileIO) -> int:
    """The mapping family of RFC 7845 §5.1.1: channels have places up to 1, and no known ones from 2 on."""
    head = read_at(file, 0, _HEAD_BYTES)
    at = head.find(b"OpusHead")
    return head[at + 18] if 0 <= at < len(head) - 18 else 255


def _flac_mask(file: FileIO) -> int | None:
    """The channel mask in a FLAC comment (RFC 9639 §8.6.2); None without one."""
    for kind, at, size in flac_blocks(file):
        if kind == _COMMENT:
            found = _MASK.search(read_at(file, at, min(size, _HEAD_BYTES)))
            return int(found[1], 16) if found else None
    return None
