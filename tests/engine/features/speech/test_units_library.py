"""Units of a library: kept of what repeats itself, found again, sketched when the file is away, gone with the sound."""

import contextlib
import json
import shutil
import sqlite3
from pathlib import Path

import numpy as np
import pytest
import soundfile

from engine.base.types import FilePath
from engine.cli.main import main
from engine.features.speech.units_store import NAME, UnitsFile
from tests.helpers.indexing import index
from tests.helpers.sounds import write
from tests.helpers.tiny_pack import make_tiny_pack
from tests.helpers.tiny_units_pack import make_tiny_units_pack

RATE_HZ = 8_000


def tune(*tones_hz: float) -> np.ndarray:
    """Tones of 0.2 s, 0.2 s of near silence behind them."""
    time_s = np.arange(RATE_HZ // 5) / RATE_HZ
    tones = [0.3 * np.sin(2 * np.pi * hz * time_s) * np.hanning(len(time_s)) for hz in tones_hz]
    return np.concatenate([*tones, np.zeros(RATE_HZ // 5)]).astype(np.float32)


def hiss(seconds: float, level: float) -> np.ndarray:
    return (level * np.random.default_rng(5).standard_normal(round(seconds * RATE_HZ))).astype(np.float32)


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A bell that repeats, a loop in which it comes twice among other tones, and wind."""
    folder = tmp_path_factory.mktemp("units")
    sounds, bell, other = folder / "sounds", tune(500, 1500, 3000), tune(2200, 700, 900)
    write(sounds / "bell.wav", np.tile(bell, 5) + hiss(4.0, 0.001), rate=RATE_HZ)
    write(sounds / "loop.wav", np.concatenate([other, bell, other, bell, other, bell]), rate=RATE_HZ)
    write(sounds / "wind.wav", hiss(3.0, 0.1), rate=RATE_HZ)
    make_tiny_units_pack(folder / "library" / "packs" / "units")
    index(folder / "library", make_tiny_pack(folder / "pack"), sounds)
    (sounds / "bell.wav").rename(folder / "away.wav")
    return folder


def ask(capsys: pytest.CaptureFixture[str], *words: str | Path) -> list[dict[str, object]]:
    """What a command prints."""
    assert main([str(word) for word in words]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_units_are_kept_of_what_repeats_and_not_of_wind(library: Path) -> None:
    store = UnitsFile.at(library / "library")
    assert store is not None
    with contextlib.closing(store):
        assert len(store.known()) == 3
        assert len(store.all()) == 2


def test_a_pattern_of_a_sound_that_is_away_is_found_with_its_times(
    library: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bell = library / "sounds" / "bell.wav"
    span = ["--from", "0.8", "--to", "1.6"]
    found = ask(capsys, "--library", library / "library", "similar", bell, *span, "--pattern", "--json")
    loop = next(hit for hit in found if str(hit["path"]).endswith("loop.wav"))
    assert loop["confidence"] == "strong"
    starts = sorted(place[0] for place in loop["places"])  # type: ignore[attr-defined]
    assert starts == pytest.approx([0.8, 2.4, 4.0], abs=0.13)
    again = next(hit for hit in found if str(hit["path"]).endswith("bell.wav"))
    assert not any(abs(place[0] - 0.8) < 0.1 for place in again["places"])  # type: ignore[attr-defined]


def test_a_sound_that_is_away_is_sketched(library: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bell = library / "sounds" / "bell.wav"
    ask(capsys, "--library", library / "library", "sketch", bell, "--out", tmp_path / "sketch.wav")
    drawn, rate = soundfile.read(tmp_path / "sketch.wav")
    wave, _ = soundfile.read(library / "away.wav")
    steps = min(len(drawn), len(wave)) // 400
    levels = [np.sqrt(np.mean(each[: steps * 400].reshape(steps, 400) ** 2, axis=1)) for each in (drawn, wave)]
    assert rate == RATE_HZ and np.corrcoef(*levels)[0, 1] > 0.9
    with soundfile.SoundFile(tmp_path / "sketch.wav") as file:
        assert "sketch" in file.title.lower()


def test_a_sound_without_units_says_why_it_has_no_sketch(library: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wind = library / "sounds" / "wind.wav"
    assert main(["--library", str(library / "library"), "sketch", str(wind), "--out", str(library / "no.wav")]) == 1
    assert "there is no sketch of this sound" in capsys.readouterr().err
    assert not (library / "no.wav").exists()
    assert FilePath.of(wind).native.is_file()


def test_units_that_another_pack_found_are_neither_sketched_nor_searched(
    library: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(library / "library", tmp_path / "library")
    with contextlib.closing(sqlite3.connect(tmp_path / "library" / NAME)) as connection, connection:
        connection.execute("UPDATE meta SET value = ? WHERE key = 'pack_id'", ("1" * 32,))
    bell, out = str(library / "sounds" / "bell.wav"), tmp_path / "no.wav"
    assert main(["--library", str(tmp_path / "library"), "sketch", bell, "--out", str(out)]) == 1
    assert "is not installed" in capsys.readouterr().err
    assert not out.exists()
    span = ["--from", "0.8", "--to", "1.6"]
    assert main(["--library", str(tmp_path / "library"), "similar", bell, *span, "--pattern", "--json"]) == 0
    assert capsys.readouterr().out == ""
