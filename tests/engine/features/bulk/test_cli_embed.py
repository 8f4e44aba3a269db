"""`earshot embed` as people and programs call it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from engine.features.bulk.plan import read_plan
from tests.engine.features.bulk.conftest import TAKES, Made
from tests.helpers.bulk import NEEDS_PARQUET, write_takes
from tests.helpers.tiny_library import REPOSITORY, earshot

_WITHOUT = """
import sys
sys.modules[{module!r}] = None
from engine.cli.main import main
sys.exit(main(sys.argv[1:]))
"""


def embed(*words: str | Path) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "engine.cli.main", "embed", *map(str, words)]
    return subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=False)


@NEEDS_PARQUET
def test_plan_run_commit_and_what_a_program_reads(tmp_path: Path, pack: Path) -> None:
    sounds, plan, results = write_takes(tmp_path / "sounds", 5), tmp_path / "plan", tmp_path / "results"
    done = embed("plan", sounds, "--out", plan, "--files", "4", "--json")
    said = json.loads(done.stdout)
    assert (done.returncode, said["files"], said["unread"], said["shards"]) == (3, 7, 1, 2)
    assert "broken.wav is damaged" in done.stderr
    done = embed("run", plan, "--out", results, "--pack", pack, "--device", "cpu", "--json")
    last = json.loads(done.stdout.splitlines()[-1])
    assert (done.returncode, last["event"], last["shards"], last["heard"]) == (0, "finished", 2, 7)
    library = tmp_path / "library"
    done = embed("commit", plan, "--results", results, "--library", library, "--pack", pack, "--json")
    assert (done.returncode, json.loads(done.stdout)["added"]) == (3, 7)
    assert "1 file cannot be read" in done.stderr
    assert earshot("stats", "--json", "--library", library)[0]["sounds"] == 7
    done = embed("estimate", plan, "--results", results, "--files", "1000", "--nodes", "1,4", "--json")
    one, four = (json.loads(line) for line in done.stdout.splitlines())
    assert one["seconds"] > four["seconds"] > 0


@NEEDS_PARQUET
def test_people_are_told_what_is_left_to_do(made: Made, tmp_path: Path) -> None:
    (tmp_path / "results").mkdir()
    (tmp_path / "results" / "results.json").write_bytes((made.results / "results.json").read_bytes())
    done = embed("commit", made.plan.folder, "--results", tmp_path / "results", "--library", tmp_path / "library",
                 "--pack", made.pack)  # fmt: skip
    assert done.returncode == 3
    assert f"{TAKES + 2} files are not embedded yet: run the plan again" in done.stderr


@pytest.mark.parametrize(
    ("module", "words"), [("pyarrow", ("--engine", "local")), ("ray", ("--engine", "ray"))], ids=["pyarrow", "ray"]
)
def test_without_the_packages_the_command_that_installs_them_is_named(
    tmp_path: Path, pack: Path, module: str, words: tuple[str, ...]
) -> None:
    if module == "ray":
        pytest.importorskip("pyarrow")
    write_takes(tmp_path / "sounds", 1)
    assert earshot("embed", "plan", "--json", tmp_path / "sounds", "--out", tmp_path / "plan", check=False)
    read_plan(tmp_path / "plan")
    command = [sys.executable, "-c", _WITHOUT.format(module=module), "embed", "run", str(tmp_path / "plan")]
    command += ["--out", str(tmp_path / "results"), "--pack", str(pack), *words]
    done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "sh installer/start.sh setup-cluster" in done.stderr


@NEEDS_PARQUET
@pytest.mark.parametrize("address", ["nonsense", "127.0.0.1:1"])
def test_no_cluster_at_an_address_is_told(made: Made, tmp_path: Path, address: str) -> None:
    pytest.importorskip("ray")
    done = embed("run", made.plan.folder, "--out", tmp_path / "results", "--pack", made.pack, "--engine", "ray",
                 "--address", address)  # fmt: skip
    assert done.returncode == 1
    assert "the Ray cluster cannot be reached" in done.stderr


def test_what_is_no_plan_is_told(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    done = embed("run", tmp_path, "--out", tmp_path / "results")
    assert (done.returncode, "is not an Earshot plan" in done.stderr) == (1, True)
