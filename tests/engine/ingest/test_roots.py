"""A folder that was deleted is told from one whose drive is away."""

import os
import shutil
import threading
from pathlib import Path

import pytest

from engine.base.library_facts import RootState
from engine.base.types import FilePath
from engine.ingest.scan_areas import areas_of, spots_of
from engine.ingest.writer import is_missing, mount_of
from engine.store.catalogue import Catalogue
from tests.helpers.indexing import contents, index
from tests.helpers.sounds import write_tone


def test_a_folder_is_mounted_with_the_disk_it_lies_on(tmp_path: Path) -> None:
    mount = mount_of(FilePath.of(tmp_path)).native
    assert mount.is_mount()
    assert mount.stat().st_dev == tmp_path.stat().st_dev


def test_a_folder_gone_from_a_disk_that_is_there_is_missing(tmp_path: Path) -> None:
    mount = mount_of(FilePath.of(tmp_path))
    assert is_missing(FilePath.of(tmp_path / "gone"), mount)
    assert is_missing(FilePath.of(tmp_path / "gone" / "deep" / "down"), mount)
    assert not is_missing(FilePath.of(tmp_path), mount)


def test_a_folder_whose_drive_is_not_mounted_is_not_missing(tmp_path: Path) -> None:
    drive = tmp_path / "media" / "drive"
    drive.mkdir(parents=True)  # the empty place where it is mounted otherwise
    assert not is_missing(FilePath.of(drive / "Foley"), FilePath.of(drive))
    drive.rmdir()
    assert not is_missing(FilePath.of(drive), FilePath.of(drive))


def test_without_a_known_mount_the_folder_above_must_hold_something(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "full" / "other").mkdir(parents=True)
    assert not is_missing(FilePath.of(tmp_path / "empty" / "Foley"), None)
    assert is_missing(FilePath.of(tmp_path / "full" / "Foley"), None)
    assert not is_missing(FilePath.of(tmp_path / "none" / "Foley"), None)


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="needs a folder that cannot be looked into")
def test_a_folder_that_may_not_be_seen_is_not_missing(tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o000)
    assert not is_missing(FilePath.of(closed / "Foley"), mount_of(FilePath.of(tmp_path)))
    closed.chmod(0o700)


def test_a_job_says_which_folders_are_missing_and_keeps_their_sounds(tmp_path: Path, pack: Path) -> None:
    library, sounds = tmp_path / "library", tmp_path / "sounds"
    write_tone(sounds / "a.wav", 100)
    index(library, pack, sounds)
    shutil.move(sounds, tmp_path / "elsewhere")
    index(library, pack)
    with Catalogue.open(library) as catalogue:
        (root,) = catalogue.roots.all()
        assert (root.state, root.is_offline, catalogue.sounds.counts().sounds) == (RootState.MISSING, True, 1)
        catalogue.roots.set_mount(root.id, FilePath.of(tmp_path / "unplugged"))
    index(library, pack)
    with Catalogue.open(library) as catalogue:
        assert catalogue.roots.all()[0].state is RootState.OFFLINE
    shutil.move(tmp_path / "elsewhere", sounds)
    index(library, pack)
    with Catalogue.open(library) as catalogue:
        (root,) = catalogue.roots.all()
        assert (root.state, catalogue.sounds.counts().offline) == (RootState.PRESENT, 0)
        assert catalogue.roots.mount(root.id) == mount_of(FilePath.of(sounds))


def test_a_folder_is_watched_until_the_user_says_otherwise(tmp_path: Path) -> None:
    with Catalogue.open(tmp_path) as catalogue:
        root = catalogue.roots.add(FilePath(b"/sounds"))
        assert catalogue.roots.all()[0].is_watched
        catalogue.roots.set_watched(root, False)
        assert not catalogue.roots.all()[0].is_watched


def roots_and_sounds(library: Path, pack: Path) -> tuple[list[bytes], list[bytes]]:
    with Catalogue.open(library, read_only=True) as catalogue:
        return [root.path.raw for root in catalogue.roots.all()], sorted(contents(library, pack))


@pytest.mark.skipif(os.name == "nt", reason="links need a right that users lack")
@pytest.mark.shows("one-file")
@pytest.mark.parametrize("order", ["folder first", "link first", "one after the other", "link alone, then the folder"])
def test_a_folder_and_a_link_to_it_are_one_folder(tmp_path: Path, pack: Path, order: str) -> None:
    library, sounds, link = tmp_path / "library", tmp_path / "sounds", tmp_path / "link"
    write_tone(sounds / "a.wav", 100)
    link.symlink_to(sounds, target_is_directory=True)
    jobs = {
        "folder first": [(sounds, link)],
        "link first": [(link, sounds)],
        "one after the other": [(sounds,), (link,)],
        "link alone, then the folder": [(link,), (sounds,)],
    }[order]
    added = sum(index(library, pack, *folders).added for folders in jobs)
    named = link if order == "link alone, then the folder" else sounds
    assert added == 1
    assert roots_and_sounds(library, pack) == ([os.fsencode(named)], [os.fsencode(named / "a.wav")])


@pytest.mark.skipif(os.name == "nt", reason="links need a right that users lack")
def test_a_link_to_a_part_of_a_folder_is_that_part(tmp_path: Path, pack: Path) -> None:
    library, sounds, link = tmp_path / "library", tmp_path / "sounds", tmp_path / "link"
    write_tone(sounds / "deep" / "a.wav", 100)
    link.symlink_to(sounds / "deep", target_is_directory=True)
    index(library, pack, sounds, link)
    assert index(library, pack, link).unchanged == 1
    assert roots_and_sounds(library, pack) == ([os.fsencode(sounds)], [os.fsencode(sounds / "deep" / "a.wav")])


@pytest.mark.skipif(os.name == "nt", reason="links need a right that users lack")
@pytest.mark.shows("one-file")
def test_a_folder_above_what_a_link_leads_to_does_not_list_it_again(tmp_path: Path, pack: Path) -> None:
    library, sounds, link = tmp_path / "library", tmp_path / "sounds", tmp_path / "link"
    write_tone(sounds / "deep" / "a.wav", 100)
    write_tone(sounds / "b.wav", 200)
    link.symlink_to(sounds / "deep", target_is_directory=True)
    index(library, pack, link)
    assert index(library, pack, sounds).added == 1
    roots = [os.fsencode(link), os.fsencode(sounds)]
    found = [os.fsencode(link / "a.wav"), os.fsencode(sounds / "b.wav")]
    assert roots_and_sounds(library, pack) == (roots, found)
    assert index(library, pack).unchanged == 2
    assert index(library, pack, sounds / "deep").unchanged == 1
    assert roots_and_sounds(library, pack) == (roots, found)


def test_a_root_whose_drive_does_not_answer_holds_up_no_other(
    tmp_path: Path, pack: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library, sounds, away = tmp_path / "library", tmp_path / "sounds", tmp_path / "away"
    write_tone(sounds / "deep" / "a.wav", 100)
    write_tone(away / "b.wav", 200)
    index(library, pack, sounds, away)
    new = FilePath.of(write_tone(sounds / "deep" / "new.wav", 300))
    answers, realpath = threading.Event(), os.path.realpath

    def hanging(path: bytes, **options: object) -> bytes:
        if path == os.fsencode(away):
            answers.wait(60.0)
        return realpath(path)

    monkeypatch.setattr("engine.ingest.scan_areas._LINK_S", 0.3)
    monkeypatch.setattr(os.path, "realpath", hanging)
    try:
        with Catalogue.open(library) as catalogue:
            (spot,) = spots_of(catalogue, [new])
            (area,) = areas_of(catalogue, [FilePath.of(sounds / "deep")])
    finally:
        answers.set()
    assert (spot.path, area.path) == (new, FilePath.of(sounds / "deep"))
    assert spot.root == area.root


@pytest.mark.skipif(os.name == "nt", reason="links need a right that users lack")
def test_a_new_file_is_taken_in_by_the_link_that_its_folder_is_known_through(tmp_path: Path, pack: Path) -> None:
    library, sounds, link = tmp_path / "library", tmp_path / "sounds", tmp_path / "link"
    write_tone(sounds / "deep" / "a.wav", 100)
    link.symlink_to(sounds / "deep", target_is_directory=True)
    index(library, pack, link)
    index(library, pack, sounds)
    with Catalogue.open(library) as catalogue:
        (spot,) = spots_of(catalogue, [FilePath.of(write_tone(sounds / "deep" / "new.wav", 300))])
        assert spot.path == FilePath.of(link / "new.wav")
