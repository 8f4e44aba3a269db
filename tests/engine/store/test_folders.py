"""Folders below a folder, from the catalogue."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.base.library_facts import Subfolder
from engine.base.types import FilePath, FileStamp
from engine.library.reader import LibraryReader
from engine.search.question import Question
from engine.store.catalogue import Catalogue
from tests.helpers.libraries import EMPTY, a_sound
from tests.helpers.small_library import store_sounds
from tests.helpers.sounds import write_tone
from tests.helpers.tiny_library import TinyLibrary


@pytest.fixture
def sounds(tmp_path: Path) -> Path:
    return tmp_path / "sounds"


@pytest.fixture
def reader(tiny_library: TinyLibrary, tmp_path: Path, sounds: Path) -> LibraryReader:
    """A library of sounds/{top, b door/one, b door/two, b door/old/three, Amb/far/four}."""
    names = ("top", "b door/one", "b door/two", "b door/old/three", "Amb/far/four", "b door2/five")
    paths = [write_tone(sounds / f"{name}.wav", hz=300.0, seconds=0.3) for name in names]
    store_sounds(tmp_path / "library", sounds, tiny_library.pack, paths)
    return LibraryReader(tmp_path / "library")


def test_folders_are_counted_with_what_lies_below(reader: LibraryReader, sounds: Path) -> None:
    assert reader.subfolders(FilePath.of(sounds)) == (
        Subfolder(FilePath.of(sounds / "Amb"), 1, True),
        Subfolder(FilePath.of(sounds / "b door"), 3, True),
        Subfolder(FilePath.of(sounds / "b door2"), 1, False),
    )
    assert reader.subfolders(FilePath.of(sounds / "b door")) == (
        Subfolder(FilePath.of(sounds / "b door" / "old"), 1, False),
    )
    assert reader.subfolders(FilePath.of(sounds / "b door2")) == ()
    assert reader.sounds_below(FilePath.of(sounds)) == 6
    assert reader.sounds_below(FilePath.of(sounds / "b door")) == 3
    assert reader.sounds_below(FilePath.of(sounds / "top.wav")) == 1
    reader.close()


def test_a_folder_of_the_tree_is_a_filter_that_leaves_its_namesakes_out(
    reader: LibraryReader, tiny_library: TinyLibrary, tmp_path: Path, sounds: Path
) -> None:
    from engine.library.library import Library

    reader.close()
    with Library.open(tmp_path / "library", pack=tiny_library.pack) as library:
        assert library.rank(Question("", filters=f'in:"{sounds}/b door/"')).considered == 3


def test_files_that_could_not_be_read_are_no_sounds_of_a_folder(
    reader: LibraryReader, sounds: Path, tmp_path: Path
) -> None:
    with Catalogue.open(tmp_path / "library") as catalogue:
        root = catalogue.roots.all()[0].id
        for name in ("b door/broken.wav", "broken/alone.wav"):
            stamp = FileStamp(FilePath.of(sounds / name), 9, 0)
            catalogue.files.note_failed(stamp, EMPTY, root=root)
    assert reader.sounds_below(FilePath.of(sounds)) == 6
    assert [folder.sounds for folder in reader.subfolders(FilePath.of(sounds))] == [1, 3, 1]
    reader.close()


def test_a_root_is_counted_with_what_lies_in_roots_below_it(tmp_path: Path) -> None:
    with Catalogue.open(tmp_path) as catalogue:
        catalogue.sounds.reserve_ids(9, 30)
        outer = catalogue.roots.add(FilePath(b"/lib"))
        inner = catalogue.roots.add(FilePath(b"/lib/more"))
        alone = catalogue.roots.add(FilePath(b"/library"))
        places = ((1, outer, b"/lib/a.wav"), (2, inner, b"/lib/more/b.wav"), (3, inner, b"/lib/more/x/c.wav"))
        for number, root, path in (*places, (4, alone, b"/library/d.wav")):
            sound = a_sound(number, root=root, first_segment=2 * number)
            catalogue.sounds.store([replace(sound, stamp=replace(sound.stamp, path=FilePath(path)))], [])
        catalogue.files.note_failed(replace(sound.stamp, path=FilePath(b"/library/bad.wav")), EMPTY, root=alone)
        below = [catalogue.folders.sounds_below(FilePath(path)) for path in (b"/lib", b"/lib/more", b"/library")]
        assert below == [3, 2, 1]
