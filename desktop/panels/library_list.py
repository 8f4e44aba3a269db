"""The top of the sidebar: all sounds, favourites, and what was or was not heard. A click looks there alone."""

from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QWidget

from desktop import resources
from desktop.panels.filters.terms import SCOPES, terms_of, text_of
from desktop.theme import Theme
from desktop.translation import Phrase, phrase

_ROW_PX = 28
_SCOPE_ROLE = int(Qt.ItemDataRole.UserRole) + 1


@dataclass(frozen=True, slots=True)
class _Place:
    scope: str
    """Filters of `SCOPES`, in the grammar of the search field."""
    title: Phrase
    icon: str


PLACES = (
    _Place("", phrase("LibraryList", "All sounds"), "all-sounds"),
    _Place("fav:yes", phrase("LibraryList", "Favourites"), "heart"),
    _Place("heard:yes", phrase("LibraryList", "Recently heard"), "clock"),
    _Place("heard:no", phrase("LibraryList", "Never heard"), "unheard"),
    _Place("added:week", phrase("LibraryList", "Recently added"), "newest"),
)


class FittedList(QListWidget):
    """A list as high as its rows, up to a limit. GUI thread only."""

    def __init__(self, parent: QWidget | None = None, *, most_rows: int = 8) -> None:
        super().__init__(parent)
        self._most_rows = most_rows
        self.setObjectName("places")
        self.setIconSize(QSize(18, 18))
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.fit()

    def fit(self) -> None:
        """Takes the height of its rows."""
        self.setFixedHeight(max(1, min(self._most_rows, self.count())) * _ROW_PX + 2)

    def add_row(self, text: str) -> QListWidgetItem:
        """Adds a row of the common height."""
        item = QListWidgetItem(text)
        item.setSizeHint(QSize(0, _ROW_PX))
        self.addItem(item)
        return item


class LibraryList(FittedList):
    """The places. GUI thread only."""

    chosen = Signal(str)
    """Filters of `SCOPES`; empty for all sounds."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        for place in PLACES:
            item = self.add_row(str(place.title))
            item.setIcon(resources.icon(place.icon, theme.text_soft))
            item.setData(_SCOPE_ROLE, place.scope)
        self.fit()
        self.itemClicked.connect(self._chosen)
        self.itemActivated.connect(self._chosen)
        self.show_filters("")

    def show_filters(self, filters: str) -> None:
        """Marks the place that is looked in; none while it is another, such as a folder."""
        scope = text_of(term for term in terms_of(filters) if term.key in SCOPES)
        self.clearSelection()
        self.setCurrentRow(-1)
        for row in range(self.count()):
            if self.item(row).data(_SCOPE_ROLE) == scope:
                self.setCurrentRow(row)

    def _chosen(self, item: QListWidgetItem) -> None:
        self.chosen.emit(item.data(_SCOPE_ROLE))
