"""Limits how far compressed ID3 frames inflate: three megabytes of them can hold nine gigabytes of zeros.

mutagen inflates a frame whole, whatever its size, and has no setting for it. This module replaces the one function
it inflates with by one that keeps a budget; read ID3 tags by mutagen only within `inflation_bounded`.
"""

import contextlib
import threading
import zlib
from collections.abc import Iterator
from typing import Any

import mutagen
import mutagen.id3._frames

LIMIT_BYTES = 64 << 20
"""For all compressed frames of one tag together. The largest covers seen in sound libraries are some ten megabytes."""


class InflationTooLarge(mutagen.MutagenError):  # type: ignore[misc,unused-ignore]
    """A tag's compressed frames hold more than `LIMIT_BYTES`."""


class _Budget(threading.local):
    left_bytes = LIMIT_BYTES


_budget = _Budget()


class _BoundedZlib:
    """Stands in for the module zlib in mutagen's frames."""

    error = zlib.error

    @staticmethod
    def decompress(content: bytes) -> bytes:
        inflater = zlib.decompressobj()
        inflated = inflater.decompress(content, _budget.left_bytes + 1)
        if len(inflated) > _budget.left_bytes:
            raise InflationTooLarge(f"its compressed frames hold more than {LIMIT_BYTES >> 20} MiB")
        if not inflater.eof:
            raise zlib.error("incomplete or truncated stream")
        _budget.left_bytes -= len(inflated)
        return inflated


_frames: Any = mutagen.id3._frames
_frames.zlib = _BoundedZlib


@contextlib.contextmanager
def inflation_bounded() -> Iterator[None]:
    """Limits compressed ID3 frames within the context to `LIMIT_BYTES` in all; more raise `InflationTooLarge`."""
    _budget.left_bytes = LIMIT_BYTES
    yield
