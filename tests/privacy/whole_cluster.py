"""A whole run on a Ray cluster of its own under strace: it speaks to this machine alone, and nothing stays behind.

Two minutes, and so no part of the suite: `make privacy` runs it.
"""

import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from tests.helpers.bulk import NEEDS_PARQUET, NEEDS_RAY, plan_of, write_takes
from tests.helpers.system_calls import SystemCalls, is_there
from tests.helpers.tiny_library import REPOSITORY
from tests.helpers.tiny_pack import make_tiny_pack

pytestmark = [
    NEEDS_PARQUET,
    NEEDS_RAY,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="strace is Linux's"),
    pytest.mark.skipif(not is_there(), reason="watching needs strace: apt-get install strace"),
]
_CALLS = ("connect", "bind", "sendto", "open", "openat", "clone", "clone3", "fork", "vfork", "execve", "rename")


def test_a_cluster_of_our_own_speaks_to_this_machine_alone_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home, traces = tmp_path / "home", tmp_path / "traces"
    for folder in (home, traces):
        folder.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    pack = make_tiny_pack(tmp_path / "pack")
    plan_of(write_takes(tmp_path / "sounds", 3), tmp_path / "plan")
    calls = SystemCalls(traces, _CALLS)
    command = [*calls.command, sys.executable, "-m", "engine.cli.main", "embed", "run", "--engine", "ray", "--json"]
    command += ["--pack", str(pack), "--out", str(tmp_path / "results"), str(tmp_path / "plan")]
    before = set(psutil.pids())
    done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    spoken = [one for one in calls.spoken() if one.to and one.family in ("AF_INET", "AF_INET6")]
    assert spoken  # Ray's processes speak to each other
    assert {one.to for one in spoken} - {"127.0.0.1", "::ffff:127.0.0.1", "::1"} == set()
    assert [path for path in home.rglob("*") if path.is_file()] == []
    left = [psutil.Process(pid).name() for pid in set(psutil.pids()) - before if psutil.pid_exists(pid)]
    assert [name for name in left if name in ("raylet", "gcs_server")] == []
