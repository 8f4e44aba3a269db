"""The watch on real folders: which root is named, how often, and when not."""

import queue
from pathlib import Path

import pytest

from engine.ingest.watch import Watcher, is_network
from engine.types import FilePath


def test_the_root_that_changed_is_named_once_after_a_quiet_moment(tmp_path: Path) -> None:
    told: queue.Queue[FilePath] = queue.Queue()
    one, two = tmp_path / "one", tmp_path / "two"
    one.mkdir()
    two.mkdir()
    watcher = Watcher([FilePath.of(one), FilePath.of(two)], told.put, quiet_s=0.2)
    try:
        (two / "deep").mkdir()
        (two / "a.wav").write_bytes(b"x")
        (two / "a.wav").write_bytes(b"xy")
        assert told.get(timeout=10) == FilePath.of(two)
        with pytest.raises(queue.Empty):
            told.get(timeout=0.5)
    finally:
        watcher.stop()


def test_reading_a_file_is_no_change(tmp_path: Path) -> None:
    told: queue.Queue[FilePath] = queue.Queue()
    (tmp_path / "a.wav").write_bytes(b"x")
    watcher = Watcher([FilePath.of(tmp_path)], told.put, quiet_s=0.05)
    try:
        (tmp_path / "a.wav").read_bytes()
        with pytest.raises(queue.Empty):
            told.get(timeout=0.5)
    finally:
        watcher.stop()


def test_a_root_that_is_not_there_is_passed_over(tmp_path: Path) -> None:
    Watcher([FilePath.of(tmp_path / "unplugged")], lambda root: None).stop()


@pytest.mark.parametrize(
    ("path", "answer"), [("/mnt/nas/Foley", True), ("/mnt/nas 2/x", True), ("/mnt/nasty", False), ("/home/me", False)]
)
def test_shares_are_told_by_the_mount_above_the_path(tmp_path: Path, path: str, answer: bool) -> None:
    mounts = tmp_path / "mounts"
    mounts.write_text("/dev/sda / ext4 rw 0 0\nnas:/a /mnt/nas nfs4 rw 0 0\n//n/b /mnt/nas\\0402 cifs rw 0 0\n")
    assert is_network(FilePath(path.encode()), mounts) is answer
