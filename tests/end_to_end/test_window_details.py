"""The details and the suggestions in a real window, with real keys and a real mouse."""

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.helpers.qt import DrivenWindow, wait_until
from tests.helpers.tiny_library import TinyLibrary

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs an X server")

MARKS = "features['MarksControl'].marks"
TAB = "features['CategorySuggestions'].tab"
OPENS = "features['CategorySuggestions']._opens"
HEADS = f"[{TAB}.tree.topLevelItem(at).text(0) for at in range({TAB}.tree.topLevelItemCount())]"


@pytest.fixture
def window(x_display: str, tiny_library: TinyLibrary, tmp_path: Path) -> Iterator[DrivenWindow]:
    """A window over a copy of the tiny library, without any audio."""
    library = tmp_path / "library"
    shutil.copytree(tiny_library.folder, library)
    broken = tmp_path / "broken"
    broken.mkdir()
    (broken / "sounddevice.py").write_text("raise OSError('PortAudio library not found')\n")
    with DrivenWindow(
        x_display, library, tmp_path / "window.json", "--pack", tiny_library.pack, env={"PYTHONPATH": str(broken)}
    ) as driven:
        yield driven.open()


def first_row(window: DrivenWindow) -> str:
    window.key("ctrl+f", "Down")
    wait_until(lambda: window.ask({"do": "state"})["current"], "a row under the cursor")
    name: str = window.ask({"do": "state"})["current"]
    return name


def tags(window: DrivenWindow) -> list[str]:
    found: list[str] = window.look(f"list({MARKS}.tags.shown)")
    return found


@pytest.mark.shows("scene4-became-scene4")
def test_a_tag_keeps_its_capitals_is_found_without_them_and_respelled_by_its_menu(window: DrivenWindow) -> None:
    name = first_row(window)
    window.key("t")
    wait_until(lambda: window.ask({"do": "state"})["focus"] == "QLineEdit", "the cursor in the field for tags")
    place = "(lambda p: [p.x(), p.y()])({0}.mapToGlobal({0}.rect().topLeft()))"
    note = place.format(f"{MARKS}.note")
    wait_until(lambda: window.look(note) == window.look(note) != [981, 81], "the details to be laid out")
    before = window.look(note)
    window.type("Scene4")
    window.key("Return")
    wait_until(lambda: tags(window) == ["Scene4"], "the tag as it was typed")
    window.type("SCENE4, wood")
    window.key("Return")
    wait_until(lambda: tags(window) == ["Scene4", "wood"], "one new tag")
    assert window.look(note) == before, "the note stayed where it was"
    at = window.where("named Tag Scene4; take it off")
    window.hands.do("mousemove", "--sync", at[0], at[1], "click", 3)
    popup = "__import__('PySide6.QtWidgets', fromlist=['x']).QApplication.activePopupWidget() is not None"
    wait_until(lambda: window.look(popup), "the menu of the tag")
    window.key("Up", "Return")
    wait_until(lambda: window.look(f"{MARKS}.tags.field.text()") == "Scene4", "its name to be typed")
    window.type("SCENE4")
    window.key("Return")
    wait_until(lambda: tags(window) == ["SCENE4", "wood"], "the other spelling")
    window.key("ctrl+f")
    since = window.mark()
    window.type("tag:scene4 ")
    assert window.wait("shown", lambda line: line["text"] == "tag:scene4", since=since)["names"] == [name]


@pytest.mark.shows("suggestions-took-half")
def test_suggestions_are_cancelled_and_are_those_of_the_selection(window: DrivenWindow) -> None:
    first_row(window)
    window.look(f"{OPENS}.acquire()")  # preparing the categories of the tiny model can end before the click
    window.key("ctrl+u")
    wait_until(lambda: window.look(f"{TAB}.cancel_button.isVisible()"), "it to be under way")
    window.hands.click(window.where("named Cancel"))
    wait_until(lambda: not window.look(f"{TAB}.cancel_button.isVisible()"), "it to stop")
    window.look(f"{OPENS}.release()")
    assert window.look(HEADS) == []
    assert window.look(f"{TAB}.note.text()").startswith("Stopped")
    window.hands.click(window.where("named Suggest categories"))
    wait_until(lambda: len(window.look(HEADS)) == 1, "suggestions for the sound")
    for row in (3, 1):
        window.hands.click(window.where("row", row=row))
        wait_until(lambda row=row: window.look("window.results.currentIndex().row()") == row, "the row")
        current = window.ask({"do": "state"})["current"]
        wait_until(lambda current=current: window.look(HEADS) == [current], "suggestions for this sound alone")
