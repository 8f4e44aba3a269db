"""The left column and the splitters in a real window, with real keys and a real mouse."""

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.helpers.qt import DrivenWindow, wait_until
from tests.helpers.tiny_library import TinyLibrary

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs an X server")

COLLECTIONS = "features['MarksControl'].collections"
COUNTS = (
    "(lambda list: {{item.text(): item.data(__import__('desktop.widgets.places.delegate', fromlist=['x']).COUNT_ROLE)"
    " for item in list.items_shown()}})({})"
)
EDITOR = f"{COLLECTIONS}.list.findChild(__import__('PySide6.QtWidgets', fromlist=['x']).QLineEdit)"
SIDES = "window._sides.sizes()"


@pytest.fixture
def library(tiny_library: TinyLibrary, tmp_path: Path) -> Path:
    """A copy of the tiny library."""
    copy = tmp_path / "library"
    shutil.copytree(tiny_library.folder, copy)
    return copy


@pytest.fixture
def silent(tmp_path: Path) -> dict[str, str]:
    """An environment without any audio."""
    broken = tmp_path / "broken"
    broken.mkdir()
    (broken / "sounddevice.py").write_text("raise OSError('PortAudio library not found')\n")
    return {"PYTHONPATH": str(broken)}


@pytest.fixture
def window(
    x_display: str, tiny_library: TinyLibrary, library: Path, silent: dict[str, str], tmp_path: Path
) -> Iterator[DrivenWindow]:
    """A window over the copy."""
    with DrivenWindow(x_display, library, tmp_path / "window.json", "--pack", tiny_library.pack, env=silent) as driven:
        yield driven.open()


def names(window: DrivenWindow) -> list[str]:
    found: list[str] = window.look(f"[one.name for one in {COLLECTIONS}.collections]")
    return found


def collect(window: DrivenWindow, name: str) -> None:
    """Puts the first row in a new collection and types its name."""
    window.key("ctrl+f", "Down")
    wait_until(lambda: window.ask({"do": "state"})["current"], "a row under the cursor")
    window.key("b")
    wait_until(lambda: window.look("type(app.window.focusWidget()).__name__") == "QLineEdit", "its name to be typed")
    window.type(name)
    window.key("Return")
    wait_until(lambda: name in names(window), "the name")


@pytest.mark.shows("collection-s-name")
def test_a_collections_name_is_typed_in_a_field_that_shows_all_of_it(window: DrivenWindow) -> None:
    collect(window, "Ambiences")
    window.hands.click(window.where("item Ambiences"))
    window.key("F2")
    wait_until(lambda: window.look(f"{EDITOR} is not None"), "the field for its name")
    row = f"{COLLECTIONS}.list.visualItemRect({COLLECTIONS}.list.item(0))"
    assert window.look(f"{EDITOR}.height() >= {row}.height() - 2")
    assert window.look(f"{EDITOR}.height() >= {EDITOR}.fontMetrics().height() + 4")
    assert window.look(f"{EDITOR}.geometry().right() >= {row}.right() - 1")
    window.type("Rooms, quiet")
    window.key("Return")
    wait_until(lambda: names(window) == ["Rooms, quiet"], "the new name")
    window.key("F2")
    wait_until(lambda: window.look(f"{EDITOR} is not None"), "the field for its name")
    window.type("no such name")
    window.key("Escape")
    wait_until(lambda: window.look(f"{EDITOR} is None"), "the field to go")
    assert names(window) == ["Rooms, quiet"]


def test_counts_follow_the_keys(window: DrivenWindow) -> None:
    collect(window, "Ambiences")
    places = COUNTS.format("features['PlacesControl'].library_list")
    wait_until(lambda: window.look(places)["All sounds"] == 6, "six sounds")
    wait_until(lambda: window.look(COUNTS.format(f"{COLLECTIONS}.list")) == {"Ambiences": 1}, "one in it")
    window.key("ctrl+f", "Down", "Down", "f")
    wait_until(lambda: window.look(places)["Favourites"] == 1, "one favourite")
    window.key("1")
    wait_until(lambda: window.look(COUNTS.format(f"{COLLECTIONS}.list")) == {"Ambiences": 2}, "two in it")
    window.key("ctrl+z", "ctrl+z")
    wait_until(lambda: window.look(places)["Favourites"] == 0, "no favourite")
    wait_until(lambda: window.look(COUNTS.format(f"{COLLECTIONS}.list")) == {"Ambiences": 1}, "one in it again")


def test_a_collection_is_dragged_to_another_place_and_deleted_and_brought_back(window: DrivenWindow) -> None:
    for name in ("First", "Second", "Third"):
        collect(window, name)
    first, third = window.where("item First"), window.where("item Third")
    window.hands.drag(
        [third[0] - 30, third[1]],
        [first[0] - 30, first[1] - 10],
        is_over=lambda: window.look(f"{COLLECTIONS}.list._insert_at") == 0,
        what="the line above the first",
    )
    wait_until(lambda: names(window) == ["Third", "First", "Second"], "the third to be the first")
    window.hands.click(window.where("item First"))
    wait_until(lambda: window.look(f"list({COLLECTIONS}.list.marked)") == ["First"], "it to be listed")
    window.key("ctrl+shift+Up")
    wait_until(lambda: names(window) == ["First", "Third", "Second"], "it to move up")
    window.key("Delete")
    wait_until(lambda: names(window) == ["Third", "Second"], "it to go")
    wait_until(
        lambda: window.look("features['StrayKeysFeature'].notice.undo.isVisible()"), "it to be said, with a way back"
    )
    window.hands.click(window.where("named &Undo"))
    wait_until(lambda: names(window) == ["First", "Third", "Second"], "it to come back")


def test_widths_and_folding_are_there_after_a_restart(
    x_display: str, tiny_library: TinyLibrary, library: Path, silent: dict[str, str], tmp_path: Path
) -> None:
    settings = tmp_path / "window.json"
    arguments = (x_display, library, settings, "--pack", tiny_library.pack)
    with DrivenWindow(*arguments, env=silent) as window:
        window.open()
        window.key("ctrl+i")
        wait_until(lambda: window.look("window.inspector.isVisible()"), "the right column")
        for number, by in ((1, 36), (2, -30)):
            handle = f"window._sides.handle({number})"
            at = window.look(f"(lambda p: [p.x(), p.y()])({handle}.mapToGlobal({handle}.rect().center()))")
            before = window.look(SIDES)
            hands = window.hands
            hands.do("mousemove", at[0], at[1] - 1)
            hands.do("mousemove", "--sync", at[0], at[1], "mousedown", 1)
            for step in range(1, 8):
                hands.do("mousemove", "--sync", at[0] + by * step // 7, at[1])
            hands.do("mouseup", 1)
            wait_until(lambda before=before: window.look(SIDES) != before, "the column to be wider")
        window.hands.click(window.where("named Saved searches"))
        wait_until(lambda: window.look("list(window.sidebar.folded)") == ["saved"], "the section to fold")
        sizes = window.look(SIDES)
        assert sizes[0] > 240
        assert sizes[2] > 310
    with DrivenWindow(*arguments, env=silent) as window:
        window.open()
        assert window.look(SIDES) == sizes
        assert window.look("list(window.sidebar.folded)") == ["saved"]
        window.key("ctrl+i")
        wait_until(lambda: window.look("window.inspector.isHidden()"), "the right column to go")
    with DrivenWindow(*arguments, env=silent) as window:
        window.open()
        assert window.look(SIDES)[0] == sizes[0]
        window.key("ctrl+i")
        wait_until(lambda: window.look(SIDES)[2] == sizes[2], "the right column as wide as it was")
        assert window.look(SIDES)[0] == sizes[0]
