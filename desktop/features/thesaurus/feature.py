"""Connects the thesaurus to the window: the dialog, and repeated searches after changes."""

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from desktop.base import engine_words
from desktop.base.translation import translate
from desktop.controllers import ports
from desktop.controllers.feature import FeaturePart, WindowFeature
from desktop.controllers.marks.feature import MarksControl
from desktop.features.thesaurus.dialog import ThesaurusDialog
from engine.base.errors import KeepingError
from engine.library.library import Library
from engine.library.queries import MOST_OF_OURS, ThesaurusEntry, synonyms_of
from engine.library.user_data.thesaurus import tidy_entry


class ThesaurusFeature(QObject):
    """Thesaurus in the window. GUI thread only."""

    def __init__(
        self,
        window: QWidget,
        commands: ports.Commands,
        search: ports.SearchThread,
        search_bar: ports.SearchBar,
        keeping: MarksControl,
    ) -> None:
        super().__init__()
        self._window, self._search, self._keeping = window, search, keeping
        self._known: list[ThesaurusEntry] | None = None
        self.dialog: ThesaurusDialog | None = None
        search.opened.connect(self._read)
        keeping.changed.connect(self._read)
        keeping.undone.connect(self._read)
        search_bar.chip_row.related.edit_wanted.connect(self.show)
        commands.add(
            "library.thesaurus",
            translate("Thesaurus", "Thesaurus…"),
            self.show,
            menu="Library",
            group=6,
            tip=translate("Thesaurus", "What else is searched for a word, and what is not"),
        )

    def show(self, word: str = "") -> None:
        """Opens the dialog, at the entry of `word`."""
        if self.dialog is None:
            dialog = self.dialog = ThesaurusDialog(self._window)
            dialog.saved.connect(self._save)
            dialog.removed.connect(self._remove)
            dialog.asked.connect(lambda typed: dialog.show_ours(typed, synonyms_of(typed)[:MOST_OF_OURS]))
        self.dialog.show_entries(self._known or [])
        self.dialog.show()
        self.dialog.raise_()
        self.dialog.activateWindow()
        self.dialog.begin(word)

    def _save(self, entry: ThesaurusEntry) -> None:
        try:
            tidy = tidy_entry(entry)
        except KeepingError as err:
            if self.dialog is not None:
                self.dialog.show_fault(engine_words.in_full(err))
            return
        self._keeping.change(lambda library: library.keeping.set_synonyms([tidy]))

    def _remove(self, word: str) -> None:
        self._keeping.change(lambda library: library.keeping.remove_synonyms(word))

    def _read(self) -> None:
        self._search.ask(_entries, self._take)

    def _take(self, entries: list[ThesaurusEntry]) -> None:
        is_other = self._known is not None and entries != self._known
        self._known = entries
        if self.dialog is not None and is_other:
            self.dialog.show_entries(entries)
        if is_other:
            self._search.catch_up()  # repeats the search; the rows stay in place


def _entries(library: Library) -> list[ThesaurusEntry]:
    return library.keeping.thesaurus()


FEATURE = WindowFeature((FeaturePart(240, ThesaurusFeature),))
