"""The deck under real hands and with real sound: numbers that are typed, a meter that follows what is heard."""

import shutil
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


@pytest.fixture(scope="module")
def indexed(tiny_library: TinyLibrary, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library of a stereo sound, -6 dB on the left and -26 dB on the right, and one of six channels.

    The windows have copies of it; nothing writes the sounds.
    """
    folder = tmp_path_factory.mktemp("deck")
    write(folder / "sounds" / "a stereo.wav", np.stack([tone(0.5), tone(0.05)], axis=1), rate=RATE_HZ)
    six = np.stack([tone(0.1 * (channel + 1)) for channel in range(6)], axis=1)
    write(folder / "sounds" / "b surround.wav", six, rate=RATE_HZ)
    library = folder / "library"
    earshot("index", "--json", "--library", library, "--pack", tiny_library.pack, folder / "sounds")
    return library


@pytest.fixture
def window(
    x_display: str, tiny_library: TinyLibrary, indexed: Path, pulse: PulseServer, tmp_path: Path
) -> Iterator[DrivenWindow]:
    """A window over the two sounds, that can be heard."""
    library = shutil.copytree(indexed, tmp_path / "library")
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


@pytest.mark.shows("volume-own-level")
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


@pytest.mark.shows("volume-own-level")
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


@pytest.mark.shows("volume-own-level", "5-1-file")
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
    pitch = "features['PlaybackCommands']._playback.effects.pitch_semitones"
    wait_until(lambda: window.look(pitch) == -5, "the pitch that was typed")
    window.hands.click(window.where("named Pitch: −5 st"), 2)
    wait_until(lambda: window.look(pitch) == 0, "the pitch to be plain")


CLIPPED = (
    "[part.accessibleName() for part in (window.deck.play_button, *window.deck.controls.tab_order) if part.isVisible() "
    "and (part.width() < part.minimumSizeHint().width() or not window.deck.rect().contains("
    "part.geometry().translated(part.parentWidget().mapTo(window.deck, part.rect().topLeft()))))]"
)


@pytest.mark.parametrize(
    ("size", "has_details", "switches"),
    [
        ((1280, 800), False, ("Autoplay", "Loop", "Reverse", "Match levels", "Mute")),
        ((1440, 900), True, ("Autoplay", "Loop", "Reverse", "Mute")),  # the rest is behind "…"
        ((860, 560), True, ("Loop", "Mute")),
    ],
)
def test_every_control_of_the_deck_answers_the_mouse_at_every_size(
    window: DrivenWindow, size: tuple[int, int], has_details: bool, switches: tuple[str, ...]
) -> None:
    window.look(f"window.resize({size[0]}, {size[1]})")
    if has_details:
        window.key("ctrl+i")
        wait_until(lambda: not window.look("window.inspector.isHidden()"), "the details")
    show(window, "b surround")
    wait_until(lambda: window.look("len(window.deck.waveform.lanes)") > 1, "lanes")
    assert window.look(CLIPPED) == []
    toggles = "(lambda c: (c.autoplay, c.loop, c.reverse, c.level, c.mute))(window.deck.controls)"
    checked = f"{{part.accessibleName(): part.isChecked() for part in {toggles}}}"
    for name in switches:
        before = window.look(checked)[name]
        window.hands.click(window.where(f"named {name}"))
        wait_until(lambda name=name, before=before: window.look(checked)[name] is not before, name)
    menu = "window.deck.controls.channels.menu()"
    if not window.look("window.deck.controls.channels.isVisible()"):
        window.hands.click(window.where("named More controls"))
        wait_until(lambda: window.look("window.deck.controls.channels.isVisible()"), "the controls that had no room")
    window.hands.click(window.where("named Channels: 6 ch"))
    wait_until(lambda: window.look(f"{menu}.isVisible()"), "the menu of channels")
    window.key("Down", "Down", "Return")
    wait_until(lambda: window.look("window.deck.controls.channels.text()").startswith("L + R"), "the pair")
    window.look("window.deck.controls.more.popover.close()")
    window.hands.click(window.where("named Output device"))
    wait_until(lambda: window.look("window.deck.controls.output.menu().isVisible()"), "the menu of outputs")
    window.key("Escape")
    look = "str(window.deck.waveform.scene.look)"
    window.hands.click(window.where("named Waveform, spectrogram or both"))
    wait_until(lambda: window.look(look) == "both", "the spectrogram")
    is_playing = "app.player.playing is not None"
    before = window.look(is_playing)
    window.hands.click(window.where("play"))
    wait_until(lambda: window.look(is_playing) is not before, "play or stop")
    assert window.look(CLIPPED) == []


def test_every_tip_of_the_deck_says_its_key(window: DrivenWindow) -> None:
    show(window, "a stereo")
    tips = (
        "{part.accessibleName().partition(':')[0]: part.toolTip() for part in "
        "(window.deck.play_button, *window.deck.controls.tab_order)}"
    )
    keys = {
        "Stop": "(Space)",
        "Play": "(Space)",
        "Autoplay": "(A)",
        "Loop": "(L)",
        "Reverse": "(R)",
        "Mute": "(Shift+M)",
    }
    keys |= {"Match levels": "(Shift+L)", "Pitch": "([ ])", "Gain": "({ })", "Volume": "(Alt+Down Alt+Up)"}
    found = window.look(tips)
    silent = [name for name, tip in found.items() if not tip.endswith(keys.get(name, ""))]
    assert silent == []


def test_the_deck_opens_under_no_held_button_and_leaves_the_row_in_sight(
    x_display: str, tiny_library: TinyLibrary, pulse: PulseServer, tmp_path: Path
) -> None:
    arguments = (x_display, tiny_library.folder, tmp_path / "window.json", "--pack", tiny_library.pack)
    with DrivenWindow(*arguments, env=pulse.env) as window:
        window.open()
        window.look("window.resize(860, 560)")
        wait_until(lambda: window.look("window.height()") == 560, "the small window")
        assert window.look("window.deck.height()") <= 36
        seen = window.look(
            "[row for row in range(window.model.rowCount()) if window.results.viewport().rect().contains("
            "window.results.visualRect(window.model.index(row, 1)))]"
        )
        row = seen[-1]
        x, y = window.where("row", row=row)
        window.hands.do("mousemove", "--sync", x, y, "mousedown", 1)
        wait_until(lambda: window.look("window.deck.hit is not None"), "the sound on the deck")
        assert window.look("window.deck.height()") <= 36
        since = window.mark()
        window.hands.do("mouseup", 1)
        window.wait("started", since=since)
        wait_until(lambda: window.look("window.deck.height()") > 90, "the deck to open")
        view = "(lambda view: view.viewport().rect().contains(view.visualRect(view.currentIndex()).center()))"
        wait_until(lambda: window.look(f"{view}(window.results)"), "the row in sight")
        assert window.look("window.results.currentIndex().row()") == row
