"""The popover of a filter button: groups of choices, a hint, and a button that clears them."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QWidget

from desktop.base.filter_terms import values_of, with_values
from desktop.base.theme import Theme
from desktop.base.translation import translate
from desktop.search.filters.choices import GroupChoices, Option
from desktop.search.filters.facets import Facet
from desktop.widgets.boxes import STRETCH, hbox, vbox
from desktop.widgets.buttons import push_button
from desktop.widgets.labels import text_label
from desktop.widgets.popover import open_beside

_LOW_PX = 140
"""Height of a list beside others, so that all fit on a small screen."""


class FacetPopover(QFrame):
    """Edits the terms of one facet in the filters. GUI thread only."""

    changed = Signal(str)
    """The filters with this facet's new terms."""

    def __init__(self, facet: Facet, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setObjectName("popover")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(str(facet.title))
        self.facet = facet
        self._filters = ""
        self._keys = tuple(group.key for group in facet.groups)
        self.groups = {group.key: GroupChoices(group, theme, self) for group in facet.groups}
        lists = [choices.list for choices in self.groups.values() if choices.list is not None]
        for shown in lists if len(lists) > 1 else ():
            shown.setFixedHeight(_LOW_PX)
        self._clear = push_button(translate("FacetPopover", "Clear"), self._cleared, self)
        self._clear.setAccessibleName(translate("FacetPopover", "Clear this filter"))
        layout = vbox(parent=self, margins=(14, 12, 14, 12), spacing=12)
        for choices in self.groups.values():
            choices.changed.connect(self._chosen)
            layout.addWidget(choices)
        if facet.hint is not None:
            hint = text_label(str(facet.hint), self, "faint", wraps=True)
            hint.setMaximumWidth(260)
            layout.addWidget(hint)
        foot = hbox(STRETCH, self._clear)
        layout.addLayout(foot)

    def show_filters(self, filters: str) -> None:
        self._filters = filters
        for key, choices in self.groups.items():
            choices.show_values(values_of(filters, key))
        self._clear.setEnabled(any(values_of(filters, key) for key in self._keys))

    def show_counts(self, key: str, options: Sequence[Option]) -> None:
        """Shows how many sounds each value of one key would leave."""
        self.groups[key].show_counts(options)
        for layout in (self.groups[key].layout(), self.layout()):
            assert layout is not None
            layout.activate()  # else it keeps the room of removed values
        self.adjustSize()

    def open_under(self, button: QWidget) -> None:
        """Opens under a button, moved to fit on the screen."""
        self.adjustSize()
        open_beside(self, button)
        # Focus the search field if any, never the first preset, whose ring would look like a choice.
        find = next(
            (choices.search_field for choices in self.groups.values() if choices.search_field is not None), None
        )
        (find or self).setFocus(Qt.FocusReason.PopupFocusReason)

    def _chosen(self, key: str, values: tuple[str, ...]) -> None:
        self._say(with_values(self._filters, key, values))

    def _cleared(self) -> None:
        filters = self._filters
        for key in self._keys:
            filters = with_values(filters, key, ())
        self._say(filters)

    def _say(self, filters: str) -> None:
        if filters != self._filters:
            self.show_filters(filters)
            self.changed.emit(filters)
