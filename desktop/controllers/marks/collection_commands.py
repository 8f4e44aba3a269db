"""Creates, renames, fills, reorders and removes collections, by key, menu and dragging, and reports each change."""

from collections.abc import Callable
from functools import partial
from typing import Protocol

import numpy as np
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QToolButton

from desktop.base import resources
from desktop.base.filter_terms import Term, values_of
from desktop.base.translation import translate
from desktop.controllers import ports
from desktop.controllers.marks.collections import CollectionsPanel
from desktop.window.commands import Context
from engine.base.text_forms import folded
from engine.base.types import Ids
from engine.library.library import Library
from engine.library.user_data import Collection, Undo

_MOST_KEYS = 9
CollectionChange = Callable[[Library], Undo]


class MakeChange(Protocol):
    """Makes a change that can be undone."""

    def __call__(self, change: CollectionChange, then: Callable[[], object] | None = None) -> None: ...


class CollectionCommands(QObject):
    """Connects the list of collections to the results and the library. GUI thread only."""

    removing = Signal(str)
    """Announces the removal of a collection, in a sentence."""

    def __init__(
        self,
        theme: ports.Theme,
        commands: ports.Commands,
        search: ports.SearchThread,
        permission: ports.EditPermission,
        notices: ports.Notices,
        search_bar: ports.SearchBar,
        results: ports.ResultsView,
        sidebar: ports.Sidebar,
        do: MakeChange,
        taking_back: Callable[..., Callable[[], object] | None],
    ) -> None:
        super().__init__()
        self._commands, self._search, self._permission, self._notices = commands, search, permission, notices
        self._search_bar, self._results, self._sidebar = search_bar, results, sidebar
        self._unasked = do
        self.panel = CollectionsPanel(theme, sidebar)
        section = sidebar.add_section("collections", translate("UserData", "Collections"), self.panel, is_first=True)
        make = self._make_button = QToolButton(section)
        make.setIcon(resources.icon("add", theme.text_soft))
        make.setAccessibleName(translate("UserData", "New collection"))
        make.clicked.connect(self._make)
        section.add_button(make)
        self._permission.changed.connect(self._refuse)
        self._refuse("")
        self._add_commands(taking_back)
        self.panel.chosen.connect(self._list)
        self.panel.renamed.connect(
            lambda id, name: self._do(lambda library: library.keeping.rename_collection(id, name))
        )
        self.panel.removed.connect(self._remove)
        self.panel.moved.connect(lambda id, to: self._do(lambda library: library.keeping.move_collection(id, to)))
        self.panel.dropped.connect(self.put)
        self.panel.put_wanted.connect(self._put_in)
        self.panel.take_wanted.connect(self._take_from)

    def _add_commands(self, taking_back: Callable[..., Callable[[], object] | None]) -> None:
        add = self._commands.add
        add("keep.new_collection", translate("UserData", "New collection"), self._make, keys=["Ctrl+N"], menu="Library")
        add(
            "keep.collect",
            translate("UserData", "Add to a new collection"),
            self._collect,
            keys=["B"],
            menu="Sound",
            group=3,
            icon="collection",
            context=Context.RESULTS,
            taking_back=taking_back,
        )
        for place in range(1, _MOST_KEYS + 1):
            add(
                f"keep.collection_{place}",
                translate("UserData", "Add to or remove from collection %1", place),
                partial(self._toggle_in, place - 1),
                needs="sound",
                keys=[str(place)],
                context=Context.RESULTS,
                taking_back=partial(taking_back, place),
            )
        add(
            "keep.take_out",
            translate("UserData", "Remove from the collection"),
            self.take_out,
            keys=["Backspace"],
            menu="Sound",
            group=3,
            context=Context.RESULTS,
        )

    def _do(self, change: CollectionChange, then: Callable[[], object] | None = None) -> None:
        """Makes a change if the library can be edited; otherwise restores the list."""
        if self._permission.allows():
            self._unasked(change, then)
        else:
            self.panel.show_collections(self.panel.collections)

    def _refuse(self, why: str) -> None:
        self.panel.refuse(why)
        self._make_button.setEnabled(not why)
        self._make_button.setToolTip(why or translate("UserData", "New collection (Ctrl+N)"))

    def _list(self, collection: Collection) -> None:
        self._search_bar.set_scope(str(Term("collection", collection.name)))

    def _make(self) -> None:
        self._new_collection(np.empty(0, np.int64))

    def _collect(self) -> None:
        self._new_collection(self._results.selected_ids())

    def _new_collection(self, ids: Ids) -> None:
        taken = {folded(collection.name) for collection in self.panel.collections}
        plain = translate("UserData", "New collection")
        name = next(
            name
            for name in (plain, *(f"{plain} {count}" for count in range(2, len(taken) + 3)))
            if folded(name) not in taken
        )

        def make(library: Library) -> Undo:
            collection, undo = library.keeping.make_collection(name, ids)
            made.append(collection.id)
            return undo

        made: list[int] = []

        def name_it(_: None) -> None:
            # Typing into a hidden name field would be lost.
            self._commands.action("view.sidebar").setChecked(True)
            self._sidebar.show_section("collections")
            self.panel.edit(made[0])

        self._do(make, lambda: self._search.ask(lambda library: None, name_it))

    def _toggle_in(self, place: int) -> None:
        """Adds the selected sounds, or removes them if all of them are in the collection."""
        collections, ids = self.panel.collections, self._results.selected_ids()
        if place >= len(collections) or not len(ids):
            return
        collection = collections[place]

        def toggle(library: Library) -> Undo:
            is_in = bool(np.isin(ids, library.keeping.collection_ids(collection.id)).all())
            done.append(not is_in)
            keeper = library.keeping
            return keeper.take_out(collection.id, ids) if is_in else keeper.add_to(collection.id, ids)

        def say() -> None:
            is_in = bool(done and done[0])
            put = translate("UserData", "%n sound(s) added to “%1”", collection.name, n=len(ids))
            taken = translate("UserData", "%n sound(s) removed from “%1”", collection.name, n=len(ids))
            self._notices.say(put if is_in else taken)
            if self.listed() is not None:
                self._search.catch_up()

        done: list[bool] = []
        self._do(toggle, say)

    def put(self, collection: Collection | None, ids: Ids) -> None:
        """Adds sounds to a collection, or to a new one if None, and reports it."""
        if collection is None:
            self._new_collection(ids)
        elif len(ids) and self._permission.allows():
            self._do(lambda library: library.keeping.add_to(collection.id, ids))
            counted = translate("UserData", "%n sound(s) added to “%1”", collection.name, n=len(ids))
            self._notices.say(counted)

    def take_out(self) -> None:
        """Removes the selected sounds from the listed collection."""
        listed = self.listed()
        if listed is None:
            self._notices.say(
                translate("UserData", "Show a collection first. Only sounds in a collection can be removed from it.")
            )
        else:
            self._take_from(listed)

    def _put_in(self, collection: Collection) -> None:
        ids = self._results.selected_ids()
        if len(ids):
            self.put(collection, ids)
        else:
            self._notices.say(translate("Commands", "Select a sound first."))

    def _take_from(self, collection: Collection) -> None:
        ids = self._results.selected_ids()
        if not len(ids):
            self._notices.say(translate("Commands", "Select a sound first."))
        elif self._permission.allows():
            self._do(lambda library: library.keeping.take_out(collection.id, ids), self._search.catch_up)
            self._notices.say(translate("UserData", "%n sound(s) removed from “%1”", collection.name, n=len(ids)))

    def listed(self) -> Collection | None:
        """The collection that the results list."""
        names = [folded(name) for name in values_of(self._search_bar.query, "collection")]
        return next((own for own in self.panel.collections if folded(own.name) in names), None)

    def _remove(self, collection: Collection) -> None:
        if not self._permission.allows():
            return
        self.removing.emit(translate("UserData", "Removed “%1”. Ctrl+Z restores it.", collection.name))
        self._do(lambda library: library.keeping.remove_collection(collection.id))
