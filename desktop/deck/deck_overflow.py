"""The deck's "…" button and its popover with the controls that do not fit into the bar: moved, not copied."""

from collections.abc import Sequence

from msgspec import Struct
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QToolButton, QWidget

from desktop.base import resources
from desktop.base.theme import Theme
from desktop.base.translation import translate
from desktop.widgets.boxes import hbox, vbox
from desktop.widgets.labels import text_label
from desktop.widgets.popover import open_beside
from desktop.widgets.restyle import restyle

_ICON_PX = 18
_GAP_PX = 6


class OverflowItem(Struct, frozen=True):
    """A control that moved behind the "…" button."""

    widget: QWidget
    label: str = ""
    """Text before it; empty if it has its own."""


class OverflowButton(QToolButton):
    """Button shown while it holds controls. GUI thread only."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.held: tuple[OverflowItem, ...] = ()
        self.is_active = False
        self._theme = theme
        self.setIcon(resources.icon("more", theme.text_soft))
        self.setIconSize(QSize(_ICON_PX, _ICON_PX))
        self._tell(False)
        self.popover = _Popover(self)
        self.clicked.connect(self.popover.open_above)
        self.hide()

    def hold(self, held: Sequence[OverflowItem]) -> None:
        """Takes over controls from their places; the caller puts back those it held before."""
        self.popover.close()
        kept = {one.widget for one in held}
        for one in self.held:
            if one.widget not in kept:
                _show_words(one.widget, False)
        self.held = tuple(held)
        self.popover.show_held(self.held)
        self.setVisible(bool(held))

    def show_active(self, is_active: bool) -> None:
        """Highlights it if a control it holds affects playback."""
        if is_active != self.is_active:
            self.is_active = is_active
            self._tell(is_active)
            self.setProperty("on", is_active)
            self.setIcon(resources.icon("more", self._theme.accent_text if is_active else self._theme.text_soft))
            restyle(self)

    def _tell(self, is_active: bool) -> None:
        name = translate("OverflowButton", "More controls")
        lit = translate("OverflowButton", "More controls: one of them changes what you hear")
        self.setAccessibleName(lit if is_active else name)
        self.setToolTip(lit if is_active else translate("OverflowButton", "More controls: what has no room here"))


class _Popover(QFrame):
    """The controls, one per line, above the button."""

    def __init__(self, button: QToolButton) -> None:
        super().__init__(button, Qt.WindowType.Popup)
        self._button = button
        self.setObjectName("popover")
        self.setAccessibleName(translate("OverflowButton", "More controls"))
        self._rows = vbox(parent=self, margins=(12, 10, 12, 10), spacing=_GAP_PX)

    def show_held(self, held: Sequence[OverflowItem]) -> None:
        while (item := self._rows.takeAt(0)) is not None:
            if (line := item.layout()) is not None:
                while (part := line.takeAt(0)) is not None:
                    label = part.widget()
                    if label is not None and label.objectName() == "moreLabel":
                        label.deleteLater()
                line.deleteLater()
        for one in held:
            line = hbox(spacing=10)
            if one.label:
                words = text_label(one.label, self, "moreLabel")
                line.addWidget(words, 1)
            _show_words(one.widget, True)
            line.addWidget(one.widget)
            if not one.label:
                line.addStretch(1)
            self._rows.addLayout(line)
            one.widget.show()

    def open_above(self) -> None:
        """Opens above the button, moved to fit on the screen."""
        self._rows.activate()
        self.adjustSize()
        open_beside(self, self._button, is_above=True)
        self.setFocus(Qt.FocusReason.PopupFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Closes on Esc, even from a number field."""
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        else:
            super().keyPressEvent(event)


def _show_words(widget: QWidget, has_words: bool) -> None:
    """Shows or hides the text of an icon button."""
    if isinstance(widget, QToolButton) and not widget.icon().isNull():
        style = Qt.ToolButtonStyle
        widget.setToolButtonStyle(style.ToolButtonTextBesideIcon if has_words else style.ToolButtonIconOnly)
