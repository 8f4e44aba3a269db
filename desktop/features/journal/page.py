"""The page of exported files: a table, a field that narrows it, and what can be done with entries."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QLineEdit, QProgressBar, QStackedWidget, QWidget

from desktop.base.theme import Theme
from desktop.base.timer import single_shot
from desktop.base.translation import number, translate
from desktop.features.journal.table import ExportsModel, ExportsView
from desktop.widgets.boxes import STRETCH, hbox, vbox
from desktop.widgets.buttons import tipped_button
from desktop.widgets.centred import centred
from desktop.widgets.labels import text_label
from engine.features.journal.export_journal import JournalEntry

MOST = 2_000
"""Entries listed at once; the field finds older ones."""
_TEXT_PX = 520
_STILL_MS = 250
"""How long typing rests before the journal is searched."""


class JournalPage(QWidget):
    """Page of exported files; feature.py handles its signals. GUI thread only."""

    search_wanted = Signal()
    """The text of `field` changed."""
    reveal_wanted = Signal(object)
    """Entries whose files to show: list of JournalEntry."""
    repeat_wanted = Signal(object)
    """Entries to export again: list of JournalEntry."""
    copy_wanted = Signal(object)
    """Entries whose credits to copy: list of JournalEntry."""
    save_wanted = Signal(object)
    """Entries whose credits to save: list of JournalEntry."""
    stop_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows = ExportsModel(theme, self)
        self.table = ExportsView(self.rows, self)
        self.table.selectionModel().selectionChanged.connect(self._update)
        self.summary = text_label("", self, "soft")
        self.field = QLineEdit(self)
        self.field.setPlaceholderText(translate("JournalPage", "Name, folder, profile or cue"))
        self.field.setAccessibleName(translate("JournalPage", "Find in exported files"))
        self.field.setClearButtonEnabled(True)
        self.field.setFixedWidth(260)
        self._still = single_shot(self, _STILL_MS, self.search_wanted.emit)
        self.field.textChanged.connect(lambda text: self._still.start())
        self.bar = QProgressBar(self)
        self.bar.setTextVisible(False)
        self.bar.setRange(0, 100)
        self.bar.setFixedWidth(180)
        self.bar.setAccessibleName(translate("JournalPage", "Progress of exporting"))
        self.stop = tipped_button(
            self,
            translate("JournalPage", "Stop"),
            translate("JournalPage", "Stop exporting. Files that are complete stay."),
            self.stop_wanted.emit,
        )
        self.reveal = tipped_button(
            self,
            translate("JournalPage", "Show in folder"),
            translate("JournalPage", "Shows the exported files in the file manager"),
            lambda: self.reveal_wanted.emit(self.table.selected),
        )
        self.copy = tipped_button(
            self,
            translate("JournalPage", "Copy credits"),
            translate("JournalPage", "Copies name, author, licence and source of the selected files, or of all listed"),
            lambda: self.copy_wanted.emit(self.chosen),
        )
        self.save = tipped_button(
            self,
            translate("JournalPage", "Save credits…"),
            translate("JournalPage", "Writes the credits of the selected files, or of all listed, as text or a table"),
            lambda: self.save_wanted.emit(self.chosen),
        )
        self.repeat = tipped_button(
            self,
            translate("JournalPage", "Export again…"),
            translate("JournalPage", "Exports the same parts again, by another transfer profile"),
            lambda: self.repeat_wanted.emit(self.table.selected),
        )
        self.title, self.text = QLabel("", self), QLabel("", self)
        self.pages = QStackedWidget(self)
        self._is_working = False
        self._lay_out()
        self.set_working(False)

    @property
    def words(self) -> str:
        """What is searched for."""
        return self.field.text().strip()

    @property
    def chosen(self) -> list[JournalEntry]:
        """Selected entries, or without a selection all that are listed; newest first."""
        return self.table.selected or list(self.rows.entries)

    def show_entries(self, entries: Sequence[JournalEntry]) -> None:
        """Lists entries; keeps the selection where possible."""
        if [entry.id for entry in entries] != [entry.id for entry in self.rows.entries]:
            selected = {entry.id for entry in self.table.selected}
            self.rows.show(entries)
            self._select(selected)
        self.pages.setCurrentIndex(1 if entries else 0)
        if self.words:
            self.title.setText(translate("JournalPage", "Nothing found"))
            self.text.setText(translate("JournalPage", "No exported file has these words in its name, profile or cue."))
        else:
            self.title.setText(translate("JournalPage", "Nothing was exported yet"))
            self.text.setText(
                translate(
                    "JournalPage",
                    "Files that you drag, copy or write out of this library are listed here, newest first.",
                )
            )
        self._update()

    def set_working(self, is_working: bool) -> None:
        """Shows whether files are being exported."""
        self._is_working = is_working
        self.bar.setVisible(is_working)
        self.stop.setVisible(is_working)
        if is_working:
            self.bar.setValue(0)
        self._update()

    def show_progress(self, share: float) -> None:
        self.bar.setValue(round(100 * share))

    def _select(self, ids: set[int]) -> None:
        selection = self.table.selectionModel()
        flags = selection.SelectionFlag
        for row, entry in enumerate(self.rows.entries if ids else ()):
            if entry.id in ids:
                selection.select(self.rows.index(row, 0), flags.Select | flags.Rows)

    def _update(self) -> None:
        listed, selected = len(self.rows.entries), len(self.table.selectionModel().selectedRows())
        if listed == MOST:
            said = translate("JournalPage", "The newest %1 files are listed.", number(MOST))
        else:
            said = translate("JournalPage", "%n file(s)", n=listed)
        if selected:
            said = " · ".join((said, translate("JournalPage", "%n selected", n=selected)))
        self.summary.setText(said)
        for button in (self.copy, self.save):
            button.setEnabled(bool(listed))
        self.reveal.setEnabled(bool(selected))
        self.repeat.setEnabled(bool(selected) and not self._is_working)

    def _lay_out(self) -> None:
        quiet = QWidget(self)
        self.title.setObjectName("emptyTitle")
        self.text.setObjectName("emptyText")
        vbox(STRETCH, centred(self.title, _TEXT_PX), centred(self.text, _TEXT_PX), STRETCH, parent=quiet)
        self.pages.addWidget(quiet)
        self.pages.addWidget(self.table)
        top = hbox((self.summary, 1), self.bar, self.stop, self.field, margins=(16, 8, 16, 8), spacing=8)
        ways = (self.reveal, self.copy, self.save, self.repeat)
        bottom = hbox(STRETCH, *ways, margins=(16, 8, 16, 8), spacing=6)
        vbox(top, (self.pages, 1), bottom, parent=self, margins=0, spacing=0)
