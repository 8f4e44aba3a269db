"""Context menu of a row, with the current collections and marks; opened by mouse or key."""

from functools import partial

import numpy as np
from PySide6.QtCore import QObject, QPoint
from PySide6.QtWidgets import QMenu, QWidget

from desktop.base.translation import translate
from desktop.controllers import ports
from desktop.controllers.marks.feature import MarksControl
from desktop.window.commands import Context, menu_title
from engine.library.user_data import Collection

_KEYS = 9
"""Number of collections with a digit key."""


class RowMenu(QObject):
    """Opens the menu and fills its variable parts. GUI thread only."""

    def __init__(
        self,
        window: QWidget,
        commands: ports.Commands,
        search_bar: ports.SearchBar,
        results: ports.ResultsView,
        keeping: MarksControl,
    ) -> None:
        super().__init__()
        self._window, self._commands, self._search_bar, self._results = window, commands, search_bar, results
        self._keeping = keeping
        results.menu_wanted.connect(self._open)
        commands.add(
            "results.menu",
            translate("RowMenu", "Menu of the row"),
            results.ask_menu,
            keys=["Shift+F10"],
            context=Context.RESULTS,
        )
        for name in ("Sound/Rating", "Sound/Colour"):
            commands.fill_row_menu(partial(self._add_inner, name), 3)
        commands.fill_row_menu(self._add_collections, 4)

    def _open(self, at: QPoint) -> None:
        self._commands.row_menu(self._window).popup(at)

    def _add_inner(self, name: str, menu: QMenu) -> None:
        inner = QMenu(menu_title(name), menu)
        menu.addMenu(inner)
        inner.addActions(self._commands.menus[name].actions())

    def _add_collections(self, menu: QMenu) -> None:
        inner = QMenu(translate("RowMenu", "Add to collection"), menu)
        menu.addMenu(inner)
        for place, collection in enumerate(self._keeping.collections.collections, start=1):
            name = collection.name.replace("&", "&&")
            key = f"\t{place}" if place <= _KEYS else ""
            inner.addAction(f"{name}{key}", partial(self._add_to, collection))
        inner.addSeparator()
        inner.addAction(translate("RowMenu", "New collection…"), self._commands.action("keep.collect").trigger)
        if "collection:" in self._search_bar.request.filters:
            menu.addAction(self._commands.action("keep.take_out"))

    def _add_to(self, collection: Collection) -> None:
        ids = self._results.selected_ids()
        self._keeping.collecting.put(collection, np.asarray(ids, np.int64))
