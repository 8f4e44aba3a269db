"""A base that is not whole is refused before hnswlib sees it, searches stay exact, and a new one is built."""

import json
import random
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from engine.base.errors import IndexDamaged
from engine.base.library_facts import IndexKind
from engine.base.types import Vectors
from engine.index.base_builder import base_folder, probe
from engine.index.base_files import MANIFEST, Manifest, checksum, read_manifest, verify
from engine.index.settings import IndexSettings
from engine.index.tiers import TieredIndex
from engine.store.catalogue import Catalogue
from tests.helpers.libraries import PACK, clustered_vectors, new_library

pytest.importorskip("hnswlib", reason="hnswlib is not installed: there is no base to damage")

DIM = 16
SMALL = IndexSettings(base_from_segments=100, threads=1)


def some_vectors() -> Vectors:
    return clustered_vectors(600, DIM, np.random.default_rng(1), clusters=10, manifold=6)


class Library:
    """A library of 600 segments whose base may be damaged, and what is right."""

    def __init__(self, folder: Path) -> None:
        self.vectors = some_vectors()
        self.catalogue = Catalogue.open(folder)
        self.folder = base_folder(folder, PACK, "segments")

    def open(self) -> TieredIndex:
        return TieredIndex.open(self.catalogue, PACK, DIM, settings=SMALL)

    @property
    def manifest(self) -> Manifest:
        found = read_manifest(self.folder)
        assert found is not None
        return found

    @property
    def base(self) -> Path:
        return self.folder / self.manifest.file

    def claim(self, **changed: object) -> None:
        """Rewrites the manifest so that it says something else."""
        record = structs.asdict(self.manifest) | changed
        (self.folder / MANIFEST).write_text(json.dumps(record))


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library whose base is whole."""
    folder = tmp_path_factory.mktemp("whole")
    catalogue, _ = new_library(folder, some_vectors())
    with catalogue:
        index = TieredIndex.open(catalogue, PACK, DIM, settings=SMALL)
        index.start_build()
        assert index.poll(catalogue, timeout_s=120), index.state
    return folder


@pytest.fixture
def library(whole: Path, tmp_path: Path) -> Iterator[Library]:
    """A copy of it to damage."""
    shutil.copytree(whole, tmp_path / "library")
    copy = Library(tmp_path / "library")
    yield copy
    copy.catalogue.close()


def flip_a_byte(library: Library) -> None:
    raw = bytearray(library.base.read_bytes())
    raw[random.Random(3).randrange(len(raw))] ^= 0x40
    library.base.write_bytes(raw)


def zero_a_page(library: Library) -> None:
    raw = bytearray(library.base.read_bytes())
    raw[8_192:12_288] = bytes(4_096)
    library.base.write_bytes(raw)


def truncate(library: Library) -> None:
    library.base.write_bytes(library.base.read_bytes()[:-1_000])


def empty(library: Library) -> None:
    library.base.write_bytes(b"")


def lose_the_base(library: Library) -> None:
    library.base.unlink()


def tear_the_manifest(library: Library) -> None:
    path = library.folder / MANIFEST
    path.write_bytes(path.read_bytes()[:50])


def put_a_folder_for_the_manifest(library: Library) -> None:
    (library.folder / MANIFEST).unlink()
    (library.folder / MANIFEST).mkdir()


def drop_a_key(library: Library) -> None:
    record = structs.asdict(library.manifest)
    del record["count"]
    (library.folder / MANIFEST).write_text(json.dumps(record))


DAMAGES: list[tuple[Callable[[Library], None], str]] = [
    (flip_a_byte, "checksum"),
    (zero_a_page, "checksum"),
    (truncate, "bytes long"),
    (empty, "bytes long"),
    (lose_the_base, "cannot be read"),
    (tear_the_manifest, "manifest"),
    (put_a_folder_for_the_manifest, "manifest cannot be read"),
    (drop_a_key, "not complete"),
    (lambda library: library.claim(dim=32), "vectors have 32 numbers, expected 16"),
    (lambda library: library.claim(pack_id="other"), "pack is other"),
    (lambda library: library.claim(kind="names"), "kind is names"),
    (lambda library: library.claim(space="l2"), "space is l2, expected ip"),
    (lambda library: library.claim(format=3), "format is 3, this Earshot knows 2"),
    (lambda library: library.claim(count="many"), "not complete"),
    (lambda library: library.claim(count=599), "vectors"),
    (lambda library: library.claim(file="../../catalogue.sqlite"), "outside the folder"),
]


@pytest.mark.parametrize(("damage", "reason"), DAMAGES, ids=[reason for _, reason in DAMAGES])
def test_damaged_base_is_refused_and_exact_search_serves(
    library: Library, damage: Callable[[Library], None], reason: str
) -> None:
    damage(library)
    index = library.open()
    assert index.state.kind is IndexKind.REFUSED
    assert reason in str(index.state)
    found = index.search(library.vectors[3], 5)
    assert (found.tier, found.ids[0], len(index)) == ("exact", 4, 600)
    assert index.is_build_due


def test_refused_base_is_rebuilt_and_answers_again(library: Library) -> None:
    flip_a_byte(library)
    index = library.open()
    assert index.start_build()
    assert index.poll(library.catalogue, timeout_s=120)
    assert (index.state.kind, index.search(library.vectors[3], 5).tier) == ("hnsw", "hnsw")
    assert [path.name for path in library.folder.glob("base-*")] == [library.manifest.file]


def test_a_base_that_crashes_hnswlib_takes_only_a_child_with_it(library: Library) -> None:
    """A crafted file whose size and checksum agree: link lists full of ids that are not there."""
    raw = bytearray(library.base.read_bytes())
    raw[200 : len(raw) // 2] = b"\xff" * (len(raw) // 2 - 200)
    library.base.write_bytes(raw)
    library.claim(crc32=checksum(library.base), maker="hnswlib of another machine")
    index = library.open()
    assert index.state.kind is IndexKind.REFUSED
    assert "process that loaded it first" in str(index.state)
    assert index.search(library.vectors[3], 1).tier == "exact"


def test_a_base_that_does_not_find_its_own_vectors_is_refused(library: Library) -> None:
    wrong = -library.vectors[:20].astype(np.float16)
    with pytest.raises(IndexDamaged, match="own vectors"):
        probe(library.base, library.manifest, np.arange(1, 21), wrong)


@settings(max_examples=60, deadline=None)
@given(place=st.floats(0, 1, exclude_max=True), mask=st.integers(1, 255))
def test_any_changed_byte_is_noticed_before_the_load(whole: Path, place: float, mask: int) -> None:
    folder = base_folder(whole, PACK, "segments")
    manifest = read_manifest(folder)
    assert manifest is not None
    path = folder / manifest.file
    raw = bytearray(path.read_bytes())
    at = int(place * len(raw))
    raw[at] ^= mask
    path.write_bytes(raw)
    try:
        with pytest.raises(IndexDamaged, match="checksum"):
            verify(folder, manifest, dim=DIM, pack_id=PACK, kind="segments")
    finally:
        raw[at] ^= mask
        path.write_bytes(raw)
