"""Thousands of files that cannot be read are summed up for people, and listed for who asks."""

import json
import subprocess
import sys
from pathlib import Path

from tests.helpers.tiny_library import REPOSITORY, TinyLibrary

_EMPTY, _BROKEN = 60, 5


def shell(*arguments: str | Path) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "engine.cli.main", *map(str, arguments)]
    return subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, timeout=240, check=False)


def test_a_folder_of_empty_files_is_summed_up_by_reason(tmp_path: Path, tiny_library: TinyLibrary) -> None:
    sounds = tmp_path / "sounds"
    sounds.mkdir()
    for number in range(_EMPTY):
        (sounds / f"{number:05}.wav").write_bytes(b"")
    for number in range(_BROKEN):
        (sounds / f"x{number}.wav").write_bytes(b"RIFF")
    where: list[str | Path] = ["--library", tmp_path / "library"]
    done = shell("index", *where, "--pack", tiny_library.pack, "--device", "cpu", "--workers", "1", sounds)
    assert done.returncode == 3, done.stderr
    named = [line for line in done.stderr.splitlines() if line.startswith("skipped: ")]
    (rest,) = [line for line in done.stderr.splitlines() if line.startswith("skipped 45 more")]
    assert len(named) == 20
    assert "because it is empty" in rest or "because it holds no bytes" in rest, rest
    assert "`earshot stats --failed` lists all" in rest
    assert f"{_EMPTY + _BROKEN} could not be read" in done.stderr
    listed = shell("stats", "--failed", *where).stdout.splitlines()
    assert len(listed) == _EMPTY + _BROKEN and all(str(sounds) in line for line in listed)
    records = [json.loads(line) for line in shell("stats", "--failed", "--json", *where).stdout.splitlines()]
    assert {record["path"] for record in records} == {str(path) for path in sounds.iterdir()}


def test_a_program_is_told_of_every_file(tmp_path: Path, tiny_library: TinyLibrary) -> None:
    sounds = tmp_path / "sounds"
    sounds.mkdir()
    for number in range(_EMPTY):
        (sounds / f"{number:05}.wav").write_bytes(b"")
    done = shell("index", "--json", "--library", tmp_path / "library", "--pack", tiny_library.pack, sounds)
    events = [json.loads(line)["event"] for line in done.stdout.splitlines()]
    assert events.count("failed") == _EMPTY
