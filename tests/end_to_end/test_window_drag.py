"""Dragging between the window and another program's, with real X events."""

import sys
from pathlib import Path

import pytest

from tests.helpers.qt import DrivenWindow, Talking
from tests.helpers.tiny_library import TinyLibrary

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs an X server")
_PARTNER_PLACE = (1470, 250)


def partner(display: str, *files: Path) -> Talking:
    """Another program's window at the right of the screen."""
    environment = {"DISPLAY": display, "QT_QPA_PLATFORM": "xcb"}
    return Talking("tests.helpers.drag_partner", files, environment)


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
