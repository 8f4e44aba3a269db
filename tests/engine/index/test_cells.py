"""A base of cells answers as the exact scan does, holds the vectors itself, and is let go where it is not whole."""

import copy
import shutil
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from msgspec import structs

from engine.base.errors import VectorGone
from engine.base.library_facts import IndexKind
from engine.index.base_builder import base_folder
from engine.index.base_files import CellsManifest, GraphManifest, read_manifest
from engine.index.messages import IndexFlaw
from engine.index.settings import IndexSettings
from engine.index.tiers import TieredIndex
from engine.store.catalogue import Catalogue
from engine.store.vectors import VectorLog
from tests.helpers.libraries import PACK, a_sound, clustered_vectors, new_library, unit
from tests.helpers.recall import recall

DIM, COUNT = 32, 4_000
SMALL = IndexSettings(base_from_segments=1_000, cells_from_segments=1_000, cells_least=800, threads=1)
GRAPHS = structs.replace(SMALL, cells_from_segments=1_000_000)


class Made:
    """A library with a base of cells, and what it was made of."""

    def __init__(self, folder: Path) -> None:
        self.generator = np.random.default_rng(7)
        self.vectors = clustered_vectors(COUNT, DIM, self.generator, clusters=40, manifold=12)
        self.catalogue, self.ids = new_library(folder, self.vectors)
        self.index = self.open()
        assert self.index.is_build_due
        assert self.index.start_build()
        assert self.index.poll(self.catalogue, timeout_s=120), self.index.state
        self.queries = unit(self.vectors[::97] + 0.05 * self.generator.standard_normal((42, DIM)).astype(np.float32))

    def open(self, settings: IndexSettings = SMALL) -> TieredIndex:
        return TieredIndex.open(self.catalogue, PACK, DIM, settings=settings)

    def copied(self, folder: Path) -> "Made":
        """The same library elsewhere, to be changed."""
        shutil.copytree(self.catalogue.folder, folder, dirs_exist_ok=True)
        made = copy.copy(self)
        made.catalogue = Catalogue.open(folder)
        made.index = made.open()
        return made

    @property
    def base(self) -> Path:
        folder = base_folder(self.catalogue.folder, PACK, "segments")
        manifest = read_manifest(folder)
        assert isinstance(manifest, CellsManifest)
        return folder / manifest.file

    def flip(self, at: int) -> None:
        """Changes a byte of the base in a new file, as a bad disk would: a mapping of the old one stays whole."""
        raw = bytearray(self.base.read_bytes())
        raw[at] ^= 0x40
        self.base.with_suffix(".new").write_bytes(raw)
        self.base.with_suffix(".new").replace(self.base)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    return Made(tmp_path_factory.mktemp("library"))


@pytest.fixture
def own(made: Made, tmp_path: Path) -> Iterator[Made]:
    """One that a test may change, at `tmp_path`."""
    copied = made.copied(tmp_path)
    with copied.catalogue:
        yield copied
        copied.index.close()


def test_cells_answer_as_exact_does(made: Made) -> None:
    assert recall(made.index, made.queries) == (pytest.approx(1.0, abs=0.01), {"cells"})
    assert (made.index.tier, made.index.state.kind) == (IndexKind.CELLS, IndexKind.CELLS)
    assert not made.index.is_build_due
    assert np.array_equal(made.index.ids, np.sort(made.ids))


@pytest.mark.parametrize(
    ("share", "tiers"), [(1.0, {"cells"}), (0.5, {"cells"}), (0.11, {"cells", "exact"}), (0.01, {"subset"})]
)
def test_words_find_their_neighbours_under_every_filter(made: Made, share: float, tiers: set[str]) -> None:
    """Words lie apart from sounds: their best cosine is .6 where that of sounds is .95."""
    words = unit(made.vectors[::60] + 0.236 * made.generator.standard_normal((67, DIM)).astype(np.float32))
    allowed = np.sort(made.generator.permutation(made.ids)[: int(share * COUNT)])
    found, answered = recall(made.index, words, allowed)
    assert found >= 0.99
    assert answered <= tiers


def test_a_filter_that_pulls_away_from_the_query_loses_nothing(made: Made) -> None:
    query = made.queries[0]
    far = np.sort(made.ids[np.argsort(made.vectors @ query)[: COUNT // 5]])
    assert np.array_equal(made.index.search(query, 10, far).ids, made.index.search(query, 10, far, exact=True).ids)


def test_many_neighbours_are_the_right_ones(made: Made) -> None:
    assert recall(made.index, made.queries, k=2_000)[0] >= 0.99


def test_many_queries_get_what_each_gets_alone(made: Made) -> None:
    for is_exact in (False, True):
        together = made.index.search_all(made.queries, 10, exact=is_exact)
        for query, found in zip(made.queries, together, strict=True):
            assert np.array_equal(found.ids, made.index.search(query, 10, exact=is_exact).ids)


def test_vectors_and_cosines_are_the_stored_ones(made: Made) -> None:
    ids = made.ids[[5, 3, 3_999]]
    stored = made.vectors[[5, 3, 3_999]].astype(np.float16).astype(np.float32)
    assert np.array_equal(made.index.vectors_of(ids), stored)
    asked = np.append(ids, 999_999)
    scores = made.index.scores_of(made.queries[0], asked)
    assert np.allclose(scores[:3], stored @ made.queries[0], atol=1e-5)
    assert np.isnan(scores[3])
    with pytest.raises(VectorGone):
        made.index.vectors_of(asked)


def test_what_the_base_holds_is_not_read_from_the_log(own: Made, tmp_path: Path) -> None:
    for path in (tmp_path / "vectors" / PACK).glob("segments-*.vec"):
        path.unlink()
    index = own.open()
    assert (len(index), index.has_lost, index.state.kind) == (COUNT, False, IndexKind.CELLS)
    assert index.search(own.vectors[7], 1).ids.tolist() == [own.ids[7]]


def test_new_and_removed_sounds_count_at_once(own: Made, tmp_path: Path) -> None:
    before = own.catalogue.database.sequence()
    fresh = clustered_vectors(200, DIM, np.random.default_rng(99), clusters=40, manifold=12)
    sound, segment = own.catalogue.sounds.reserve_ids(1, 200)
    frame = VectorLog(tmp_path / "vectors", PACK, "segments", DIM).append(np.arange(segment, segment + 200), fresh)
    root = own.catalogue.roots.all()[0].id
    own.catalogue.sounds.store(
        [a_sound(sound, root=root, first_segment=segment, segments=200, name="new.wav")], [frame]
    )
    own.catalogue.sounds.remove(own.catalogue.segments.rows(own.ids[:1]).sound_id)
    own.index.catch_up(own.catalogue.frames.changes_since(before, PACK))
    gone = own.catalogue.frames.changes_since(before, PACK).removed_segments
    reopened = own.open()
    for index in (own.index, reopened):
        assert index.state.kind is IndexKind.CELLS_AND_DELTA
        assert len(index) == COUNT + 200 - len(gone)
        assert index.search(fresh[5], 1).ids.tolist() == [segment + 5]
        assert not set(index.search(own.vectors[0], 50).ids) & set(gone)
        assert recall(index, own.queries)[0] >= 0.99
        mixed = np.array([segment + 5, own.ids[-1]])
        assert np.allclose(index.vectors_of(mixed), np.stack([fresh[5], own.vectors[-1]]), atol=1e-3)


def test_a_vector_that_came_again_answers_once_and_from_its_new_place(own: Made, tmp_path: Path) -> None:
    again = own.ids[:40]
    moved = unit(own.vectors[:40] + 0.02 * np.random.default_rng(3).standard_normal((40, DIM)).astype(np.float32))
    before = own.catalogue.database.sequence()
    own.catalogue.sounds.store([], [VectorLog(tmp_path / "vectors", PACK, "segments", DIM).append(again, moved)])
    own.index.catch_up(own.catalogue.frames.changes_since(before, PACK))
    for index in (own.index, own.open()):
        found = index.search(moved[0], 60)
        assert (found.tier, len(set(found.ids.tolist())), len(index)) == ("cells+delta", 60, COUNT)
        assert np.array_equal(found.ids[:20], index.search(moved[0], 60, exact=True).ids[:20])


def test_a_grown_library_wants_a_new_base_and_gets_it(own: Made, tmp_path: Path) -> None:
    own.index.add(np.arange(100_000, 101_200), clustered_vectors(1_200, DIM, np.random.default_rng(5)))
    assert own.index.is_build_due
    former = own.base
    assert own.index.start_build()
    assert own.index.poll(own.catalogue, timeout_s=120), own.index.state
    assert own.base != former
    assert list(own.base.parent.glob("base-*")) == [own.base]


def test_a_library_that_outgrew_its_graph_gets_cells_and_the_graph_answers_meanwhile(own: Made) -> None:
    pytest.importorskip("hnswlib", reason="hnswlib is not installed: there are no graphs")
    index = own.open(GRAPHS)
    assert index.start_build()
    assert index.poll(own.catalogue, timeout_s=120), index.state
    assert isinstance(read_manifest(base_folder(own.catalogue.folder, PACK, "segments")), GraphManifest)
    grown = own.open()
    assert (grown.tier, grown.is_build_due) == (IndexKind.HNSW, True)
    assert grown.search(own.vectors[7], 1).ids.tolist() == [own.ids[7]]
    assert grown.start_build()
    assert grown.poll(own.catalogue, timeout_s=120), grown.state
    assert (grown.tier, grown.is_build_due) == (IndexKind.CELLS, False)
    assert recall(grown, own.queries)[0] >= 0.99


def test_cells_need_no_hnswlib(own: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.index.tiers.is_available", lambda: False)
    index = own.open()
    assert index.state.kind is IndexKind.CELLS
    assert index.start_build()
    assert index.poll(own.catalogue, timeout_s=120), index.state


def test_a_changed_vector_is_found_behind_the_first_answer_and_all_are_read_from_the_log(own: Made) -> None:
    own.flip(own.base.stat().st_size // 3)
    index = own.open()
    assert index.state.kind is IndexKind.CELLS
    assert index.search(own.vectors[7], 1).tier == "cells"
    assert index.is_build_due  # it waits for the checksum
    assert index.state.why is not None
    assert index.state.why.values[1].what is IndexFlaw.OTHER_CHECKSUM
    assert index.search(own.vectors[7], 1).tier == "exact"
    assert len(index) == COUNT
    assert index.start_build()
    assert index.poll(own.catalogue, timeout_s=120), index.state
    assert index.state.kind is IndexKind.CELLS


def test_a_changed_id_or_cell_is_found_before_any_answer(own: Made) -> None:
    own.flip(own.base.stat().st_size - 100)
    index = own.open()
    assert index.state.why is not None
    assert index.state.why.values[1].what is IndexFlaw.OTHER_CHECKSUM
    assert (index.search(own.vectors[7], 1).tier, len(index)) == ("exact", COUNT)


def test_a_head_that_another_program_wrote_is_not_shown_to_native_code(own: Made) -> None:
    own.flip(4)
    index = own.open()
    assert index.state.why is not None
    assert index.state.why.values[1].what is IndexFlaw.OTHER_SHAPE
    assert index.search(own.vectors[7], 1).tier == "exact"
