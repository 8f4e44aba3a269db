"""Every page on a screen of 1440 by 900 dots whose user wants text at 200 %.

For test_small_window.py, which runs it in a process of its own with such a screen and at such a scale.
"""

import pytest
from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtTest import QTest
from pytestqt.exceptions import TimeoutError as NeverSo
from pytestqt.qtbot import QtBot

from desktop.app.app import EarshotApp
from desktop.features.studio.join_dialog import JoinDialog
from desktop.features.studio.join_form import JoinField
from tests.desktop.test_dialogs import DIALOGS, House, house, leaving, shown
from tests.desktop.test_small_window import PAGES, app, show
from tests.helpers.clipping import cut_texts

__all__ = ["app", "house"]
_TITLE_PX = 26


@pytest.mark.parametrize("app", ["en", "de"], indirect=True)
def test_no_text_is_cut(qtbot: QtBot, app: EarshotApp) -> None:
    window = app.window
    room = window.screen().availableGeometry().size()
    assert (room.width(), room.height(), window.screen().devicePixelRatio()) == (720, 450, 2.0)
    for page in PAGES:
        for has_details in (False, True):
            show(app, page, has_details=has_details)
            window.resize(room)
            try:
                qtbot.waitUntil(lambda: not cut_texts(window) and window.size() == room)
            except NeverSo:
                raise AssertionError((page, has_details, window.size(), cut_texts(window))) from None


@pytest.mark.parametrize("name", sorted(DIALOGS))
def test_every_dialog_is_on_the_screen_with_the_button_that_leaves(qtbot: QtBot, house: House, name: str) -> None:
    dialog = shown(qtbot, DIALOGS[name](house))
    room = dialog.screen().availableSize() - QSize(0, _TITLE_PX)
    assert dialog.size().boundedTo(room) == dialog.size()
    leave = leaving(dialog)
    assert dialog.rect().contains(leave.mapTo(dialog, QPoint(leave.width() - 1, leave.height() - 1)))


def test_what_opens_in_the_shared_library_dialog_is_scrolled_to(qtbot: QtBot, house: House) -> None:
    dialog = shown(qtbot, DIALOGS["shared library"](house))
    assert isinstance(dialog, JoinDialog)
    dialog.copy.click()
    dialog.more.click()
    dialog.show_fault(JoinField.FOLDER, "There is a library in it already. " * 4)
    room = dialog.screen().availableSize() - QSize(0, _TITLE_PX)
    assert dialog.size().boundedTo(room) == dialog.size()
    whole = dialog.rect()
    qtbot.waitUntil(lambda: whole.contains(dialog.folder.mapTo(dialog, dialog.folder.rect().center())))
    assert dialog.folder.visibleRegion().boundingRect().height() == dialog.folder.height()
    dialog.address.setFocus()
    for _ in range(3):
        QTest.keyClick(dialog.focusWidget(), Qt.Key.Key_Tab)
    assert dialog.focusWidget() is dialog.password
    qtbot.waitUntil(lambda: dialog.password.visibleRegion().boundingRect().height() == dialog.password.height())
