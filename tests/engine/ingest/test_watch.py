"""The watch on real folders: what is named, how often, and when not."""

import logging
import os
import queue
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from watchdog.observers.api import EventQueue, ObservedWatch

from engine.base.types import FilePath
from engine.ingest.watch import MOST_S, RootChange, Watcher, is_network, rest_s


class Watched:
    """A watcher with little patience, and what it told."""

    def __init__(self, is_polled: bool = False, quiet_s: float = 0.2) -> None:
        self.told: queue.Queue[RootChange] = queue.Queue()
        self.watcher = Watcher(
            self.told.put, quiet_s=quiet_s, settled_s=0.05, look_every_s=0.1, is_polled=lambda root: is_polled
        )

    def next(self) -> tuple[Path, list[str]]:
        """The next change: its root, and the names of what is to be looked at."""
        changed = self.told.get(timeout=60)
        return changed.root.native, sorted(path.name for path in changed.paths)

    def first_of(self, folder: Path) -> Path:
        """Writes files until one is noticed: the first look, in a thread, is what later ones are compared with."""
        for number in range(100):
            (folder / f"{number}.wav").write_bytes(b"x")
            try:
                return self.told.get(timeout=0.2).root.native
            except queue.Empty:
                continue
        raise AssertionError("nothing was told")

    def is_silent(self) -> bool:
        try:
            self.told.get(timeout=0.5)
        except queue.Empty:
            return True
        return False


@pytest.fixture
def watched() -> Iterator[Watched]:
    watched = Watched()
    yield watched
    watched.watcher.stop()


def watch(watched: Watched, *roots: Path) -> None:
    watched.watcher.watch([FilePath.of(root) for root in roots])


def folder(path: Path) -> Path:
    """A folder with a sound in it: an empty root is taken for a drive that is away."""
    path.mkdir(parents=True)
    (path / "old.wav").write_bytes(b"RIFF")
    return path


def test_a_new_file_is_named_once_with_its_root(watched: Watched, tmp_path: Path) -> None:
    one, two = folder(tmp_path / "one"), folder(tmp_path / "two")
    watch(watched, one, two)
    (two / "a.wav").write_bytes(b"x")
    (two / "a.wav").write_bytes(b"xy")
    assert watched.next() == (two, ["a.wav"])
    assert watched.is_silent()


def test_a_file_that_is_being_written_is_left_in_peace(tmp_path: Path) -> None:
    watched, root = Watched(quiet_s=1.5), folder(tmp_path / "root")
    try:
        watch(watched, root)
        with (root / "long.wav").open("wb") as file:
            for _ in range(4):
                file.write(b"x" * 100_000)
                file.flush()
                with pytest.raises(queue.Empty):  # much less than the quiet time after each write
                    watched.told.get(timeout=0.1)
        assert watched.next() == (root, ["long.wav"])  # closed: the short rest is enough
    finally:
        watched.watcher.stop()


def test_moved_and_deleted_files_are_named(watched: Watched, tmp_path: Path) -> None:
    root = folder(tmp_path / "root")
    (root / "other.wav").write_bytes(b"x")
    watch(watched, root)
    (root / "old.wav").rename(root / "new.wav")
    (root / "other.wav").unlink()
    assert watched.next() == (root, ["new.wav", "old.wav", "other.wav"])


def test_a_folder_that_is_copied_in_is_named_as_a_whole(watched: Watched, tmp_path: Path) -> None:
    root, other = folder(tmp_path / "root"), folder(tmp_path / "other")
    watch(watched, root)
    shutil.copytree(other, root / "deep")
    assert "deep" in watched.next()[1]


def test_reading_a_file_is_no_change_and_a_text_is_no_sound(watched: Watched, tmp_path: Path) -> None:
    root = folder(tmp_path / "root")
    watch(watched, root)
    (root / "old.wav").read_bytes()
    (root / "notes.txt").write_text("x")
    (root / ".hidden.wav").write_bytes(b"x")
    assert watched.is_silent()


def test_so_many_changes_that_the_whole_root_is_named(watched: Watched, tmp_path: Path) -> None:
    root = folder(tmp_path / "root")
    watch(watched, root)
    for number in range(300):
        (root / f"{number}.wav").write_bytes(b"x")
    named: set[str] = set()
    while len(named) < 300:
        changed_root, names = watched.next()
        assert changed_root == root
        if not names:
            return
        named.update(names)  # a slow machine: some were ripe before the others came


def test_a_name_that_is_no_text_arrives_as_it_is(watched: Watched, tmp_path: Path) -> None:
    root = folder(tmp_path / "root")
    watch(watched, root)
    odd = os.fsencode(root) + b"/\xff.wav"
    Path(os.fsdecode(odd)).write_bytes(b"x")
    assert [path.raw for path in watched.told.get(timeout=60).paths] == [odd]


def test_a_root_that_is_no_longer_watched_is_silent(watched: Watched, tmp_path: Path) -> None:
    one, two = folder(tmp_path / "one"), folder(tmp_path / "two")
    watch(watched, one, two)
    watch(watched, two)
    (one / "a.wav").write_bytes(b"x")
    assert watched.is_silent()


def test_a_drive_that_comes_and_goes_has_its_root_looked_at(watched: Watched, tmp_path: Path) -> None:
    root = tmp_path / "drive"
    watch(watched, root)
    folder(root)
    assert watched.next() == (root, [])
    (root / "a.wav").write_bytes(b"x")
    assert watched.next() == (root, ["a.wav"])  # it is listened to from then on
    root.rename(tmp_path / "unplugged")
    assert any(watched.next() == (root, []) for _ in range(3))  # the move itself may be told before


def test_a_folder_that_takes_a_roots_place_is_looked_at_and_listened_to(watched: Watched, tmp_path: Path) -> None:
    root, other = folder(tmp_path / "root"), folder(tmp_path / "other")
    watch(watched, root)
    root.rename(tmp_path / "former")
    other.rename(root)  # a backup put back, a folder synchronised: between two looks
    assert watched.next() == (root, [])
    (root / "b.wav").write_bytes(b"x")
    assert watched.next() == (root, ["b.wav"])


def test_a_share_is_looked_through_and_its_changes_are_named(tmp_path: Path) -> None:
    root = folder(tmp_path / "share")
    watched = Watched(is_polled=True)
    try:
        watch(watched, root)
        assert watched.watcher.polled == (FilePath.of(root),)
        (root / "deep").mkdir()
        assert watched.first_of(root / "deep") == root
        (root / "old.wav").unlink()
        assert any("old.wav" in watched.next()[1] for _ in range(3))
    finally:
        watched.watcher.stop()


def test_a_big_share_is_looked_at_less_often() -> None:
    # 1 % of a second: the shortest rest; 1 s: 20 times as long; 10 s would be 200 s, and is held to a minute.
    assert (rest_s(0.01), rest_s(1.0), rest_s(10.0)) == (2.0, 20.0, MOST_S)


@pytest.mark.parametrize(
    ("path", "answer"), [("/mnt/nas/Foley", True), ("/mnt/nas 2/x", True), ("/mnt/nasty", False), ("/home/me", False)]
)
def test_shares_are_told_by_the_mount_above_the_path(tmp_path: Path, path: str, answer: bool) -> None:
    mounts = tmp_path / "mounts"
    mounts.write_text("/dev/sda / ext4 rw 0 0\nnas:/a /mnt/nas nfs4 rw 0 0\n//n/b /mnt/nas\\0402 cifs rw 0 0\n")
    assert is_network(FilePath(path.encode()), mounts) is answer


def test_a_watch_that_is_stopped_is_no_error(caplog: pytest.LogCaptureFixture) -> None:
    inotify = pytest.importorskip("watchdog.observers.inotify")
    emitter = inotify.InotifyEmitter(EventQueue(), ObservedWatch("/", recursive=False))
    emitter.queue_events(1.0)  # it was never started, which is how a stopped one looks
    assert caplog.records == []
    logging.getLogger("watchdog.observers.inotify").error("something else")
    assert [record.getMessage() for record in caplog.records] == ["something else"]
