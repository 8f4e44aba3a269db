"""Duplicates and moved files of a large library: seconds and memory, on generated rows and vectors.

`python -m tests.benchmarks housekeeping -- --sounds 1000000` takes some ten minutes and 2 GB of disk.
"""

import argparse
import tempfile
import time
from pathlib import Path

import numpy as np
from msgspec import structs

from engine.base.types import ContentId, FilePath, FileStamp, SoundId
from engine.features.duplicates.exact import find_exact
from engine.features.duplicates.near import find_near
from engine.store.catalogue import Catalogue
from engine.store.files import Move
from engine.store.vectors import VectorLog
from tests.benchmarks.report import line, read_options
from tests.helpers.libraries import PACK, ROOT, a_sound, clustered_vectors
from tests.helpers.memory import IS_KNOWN, peak_kib

_DIM = 256
_BATCH = 20_000


def _fill(catalogue: Catalogue, sounds: int) -> None:
    """Stores sounds of two segments, 0.3 s to 2 min; a fifth of them are copies in pairs."""
    draw = np.random.default_rng(1)
    root = catalogue.roots.add(ROOT)
    catalogue.packs.set_searched(PACK, "test")
    log = VectorLog(catalogue.folder / "vectors", PACK, "segments", _DIM)
    for start in range(0, sounds, _BATCH):
        count = min(_BATCH, sounds - start)
        vectors = clustered_vectors(2 * count, _DIM, np.random.default_rng(start), clusters=4000)
        first = 2 * start + 1
        frame = log.append(np.arange(first, first + 2 * count, dtype=np.int64), vectors)
        lengths_s = np.exp(draw.uniform(np.log(0.3), np.log(120.0), count))
        rows = []
        for row in range(count):
            number = start + row
            payload = number // 2 if row % 10 < 2 else number + 1_000_000_000
            sound = a_sound(number + 1, root=root, first_segment=first + 2 * row, duration_s=float(lengths_s[row]))
            rows.append(
                structs.replace(
                    sound, content_id=ContentId(payload.to_bytes(16, "big")), payload_digest=payload.to_bytes(32, "big")
                )
            )
        catalogue.sounds.store(rows, [frame])


def _relink(catalogue: Catalogue, sounds: int) -> None:
    for start in range(1, sounds + 1, 1000):
        numbers = range(start, min(start + 1000, sounds + 1))
        stamps = [FileStamp(FilePath(b"/moved/f%d/s%d.wav" % (n // 100, n)), 1, 1) for n in numbers]
        catalogue.files.relink_all([Move(SoundId(n), stamp) for n, stamp in zip(numbers, stamps, strict=True)])


def main(argv: list[str]) -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--sounds", type=int, default=100_000)
    sounds: int = read_options(parser, argv, sounds=500).sounds
    with tempfile.TemporaryDirectory() as folder, Catalogue.open(Path(folder)) as catalogue:
        _fill(catalogue, sounds)
        before_kib = peak_kib() if IS_KNOWN else 0
        start_s = time.perf_counter()
        copies = find_exact(catalogue)
        exact_s = time.perf_counter() - start_s
        expected = len(range(0, sounds, 10))
        assert abs(len(copies) - expected) <= 1, f"{len(copies)} groups of copies, expected {expected}"
        start_s = time.perf_counter()
        find_near(catalogue)
        near_s = time.perf_counter() - start_s
        more_mib = ((peak_kib() if IS_KNOWN else 0) - before_kib) // 1024
        moved = min(sounds, 100_000)
        start_s = time.perf_counter()
        _relink(catalogue, moved)
        relink_s = time.perf_counter() - start_s
    millions = sounds / 1e6
    line(f"Copies among {sounds:,} sounds", "<= 5 s a M", f"{exact_s:.2f} s", exact_s <= 5 * millions + 0.1)
    line(f"Versions among {sounds:,} sounds", "<= 300 s a M", f"{near_s:.1f} s", near_s <= 300 * millions + 1)
    line("Memory they needed more", "<= 1 GiB a M", f"{more_mib} MiB", more_mib <= 1024 * millions + 128)
    line(f"Relinking {moved:,} moved files", "<= 30 s", f"{relink_s:.1f} s", relink_s <= 30)
