"""Vectors that were lost or damaged on the disk: searching goes on and says so, and indexing again makes them good."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.base.errors import LibraryNewer
from engine.base.types import FilePath
from engine.cli.main import main
from engine.features.doctor.doctor import examine
from engine.library.library import Library
from engine.search.question import Like, Question
from engine.store.catalogue import Catalogue
from tests.helpers.indexing import contents, id_of, index
from tests.helpers.sounds import write_tone
from tests.helpers.tiny_pack import make_tiny_pack
from tests.helpers.user_tags import set_tags


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_tiny_pack(tmp_path_factory.mktemp("pack") / "tiny")


def some_library(folder: Path, pack: Path) -> Path:
    """Six sounds from two jobs, so that their vectors lie in two blocks; one has a tag."""
    for number in range(6):
        write_tone(folder / f"sounds{number % 2}" / f"{number}.wav", 200.0 * (number + 1), 0.6)
    library = folder / "library"
    index(library, pack, folder / "sounds0")
    index(library, pack, folder / "sounds1")
    id = id_of(library, folder / "sounds0" / "0.wav")
    assert id is not None
    with Catalogue.open(library) as catalogue:
        set_tags(catalogue, id, ["mine"])
    return library


def file_of(library: Path, kind: str) -> Path:
    (found,) = (library / "vectors").rglob(f"{kind}-*.vec")
    return found


def overwrite(path: Path, at: int, raw: bytes) -> None:
    with path.open("r+b") as file:
        file.seek(at, os.SEEK_SET if at >= 0 else os.SEEK_END)
        file.write(raw)


DAMAGES: dict[str, Callable[[Path], None]] = {
    "missing": lambda path: path.unlink(),
    "cut off": lambda path: os.truncate(path, path.stat().st_size - 5),
    "emptied": lambda path: os.truncate(path, 0),
    "header overwritten": lambda path: overwrite(path, 0, b"\0" * 64),
    "a byte of the last block": lambda path: overwrite(path, -7, b"\xff\xff"),
}


@pytest.mark.parametrize("kind", ["segments", "names"])
@pytest.mark.parametrize("damage", DAMAGES)
def test_indexing_again_makes_good_what_was_damaged(tmp_path: Path, pack: Path, kind: str, damage: str) -> None:
    library = some_library(tmp_path, pack)
    before = contents(library, pack)
    DAMAGES[damage](file_of(library, kind))
    with Library.open(library, pack=pack, read_only=True) as opened:
        answer = opened.answer(Question("beep"))
        assert len(answer.hits) == 6  # by name, or by sound, whichever is whole
        lost = answer.unheard_sounds if kind == "segments" else answer.unheard_names
        assert lost == (3 if damage in ("a byte of the last block", "cut off") else 6)
    finished = index(library, pack)
    assert finished.changed > 0
    assert contents(library, pack) == before
    id = id_of(library, tmp_path / "sounds0" / "0.wav")
    with Library.open(library, pack=pack, read_only=True) as opened:
        assert [hit.sound.id for hit in opened.answer(Question("tag:mine beep")).hits] == [id]
    assert index(library, pack).unchanged == 6


def test_one_bad_block_stops_neither_names_nor_filters_nor_likeness(tmp_path: Path, pack: Path) -> None:
    library = some_library(tmp_path, pack)
    overwrite(file_of(library, "segments"), -7, b"\xff\xff")
    whole, lost = tmp_path / "sounds0" / "0.wav", tmp_path / "sounds1" / "1.wav"
    with Library.open(library, pack=pack, read_only=True) as opened:
        found = {hit.sound.path.name for hit in opened.answer(Question('"sounds1" beep')).hits}
        assert found == {"1.wav", "3.wav", "5.wav"}
        assert [hit.sound.path.name for hit in opened.answer(Question("tag:mine beep")).hits] == ["0.wav"]
        assert len(opened.answer(Question("dur:<1")).hits) == 6
        assert len(opened.answer(Question("beep -hum", exact=True, stacks=True)).hits) > 0
        for path in (whole, lost):  # the second is read from its file
            sound = opened.sound_at(FilePath.of(path))
            assert sound is not None
            answer = opened.answer(Question(like=Like(sound)))
            assert (len(answer.hits), answer.unheard_sounds) == (6, 3)
        assert opened.warm_up() is None
    with Library.open(library, pack=pack) as opened:
        index(library, pack)
        assert opened.answer(Question("beep")).unheard_sounds == 0


def test_the_shell_says_what_is_not_heard(tmp_path: Path, pack: Path, capsys: pytest.CaptureFixture[str]) -> None:
    library = some_library(tmp_path, pack)
    overwrite(file_of(library, "names"), -7, b"\xff\xff")
    assert main(["search", "beep", "--library", str(library)]) == 3
    assert "3 sounds are not found by what their names mean" in capsys.readouterr().err


def test_only_sounds_of_the_damaged_block_are_read_again(tmp_path: Path, pack: Path) -> None:
    library = some_library(tmp_path, pack)
    overwrite(file_of(library, "segments"), -7, b"\xff\xff")
    finished = index(library, pack)
    assert (finished.changed, finished.unchanged) == (3, 3)


def test_what_is_not_at_hand_is_found_by_its_name_until_it_is_read_again(tmp_path: Path, pack: Path) -> None:
    library = some_library(tmp_path, pack)
    file_of(library, "segments").unlink()
    (tmp_path / "sounds0").rename(tmp_path / "unplugged")
    index(library, pack)
    with Library.open(library, pack=pack, read_only=True) as opened:
        answer = opened.answer(Question("high beep"))
        assert answer.considered == len(answer.hits) == 6
    (tmp_path / "unplugged").rename(tmp_path / "sounds0")
    assert index(library, pack).changed == 3


def test_a_later_format_is_refused_and_left_alone(tmp_path: Path, pack: Path) -> None:
    library = some_library(tmp_path, pack)
    overwrite(file_of(library, "segments"), 8, b"\2")
    before = file_of(library, "segments").read_bytes()
    with pytest.raises(LibraryNewer):
        index(library, pack)
    assert file_of(library, "segments").read_bytes() == before


def test_doctor_finds_damaged_vectors(tmp_path: Path, pack: Path) -> None:
    library = some_library(tmp_path, pack)
    overwrite(file_of(library, "names"), -7, b"\xff\xff")
    (check,) = (check for check in examine(library) if check.name == "library")
    assert (check.status, "earshot index" in check.advice) == ("fail", True)
