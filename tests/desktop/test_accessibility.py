"""The whole window for who sees little or uses no mouse: names, keys, focus and contrast."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QScrollBar,
    QTabBar,
    QTextEdit,
    QWidget,
)
from pytestqt.qtbot import QtBot

from desktop.app.app import EarshotApp
from tests.helpers.tiny_library import TinyLibrary
from tests.helpers.whole_window import whole_window

CONTROLS = (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QTextEdit,
)


@pytest.fixture
def earshot(qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path) -> Iterator[EarshotApp]:
    with whole_window(qtbot, tiny_library, tmp_path) as earshot:
        yield earshot


def is_inner(widget: QWidget) -> bool:
    """A part that Qt made within a control, which is named itself."""
    is_line_icon = widget.metaObject().className() == "QLineEditIconButton"  # clears the field, or only decorates it
    if isinstance(widget, QScrollBar | QHeaderView) or is_line_icon or widget.objectName().startswith("qt_"):
        return True
    above = widget.parentWidget()
    while above is not None:
        if isinstance(above, QComboBox | QAbstractSpinBox | QTabBar | QDialogButtonBox) or (
            type(above).__name__ in ("QKeySequenceEdit", "_Capture")
        ):
            return not (isinstance(above, QDialogButtonBox) and isinstance(widget, QAbstractButton))
        above = above.parentWidget()
    return False


def nameless(top: QWidget) -> list[str]:
    """Controls below a widget that a screen reader has no word for."""
    found = []
    for widget in top.findChildren(QWidget):
        if not isinstance(widget, CONTROLS) or is_inner(widget):
            continue
        says = widget.accessibleName() or (widget.text() if isinstance(widget, QAbstractButton) else "")
        is_labelled = any(label.buddy() is widget for label in top.findChildren(QLabel))
        if not says.strip() and not is_labelled:
            found.append(described(widget))
    return found


def described(widget: QWidget) -> str:
    """A widget for the message of a test that fails: its name, kind and what it lies in."""
    above, path = widget.parentWidget(), [f"{widget.accessibleName()} {type(widget).__name__}#{widget.objectName()}"]
    while above is not None:
        path.append(type(above).__name__)
        above = above.parentWidget()
    return " < ".join(path)


def test_every_control_of_the_window_has_a_name(earshot: EarshotApp) -> None:
    assert not (found := nameless(earshot.window)), found


@pytest.mark.parametrize(
    "command", ["edit.preferences", "help.keys", "help.about", "help.guide", "library.models", "library.failures"]
)
def test_every_control_of_a_dialog_has_a_name(earshot: EarshotApp, qtbot: QtBot, command: str) -> None:
    earshot.commands.action(command).trigger()
    dialogs = [top for top in QApplication.topLevelWidgets() if isinstance(top, QDialog) and top.isVisible()]
    assert len(dialogs) == 1
    assert not (found := nameless(dialogs[0])), found


def test_icon_buttons_say_what_they_do_and_by_which_key(earshot: EarshotApp) -> None:
    silent = [
        described(button)
        for button in earshot.window.findChildren(QAbstractButton)
        if not button.icon().isNull()
        and not button.text()
        and button.isVisible()
        and not is_inner(button)
        and not button.toolTip()
    ]
    assert not silent, silent


def reached_by_tab(window: QWidget, first: QWidget) -> list[QWidget]:
    """The widgets that Tab comes to, from `first` round to it again."""
    first.setFocus(Qt.FocusReason.TabFocusReason)
    reached: list[QWidget] = []
    for _ in range(300):
        focus = window.focusWidget()
        assert focus is not None
        if reached and focus is first:
            return reached
        reached.append(focus)
        QTest.keyClick(focus, Qt.Key.Key_Tab)
    raise AssertionError(f"Tab never came back: {[type(widget).__name__ for widget in reached[-8:]]}")


def test_tab_goes_round_the_whole_window_and_every_control_is_reached(earshot: EarshotApp) -> None:
    window = earshot.window
    reached = reached_by_tab(window, window.search_bar.field)
    wanted = [
        widget
        for widget in window.findChildren(QWidget)
        if isinstance(widget, CONTROLS)
        and not is_inner(widget)
        and widget.isVisible()
        and widget.isEnabled()
        and widget.focusPolicy() & Qt.FocusPolicy.TabFocus
    ]
    assert [widget for widget in wanted if widget not in reached] == []
    mouse_only = [
        widget
        for widget in window.findChildren(QAbstractButton)
        if widget.isVisible()
        and widget.isEnabled()
        and not is_inner(widget)
        and not widget.focusPolicy() & Qt.FocusPolicy.TabFocus
    ]
    assert not mouse_only, [described(widget) for widget in mouse_only]


@pytest.mark.parametrize("name", ["dark", "light"])
def test_where_the_focus_is_can_be_seen(qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path, name: str) -> None:
    """The picture of every control changes when it has the focus."""
    with whole_window(qtbot, tiny_library, tmp_path, theme=name) as earshot:
        window = earshot.window
        unseen: list[str] = []
        for widget in reached_by_tab(window, window.search_bar.field):
            window.setFocus()
            widget.clearFocus()
            place = QRect(widget.mapTo(window, QPoint(0, 0)), widget.size()).adjusted(-2, -2, 2, 2)
            without = window.grab(place).toImage()
            widget.setFocus(Qt.FocusReason.TabFocusReason)
            if window.grab(place).toImage() == without:
                unseen.append(described(widget))
        assert not unseen, unseen
