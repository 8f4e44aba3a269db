"""Which names say nothing."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from msgspec import structs

from engine.base.types import FilePath, SoundId, SoundMetadata
from engine.ingest.name_text import name_text
from engine.search.name_classes import NameClasses
from engine.store.catalogue import Catalogue
from engine.store.column_cache import CachedNameClasses, columns_file, keep_columns
from engine.store.uninformative_names import EMPTY, TELLS, empty_names, says_nothing
from tests.helpers.libraries import PACK, ROOT, a_sound

LIBRARY = FilePath(b"/home/me/Library")


def is_empty(path: str) -> bool:
    text = name_text(FilePath(path.encode()), LIBRARY, SoundMetadata())
    return says_nothing(text, path.split("/")[-2])


@pytest.mark.parametrize(
    "name",
    ["ZOOM0001", "REC_0042", "DR0000_0331", "STE-001", "Track 12", "2024-03-11 09.41", "Untitled 7", "TASCAM_0002"],
)
def test_what_a_recorder_calls_a_file_says_nothing_whatever_the_folder(name: str) -> None:
    assert is_empty(f"/home/me/Library/{name}.wav")
    assert is_empty(f"/home/me/Library/Harbour in winter/{name}.wav")


@pytest.mark.parametrize("name", ["dog_bark", "ZOOM0001 kitchen", "Hall", "rain03", "Möwe"])
def test_a_word_that_tells_is_enough(name: str) -> None:
    assert not is_empty(f"/home/me/Library/{name}.wav")


def test_what_the_metadata_says_counts_as_a_name() -> None:
    said = SoundMetadata(description="gulls over the quay")
    text = name_text(FilePath(b"/home/me/Library/ZOOM0001.wav"), LIBRARY, said)
    assert not says_nothing(text, "Library")


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Catalogue]:
    """Three sounds: one whose name tells, one whose does not, one whose only word is that of its folder."""
    with Catalogue.open(tmp_path) as catalogue:
        catalogue.packs.set_searched(PACK, "test")
        root = catalogue.roots.add(ROOT)
        catalogue.sounds.reserve_ids(10, 20)
        names = ("dog bark", "rec 003", "foley, foley")
        rows = [a_sound(number, root=root, first_segment=2 * number - 1) for number in (1, 2, 3)]
        rows = [structs.replace(row, name_text=name) for row, name in zip(rows, names, strict=True)]
        catalogue.sounds.store(rows, [])
        yield catalogue


def test_which_sounds_of_a_library_have_such_names(library: Catalogue) -> None:
    ids = np.array([1, 2, 3, 9], np.int64)
    assert NameClasses(library).says_nothing(ids).tolist() == [False, True, True, False]
    assert empty_names(library.columns, ids).tolist() == [TELLS, EMPTY, EMPTY, 0]


def test_what_was_kept_is_believed_and_what_changed_since_is_read(library: Catalogue) -> None:
    ids = np.array([1, 2, 3], np.int64)
    kept = CachedNameClasses(library.database.sequence(), ids, np.array([EMPTY, EMPTY, TELLS], np.int8))
    keep_columns(columns_file(library.folder, PACK), kept, library.segments.all())
    naming = NameClasses(library)
    assert naming.says_nothing(ids).tolist() == [True, True, False]
    stamp = a_sound(1, root=library.roots.all()[0].id).stamp
    library.files.retag(SoundId(1), stamp, SoundMetadata(), "gate creaks")
    assert naming.says_nothing(ids).tolist() == [False, True, False]
    assert NameClasses(library).says_nothing(ids).tolist() == [False, True, False]
