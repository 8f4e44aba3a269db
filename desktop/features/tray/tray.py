"""The tray icon: indexing progress, a notification at its end, and a closed window's place."""

import time

from PySide6.QtCore import QObject, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QApplication, QMenu, QSystemTrayIcon

from desktop.base import messages, resources
from desktop.base.theme import Theme
from desktop.base.translation import translate
from desktop.controllers.parts import WindowParts
from engine.base.events import Event, Finished, Paused, Progress

_LONG_S = 10.0
"""Shorter jobs end without a notification."""
_SIDE_PX = 64


class Tray(QObject):
    """Connects jobs, window and tray icon. GUI thread only."""

    def __init__(self, parts: WindowParts) -> None:
        super().__init__(parts.window)
        self._parts = parts
        self._began_s = 0.0
        self._percent = -1
        self._finished: Finished | None = None
        self.icon = QSystemTrayIcon(self)
        menu = QMenu(parts.window)
        menu.addAction(translate("Tray", "Open Earshot"), parts.window.come_forward)
        self.pause = menu.addAction(translate("Tray", "Pause indexing"), self._pause)
        menu.addSeparator()
        menu.addAction(translate("Tray", "Quit"), parts.window.leave)
        self.icon.setContextMenu(menu)
        self.icon.activated.connect(self._activated)
        self.icon.messageClicked.connect(parts.window.come_forward)
        parts.ingest.running_changed.connect(self._running)
        parts.ingest.happened.connect(self._happened)
        parts.settings.changed.connect(lambda name: self._settle() if name == "tray" else None)
        parts.theme.changed.connect(self._draw)
        parts.window.closing.connect(self._close)
        self._settle()

    def _settle(self) -> None:
        """Shows the icon while useful; the window may hide only if there is a tray."""
        wants = self._parts.settings.values.tray
        is_there = QSystemTrayIcon.isSystemTrayAvailable()
        self._parts.window.stays = wants and is_there
        self._parts.app.setQuitOnLastWindowClosed(not self._parts.window.stays)
        self.pause.setVisible(self._parts.ingest.is_running)
        self._draw()
        self.icon.setVisible(is_there and (wants or self._parts.ingest.is_running))

    def _running(self, is_running: bool) -> None:
        if is_running:
            self._began_s, self._percent, self._finished = time.monotonic(), -1, None
        elif self._finished is not None:
            self._tell(self._finished)
        self._settle()

    def _happened(self, event: Event) -> None:
        if isinstance(event, Progress) and event.total:
            percent = 100 * event.done // event.total
            if percent != self._percent:
                self._percent = percent
                self._draw()
        elif isinstance(event, Paused):
            text = translate("Tray", "Resume indexing") if event.is_paused else translate("Tray", "Pause indexing")
            self.pause.setText(text)
        elif isinstance(event, Finished):
            self._finished = event

    def _tell(self, end: Finished) -> None:
        """Notifies a user in another program that a long job is done."""
        window, took_s = self._parts.window, time.monotonic() - self._began_s
        if not self._parts.settings.values.notify or window.isActiveWindow() or took_s < _LONG_S or end.cancelled:
            return
        text = messages.finished(end.added, end.changed, end.moved, end.removed, end.failed, end.cancelled)
        if self.icon.isVisible() and QSystemTrayIcon.supportsMessages():
            self.icon.showMessage(translate("Tray", "Indexing is done"), text, self.icon.icon())
        QApplication.alert(window)

    def _draw(self) -> None:
        is_running = self._parts.ingest.is_running and self._percent >= 0
        self.icon.setIcon(picture(self._parts.theme, self._percent if is_running else None))
        tip = translate("Tray", "Earshot: indexing, %1 %", self._percent) if is_running else "Earshot"
        self.icon.setToolTip(tip)

    def _pause(self) -> None:
        ingest = self._parts.ingest
        (ingest.resume if ingest.is_paused else ingest.pause)()

    def _activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason in (QSystemTrayIcon.ActivationReason.Trigger, QSystemTrayIcon.ActivationReason.DoubleClick):
            self._parts.window.come_forward()

    def _close(self) -> None:
        self.icon.hide()
        if not self._parts.app.quitOnLastWindowClosed():
            self._parts.app.quit()


def picture(theme: Theme, percent: int | None) -> QIcon:
    """The app icon with a progress ring."""
    drawn = QPixmap(_SIDE_PX, _SIDE_PX)
    drawn.fill(Qt.GlobalColor.transparent)
    inset = 0 if percent is None else 12
    painter = QPainter(drawn)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    side = _SIDE_PX - 2 * inset
    painter.drawPixmap(inset, inset, resources.pixmap("earshot", theme.accent, side))
    if percent is not None:
        ring = QRectF(4, 4, _SIDE_PX - 8, _SIDE_PX - 8)
        for colour, span in ((theme.line_strong, 100), (theme.accent, percent)):
            painter.setPen(QPen(QColor(colour), 7, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
            painter.drawArc(ring, 90 * 16, -round(span * 3.6 * 16))
    painter.end()
    return QIcon(drawn)
