"""Searches side by side as a person keeps them: a real window, real keys and clicks."""

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.helpers.qt import DrivenWindow, wait_until
from tests.helpers.tiny_library import TinyLibrary

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs an X server")
_BAR = "features['TabsFeature'].bar"


@pytest.fixture
def window(x_display: str, tiny_library: TinyLibrary, tmp_path: Path) -> Iterator[DrivenWindow]:
    library = tmp_path / "library"
    shutil.copytree(tiny_library.folder, library)
    with DrivenWindow(x_display, library, tmp_path / "window.json", "--pack", tiny_library.pack) as driven:
        yield driven.open()


def has(window: DrivenWindow, titles: list[str], front: str) -> None:
    """Waits until these tabs are there, and the one in front answers."""
    listed = f"[{_BAR}.tabText(at) for at in range({_BAR}.count())]"
    wait_until(lambda: window.look(listed) == titles, f"the tabs {titles}")
    wait_until(lambda: window.look(f"{_BAR}.tabText({_BAR}.currentIndex())") == front, f"{front} in front")
    words = "" if front == "All sounds" else front
    wait_until(lambda: window.look("app.finding.on_show.text") == words, f"the answer to {front}")


def centre(window: DrivenWindow, at: int) -> list[int]:
    place = f"{_BAR}.mapToGlobal({_BAR}.tabRect({at}).center())"
    return [window.look(f"{place}.{axis}()") for axis in ("x", "y")]


def test_tabs_are_opened_walked_through_moved_and_closed(window: DrivenWindow) -> None:
    window.type("hum")
    window.wait("shown", lambda line: line["text"] == "hum")
    assert not window.look(f"{_BAR}.isVisible()")
    window.key("ctrl+t")
    has(window, ["hum", "All sounds"], "All sounds")
    window.type("noise")  # the field has the keyboard
    has(window, ["hum", "noise"], "noise")
    window.key("ctrl+t")
    has(window, ["hum", "noise", "All sounds"], "All sounds")
    window.key("ctrl+Tab")
    has(window, ["hum", "noise", "All sounds"], "hum")
    window.key("ctrl+shift+Tab")
    has(window, ["hum", "noise", "All sounds"], "All sounds")
    window.key("ctrl+Prior")
    has(window, ["hum", "noise", "All sounds"], "noise")
    window.key("Down")  # and from the list the keys are the same
    wait_until(lambda: window.ask({"do": "state"})["focus"] == "ResultsView", "the list")
    window.key("ctrl+Next")
    has(window, ["hum", "noise", "All sounds"], "All sounds")
    window.key("ctrl+w")
    has(window, ["hum", "noise"], "noise")
    x, y = centre(window, 0)
    window.hands.drag(
        centre(window, 1),
        (x - 20, y),
        is_over=lambda: window.look(f"{_BAR}.tabText(0)") == "noise",
        what="the tab in its new place",
    )
    has(window, ["noise", "hum"], "noise")
    x, y = centre(window, 1)
    window.hands.do("mousemove", "--sync", x, y, "click", 2)
    wait_until(lambda: not window.look(f"{_BAR}.isVisible()"), "one search alone")
    window.key("ctrl+shift+t")
    has(window, ["noise", "hum"], "hum")


@pytest.mark.shows("coming-back-find")
def test_the_next_start_begins_where_one_left(window: DrivenWindow, x_display: str, tmp_path: Path) -> None:
    window.type("noise")
    window.wait("shown", lambda line: line["text"] == "noise")
    window.key("ctrl+t")
    has(window, ["noise", "All sounds"], "All sounds")
    window.key("ctrl+Tab")
    has(window, ["noise", "All sounds"], "noise")
    window.key("Down", "Down")
    wait_until(lambda: window.ask({"do": "state"})["current"], "a row")
    before = window.ask({"do": "state"})
    window.key("ctrl+q")
    window.process.wait(timeout=300)
    with DrivenWindow(x_display, tmp_path / "library", tmp_path / "window.json") as again:
        again.open()
        has(again, ["noise", "All sounds"], "noise")
        wait_until(lambda: again.ask({"do": "state"})["current"] == before["current"], "the row")
        assert again.look("app.player.playing is None")
