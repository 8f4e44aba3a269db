"""Rows and columns have their parts in order, with the shares, gaps and margins that were asked for."""

from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from desktop.widgets.boxes import STRETCH, hbox, vbox


def test_column_has_its_parts_in_order_and_room_goes_to_who_takes_it(qtbot: QtBot) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    head, body, left, right = (QLabel(text, page) for text in ("head", "body", "left", "right"))
    vbox(head, 30, (body, 1), hbox(left, STRETCH, right, spacing=4), parent=page, margins=(5, 7, 9, 11), spacing=0)
    page.resize(400, 300)
    page.show()
    assert head.y() == 7
    assert body.y() == head.geometry().bottom() + 1 + 30
    assert body.height() > head.height()
    assert left.geometry().bottom() + 1 == 300 - 11
    assert (left.x(), right.geometry().right() + 1) == (5, 400 - 9)
