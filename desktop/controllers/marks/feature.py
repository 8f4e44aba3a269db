"""Favourites, ratings, colours, tags and notes by key, menu and mouse; every change can be undone."""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice

import numpy as np
from PySide6.QtCore import QObject, Signal

from desktop.base import engine_words
from desktop.base.filter_terms import Term, terms_of, text_of
from desktop.base.timer import single_shot
from desktop.base.translation import translate
from desktop.controllers import ports
from desktop.controllers.marks.collection_commands import CollectionChange, CollectionCommands
from desktop.controllers.marks.marks_panel import MarksPanel
from desktop.controllers.marks.undo import ExternalChange, UndoStack, kind_of
from desktop.search.bar.bar import SearchBar
from desktop.widgets.colours import COLOUR_NAMES
from desktop.window.commands import Context
from desktop.work.requests import Request
from engine.base.errors import EngineError, LibraryHeld
from engine.base.text_forms import folded
from engine.base.types import Colour, Ids, SoundId
from engine.library.library import Library
from engine.library.user_data import STARRED_FROM, ChangeKind, Collection, Undo
from engine.library.user_data import UserData as Keeper


def follow_names(bar: SearchBar, before: Sequence[Collection], now: Sequence[Collection]) -> None:
    """Updates renamed collections in the filters and drops removed ones.

    Args:
        bar: holds the filters.
        before: the former collections; a filter with a name unknown to them stays as typed.
        now: the current collections.
    """
    known = {folded(one.name): one.id for one in before}
    names = {one.id: one.name for one in now}
    there = {folded(name) for name in names.values()}
    terms: list[Term] = []
    for term in terms_of(bar.request.filters):
        id = known.get(folded(term.value)) if term.key == "collection" else None
        if id is None or (folded(term.value) in there and id not in names):
            terms.append(term)
        elif id in names:
            terms.append(term if folded(names[id]) == folded(term.value) else Term(term.key, names[id]))
    if tuple(terms) != terms_of(bar.request.filters):
        bar.set_filters(text_of(terms))


_REST_MS = 60
"""How long the selection rests before its marks are shown."""
_MOST_SHOWN = 200
"""Limit of selected sounds whose marks are read; the first ones stand for the rest."""


class MarksControl(QObject):
    """Connects marks and collections to the library. GUI thread only."""

    changed = Signal()
    """Marks or collections changed; the lists are up to date."""
    told = Signal(str, object)
    """A sentence about a change that is not visible, and the call that reverses it: Callable[[], object]."""
    starred = Signal(object)
    """Ids of selected sounds that were made favourites or rated high."""
    tagged = Signal(object)
    """Ids of selected sounds that got a tag."""
    sound_shown = Signal(object)
    """The SoundId whose marks are shown; None for none or several."""
    undone = Signal()
    """A change was undone or redone, or a file was imported."""

    def __init__(
        self,
        window: ports.MainWindow,
        theme: ports.Theme,
        commands: ports.Commands,
        search: ports.SearchThread,
        search_control: ports.SearchControl,
        permission: ports.EditPermission,
        notices: ports.Notices,
        search_bar: ports.SearchBar,
        results: ports.ResultsView,
        inspector: ports.Inspector,
        sidebar: ports.Sidebar,
    ) -> None:
        super().__init__()
        self._window, self._commands, self._search, self._search_control = window, commands, search, search_control
        self._permission, self._notices, self._search_bar, self._results = permission, notices, search_bar, results
        self._inspector = inspector
        self._marked: Ids = np.empty(0, np.int64)
        self._rest = single_shot(self, _REST_MS, self.show_marks)
        self.marks = MarksPanel(theme)
        self.undoing = UndoStack(
            window, search, notices, search_bar, lambda: self.collections.collections, self._turned, self._refused
        )
        self.undoing.changed.connect(self._show_undo)
        self._add_commands()
        self.collecting = CollectionCommands(
            theme, commands, search, permission, notices, search_bar, results, sidebar, self._do, self._taking_back
        )
        self.collections = self.collecting.panel
        self.collecting.removing.connect(self.tell_removal)
        self._join()

    def _add_commands(self) -> None:
        add, in_row_menu = self._commands.add, self._commands.in_row_menu
        self._undo_action = add(
            "edit.undo", translate("UserData", "Undo"), self.undoing.undo, keys=["Ctrl+Z"], menu="Edit", group=-2
        )
        self._redo_action = add(
            "edit.redo",
            translate("UserData", "Redo"),
            self.undoing.redo,
            keys=["Ctrl+Shift+Z", "Ctrl+Y"],
            menu="Edit",
            group=-2,
        )
        add(
            "keep.favourite",
            translate("UserData", "Favourite"),
            self._toggle_favourite,
            needs="sound",
            keys=["F"],
            menu="Sound",
            group=3,
            icon="heart",
            context=Context.RESULTS,
            taking_back=self._taking_back,
        )
        in_row_menu("keep.favourite", 3)
        for rating in range(6):
            text = translate("UserData", "Rate %n star(s)", n=rating) if rating else translate("UserData", "No rating")
            add(
                f"keep.rate_{rating}",
                text,
                partial(self._rate, rating),
                needs="sound",
                keys=[f"Ctrl+{rating}"],
                menu="Sound/Rating",
                group=4,
            )
        for colour, name in COLOUR_NAMES.items():
            add(
                f"keep.colour_{colour.value}",
                translate("UserData", "Colour %1", str(name)),
                partial(self._paint, colour),
                needs="sound",
                menu="Sound/Colour",
                group=4,
            )
        add(
            "keep.colour_none",
            translate("UserData", "No colour"),
            partial(self._paint, None),
            needs="sound",
            menu="Sound/Colour",
            group=4,
        )
        add(
            "keep.tag",
            translate("UserData", "Add a tag…"),
            self._type_tag,
            keys=["T"],
            menu="Sound",
            group=3,
            context=Context.RESULTS,
        )
        in_row_menu("keep.tag", 3)
        self._show_undo()

    def _join(self) -> None:
        marks = self.marks
        marks.favourite_wanted.connect(self._favour)
        marks.rating_wanted.connect(self._rate)
        marks.colour_wanted.connect(self._paint)
        marks.tags_added.connect(self._add_tags)
        marks.tag_removed.connect(lambda name: self._on_marked(lambda keep, ids: keep.remove_tags(ids, [name])))
        marks.tag_renamed.connect(self._rename_tag)
        marks.tag_looked_for.connect(self._list_tag)
        marks.note_wanted.connect(self._note)
        marks.notes_wanted.connect(self._note_all)
        self._search.opened.connect(self._read)
        self._search.counted.connect(lambda stats, folders: self._read())
        results = self._results
        results.selectionModel().selectionChanged.connect(lambda: self._rest.start())
        results.current_changed.connect(lambda hit: self._rest.start())
        self._results.rows.loaded.connect(lambda first, last: self._rest.start())
        self._inspector.shown.connect(lambda is_shown: self._rest.start())
        self._search_control.shown.connect(lambda answered: self._rest.start())
        details = self._inspector.details
        details.add_top(marks)
        details.order_tabs(marks.tab_order)
        details.turned.connect(self.show_marks)
        details.path.copy_wanted.connect(lambda: self._commands.action("edit.copy_path").trigger())
        details.path.show_wanted.connect(lambda: self._commands.action("sound.reveal").trigger())
        self._permission.changed.connect(marks.refuse)

    def change(self, change: CollectionChange) -> None:
        self._do(change)

    def note(self, undo: Undo | ExternalChange) -> None:
        """Puts a change made elsewhere on the undo stack."""
        self.undoing.push(undo)

    def imported(self, undo: Undo) -> None:
        """Puts an import on the undo stack and refreshes everything."""
        self.undoing.push(undo)
        self._turned(undo)

    def read_again(self) -> None:
        """Rereads rows and lists after changes by others; keeps the position and unsaved text."""
        self._read()
        self._results.refresh_sounds()

    def tell(self, text: str, take_back: Callable[[], object]) -> None:
        """Announces a change that is not visible, with a call that reverses it."""
        self.told.emit(text, take_back)

    def tell_removal(self, text: str) -> None:
        """Announces a removal; undoing it also reverses all later changes."""
        self.tell(text, self.undoing.taking_back_all())

    def _taking_back(self, place: int = 0) -> Callable[[], object] | None:
        """Call that reverses all later changes, even pending ones; None without a selected sound."""
        if not len(self._results.selected_ids()) or place > len(self.collections.collections):
            return None
        return self.undoing.taking_back_all()

    def _on_marked(self, change: Callable[[Keeper, Ids], Undo]) -> None:
        """Changes the sounds whose tags are shown, even if the selection has just moved on."""
        ids = self._marked
        if len(ids) and self._permission.allows():
            self._do(lambda library: change(library.keeping, ids))

    def _on_selected(self, change: Callable[[Keeper, Ids], Undo]) -> bool:
        """Changes the selected sounds; returns False if refused."""
        ids = self._results.selected_ids()
        is_allowed = self._permission.allows()
        if len(ids) and is_allowed:
            self._do(lambda library: change(library.keeping, ids))
        return is_allowed

    def _do(self, change: CollectionChange, then: Callable[[], object] | None = None) -> None:
        def done(undo: Undo) -> None:
            self.undoing.push(undo)
            self._after(undo)
            what, said = kind_of(undo), self._notices.say
            if undo.sounds and undo.what is not ChangeKind.COLLECTION:
                said(translate("UserData", "%1 changed on %n sound(s). Ctrl+Z undoes it.", what, n=undo.sounds))
            if then is not None:
                then()

        self._search.ask(change, done, failed=self._refused)

    def _after(self, undo: Undo) -> None:
        self._read()
        self._results.refresh_sounds()

    def _turned(self, undo: Undo) -> None:
        """Refreshes after an undo, a redo or an import."""
        self._after(undo)
        self.undone.emit()

    def _refused(self, err: EngineError) -> None:
        if not isinstance(err, LibraryHeld):  # `Backups` reports that, and offers what to do
            self._notices.warn(*engine_words.error(err), "keeping")
        self._read()

    def _show_undo(self) -> None:
        for action, name, plain in (
            (self._undo_action, self.undoing.undo_name, translate("UserData", "Undo")),
            (self._redo_action, self.undoing.redo_name, translate("UserData", "Redo")),
        ):
            action.setText(f"{plain}: {name}" if name else plain)

    def show_marks(self) -> None:
        if self._inspector.isHidden():
            return
        model = self._results.rows
        rows = (row for first, last in self._results.selected_rows() for row in range(first, last + 1))
        hits = (model.hit(row) for row in islice(rows, _MOST_SHOWN))
        selected = self._results.selected_ids()
        sounds = [hit.sound for hit in hits if hit is not None]
        details = self._inspector.details
        details.turning.emit()
        details.show_selection(sounds[0].path if len(sounds) == len(selected) == 1 else None, len(selected))
        self.marks.show_sounds(sounds, whose=np.sort(selected).tobytes())
        self._marked = selected  # only now: leaving the former sounds saves the text typed for them
        self.sound_shown.emit(sounds[0].id if len(sounds) == 1 else None)

    def _read(self) -> None:
        def read(library: Library) -> tuple[list[Collection], list[str]]:
            return library.keeping.collections(), [name for name, _ in library.keeping.tags()]

        self._search.ask(read, self._came)

    def _came(self, known: tuple[list[Collection], list[str]]) -> None:
        collections, tags = known
        bar, former = self._search_bar, self.collections.collections
        self.undoing.follow(lambda: follow_names(bar, former, collections))
        self.collections.show_collections(collections)  # even if unchanged: restores a refused name
        self._show_undo()  # it contains names of collections
        self.marks.tags.set_known(tags)
        self.changed.emit()

    def _favour(self, is_favourite: bool) -> None:
        is_done = self._on_selected(lambda keep, ids: keep.set_favourite(ids, is_favourite))
        if is_favourite and is_done:
            self.starred.emit(self._results.selected_ids())

    def _toggle_favourite(self) -> None:
        hit = self._results.current_hit()
        if hit is not None:
            self._favour(not hit.sound.marks.is_favourite)

    def _rate(self, rating: int) -> None:
        is_done = self._on_selected(lambda keep, ids: keep.set_rating(ids, rating))
        if rating >= STARRED_FROM and is_done:
            self.starred.emit(self._results.selected_ids())

    def _add_tags(self, names: tuple[str, ...]) -> None:
        self._on_marked(lambda keep, ids: keep.add_tags(ids, names))
        if not self._permission.why:
            self.tagged.emit(self._marked)

    def _rename_tag(self, old: str, new: str) -> None:
        if self._permission.allows():
            self._do(lambda library: library.keeping.rename_tag(old, new))

    def _paint(self, colour: Colour | None) -> None:
        self._on_selected(lambda keep, ids: keep.set_colour(ids, colour))

    def _note(self, sound: int, text: str) -> None:
        self._do(lambda library: library.keeping.set_note(SoundId(sound), text))

    def _note_all(self, text: str, is_replaced: bool) -> None:
        if is_replaced:
            self._on_marked(lambda keep, ids: keep.set_note(ids, text))
        else:
            self._on_marked(lambda keep, ids: keep.add_to_notes(ids, text))

    def _type_tag(self) -> None:
        if not self._permission.allows():
            return
        self._inspector.show_tab("details")
        self.show_marks()  # immediately: a disabled field takes no focus
        self.marks.tags.field.setFocus()

    def _list_tag(self, name: str) -> None:
        self._window.show_page("results")
        self._search_bar.show_request(Request(filters=str(Term("tag", name))))
