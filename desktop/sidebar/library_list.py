"""Top of the sidebar: all sounds, favourites, played and new ones. A click searches there only."""

from msgspec import Struct
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QListWidgetItem, QWidget

from desktop.base import resources
from desktop.base.theme import Theme
from desktop.base.translation import Phrase, phrase
from desktop.widgets.places.place_list import PlaceList, PlaceRow, value_of


class _Place(Struct, frozen=True):
    scope: str
    """Filters of `SCOPES`, in the query grammar."""
    title: Phrase
    icon: str


PLACES = (
    _Place("", phrase("LibraryList", "All sounds"), "all-sounds"),
    _Place("fav:yes", phrase("LibraryList", "Favourites"), "heart"),
    _Place("heard:yes", phrase("LibraryList", "Recently played"), "clock"),
    _Place("heard:no", phrase("LibraryList", "Never played"), "unheard"),
    _Place("added:week", phrase("LibraryList", "Recently added"), "newest"),
)


class LibraryList(PlaceList):
    """The places, keyed by scope. GUI thread only."""

    chosen = Signal(str)
    """Filters of `SCOPES`; empty for all sounds."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.show_rows(
            [
                PlaceRow(place.scope, str(place.title), resources.icon(place.icon, theme.text_soft), place.scope)
                for place in PLACES
            ]
        )
        self.itemClicked.connect(self._chosen)
        self.itemActivated.connect(self._chosen)

    def _chosen(self, item: QListWidgetItem) -> None:
        self.chosen.emit(value_of(item))
