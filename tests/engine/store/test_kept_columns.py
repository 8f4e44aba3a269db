"""What is kept of all sounds gives, brought up to date, what the catalogue gives; what is not whole is passed over."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from engine.base.errors import StorageFull
from engine.base.types import SoundId
from engine.store.catalogue import Catalogue
from engine.store.column_cache import CachedNameClasses, columns_file, keep_columns, kept_segments, kept_sounds
from engine.store.filters import Filters
from engine.store.uninformative_names import empty_names
from tests.helpers.libraries import EMPTY, PACK, ROOT, a_sound


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Catalogue]:
    """Ten sounds of two segments, one file that cannot be read, and the columns as they are then."""
    with Catalogue.open(tmp_path) as catalogue:
        catalogue.packs.set_searched(PACK, "test")
        root = catalogue.roots.add(ROOT)
        rows = [a_sound(number, root=root, first_segment=2 * number - 1) for number in range(1, 11)]
        catalogue.sounds.store(rows, [])
        catalogue.sounds.reserve_ids(30, 60)
        catalogue.files.note_failed(a_sound(25, root=root).stamp, EMPTY, root=root)
        keep(catalogue)
        yield catalogue


def keep(catalogue: Catalogue) -> None:
    sounds = catalogue.columns.living()
    names = CachedNameClasses(catalogue.database.sequence(), sounds, empty_names(catalogue.columns, sounds))
    keep_columns(columns_file(catalogue.folder, PACK), names, catalogue.segments.all())


def change(catalogue: Catalogue) -> None:
    """One comes, one goes, one comes again with other segments, one cannot be read any more, and one can."""
    root = catalogue.roots.all()[0].id
    catalogue.sounds.store([a_sound(20, root=root, first_segment=40, segments=3)], [])
    catalogue.sounds.remove([SoundId(2)])
    catalogue.sounds.store([a_sound(3, root=root, first_segment=50, segments=1)], [])
    catalogue.files.note_failed(a_sound(4, root=root).stamp, EMPTY, root=root)


def test_what_changed_since_is_taken_in(library: Catalogue) -> None:
    change(library)
    with Catalogue.open(library.folder, read_only=True) as again:
        assert again.passing.ids(Filters()).tolist() == library.columns.living().tolist()
        assert {2, 4}.isdisjoint(again.passing.ids(Filters()).tolist())
        before = kept_segments(columns_file(library.folder, PACK))
        assert before is not None
        assert before.segments.tolist() == list(range(1, 21))
        found = again.segments.all()
        columns_file(library.folder, PACK).unlink()
        with Catalogue.open(library.folder, read_only=True) as anew:
            fresh = anew.segments.all()
        assert found.segments.tolist() == fresh.segments.tolist()
        assert found.owners.tolist() == fresh.owners.tolist()
        assert np.array_equal(found.bounds, fresh.bounds)
        assert set(found.segments.tolist()) >= {40, 41, 42, 50}


def test_a_list_of_all_sounds_that_is_held_follows_every_change(library: Catalogue) -> None:
    assert library.passing.ids(Filters()).tolist() == list(range(1, 11))
    change(library)
    assert library.passing.ids(Filters()).tolist() == library.columns.living().tolist()
    library.roots.remove(library.roots.all()[0].id)
    assert library.passing.ids(Filters()).tolist() == []


@pytest.mark.parametrize("at", [0.02, 0.3, 0.6, 0.95])
def test_a_damaged_file_is_passed_over(library: Catalogue, at: float) -> None:
    path = columns_file(library.folder, PACK)
    raw = bytearray(path.read_bytes())
    raw[int(at * len(raw))] ^= 0x55
    path.write_bytes(raw)
    with Catalogue.open(library.folder, read_only=True) as again:
        assert again.passing.ids(Filters()).tolist() == list(range(1, 11))
        assert again.segments.living().tolist() == list(range(1, 21))


def test_a_file_that_is_cut_off_or_no_such_file_is_passed_over(library: Catalogue) -> None:
    path = columns_file(library.folder, PACK)
    for raw in (path.read_bytes()[:-200], b"", b"nothing"):
        path.write_bytes(raw)
        assert kept_sounds(path) is None
        assert kept_segments(path) is None
        with Catalogue.open(library.folder, read_only=True) as again:
            assert again.segments.of([SoundId(1)]).tolist() == [1, 2]


def test_what_is_ahead_of_the_catalogue_is_passed_over(library: Catalogue) -> None:
    """As when somebody puts an older catalogue back by hand."""
    ahead = CachedNameClasses(library.database.sequence() + 1, np.array([77], np.int64), np.array([1], np.int8))
    keep_columns(columns_file(library.folder, PACK), ahead, library.segments.all())
    with Catalogue.open(library.folder, read_only=True) as again:
        assert again.passing.ids(Filters()).tolist() == list(range(1, 11))


def test_arrays_that_do_not_fit_together_are_passed_over(library: Catalogue) -> None:
    path = columns_file(library.folder, PACK)
    np.savez(
        path, sequence=np.array(1), sounds=np.zeros(3), segments=np.arange(4), owners=np.arange(3), bounds=np.zeros(8)
    )
    assert kept_sounds(path) is None
    assert kept_segments(path) is None


def test_a_full_disk_is_said_and_leaves_the_file_as_it_was(library: Catalogue, monkeypatch: pytest.MonkeyPatch) -> None:
    path = columns_file(library.folder, PACK)
    before = path.read_bytes()

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("engine.store.column_cache.np.savez", full)
    with pytest.raises(StorageFull):
        keep(library)
    assert path.read_bytes() == before
    assert [one.name for one in path.parent.iterdir()] == [path.name]
