"""The runner agrees with itself about files that FFmpeg wrote, and says where two readers differ."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.engine.metadata.makers import by_ffmpeg
from tests.peers.__main__ import by_mutagen, differences, earshot, ffprobe

KINDS = ("a.wav", "a.aiff", "a.flac", "a.ogg", "a.opus", "a.mp3", "a.mp2", "a.m4a", "a.wv", "a.w64", "a.caf")


@pytest.mark.parametrize("name", KINDS)
def test_ffprobe_and_mutagen_agree_about_what_ffmpeg_wrote(tmp_path: Path, name: str) -> None:
    file = by_ffmpeg(tmp_path / name)
    ours = earshot(file)
    assert "refused" not in ours
    assert list(differences(ours, ffprobe(file))) == []
    assert list(differences(ours, by_mutagen(file))) == []


def test_a_disagreement_is_told_and_counts(tmp_path: Path) -> None:
    ours, theirs = (
        {"title": "", "rate": "48000", "seconds": "1.0"},
        {"title": "Rain", "rate": "48000", "seconds": "1.4"},
    )
    assert list(differences(ours, theirs)) == [("title", "", "Rain"), ("seconds", "1.0", "1.4")]


def test_a_folder_without_disagreement_ends_well(tmp_path: Path) -> None:
    by_ffmpeg(tmp_path / "a.flac")
    done = subprocess.run(
        [sys.executable, "-m", "tests.peers", str(tmp_path)], capture_output=True, text=True, check=False
    )
    assert (done.returncode, "1 files, 0 with a disagreement" in done.stdout) == (0, True), done.stdout + done.stderr
