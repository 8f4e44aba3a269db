"""Start states of the walk: every page of the window, with and without a selection. For walking.py."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtWidgets import QApplication, QPushButton, QTableView

from desktop.app.app import EarshotApp
from desktop.work.requests import Request
from engine.library.library import Library
from engine.search.question import Question

Setup = Callable[[EarshotApp], None]
_FILLED, _EMPTY = "Beeps", "Hums"
NOTHING_FITS = '"no such sound"'


@dataclass(frozen=True, slots=True)
class Page:
    """How to reach a page's state: first step, and a further one once the window is at rest."""

    begin: Setup
    then: Setup | None = None


def plain(earshot: EarshotApp, words: str = "", filters: str = "") -> None:
    """Shows the results with nothing selected, open or playing."""
    _close_all(earshot)
    window = earshot.window
    earshot.hearing.stop()
    _switch(earshot, "view.sidebar", True)
    _switch(earshot, "view.inspector", False)
    _switch(earshot, "search.filters", False)
    window.show_page("results")
    window.search_bar.show_request(Request(words, filters=filters))
    window.results.selectionModel().clear()
    window.message.hide()
    window.search_bar.field.list.hide()
    window.search_bar.field.setFocus()


def fill(earshot: EarshotApp) -> None:
    """Stores two collections, a saved search and two tags, and nothing else of the user's lists."""

    def keep(library: Library) -> None:
        keeping = library.keeping
        ids = library.rank(Question("tones")).ids[:2]
        for collection in keeping.collections():
            if collection.name not in (_FILLED, _EMPTY):
                keeping.remove_collection(collection.id)
        for saved in keeping.saved():
            keeping.remove_saved(saved.id)
        if keeping.collection_named(_FILLED) is None:
            keeping.make_collection(_FILLED, ids)
        if keeping.collection_named(_EMPTY) is None:
            keeping.make_collection(_EMPTY)
        keeping.save_search("Short ones", "dur:<3")
        keeping.add_tags(ids, ["wood", "interior"])

    earshot.search.ask(keep)
    earshot.search.catch_up()


def _choose_first(earshot: EarshotApp) -> None:
    """Selects the first row of the visible table, like Down, without playing it."""
    page = earshot.window.pages.currentWidget()
    tables = [page] if isinstance(page, QTableView) else page.findChildren(QTableView)
    for table in tables:
        if table.isVisible() and table.model() is not None and table.model().rowCount():
            table.setFocus()
            table.setCurrentIndex(table.model().index(0, 1))
            table.selectRow(0)


def _asked(words: str, filters: str = "", *commands: str, tab: str = "") -> Setup:
    def begin(earshot: EarshotApp) -> None:
        plain(earshot, words, filters)
        for id in commands:
            _switch(earshot, id, True)
        if tab:
            earshot.window.inspector.show_tab(tab)

    return begin


def _page(command: str) -> Setup:
    def begin(earshot: EarshotApp) -> None:
        plain(earshot)
        _switch(earshot, command, True)

    return begin


def _made_map(earshot: EarshotApp) -> None:
    """Opens the map; without one, it is still being made when this returns."""
    _page("view.map")(earshot)
    for button in earshot.window.pages.currentWidget().findChildren(QPushButton, "primary"):
        if button.isVisible():
            button.click()


PAGES: dict[str, Page] = {
    "first start": Page(plain),
    "results": Page(_asked("low hum")),
    "results, one chosen": Page(_asked("low hum"), _choose_first),
    "filters": Page(_asked("low hum", "dur:<60", "search.filters"), _choose_first),
    "nothing found": Page(_asked(NOTHING_FITS)),
    "details": Page(_asked("low hum", tab="details"), _choose_first),
    "details, none chosen": Page(_asked("low hum", tab="details")),
    "suggestions": Page(_asked("low hum", tab="suggestions"), _choose_first),
    "duplicates": Page(_page("library.duplicates")),
    "duplicates, one chosen": Page(_page("library.duplicates"), _choose_first),
    "shared library": Page(_page("shared.page")),
    "exported files, one chosen": Page(_page("library.journal"), _choose_first),
    "missing": Page(_page("library.missing")),
    "missing, one chosen": Page(_page("library.missing"), _choose_first),
    "map": Page(_page("view.map")),
    "map, made": Page(_made_map),
}


def _close_all(earshot: EarshotApp) -> None:
    for _ in range(8):
        popup, modal = QApplication.activePopupWidget(), QApplication.activeModalWidget()
        if popup is not None:
            popup.close()
        elif modal is not None:
            modal.close()
    for widget in QApplication.topLevelWidgets():
        if widget.isVisible() and widget is not earshot.window and widget.isWindow():
            widget.close()


def _switch(earshot: EarshotApp, id: str, is_on: bool) -> None:
    action = earshot.commands.action(id)
    if action.isCheckable():
        action.setChecked(is_on)
    elif is_on:
        action.trigger()
