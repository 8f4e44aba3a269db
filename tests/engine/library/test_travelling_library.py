"""A library that was made on the other kind of system, opened and linked again here: by content, and by its folders."""

import shutil
from pathlib import Path

import pytest

from engine.base.types import FilePath
from engine.features.missing.relink import changed_part
from engine.store.catalogue import Catalogue
from tests.helpers.tiny_library import TinyLibrary, earshot, make_tiny_library

HOME = rb"D:\Studio\Sounds"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> TinyLibrary:
    """A library with what a user enters, on the system where it was made."""
    library = make_tiny_library(tmp_path_factory.mktemp("made"))
    tones = sorted((library.sounds / "tones").glob("*.wav"))
    earshot("tag", "--json", "--library", library.folder, *tones[:2], "--add", "Scene4", "--rating", "4")
    earshot("collections", "add", "Doors", tones[2], "--json", "--library", library.folder)
    return library


@pytest.fixture
def travelled(made: TinyLibrary, tmp_path: Path) -> Path:
    """The same library as Windows would have written it, on another drive; its sounds are in `sounds` beside it."""
    folder = shutil.copytree(made.folder, tmp_path / "library")
    shutil.copytree(made.sounds, tmp_path / "sounds")
    shutil.copytree(made.pack, tmp_path / "pack")
    start = FilePath.of(made.sounds).raw
    with Catalogue.open(folder) as catalogue:
        connection = catalogue.database.connection
        for table in ("root", "sound", "folder"):
            for id, path in list(connection.execute(f"SELECT id, path FROM {table}")):
                assert path.startswith(start)
                there = HOME + path.removeprefix(start).replace(b"/", b"\\")
                connection.execute(f"UPDATE {table} SET path = ? WHERE id = ?", (there, id))
    return folder


def listed(library: Path, query: str) -> list[str]:
    return sorted(row["path"] for row in earshot("search", "--json", "--library", library, query))


def same_as_made(library: Path, sounds: Path) -> None:
    """All that was entered is there, at the new place, and nothing twice."""
    tones = [str(sounds / "tones" / f"take {number}.wav") for number in range(5)]
    assert listed(library, "tag:scene4 rating:4") == tones[:2]
    shown = earshot("collections", "show", "Doors", "--json", "--library", library)
    assert [row["path"] for row in shown] == [tones[2]]
    assert listed(library, "steady tone") == sorted([*tones, str(sounds / "noises" / "take 9.wav")])
    stats = earshot("stats", "--json", "--library", library)[0]
    assert (stats["sounds"], stats["missing"], stats["offline"], stats["failed"]) == (6, 0, 0, 0)
    assert stats["roots"] == [str(sounds)]


def test_it_opens_and_is_searched_while_its_sounds_are_elsewhere(travelled: Path) -> None:
    assert listed(travelled, "tag:scene4") == [rf"D:\Studio\Sounds\tones\take {number}.wav" for number in (0, 1)]
    assert len(listed(travelled, "steady tone")) == 6


@pytest.mark.shows("library-travels")
def test_indexing_the_folder_at_its_new_place_links_by_content(travelled: Path, tmp_path: Path) -> None:
    sounds = tmp_path / "sounds"
    events = earshot("index", "--json", "--library", travelled, "--pack", tmp_path / "pack", "--device", "cpu", sounds)
    done = events[-1]
    assert (done["moved"], done["added"], done["embedded_segments"], done["failed"]) == (6, 0, 0, 0)
    same_as_made(travelled, sounds)


def test_one_command_links_a_folder_as_it_was_written_there(travelled: Path, tmp_path: Path) -> None:
    sounds = tmp_path / "sounds"
    (sounds / "noises" / "take 9.wav").write_bytes(b"another sound")
    earshot("index", "--json", "--library", travelled, "--pack", tmp_path / "pack", "--device", "cpu")
    with pytest.raises(AssertionError, match="ended with 3"):
        earshot("missing", "--moved", HOME.decode(), sounds, "--json", "--library", travelled)
    assert listed(travelled, "tag:scene4 rating:4") == [str(sounds / "tones" / f"take {n}.wav") for n in (0, 1)]
    left = earshot("missing", "--json", "--library", travelled)
    assert [row["path"] for row in left] == [rf"{HOME.decode()}\noises\take 9.wav"]  # as it was last seen


def test_a_sound_that_came_along_changed_is_not_linked(travelled: Path, tmp_path: Path) -> None:
    sounds = tmp_path / "sounds"
    content = bytearray((sounds / "tones" / "take 0.wav").read_bytes())
    content[-100] ^= 0x55
    (sounds / "tones" / "take 0.wav").write_bytes(content)
    events = earshot("index", "--json", "--library", travelled, "--pack", tmp_path / "pack", "--device", "cpu", sounds)
    assert (events[-1]["moved"], events[-1]["added"]) == (5, 1)
    earshot("index", "--json", "--library", travelled, "--pack", tmp_path / "pack", "--device", "cpu")
    assert listed(travelled, "tag:scene4 offline:no missing:no") == [str(sounds / "tones" / "take 1.wav")]


@pytest.mark.parametrize(
    ("path", "is_foreign", "name", "folder"),
    [
        (rb"C:\a\b.wav", True, "b.wav", rb"C:\a"),
        (rb"c:/a/b.wav", True, "b.wav", rb"c:/a"),
        (rb"\\nas\share\b.wav", True, "b.wav", rb"\\nas\share" + b"\\"),
        (rb"/a/C:\b.wav", False, r"C:\b.wav", b"/a"),
        (rb"/a\b.wav", False, r"a\b.wav", b"/"),
        (b"/mnt/b.wav", False, "b.wav", b"/mnt"),
    ],
)
def test_paths_of_the_other_system_are_told(path: bytes, is_foreign: bool, name: str, folder: bytes) -> None:
    found = FilePath(path)
    assert (found.is_foreign, found.name, found.folder.raw) == (is_foreign, name, folder)
    assert FilePath.of_uri(found.uri) == found


def test_what_changed_is_told_across_systems() -> None:
    before, after = FilePath(rb"D:\Studio\Doors\oak\creak.wav"), FilePath(b"/mnt/nas/Doors/oak/creak.wav")
    assert changed_part(before, after) == (FilePath(rb"D:\Studio"), FilePath(b"/mnt/nas"))
