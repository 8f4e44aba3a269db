"""The first minutes of somebody new: the page says what will happen, a folder is dropped, a sound found and heard."""

import re
import sys
from pathlib import Path

import pytest

from tests.helpers.pulse import PulseServer, missing_pulse_parts
from tests.helpers.qt import DrivenWindow, Talking, wait_until
from tests.helpers.tiny_library import TinyLibrary

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs an X server")
_PARTNER_PLACE = (1470, 250)
_COST = re.compile(r"1,000 short sounds take about \d+ (second|minute)s? on this computer, and 5 MB of its disk\.")


def test_a_folder_is_dropped_found_and_heard(x_display: str, tiny_library: TinyLibrary, tmp_path: Path) -> None:
    if missing := missing_pulse_parts():
        pytest.skip(f"hearing needs {', '.join(missing)}")
    given = (x_display, tmp_path / "library", tmp_path / "window.json", "--pack", tiny_library.pack)
    files = {"DISPLAY": x_display, "QT_QPA_PLATFORM": "xcb"}
    with PulseServer() as pulse, DrivenWindow(*given, env=pulse.env) as window:
        window.open()
        assert window.look("window.empty.title.text()") == "Drop a folder of sounds here"
        assert window.look("window.empty.demo_button.isVisible()")
        wait_until(lambda: _COST.fullmatch(window.look("window.empty.cost.text()")), "the measured time")
        with Talking("tests.helpers.drag_partner", [tiny_library.sounds], files) as other:
            other.wait("ready")
            window.hands.drag(
                _PARTNER_PLACE,
                window.where("window"),
                is_over=lambda: window.ask({"do": "state"})["overlay"],
                what="the window to notice the drag",
            )
            window.wait("dropped")
            window.wait("shown", lambda line: line["names"])
        window.hands.activate("Earshot")
        window.type("low hum")
        window.wait("shown", lambda line: line["text"] == "low hum" and "take 0.wav" in line["names"][:1])
        window.key("Down")
        assert Path(window.wait("started")["path"]).name == "take 0.wav"
        window.wait("stopped", lambda line: line["reached_end"])
