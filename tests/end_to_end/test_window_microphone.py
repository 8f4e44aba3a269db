"""Searching by the microphone: a PulseAudio daemon of the test plays a sound; its monitor is the microphone."""

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import soundfile

from tests.helpers.pulse import PulseServer, missing_pulse_parts
from tests.helpers.qt import DrivenWindow, wait_until
from tests.helpers.tiny_library import TinyLibrary

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs PulseAudio")


@pytest.fixture
def pulse() -> Iterator[PulseServer]:
    missing = missing_pulse_parts()
    if missing:
        pytest.skip(f"recording needs {', '.join(missing)}")
    with PulseServer() as server:
        yield server


@pytest.fixture
def window(x_display: str, tiny_library: TinyLibrary, pulse: PulseServer, tmp_path: Path) -> Iterator[DrivenWindow]:
    """A window over a copy of the tiny library whose microphone hears what is played."""
    library = tmp_path / "library"
    shutil.copytree(tiny_library.folder, library)
    settings = tmp_path / "window.json"
    with DrivenWindow(x_display, library, settings, "--pack", tiny_library.pack, env=pulse.env) as driven:
        yield driven.open()


@pytest.mark.shows("more-like-this")
def test_what_the_microphone_hears_is_found_and_kept(
    window: DrivenWindow, pulse: PulseServer, tiny_library: TinyLibrary, tmp_path: Path
) -> None:
    window.key("ctrl+m")
    window.wait("recording")
    # 1.5 kHz for 3 s: no name says so, so only the recording can find it.
    player = pulse.play(tiny_library.sounds / "tones" / "take 2.wav")
    window.wait("level", lambda line: line["peak"] > 0.1)
    assert player.wait(timeout=30) == 0
    window.key("Return")
    found = window.wait("shown", lambda line: line["reference"] is not None)
    assert found["names"][0] == "take 2.wav"
    (take,) = (tmp_path / "library" / "takes").glob("*.wav")
    assert take.name == found["reference"]
    # What was silent before and after the 3 s is trimmed, but for 0.13 s and what a busy machine drops.
    assert soundfile.info(take).duration == pytest.approx(3.1, abs=0.4)
    since = window.mark()
    wait_until(lambda: window.ask({"do": "has", "part": "named Play this recording"})["has"], "the recording listed")
    window.hands.click(window.where("named Play this recording"))
    assert window.wait("started", since=since)["path"] == str(take)
    window.hands.click(window.where("named Delete this recording"))
    wait_until(lambda: not take.exists(), "the recording to be deleted")


def test_a_cancelled_recording_leaves_nothing(window: DrivenWindow, tmp_path: Path) -> None:
    window.key("ctrl+m")
    window.wait("recording")
    window.wait("level")
    window.key("Escape")
    wait_until(lambda: not window.ask({"do": "has", "part": "named Recording"})["has"], "the strip to go")
    assert not (tmp_path / "library" / "takes").exists()


def test_silence_is_said(window: DrivenWindow) -> None:
    window.key("ctrl+m")
    window.wait("recording")
    window.wait("level", lambda line: line["seconds"] > 0.3)
    window.key("Return")
    wait_until(lambda: window.ask({"do": "state"})["message"], "a message")
    assert "recorded silence" in window.ask({"do": "state"})["message"]


@pytest.mark.shows("favourites-ratings-colours")
def test_what_was_heard_is_listed_last_first(window: DrivenWindow) -> None:
    window.type("low hum")
    window.wait("shown", lambda line: line["text"] == "low hum")
    names = []
    for key in ("Down", "Down"):
        since = window.mark()
        window.key(key)
        names.append(Path(window.wait("started", since=since)["path"]).name)
        window.wait("stopped", lambda line: line["reached_end"], since=since)
    since = window.mark()
    window.key("ctrl+f", "ctrl+a", "BackSpace", "ctrl+h")
    window.wait("shown", lambda line: line["filters"] == "heard:yes" and line["text"] == "", since=since)
    assert window.seen("shown")[-1]["names"] == names[::-1]


@pytest.mark.shows("more-like-this")
def test_a_microphone_is_chosen_by_name_and_kept_and_one_that_is_gone_is_said(
    x_display: str, tiny_library: TinyLibrary, tmp_path: Path
) -> None:
    library, settings = tmp_path / "library", tmp_path / "window.json"
    shutil.copytree(tiny_library.folder, library)
    missing = missing_pulse_parts()
    if missing:
        pytest.skip(f"recording needs {', '.join(missing)}")
    strip = "window.search_bar.recording"
    with PulseServer() as booth, PulseServer({"booth": booth}) as desk:
        arguments = (x_display, library, settings, "--pack", tiny_library.pack)
        with DrivenWindow(*arguments, env=desk.env) as window:
            window.open()
            window.key("ctrl+m")
            window.wait("recording")
            names = f"[action.text() for action in {strip}.device.menu().actions()]"
            wait_until(lambda: "booth" in window.look(names), "the microphones to be listed")
            since = window.mark()
            window.hands.click(window.where("named Microphone: System default"))
            menu = f"{strip}.device.menu()"
            wait_until(lambda: window.look(f"{menu}.isVisible()"), "the menu of microphones")
            window.key("Down", "Down")
            wait_until(lambda: window.look(f"{menu}.activeAction().text()") == "booth", "the other microphone")
            window.key("Return")
            window.wait("recording", since=since)
            player = booth.play(tiny_library.sounds / "tones" / "take 2.wav")
            window.wait("level", lambda line: line["peak"] > 0.1, since=since)
            assert player.wait(timeout=30) == 0
            window.key("Return")
            found = window.wait("shown", lambda line: line["reference"] is not None)
            assert found["names"][0] == "take 2.wav"
    with PulseServer() as alone, DrivenWindow(*arguments, env=alone.env) as window:
        window.open()
        window.key("ctrl+m")
        window.wait("recording")
        wait_until(lambda: window.look(f"{strip}.note.isVisible()"), "the notice")
        assert window.look(f"{strip}.note.text()") == "booth is not connected; this is System default."
        window.wait("level")
        window.key("Escape")
