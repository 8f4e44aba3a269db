"""What is heard: a PulseAudio daemon of the test's own records what the window plays into a null sink."""

import os
import shutil
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.helpers.pulse import RATE_HZ, PulseServer, best_match, missing_pulse_parts
from tests.helpers.qt import DrivenWindow, wait_until
from tests.helpers.sounds import write, write_noise
from tests.helpers.tiny_library import TinyLibrary, earshot

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs PulseAudio")
_TAKE_S = 2.4


@pytest.fixture(scope="module")
def sweep() -> np.ndarray:
    """A sweep from 200 Hz to 2 kHz at 44.1 kHz, which matches itself at one place only: float32 [T]."""
    times = np.arange(round(_TAKE_S * 44_100)) / 44_100
    phase = 2 * np.pi * (200 * times + (2000 - 200) / (2 * _TAKE_S) * times**2)
    return (0.5 * np.sin(phase)).astype(np.float32)


@pytest.fixture
def pulse() -> Iterator[PulseServer]:
    missing = missing_pulse_parts()
    if missing:
        pytest.skip(f"hearing needs {', '.join(missing)}")
    with PulseServer() as server:
        yield server


@pytest.fixture(scope="module")
def indexed(tiny_library: TinyLibrary, sweep: np.ndarray, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library of one swept sound. The windows have copies of it; nothing writes the sound."""
    folder = tmp_path_factory.mktemp("audio")
    write(folder / "sounds" / "sweep.wav", sweep, rate=44_100)
    library = folder / "library"
    earshot("index", "--json", "--library", library, "--pack", tiny_library.pack, folder / "sounds")
    return library


@pytest.fixture
def window(
    x_display: str, tiny_library: TinyLibrary, indexed: Path, pulse: PulseServer, tmp_path: Path
) -> Iterator[DrivenWindow]:
    """A window over the swept sound, that plays into the null sink."""
    library = shutil.copytree(indexed, tmp_path / "library")
    settings = tmp_path / "window.json"
    with DrivenWindow(x_display, library, settings, "--pack", tiny_library.pack, env=pulse.env) as driven:
        pulse.record()
        yield driven.open()


def resampled(sweep: np.ndarray) -> np.ndarray:
    """The sweep as the sink takes it; linear interpolation is good enough under 2 kHz."""
    times = np.arange(round(len(sweep) / 44_100 * RATE_HZ)) / RATE_HZ
    return np.interp(times, np.arange(len(sweep)) / 44_100, sweep).astype(np.float32)


@pytest.mark.shows("arrow-keys-play", "next-previous-row")
def test_an_arrow_key_plays_the_sound_and_nothing_but_the_sound(
    window: DrivenWindow, pulse: PulseServer, sweep: np.ndarray
) -> None:
    window.key("Down")
    window.wait("started")
    window.wait("stopped", lambda line: line["reached_end"])
    pieces = np.array_split(resampled(sweep), 6)
    wait_until(lambda: best_match(pulse.recorded()[:, 0], pieces[-1])[0] > 0.97, "the end to be recorded")
    left, right = pulse.recorded().T
    assert np.array_equal(left, right), "mono must sound in the middle"
    found = [best_match(left, piece) for piece in pieces]
    # A busy machine may cost one piece a gap; the others are all there, in order, and at their place within 0.3 s.
    assert sorted(score for score, _ in found)[1] > 0.97
    begins = np.array([begin for _, begin in found]) - np.cumsum([0, *map(len, pieces[:-1])])
    assert begins.max() - begins.min() < 0.3 * RATE_HZ
    assert np.abs(left).max() == pytest.approx(0.5, abs=0.02)
    # A gap in the first piece lets its second half be the better match: the sound began up to 0.3 s before then.
    is_whole = min(score for score, _ in found) > 0.97
    before = begins.min() - (480 if is_whole else round(0.3 * RATE_HZ))
    assert np.abs(left[: max(0, before)]).max(initial=0.0) < 1e-4


@pytest.mark.shows("arrow-keys-play", "waveform-click-plays")
def test_a_click_in_the_waveform_plays_from_there(window: DrivenWindow, pulse: PulseServer, sweep: np.ndarray) -> None:
    window.key("Down")
    window.wait("started")
    since = window.mark()
    window.hands.click(window.where("waveform"))
    started = window.wait("started", since=since)
    assert started["start_s"] == pytest.approx(_TAKE_S / 2, abs=0.02)
    window.wait("stopped", lambda line: line["reached_end"], since=since)
    half = resampled(sweep)[round(started["start_s"] * RATE_HZ) :]
    quarter = half[-len(half) // 2 :]
    wait_until(lambda: best_match(pulse.recorded()[:, 0], quarter)[0] > 0.95, "the last quarter to be recorded")


@pytest.mark.shows("arrow-keys-play", "play-stop")
def test_space_stops_and_plays_again(window: DrivenWindow, pulse: PulseServer) -> None:
    window.key("Down")
    window.wait("started")
    wait_until(lambda: np.abs(pulse.recorded()[:, 0]).max(initial=0) > 0.4, "the sound to be heard")
    since = window.mark()
    window.key("space")
    assert window.wait("stopped", since=since)["reached_end"] is False
    wait_until(lambda: np.abs(pulse.recorded()[-4800:, 0]).max(initial=0) < 1e-6, "silence")
    since = window.mark()
    window.key("space")
    window.wait("started", since=since)
    window.key("Escape")
    window.wait("stopped", since=since)


@pytest.mark.shows("volume-own-level")
def test_a_sound_server_that_goes_away_is_said_and_tried_again(window: DrivenWindow, pulse: PulseServer) -> None:
    window.key("Down")
    window.wait("started")
    pulse.stop()
    failed = window.wait("failed")
    assert failed["advice"]
    since = window.mark()
    window.key("space")
    window.wait("failed", since=since)
    assert window.ask({"do": "state"})["message"] != ""


@pytest.mark.shows("file-crashes-reads")
def test_a_sound_that_ends_its_decoder_is_named_and_the_window_plays_the_next(
    x_display: str, tiny_library: TinyLibrary, pulse: PulseServer, tmp_path: Path
) -> None:
    for name in ("one.wav", "other.wav"):
        write_noise(tmp_path / "sounds" / name, 60.0)
    library = tmp_path / "library"
    earshot("index", "--json", "--library", library, "--pack", tiny_library.pack, tmp_path / "sounds")
    settings = tmp_path / "window.json"
    with DrivenWindow(x_display, library, settings, "--pack", tiny_library.pack, env=pulse.env) as window:
        window.open()
        window.key("Down")
        first = Path(window.wait("started")["path"]).name
        for pid in window.look("__import__('engine.audio.decoder_pool').audio.decoder_pool.in_use().pids"):
            os.kill(pid, signal.SIGSEGV)
        failed = window.wait("failed")
        assert failed["message"] == f"{first} could not be played: reading it ended the decoder."
        assert window.ask({"do": "state"})["message"].startswith(failed["message"])
        since = window.mark()
        window.key("Down")
        assert Path(window.wait("started", since=since)["path"]).name != first


def audition(window: DrivenWindow) -> dict[str, Any]:
    """What the deck's controls show."""
    shown: dict[str, Any] = window.ask({"do": "state"})["audition"]
    return shown


@pytest.mark.shows("pitch-speed-direction", "stop-clear-close", "loop", "reverse", "pitch-down-up")
def test_keys_change_what_is_heard_and_the_deck_shows_it(window: DrivenWindow, pulse: PulseServer) -> None:
    plain = audition(window)
    assert (plain["pitch"], plain["loop"], plain["autoplay"], plain["volume"]) == (0, False, True, 100)
    window.key("Down")
    window.wait("started")
    window.key("l", "bracketright", "bracketright", "bracketleft", "ctrl+bracketleft", "braceright")
    window.key("shift+l", "alt+Down", "alt+Down", "a")
    wait_until(lambda: audition(window)["autoplay"] is False, "the last key to arrive")
    changed = audition(window)
    assert (changed["pitch"], changed["gain_db"], changed["loop"]) == (-11, 1, True)
    assert (changed["level"], changed["volume"], changed["muted"]) == (True, 90, False)
    # An octave and a bit down the sound lasts 4.5 s; with the loop on it never ends by itself.
    window.key("0", "r", "shift+m")
    wait_until(lambda: audition(window)["muted"], "the mute")
    muted = audition(window)
    assert (muted["pitch"], muted["gain_db"], muted["is_reversed"]) == (0, 0, True)
    wait_until(lambda: np.abs(pulse.recorded()[-4800:]).max(initial=0) == 0, "silence")
    assert window.seen("stopped") == []
    before = audition(window)["place"]
    wait_until(lambda: audition(window)["place"] < before, "it to go backwards")
    window.key("Escape")
    window.wait("stopped")


@pytest.mark.shows("letter-typed-text")
def test_letters_typed_are_words_and_no_keys(window: DrivenWindow) -> None:
    window.key("ctrl+f")
    window.type("lra[0")
    wait_until(lambda: window.ask({"do": "state"})["words"] == "lra[0", "the words")
    shown = audition(window)
    assert (shown["loop"], shown["is_reversed"], shown["autoplay"], shown["pitch"]) == (False, False, True, 0)


@pytest.mark.shows("pause-go-there")
def test_pausing_goes_on_from_there_and_space_begins_again(window: DrivenWindow) -> None:
    window.key("Down")
    window.wait("started")
    wait_until(lambda: (audition(window)["place"] or 0) > 0.6, "half a second")
    since = window.mark()
    window.key("shift+space")
    window.wait("stopped", since=since)
    window.key("shift+space")
    assert window.wait("started", since=since)["start_s"] > 0.5
    since = window.mark()
    window.key("space")
    window.wait("stopped", since=since)
    window.key("space")
    assert window.wait("started", since=since)["start_s"] < 0.1


@pytest.mark.shows("field-into-rows")
def test_what_was_heard_for_a_second_is_found_as_heard(window: DrivenWindow) -> None:
    window.key("Down")
    window.wait("started")
    window.wait("stopped", lambda line: line["reached_end"])
    window.key("ctrl+f")
    window.type("heard:")
    window.wait("shown", lambda line: line["text"] == "heard:" and line["names"] == ["sweep.wav"])


@pytest.mark.shows("volume-own-level")
def test_the_mouse_turns_the_deck(window: DrivenWindow) -> None:
    window.key("Down")
    window.wait("started")
    window.hands.click(window.where("named Loop"))
    wait_until(lambda: audition(window)["loop"], "the loop")
    window.hands.do("mousemove", "--sync", *window.where("named Pitch: 0 st"), "click", "--repeat", 3, 4)
    wait_until(lambda: audition(window)["pitch"] == 3, "three notches of the wheel")
    window.hands.click(window.where("named Volume"))
    wait_until(lambda: 45 <= audition(window)["volume"] <= 55, "half the volume")
    window.hands.click(window.where("named Pitch: +3 st"), 2)
    wait_until(lambda: audition(window)["pitch"] == 0, "the pitch to be plain")
    window.hands.click(window.where("named Mute"))
    wait_until(lambda: audition(window)["muted"], "the mute")


@pytest.mark.shows("arrow-keys-play")
def test_the_next_row_was_decoded_before_its_key_was_pressed(
    x_display: str, tiny_library: TinyLibrary, pulse: PulseServer, tmp_path: Path
) -> None:
    arguments = (x_display, tiny_library.folder, tmp_path / "window.json", "--pack", tiny_library.pack)
    with DrivenWindow(*arguments, env=pulse.env) as window:
        window.open()
        window.type("low hum")
        window.wait("shown", lambda line: line["text"] == "low hum")
        pulse.record()
        window.key("Down")
        window.wait("started")
        kept = {"do": "look", "at": "len(app.player._heads._heads)"}
        wait_until(lambda: window.ask(kept)["value"] > 0, "the next row to be decoded ahead")
        since = window.mark()
        window.key("Down")
        window.wait("started", since=since)
        timing = window.ask({"do": "look", "at": "[app.player.timing.decoded_at, app.player.timing.asked_at]"})["value"]
        assert timing[0] < timing[1]
