"""The page of missing files: folders and drives, their files, and the buttons that locate or remove them."""

from PySide6.QtCore import QItemSelectionModel, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QSplitter,
    QStackedWidget,
    QWidget,
)

from desktop.base.theme import Theme
from desktop.base.translation import translate
from desktop.features.missing.tables import FilesModel, MissingPlace, PlacesModel, plain_table
from desktop.widgets.boxes import STRETCH, hbox, vbox
from desktop.widgets.buttons import tipped_button
from desktop.widgets.centred import centred
from desktop.widgets.flow import FlowLayout
from desktop.widgets.labels import text_label
from engine.base.types import SoundId
from engine.features.missing.relink import MissingFiles, MissingRow

_TEXT_PX = 520
_GAP_PX = 6


class MissingPage(QWidget):
    """Page of missing files; feature.py handles its signals. GUI thread only."""

    folder_wanted = Signal(object)
    """The MissingPlace to locate."""
    file_wanted = Signal(object)
    """The MissingRow to locate."""
    remove_wanted = Signal(object)
    """Sounds to remove from the library: list of SoundId."""
    refresh_wanted = Signal()
    stop_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._listed: MissingFiles | None = None
        self.places = PlacesModel(theme, self)
        self.files = FilesModel(theme, self)
        self.left = plain_table(self.places, translate("MissingPage", "Folders with missing files"), (80, 150), self)
        self.left.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.right = plain_table(self.files, translate("MissingPage", "Missing files"), (90, 170), self)
        self.right.setColumnHidden(2, True)
        self.left.selectionModel().selectionChanged.connect(self._place_chosen)
        self.right.selectionModel().selectionChanged.connect(self._update_buttons)
        self.summary = text_label("", self, "soft")
        self.result = text_label("", self, wraps=True, is_plain=True)
        self.hint = text_label("", self, "soft", wraps=True)
        self.locate_folder = tipped_button(
            self,
            translate("MissingPage", "Locate folder…"),
            translate(
                "MissingPage",
                "Show where the folder is now. Earshot then finds everything in it that has the same audio.",
            ),
            self._locate_folder,
        )
        self.locate_file = tipped_button(
            self,
            translate("MissingPage", "Locate file…"),
            translate("MissingPage", "Show where one file is now. Earshot then finds the files that moved with it."),
            self._locate_file,
        )
        self.remove = tipped_button(
            self,
            translate("MissingPage", "Remove from library…"),
            translate(
                "MissingPage",
                "Removes the chosen files, or the whole folder, from the library. Tags come back with the same audio.",
            ),
            self._remove,
        )
        self.refresh = tipped_button(
            self,
            translate("MissingPage", "Look again"),
            translate("MissingPage", "Look through all folders for files that are missing, or back"),
            self.refresh_wanted.emit,
        )
        self.bar = QProgressBar(self)
        self.bar.setTextVisible(False)
        self.bar.setRange(0, 100)
        self.bar.setFixedWidth(240)
        self.bar.setAccessibleName(translate("MissingPage", "Progress of the comparison"))
        self.stop = tipped_button(
            self,
            translate("MissingPage", "Stop"),
            translate("MissingPage", "Stop comparing. What was found so far is kept."),
            self.stop_wanted.emit,
        )
        self.title, self.text = QLabel("", self), QLabel("", self)
        self._age = ""
        self._ways = QWidget(self)
        self._way_buttons = (self.locate_folder, self.locate_file, self.remove)
        self.pages = QStackedWidget(self)
        self._is_working = False
        self._lay_out()
        self.set_working(False)

    def show_age(self, looked_at: str, *, is_looking: bool) -> None:
        """Shows the time of the last scan, and whether one is running.

        Args:
            looked_at: local time of day; empty before the first scan of this session.
            is_looking: whether a scan is running.
        """
        as_of = translate("MissingPage", "As of %1.", looked_at) if looked_at else ""
        looking = translate("MissingPage", "Looking through your folders…") if is_looking else ""
        self._age = " ".join(filter(None, (as_of, looking)))
        if looked_at:
            title = translate("MissingPage", "Nothing is missing")
        elif is_looking:
            title = translate("MissingPage", "Looking for missing files…")
        else:
            title = translate("MissingPage", "Nothing is known to be missing")
        self.title.setText(title)
        self.text.setText(self._age)
        self._show_summary()

    def show_missing(self, listed: MissingFiles) -> None:
        """Lists what is missing; keeps the selection where possible."""
        if listed == self._listed:
            return
        self._listed = listed
        chosen = self.place.text if self.place is not None else ""
        files = [row.id for row in self.chosen_files]
        self.places.show(listed)
        self.pages.setCurrentIndex(1 if self.places.places else 0)
        self._show_summary()
        row = next((row for row, place in enumerate(self.places.places) if place.text == chosen), 0)
        if self.places.places:
            self.left.selectRow(row)
        self._place_chosen()
        self._select_files(files)

    def choose(self, sound: SoundId) -> bool:
        """Selects a file and its folder; returns False if it is not listed."""
        for number, place in enumerate(self.places.places):
            if place.folder is not None and any(row.id == sound for row in place.folder.rows):
                self.left.selectRow(number)
                self._select_files([sound])
                return True
        return False

    def _select_files(self, ids: list[SoundId]) -> None:
        rows, selection = self.files.rows, self.right.selectionModel()
        flags = QItemSelectionModel.SelectionFlag
        for number in [number for number, row in enumerate(rows) if row.id in ids]:
            index = self.files.index(number, 0)
            selection.setCurrentIndex(index, flags.NoUpdate)
            selection.select(index, flags.Select | flags.Rows)

    def say(self, result: str) -> None:
        """Shows the result of the last attempt."""
        self.result.setText(result)
        self.result.setVisible(bool(result))

    def set_reasons(self, reasons: dict[SoundId, str]) -> None:
        """Sets why files were not linked, for the last column."""
        self.files.reasons = reasons
        self.right.setColumnHidden(2, not reasons)

    def set_working(self, is_working: bool) -> None:
        """Shows whether files are being compared."""
        self._is_working = is_working
        self.bar.setVisible(is_working)
        self.stop.setVisible(is_working)
        self.refresh.setEnabled(not is_working)
        if is_working:
            self.bar.setValue(0)
        self._update_buttons()

    def show_progress(self, share: float) -> None:
        self.bar.setValue(round(100 * share))

    @property
    def place(self) -> MissingPlace | None:
        rows = self.left.selectionModel().selectedRows()
        return self.places.places[rows[0].row()] if rows and rows[0].row() < len(self.places.places) else None

    @property
    def chosen_files(self) -> list[MissingRow]:
        rows = sorted(index.row() for index in self.right.selectionModel().selectedRows())
        return [self.files.rows[row] for row in rows]

    def _show_summary(self) -> None:
        listed, parts = self._listed, []
        if listed is not None and listed.sounds:
            parts.append(translate("MissingPage", "%n file(s) missing", n=listed.sounds))
        if listed is not None and listed.offline:
            waiting = sum(root.sounds for root in listed.offline)
            parts.append(translate("MissingPage", "%n sound(s) in folders that are missing or offline", n=waiting))
        if parts and self._age:
            parts.append(self._age)
        self.summary.setText(" · ".join(parts))

    def _place_chosen(self) -> None:
        place = self.place
        self.files.show(place.folder.rows if place is not None and place.folder is not None else ())
        if place is None or place.folder is not None:
            self.hint.setText("")
        elif place.root is not None and place.root.root.is_missing:
            self.hint.setText(
                translate(
                    "MissingPage", "This folder was moved, renamed or deleted. Show where it is now: Locate folder…"
                )
            )
        else:
            self.hint.setText(
                translate(
                    "MissingPage",
                    "Connect the drive and its sounds are there again. If it has another name now: Locate folder…",
                )
            )
        self.hint.setVisible(bool(self.hint.text()))
        self._update_buttons()

    def _update_buttons(self) -> None:
        place, files = self.place, len(self.chosen_files)
        self.locate_folder.setEnabled(place is not None and not self._is_working)
        self.locate_file.setEnabled(files == 1 and not self._is_working)
        self.remove.setEnabled(place is not None and place.folder is not None and not self._is_working)

    def _locate_folder(self) -> None:
        if self.place is not None:
            self.folder_wanted.emit(self.place)

    def _locate_file(self) -> None:
        if len(files := self.chosen_files) == 1:
            self.file_wanted.emit(files[0])

    def _remove(self) -> None:
        place = self.place
        if place is not None and place.folder is not None:
            self.remove_wanted.emit([row.id for row in self.chosen_files or place.folder.rows])

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Right-aligns the buttons if all of them fit in one line."""
        super().resizeEvent(event)
        wide_px = sum(button.sizeHint().width() + _GAP_PX for button in self._way_buttons) - _GAP_PX
        self._ways.setMaximumWidth(wide_px)

    def _lay_out(self) -> None:
        quiet = QWidget(self)
        self.title.setObjectName("emptyTitle")
        self.text.setObjectName("emptyText")
        vbox(STRETCH, centred(self.title, _TEXT_PX), centred(self.text, _TEXT_PX), STRETCH, parent=quiet)
        sides = QSplitter(Qt.Orientation.Horizontal, self)
        sides.setChildrenCollapsible(False)
        detail = QWidget(sides)
        vbox(self.hint, (self.right, 1), parent=detail, margins=0)
        self.hint.setContentsMargins(16, 12, 16, 0)
        sides.addWidget(self.left)
        sides.addWidget(detail)
        sides.setSizes([560, 520])
        self.pages.addWidget(quiet)
        self.pages.addWidget(sides)
        top = hbox(self.summary, STRETCH, self.bar, self.stop, self.refresh, margins=(16, 8, 16, 8), spacing=8)
        bottom = QHBoxLayout()
        bottom.setContentsMargins(16, 8, 16, 8)
        bottom.addStretch(1)
        bottom.addWidget(self._ways, 1000)  # right-aligned, and in several lines if narrow
        ways = FlowLayout(self._ways, gap_px=_GAP_PX)
        for button in self._way_buttons:
            ways.addWidget(button)
        self.result.setContentsMargins(16, 6, 16, 0)
        vbox(top, (self.pages, 1), self.result, bottom, parent=self, margins=0, spacing=0)
