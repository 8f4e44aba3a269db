"""Recordings in the sidebar: search by one again, play it, or delete it."""

from collections.abc import Sequence
from datetime import datetime

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QLabel, QListWidgetItem, QToolButton, QWidget

from desktop.base import messages, resources
from desktop.base.theme import Theme
from desktop.base.translation import language, translate
from desktop.widgets.boxes import hbox
from desktop.widgets.places.place_list import PlaceList
from engine.audio.takes import Recording

_TAKE_ROLE = int(Qt.ItemDataRole.UserRole) + 1


class TakesPanel(PlaceList):
    """Shows the recordings, newest first. GUI thread only."""

    search_wanted = Signal(object)
    """Recording."""
    play_wanted = Signal(object)
    """Recording."""
    removed = Signal(object)
    """Recording."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._theme = theme
        self.setAccessibleName(translate("TakesPanel", "Recordings"))
        self.itemClicked.connect(self._search)
        self.itemActivated.connect(self._search)

    def show_takes(self, takes: Sequence[Recording]) -> None:
        self.clear()
        for take in takes:
            item = self.add_row("")
            item.setData(_TAKE_ROLE, take)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, take.path.name)
            item.setToolTip(messages.plain(f"{take.path.name}\n{translate('TakesPanel', 'Click to search by it.')}"))
            self.setItemWidget(item, self._row(take))
        self.fit()

    @property
    def takes(self) -> tuple[Recording, ...]:
        return tuple(self.item(row).data(_TAKE_ROLE) for row in range(self.count()))

    def button(self, row: int, name: str) -> QToolButton:
        found = self.itemWidget(self.item(row)).findChild(QToolButton, f"take-{name}")
        assert isinstance(found, QToolButton)
        return found

    def _row(self, take: Recording) -> QWidget:
        row = QWidget(self)
        when = datetime.fromtimestamp(take.recorded_s)
        day = when.strftime("%d.%m. %H:%M" if language() == "de" else "%d %b %H:%M")
        text = QLabel(f"{day}  ·  {messages.length(take.duration_s)}", row)
        text.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        layout = hbox((text, 1), parent=row, margins=(6, 0, 2, 0), spacing=0)
        play, remove = translate("TakesPanel", "Play this recording"), translate("TakesPanel", "Delete this recording")
        for name, icon, hint, signal in (
            ("play", "play", play, self.play_wanted),
            ("remove", "trash", remove, self.removed),
        ):
            button = QToolButton(row)
            button.setObjectName(f"take-{name}")
            button.setIcon(resources.icon(icon, self._theme.text_soft))
            button.setIconSize(QSize(14, 14))
            button.setFixedSize(22, 22)
            button.setToolTip(hint)
            button.setAccessibleName(hint)
            button.clicked.connect(lambda _=False, signal=signal: signal.emit(take))
            layout.addWidget(button)
        return row

    def _search(self, item: QListWidgetItem) -> None:
        self.search_wanted.emit(item.data(_TAKE_ROLE))
