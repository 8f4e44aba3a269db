"""Bulk embedding is killed, or its disk is full: what was whole stays, and the next run does the rest."""

import contextlib
import json
import os
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from engine.base.errors import StorageFull
from tests.helpers.bulk import NEEDS_PARQUET, commit_here, plan_of, run_here, write_takes
from tests.helpers.indexing import contents
from tests.helpers.small_disk import small_disk
from tests.helpers.sounds import write_noise
from tests.helpers.tiny_pack import make_tiny_pack

pytestmark = [
    NEEDS_PARQUET,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="kills, and mounts a tmpfs"),
]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A pack and sounds, and what an undisturbed run makes of them."""
    home = tmp_path_factory.mktemp("bulk")
    make_tiny_pack(home / "pack")
    write_takes(home / "sounds", 9)
    for number in range(4):
        write_noise(home / "sounds" / f"ambience {number}.wav", seconds=40.0, rate=16_000, seed=number)
    run_here(plan_of(home / "sounds", home / "plan", most_files=2), home / "undisturbed", home / "pack")
    return home


def bytes_of(results: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (results / "shards").iterdir() if path.suffix == ".parquet"}


def test_a_run_that_is_killed_is_taken_up_where_it_was(home: Path, tmp_path: Path) -> None:
    plan = plan_of(home / "sounds", tmp_path / "plan", most_files=2)
    command = [sys.executable, "-m", "engine.cli.main", "embed", "run", "--json", "--workers", "1"]
    command += ["--pack", str(home / "pack"), "--out", str(tmp_path / "results"), str(tmp_path / "plan")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        assert process.stdout is not None
        told = [json.loads(process.stdout.readline())["shard"] for _ in range(2)]
        for one in (psutil.Process(process.pid), *psutil.Process(process.pid).children(recursive=True)):
            with contextlib.suppress(psutil.NoSuchProcess):
                one.kill()
    said = run_here(plan, tmp_path / "results", home / "pack")
    assert len(told) <= said.kept < len(plan.shards)
    assert said.kept + said.shards == len(plan.shards)
    assert bytes_of(tmp_path / "results") == bytes_of(home / "undisturbed")
    assert {path.suffix for path in (tmp_path / "results" / "shards").iterdir()} == {".json", ".parquet"}


def test_a_full_disk_is_told_and_what_is_whole_stays(home: Path, tmp_path: Path) -> None:
    plan = plan_of(home / "sounds", tmp_path / "plan", most_files=2)
    with small_disk(tmp_path / "disk", 1) as disk:
        results = disk / "results"
        run_here(plan, results, home / "pack", workers=1)
        for path in sorted((results / "shards").iterdir())[6:]:
            path.unlink()
        whole = bytes_of(results)
        stat = os.statvfs(disk)
        filler = disk / "filler"
        filler.write_bytes(bytes(max(0, stat.f_bavail * stat.f_frsize - 8_192)))
        with pytest.raises(StorageFull):
            run_here(plan, results, home / "pack", workers=1)
        left = bytes_of(results)
        assert whole.items() <= left.items()
        assert {path.suffix for path in (results / "shards").iterdir()} == {".json", ".parquet"}
        filler.unlink()
        said = run_here(plan, results, home / "pack", workers=1)
        assert said.kept >= len(whole)
        assert bytes_of(results) == bytes_of(home / "undisturbed")


def test_a_commit_into_a_full_disk_is_told_and_goes_on_later(home: Path, tmp_path: Path) -> None:
    plan = plan_of(home / "sounds", tmp_path / "plan", most_files=2)
    commit_here(plan, home / "undisturbed", tmp_path / "elsewhere", home / "pack")
    with small_disk(tmp_path / "disk", 3) as disk:
        filler = disk / "filler"
        filler.write_bytes(bytes(2_200_000))
        with pytest.raises(StorageFull):
            commit_here(plan, home / "undisturbed", disk / "library", home / "pack")
        filler.unlink()
        said = commit_here(plan, home / "undisturbed", disk / "library", home / "pack")
        assert (said.added + said.unchanged, said.skipped) == (plan.files, [])
        assert contents(disk / "library", home / "pack") == contents(tmp_path / "elsewhere", home / "pack")
