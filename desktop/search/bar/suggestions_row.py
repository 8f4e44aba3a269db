"""A line under the search field that offers other searches if an answer is weak."""

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from desktop.base.theme import Theme
from desktop.base.translation import translate
from desktop.results.empty import SuggestedAction
from desktop.widgets.buttons import push_button
from desktop.widgets.labels import text_label
from desktop.widgets.one_line import OneLine

_HEIGHT_PX = 30


class SuggestionsRow(OneLine):
    """Shown while there is something to offer. GUI thread only."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, _HEIGHT_PX, parent, gap_px=8)
        self.setObjectName("ways")
        self.setContentsMargins(12, 0, 12, 2)
        self.ways: tuple[SuggestedAction, ...] = ()
        self.hide()

    def show_ways(self, ways: Sequence[SuggestedAction]) -> None:
        """Offers one button per search; an empty list hides the line."""
        self.ways = tuple(ways)
        self.clear()
        if ways:
            title = text_label(translate("SuggestionsRow", "Try instead:"), self, "faint")
            self.add(title)
        for way in ways:
            button = push_button(way.text.replace("&", "&&"), lambda _=False, way=way: way.take(), self)
            button.setProperty("facet", True)
            button.setAccessibleName(way.text)
            self.add(button)
        self.setVisible(bool(ways))
