"""The tray's icon."""

from PySide6.QtCore import QSize
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from desktop.base.theme import Theme
from desktop.features.tray.tray import picture


def test_the_ring_grows_clockwise_with_the_job(qtbot: QtBot, theme: Theme) -> None:
    image = picture(theme, 30).pixmap(QSize(64, 64)).toImage()
    right, left = image.pixelColor(60, 32), image.pixelColor(4, 32)  # a quarter and three quarters of the way round
    assert right.name() == QColor(theme.accent).name()
    assert left.name() == QColor(theme.line_strong).name()


def test_without_a_job_there_is_no_ring(qtbot: QtBot, theme: Theme) -> None:
    image = picture(theme, None).pixmap(QSize(64, 64)).toImage()
    assert image.pixelColor(60, 32).name() != QColor(theme.accent).name()
