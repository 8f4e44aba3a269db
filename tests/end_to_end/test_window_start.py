"""The first second of a start, with real keys and a real mouse: the picture of the last session, and what follows."""

import shutil
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from desktop.window.cover.picture import picture_file
from tests.end_to_end.test_window_instance import start_again
from tests.helpers.qt import DrivenWindow, wait_until
from tests.helpers.tiny_library import TinyLibrary

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs an X server")


@pytest.fixture
def left(x_display: str, tiny_library: TinyLibrary, tmp_path: Path) -> Path:
    """A folder with a library and the settings of a session that was left at the answer to "low hum"."""
    shutil.copytree(tiny_library.folder, tmp_path / "library")
    with again(x_display, tmp_path, tiny_library) as window:
        window.open()
        window.type("low hum")
        window.wait("shown", lambda line: line["text"] == "low hum")
    assert picture_file(tmp_path / "window.json").exists()
    return tmp_path


def again(display: str, folder: Path, tiny_library: TinyLibrary, *, is_held: bool = False) -> DrivenWindow:
    pack = ("--pack", tiny_library.pack)
    return DrivenWindow(display, folder / "library", folder / "window.json", *pack, is_held=is_held)


@contextmanager
def held(display: str, folder: Path, tiny_library: TinyLibrary) -> Iterator[DrivenWindow]:
    """A start that stays the picture of the last session, in front, until {"do": "load"} is said."""
    with again(display, folder, tiny_library, is_held=True) as window:
        window.wait("pictured")
        window.hands.activate("Earshot")
        yield window


@pytest.mark.shows("window-opens-once")
def test_words_typed_into_the_picture_are_asked_once_the_window_is_made(
    x_display: str, left: Path, tiny_library: TinyLibrary
) -> None:
    with held(x_display, left, tiny_library) as window:
        window.hands.click((640, 400))  # a row of the picture: nothing to click yet, and nothing lost by it
        window.key("ctrl+a")
        window.type("hiss")
        window.say({"do": "load"})
        window.wait("shown", lambda line: line["text"] == "hiss")
        assert window.look("window.search_bar.field.text()") == "hiss"
        assert window.look("window.search_bar.field.hasFocus()")
        window.type(" noise")
        window.wait("shown", lambda line: line["text"] == "hiss noise")
        assert window.look("window.cover is None")


@pytest.mark.shows("window-opens-once")
def test_typing_goes_on_behind_the_words_that_the_last_session_left(
    x_display: str, left: Path, tiny_library: TinyLibrary
) -> None:
    with held(x_display, left, tiny_library) as window:
        window.type(" he")
        window.say({"do": "load"})
        window.type("re")
        window.wait("shown", lambda line: line["text"] == "low hum here")


def test_a_picture_that_nobody_touched_becomes_the_rows_it_shows(
    x_display: str, left: Path, tiny_library: TinyLibrary
) -> None:
    with again(x_display, left, tiny_library) as window:
        window.wait("pictured")
        shown = window.wait("shown")
        assert shown["text"] == "low hum"
        assert window.look("window.search_bar.field.text()") == "low hum"
        assert window.look("window.cover is None")
        window.hands.activate("Earshot")
        window.hands.click(window.where("row", 1))
        names = shown["names"]
        wait_until(lambda: window.ask({"do": "state"})["current"] == names[1], "the second row to be the chosen one")


def test_a_picture_that_is_closed_ends_the_start(x_display: str, left: Path, tiny_library: TinyLibrary) -> None:
    with held(x_display, left, tiny_library) as window:
        window.key("alt+F4")
        window.say({"do": "load"})
        assert window.process.wait(timeout=60) == 0
        assert window.seen("shown") == []


def test_a_session_that_ends_while_the_window_is_a_picture_ends_it_in_order(
    x_display: str, left: Path, tiny_library: TinyLibrary
) -> None:
    with held(x_display, left, tiny_library) as window:
        wait_until(lambda: list((left / "log").glob("crash-*.txt")), "the log of this session")
        window.process.send_signal(signal.SIGTERM)
        window.say({"do": "load"})
        assert window.process.wait(timeout=60) == 0
    assert not list((left / "log").glob("crash*.txt")), "nothing to report at the next start"


def test_a_second_start_is_heard_while_the_window_is_a_picture(
    x_display: str, left: Path, tiny_library: TinyLibrary
) -> None:
    with held(x_display, left, tiny_library) as window:
        done = start_again(x_display, left, tiny_library.pack, "--query", "hiss")
        assert (done.returncode, done.stderr) == (0, "")
        window.say({"do": "load"})
        window.wait("shown", lambda line: line["text"] == "hiss")
