"""`earshot-train strokes`: what is struck once lies three times in its files, and the engine is asked for one."""

import json
from pathlib import Path

import numpy as np
import pytest

from tests.helpers.sounds import tone, write
from tests.helpers.tiny_pack import make_tiny_pack
from tests.training.test_background import make_rooms
from training.cli.main import main
from training.evaluation.ambiences import RATE


def make_strokes(folder: Path) -> Path:
    """The rooms, whose short sounds are struck and die away by 40 dB in .3 s."""
    make_rooms(folder)
    for number in range(3, 11):
        fall = np.geomspace(1.0, 0.01, round(0.3 * RATE))
        wave = tone(300.0 * 1.3**number, 0.3, RATE, level=0.5) * fall
        write(folder / "audio" / f"{number}.wav", wave.astype(np.float32), RATE)
    return folder


def test_the_moment_of_three_strokes_is_one_and_windows_are_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data, pack = make_strokes(tmp_path / "data"), make_tiny_pack(tmp_path / "pack")
    words = ["strokes", "--data", str(data), "--pack", str(pack), "--clips", "4", "--seed", "7"]
    assert main([*words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["one_stroke"]["short, in silence"]["value"] == 1.0
    assert found["windows"]["short, in silence"] == 0.0
    assert {share["value"] for share in found["fragments"].values()} == {0.0}  # rooms are steady
    assert found["files"]["long, 10 dB over an ambience"] == 4
    assert main(words) == 0
    assert "short, in silence: 4 files, one of 3 strokes in 1.000" in capsys.readouterr().out


def test_what_is_not_struck_is_no_stroke(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    # Tones of .3 s that do not die away.
    data, pack = make_rooms(tmp_path / "data"), make_tiny_pack(tmp_path / "pack")
    assert main(["strokes", "--data", str(data), "--pack", str(pack), "--seed", "7", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["one_stroke"] == {}
