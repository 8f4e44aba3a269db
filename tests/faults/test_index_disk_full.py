"""A full disk is told as such; what was acknowledged stays, and work goes on once there is space."""

import ctypes
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from engine.base.errors import LibraryError, StorageFull
from engine.base.types import SoundMetadata
from engine.index.base_files import save_base
from engine.index.tiers import TieredIndex
from engine.store.catalogue import Catalogue
from engine.store.vectors import VectorLog
from tests.helpers.libraries import PACK, ROOT, a_sound, clustered_vectors

DIM = 64
SIZE_BYTES = 3 << 20


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A folder with 3 MB of space."""
    if not sys.platform.startswith("linux"):
        pytest.skip("needs Linux's tmpfs")
    place = tmp_path / "disk"
    place.mkdir()
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.mount(b"none", os.fsencode(place), b"tmpfs", 0, f"size={SIZE_BYTES}".encode()) != 0:
        pytest.skip(f"mounting a small disk is not permitted: {os.strerror(ctypes.get_errno())}")
    yield place
    assert libc.umount2(os.fsencode(place), 2) == 0


def leave(place: Path, free_bytes: int) -> Path:
    """Fills the disk but for `free_bytes`; returns the file that does."""
    stat = os.statvfs(place)
    filler = place / "filler"
    filler.write_bytes(bytes(max(0, stat.f_bavail * stat.f_frsize - free_bytes)))
    return filler


def test_full_disk_while_vectors_are_written(small_disk: Path) -> None:
    log = VectorLog(small_disk / "vectors", PACK, "segments", DIM)
    vectors = clustered_vectors(2_000, DIM, np.random.default_rng(0))
    ids = np.arange(2_000)
    kept = log.append(ids, vectors)
    filler = leave(small_disk, 60_000)
    with pytest.raises(StorageFull):
        log.append(ids, vectors)
    assert log.read(kept)[0].tolist() == ids.tolist()
    filler.unlink()
    after = log.append(ids, vectors)
    assert after.offset == kept.offset + 16 + 2_000 * (8 + 2 * DIM)
    assert log.verify([kept, after]) == []


def test_full_disk_while_sounds_are_stored(small_disk: Path) -> None:
    with Catalogue.open(small_disk) as catalogue:
        root = catalogue.roots.add(ROOT)
        catalogue.sounds.store([a_sound(1, root=root)], [])
        filler = leave(small_disk, 120_000)
        long = SoundMetadata(description="a very long description " * 50)
        batch = [a_sound(n, root=root, first_segment=10 * n, metadata=long) for n in range(2, 1_000)]
        with pytest.raises(StorageFull):
            catalogue.sounds.store(batch, [])
        assert catalogue.sounds.counts().sounds == 1
        filler.unlink()
        catalogue.sounds.store(batch[:200], [])
        assert catalogue.sounds.counts().sounds == 201
        catalogue.database.integrity_check()


def test_full_disk_while_a_base_is_saved(small_disk: Path) -> None:
    hnswlib = pytest.importorskip("hnswlib", reason="hnswlib is not installed: nothing is saved")
    index = hnswlib.Index(space="ip", dim=DIM)
    index.init_index(max_elements=5_000, M=16)
    index.add_items(clustered_vectors(5_000, DIM, np.random.default_rng(0)))
    leave(small_disk, 1_000_000)
    folder = small_disk / "index"
    with pytest.raises(StorageFull, match="bytes of the index fit"):
        save_base(folder, "base-1", lambda path: index.save_index(str(path)), index.index_file_size())
    assert list(folder.iterdir()) == []


def test_a_library_on_a_disk_that_cannot_be_written_can_be_searched(small_disk: Path) -> None:
    folder = small_disk / "library"
    with Catalogue.open(folder) as catalogue:
        catalogue.sounds.store([a_sound(1, root=catalogue.roots.add(ROOT))], [])
    remount_read_only = 32 | 1  # MS_REMOUNT | MS_RDONLY
    assert ctypes.CDLL(None).mount(b"none", os.fsencode(small_disk), b"tmpfs", remount_read_only, b"") == 0
    with Catalogue.open(folder, read_only=True) as catalogue:
        assert catalogue.texts.matching("sound").tolist() == [1]
    with pytest.raises(LibraryError) as caught:
        Catalogue.open(folder)
    assert "writable" in caught.value.advice


def test_a_build_that_does_not_fit_leaves_exact_search(small_disk: Path) -> None:
    pytest.importorskip("hnswlib", reason="hnswlib is not installed: nothing is built")
    vectors = clustered_vectors(4_000, DIM, np.random.default_rng(0))
    with Catalogue.open(small_disk) as catalogue:
        root = catalogue.roots.add(ROOT)
        catalogue.packs.set_searched(PACK, "test")
        frame = VectorLog(small_disk / "vectors", PACK, "segments", DIM).append(np.arange(1, 4_001), vectors)
        catalogue.sounds.store([a_sound(1, root=root, segments=4_000)], [frame])
        index = TieredIndex.open(catalogue, PACK, DIM)
        leave(small_disk, 700_000)
        index.start_build()
        assert not index.poll(catalogue, timeout_s=120)
        assert "fit on the disk" in str(index.state)
        assert index.search(vectors[9], 1).tier == "exact"
