"""The results as a person works with them: a real window, real keys and clicks."""

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from desktop.results.columns import Column
from tests.helpers.big_library import make_big_library
from tests.helpers.qt import DrivenWindow, wait_until
from tests.helpers.sounds import write_tone
from tests.helpers.tiny_library import TinyLibrary, earshot

_FRAME_PX = 22
"""The title bar that a window manager adds."""
pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs an X server")


@pytest.fixture(scope="module")
def indexed(tiny_library: TinyLibrary, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tiny library and three takes of one beep. The windows have copies of it; nothing writes the sounds."""
    folder = tmp_path_factory.mktemp("results")
    library = shutil.copytree(tiny_library.folder, folder / "library")
    for take in (1, 2, 10):
        write_tone(folder / "more" / f"beep {take}.wav", hz=4000 + take, seconds=1)
    earshot("index", "--json", "--library", library, "--pack", tiny_library.pack, folder / "more")
    return library


@pytest.fixture
def window(x_display: str, tiny_library: TinyLibrary, indexed: Path, tmp_path: Path) -> Iterator[DrivenWindow]:
    """A window over these sounds, without any audio."""
    broken = tmp_path / "broken"
    broken.mkdir()
    (broken / "sounddevice.py").write_text("raise OSError('PortAudio library not found')\n")
    library = shutil.copytree(indexed, tmp_path / "library")
    arguments = (x_display, library, tmp_path / "window.json", "--pack", tiny_library.pack)
    with DrivenWindow(*arguments, env={"PYTHONPATH": str(broken)}) as driven:
        yield driven.open()


def test_what_is_on_the_screen_after_scrolling_and_pointing_is_what_a_new_painting_shows(
    x_display: str, tiny_library: TinyLibrary, tmp_path: Path
) -> None:
    make_big_library(tmp_path / "library", tiny_library.pack, 300)
    kept = tmp_path / "window.json"
    kept.write_text('{"version": 1, "autoplay": false}')

    def seen() -> QImage:
        file = tmp_path / "seen.png"
        whole = "window.screen().grabWindow(0)"
        assert window.look(f"{whole}.toImage().save({str(file)!r})")
        return QImage(str(file))

    def at_rest() -> QImage:
        pictures = [QImage(), seen()]

        def stays() -> bool:
            pictures.append(seen())
            return pictures[-1] == pictures[-2]

        wait_until(stays, "the screen to stay as it is")
        return pictures[-1]

    with DrivenWindow(x_display, tmp_path / "library", kept, "--pack", tiny_library.pack) as opened:
        window = opened.open()
        place = window.where("row", 4)
        window.hands.click(place)
        for button in (5, 5, 4, 5, 5, 5, 4):  # the wheel: down and up
            window.hands.do("click", button)
            window.hands.do("mousemove_relative", "--", 0, 35)
        window.key("Down", "Down", "Up")
        before = at_rest()
        window.look("window.results.viewport().update()")
        assert at_rest() == before


@pytest.mark.shows("ten-rows-1440")
@pytest.mark.parametrize(("size", "wanted"), [((1280, 800), 14), ((1440, 900), 18)])
def test_many_rows_are_seen_beside_query_chips_filters_and_deck(
    x_display: str, tiny_library: TinyLibrary, tmp_path: Path, size: tuple[int, int], wanted: int
) -> None:
    library = tmp_path / "library"
    shutil.copytree(tiny_library.folder, library)
    for take in range(20):
        write_tone(tmp_path / "more" / f"beep {take}.wav", hz=4000 + take, seconds=1)
    earshot("index", "--json", "--library", library, "--pack", tiny_library.pack, tmp_path / "more")
    kept = tmp_path / "window.json"
    kept.write_text('{"version": 1, "autoplay": false}')  # or a machine without sound says so in a line of its own
    with DrivenWindow(x_display, library, kept, "--pack", tiny_library.pack) as opened:
        window = opened.open()
        window.look(f"window.resize({size[0]}, {size[1] - _FRAME_PX})")
        window.type("high beep -music dur:<30")
        window.wait("shown", lambda line: line["text"] == "high beep -music dur:<30")
        window.key("ctrl+shift+f")
        wait_until(lambda: window.look("features['PlacesControl'].strip.isVisible()"), "the filters")
        window.key("Down")
        wait_until(lambda: window.ask({"do": "state"})["current"], "a sound in the deck")
        seen = window.look("(window.results.viewport().height() // window.results.rowHeight(0))")
        assert window.look("window.results.columns.height()") <= 24
        assert window.look("window.results.rowHeight(0)") == 30
        assert window.ask({"do": "state"})["rows"] >= wanted
        assert seen >= wanted


def names(window: DrivenWindow) -> list[str]:
    listed: list[str] = window.ask({"do": "state"})["names"]
    return listed


def test_a_click_on_a_title_sorts_as_people_read(window: DrivenWindow) -> None:
    wanted = [f"beep {take}.wav" for take in (1, 2, 10)] + [f"take {number}.wav" for number in (0, 1, 2, 3, 4, 9)]
    newest = names(window)
    x, y = window.where("title", column=Column.NAME)
    window.hands.click((x, y))
    wait_until(lambda: names(window) == wanted, "the names in order")
    window.hands.click((x + 40, y))  # beside the first, so that no two clicks are a double one
    wait_until(lambda: names(window) == wanted[::-1], "the names the other way round")
    window.hands.click((x - 40, y))
    wait_until(lambda: names(window) == newest, "the order of the listing")


def test_end_and_home_go_through_the_list_and_shift_selects_what_lies_between(window: DrivenWindow) -> None:
    window.hands.click(window.where("row", row=1))
    window.key("End")
    listed = names(window)
    wait_until(lambda: window.ask({"do": "state"})["current"] == listed[-1], "the cursor on the last row")
    window.key("shift+Home")
    wait_until(lambda: window.ask({"do": "state"})["selected"] == listed, "every row to be selected")


def test_ctrl_click_adds_a_row_in_silence(window: DrivenWindow) -> None:
    window.hands.click(window.where("row", row=2))
    window.wait("failed")  # there is no sound device: the click played
    since = window.mark()
    window.hands.do("keydown", "ctrl")
    window.hands.click(window.where("row", row=4))
    window.hands.do("keyup", "ctrl")
    listed = names(window)
    wait_until(lambda: window.ask({"do": "state"})["selected"] == [listed[2], listed[4]], "two rows to be selected")
    assert [line for line in window.seen("failed") if line in window._lines[since:]] == []


_MENU = "(lambda menu: [action.text() for action in menu.actions()] if menu else [])"
_POPUP = "__import__('PySide6.QtWidgets').QtWidgets.QApplication.activePopupWidget()"


def menu_of(window: DrivenWindow) -> list[str]:
    """What the open menu says, nothing where none is open."""
    found: list[str] = window.look(f"{_MENU}({_POPUP})")
    return found


def test_a_right_click_and_the_menu_keys_open_the_menu_of_a_row(window: DrivenWindow) -> None:
    x, y = window.where("row", row=2)
    window.hands.do("mousemove", x, y, "click", 3)
    wait_until(lambda: "Remove from library…" in menu_of(window), "the menu")
    wanted = menu_of(window)
    assert {"Rating", "Colour", "Add to collection", "Open in editor", "Show in folder"} <= set(wanted)
    assert window.ask({"do": "state"})["selected"] == [names(window)[2]], "the row under the pointer is the one"
    window.key("Escape")
    wait_until(lambda: menu_of(window) == [], "the menu to close")
    for key in ("Menu", "shift+F10"):
        window.key(key)
        wait_until(lambda: menu_of(window) == wanted, f"the menu by {key}")
        window.key("Escape")
        wait_until(lambda: menu_of(window) == [], "the menu to close")
