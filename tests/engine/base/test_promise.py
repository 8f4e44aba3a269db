"""The promise to leave sounds alone: by the system's calls, and by each door that would write."""

import subprocess
import sys
from pathlib import Path

import pytest

from engine.base import read_only_mode
from engine.base.errors import WriteRefused
from engine.base.types import FilePath, SoundMetadata
from engine.cli.main import main
from engine.transfer.collect import ExportItem
from tests.helpers.copies import copy
from tests.helpers.indexing import index
from tests.helpers.sounds import write_tone
from tests.helpers.system_calls import CHANGING, SystemCalls, is_there
from tests.helpers.tiny_library import REPOSITORY, TinyLibrary


@pytest.fixture
def sounds(tmp_path: Path, tiny_library: TinyLibrary) -> Path:
    for number in range(2):
        write_tone(tmp_path / "sounds" / f"{number}.wav", 400.0 + number, 1.0)
    index(tmp_path / "library", tiny_library.pack, tmp_path / "sounds")
    return tmp_path / "sounds"


def state(folder: Path) -> dict[str, tuple[bytes, int]]:
    return {path.name: (path.read_bytes(), path.stat().st_mtime_ns) for path in sorted(folder.iterdir())}


WRITING = [
    ("describe", "{sounds}/0.wav", "--set", "title=Door"),
    ("sidecar", "write", "{sounds}"),
    ("collect", "tone", "--to", "{sounds}"),
]


@pytest.mark.shows("sounds-left-alone")
@pytest.mark.parametrize("words", WRITING, ids=["describe", "sidecar", "collect"])
def test_a_command_that_would_write_says_that_it_may_not(
    sounds: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    before = state(sounds)
    filled = [word.format(sounds=sounds) for word in words]
    assert main([*filled, "--library", str(tmp_path / "library"), "--read-only"]) == 1
    assert "leaves your sounds alone" in capsys.readouterr().err
    assert state(sounds) == before
    assert not read_only_mode.is_given(), "it was given for that command alone"
    assert main([*filled, "--library", str(tmp_path / "library")]) in (0, 3)
    assert state(sounds) != before


@pytest.mark.shows("sounds-left-alone")
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="strace is Linux's")
@pytest.mark.skipif(not is_there(), reason="watching needs strace: apt-get install strace")
def test_no_call_of_a_whole_session_changes_anything_among_the_sounds(
    sounds: Path, tmp_path: Path, tiny_library: TinyLibrary
) -> None:
    write_tone(sounds / "new.wav", 700.0, 1.0)
    changed: list[str] = []
    elsewhere = 0
    commands = [
        ("index", "--pack", tiny_library.pack, sounds),
        ("search", "tone"),
        ("describe", sounds / "0.wav", "--set", "title=Door"),
        ("sidecar", "write", sounds),
        ("collect", "tone", "--to", sounds),
        ("collect", "tone", "--to", tmp_path / "elsewhere"),
        ("verify",),
    ]
    for number, command in enumerate(commands):
        traces = tmp_path / f"traces{number}"
        traces.mkdir()
        calls = SystemCalls(traces, CHANGING)
        words = [str(word) for word in (*command, "--library", tmp_path / "library", "--read-only")]
        done = subprocess.run(
            [*calls.command, sys.executable, "-m", "engine.cli.main", *words],
            cwd=REPOSITORY,
            timeout=300,
            capture_output=True,
            text=True,
        )
        refuses = command[0] in ("describe", "sidecar") or (sounds in command[-1:] and command[0] == "collect")
        assert (done.returncode == 1) == refuses, (command, done.returncode, done.stderr)
        changes = calls.changes()
        elsewhere += sum(str(tmp_path / "library") in change for change in changes)
        changed += [f"{command[0]}: {change}" for change in changes if str(sounds) in change]
    assert changed == []
    assert elsewhere > 10, "what is written elsewhere was seen"
    assert list((tmp_path / "elsewhere").glob("*.wav"))


def test_files_made_of_sounds_go_anywhere_but_beside_them(sounds: Path, tmp_path: Path) -> None:
    piece = ExportItem(FilePath.of(sounds / "0.wav"), SoundMetadata())
    with read_only_mode.given(True):
        with pytest.raises(WriteRefused):
            copy([piece], sounds)
        assert copy([piece], tmp_path / "out").files[0].is_new
    assert (tmp_path / "out" / "0.wav").exists()


def test_a_promise_that_was_given_stays_when_a_command_asks_for_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(read_only_mode.VARIABLE, "1")
    with read_only_mode.given(False):
        assert read_only_mode.is_given()
    assert read_only_mode.is_given()
    monkeypatch.delenv(read_only_mode.VARIABLE)
    with read_only_mode.given(True):
        assert read_only_mode.is_given()
    assert not read_only_mode.is_given()
