"""The end of a job: a base index where there are sounds enough."""

from pathlib import Path

import pytest

from engine.base.events import Event, IndexBuilt, Preparation, PreparationStarted, from_line, to_line
from engine.index.hnsw import is_available
from engine.index.settings import IndexSettings
from engine.ingest.control import Control
from engine.ingest.index_step import build_bases
from engine.library.library import Library
from engine.models.pack import load_pack
from engine.search.sorting import SortKey
from engine.store.catalogue import Catalogue
from engine.store.order_cache import kept_order
from tests.helpers.indexing import index
from tests.helpers.sounds import make_library_folder

needs_hnswlib = pytest.mark.skipif(not is_available(), reason="hnswlib is not installed")


def build(
    library: Path, pack: Path, *, threshold: int, orders_from: int = 1_000, control: Control | None = None
) -> list[Event]:
    events: list[Event] = []
    settings = IndexSettings(base_from_segments=threshold, orders_from_sounds=orders_from)
    with Catalogue.open(library) as catalogue:
        info = load_pack(pack).info
        build_bases(catalogue, info, control or Control(), events.append, has_changed=False, settings=settings)
    return events


@pytest.fixture
def library(tmp_path: Path, pack: Path) -> Path:
    make_library_folder(tmp_path / "sounds", 12)
    index(tmp_path / "library", pack, tmp_path / "sounds")
    return tmp_path / "library"


@needs_hnswlib
def test_bases_of_sounds_and_names_are_built_once_and_answer(library: Path, pack: Path) -> None:
    sounds, built, names, named = build(library, pack, threshold=10)
    assert (sounds, names) == (PreparationStarted(Preparation.SOUNDS), PreparationStarted(Preparation.NAMES))
    assert isinstance(built, IndexBuilt) and isinstance(named, IndexBuilt)
    assert (built.state, named.state) == ("segments: hnsw", "names: hnsw")
    assert from_line(to_line(sounds)) == sounds
    assert build(library, pack, threshold=10) == []
    with Library.open(library, read_only=True) as opened:
        assert opened.stats().index_tier == "hnsw"


def test_a_small_library_needs_none(library: Path, pack: Path) -> None:
    assert build(library, pack, threshold=1000) == []


def test_a_cancelled_job_builds_none(library: Path, pack: Path) -> None:
    control = Control()
    control.turn("cancel")
    assert build(library, pack, threshold=10, control=control) == []


@pytest.mark.parametrize(("threshold", "is_kept"), [(12, True), (13, False)])
def test_a_large_library_keeps_its_orders(library: Path, pack: Path, threshold: int, is_kept: bool) -> None:
    told = build(library, pack, threshold=1_000, orders_from=threshold)
    assert (kept_order(library, SortKey.NAME) is not None) == is_kept
    assert told == ([PreparationStarted(Preparation.ORDERS)] if is_kept else [])
    assert build(library, pack, threshold=1_000, orders_from=threshold) == [], "they are kept"


def test_a_cancelled_job_keeps_no_orders(library: Path, pack: Path) -> None:
    control = Control()
    control.turn("cancel")
    build(library, pack, threshold=1_000, orders_from=1, control=control)
    assert kept_order(library, SortKey.NAME) is None
