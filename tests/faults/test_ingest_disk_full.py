"""A disk that fills up while a job writes to it: a small tmpfs, mounted for real."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.helpers.indexing import contents, index
from tests.helpers.small_disk import small_disk
from tests.helpers.sounds import make_library_folder
from tests.helpers.tiny_pack import make_tiny_pack

SOUNDS = 400


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """2 MB."""
    with small_disk(tmp_path / "disk", 2) as folder:
        yield folder


def earshot_index(library: Path, pack: Path, *folders: Path) -> "subprocess.CompletedProcess[str]":
    command = [
        sys.executable,
        "-m",
        "engine.cli.main",
        "index",
        "--json",
        "--library",
        str(library),
        "--pack",
        str(pack),
    ]
    return subprocess.run(
        [*command, *map(str, folders)], capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL
    )


def test_a_full_disk_is_exit_status_1_and_the_job_goes_on_once_there_is_space(disk: Path, tmp_path: Path) -> None:
    pack = make_tiny_pack(tmp_path / "pack")
    make_library_folder(tmp_path / "sounds", SOUNDS, seconds=0.1)
    (disk / "ballast").write_bytes(b"\0" * 1_000_000)
    full = earshot_index(disk / "library", pack, tmp_path / "sounds")
    last = json.loads(full.stdout.splitlines()[-1])
    assert (full.returncode, last["event"], last["kind"]) == (1, "error", "StorageFull")
    assert "space" in full.stderr

    subprocess.run(["mount", "-o", "remount,size=60m", str(disk)], check=True)
    finished = index(disk / "library", pack, tmp_path / "sounds")
    index(tmp_path / "undisturbed", pack, tmp_path / "sounds")
    assert finished.added + finished.unchanged == SOUNDS
    assert contents(disk / "library", pack) == contents(tmp_path / "undisturbed", pack)
