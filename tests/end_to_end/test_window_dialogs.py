"""Dialogs in a real window: opened by their keys, left by the mouse and by Esc, the keyboard back where it was."""

import shutil
import sys
from collections.abc import Iterator

import pytest

from tests.helpers.qt import DrivenWindow, wait_until
from tests.helpers.tiny_library import TinyLibrary

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs an X server")


@pytest.fixture(scope="module")
def window(
    x_display: str, tiny_library: TinyLibrary, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[DrivenWindow]:
    place = tmp_path_factory.mktemp("dialogs")
    shutil.copytree(tiny_library.folder, place / "library")
    given = (x_display, place / "library", place / "window.json", "--pack", tiny_library.pack)
    with DrivenWindow(*given) as driven:
        yield driven.open()


def dialogs(window: DrivenWindow) -> list[str]:
    """Titles of the dialogs on show."""
    found: list[str] = window.look(
        "[w.windowTitle() for w in __import__('PySide6.QtWidgets', fromlist=['x']).QApplication.topLevelWidgets()"
        " if w.isVisible() and w.windowTitle() and not w.windowTitle().endswith('Earshot')]"
    )
    return found


@pytest.mark.parametrize(
    ("keys", "title"),
    [("ctrl+comma", "Preferences"), ("question", "Keyboard shortcuts"), ("F1", "User guide")],
)
def test_a_dialog_is_left_by_a_click_on_close_and_by_esc(window: DrivenWindow, keys: str, title: str) -> None:
    for leave in ("click", "Escape"):
        window.hands.activate("Earshot")
        window.key("ctrl+f", "Down")
        wait_until(lambda: window.look("window.results.hasFocus()"), "the keyboard in the results")
        window.key(keys)
        wait_until(lambda: dialogs(window) == [title], f"{title} on show")
        window.wait_for_dialog()
        if leave == "click":
            window.hands.click(window.where("named Close"))
        else:
            window.key("Escape")
        wait_until(lambda: dialogs(window) == [], f"{title} to go")
        wait_until(lambda: window.look("window.results.hasFocus()"), "the keyboard where it was")
