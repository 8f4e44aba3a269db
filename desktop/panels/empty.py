"""The page instead of results: first run, no sounds found, or still waiting for the first ones."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QVBoxLayout, QWidget

from desktop import resources
from desktop.theme import Theme


@dataclass(frozen=True, slots=True)
class Way:
    """A way out of an empty answer."""

    text: str
    take: Callable[[], object]


class EmptyPage(QWidget):
    """Says what to do. GUI thread only."""

    add_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        zone = QFrame(self)
        zone.setObjectName("dropZone")
        zone.setMaximumSize(640, 400)
        self._theme = theme
        self._zone = zone
        self._picture = QLabel(zone)
        self._picture.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.title = QLabel("", zone)
        self.title.setObjectName("emptyTitle")
        self.title.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.title.setWordWrap(True)
        self.text = QLabel("", zone)
        self.text.setObjectName("emptyText")
        self.text.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.text.setWordWrap(True)
        for label in (self.title, self.text):
            label.setTextFormat(Qt.TextFormat.PlainText)
        self.button = QPushButton(resources.icon("folder-add", theme.on_accent), "  Add folder…", zone)
        self.button.setObjectName("primary")
        self.button.setIconSize(QSize(20, 20))
        self.button.clicked.connect(self.add_wanted)
        inner = QVBoxLayout(zone)
        inner.setContentsMargins(48, 44, 48, 44)
        inner.setSpacing(14)
        inner.addStretch(1)
        inner.addWidget(self._picture)
        inner.addWidget(self.title)
        inner.addWidget(self.text)
        self.ways: tuple[Way, ...] = ()
        self._ways = QVBoxLayout()
        self._ways.setSpacing(6)
        inner.addLayout(self._ways)
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
            is_drop=True,
        )

    def listening(self) -> None:
        """The first sounds are being indexed."""
        self._say("Listening to your sounds…", "You can search as soon as the first ones are in.", "earshot")

    def opening(self) -> None:
        """The library is being opened."""
        self._say("Opening the library…", "", "earshot")

    def nothing_found(self, note: str) -> None:
        """A query has no row at all."""
        advice = "Try other words, or click a filter above to switch it off."
        self._say("Nothing found", f"{note} {advice}".strip(), "search")

    def fault(self, message: str, advice: str) -> None:
        """The library cannot be used."""
        self._say(message, advice, "warning")

    def show_ways(self, ways: Sequence[Way]) -> None:
        """Offers searches that would find something, a button each; none takes them away."""
        self.ways = tuple(ways)
        while (item := self._ways.takeAt(0)) is not None:
            button = item.widget()
            button.hide()
            button.deleteLater()
        for way in ways:
            button = QPushButton(way.text.replace("&", "&&"), self._zone)
            button.setAccessibleName(way.text)
            button.clicked.connect(lambda _=False, way=way: way.take())
            self._ways.addWidget(button, 0, Qt.AlignmentFlag.AlignHCenter)

    def _say(self, title: str, text: str, picture: str = "drop", *, is_drop: bool = False) -> None:
        colour = {"search": self._theme.text_faint, "warning": self._theme.danger}.get(picture, self._theme.accent)
        self._picture.setPixmap(resources.pixmap(picture, colour, 56, self.devicePixelRatioF()))
        self._zone.setObjectName("dropZone" if is_drop else "")
        self._zone.style().unpolish(self._zone)  # a style sheet looks at names only once
        self._zone.style().polish(self._zone)
        self.title.setText(title)
        self.text.setText(text)
        self.text.setVisible(bool(text))
        self.button.setVisible(is_drop)
