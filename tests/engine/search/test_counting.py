"""How many sounds the places of the left column hold: always what they list."""

from pathlib import Path

import numpy as np
import pytest

from engine.base.types import FilePath, FileStamp, Ids, SoundId
from engine.library.reader import LibraryReader
from engine.library.user_data import UserData
from engine.search.filter_registry import FILTERS, combine, read
from engine.search.tokens import marks
from engine.store.catalogue import Catalogue
from engine.store.filters import Filters
from tests.helpers.libraries import EMPTY, new_library


def a_library(folder: Path) -> tuple[Catalogue, Ids]:
    """Ten sounds, and their ids."""
    catalogue, _ = new_library(folder, np.tile(np.eye(8, dtype=np.float32), (5, 1)))
    return catalogue, catalogue.passing.ids(Filters())


SCOPES = ("", "fav:yes", "heard:yes", "heard:no", "added:week", "dur:<2", "rating:0")


@pytest.mark.parametrize("scope", SCOPES)
def test_a_place_counts_what_it_lists(tmp_path: Path, scope: str) -> None:
    catalogue, ids = a_library(tmp_path)
    keeping = UserData(catalogue)
    keeping.set_favourite(ids[:3], True)
    keeping.set_rating(ids[2:5], 4)
    keeping.played(SoundId(int(ids[1])), now_s=5.0)
    with LibraryReader(tmp_path) as reader:
        filters = combine(read(mark.key, mark.text) for mark in marks(scope, FILTERS.keys_typed))
        assert reader.count(scope) == len(catalogue.passing.ids(filters))
    catalogue.close()


def test_counts_follow_what_changes(tmp_path: Path) -> None:
    catalogue, ids = a_library(tmp_path)
    keeping = UserData(catalogue)
    with LibraryReader(tmp_path) as reader:
        everything = reader.count("")
        assert everything == len(ids)
        assert reader.count("fav:yes") == 0
        undo = keeping.set_favourite(ids[:2], True)
        assert reader.count("fav:yes") == 2
        keeping.undo(undo)
        assert reader.count("fav:yes") == 0
        keeping.played(SoundId(int(ids[0])))
        assert (reader.count("heard:yes"), reader.count("heard:no")) == (1, everything - 1)
        catalogue.sounds.remove(ids[:1])
        assert (reader.count(""), reader.count("heard:yes")) == (everything - 1, 0)
    catalogue.close()


def test_a_collection_counts_no_file_that_cannot_be_read(tmp_path: Path) -> None:
    catalogue, ids = a_library(tmp_path)
    keeping = UserData(catalogue)
    doors, _ = keeping.make_collection("Doors", ids[:3])
    empty, _ = keeping.make_collection("Empty")
    sound = catalogue.sounds.one(SoundId(int(ids[0])))
    with LibraryReader(tmp_path) as reader:
        assert reader.collection_counts() == {doors.id: 3}
        stamp = FileStamp(FilePath(sound.path.raw), sound.size_bytes, sound.mtime_ns)
        catalogue.files.note_failed(stamp, EMPTY, root=sound.root)
        assert reader.collection_counts() == {doors.id: 2}
        assert np.array_equal(keeping.collection_ids(empty.id), [])
    catalogue.close()
