"""The self-test as a person meets it: a real window, the real mouse and keys, and a real output."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.end_to_end.test_window_housekeeping import click, fill
from tests.helpers.named_library import make_named_library
from tests.helpers.pulse import PulseServer, missing_pulse_parts
from tests.helpers.qt import DrivenWindow, wait_until

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs an X server")

_FEATURE = "features['SelfTestFeature']"
_DIALOG = f"{_FEATURE}.dialog"
_MENU = "app.commands.menus['Library']"
_KINDS = f"{_DIALOG}.kinds.list"
_PLAYING = "app.player.playing and app.player.playing.path.name"


@pytest.fixture
def window(x_display: str, tmp_path: Path) -> Iterator[DrivenWindow]:
    missing = missing_pulse_parts()
    if missing:
        pytest.skip(f"playing needs {', '.join(missing)}")
    make_named_library(tmp_path)
    (tmp_path / "window.json").write_text('{"version": 1, "look_at_start": false, "watch": false, "autoplay": false}')
    with PulseServer() as pulse:
        given = (tmp_path / "library", tmp_path / "window.json", "--data-folder", tmp_path / "data")
        with DrivenWindow(x_display, *given, env=pulse.env) as driven:
            yield driven.open()


def by_menu(window: DrivenWindow) -> None:
    """Clicks the menu Library, then its entry."""
    bar = f"window.menuBar().mapToGlobal(window.menuBar().actionGeometry({_MENU}.menuAction()).center())"
    window.hands.click(window.look(f"[{bar}.x(), {bar}.y()]"))
    wait_until(lambda: window.look(f"{_MENU}.isVisible()"), "the menu")
    entry = f"{_MENU}.mapToGlobal({_MENU}.actionGeometry(app.commands.action('library.self_test')).center())"
    window.hands.click(window.look(f"[{entry}.x(), {entry}.y()]"))
    wait_until(lambda: window.look(f"{_DIALOG} is not None and {_DIALOG}.isVisible()"), "the dialog")


def result(window: DrivenWindow) -> None:
    """Waits for what came of the test."""
    wait_until(lambda: window.look(f"{_DIALOG}.body.currentIndex() == 1"), "what came of the test")


def tab(window: DrivenWindow, number: int) -> None:
    """Clicks a tab."""
    at = f"{_DIALOG}.tabs.tabBar().mapToGlobal({_DIALOG}.tabs.tabBar().tabRect({number}).center())"
    window.hands.click(window.look(f"[{at}.x(), {at}.y()]"))
    wait_until(lambda: window.look(f"{_DIALOG}.tabs.currentIndex()") == number, "the tab")


@pytest.mark.shows("self_test")
def test_examples_are_heard_a_page_is_saved_and_a_kind_searched(window: DrivenWindow, tmp_path: Path) -> None:
    by_menu(window)
    result(window)
    assert "of 9 kinds" in window.look(f"{_DIALOG}.about.text()")
    window.hands.click(window.where("item whistle"))
    wait_until(lambda: window.look(f"{_KINDS}.kind.words") == "whistle", "the kind")
    since = window.mark()
    window.key("Right")
    first = window.wait("started", since=since)["path"]
    since = window.mark()
    window.key("Down")
    second = window.wait("started", since=since)["path"]
    assert "histle" in first and "histle" in second and first != second
    window.wait("stopped", lambda line: line["reached_end"], since=since)  # each is half a second
    late = window.where("item Whistle behind a horn.wav")
    since = window.mark()
    window.hands.click(late)
    told = window.wait("started", since=since)
    assert told["path"].endswith("Whistle behind a horn.wav") and told["start_s"] >= 3.0
    window.key("space")
    wait_until(lambda: not window.look(_PLAYING), "silence")
    since = window.mark()
    window.key("Return")
    window.wait("started", since=since)
    click(window, "Save as page…")
    window.hands.activate("Save as page")
    fill(window, str(tmp_path / "page.html"))
    window.key("Return")
    wait_until((tmp_path / "page.html").exists, "the page")
    wait_until(lambda: "Written to" in window.look(f"{_DIALOG}.state.text()"), "what was written")
    since = window.mark()
    click(window, "Search for this")
    shown = window.wait("shown", lambda line: line["text"] == "whistle", since=since)
    assert any("Whistle" in name for name in shown["names"])
    assert window.look(f"{_DIALOG} is None")


def test_what_is_near_nothing_and_missing_is_listed_by_keys_and_clicks(window: DrivenWindow, tmp_path: Path) -> None:
    by_menu(window)
    result(window)
    tab(window, 1)
    since = window.mark()
    window.hands.click(window.where("item Oddity.wav"))
    assert window.wait("started", since=since)["path"].endswith("Oddity.wav")
    tab(window, 2)
    (tmp_path / "scene.txt").write_text("SFX: low hum\nSFX: cathedral\n", encoding="utf-8")
    click(window, "Ask for the lines of a script…")
    window.hands.activate("Open a script")
    fill(window, str(tmp_path / "scene.txt"))
    window.key("Return")
    wait_until(lambda: "1 of 2 may be missing" in window.look(f"{_DIALOG}.missing.counted.text()"), "the lines")
    window.hands.click(window.where("item cathedral"))
    since = window.mark()
    click(window, "Search for this")
    window.wait("shown", lambda line: line["text"] == "cathedral", since=since)
    by_menu(window)  # what came of the test is there again at once
    assert window.look(f"{_DIALOG}.body.currentIndex() == 1 and not {_FEATURE}.working.is_running")
    window.key("Escape")
    wait_until(lambda: window.look(f"{_DIALOG} is None"), "the dialog to be gone")
