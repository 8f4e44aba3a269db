"""Checks that a file still sounds the same, by decoding old and new with the reader that plays and indexes.

Equal coded bytes are not enough: an M4A whose index points elsewhere has all of them and decodes to nothing.
"""

import hashlib
from collections.abc import Iterator
from itertools import zip_longest

import numpy as np
from numpy.typing import NDArray

from engine.audio.decode import AudioStream, open_audio
from engine.base.errors import AudioError
from engine.base.types import FilePath

WHOLE_UP_TO_S = 60.0
"""Longer sounds are compared at the start, in the middle and at the end."""
_STRETCH_S = 10.0


def sounds_the_same(one: FilePath, other: FilePath) -> bool:
    """Returns whether two files decode to the same samples, rate and channels, or neither can be decoded."""
    try:
        former = open_audio(one)
    except AudioError:
        return not _opens(other)
    with former:
        try:
            latter = open_audio(other)
        except AudioError:
            return False
        with latter:
            if _shape(former) != _shape(latter):
                return False
            pairs = zip_longest(_pieces(former, former.info.duration_s), _pieces(latter, former.info.duration_s))
            return all(a is not None and b is not None and np.array_equal(a, b) for a, b in pairs)


def sound_print(file: FilePath) -> bytes:
    """Returns 16 bytes over what `sounds_the_same` compares, as far as it decodes: for a file patched in place."""
    found = hashlib.blake2b(digest_size=16)
    try:
        with open_audio(file) as stream:
            found.update(repr(_shape(stream)).encode())
            for piece in _pieces(stream, stream.info.duration_s):
                found.update(np.ascontiguousarray(piece).tobytes())
    except AudioError:
        found.update(b"not decoded from here on")
    return found.digest()


def _opens(path: FilePath) -> bool:
    try:
        open_audio(path).close()
    except AudioError:
        return False
    return True


def _shape(stream: AudioStream) -> tuple[int, int]:
    return stream.info.sample_rate_hz, stream.info.channels


def _pieces(stream: AudioStream, duration_s: float) -> Iterator[NDArray[np.float32]]:
    """Yields the compared parts, float32 [T, C]; an empty one where seeking failed."""
    if duration_s <= WHOLE_UP_TO_S:
        yield from _blocks(stream, WHOLE_UP_TO_S)
        return
    for start_s in (0.0, (duration_s - _STRETCH_S) / 2, duration_s - _STRETCH_S):
        try:
            stream.seek(start_s)
        except AudioError:
            yield np.zeros((0, stream.info.channels), np.float32)
            continue
        yield from _blocks(stream, _STRETCH_S)


def _blocks(stream: AudioStream, seconds: float) -> Iterator[NDArray[np.float32]]:
    left = round(seconds * stream.info.sample_rate_hz)
    for block in stream.blocks():
        yield block[:left]
        left -= len(block)
        if left <= 0:
            return
