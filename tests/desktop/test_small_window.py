"""A small window: no text is cut or under another one, the field has room for words, and one column makes way."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.app.app import EarshotApp
from desktop.base.settings import WindowSettings
from desktop.base.theme import apply_theme, load_theme
from desktop.base.translation import use_language
from desktop.window.main_window import MainWindow
from tests.desktop.test_dialogs import DIALOGS
from tests.helpers.clipping import cut_texts
from tests.helpers.patience import PATIENCE_MS
from tests.helpers.tiny_library import REPOSITORY, TinyLibrary
from tests.helpers.whole_window import whole_window

_SIZES = ((860, 560), (900, 600), (1100, 700), (1440, 900))
PAGES = ("results", "filters", "nothing", "map", "missing", "duplicates", "spotting", "shared")
_SMALL_SCREEN = {"name": "small", "x": 0, "y": 0, "width": 720, "height": 450, "dpr": 2}
"""1440 by 900 dots, two for one: what a window has there is less than its usual least."""


@pytest.fixture(params=["en"])
def app(
    qtbot: QtBot, qapp: QApplication, tiny_library: TinyLibrary, tmp_path: Path, request: pytest.FixtureRequest
) -> Iterator[EarshotApp]:
    """The window as it looks to users, in their language, with a sound on the deck."""
    use_language(request.param)
    apply_theme(qapp, load_theme("dark"))
    with whole_window(qtbot, tiny_library, tmp_path) as app:
        app.window.search_bar.set_text("tone")
        qtbot.waitUntil(lambda: app.window.page == "results", timeout=PATIENCE_MS)
        app.window.results.setFocus()
        app.window.results.go_to(0)
        qtbot.waitUntil(lambda: app.window.deck.is_filled, timeout=PATIENCE_MS)
        yield app
    use_language("en")


def show(app: EarshotApp, page: str, *, has_details: bool) -> None:
    """Shows a page, beside the details or not."""
    window = app.window
    app.commands.action("view.inspector").setChecked(has_details)
    app.commands.action("search.filters").setChecked(page == "filters")
    if page in ("results", "filters", "nothing"):
        window.show_page("results")
        window.search_bar.set_text("tone dur:>1000" if page == "nothing" else "tone")
    else:
        app.navigation.open_page(page)


@pytest.mark.parametrize("app", ["en", "de"], indirect=True)
def test_no_text_is_cut_or_covered_on_any_page(qtbot: QtBot, app: EarshotApp) -> None:
    window = app.window
    for page in PAGES:
        for has_details in (False, True):
            show(app, page, has_details=has_details)
            for size in _SIZES:
                window.resize(*size)
                try:
                    qtbot.waitUntil(
                        lambda size=size: not cut_texts(window) and window.size() == QSize(*size), timeout=5000
                    )
                except TimeoutError:
                    raise AssertionError((page, has_details, size, window.size(), cut_texts(window))) from None
                assert window.search_bar.field.width() >= 240


@pytest.mark.parametrize("app", ["en", "de"], indirect=True)
def test_the_search_menu_is_one_column_no_higher_than_the_least_window(app: EarshotApp) -> None:
    menu = app.commands.menus["Search"]
    assert menu.sizeHint().height() <= 560
    rows = [action for action in menu.actions() if not action.isSeparator()]
    assert {menu.actionGeometry(action).left() for action in rows} == {menu.actionGeometry(rows[0]).left()}


def test_on_a_small_screen_of_two_dots_for_one_all_of_the_window_is_on_it(tmp_path: Path) -> None:
    screens = tmp_path / "screens.json"
    screens.write_text(json.dumps({"screens": [_SMALL_SCREEN]}))
    code = "from tests.desktop.test_small_window import fits; fits()"
    env = {**os.environ, "QT_QPA_PLATFORM": f"offscreen:configfile={screens}", "HOME": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", code], env=env, cwd=REPOSITORY, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.shows("system-wishes")
def test_with_text_at_200_percent_pages_and_dialogs_hold_together(tmp_path: Path) -> None:
    screens = tmp_path / "screens.json"
    screens.write_text(json.dumps({"screens": [{"name": "usual", "x": 0, "y": 0, "width": 1440, "height": 900}]}))
    env = {**os.environ, "QT_QPA_PLATFORM": f"offscreen:configfile={screens}", "QT_SCALE_FACTOR": "2"}
    pages = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/desktop/twice_the_size.py"]
    done = subprocess.run(pages, env=env, cwd=REPOSITORY, capture_output=True, text=True, check=False)
    assert done.returncode == 0 and f"{3 + len(DIALOGS)} passed" in done.stdout, done.stdout


def fits() -> None:
    """Run in a process of its own, on a screen of its own: fails where the window is larger than the screen."""
    app = QApplication([])
    theme = load_theme("dark")
    apply_theme(app, theme)
    window = MainWindow()
    window.fill(theme, lambda sound: None, lambda: None)
    window.take_place(WindowSettings())
    window.show()
    app.processEvents()
    room = window.screen().availableGeometry()
    assert window.screen().devicePixelRatio() == 2.0
    assert room.contains(window.frameGeometry()), (room, window.frameGeometry())
    deck = window.deck
    assert room.contains(QRect(deck.mapToGlobal(QPoint()), deck.size())), deck.geometry()
    assert not cut_texts(window), cut_texts(window)


@pytest.mark.parametrize("app", ["en"], indirect=True)
def test_in_a_narrow_window_the_column_asked_for_last_is_on_show(qtbot: QtBot, app: EarshotApp) -> None:
    window, left = app.window, app.commands.action("view.sidebar")
    window.resize(900, 600)
    app.commands.action("view.inspector").setChecked(True)
    assert window.sidebar.isHidden() and not left.isChecked()
    left.trigger()
    assert window.inspector.isHidden() and not window.sidebar.isHidden()
    app.commands.action("view.inspector").setChecked(True)
    window.resize(1200, 700)
    qtbot.waitUntil(lambda: not window.sidebar.isHidden() and left.isChecked(), timeout=PATIENCE_MS)
    assert window.place()["sidebar"] is True
