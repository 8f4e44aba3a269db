"""The page instead of results: first run, no sounds found, or still waiting for the first ones."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QVBoxLayout, QWidget

from desktop import resources
from desktop.theme import Theme


class EmptyPage(QWidget):
    """Says what to do. GUI thread only."""

    add_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        zone = QFrame(self)
        zone.setObjectName("dropZone")
        zone.setMaximumSize(640, 400)
        picture = QLabel(zone)
        picture.setPixmap(resources.pixmap("drop", theme.accent, 56, self.devicePixelRatioF()))
        picture.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.title = QLabel("", zone)
        self.title.setObjectName("emptyTitle")
        self.title.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.title.setWordWrap(True)
        self.text = QLabel("", zone)
        self.text.setObjectName("emptyText")
        self.text.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.text.setWordWrap(True)
        self.button = QPushButton(resources.icon("folder-add", theme.on_accent), "  Add folder…", zone)
        self.button.setObjectName("primary")
        self.button.setIconSize(QSize(20, 20))
        self.button.clicked.connect(self.add_wanted)
        inner = QVBoxLayout(zone)
        inner.setContentsMargins(48, 44, 48, 44)
        inner.setSpacing(14)
        inner.addStretch(1)
        inner.addWidget(picture)
        inner.addWidget(self.title)
        inner.addWidget(self.text)
        inner.addSpacing(6)
        inner.addWidget(self.button, 0, Qt.AlignmentFlag.AlignHCenter)
        inner.addStretch(1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(32, 24, 32, 24)
        outer.addWidget(zone, 1, Qt.AlignmentFlag(0))
        outer.setAlignment(zone, Qt.AlignmentFlag.AlignCenter)
        zone.setMinimumSize(560, 340)
        self.first_run()

    def first_run(self) -> None:
        """The library holds no sound and nothing is being indexed."""
        self._say(
            "Drop a folder of sounds here",
            "Earshot listens to every file once, on this machine, and then finds any of them by description. "
            "Your files stay where they are and are never changed.",
            has_button=True,
        )

    def listening(self) -> None:
        """The first sounds are being indexed."""
        self._say("Listening to your sounds…", "You can search as soon as the first ones are in.", has_button=False)

    def opening(self) -> None:
        """The library is being opened."""
        self._say("Opening the library…", "", has_button=False)

    def nothing_found(self, note: str) -> None:
        """A query has no row at all."""
        self._say("Nothing found", note or "Try fewer or other words, or switch off a filter.", has_button=False)

    def fault(self, message: str, advice: str) -> None:
        """The library cannot be used."""
        self._say(message, advice, has_button=False)

    def _say(self, title: str, text: str, *, has_button: bool) -> None:
        self.title.setText(title)
        self.text.setText(text)
        self.text.setVisible(bool(text))
        self.button.setVisible(has_button)
