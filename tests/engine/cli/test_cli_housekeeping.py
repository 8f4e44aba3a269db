"""Duplicates, missing files, tables and copies from a shell, on real files and a real index."""

import csv
import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from engine.cli.main import main
from tests.helpers.sounds import write_noise, write_tone
from tests.helpers.tiny_library import earshot
from tests.helpers.tiny_pack import make_tiny_pack


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """Three sounds, a copy and an AIFF of one of them."""
    sounds = tmp_path / "sounds"
    original = write_noise(sounds / "rain.wav", 1.0, subtype="PCM_24")
    shutil.copy(original, sounds / "rain copy.wav")
    write_noise(sounds / "rain.aiff", 1.0, subtype="PCM_24")
    write_tone(sounds / "Tones" / "hum.wav", 100.0, 1.0)
    write_tone(sounds / "Tones" / "beep.wav", 4000.0, 1.0)
    folder, pack = tmp_path / "library", make_tiny_pack(tmp_path / "pack")
    earshot("index", "--json", "--library", folder, "--pack", pack, "--device", "cpu", sounds)
    return folder


def run(capsys: pytest.CaptureFixture[str], *words: str | Path, status: int = 0) -> list[dict[str, Any]]:
    assert main([str(word) for word in words]) == status
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_copies_and_versions_are_printed_as_groups(library: Path, capsys: pytest.CaptureFixture[str]) -> None:
    exact = run(capsys, "duplicates", "--json", "--library", library)
    near = run(capsys, "duplicates", "--near", "--json", "--library", library)
    assert [sorted(Path(sound["path"]).name for sound in group["sounds"]) for group in exact] == [
        ["rain copy.wav", "rain.wav"]
    ]
    assert [sorted(Path(sound["path"]).name for sound in group["sounds"]) for group in near] == [
        ["rain copy.wav", "rain.aiff", "rain.wav"]
    ]
    assert near[0]["sounds"][0]["similarity"] == 1.0
    assert main(["duplicates", "--library", str(library)]) == 0
    assert "1 group;" in capsys.readouterr().err


def test_a_query_is_written_as_table_and_playlist(
    library: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table, playlist = tmp_path / "all.csv", tmp_path / "tones.m3u8"
    assert run(capsys, "export", "--json", "--csv", table, "--library", library) == [{"file": str(table), "sounds": 5}]
    run(capsys, "export", "in:Tones", "--m3u", playlist, "--relative", "--library", library)
    with table.open(encoding="utf-8", newline="") as file:
        assert {row["name"] for row in csv.DictReader(file)} == {
            "rain.wav", "rain copy.wav", "rain.aiff", "hum.wav", "beep.wav",
        }  # fmt: skip
    assert sorted(playlist.read_text(encoding="utf-8").splitlines()[2::2]) == [
        "sounds/Tones/beep.wav", "sounds/Tones/hum.wav",
    ]  # fmt: skip


def test_export_without_a_file_is_a_wrong_command_line(library: Path) -> None:
    assert main(["export", "rain", "--library", str(library)]) == 2


def test_what_is_found_is_copied_into_a_folder(
    library: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    project = tmp_path / "project"
    words = ("collect", "low hum", "--limit", "1", "--to", project, "--library", library, "--json")
    (whole,) = run(capsys, *words)
    assert (whole["file"], whole["profile"], whole["start_s"]) == (str(project / "hum.wav"), "As it is", None)
    assert "no licence stated" in (project / "credits.txt").read_text(encoding="utf-8")
    (part,) = run(capsys, *words, "--moments", "--credits", "none")
    assert Path(part["file"]).name.startswith("hum 0m00.000-")


def test_moved_files_are_listed_and_linked_again(
    library: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "sounds" / "Tones").rename(tmp_path / "Beeps")
    (tmp_path / "Beeps" / "beep.wav").unlink()
    earshot("index", "--json", "--library", library)
    listed = run(capsys, "missing", "--json", "--library", library)
    assert [Path(item["path"]).name for item in listed] == ["beep.wav", "hum.wav"]
    moved = ("missing", "--moved", tmp_path / "sounds" / "Tones", tmp_path / "Beeps", "--json", "--library", library)
    assert [item["reason"] for item in run(capsys, *moved, status=3)] == ["it is not there"]
    assert [Path(item["path"]).name for item in run(capsys, "missing", "--json", "--library", library)] == ["beep.wav"]
    found = run(capsys, "export", "in:Beeps", "--csv", tmp_path / "b.csv", "--json", "--library", library)
    assert found[0]["sounds"] == 1
