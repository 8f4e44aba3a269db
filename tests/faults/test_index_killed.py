"""Killing a build or a writer at any time costs what was not acknowledged, and nothing else."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from engine.base.errors import LibraryBusy
from engine.index.base_build import BaseBuild
from engine.index.base_builder import base_folder
from engine.index.base_files import read_manifest
from engine.index.settings import IndexSettings
from engine.index.tiers import TieredIndex
from engine.store.catalogue import Catalogue
from engine.store.lock import FileLock, WriterLock
from engine.store.vectors import VectorLog
from tests.helpers.libraries import PACK, clustered_vectors, new_library

DIM = 16
SMALL = IndexSettings(base_from_segments=100, threads=1)
ROOT = Path(__file__).resolve().parents[2]

WRITER = """
import sys
from pathlib import Path
import numpy as np
from engine.store.catalogue import Catalogue
from engine.store.lock import WriterLock
from engine.store.vectors import VectorLog
from tests.helpers.libraries import PACK, ROOT, a_sound, clustered_vectors

folder = Path(sys.argv[1])
generator = np.random.default_rng(int(sys.argv[2]))
with WriterLock(folder), Catalogue.open(folder) as catalogue:
    root = catalogue.roots.add(ROOT)
    catalogue.packs.set_searched(PACK, "test")
    log = VectorLog(folder / "vectors", PACK, "segments", 16)
    while True:
        sound, segment = catalogue.sounds.reserve_ids(20, 40)
        frame = log.append(np.arange(segment, segment + 40), clustered_vectors(40, 16, generator))
        batch = [a_sound(sound + at, root=root, first_segment=segment + 2 * at) for at in range(20)]
        catalogue.sounds.store(batch, [frame])
        print(catalogue.sounds.counts().sounds, flush=True)
"""


def start_writer(folder: Path, seed: int) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-c", WRITER, str(folder), str(seed)],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )


@pytest.mark.skipif(os.name == "nt", reason="needs SIGKILL")
def test_killed_writer_loses_nothing_it_acknowledged(tmp_path: Path) -> None:
    acknowledged = 0
    for seed, delay_s in enumerate([0.0, 0.013, 0.037, 0.08, 0.11, 0.2]):
        writer = start_writer(tmp_path, seed)
        assert writer.stdout is not None
        first = writer.stdout.readline()
        with pytest.raises(LibraryBusy), WriterLock(tmp_path):
            pass
        time.sleep(delay_s)
        writer.send_signal(signal.SIGKILL)
        rest, _ = writer.communicate()
        acknowledged = int((first + rest).split(b"\n")[-2])
        with WriterLock(tmp_path), Catalogue.open(tmp_path) as catalogue:
            catalogue.database.integrity_check()
            stored = catalogue.sounds.counts().sounds
            assert stored >= acknowledged
            assert stored % 20 == 0
            frames = catalogue.frames.of(PACK, "segments")
            assert VectorLog(tmp_path / "vectors", PACK, "segments", DIM).verify(frames) == []
            index = TieredIndex.open(catalogue, PACK, DIM)
            assert len(index) == len(catalogue.segments.living()) == 2 * stored


@pytest.mark.skipif(os.name == "nt", reason="needs SIGKILL")
def test_killed_build_leaves_the_former_state_and_can_be_repeated(tmp_path: Path) -> None:
    pytest.importorskip("hnswlib", reason="hnswlib is not installed: nothing is built")
    vectors = clustered_vectors(3_000, DIM, np.random.default_rng(1), clusters=10, manifold=6)
    catalogue, _ = new_library(tmp_path, vectors)
    folder = base_folder(tmp_path, PACK, "segments")
    for delay_s in (0.05, 0.4, 0.7, 1.0):
        build = BaseBuild(tmp_path, PACK, "segments", SMALL)
        time.sleep(delay_s)
        os.kill(build.process_id, signal.SIGKILL)
        result = build.result(timeout_s=60)
        assert result is not None
        index = TieredIndex.open(catalogue, PACK, DIM, settings=SMALL)
        assert index.state.kind in ("exact", "hnsw")
        assert (index.state.kind == "hnsw") == (read_manifest(folder) is not None)
    assert index.start_build()
    assert index.poll(catalogue, timeout_s=120), index.state
    assert index.search(vectors[7], 1).ids.tolist() == [8]
    assert len(list(folder.glob("base-*"))) == 1


def test_a_build_that_dies_is_told_and_exact_search_goes_on(tmp_path: Path) -> None:
    pytest.importorskip("hnswlib", reason="hnswlib is not installed: nothing is built")
    vectors = clustered_vectors(200, DIM, np.random.default_rng(1))
    catalogue, _ = new_library(tmp_path, vectors)
    index = TieredIndex.open(catalogue, PACK, DIM, settings=SMALL)
    (tmp_path / "catalogue.sqlite").rename(tmp_path / "elsewhere.sqlite")
    index.start_build()
    assert not index.poll(catalogue, timeout_s=60)
    assert "is missing" in str(index.state)
    assert index.search(vectors[7], 1).tier == "exact"


def test_two_builds_of_one_index_do_not_meet(tmp_path: Path) -> None:
    pytest.importorskip("hnswlib", reason="hnswlib is not installed: nothing is built")
    catalogue, _ = new_library(tmp_path, clustered_vectors(200, DIM, np.random.default_rng(1)))
    folder = base_folder(tmp_path, PACK, "segments")
    folder.mkdir(parents=True)
    index = TieredIndex.open(catalogue, PACK, DIM, settings=SMALL)
    with FileLock(folder / "build.lock"):
        index.start_build()
        assert not index.poll(catalogue, timeout_s=60)
    assert "another process is building" in str(index.state)
