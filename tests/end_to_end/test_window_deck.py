"""The deck under real hands and with real sound: numbers that are typed, a meter that follows what is heard."""

import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from tests.helpers.pulse import PulseServer, missing_pulse_parts
from tests.helpers.qt import DrivenWindow, wait_until
from tests.helpers.sounds import write
from tests.helpers.tiny_library import TinyLibrary, earshot

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs PulseAudio")
RATE_HZ = 48_000


def tone(amplitude: float, seconds: float = 6.0) -> np.ndarray:
    return (amplitude * np.sin(2 * np.pi * 440 * np.arange(round(seconds * RATE_HZ)) / RATE_HZ)).astype(np.float32)


@pytest.fixture
def pulse() -> Iterator[PulseServer]:
    missing = missing_pulse_parts()
    if missing:
        pytest.skip(f"hearing needs {', '.join(missing)}")
    with PulseServer() as server:
        yield server


@pytest.fixture
def window(x_display: str, tiny_library: TinyLibrary, pulse: PulseServer, tmp_path: Path) -> Iterator[DrivenWindow]:
    """A window over a stereo sound, -6 dB on the left and -26 dB on the right, and one of six channels."""
    write(tmp_path / "sounds" / "a stereo.wav", np.stack([tone(0.5), tone(0.05)], axis=1), rate=RATE_HZ)
    six = np.stack([tone(0.1 * (channel + 1)) for channel in range(6)], axis=1)
    write(tmp_path / "sounds" / "b surround.wav", six, rate=RATE_HZ)
    library = tmp_path / "library"
    earshot("index", "--json", "--library", library, "--pack", tiny_library.pack, tmp_path / "sounds")
    settings = tmp_path / "window.json"
    with DrivenWindow(x_display, library, settings, "--pack", tiny_library.pack, env=pulse.env) as driven:
        yield driven.open()


def show(window: DrivenWindow, name: str) -> None:
    """Brings a sound onto the deck, and plays it."""
    window.type(name)
    window.wait("shown", lambda line: line["text"] == name and line["names"][:1] == [f"{name}.wav"])
    since = window.mark()
    window.key("Down")
    window.wait("started", since=since)


def test_the_meter_shows_what_is_heard_and_rests_when_nothing_is(window: DrivenWindow) -> None:
    assert window.look("window.deck.meter.is_resting")
    show(window, "a stereo")
    held = "window.deck.meter.held_db"
    wait_until(lambda: window.look(held)[0] > -7, "the level on the left")
    left_db, right_db = window.look(held)
    assert left_db == pytest.approx(-6.0, abs=0.3)  # 20 log10 0.5
    assert right_db == pytest.approx(-26.0, abs=0.3)
    window.key("Escape")
    wait_until(lambda: window.look("window.deck.meter.is_resting"), "the meter to come to rest")
    assert window.look("window.deck.meter.bars_db") == [-60.0, -60.0]


def test_what_is_muted_shows_no_level(window: DrivenWindow) -> None:
    window.hands.click(window.where("named Mute"))
    wait_until(lambda: window.look("window.deck.controls.mute.isChecked()"), "the mute")
    show(window, "a stereo")
    wait_until(lambda: window.look("(app.player.position_s() or 0) > 0.5"), "half a second to be heard")
    assert window.look("window.deck.meter.held_db") == [-60.0, -60.0]


def test_a_stretch_is_typed_in_numbers_and_looped(window: DrivenWindow) -> None:
    show(window, "a stereo")
    window.hands.click(window.where("named Start of the selection"))
    window.type("1.5\t0:00:02.25")
    window.key("Return")
    chosen = "window.deck.waveform.selection"
    wait_until(lambda: window.look(chosen) == [1.5, 2.25], "the stretch that was typed")
    window.type("late")
    window.key("Return")
    wait_until(lambda: "Type a time" in window.look("window.status.answer.text()"), "what is accepted")
    assert window.look(chosen) == [1.5, 2.25]
    window.key("Tab")
    window.type(".5")
    window.key("Return")
    wait_until(lambda: window.look(chosen) == [1.5, 2.0], "the length that was typed")
    window.key("Up")
    wait_until(lambda: window.look(chosen) == pytest.approx([1.5, 2.01]), "an arrow's step")


def test_six_channels_have_six_lanes_and_move_no_control(window: DrivenWindow) -> None:
    show(window, "a stereo")
    wait_until(lambda: window.look("len(window.deck.waveform.lanes)") == 2, "two lanes")
    before = [window.where(f"named {name}") for name in ("Autoplay", "Match levels", "Mute", "Output device")]
    window.key("ctrl+f")
    show(window, "b surround")
    wait_until(lambda: window.look("len(window.deck.waveform.lanes)") == 6, "six lanes")
    assert window.look("window.deck.height()") <= 132
    after = [window.where(f"named {name}") for name in ("Autoplay", "Match levels", "Mute", "Output device")]
    assert before == after


def test_a_pitch_is_typed_and_reset_by_a_double_click(window: DrivenWindow) -> None:
    show(window, "a stereo")
    window.hands.click(window.where("named Pitch: 0 st"))
    window.key("minus", "5", "Return")
    pitch = "features['HearingCommands']._hearing.effects.pitch_semitones"
    wait_until(lambda: window.look(pitch) == -5, "the pitch that was typed")
    window.hands.click(window.where("named Pitch: −5 st"), 2)
    wait_until(lambda: window.look(pitch) == 0, "the pitch to be plain")
