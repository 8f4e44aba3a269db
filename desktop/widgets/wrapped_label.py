"""A wrapped label of fixed width with its full height, even if aligned by a layout."""

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QLabel, QWidget


class WrappedLabel(QLabel):
    """Plain text at a fixed width; Qt ignores an aligned label's height. GUI thread only."""

    def __init__(self, text: str, width_px: int, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.setFixedWidth(width_px)
        self.setText(text)

    def setText(self, text: str) -> None:
        super().setText(text)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._fit()

    def event(self, event: QEvent) -> bool:
        """Fits the height once the style sheet's font is known."""
        done = super().event(event)
        if event.type() == QEvent.Type.Polish:
            self._fit()
        return done

    def _fit(self) -> None:
        self.setFixedHeight(max(0, self.heightForWidth(self.width())))
