"""The line of filter buttons below the search field. It reads and writes a request's filters as text.

It is one line at any width: the filters that are set and the most used ones; the others are under More.
"""

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QPushButton, QSizePolicy, QToolButton, QWidget

from desktop.base import engine_words, resources
from desktop.base.filter_terms import values_of, with_values
from desktop.base.theme import Theme
from desktop.base.translation import translate
from desktop.search.filters.choices import Option
from desktop.search.filters.facets import MOST_USED, Facet, FacetGroup, facets, value_name
from desktop.search.filters.popover import FacetPopover
from desktop.widgets.boxes import hbox
from desktop.widgets.restyle import restyle
from engine.base.errors import QueryError
from engine.library.filters import FILTERS, read

_LETTERS = 22
_HEIGHT_PX = 32
_MARGIN_PX = 12
_GAP_PX = 6


class FacetButton(QWidget):
    """One button with its value, and a × beside it while it has one. GUI thread only."""

    cleared = Signal()

    def __init__(self, facet: Facet, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.facet = facet
        self.is_set = False
        self.button = QPushButton(str(facet.title), self)
        self.button.setProperty("facet", True)
        self.button.setIcon(resources.icon("chevron-down", theme.text_faint))
        self.button.setIconSize(QSize(12, 12))
        self.button.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        self.clear = QToolButton(self)
        self.clear.setObjectName("facetClear")
        self.clear.setIcon(resources.icon("close", theme.text))
        self.clear.setIconSize(QSize(12, 12))
        self.clear.clicked.connect(self.cleared)
        hbox(self.button, self.clear, parent=self, margins=0, spacing=0)
        self.show_filters("")

    def show_filters(self, filters: str) -> None:
        words = [word for group in self.facet.groups if (word := _words(group, values_of(filters, group.key)))]
        title = str(self.facet.title)
        text = f"{title}: {', '.join(words)}" if words else title
        short = text if len(text) <= len(title) + _LETTERS else text[: len(title) + _LETTERS - 1] + "…"
        self.button.setText(short.replace("&", "&&"))
        self.button.setToolTip(translate("FilterStrip", "Filter: %1", text))
        self.button.setAccessibleName(translate("FilterStrip", "Filter: %1", text))
        clear = translate("FilterStrip", "Clear filter: %1", title)
        self.clear.setToolTip(clear)
        self.clear.setAccessibleName(clear)
        self.clear.setVisible(bool(words))
        self.is_set = bool(words)
        if self.button.property("on") != bool(words):
            self.button.setProperty("on", bool(words))
            restyle(self.button)


class FilterStrip(QWidget):
    """All filter buttons. GUI thread only."""

    changed = Signal(str)
    counts_wanted = Signal(object)
    """FacetGroup whose visible values need counts."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("filterStrip")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedHeight(_HEIGHT_PX)
        self._theme = theme
        self._filters = ""
        self.buttons: dict[str, FacetButton] = {}
        self._popovers: dict[str, FacetPopover] = {}
        layout = hbox(parent=self, margins=(_MARGIN_PX, 0, _MARGIN_PX, 4), spacing=_GAP_PX)
        layout.setSizeConstraint(QHBoxLayout.SizeConstraint.SetNoConstraint)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._facets = facets()
        by_use = sorted(
            self._facets, key=lambda facet: MOST_USED.index(facet.id) if facet.id in MOST_USED else len(MOST_USED)
        )
        for facet in by_use:
            button = FacetButton(facet, theme, self)
            button.button.clicked.connect(lambda _=False, id=facet.id: self.open(id))
            button.cleared.connect(lambda facet=facet: self._clear(facet))
            self.buttons[facet.id] = button
            layout.addWidget(button)
        self.more = self._tool(translate("FilterStrip", "More"), translate("FilterStrip", "More filters"))
        self.more.setIcon(resources.icon("chevron-down", theme.text_faint))
        self.more.setIconSize(QSize(12, 12))
        self.more.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        self.more.clicked.connect(self.show_more)
        self.menu = QMenu(self)
        """Filters outside the strip."""
        self.clear_all = self._tool(
            translate("FilterStrip", "Clear all"), translate("FilterStrip", "Clear all filters")
        )
        self.clear_all.clicked.connect(lambda: self.clear_filters())
        layout.addWidget(self.more)
        layout.addWidget(self.clear_all)
        layout.addStretch(1)
        self.show_filters("")

    @property
    def keys(self) -> frozenset[str]:
        """Keys of the filters that have a button here."""
        return frozenset(group.key for facet in self._facets for group in facet.groups)

    def show_filters(self, filters: str, asked: str | None = None) -> None:
        """Shows the filters of the request.

        Args:
            filters: all of them, the text to edit.
            asked: the same without those switched off by chips; None if none is.
        """
        self._filters = filters
        for button in self.buttons.values():
            button.show_filters(filters if asked is None else asked)
        for popover in self._popovers.values():
            popover.show_filters(filters)
        self.clear_all.setVisible(any(values_of(filters, key) for key in self.keys))
        self._arrange()

    def show_counts(self, key: str, options: Sequence[Option]) -> None:
        """Shows how many sounds each value of a key would leave."""
        for popover in self._popovers.values():
            if key in popover.groups:
                popover.show_counts(key, options)

    def ask_counts(self) -> None:
        """Requests counts for visible values after the filters changed."""
        for popover in self._popovers.values():
            if popover.isVisible():
                self._ask(popover.facet)

    def open(self, id: str) -> FacetPopover:
        """Opens a facet's popover, under its button or under More."""
        facet = self.buttons[id].facet
        if id not in self._popovers:
            popover = self._popovers[id] = FacetPopover(facet, self._theme, self)
            popover.changed.connect(self._say)
        popover = self._popovers[id]
        popover.show_filters(self._filters)
        self._ask(facet)
        is_in_line = not self.buttons[id].isHidden()
        popover.open_under(self.buttons[id].button if is_in_line else self.more)
        return popover

    def _ask(self, facet: Facet) -> None:
        for group in facet.groups:
            if group.has_values:
                self.counts_wanted.emit(group)

    def show_more(self) -> None:
        self.menu.clear()
        for id, button in self.buttons.items():
            if button.isHidden():
                self.menu.addAction(button.button.text()).triggered.connect(lambda _=False, id=id: self.open(id))
        self.menu.popup(self.more.mapToGlobal(self.more.rect().bottomLeft()))

    def minimumSizeHint(self) -> QSize:
        return QSize(0, _HEIGHT_PX)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        """Shows the buttons that fit: first those set, then the most used; the rest is under More."""
        tools = [tool for tool in (self.more, self.clear_all) if tool is self.more or not tool.isHidden()]
        room = self.width() - 2 * _MARGIN_PX - sum(tool.sizeHint().width() + _GAP_PX for tool in tools)
        wanted = [id for id, button in self.buttons.items() if button.is_set]
        wanted += [id for id in MOST_USED if id not in wanted]
        shown = set()
        for id in wanted:
            room -= self.buttons[id].sizeHint().width() + _GAP_PX
            if room < 0:
                break
            shown.add(id)
        for id, button in self.buttons.items():
            button.setVisible(id in shown)
        hidden = [button for id, button in self.buttons.items() if id not in shown and button.is_set]
        self.more.setText(
            translate("FilterStrip", "More (%1)", len(hidden)) if hidden else translate("FilterStrip", "More")
        )

    def _tool(self, text: str, tip: str) -> QPushButton:
        button = QPushButton(text, self)
        button.setProperty("facet", True)
        button.setToolTip(tip)
        button.setAccessibleName(tip)
        return button

    def clear_filters(self) -> None:
        """Clears these filters; a folder or collection that is searched stays."""
        filters = self._filters
        for key in self.keys:
            filters = with_values(filters, key, ())
        self._say(filters)

    def _clear(self, facet: Facet) -> None:
        filters = self._filters
        for group in facet.groups:
            filters = with_values(filters, group.key, ())
        self._say(filters)

    def _say(self, filters: str) -> None:
        if filters != self._filters:
            self.show_filters(filters)
            self.changed.emit(filters)


def _words(group: FacetGroup, values: Sequence[str]) -> str:
    """Labels of a group's values: their presets', the library's, or the filter chip's."""
    names = {choice.value: str(choice.label) for choice in group.choices}
    said = (names.get(part) or _named(group.key, part) for value in values for part in value.split(","))
    return ", ".join(_without(str(group.title), words) for words in said)


def _without(title: str, words: str) -> str:
    """Removes the title from the start of a label."""
    return words[len(title) + 1 :] if words.lower().startswith(f"{title.lower()} ") else words


def _named(key: str, value: str) -> str:
    if FILTERS[key].lists is not None and not value.startswith(("<", ">", "=")) and ".." not in value:
        return value_name(key, value)
    try:
        return engine_words.note(read(key, value).words)
    except QueryError:
        return value
