"""What lets an assistant in speaks to it alone: a whole talk of `earshot mcp` under strace."""

import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.end_to_end.test_assistant import record, speak_with
from tests.helpers.system_calls import SystemCalls, is_there
from tests.helpers.tiny_library import TinyLibrary

if TYPE_CHECKING:
    from mcp import ClientSession

pytestmark = [
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="strace is Linux's"),
    pytest.mark.skipif(not is_there(), reason="watching needs strace: apt-get install strace"),
    pytest.mark.skipif(find_spec("mcp") is None, reason="no MCP here: sh installer/start.sh setup-mcp"),
]


@pytest.mark.shows("door-mcp")
def test_an_assistant_s_door_opens_no_other(
    tiny_library: TinyLibrary, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home, traces, out = tmp_path / "home", tmp_path / "traces", tmp_path / "out"
    for folder in (home, traces):
        folder.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    for name in ("XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    sound = str(tiny_library.sounds / "tones" / "take 1.wav")

    async def talk(client: "ClientSession") -> None:
        record(await client.call_tool("search", {"query": "hum"}))
        record(await client.call_tool("similar", {"sound": sound}))
        record(await client.call_tool("export_moment", {"sound": sound, "start_s": 0.5, "end_s": 1.0}))

    calls = SystemCalls(traces)
    speak_with(tiny_library.folder, talk, "--out", out, command=calls.command)
    named = [spoken for spoken in calls.spoken() if spoken.to and spoken.family not in ("AF_NETLINK", "AF_UNSPEC")]
    assert named == []
    assert [path for _, path in calls.read() if path == "/etc/resolv.conf"] == []
    places = (str(out), str(tiny_library.folder), "/dev/null", "/dev/pts/", "/dev/tty", "/proc/")
    assert [one for one in calls.written() if not one.path.startswith(places)] == []
    assert [path for path in home.rglob("*") if path.is_file()] == []
