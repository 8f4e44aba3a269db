"""Every page on a screen of 1440 by 900 dots whose user wants text at 200 %.

For test_small_window.py, which runs it in a process of its own with such a screen and at such a scale.
"""

import pytest
from pytestqt.exceptions import TimeoutError as NeverSo
from pytestqt.qtbot import QtBot

from desktop.app import EarshotApp
from tests.desktop.test_small_window import PAGES, app, show
from tests.helpers.clipping import cut_texts

__all__ = ["app"]


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
