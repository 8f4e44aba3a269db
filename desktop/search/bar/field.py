"""The search field: words, a faint completion after them, its own buttons, and dropped or pasted files."""

import re
from collections.abc import Sequence

from PySide6.QtCore import QEvent, QMimeData, QPointF, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QFocusEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QLineEdit, QToolButton, QWidget

from desktop.base import resources
from desktop.base.theme import Theme
from desktop.base.translation import translate
from desktop.search.bar.completion import CompletionLine, CompletionList, rest_of
from desktop.widgets.drag import paths_of
from desktop.widgets.restyle import restyle
from engine.audio.files import AUDIO_SUFFIXES
from engine.base.types import FilePath

_BUTTON_PX = 28


class SearchField(QLineEdit):
    """A line of words. GUI thread only."""

    left_downwards = Signal()
    """Down: go to the results."""
    committed = Signal()
    """Return: play the best result."""
    accepted = Signal()
    given = Signal(object)
    """FilePath of a sound file dropped or pasted here, to search by."""

    given_besides = Signal(object)
    """Likewise with Shift: add it to the query."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("searchField")
        self.setAcceptDrops(True)
        self._theme = theme
        self._buttons: list[QToolButton] = []
        self._rest: tuple[CompletionLine, str] | None = None
        self._hint = translate(
            "SearchField", "Describe a sound: heavy wooden door slam, rain on a tin roof, short bright click"
        )
        self.setPlaceholderText(self._hint)
        self.setAccessibleName(translate("SearchField", "Search"))
        self.list = CompletionList(theme, self)
        self.list.accepted.connect(self.accept)
        self.glass = self.addAction(
            resources.icon("search", theme.text_faint), QLineEdit.ActionPosition.LeadingPosition
        )
        self.glass.setText(translate("SearchField", "Earlier searches (Ctrl+Shift+H)"))
        self.textChanged.connect(lambda: self._forget_rest())
        self.cursorPositionChanged.connect(lambda: self._forget_rest())

    @property
    def words_rect(self) -> QRect:
        """Area of the text up to the buttons; a long line may be scrolled."""
        before_px = self.fontMetrics().horizontalAdvance(self.text()[: self.cursorPosition()])
        cursor_px = self.cursorRect().center().x() + 1  # Qt's rectangle has the cursor a pixel right of its middle
        left = max(0, cursor_px - before_px)
        return QRect(left, 2, self.width() - self.textMargins().right() - left, self.height() - 4)

    def add_button(self, icon: str, text: str) -> QToolButton:
        """Adds a small button at the right end, left of the others."""
        button = QToolButton(self)
        button.setObjectName("fieldButton")
        button.setIcon(resources.icon(icon, self._theme.text_soft))
        button.setIconSize(QSize(18, 18))
        button.setFixedSize(_BUTTON_PX, _BUTTON_PX)
        button.setCursor(Qt.CursorShape.ArrowCursor)
        button.setToolTip(text)
        button.setAccessibleName(text)
        self._buttons.append(button)
        self.lay_buttons()
        return button

    def lay_buttons(self) -> None:
        """Lays out the visible buttons and ends the text before them."""
        right = self.width() - 8
        for button in self._buttons:
            if not button.isHidden():
                right -= _BUTTON_PX
                button.move(right, (self.height() - _BUTTON_PX) // 2)
        self.setTextMargins(0, 0, self.width() - right - 4, 0)

    def suggest(self, suggestions: Sequence[CompletionLine], *, is_listed: bool, has_arrows: bool) -> None:
        """Shows the continuation of the first suggestion, and the list if wanted."""
        self._rest = rest_of(suggestions, self.text(), self.cursorPosition()) if self.hasFocus() else None
        if is_listed and self.hasFocus():
            self.list.show_under(self, suggestions, has_arrows=has_arrows)
        else:
            self.list.hide()
        self.update()

    @property
    def rest(self) -> str:
        """Text that Tab would add."""
        return self._rest[1] if self._rest is not None else ""

    def accept(self, suggestion: CompletionLine) -> None:
        self.list.hide()
        self.setText(suggestion.text)
        self.setCursorPosition(suggestion.cursor)
        self.accepted.emit()

    def event(self, event: QEvent) -> bool:
        """Tab accepts a completion if there is one, else moves on. Esc first closes an open list."""
        if isinstance(event, QKeyEvent) and self.list.isVisible() and event.key() == Qt.Key.Key_Escape:
            if event.type() == QEvent.Type.ShortcutOverride:
                event.accept()
                return True
            if event.type() == QEvent.Type.KeyPress:
                self.list.hide()
                return True
        is_tab = event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Tab
        if is_tab:
            chosen = self.list.chosen() or (self._rest[0] if self._rest is not None else None)
            if chosen is not None:
                self.accept(chosen)
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Down leaves for the results and Return plays, unless the user opened the list."""
        key = event.key()
        is_choosing = self.list.isVisible() and self.list.has_arrows
        if key in (Qt.Key.Key_Down, Qt.Key.Key_Up) and is_choosing:
            self.list.move_by(1 if key == Qt.Key.Key_Down else -1)
        elif key == Qt.Key.Key_Down:
            self.list.hide()
            self.left_downwards.emit()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            chosen = self.list.chosen() if is_choosing else None
            if chosen is not None:
                self.accept(chosen)
            else:
                self.list.hide()
                self.committed.emit()
        elif key == Qt.Key.Key_Right and self._rest is not None and not event.modifiers():
            self.accept(self._rest[0])
        elif event.matches(QKeySequence.StandardKey.Paste) and self._take(QGuiApplication.clipboard().mimeData()):
            event.accept()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._rest = None
        if not self.list.underMouse():
            self.list.hide()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.lay_buttons()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paints the completion after the words."""
        super().paintEvent(event)
        if self._rest is None or self.hasSelectedText():
            return
        painter = QPainter(self)
        painter.setPen(self._theme.colour("text_faint"))
        painter.setFont(self.font())
        cursor = self.cursorRect()
        metrics = self.fontMetrics()
        room = self.width() - self.textMargins().right() - cursor.center().x()
        rest = metrics.elidedText(self._rest[1], Qt.TextElideMode.ElideRight, max(0, room))
        baseline = cursor.center().y() + (metrics.ascent() - metrics.descent()) / 2
        painter.drawText(QPointF(cursor.center().x() + 1, baseline), rest)
        painter.end()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accepts a sound file from anywhere, to search by."""
        if _sound_of(event.mimeData()) is None:
            super().dragEnterEvent(event)
            return
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        self._show_target(True)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        if _sound_of(event.mimeData()) is None:
            super().dragMoveEvent(event)
            return
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self._show_target(False)
        super().dragLeaveEvent(event)

    def dropEvent(self, event: QDropEvent) -> None:
        self._show_target(False)
        path = _sound_of(event.mimeData())
        if path is None:
            super().dropEvent(event)
            return
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        is_beside = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        (self.given_besides if is_beside else self.given).emit(path)

    def _take(self, data: QMimeData) -> bool:
        path = _sound_of(data)
        if path is not None:
            self.given.emit(path)
        return path is not None

    def _forget_rest(self) -> None:
        self._rest = None

    def _show_target(self, is_target: bool) -> None:
        drop = translate("SearchField", "Drop to find similar sounds")
        self.setPlaceholderText(drop if is_target else self._hint)
        self.setProperty("target", is_target)
        restyle(self)


def _sound_of(data: QMimeData) -> FilePath | None:
    """The sound file in the data: one file, or the text of an absolute path or file: address.

    Judged by name only: a missing file is reported when opened.
    """
    paths = paths_of(data) if data.hasUrls() else ()
    if not paths and data.hasText():
        text = data.text().strip().strip("\"'")
        if text.startswith("file://") and "\n" not in text:
            wrapped = QMimeData()
            wrapped.setData("text/uri-list", text.encode())
            paths = paths_of(wrapped)
        elif re.match(r"(/|[A-Za-z]:[\\/]|\\\\)", text) and "\n" not in text:
            paths = (FilePath.of(text),)
    if len(paths) != 1:
        return None
    name = paths[0].name.lower()
    return paths[0] if "." in name and name[name.rfind(".") :] in AUDIO_SUFFIXES else None
