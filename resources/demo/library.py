"""The demo library as a whole: its list of sounds, and how they are written.

Each sound has its own seed, from its name, so that adding one changes no other. WAV files carry the texts of field
recorders and libraries, in BEXT and LIST/INFO chunks: soundfile writes neither a BEXT description nor a comment of any
length. engine.audio.metadata reads such chunks.
"""

import hashlib
import os
import struct
from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np
import soundfile

from resources.demo import design, foley, machines, music, nature, weather
from resources.demo.synth import RATE_HZ, Recipe, Samples

SEED = 3
"""Changes every demo sound at once."""


def recipes() -> tuple[Recipe, ...]:
    """Returns all demo sounds, sorted by their file names."""
    rooms = (weather, nature, machines, foley, music, design)
    return tuple(sorted((recipe for room in rooms for recipe in room.RECIPES), key=lambda recipe: recipe.name))


def make_demo(folder: Path, cancel: Callable[[], bool] = lambda: False) -> list[Path]:
    """Writes the demo library into a folder, except for existing files.

    Args:
        folder: Destination; missing folders are made.
        cancel: Asked before each sound; True ends the work.

    Returns:
        The paths of the existing demo sounds, sorted by name.

    Raises:
        OSError: When something cannot be written.
    """
    paths = []
    for recipe in recipes():
        if cancel():
            break
        path = folder.joinpath(*recipe.name.split("/"))
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            _write(recipe, path)
        paths.append(path)
    return paths


def synthesise(recipe: Recipe) -> Samples:
    """Synthesises one demo sound: float64 [T] or [T, 2], within [-1, 1], the same every time."""
    digest = hashlib.blake2b(recipe.name.encode(), digest_size=8).digest()
    return recipe.make(np.random.default_rng([SEED, int.from_bytes(digest, "big")]))


def _write(recipe: Recipe, path: Path) -> None:
    """Writes a temporary file beside and renames it, so that a killed run leaves no partial file under a good name."""
    samples = synthesise(recipe)
    unfinished = path.with_name(f".{path.name}.{os.getpid()}")
    if path.suffix == ".flac":
        _write_flac(recipe, unfinished, samples)
    else:
        texts = {"IPRD": "Earshot demo", "ICOP": "CC0", "IKEY": "; ".join(recipe.keywords)}
        if not recipe.has_bext:
            texts = {"INAM": recipe.text, **texts}
        write_wav(unfinished, samples, RATE_HZ, recipe.bit_depth, recipe.text if recipe.has_bext else "", texts)
    unfinished.replace(path)


def _write_flac(recipe: Recipe, path: Path, samples: Samples) -> None:
    channels = 1 if samples.ndim == 1 else samples.shape[1]
    with soundfile.SoundFile(path, "w", RATE_HZ, channels, subtype=f"PCM_{recipe.bit_depth}", format="FLAC") as file:
        file.title = recipe.text
        file.album = "Earshot demo"
        file.copyright = "CC0"
        file.comment = "; ".join(recipe.keywords)
        file.write(samples)


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
        samples: float64 [T] or [T, C], within [-1, 1].
        bit_depth: 16 or 24.
        bext: The description of a BEXT chunk (EBU Tech 3285), at most 256 ASCII letters; empty for no chunk.
        info: Texts of a LIST/INFO chunk by their four-letter names; empty for no chunk.

    Raises:
        ValueError: For another bit depth.
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
