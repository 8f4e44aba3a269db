"""What a job looks at when it is told what changed."""

import os
import sys
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.base.types import ContentId, FilePath, FileStamp, RootId
from engine.ingest.scan_areas import rows_at, spelt_as_kept, spots_of
from engine.store.catalogue import Catalogue
from tests.helpers.libraries import EMPTY


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "sounds"
    (folder / "deep").mkdir(parents=True)
    for name in ("a.wav", "deep/b.wav", "deep/notes.txt", ".hidden.wav"):
        (folder / name).write_bytes(b"RIFF")
    return folder


@pytest.fixture
def catalogue(tmp_path: Path, root: Path) -> Iterator[Catalogue]:
    with Catalogue.open(tmp_path / "library") as catalogue:
        id = catalogue.roots.add(FilePath.of(root))
        for name in ("a.wav", "deep/b.wav", "deeper.wav"):
            catalogue.files.note_failed(FileStamp(FilePath.of(root / name), 4, 1), EMPTY, root=id)
        yield catalogue


def spots(catalogue: Catalogue, *paths: Path) -> list[tuple[bytes, bool]]:
    return [(area.path.raw, area.is_spot) for area in spots_of(catalogue, [FilePath.of(path) for path in paths])]


def test_only_sounds_and_folders_below_a_root_are_looked_at(catalogue: Catalogue, root: Path, tmp_path: Path) -> None:
    asked = (root / "a.wav", root / "deep" / "notes.txt", root / ".hidden.wav", root / "gone.wav", tmp_path / "x.wav")
    assert spots(catalogue, *asked) == [(os.fsencode(root / "a.wav"), True), (os.fsencode(root / "gone.wav"), True)]


def test_a_file_in_a_folder_that_is_looked_at_is_not_looked_at_twice(catalogue: Catalogue, root: Path) -> None:
    assert spots(catalogue, root / "deep" / "b.wav", root / "deep") == [(os.fsencode(root / "deep"), True)]


def test_with_its_drive_away_the_whole_root_is_looked_at(catalogue: Catalogue, root: Path, tmp_path: Path) -> None:
    root.rename(tmp_path / "unplugged")
    assert spots(catalogue, root / "a.wav", root / "deep") == [(os.fsencode(root), False)]


def test_a_linked_folder_is_known_by_its_real_name_so_the_root_is_walked(catalogue: Catalogue, root: Path) -> None:
    (root / "link").symlink_to(root / "deep", target_is_directory=True)
    assert spots(catalogue, root / "link", root / "a.wav") == [(os.fsencode(root), False)]


def test_the_rows_of_a_folder_are_those_below_it_alone(catalogue: Catalogue, root: Path) -> None:
    rows = rows_at(catalogue, spots_of(catalogue, [FilePath.of(root / "deep")]))
    assert list(rows[RootId(1)]) == [os.fsencode(root / "deep" / "b.wav")]  # not deeper.wav


def test_rows_are_found_by_what_they_hold(catalogue: Catalogue) -> None:
    assert catalogue.files.stamp_rows_with(ContentId(b"nobody's")) == {}


APART = unicodedata.normalize("NFD", "Geräusche")
ONE = unicodedata.normalize("NFC", APART)


def kept(catalogue: Catalogue, *folders: Path) -> list[FilePath]:
    return spelt_as_kept(catalogue, [FilePath.of(folder) for folder in folders])


def test_a_folder_that_is_named_in_another_spelling_is_the_one_that_is_listed(catalogue: Catalogue, root: Path) -> None:
    (root / APART / APART).mkdir(parents=True)
    assert kept(catalogue, root / ONE / ONE) == [FilePath.of(root / APART / APART)]
    assert kept(catalogue, root / ONE / "Türen") == [FilePath.of(root / APART / "Türen")]  # which is not there


@pytest.mark.skipif(sys.platform == "darwin", reason="there they are one")
def test_two_folders_that_only_differ_by_their_spelling_stay_two(catalogue: Catalogue, root: Path) -> None:
    for name in (ONE, APART):
        (root / name).mkdir()
    assert kept(catalogue, root / ONE, root / APART) == [FilePath.of(root / ONE), FilePath.of(root / APART)]


def test_a_folder_of_a_root_is_spelt_as_the_root_was_when_it_was_added(catalogue: Catalogue, tmp_path: Path) -> None:
    (tmp_path / ONE / "deep").mkdir(parents=True)
    (tmp_path / APART).symlink_to(tmp_path / ONE)  # so that both lead to one folder, as on a Mac
    catalogue.roots.add(FilePath.of(tmp_path / ONE))
    assert kept(catalogue, tmp_path / APART / "deep") == [FilePath.of(tmp_path / ONE / "deep")]


def test_a_change_is_told_of_the_file_that_the_library_knows_in_another_spelling(
    catalogue: Catalogue, root: Path
) -> None:
    known = FilePath.of(root / f"{APART}.wav")
    catalogue.files.note_failed(FileStamp(known, 4, 1), EMPTY, root=RootId(1))
    assert spots(catalogue, root / f"{ONE}.wav") == [(known.raw, True)]  # it was deleted
    (root / f"{APART}.wav").write_bytes(b"RIFF")
    assert spots(catalogue, root / f"{ONE}.wav", root / f"{APART}.wav") == [(known.raw, True)]
