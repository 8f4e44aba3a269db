"""Fills a library with random vectors and names, to check searches against a brute-force answer."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.base.types import (
    AudioInfo,
    ContentId,
    FilePath,
    FileStamp,
    Measures,
    SegmentId,
    SoundId,
    SoundMetadata,
    Vectors,
)
from engine.models.pack import load_pack
from engine.store.catalogue import Catalogue
from engine.store.sound_rows import IndexedSound
from engine.store.vectors import VectorLog

WORDS = ("door", "gate", "wind", "rain", "metal", "wood", "creak", "slam", "car", "dog", "bird", "bell", "hum", "beep")


@dataclass(frozen=True, slots=True)
class Drawn:
    paths: tuple[str, ...]
    words: tuple[frozenset[str], ...]
    windows: tuple[Vectors, ...]
    """float32 [n, D] of each sound, as in the log."""
    names: Vectors
    """float32 [N, E], likewise."""


def fill(
    library: Path,
    pack_folder: Path,
    count: int,
    *,
    seed: int = 0,
    longest: int = 6,
    measures: Callable[[int], Measures] = lambda row: Measures(),
) -> Drawn:
    """Stores `count` sounds of 1 to `longest` windows with random unit vectors and names of three words."""
    info = load_pack(pack_folder).info
    draw = np.random.default_rng(seed)
    windows = [_unit(draw, int(n), info.dim) for n in draw.integers(1, longest + 1, count)]
    names = _unit(draw, count, info.sentence_dim)
    chosen = [tuple(draw.choice(WORDS, 3, replace=False)) for _ in range(count)]
    paths = [f"/lib/{'_'.join(words)}_{row:05d}.wav" for row, words in enumerate(chosen)]
    with Catalogue.open(library) as catalogue:
        catalogue.packs.set_searched(info.pack_id, info.name)
        root = catalogue.roots.add(FilePath(b"/lib"))
        first_sound, first_segment = catalogue.sounds.reserve_ids(count, sum(map(len, windows)))
        ends = first_segment + np.cumsum([len(own) for own in windows])
        batch = [
            IndexedSound(
                id=SoundId(first_sound + row),
                first_segment=SegmentId(int(ends[row]) - len(windows[row])),
                stamp=FileStamp(FilePath(paths[row].encode()), 1000, 1),
                content_id=ContentId(row.to_bytes(16, "big")),
                root=root,
                info=AudioInfo("WAV", "PCM_16", 48_000, 1, 16, 2.0 * len(windows[row])),
                measures=measures(row),
                metadata=SoundMetadata(),
                peaks=b"",
                segments=tuple((2.0 * place, 2.0 * place + 2.0) for place in range(len(windows[row]))),
                name_text=" ".join(chosen[row]),
            )
            for row in range(count)
        ]
        segment_ids = np.arange(first_segment, ends[-1], dtype=np.int64)
        sound_ids = np.arange(first_sound, first_sound + count, dtype=np.int64)
        log = library / "vectors"
        frames = [
            VectorLog(log, info.pack_id, "segments", info.dim).append(segment_ids, np.concatenate(windows)),
            VectorLog(log, info.pack_id, "names", info.sentence_dim).append(sound_ids, names),
        ]
        catalogue.sounds.store(batch, frames)
    return Drawn(tuple(paths), tuple(map(frozenset, chosen)), tuple(windows), names)


def _unit(draw: np.random.Generator, count: int, dim: int) -> Vectors:
    raw = draw.standard_normal((count, dim))
    unit = (raw / np.linalg.norm(raw, axis=1, keepdims=True)).astype(np.float16)
    kept: NDArray[np.float32] = unit.astype(np.float32)
    return kept
