"""`earshot embed` on a real Ray cluster of three nodes: a node is lost, and nothing else is."""

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.bulk import NEEDS_PARQUET, NEEDS_RAY, commit_here, plan_of, run_here, write_takes
from tests.helpers.indexing import contents, index
from tests.helpers.ray_cluster import RayCluster, ray_cluster
from tests.helpers.sounds import write_noise
from tests.helpers.tiny_library import REPOSITORY
from tests.helpers.tiny_pack import make_tiny_pack

pytestmark = [
    NEEDS_PARQUET,
    NEEDS_RAY,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="kills by POSIX signals, and reads /proc"),
]

LONG = 14


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A pack, sounds, their plan, and what the local engine makes of it."""
    home = tmp_path_factory.mktemp("cluster")
    make_tiny_pack(home / "pack")
    write_takes(home / "sounds", 9)
    for number in range(LONG):
        write_noise(home / "sounds" / f"ambience {number}.wav", seconds=61.0, rate=8_000, seed=number)
    plan = plan_of(home / "sounds", home / "plan", most_files=4, most_s=60.0)
    run_here(plan, home / "here", home / "pack")
    return home


@pytest.fixture(scope="module")
def cluster() -> Iterator[RayCluster]:
    with tempfile.TemporaryDirectory(prefix="ray-") as temporary, ray_cluster(3, Path(temporary)) as running:
        yield running


def started(home: Path, out: Path, cluster: RayCluster, *options: str) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-m", "engine.cli.main", "embed", "run", "--json", "--engine", "ray", "--out", str(out)]
    command += ["--address", cluster.address, "--pack", str(home / "pack"), *options, str(home / "plan")]
    return subprocess.Popen(command, stdout=subprocess.PIPE, env=cluster.environment, cwd=REPOSITORY)


def told(output: bytes) -> tuple[list[str], dict[str, Any]]:
    """The shards that were told as done, and the last line."""
    lines = [json.loads(line) for line in output.splitlines()]
    return [line["shard"] for line in lines if line["event"] == "shard"], lines[-1]


def bytes_of(results: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (results / "shards").glob("*.parquet")}


@pytest.mark.shows("bulk")
def test_a_node_is_lost_and_nothing_is_lost_or_done_twice(home: Path, cluster: RayCluster, tmp_path: Path) -> None:
    process = started(home, tmp_path / "results", cluster)
    try:
        while not (busy := cluster.workers_on(2, home / "sounds")):  # it reads the files of a shard, then
            assert process.poll() is None
            time.sleep(0.01)
        busy[0].suspend()  # and comes to no end with it
        ports = cluster.listened_at(process.pid)
        cluster.kill(2)
        output, _ = process.communicate(timeout=200)
    finally:
        process.kill()
    shards, last = told(output)
    assert ports == {"127.0.0.1"}
    assert process.returncode == 0
    assert last["lost"] == 1
    assert (len(shards), len(set(shards)), last["shards"]) == (last["shards"],) * 3
    assert bytes_of(tmp_path / "results") == bytes_of(home / "here")
    assert {path.suffix for path in (tmp_path / "results" / "shards").iterdir()} == {".json", ".parquet"}
    plan = plan_of(home / "sounds", tmp_path / "plan", most_files=4, most_s=60.0)
    commit_here(plan, tmp_path / "results", tmp_path / "committed", home / "pack")
    index(tmp_path / "indexed", home / "pack", home / "sounds")
    assert contents(tmp_path / "committed", home / "pack") == contents(tmp_path / "indexed", home / "pack")


def test_workers_fed_by_another_process_and_by_the_local_engine_before_give_the_same(
    home: Path, cluster: RayCluster, tmp_path: Path
) -> None:
    whole = bytes_of(home / "here")
    (tmp_path / "results" / "shards").mkdir(parents=True)
    kept = sorted(whole)[:5]
    for name in kept:
        for one in (name, name.replace(".parquet", ".json")):
            (tmp_path / "results" / "shards" / one).write_bytes((home / "here" / "shards" / one).read_bytes())
    process = started(home, tmp_path / "results", cluster, "--encoders", "1")
    output, _ = process.communicate(timeout=200)
    shards, last = told(output)
    assert (process.returncode, last["kept"], last["shards"]) == (0, 5, len(whole) - 5)
    assert not set(shards) & {name.removesuffix(".parquet") for name in kept}
    assert bytes_of(tmp_path / "results") == whole
