"""The walk and its comparison with the catalogue, on real folders."""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.base.types import FilePath, FileStamp, SoundId
from engine.ingest import scan
from engine.ingest.scan import KnownFile, RootChanges, ScanProblem, compare, walk

SUFFIXES = frozenset({".wav", ".flac"})


def names(root: Path, **options: frozenset[bytes]) -> set[bytes]:
    base = os.fsencode(root) + b"/"
    return {
        item.path.raw.removeprefix(base)
        for item in walk(FilePath.of(root), SUFFIXES, **options)
        if isinstance(item, FileStamp)
    }


def problems(root: Path) -> list[ScanProblem]:
    return [item for item in walk(FilePath.of(root), SUFFIXES) if isinstance(item, ScanProblem)]


def known_of(root: Path, *, is_failed: bool = False) -> dict[bytes, KnownFile]:
    stamps = [item for item in walk(FilePath.of(root), SUFFIXES) if isinstance(item, FileStamp)]
    return {
        stamp.path.raw: KnownFile(SoundId(number), stamp.size_bytes, stamp.mtime_ns, None, is_failed)
        for number, stamp in enumerate(stamps)
    }


def difference(root: Path, known: dict[bytes, KnownFile]) -> RootChanges:
    return compare(FilePath.of(root), known, SUFFIXES)


def touch(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"x")
    return path


def test_sounds_in_every_folder_are_found_whatever_the_case_of_the_suffix(tmp_path: Path) -> None:
    touch(tmp_path / "a.wav")
    touch(tmp_path / "deep" / "deeper" / "B.FLAC")
    assert names(tmp_path) == {b"a.wav", b"deep/deeper/B.FLAC"}


@pytest.mark.parametrize(
    "name", ["._a.wav", ".hidden.wav", "a.wav.asd", "a.wav.reapeaks", "a.pkf", "a.sfk", ".DS_Store", "wav", "notes.txt"]
)
def test_hidden_and_sidecar_files_are_skipped(tmp_path: Path, name: str) -> None:
    touch(tmp_path / name)
    assert names(tmp_path) == set()


@pytest.mark.parametrize("folder", ["__MACOSX", "@eaDir", ".git", "$RECYCLE.BIN"])
def test_folders_of_the_system_are_skipped(tmp_path: Path, folder: str) -> None:
    touch(tmp_path / folder / "a.wav")
    assert names(tmp_path) == set()


def test_names_that_are_not_text_survive_as_bytes(tmp_path: Path) -> None:
    strange = [b"caf\xe9.wav", b"line\nbreak.wav", "puls \U0001f50a #%?.wav".encode(), b"-rf.wav", b"n" * 251 + b".wav"]
    for name in strange:
        (tmp_path / os.fsdecode(name)).write_bytes(b"x")
    assert names(tmp_path) == set(strange)


def test_a_path_too_long_for_one_call_is_reported(tmp_path: Path) -> None:
    before = Path.cwd()
    os.chdir(tmp_path)
    try:
        for _ in range(20):
            Path("d" * 250).mkdir()
            os.chdir("d" * 250)
        Path("lost.wav").write_bytes(b"x")
    finally:
        os.chdir(before)
    assert [problem.is_folder for problem in problems(tmp_path)] == [True]


def test_links_in_a_circle_end_and_the_real_name_wins(tmp_path: Path) -> None:
    touch(tmp_path / "z real" / "a.wav")
    (tmp_path / "a link").symlink_to(tmp_path / "z real")
    (tmp_path / "z real" / "up").symlink_to(tmp_path)
    (tmp_path / "self").symlink_to(tmp_path / "self")
    assert names(tmp_path) == {b"z real/a.wav"}


def test_a_link_out_of_the_root_is_followed_once(tmp_path: Path) -> None:
    touch(tmp_path / "elsewhere" / "a.wav")
    root = tmp_path / "root"
    root.mkdir()
    (root / "one").symlink_to(tmp_path / "elsewhere")
    (root / "two").symlink_to(tmp_path / "elsewhere")
    assert len(names(root)) == 1


def test_a_pipe_named_like_a_sound_is_reported_and_not_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.wav")
    assert [str(problem.trouble) for problem in problems(tmp_path)] == ["the file is a pipe, not a file"]


def test_a_single_file_can_be_a_root(tmp_path: Path) -> None:
    sound = touch(tmp_path / "a.wav")
    touch(tmp_path / "b.wav")
    found = list(walk(FilePath.of(sound), SUFFIXES))
    assert [item.path for item in found] == [FilePath.of(sound)]


def test_a_root_inside_a_root_is_left_to_itself(tmp_path: Path) -> None:
    touch(tmp_path / "a.wav")
    touch(tmp_path / "inner" / "b.wav")
    assert names(tmp_path, without=frozenset({os.fsencode(tmp_path / "inner")})) == {b"a.wav"}


def test_nothing_is_to_do_when_nothing_changed(tmp_path: Path) -> None:
    touch(tmp_path / "a.wav")
    changes = difference(tmp_path, known_of(tmp_path))
    assert (changes.unchanged, changes.added, changes.changed, changes.gone) == (1, [], [], [])


def test_added_changed_and_gone_are_told_apart(tmp_path: Path) -> None:
    kept, lost = touch(tmp_path / "kept.wav"), touch(tmp_path / "lost.wav")
    known = known_of(tmp_path)
    kept.write_bytes(b"longer")
    lost.unlink()
    new = touch(tmp_path / "new.wav")
    changes = difference(tmp_path, known)
    assert [stamp.path for stamp in changes.added] == [FilePath.of(new)]
    assert [stamp.path for _, stamp in changes.changed] == [FilePath.of(kept)]
    assert [path for path, _ in changes.gone] == [FilePath.of(lost)]


def test_a_time_in_the_past_counts_as_changed(tmp_path: Path) -> None:
    sound = touch(tmp_path / "a.wav")
    known = known_of(tmp_path)
    os.utime(sound, ns=(0, 0))
    assert len(difference(tmp_path, known).changed) == 1


def test_unchanged_failures_are_named_and_not_called_unchanged(tmp_path: Path) -> None:
    sound = touch(tmp_path / "a.wav")
    changes = difference(tmp_path, known_of(tmp_path, is_failed=True))
    assert [stamp.path for stamp in changes.failed_before] == [FilePath.of(sound)]
    assert changes.unchanged == 0


def test_a_missing_root_is_offline_and_loses_nothing(tmp_path: Path) -> None:
    root = tmp_path / "drive"
    touch(root / "a.wav")
    known = known_of(root)
    root.rename(tmp_path / "unplugged")
    changes = difference(root, known)
    assert str(changes.offline) == "No such file or directory"
    assert changes.gone == []


def test_an_empty_mount_point_is_offline_and_loses_nothing(tmp_path: Path) -> None:
    sound = touch(tmp_path / "a.wav")
    known = known_of(tmp_path)
    sound.unlink()
    changes = difference(tmp_path, known)
    assert "not mounted" in str(changes.offline)
    assert changes.gone == []


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that a user without rights may enter, which pytest's own may not be."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


def test_an_unreadable_folder_is_reported_and_loses_nothing(open_folder: Path) -> None:
    locked = open_folder / "locked"
    touch(locked / "a.wav")
    touch(open_folder / "b.wav")
    known = known_of(open_folder)
    locked.chmod(0)
    user = os.geteuid()
    try:
        if user == 0:
            os.seteuid(65534)
        changes = difference(open_folder, known)
    finally:
        os.seteuid(user)
        locked.chmod(0o700)
    assert changes.gone == []
    assert [problem.path for problem in changes.problems] == [FilePath.of(locked)]


def test_a_folder_of_more_sounds_than_a_chunk_is_listed_whole(tmp_path: Path) -> None:
    for number in range(4001):
        (tmp_path / f"{number}.wav").touch()
    assert len(names(tmp_path)) == 4001


def test_a_cancelled_walk_calls_nothing_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scan, "_TELL_EVERY_S", 0.0)
    touch(tmp_path / "a.wav")
    known = {os.fsencode(tmp_path / "lost.wav"): KnownFile(SoundId(1), 1, 1, None, False)}
    changes = compare(FilePath.of(tmp_path), known, SUFFIXES, is_cancelled=lambda: True)
    assert changes.gone == []
