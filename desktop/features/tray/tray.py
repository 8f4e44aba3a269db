"""The tray icon: indexing progress, a notification at its end, and a closed window's place."""

import time

from PySide6.QtCore import QObject, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QApplication, QMenu, QSystemTrayIcon

from desktop.base import messages, resources
from desktop.base.theme import Theme
from desktop.base.translation import translate
from desktop.controllers import ports
from engine.base.events import Event, Finished, Paused, Progress

_LONG_S = 10.0
"""Shorter jobs end without a notification."""
_SIDE_PX = 64


class Tray(QObject):
    """Connects jobs, window and tray icon. GUI thread only."""

    def __init__(
        self,
        window: ports.MainWindow,
        app: QApplication,
        theme: ports.Theme,
        settings: ports.SettingsFile,
        ingest: ports.IngestProcess,
    ) -> None:
        super().__init__()
        self._window, self._app, self._theme, self._settings, self._ingest = window, app, theme, settings, ingest
        self._began_s = 0.0
        self._percent = -1
        self._finished: Finished | None = None
        self.icon = QSystemTrayIcon(self)
        menu = QMenu(window)
        menu.addAction(translate("Tray", "Open Earshot"), window.come_forward)
        self.pause = menu.addAction(translate("Tray", "Pause indexing"), self._pause)
        menu.addSeparator()
        menu.addAction(translate("Tray", "Quit"), window.leave)
        self.icon.setContextMenu(menu)
        self.icon.activated.connect(self._activated)
        self.icon.messageClicked.connect(window.come_forward)
        ingest.running_changed.connect(self._running)
        ingest.happened.connect(self._happened)
        settings.changed.connect(lambda name: self._settle() if name == "tray" else None)
        theme.changed.connect(self._draw)
        window.closing.connect(self._close)
        self._settle()

    def _settle(self) -> None:
        """Shows the icon while useful; the window may hide only if there is a tray."""
        wants = self._settings.values.tray
        is_there = QSystemTrayIcon.isSystemTrayAvailable()
        self._window.stays = wants and is_there
        self._app.setQuitOnLastWindowClosed(not self._window.stays)
        self.pause.setVisible(self._ingest.is_running)
        self._draw()
        self.icon.setVisible(is_there and (wants or self._ingest.is_running))

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
        window, took_s = self._window, time.monotonic() - self._began_s
        if not self._settings.values.notify or window.isActiveWindow() or took_s < _LONG_S or end.cancelled:
            return
        text = messages.finished(end.added, end.changed, end.moved, end.removed, end.failed, end.cancelled)
        if self.icon.isVisible() and QSystemTrayIcon.supportsMessages():
            self.icon.showMessage(translate("Tray", "Indexing is done"), text, self.icon.icon())
        QApplication.alert(window)

    def _draw(self) -> None:
        is_running = self._ingest.is_running and self._percent >= 0
        self.icon.setIcon(picture(self._theme, self._percent if is_running else None))
        tip = translate("Tray", "Earshot: indexing, %1 %", self._percent) if is_running else "Earshot"
        self.icon.setToolTip(tip)

    def _pause(self) -> None:
        ingest = self._ingest
        (ingest.resume if ingest.is_paused else ingest.pause)()

    def _activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason in (QSystemTrayIcon.ActivationReason.Trigger, QSystemTrayIcon.ActivationReason.DoubleClick):
            self._window.come_forward()

    def _close(self) -> None:
        self.icon.hide()
        if not self._app.quitOnLastWindowClosed():
            self._app.quit()


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
