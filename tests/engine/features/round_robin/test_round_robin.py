"""A round robin: which takes are copied, at which level, under which names."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import soundfile

from engine.base.errors import LibraryError
from engine.base.types import FilePath
from engine.cli.main import main
from engine.cli.shell import DONE, SOME_SKIPPED
from engine.features.round_robin.round_robin import find_candidates, matched, pieces_of
from engine.library.library import Library
from tests.helpers.sounds import write_noise, write_tone
from tests.helpers.tiny_library import TinyLibrary, earshot

LEVELS = (0.5, 0.4, 0.3, 0.25)
"""Peaks of the four takes."""


@pytest.fixture
def folder(tmp_path: Path, tiny_library: TinyLibrary) -> Path:
    """A library of four takes of one beep at different levels, two copies of the first, a like sound and a noise."""
    sounds = tmp_path / "s"
    for take, level in enumerate(LEVELS, start=1):
        write_tone(sounds / f"Beep High_{take:02}.wav", hz=4000 + take, seconds=0.3, level=level)
    shutil.copyfile(sounds / "Beep High_01.wav", sounds / "Beep High_05.wav")
    shutil.copyfile(sounds / "Beep High_01.wav", sounds / "aaa.wav")
    write_noise(sounds / "storm.wav", 1.0)
    earshot("index", "--json", "--library", tmp_path / "library", "--pack", tiny_library.pack, sounds)
    return tmp_path / "library"


@pytest.fixture
def library(folder: Path) -> Iterator[Library]:
    with Library.open(folder, read_only=True) as opened:
        yield opened


def beep(folder: Path) -> Path:
    return folder.parent / "s" / "Beep High_01.wav"


def level_db(path: Path) -> float:
    """Root mean square: takes of one tone are as loud where this is equal."""
    samples, _ = soundfile.read(path)
    return float(10 * np.log10(np.mean(np.square(samples))))


@pytest.mark.shows("round-robin")
def test_takes_are_copied_at_one_level_under_numbered_names_each_recording_once(
    folder: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    before = {path.name: path.read_bytes() for path in (tmp_path / "s").iterdir()}
    words = ("round-robin", str(beep(folder)), "--to", str(tmp_path / "out"), "--takes-only", "--json")
    assert main(["--library", str(folder), *words]) == DONE
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    files = [Path(one["file"]) for one in told]
    assert [file.name for file in files] == [f"Beep High rr{number}.wav" for number in (1, 2, 3, 4)]
    assert sorted(Path(one["path"]).name for one in told) == [f"Beep High_{take:02}.wav" for take in (1, 2, 3, 4)]
    assert told[0]["gain_db"] == 0.0
    assert files[0].read_bytes() == before["Beep High_01.wav"]
    assert [level_db(file) for file in files] == pytest.approx([level_db(files[0])] * 4, abs=0.1)
    assert {path.name: path.read_bytes() for path in (tmp_path / "s").iterdir()} == before


@pytest.mark.shows("transfer-profiles")
def test_takes_leave_by_a_profile_at_one_level(
    folder: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    words = ("round-robin", str(beep(folder)), "--to", str(tmp_path / "out"), "--takes-only", "--json")
    assert main(["--library", str(folder), *words, "--format", "flac", "--sample-rate", "48000"]) == DONE
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    files = [Path(one["path"]) for one in told]
    assert [file.name for file in files] == [f"Beep High rr{number}.flac" for number in (1, 2, 3, 4)]
    assert {soundfile.info(file).samplerate for file in files} == {48_000}
    assert [level_db(file) for file in files] == pytest.approx([level_db(files[0])] * 4, abs=0.1)
    assert sorted(Path(one["source"]).name for one in told) == [f"Beep High_{take:02}.wav" for take in (1, 2, 3, 4)]


@pytest.mark.shows("round-robin")
def test_fewer_than_wanted_are_copied_and_said(
    folder: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    words = ("round-robin", str(beep(folder)), "--to", str(tmp_path / "out"), "--takes-only", "--count", "9")
    assert main(["--library", str(folder), *words]) == SOME_SKIPPED
    assert "9 were wanted; there are no more" in capsys.readouterr().err
    assert len(list((tmp_path / "out").glob("*.wav"))) == 4


def test_levels_stay_where_they_are_asked_to(folder: Path, tmp_path: Path) -> None:
    words = ("round-robin", str(beep(folder)), "--to", str(tmp_path / "out"), "--takes-only", "--as-recorded")
    assert main(["--library", str(folder), *words]) == DONE
    levels = sorted(level_db(file) for file in (tmp_path / "out").glob("*.wav"))
    # 0.5 to 0.25 is 6.02 dB.
    assert levels[-1] - levels[0] == pytest.approx(6.02, abs=0.1)


def test_no_copy_clips_all_are_lowered_where_one_would(library: Library, tmp_path: Path) -> None:
    # The quietest take gets a spike of 0.9: brought to the level of the first, it would peak far above full scale.
    chosen = library.sound_at(FilePath.of(tmp_path / "s" / "Beep High_01.wav"))
    assert chosen is not None
    candidates = [one for one in find_candidates(library, chosen) if one.is_take]
    quiet = next(one.sound.path for one in candidates if one.sound.path.name == "Beep High_04.wav")
    samples, rate = soundfile.read(quiet.native, dtype="float32")
    samples[100] = 0.9
    soundfile.write(quiet.native, samples, rate)
    robin = matched(candidates, 4)
    gains = {take.sound.path.name: take.gain_db for take in robin.takes}
    peaks = {
        name: 20 * np.log10(np.abs(soundfile.read(tmp_path / "s" / name)[0]).max()) + gains[name] for name in gains
    }
    assert max(peaks.values()) == pytest.approx(-1.0, abs=0.01)
    assert gains["Beep High_01.wav"] < 0.0


def test_a_sound_without_takes_and_an_unknown_token_are_refused(library: Library, tmp_path: Path) -> None:
    storm = library.sound_at(FilePath.of(tmp_path / "s" / "storm.wav"))
    assert storm is not None
    with pytest.raises(LibraryError, match=r"no other take of storm\.wav") as caught:
        matched(find_candidates(library, storm), 3)
    assert caught.value.advice
    chosen = library.sound_at(FilePath.of(tmp_path / "s" / "Beep High_01.wav"))
    assert chosen is not None
    robin = matched(find_candidates(library, chosen), 2)
    first, second = (piece.name for piece in pieces_of(robin, "{number} of {name}: {sound}"))
    assert first == "1 of Beep High_ Beep High_01"
    assert second.startswith("2 of Beep High_ Beep High_")
    with pytest.raises(LibraryError, match=r"\{take\} is not a placeholder"):
        pieces_of(robin, "{take}")


def test_a_file_that_is_not_in_the_library_is_refused(
    folder: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    words = ("round-robin", str(tmp_path / "none.wav"), "--to", str(tmp_path / "out"))
    assert main(["--library", str(folder), *words]) == 2
    assert "not in the library" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
