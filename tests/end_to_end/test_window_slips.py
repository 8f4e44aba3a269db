"""A word typed into the list by a person who thought to be in the search field."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.helpers.qt import DrivenWindow, wait_until
from tests.helpers.tiny_library import TinyLibrary


@pytest.fixture
def window(x_display: str, tiny_library: TinyLibrary, tmp_path: Path) -> Iterator[DrivenWindow]:
    library = tmp_path / "library"
    shutil.copytree(tiny_library.folder, library)
    with DrivenWindow(x_display, library, tmp_path / "window.json", "--pack", tiny_library.pack) as driven:
        yield driven.open()


NOTICE = "features['StrayKeysFeature'].notice"


@pytest.mark.shows("letter-typed-text", "letters-typed-into")
def test_a_word_typed_into_the_list_is_searched_by_one_click(window: DrivenWindow) -> None:
    window.hands.click(window.where("row"))
    wait_until(lambda: window.look("window.results.hasFocus()"), "the list to have the keyboard")
    window.type("bell")
    wait_until(lambda: "“bell”" in window.look(f"{NOTICE}.search.text()"), "the offer to search")
    assert window.look(f"{NOTICE}.isVisible()")
    window.hands.click(window.where("named &Search for “bell”"))
    window.wait("shown", lambda line: line["text"] == "bell")
    kept = "window.deck.controls.loop.isChecked()"
    wait_until(lambda: not window.look(kept), "the loop to be off")
    names = "[item.text() for item in features['MarksControl'].collections.list.items_shown()]"
    wait_until(lambda: window.look(names) == [], "the collection to be gone")
    assert not window.look("window.sidebar.isHidden()")


@pytest.mark.shows("letter-typed-text", "letters-typed-into")
def test_a_switch_by_a_letter_is_undone_by_one_click_and_the_notice_goes_by_itself(window: DrivenWindow) -> None:
    window.hands.click(window.where("row"))
    wait_until(lambda: window.look("window.results.hasFocus()"), "the list to have the keyboard")
    window.key("r")
    wait_until(lambda: window.look("window.deck.controls.reverse.isChecked()"), "the sound to be reversed")
    assert window.look(f"{NOTICE}.label.text()") == "Reverse is on (R)"
    window.hands.click(window.where("named &Undo"))
    wait_until(lambda: not window.look("window.deck.controls.reverse.isChecked()"), "the reverse to be undone")
    window.key("shift+l")
    wait_until(lambda: window.look(f"{NOTICE}.isVisible()"), "the notice")
    wait_until(lambda: not window.look(f"{NOTICE}.isVisible()"), "the notice to go")
    assert window.look("window.deck.controls.level.isChecked()")
