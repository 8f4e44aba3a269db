"""Whatever looks like a field keeps what is typed on it; what cannot be edited does not look like one."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractSpinBox, QApplication, QLineEdit, QPlainTextEdit, QTextEdit, QWidget
from pytestqt.qtbot import QtBot

from desktop.app.app import EarshotApp
from desktop.controllers.marks.feature import MarksControl
from desktop.features.metadata_edits import editor as metadata
from tests.helpers.tiny_library import TinyLibrary
from tests.helpers.whole_window import whole_window

_LETTERS = "aelrstxzf"
"""Each is a command's key where the list has the keyboard."""


@pytest.fixture
def app(qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path) -> Iterator[EarshotApp]:
    with whole_window(qtbot, tiny_library, tmp_path) as opened:
        opened.window.inspector.show_tab("details")
        yield opened


def keeping_of(app: EarshotApp) -> MarksControl:
    (feature,) = (one for one in app.features if isinstance(one, MarksControl))
    return feature


def fields(app: EarshotApp) -> list[QWidget]:
    kinds = (QLineEdit, QPlainTextEdit, QTextEdit, QAbstractSpinBox)
    found = [one for kind in kinds for one in app.window.findChildren(kind) if one.isVisible()]
    return [one for one in found if not isinstance(one.parent(), QAbstractSpinBox)]


def click_on(field: QWidget) -> None:
    inner = field.viewport() if isinstance(field, QPlainTextEdit | QTextEdit) else field
    QTest.mouseClick(inner, Qt.MouseButton.LeftButton, pos=inner.rect().center())


def looks_like_a_field(field: QWidget) -> bool:
    """Whether its ground is another than that of what lies around it; what is scrolled away looks like nothing."""
    if field.visibleRegion().boundingRect() != field.rect():
        return False
    window = field.window()
    picture, at = window.grab().toImage(), QRect(field.mapTo(window, QPoint(0, 0)), field.size())
    right = at.right() - 9
    return bool(picture.pixelColor(right, at.top() + 4) != picture.pixelColor(right, at.top() - 3))


def set_off(app: EarshotApp, field: QWidget) -> list[str]:
    """The commands that letters typed on a field set off."""
    told: list[str] = []
    actions = [one for one in app.window.findChildren(QAction) if one.objectName() or one.text()]
    links = [one.triggered.connect(lambda _=False, one=one: told.append(one.text())) for one in actions]
    app.window.results.setFocus()
    click_on(field)
    focused = QApplication.focusWidget()
    assert focused is not None
    QTest.keyClicks(focused, _LETTERS)
    for action, link in zip(actions, links, strict=True):
        action.triggered.disconnect(link)
    return told


@pytest.mark.shows("fields-keep-keys")
@pytest.mark.parametrize("selected", [1, 3, "too many"])
@pytest.mark.parametrize("is_refused", [False, True], ids=["", "read only"])
def test_letters_typed_on_a_field_set_off_no_command(
    qtbot: QtBot, app: EarshotApp, selected: int | str, is_refused: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if selected == "too many":
        monkeypatch.setattr(metadata, "MOST_AT_ONCE", 2)
    results, marks = app.window.results, keeping_of(app).marks
    results.setFocus()
    results.go_to(0)
    for _ in range(0 if selected == 1 else 2):
        QTest.keyClick(results, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    qtbot.waitUntil(lambda: marks.isEnabled() and len(results.selected_ids()) == (1 if selected == 1 else 3))
    qtbot.wait(200)
    if is_refused:
        keeping_of(app)._permission.refuse("Somebody else may change it.")
    there = fields(app)
    assert len(there) >= 5
    for field in there:
        assert set_off(app, field) == [], field.accessibleName()
        if isinstance(field, QLineEdit | QPlainTextEdit | QTextEdit) and not field.isReadOnly():
            assert field.isEnabled(), field.accessibleName()
            text = field.text() if isinstance(field, QLineEdit) else field.toPlainText()
            assert text.endswith(_LETTERS) or _LETTERS in text, field.accessibleName()
    unlike = [one for one in there if isinstance(one, QLineEdit | QPlainTextEdit) and one.isReadOnly()]
    assert bool(unlike) == (is_refused or selected == "too many")
    assert [one.accessibleName() for one in unlike if looks_like_a_field(one)] == []
