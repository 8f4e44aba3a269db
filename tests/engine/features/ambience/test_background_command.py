"""`earshot background`: finds the place again, writes it at any length, and says what to do where it cannot."""

import json
from pathlib import Path

import numpy as np
import pytest
import soundfile

from engine.base.cancellation import StopRequested
from engine.base.errors import QueryError
from engine.base.types import FilePath
from engine.cli.main import main
from engine.cli.shell import DONE, SOME_SKIPPED, USAGE, WORLDS_FAULT
from engine.features.ambience.background_measure import listen
from engine.features.ambience.background_search import BackgroundResults, candidates, compare
from engine.features.ambience.room_tone import tone_name
from engine.library.library import Library
from tests.engine.features.ambience.rooms import RATE, room, with_events
from tests.helpers.sounds import write
from tests.helpers.tiny_library import TinyLibrary, earshot


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory, tiny_library: TinyLibrary) -> Path:
    """A library of five places recorded twice, softer the second time, with two short sounds; `busy.wav` is outside."""
    folder = tmp_path_factory.mktemp("rooms")
    for kind in range(5):
        write(folder / "s" / f"place {kind} a.wav", room(kind, 6, seed=kind), RATE)
        write(folder / "s" / f"place {kind} b.wav", room(kind, 8, seed=50 + kind, level=0.005, channels=2), RATE)
    write(folder / "s" / "click.wav", room(0, 0.1, seed=7, level=0.3), RATE)
    write(folder / "busy.wav", with_events(room(2, 5, seed=90)), RATE)
    write(folder / "still.wav", np.zeros(3 * RATE, np.float32), RATE)
    earshot("index", "--json", "--library", folder / "library", "--pack", tiny_library.pack, folder / "s")
    return folder


def asked(home: Path, *words: str | Path) -> int:
    return main(["--library", str(home / "library"), "background", *map(str, words)])


def rows(capsys: pytest.CaptureFixture[str]) -> list[dict[str, object]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


@pytest.mark.shows("background")
def test_the_place_is_found_again_behind_events_and_written_to_the_sample(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = {path: path.read_bytes() for path in home.rglob("*") if path.is_file()}
    out = tmp_path / "out"
    assert (
        asked(home, f"{home / 'busy.wav'}@1.0-5.0", "--length", "12.5", "--out", out, "--count", "3", "--json") == DONE
    )
    found = rows(capsys)
    assert {Path(str(row["path"])).name for row in found[:3]} == {"busy.wav", "place 2 a.wav", "place 2 b.wav"}
    soft = next(row for row in found if str(row["path"]).endswith("b.wav"))
    assert soft["gain_db"] == pytest.approx(12.0, abs=1.2)  # a quarter of the amplitude
    samples, rate = soundfile.read(str(soft["file"]))
    assert (rate, samples.shape) == (RATE, (round(12.5 * RATE), 2))
    assert np.std(samples) == pytest.approx(0.02, rel=0.15)
    assert "place 2 b background 12.5s.wav" in (out / "credits.txt").read_text()
    assert before == {path: path.read_bytes() for path in before}  # the library's files too
    # Once more: what is there already stays, and nothing is written over.
    listed, mine = {path.name for path in out.iterdir()}, out / "place 2 a background 12.5s.wav"
    mine.write_bytes(b"mine")
    assert (
        asked(home, f"{home / 'busy.wav'}@1.0-5.0", "--length", "12.5", "--out", out, "--count", "3", "--json") == DONE
    )
    assert mine.read_bytes() == b"mine"
    assert {path.name for path in out.iterdir()} - listed == {"place 2 a background 12.5s (2).wav"}


def test_nothing_alike_is_said_and_the_stretch_itself_is_offered(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hiss = np.diff(room(0, 4, seed=3, level=0.1), n=3).astype(np.float32)
    alone = write(tmp_path / "hiss.wav", hiss, RATE)
    assert asked(home, alone, "--out", tmp_path / "out") == DONE
    said = capsys.readouterr()
    assert "No other sound in the library has this background" in said.err
    assert "the same file" in said.out
    assert soundfile.info(str(tmp_path / "out" / "hiss background 30s.wav")).frames == 30 * RATE


@pytest.mark.shows("transfer-profiles")
def test_a_background_leaves_by_a_profile(home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out"
    words = ("--length", "12.5", "--out", out, "--format", "aiff", "--rate", "48000", "--name", "room {n:02}", "--json",
             "--stretch", "200", "--pitch", "-2")  # fmt: skip
    assert asked(home, f"{home / 'busy.wav'}@1.0-5.0", *words) == DONE
    (made,) = [row for row in rows(capsys) if "file" in row]
    info = soundfile.info(str(made["file"]))
    assert Path(str(made["file"])).name == "room 01.aiff" and made["source"] == made["path"]
    assert (info.format, info.samplerate, info.frames) == ("AIFF", 48_000, 1_200_000)
    assert sorted(path.name for path in out.iterdir()) == ["credits.txt", "room 01.aiff"]


def test_events_without_a_pause_are_no_background_of_the_place_they_hide(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    samples = room(2, 4, seed=3)
    for start in range(0, RATE // 4 * 3, RATE // 16):  # each quarter second of every second is knocked upon
        samples[start:] = with_events(samples[start:], seed=start)
    assert asked(home, write(tmp_path / "busy.wav", samples, RATE), "--json") == DONE
    said = capsys.readouterr()
    assert "No other sound in the library has this background" in said.err
    (only,) = [json.loads(line) for line in said.out.splitlines()]
    assert only["is_itself"] and only["spread_db"] > 10.0  # and it is told how restless that is


@pytest.mark.parametrize(
    ("words", "status", "told"),
    [
        ("still.wav", USAGE, "silent"),
        ("busy.wav@1.0-1.2", USAGE, "too short to recognise its background"),
        ("busy.wav@60-70", WORLDS_FAULT, "has no samples from 60 s on"),
        ("nowhere.wav", WORLDS_FAULT, "is missing"),
        ("busy.wav@7-1", USAGE, "is no file with a stretch"),
    ],
)
def test_what_cannot_be_is_told(
    home: Path, words: str, status: int, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert asked(home, home / words) == status
    assert told in capsys.readouterr().err


def test_one_bad_file_is_skipped_and_the_rest_found(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = home / "s" / "place 2 a.wav"
    kept = bad.read_bytes()
    try:
        bad.write_bytes(b"no sound at all")
        assert asked(home, home / "busy.wav", "--json") == SOME_SKIPPED
        said = capsys.readouterr()
        assert "place 2 a.wav" in said.err
        assert any("place 2 b.wav" in line for line in said.out.splitlines())
    finally:
        bad.write_bytes(kept)


def test_a_stretch_too_short_to_loop_leaves_its_turn_to_the_next(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    short = write(tmp_path / "short.wav", room(2, 0.7, seed=2), RATE)
    assert asked(home, short, "--length", "5", "--out", tmp_path / "out", "--json") == DONE
    said = capsys.readouterr()
    assert "too short to loop" in said.err
    written = [json.loads(line) for line in said.out.splitlines() if '"file"' in line]
    assert [Path(row["path"]).name[:7] for row in written] == ["place 2"]


def test_it_tells_what_it_has_so_far_and_stops_when_asked(home: Path) -> None:
    question = listen(FilePath.of(home / "busy.wav"))
    with Library.open(home / "library", read_only=True) as library:
        to_hear = candidates(library, question)
    told: list[BackgroundResults] = []
    compare(question, to_hear, progress=told.append)
    assert [found.heard for found in told] == [10, len(to_hear)]
    with pytest.raises(StopRequested):
        compare(question, to_hear, cancel=lambda: True)


def test_a_whole_sound_that_is_silent_cannot_ask(home: Path) -> None:
    with pytest.raises(QueryError, match="silent"):
        listen(FilePath.of(home / "still.wav"))


def test_the_background_of_a_sound_with_a_long_name_has_one_that_a_disk_takes() -> None:
    name = tone_name(FilePath.of(Path("/sounds") / f"{'🔊' * 62}.wav"), 12.5)
    assert name.endswith("🔊 background 12.5s.wav") and len(name.encode()) <= 255
