"""Nothing leaves the machine, and nothing is written elsewhere, in a session that strace watches from its first call.

The longer one, with retraining and once more without any network interface, is whole_session.py: `make privacy`.
"""

import stat
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers.pulse import PulseServer
from tests.helpers.sounds import tone, wav_bytes
from tests.helpers.system_calls import SystemCalls, is_there
from tests.helpers.tiny_library import REPOSITORY
from tests.privacy.session import Session, missing_parts, report, stays

pytestmark = [
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="strace is Linux's"),
    pytest.mark.skipif(not is_there(), reason="watching needs strace: apt-get install strace"),
]


def watched(folder: Path, program: str) -> SystemCalls:
    """What a Python program asks the system for."""
    traces = folder / "traces"
    traces.mkdir()
    calls = SystemCalls(traces)
    subprocess.run([*calls.command, sys.executable, "-c", program], cwd=folder, check=True, timeout=200)
    return calls


@pytest.mark.shows("account-network-usual")
@pytest.mark.timeout(600)
def test_a_session_speaks_to_nobody_and_writes_where_it_says(x_display: str, tmp_path: Path) -> None:
    if missing := missing_parts():
        pytest.skip(f"watching a session needs {', '.join(missing)}")
    with PulseServer() as pulse:
        session = Session(tmp_path, x_display, pulse)
        with session.window() as window:
            session.use(window)
        session.command("pack", "verify")
        print(report(session))
        assert session.asked == []
        assert session.outward() == []
        assert session.looked_up() == []
        assert session.astray() == []
        assert session.files_in_home() == []
        assert {"engine", "engine.ingest", "tests.helpers.driven"} <= set(session.calls.processes.values())
        settings = session.home / ".config/earshot"
        kept = [path for path in settings.rglob("*") if path.is_dir()]
        assert {path.name: oct(path.stat().st_mode) for path in [settings, *kept] if _is_open(path)} == {}


def _is_open(folder: Path) -> bool:
    return bool(stat.S_IMODE(folder.stat().st_mode) & 0o077)


def test_an_address_outside_is_seen_in_a_thread_of_a_grandchild(tmp_path: Path) -> None:
    # A connect of UDP sends nothing; these addresses are for documents and nobody's (RFC 5737, RFC 3849).
    speak = (
        "import socket, threading\n"
        "def speak():\n"
        "    socket.socket(socket.AF_INET, socket.SOCK_DGRAM).connect(('192.0.2.7', 9))\n"
        "    try: socket.socket(socket.AF_INET6, socket.SOCK_DGRAM).connect(('2001:db8::7', 9))\n"
        "    except OSError: pass\n"
        "threading.Thread(target=speak).start()"
    )
    calls = watched(tmp_path, f"import subprocess, sys; subprocess.run([sys.executable, '-c', {speak!r}], check=True)")
    outward = {spoken.to for spoken in calls.spoken() if not stays(spoken, calls.own_ports(), ())}
    assert outward == {"192.0.2.7", "2001:db8::7"}


def test_a_port_of_ones_own_is_no_address_outside_but_anothers_is(tmp_path: Path) -> None:
    with_own = (
        "import socket\n"
        "server = socket.create_server(('127.0.0.1', 0)); server.getsockname()\n"
        "socket.create_connection(server.getsockname())\n"
        "socket.socket(socket.AF_INET, socket.SOCK_DGRAM).connect(('127.0.0.1', 53))"
    )
    calls = watched(tmp_path, with_own)
    outward = [(spoken.to, spoken.port) for spoken in calls.spoken() if not stays(spoken, calls.own_ports(), ())]
    assert outward == [("127.0.0.1", 53)]  # a resolver on this machine would carry a name further


_LEADING = {
    "list.mp4": "#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\nhttp://127.0.0.1:9/a.ts\n#EXT-X-ENDLIST\n",
    "call.mp3": "v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=audio 49170 RTP/AVP 0\n",
    "chain.mka": "ffconcat version 1.0\nfile other.wav\n",
}
"""Files that lead FFmpeg on: a playlist of addresses, a description of a call, a chain of files."""


def test_a_file_that_leads_elsewhere_is_not_followed(tmp_path: Path) -> None:
    for name, content in _LEADING.items():
        (tmp_path / name).write_text(content)
    (tmp_path / "other.wav").write_bytes(wav_bytes(tone(440.0, 0.1)))
    opened = (
        f"import contextlib, sys; sys.path.insert(0, {str(REPOSITORY)!r})\n"
        "from pathlib import Path\nfrom engine.audio.decode import open_audio\n"
        "from engine.base.errors import AudioError\n"
        f"for name in {sorted(_LEADING)!r}:\n"
        "    with contextlib.suppress(AudioError), open_audio(Path(name).absolute()) as stream:\n"
        "        list(stream.blocks(4096))"
    )
    calls = watched(tmp_path, opened)
    read = {Path(path).name for _, path in calls.read()}
    assert set(_LEADING) <= read and "other.wav" not in read
    assert calls.spoken() == []
    # PyAV left to itself opens ports for the call: the watch would see it.
    (tmp_path / "again").mkdir()
    by_itself = f"import av; av.open(open({str(tmp_path / 'call.mp3')!r}, 'rb'))"
    assert {spoken.call for spoken in watched(tmp_path / "again", by_itself).spoken()} == {"bind"}


def test_a_file_is_seen_however_it_came_to_be(tmp_path: Path) -> None:
    write = (
        "import os, pathlib\n"
        "pathlib.Path('plain').write_text('')\n"
        "os.rename('plain', 'r\u00e9named')\n"
        "os.mkdir('folder'); os.link('r\u00e9named', 'linked'); os.symlink('x', 'pointing')\n"
        "os.close(os.open('.', os.O_TMPFILE | os.O_RDWR))\n"
        "if os.fork() == 0: pathlib.Path('of a fork').write_text(''); os._exit(0)\n"
        "os.wait()"
    )
    calls = watched(tmp_path, write)
    names = {Path(written.path).name for written in calls.written()}
    assert {"plain", "r\u00e9named", "folder", "linked", "pointing", "of a fork"} <= names
    (of_a_fork,) = (written for written in calls.written() if written.path.endswith("of a fork"))
    assert of_a_fork.process.endswith("(fork)")
    assert not [written for written in calls.written() if written.path == sys.executable]
