"""A joined library speaks to its server and to nobody else: a whole `earshot server sync` under strace."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.engine.features.studio.copies import Copy
from tests.helpers.postgres import PASSWORD, SharedServer
from tests.helpers.system_calls import SystemCalls, is_there

ROOT = Path(__file__).parents[2]
pytestmark = [
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="strace is Linux's"),
    pytest.mark.skipif(not is_there(), reason="watching needs strace: apt-get install strace"),
]


@pytest.mark.shows("studio-secrets")
def test_a_sync_speaks_to_its_server_alone(tmp_path: Path, shared_server: SharedServer) -> None:
    ann = Copy(tmp_path / "ann").joined(shared_server.person("ann"))
    ann.keep(lambda keeping: keeping.set_rating(ann.ids("ab"), 4))
    home, traces = tmp_path / "home", tmp_path / "traces"
    home.mkdir()
    traces.mkdir()
    passwords = tmp_path / "pgpass"
    passwords.write_text(f"*:*:*:*:{PASSWORD}\n")
    passwords.chmod(0o600)
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "DBUS_", "PG"))}
    environment |= {"HOME": str(home), "PGPASSFILE": str(passwords), "PYTHONDONTWRITEBYTECODE": "1"}
    calls = SystemCalls(traces)
    command = [sys.executable, "-m", "engine.cli.main", "server", "sync", "--library", str(ann.folder)]
    done = subprocess.run(
        [*calls.command, *command], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "2 sent, 0 taken in, 0 conflicts\n"), done.stderr
    named = [spoken for spoken in calls.spoken() if spoken.to and spoken.family not in ("AF_NETLINK", "AF_UNSPEC")]
    assert {(spoken.to, spoken.port) for spoken in named if spoken.family != "AF_UNIX"} == {
        ("127.0.0.1", shared_server.postgres.port)
    }
    assert [path for _, path in calls.read() if path == "/etc/resolv.conf"] == []
    places = (str(ann.folder), "/dev/null", "/dev/pts/", "/dev/tty", "/proc/")
    assert [one for one in calls.written() if not one.path.startswith(places)] == []
    assert [path for path in home.rglob("*") if path.is_file()] == []
