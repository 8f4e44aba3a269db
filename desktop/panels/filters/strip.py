"""The strip of filter buttons under the search field. It writes and reads the filters of the request as text."""

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QToolButton, QWidget

from desktop import resources
from desktop.panels.filters.choices import Option
from desktop.panels.filters.facets import FACETS, Facet, Group, Source
from desktop.panels.filters.popover import FacetPopover
from desktop.panels.filters.terms import values_of, with_values
from desktop.panels.flow import FlowLayout
from desktop.theme import Theme
from desktop.translation import translate

_LETTERS = 22


class FacetButton(QWidget):
    """One button with its value, and a × beside it while it holds one. GUI thread only."""

    cleared = Signal()

    def __init__(self, facet: Facet, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.facet = facet
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
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.button)
        layout.addWidget(self.clear)
        self.show_filters("")

    def show_filters(self, filters: str) -> None:
        """Shows the value, or that there is none."""
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
        if self.button.property("on") != bool(words):
            self.button.setProperty("on", bool(words))
            self.button.style().unpolish(self.button)  # a style sheet looks at properties only once
            self.button.style().polish(self.button)


class FilterStrip(QWidget):
    """All the buttons. GUI thread only."""

    changed = Signal(str)
    """The filters as they are wanted now."""
    options_wanted = Signal(object)
    """A Source whose choices are about to be shown."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("filterStrip")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._theme = theme
        self._filters = ""
        self._buttons: dict[str, FacetButton] = {}
        self._popovers: dict[str, FacetPopover] = {}
        layout = FlowLayout(self, gap_px=6)
        layout.setContentsMargins(12, 0, 12, 8)
        for facet in FACETS:
            button = FacetButton(facet, theme, self)
            button.button.clicked.connect(lambda _=False, id=facet.id: self.open(id))
            button.cleared.connect(lambda facet=facet: self._clear(facet))
            self._buttons[facet.id] = button
            layout.addWidget(button)
        self.clear_all = QPushButton(translate("FilterStrip", "Clear all"), self)
        self.clear_all.setProperty("facet", True)
        self.clear_all.setAccessibleName(translate("FilterStrip", "Clear all filters"))
        self.clear_all.setToolTip(translate("FilterStrip", "Clear all filters"))
        self.clear_all.clicked.connect(lambda: self._say(""))
        self.count = QLabel("", self)
        self.count.setObjectName("soft")
        layout.addWidget(self.clear_all)
        layout.addWidget(self.count)
        self.show_filters("")

    def show_filters(self, filters: str) -> None:
        """Shows the filters of the request."""
        self._filters = filters
        for button in self._buttons.values():
            button.show_filters(filters)
        for popover in self._popovers.values():
            popover.show_filters(filters)
        self.clear_all.setVisible(bool(filters))
        self._lay_again()

    def show_count(self, sounds: int) -> None:
        """Shows how many sounds pass."""
        self.count.setText(translate("FilterStrip", "%n sound(s)", n=sounds))
        self._lay_again()

    def set_options(self, source: Source, options: Sequence[Option]) -> None:
        """Fills the lists of this source."""
        for popover in self._popovers.values():
            popover.set_options(source, options)

    def open(self, id: str) -> FacetPopover:
        """Opens the popover of a facet."""
        facet = self._buttons[id].facet
        if id not in self._popovers:
            popover = self._popovers[id] = FacetPopover(facet, self._theme, self)
            popover.changed.connect(self._say)
        popover = self._popovers[id]
        popover.show_filters(self._filters)
        for group in facet.groups:
            if group.source is not Source.NONE:
                self.options_wanted.emit(group.source)
        popover.open_under(self._buttons[id].button)
        return popover

    def button(self, id: str) -> FacetButton:
        """The button of a facet."""
        return self._buttons[id]

    def _clear(self, facet: Facet) -> None:
        filters = self._filters
        for group in facet.groups:
            filters = with_values(filters, group.key, ())
        self._say(filters)

    def _say(self, filters: str) -> None:
        if filters != self._filters:
            self.show_filters(filters)
            self.changed.emit(filters)

    def _lay_again(self) -> None:
        layout = self.layout()
        if layout is not None:
            layout.invalidate()
        self.updateGeometry()


def _words(group: Group, values: Sequence[str]) -> str:
    """What a group's values are called: by their presets where they have one."""
    names = {choice.value: str(choice.label) for choice in group.choices}
    parts = [part for value in values for part in value.split(",")]
    return ", ".join(names.get(part, part) for part in parts)
