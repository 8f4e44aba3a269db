"""The row of tabs above the search field, hidden for a single search, and the titles of tabs."""

import os
from pathlib import PurePath

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QTabBar, QToolButton, QWidget

from desktop.base import engine_words, messages, resources
from desktop.base.filter_terms import Term, terms_of, text_of, with_values
from desktop.base.theme import Theme
from desktop.base.translation import translate
from desktop.sidebar.library_list import PLACES
from desktop.work.requests import Request
from engine.library.queries import LIKE, UNLIKE, VARIETY, parse

_WIDEST_PX = 240


class SearchTabs(QTabBar):
    """Shows titles; feature.py maps tabs to searches. GUI thread only."""

    close_wanted = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setObjectName("searchTabs")
        self.setAccessibleName(translate("SearchTabs", "Searches side by side"))
        self.setMovable(True)
        self.setExpanding(False)
        self.setDrawBase(False)
        self.setUsesScrollButtons(True)
        self.setElideMode(Qt.TextElideMode.ElideRight)
        self.setAutoHide(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def add(self, title: str, at: int) -> None:
        """Adds a tab without switching to it."""
        was_blocked = self.blockSignals(True)
        self.insertTab(at, "")
        self.blockSignals(was_blocked)
        self.set_title(at, title)
        button = QToolButton(self)
        button.setObjectName("tabClose")
        button.setIcon(resources.icon("close", self._theme.text_soft))
        button.setIconSize(QSize(12, 12))
        button.setAutoRaise(True)
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.setAccessibleName(translate("SearchTabs", "Close tab"))
        button.setToolTip(translate("SearchTabs", "Close tab (Ctrl+W)"))
        button.clicked.connect(lambda: self.close_wanted.emit(self._tab_of(button)))
        self.setTabButton(at, QTabBar.ButtonPosition.RightSide, button)

    def set_title(self, at: int, title: str) -> None:
        self.setTabText(at, title.replace("&", "&&"))
        self.setTabToolTip(at, messages.plain(title))

    def tabSizeHint(self, index: int) -> QSize:
        size = super().tabSizeHint(index)
        return QSize(min(size.width(), _WIDEST_PX), size.height())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        at = self.tabAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.MiddleButton and at >= 0:
            self.close_wanted.emit(at)
        else:
            super().mouseReleaseEvent(event)

    def _tab_of(self, button: QToolButton) -> int:
        side = QTabBar.ButtonPosition.RightSide
        return next(at for at in range(self.count()) if self.tabButton(at, side) is button)


def title_of(request: Request) -> str:
    """Title of a request in one line; "All sounds" for an empty one."""
    if request.reference is not None:
        return translate("Tabs", "Similar to %1", PurePath(request.reference.path.name).stem)
    if request.text.strip():
        return request.text.strip()
    if request.among is not None:
        return request.among.label
    terms = terms_of(with_values(request.filters, VARIETY, ()))
    named = next((str(place.title) for place in PLACES if place.scope == text_of(terms)), "")
    return named or ", ".join(map(_said, terms))


def _said(term: Term) -> str:
    if term.key in (LIKE, UNLIKE):
        chip = next(iter(parse(str(term), synonyms=lambda word: ()).chips))
        return engine_words.chip(chip)
    if term.key == "in":
        return os.path.basename(term.value.rstrip("/\\")) or term.value
    return term.value if term.key == "collection" else str(term)
