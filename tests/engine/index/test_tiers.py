"""Whichever tier answers, the answer is the exact one's, and the tier is told."""

import copy
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from msgspec import structs

from engine.base.library_facts import IndexKind, IndexState
from engine.base.messages import told
from engine.index.base_builder import _current, base_folder
from engine.index.messages import IndexFlaw
from engine.index.settings import IndexSettings
from engine.index.tiers import TieredIndex
from engine.store.catalogue import Catalogue
from engine.store.vectors import VectorLog
from tests.helpers.libraries import PACK, a_sound, clustered_vectors, new_library, unit
from tests.helpers.recall import recall

pytest.importorskip("hnswlib", reason="hnswlib is not installed: exact search serves")

DIM, COUNT = 32, 4_000
SMALL = IndexSettings(base_from_segments=1_000, threads=1)


class Made:
    """A library with a base, and what it was made of."""

    def __init__(self, folder: Path) -> None:
        self.generator = np.random.default_rng(7)
        self.vectors = clustered_vectors(COUNT, DIM, self.generator, clusters=40, manifold=12)
        self.catalogue, self.ids = new_library(folder, self.vectors)
        self.index = TieredIndex.open(self.catalogue, PACK, DIM, settings=SMALL)
        assert self.index.state.kind == "exact"
        assert self.index.is_build_due
        assert self.index.start_build()
        assert self.index.state.kind == "building"
        assert self.index.poll(self.catalogue, timeout_s=120), self.index.state
        self.queries = unit(self.vectors[::97] + 0.05 * self.generator.standard_normal((42, DIM)).astype(np.float32))

    def copied(self, folder: Path) -> "Made":
        """The same library elsewhere, to be changed; its base is not built again."""
        shutil.copytree(self.catalogue.folder, folder, dirs_exist_ok=True)
        made = copy.copy(self)
        made.catalogue = Catalogue.open(folder)
        made.index = TieredIndex.open(made.catalogue, PACK, DIM, settings=SMALL)
        assert made.index.state.kind == "hnsw"
        return made


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    return Made(tmp_path_factory.mktemp("library"))


@pytest.fixture
def own(made: Made, tmp_path: Path) -> Iterator[Made]:
    """One that a test may change, at `tmp_path`."""
    copied = made.copied(tmp_path)
    with copied.catalogue:
        yield copied


def test_base_answers_as_exact_does(made: Made) -> None:
    assert recall(made.index, made.queries) == (pytest.approx(1.0, abs=0.01), {"hnsw"})
    assert (made.index.tier, made.index.state.kind) == ("hnsw", "hnsw")
    assert not made.index.is_build_due


@pytest.mark.parametrize(
    ("share", "tiers"), [(1.0, {"hnsw"}), (0.5, {"hnsw"}), (0.1, {"hnsw", "exact"}), (0.01, {"subset"})]
)
def test_recall_holds_under_filters(made: Made, share: float, tiers: set[str]) -> None:
    allowed = np.sort(made.generator.permutation(made.ids)[: int(share * COUNT)])
    found, answered = recall(made.index, made.queries, allowed)
    assert found >= 0.99
    assert answered <= tiers


def test_a_filter_that_pulls_away_from_the_query_loses_nothing(made: Made) -> None:
    query = made.queries[0]
    far = np.sort(made.ids[np.argsort(made.vectors @ query)[: COUNT // 5]])
    found = made.index.search(query, 10, far)
    assert found.tier == "exact"
    assert np.array_equal(found.ids, made.index.search(query, 10, far, exact=True).ids)


def test_more_neighbours_than_the_base_is_good_for_come_from_the_exact_scan(made: Made) -> None:
    assert made.index.search(made.queries[0], 2_000).tier == "exact"


def test_a_reopened_library_loads_its_base(made: Made) -> None:
    with Catalogue.open(made.catalogue.folder, read_only=True) as catalogue:
        again = TieredIndex.open(catalogue, PACK, DIM, settings=SMALL)
        assert (again.state.kind, again.search(made.queries[0], 3).tier) == ("hnsw", "hnsw")


def test_a_block_that_is_gone_is_told_and_the_others_answer(own: Made, tmp_path: Path) -> None:
    assert own.index.has_lost is False
    (tmp_path / "vectors" / PACK / own.catalogue.frames.of(PACK, "segments")[0].file).unlink()
    index = TieredIndex.open(own.catalogue, PACK, DIM, settings=SMALL)
    assert (index.has_lost, len(index)) == (True, 0)


def test_what_an_index_is_of_can_be_asked(made: Made) -> None:
    assert (made.index.dim, made.index.pack_id, made.index.tier) == (DIM, PACK, "hnsw")
    assert np.array_equal(made.index.ids, np.sort(made.ids))


def test_a_base_is_swept_away_by_the_next_one_and_not_before(own: Made, tmp_path: Path) -> None:
    folder = base_folder(tmp_path, PACK, "segments")
    (former,) = folder.glob("base-*.bin")
    (folder / "base-000000000001-1.bin.tmp").write_bytes(b"left by a build that was killed")
    assert _current(folder) == former.name
    own.index.add(np.arange(100_000, 101_200), clustered_vectors(1_200, DIM, np.random.default_rng(5)))
    assert own.index.start_build()
    assert own.index.poll(own.catalogue, timeout_s=120), own.index.state
    assert [path.name == former.name for path in folder.glob("base-*")] == [False]


def test_new_and_removed_sounds_count_at_once(own: Made, tmp_path: Path) -> None:
    before = own.catalogue.database.sequence()
    fresh = clustered_vectors(200, DIM, np.random.default_rng(99), clusters=40, manifold=12)
    sound, segment = own.catalogue.sounds.reserve_ids(1, 200)
    frame = VectorLog(tmp_path / "vectors", PACK, "segments", DIM).append(np.arange(segment, segment + 200), fresh)
    root = own.catalogue.roots.all()[0].id
    own.catalogue.sounds.store(
        [a_sound(sound, root=root, first_segment=segment, segments=200, name="new.wav")], [frame]
    )
    first = own.catalogue.segments.rows(own.ids[:1]).sound_id
    own.catalogue.sounds.remove(first)
    own.index.catch_up(own.catalogue.frames.changes_since(before, PACK))
    assert own.index.state.kind == "hnsw+delta"
    assert own.index.search(fresh[5], 1).ids.tolist() == [segment + 5]
    gone = own.catalogue.frames.changes_since(before, PACK).removed_segments
    assert not set(own.index.search(own.vectors[0], 50).ids) & set(gone)
    assert recall(own.index, own.queries)[0] >= 0.99
    reopened = TieredIndex.open(own.catalogue, PACK, DIM, settings=SMALL)
    assert reopened.state.kind == "hnsw+delta"
    assert np.array_equal(reopened.search(fresh[5], 10).ids, own.index.search(fresh[5], 10).ids)


def test_a_search_for_many_asks_the_base_even_after_new_sounds_and_under_a_filter(made: Made) -> None:
    """A search of words asks for 400 segments: one sound more than the base holds must not end its use."""
    with Catalogue.open(made.catalogue.folder, read_only=True) as catalogue:
        index = TieredIndex.open(catalogue, PACK, DIM, settings=structs.replace(SMALL, largest_k=100, reach=0.2))
        half = np.sort(made.generator.permutation(made.ids)[: COUNT // 2])
        assert recall(index, made.queries, half, k=200) == (pytest.approx(1.0, abs=0.01), {"hnsw"})
        index.add(np.array([90_000]), clustered_vectors(1, DIM, np.random.default_rng(8)))
        assert recall(index, made.queries, k=400) == (pytest.approx(1.0, abs=0.01), {"hnsw+delta"})


def test_a_query_from_outside_the_cloud_of_vectors_gets_the_right_ten(tmp_path: Path) -> None:
    """Words lie apart from sounds (best cosine 0.6). The graph is poor, as a good one is for a million."""
    generator = np.random.default_rng(11)
    vectors = clustered_vectors(12_000, DIM, generator, clusters=60, manifold=16)
    catalogue, _ = new_library(tmp_path, vectors)
    poor = IndexSettings(base_from_segments=1_000, links=4, ef_construction=30, thorough=0.15)
    index = TieredIndex.open(catalogue, PACK, DIM, settings=poor)
    index.start_build()
    assert index.poll(catalogue, timeout_s=120), index.state
    shares = []
    for query in unit(vectors[::60] + 0.5 * generator.standard_normal((200, DIM)).astype(np.float32)):
        found = index.search(query, 400, thorough=True)
        assert found.tier == "hnsw"
        shares.append(len(set(found.ids[:10]) & set(index.search(query, 10, exact=True).ids)) / 10)
    assert np.mean(shares) >= 0.99


def test_a_vector_that_is_replaced_is_found_where_it_is_now(own: Made) -> None:
    moved = unit(np.random.default_rng(3).standard_normal((1, DIM)).astype(np.float32))
    own.index.add(own.ids[:1], moved)
    assert own.index.search(moved[0], 1).ids.tolist() == own.ids[:1].tolist()
    assert own.ids[0] not in own.index.search(own.vectors[0], 1, exact=False).ids
    assert len(own.index) == COUNT


def test_a_vector_that_came_again_answers_once_and_from_its_new_place(own: Made, tmp_path: Path) -> None:
    """Near where it was, so that base and delta both know it; while the library is open and after it was reopened."""
    again = own.ids[:40]
    moved = unit(own.vectors[:40] + 0.02 * np.random.default_rng(3).standard_normal((40, DIM)).astype(np.float32))
    before = own.catalogue.database.sequence()
    own.catalogue.sounds.store([], [VectorLog(tmp_path / "vectors", PACK, "segments", DIM).append(again, moved)])
    own.index.catch_up(own.catalogue.frames.changes_since(before, PACK))
    reopened = TieredIndex.open(own.catalogue, PACK, DIM, settings=SMALL)
    for index in (own.index, reopened):
        found = index.search(moved[0], 60)
        exact = index.search(moved[0], 60, exact=True)
        assert (found.tier, len(set(found.ids.tolist()))) == ("hnsw+delta", 60)
        assert np.array_equal(found.ids[:20], exact.ids[:20])
        assert len(index) == COUNT


def test_a_grown_library_wants_a_new_base(own: Made) -> None:
    own.index.add(np.arange(100_000, 101_200), clustered_vectors(1_200, DIM, np.random.default_rng(5)))
    assert own.index.is_build_due


def test_a_caller_that_never_waits_sees_the_build_end(tmp_path: Path) -> None:
    vectors = clustered_vectors(200, DIM, np.random.default_rng(7))
    catalogue, _ = new_library(tmp_path, vectors)
    index = TieredIndex.open(catalogue, PACK, DIM, settings=SMALL)
    assert index.start_build()
    until = time.monotonic() + 60
    while not index.poll(catalogue) and time.monotonic() < until:
        time.sleep(0.05)
    assert index.state.kind == "hnsw"


def test_without_hnswlib_exact_search_serves_and_says_so(made: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.index.tiers.is_available", lambda: False)
    index = TieredIndex.open(made.catalogue, PACK, DIM, settings=SMALL)
    assert index.search(made.queries[0], 3).tier == "exact"
    assert index.state == IndexState(IndexKind.REFUSED, told(IndexFlaw.NO_HNSWLIB))
    assert str(index.state) == "refused: hnswlib is not installed"
    assert not index.is_build_due
    assert not index.start_build()
