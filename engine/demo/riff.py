"""Writes PCM WAV files with the text that field recorders and libraries put into them: BEXT and LIST/INFO chunks.

soundfile writes neither a BEXT description nor a comment with a length of its own choosing, and the demo wants both.
Only what the demo needs: 16 or 24 bit, under 4 GiB. Reading such chunks is engine.audio.metadata's work.
"""

import struct
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from engine.demo.synth import Samples


def write_wav(
    path: Path,
    samples: Samples,
    sample_rate_hz: int,
    bit_depth: int,
    bext: str = "",
    info: Mapping[str, str] | None = None,
) -> None:
    """Writes one WAV file.

    Args:
        path: Where to.
        samples: float64 [T] or [T, C], within [-1, 1].
        sample_rate_hz: Its sample rate.
        bit_depth: 16 or 24.
        bext: The description of a BEXT chunk (EBU Tech 3285), at most 256 ASCII letters; no chunk when empty.
        info: Texts of a LIST/INFO chunk by their four-letter names; no chunk when empty.

    Raises:
        ValueError: When the bit depth is another one.
        OSError: When the file cannot be written.
    """
    channels = 1 if samples.ndim == 1 else samples.shape[1]
    width = bit_depth // 8
    header = struct.pack(
        "<HHIIHH", 1, channels, sample_rate_hz, sample_rate_hz * channels * width, channels * width, bit_depth
    )
    chunks = [_chunk(b"fmt ", header)]
    if bext:
        chunks.append(_chunk(b"bext", _bext(bext)))
    if info:
        texts = b"".join(_chunk(name.encode("ascii"), text.encode() + b"\0") for name, text in info.items())
        chunks.append(_chunk(b"LIST", b"INFO" + texts))
    chunks.append(_chunk(b"data", _pcm(samples, bit_depth)))
    body = b"WAVE" + b"".join(chunks)
    path.write_bytes(b"RIFF" + struct.pack("<I", len(body)) + body)


def _pcm(samples: Samples, bit_depth: int) -> bytes:
    if bit_depth == 16:
        return np.rint(samples * 32_767).astype("<i2").tobytes()
    if bit_depth == 24:
        wide = np.rint(samples.reshape(-1) * 8_388_607).astype("<i4")
        return wide.view(np.uint8).reshape(-1, 4)[:, :3].tobytes()
    raise ValueError(f"bit depth {bit_depth}: only 16 and 24 are written here")


def _bext(description: str) -> bytes:
    """EBU Tech 3285 v1: description, originator, its reference, date, time, time reference, version, UMID, reserved."""
    return struct.pack(
        "<256s32s32s10s8sQH64s190s",
        description.encode("ascii"),
        b"Earshot demo",
        b"",
        b"2026-01-01",
        b"12:00:00",
        0,
        1,
        b"",
        b"",
    )


def _chunk(name: bytes, payload: bytes) -> bytes:
    return name + struct.pack("<I", len(payload)) + payload + b"\0" * (len(payload) % 2)
