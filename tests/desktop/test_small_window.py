"""A small window: no text is cut or under another one, the field has room for words, and one column makes way."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.app import EarshotApp
from desktop.theme import apply_theme, load_theme
from desktop.translation import use_language
from tests.helpers.clipping import cut_texts
from tests.helpers.patience import PATIENCE_MS
from tests.helpers.tiny_library import TinyLibrary
from tests.helpers.whole_window import whole_window

_SIZES = ((860, 560), (900, 600))


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


@pytest.mark.parametrize("size", _SIZES)
@pytest.mark.parametrize("has_details", [True])
def test_no_text_is_cut_or_covered_beside_the_details(
    qtbot: QtBot, app: EarshotApp, size: tuple[int, int], has_details: bool
) -> None:
    window = app.window
    app.commands.action("view.inspector").setChecked(has_details)
    window.resize(*size)
    qtbot.waitUntil(lambda: not cut_texts(window) and (window.width(), window.height()) == size, timeout=PATIENCE_MS)
    assert window.search_bar.field.width() >= 240


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
