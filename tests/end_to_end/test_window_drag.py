"""Dragging between the window and another program's, with real X events."""

import sys
from pathlib import Path
from urllib.parse import unquote, urlparse

import numpy as np
import pytest
import soundfile

from tests.engine.features.ambience.rooms import RATE, room
from tests.helpers.qt import DrivenWindow, Talking, wait_until
from tests.helpers.sounds import write
from tests.helpers.tiny_library import TinyLibrary, earshot

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs an X server")
_PARTNER_PLACE = (1470, 250)


def partner(display: str, *files: Path) -> Talking:
    """Another program's window at the right of the screen."""
    environment = {"DISPLAY": display, "QT_QPA_PLATFORM": "xcb"}
    return Talking("tests.helpers.drag_partner", files, environment)


@pytest.mark.shows("folders-dropped-indexing")
def test_a_folder_dragged_in_is_indexed_and_found(x_display: str, tiny_library: TinyLibrary, tmp_path: Path) -> None:
    settings = tmp_path / "window.json"
    with DrivenWindow(x_display, tmp_path / "library", settings, "--pack", tiny_library.pack) as window:
        window.open()
        assert window.ask({"do": "state"})["page"] == "EmptyPage"
        with partner(x_display, tiny_library.sounds) as other:
            other.wait("ready")
            window.hands.drag(
                _PARTNER_PLACE,
                window.where("window"),
                is_over=lambda: window.ask({"do": "state"})["overlay"],
                what="the window to notice the drag",
            )
            assert window.wait("dropped")["paths"] == [str(tiny_library.sounds)]
            assert other.wait("dragged")["action"] == "CopyAction"
        window.wait("event", lambda line: line["event"] == "finished")
        window.wait("shown", lambda line: len(line["names"]) == 6)
        window.hands.activate("Earshot")
        window.type("low hum")
        assert window.wait("shown", lambda line: line["text"] == "low hum")["names"][0] == "take 0.wav"


@pytest.mark.shows("file-several-selection")
def test_a_row_dragged_out_is_the_real_file(x_display: str, tiny_library: TinyLibrary, tmp_path: Path) -> None:
    settings = tmp_path / "window.json"
    with (
        DrivenWindow(x_display, tiny_library.folder, settings, "--pack", tiny_library.pack) as window,
        partner(x_display) as other,
    ):
        window.open()
        other.wait("ready")
        window.hands.activate("Earshot")
        window.type("low hum")
        window.wait("shown", lambda line: line["text"] == "low hum")
        window.hands.drag(
            window.where("row", row=0),
            _PARTNER_PLACE,
            is_over=lambda: other.seen("entered"),
            what="the other program to notice the drag",
        )
        dropped = other.wait("dropped")
        file = tiny_library.sounds / "tones" / "take 0.wav"
        assert dropped["uris"] == [file.as_uri()]
        assert dropped["action"] == "CopyAction"
        assert file.exists()
        assert window.seen("started") == [], "a drag must not play"


@pytest.mark.shows("file-several-selection")
def test_several_rows_leave_together(x_display: str, tiny_library: TinyLibrary, tmp_path: Path) -> None:
    settings = tmp_path / "window.json"
    with (
        DrivenWindow(x_display, tiny_library.folder, settings, "--pack", tiny_library.pack) as window,
        partner(x_display) as other,
    ):
        window.open()
        other.wait("ready")
        window.hands.activate("Earshot")
        window.key("Down", "ctrl+a")
        window.hands.drag(
            window.where("row", row=2),
            _PARTNER_PLACE,
            is_over=lambda: other.seen("entered"),
            what="the other program to notice the drag",
        )
        files = {file.as_uri() for file in tiny_library.sounds.rglob("*.wav")}
        assert set(other.wait("dropped")["uris"]) == files


def choose_part(window: DrivenWindow, start: int, end: int) -> None:
    """Selects from and to thousandths of the waveform, by dragging over it."""
    window.hands.drag(
        window.where("wave", row=start),
        window.where("wave", row=end),
        is_over=lambda: window.ask({"do": "state"})["selection"],
        what="the waveform to be selected",
    )


def carry(window: DrivenWindow, other: Talking, start: list[int]) -> list[Path]:
    """Drags from a place to the other program; gives the files that it got."""
    window.hands.drag(
        start, _PARTNER_PLACE, is_over=lambda: other.seen("entered"), what="the other program to notice the drag"
    )
    return [Path(unquote(urlparse(uri).path)) for uri in other.wait("dropped")["uris"]]


@pytest.mark.shows("file-several-selection", "selection-handle-drag", "part-dragged-out")
def test_a_selection_dragged_out_is_a_file_of_its_own_that_stays(
    x_display: str, tiny_library: TinyLibrary, tmp_path: Path
) -> None:
    given = ("--pack", tiny_library.pack)
    cache = {"XDG_CACHE_HOME": str(tmp_path / "cache"), "XDG_MUSIC_DIR": str(tmp_path / "Music")}
    with (
        DrivenWindow(x_display, tiny_library.folder, tmp_path / "window.json", *given, env=cache) as window,
        partner(x_display) as other,
    ):
        window.open()
        other.wait("ready")
        window.hands.activate("Earshot")
        window.type("low hum")
        window.wait("shown", lambda line: line["text"] == "low hum")
        window.key("Down")
        choose_part(window, 250, 750)
        start_s, end_s = window.ask({"do": "state"})["selection"]
        (file,) = carry(window, other, window.where("wave", row=500, column=0))
        assert file.parent == tmp_path / "Music" / "Earshot drags"
        assert file.name.startswith("take 0 0m00.") and file.name.endswith(".wav")
        kept, rate = soundfile.read(file, dtype="float32")
        source, _ = soundfile.read(tiny_library.sounds / "tones" / "take 0.wav", dtype="float32")
        first = round(start_s * rate)
        fade = round(0.005 * rate)
        assert len(kept) == round(end_s * rate) - first
        np.testing.assert_array_equal(kept[fade:-fade], source[first : first + len(kept)][fade:-fade])
    assert file.exists(), "a project may read it after Earshot has ended"


@pytest.mark.shows("pitch-speed-direction")
def test_rows_leave_with_the_effects_that_are_on(x_display: str, tiny_library: TinyLibrary, tmp_path: Path) -> None:
    given = ("--pack", tiny_library.pack)
    cache = {"XDG_CACHE_HOME": str(tmp_path / "cache"), "XDG_MUSIC_DIR": str(tmp_path / "Music")}
    with (
        DrivenWindow(x_display, tiny_library.folder, tmp_path / "window.json", *given, env=cache) as window,
        partner(x_display) as other,
    ):
        window.open()
        other.wait("ready")
        window.hands.activate("Earshot")
        window.key("Down", "r", "ctrl+a")
        files = carry(window, other, window.where("row", row=2))
        names = [f"take {number}_rev.wav" for number in (0, 1, 2, 3, 4, 9)]
        assert sorted(file.name for file in files) == names
        for file in files:
            source = next(tiny_library.sounds.rglob(file.name.replace("_rev", "")))
            kept, _ = soundfile.read(file, dtype="int16")
            before, _ = soundfile.read(source, dtype="int16")
            assert len(kept) == len(before)
            # Dither adds one step either way, and rounding half a step.
            assert np.abs(kept.astype(int) - before[::-1].astype(int)).max() <= 1


@pytest.mark.shows("background")
def test_a_background_dragged_out_has_the_length_that_was_wished(
    x_display: str, tiny_library: TinyLibrary, tmp_path: Path
) -> None:
    write(tmp_path / "s" / "rain.wav", room(1, 4, seed=1), RATE)
    earshot("index", "--json", "--library", tmp_path / "library", "--pack", tiny_library.pack, tmp_path / "s")
    given = ("--pack", tiny_library.pack)
    cache = {"XDG_CACHE_HOME": str(tmp_path / "cache"), "XDG_MUSIC_DIR": str(tmp_path / "Music")}
    with (
        DrivenWindow(x_display, tmp_path / "library", tmp_path / "window.json", *given, env=cache) as window,
        partner(x_display) as other,
    ):
        window.open()
        other.wait("ready")
        window.hands.activate("Earshot")
        window.key("Down", "ctrl+k")
        wait_until(lambda: window.ask({"do": "has", "part": "named Matches"})["has"], "the palette")
        window.type("same background")
        window.key("Return")
        dialog = "features['AmbienceFeature'].dialog"
        wait_until(lambda: window.look(f"{dialog} is not None and len({dialog}.chosen) == 1"), "the stretch itself")
        wait_until(lambda: not window.look("features['AmbienceFeature'].working.is_running"), "all to be heard")
        window.hands.click(window.where("named Target length"))
        window.key("ctrl+a")
        window.type("7.5")
        window.key("Tab")
        (file,) = carry(window, other, window.where("item Same file"))
        assert file.parent == tmp_path / "Music" / "Earshot drags"
        assert file.name == "rain background 7.5s.wav"
        samples, rate = soundfile.read(file, dtype="float32")
        assert (rate, len(samples)) == (RATE, round(7.5 * RATE))
        assert not list((tmp_path / "s").glob("*background*"))
    assert file.exists()
