"""Strip above the results with the progress of metadata jobs, and afterwards the outcome and Undo."""

from PySide6.QtCore import QEvent, QSize, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QProgressBar, QToolButton, QWidget

from desktop.base import resources
from desktop.base.theme import Theme
from desktop.base.timer import single_shot
from desktop.base.translation import translate
from desktop.widgets.buttons import push_button
from desktop.widgets.labels import text_label

_STAYS_MS = 12_000
"""How long a success stays; Ctrl+Alt+Z undoes it later, too."""


class MetadataProgress(QFrame):
    """Shows one job at a time. GUI thread only."""

    cancel_wanted = Signal()
    undo_wanted = Signal(int)
    """The session in the journal."""
    details_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("message")
        self._session = 0
        self.going = single_shot(self, _STAYS_MS, self._go)
        """Hides a success; runs while neither pointer nor focus is in the strip."""
        self._goes = False
        self.label = text_label("", self, wraps=True, is_plain=True)
        self.bar = QProgressBar(self)
        self.bar.setTextVisible(False)
        self.bar.setMaximumWidth(220)
        self.bar.setAccessibleName(translate("MetadataProgress", "Progress"))
        self.cancel_button = push_button(
            translate("MetadataProgress", "Cancel"),
            self.cancel_wanted,
            self,
            tip=translate("MetadataProgress", "Stop here; what is done stays and can be undone"),
        )
        self.details_button = push_button(translate("MetadataProgress", "Show errors…"), self.details_wanted, self)
        self.undo_button = push_button(
            translate("MetadataProgress", "Undo"),
            lambda: self.undo_wanted.emit(self._session),
            self,
            tip=translate("MetadataProgress", "Restore the files exactly as they were (Ctrl+Alt+Z)"),
        )
        self.close_button = QToolButton(self)
        self.close_button.setIcon(resources.icon("close", theme.text))
        self.close_button.setIconSize(QSize(16, 16))
        self.close_button.setToolTip(translate("MetadataProgress", "Close this message"))
        self.close_button.setAccessibleName(translate("MetadataProgress", "Close this message"))
        self.close_button.clicked.connect(self.hide)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(14, 6, 8, 6)
        layout.setSpacing(10)
        layout.addWidget(self.label, 1)
        for part in (self.bar, self.cancel_button, self.details_button, self.undo_button, self.close_button):
            layout.addWidget(part)
        self.hide()

    def begin(self, text: str, total: int) -> None:
        """Shows a running job; `total` is 0 if its length is unknown."""
        self._say(text)
        self.bar.setRange(0, total)
        self.bar.setValue(0)
        self._show(is_working=True)

    def advance(self, done: int) -> None:
        self.bar.setValue(done)

    def end(self, text: str, *, session: int = 0, failures: int = 0) -> None:
        """Shows the outcome, which hides itself unless something failed; a `session` offers Undo."""
        self._session = session
        self._say(text)
        self._show(is_working=False, has_undo=session > 0, has_failures=failures > 1)
        self._goes = not failures
        self._wait()

    @property
    def is_working(self) -> bool:
        return not self.isHidden() and not self.cancel_button.isHidden()

    def event(self, event: QEvent) -> bool:
        """Stays while the pointer is in the strip."""
        if event.type() == QEvent.Type.Enter:
            self.going.stop()
        elif event.type() == QEvent.Type.Leave:
            self._wait()
        return super().event(event)

    def _wait(self) -> None:
        if self._goes and not self.underMouse():
            self.going.start()

    def _go(self) -> None:
        if self.isAncestorOf(self.window().focusWidget() or self.window()):
            self.going.start()  # a button has the focus
        else:
            self.hide()

    def _say(self, text: str) -> None:
        self.label.setText(text)
        self.label.setAccessibleName(text)

    def _show(self, *, is_working: bool, has_undo: bool = False, has_failures: bool = False) -> None:
        self._goes = False
        self.going.stop()
        self.bar.setVisible(is_working)
        self.cancel_button.setVisible(is_working)
        self.undo_button.setVisible(has_undo)
        self.details_button.setVisible(has_failures)
        self.close_button.setVisible(not is_working)
        self.show()
