"""Libraries of generated vectors: clustered like real embeddings, with sounds of a few segments each."""

from pathlib import Path

import numpy as np

from engine.base.file_messages import FileAdvice, FileFault, trouble
from engine.base.types import (
    AudioInfo,
    ContentId,
    FilePath,
    FileStamp,
    Ids,
    Measures,
    PackId,
    RootId,
    SegmentId,
    SoundId,
    SoundMetadata,
    Vectors,
)
from engine.store.catalogue import Catalogue
from engine.store.sound_rows import IndexedSound
from engine.store.vectors import Frame, VectorLog

PACK = PackId("test-pack")
ROOT = FilePath(b"/sounds/Foley")
EMPTY = trouble(FileFault.EMPTY, FileAdvice.COPY_OR_EXPORT)
"""Any reason why a file is unreadable, for tests that do not care."""


def clustered_vectors(
    count: int, dim: int, generator: np.random.Generator, clusters: int = 400, manifold: int = 48, noise: float = 0.2
) -> Vectors:
    """float32 [count, dim], unit: clusters on a `manifold`-dimensional subspace, with noise in every direction.

    The same generator state gives the same centres and subspace, which are drawn before the vectors.
    """
    centres = generator.standard_normal((clusters, manifold)).astype(np.float32)
    basis = generator.standard_normal((manifold, dim)).astype(np.float32) / np.sqrt(dim)
    spread = np.float32(0.6)
    vectors = np.empty((count, dim), dtype=np.float32)
    for start in range(0, count, 20_000):
        stop = min(count, start + 20_000)
        inner = centres[generator.integers(clusters, size=stop - start)]
        inner = inner + spread * generator.standard_normal(inner.shape, dtype=np.float32)
        vectors[start:stop] = inner @ basis
        vectors[start:stop] += noise * generator.standard_normal((stop - start, dim), dtype=np.float32)
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def unit(vectors: Vectors) -> Vectors:
    """Scales vectors to length one."""
    return vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)


def a_sound(
    number: int,
    *,
    root: RootId,
    first_segment: int = 1,
    segments: int = 2,
    name: str = "",
    duration_s: float = 3.0,
    metadata: SoundMetadata | None = None,
    payload_digest: bytes = b"",
) -> IndexedSound:
    path = FilePath(ROOT.raw + b"/" + (name or f"sound {number:06d}.wav").encode())
    return IndexedSound(
        id=SoundId(number),
        first_segment=SegmentId(first_segment),
        stamp=FileStamp(path, 1_000 + number, 1_700_000_000_000_000_000 + number),
        content_id=ContentId(number.to_bytes(16, "big")),
        root=root,
        info=AudioInfo("WAV", "PCM_24", 48_000, 2, 24, duration_s),
        measures=Measures(-23.0, -1.0, 0.1, 900.0, False),
        metadata=metadata or SoundMetadata(),
        peaks=b"",
        segments=tuple((float(at), at + 2.0) for at in range(segments)),
        name_text="a sound",
        payload_digest=payload_digest,
    )


def fill(catalogue: Catalogue, vectors: Vectors, *, segments_a_sound: int = 4, batch: int = 1_000) -> Ids:
    """Stores sounds with the segments `vectors` [N, D], N a multiple of `segments_a_sound`; returns segment ids."""
    root = catalogue.roots.add(ROOT)
    catalogue.packs.set_searched(PACK, "test")
    log = VectorLog(catalogue.folder / "vectors", PACK, "segments", vectors.shape[1])
    sounds = len(vectors) // segments_a_sound
    first_sound, first_segment = catalogue.sounds.reserve_ids(sounds, len(vectors))
    ids = np.arange(first_segment, first_segment + len(vectors), dtype=np.int64)
    for start in range(0, sounds, batch):
        stop = min(sounds, start + batch)
        rows = slice(start * segments_a_sound, stop * segments_a_sound)
        frames: list[Frame] = [log.append(ids[rows], vectors[rows])]
        stored = [
            a_sound(
                first_sound + at,
                root=root,
                first_segment=first_segment + at * segments_a_sound,
                segments=segments_a_sound,
            )
            for at in range(start, stop)
        ]
        catalogue.sounds.store(stored, frames)
    return ids


def new_library(folder: Path, vectors: Vectors) -> tuple[Catalogue, Ids]:
    catalogue = Catalogue.open(folder)
    return catalogue, fill(catalogue, vectors)
