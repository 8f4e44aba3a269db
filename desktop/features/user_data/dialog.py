"""Preview of an import of user data: changes by kind, differences, and records without a sound here."""

from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QFormLayout,
    QHeaderView,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from desktop.base.messages import plain
from desktop.base.translation import Phrase, number, phrase, translate
from desktop.widgets.buttons import Buttons
from desktop.widgets.colours import COLOUR_NAMES
from desktop.widgets.fit_to_screen import take_room
from desktop.widgets.labels import text_label
from engine.base.types import Colour
from engine.features.user_data.records import DamagedLine, DataDifference, ImportResult, Prefer, RecordFault, RecordKind

_KINDS: dict[RecordKind, Phrase] = {
    RecordKind.RATINGS: phrase("ImportDialog", "Ratings"),
    RecordKind.COLOURS: phrase("ImportDialog", "Colours"),
    RecordKind.FAVOURITES: phrase("ImportDialog", "Favourites"),
    RecordKind.TAGS: phrase("ImportDialog", "Tags"),
    RecordKind.NOTES: phrase("ImportDialog", "Notes"),
    RecordKind.LISTENING: phrase("ImportDialog", "Played and used"),
    RecordKind.COLLECTIONS: phrase("ImportDialog", "Collections"),
    RecordKind.ITEMS: phrase("ImportDialog", "Sounds in collections"),
    RecordKind.SAVED: phrase("ImportDialog", "Saved searches"),
    RecordKind.SEARCHES: phrase("ImportDialog", "Search history"),
    RecordKind.THESAURUS: phrase("ImportDialog", "Thesaurus"),
}
_OUTCOMES: dict[RecordKind, Phrase] = {
    RecordKind.NOTES: phrase("ImportDialog", "Both notes are kept, one below the other."),
    RecordKind.SAVED: phrase("ImportDialog", "Both are kept. The imported one gets a number added to its name."),
}
_FAULTS: dict[RecordFault, Phrase] = {
    RecordFault.TOO_LONG: phrase("ImportDialog", "too long"),
    RecordFault.NOT_JSON: phrase("ImportDialog", "damaged"),
    RecordFault.NOT_KNOWN: phrase("ImportDialog", "of an unknown kind"),
    RecordFault.WRONG_VALUE: phrase("ImportDialog", "an impossible value"),
}
_LONGEST_SHOWN = 80
_NUMBER_PX, _OTHERWISE_PX = 90, 250


class ImportDialog(QDialog):
    """Accepted when the file should be imported, with `prefer`. GUI thread only.

    Args:
        name: name of the file.
        seen: result of `engine.features.user_data.import_file.preview`.
        parent: the window.
    """

    def __init__(self, name: str, seen: ImportResult, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(translate("ImportDialog", "Import ratings, tags and collections"))
        take_room(self, 720, 500)
        self._seen = seen
        self.heading = text_label("", self, "deckName")
        self.about = text_label(_about(seen), self, "soft")
        for label in (self.heading, self.about):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
        self._name = name
        self.tree = _Tree(seen, self)
        self.choice = QComboBox(self)
        self.choice.addItem(translate("ImportDialog", "Those of this library stay"), Prefer.HERE)
        self.choice.addItem(translate("ImportDialog", "Those of the file replace them"), Prefer.FILE)
        self.choice.setAccessibleName(translate("ImportDialog", "Ratings and colours that differ"))
        self.buttons = Buttons(self.reject, self, chief=translate("ImportDialog", "Import"))
        self.agree = self.buttons.first
        self.agree.setAccessibleName(self.windowTitle())
        self.buttons.accepted.connect(self.accept)
        self.choice.currentIndexChanged.connect(self._update)
        rows = QFormLayout()
        rows.addRow(translate("ImportDialog", "Ratings and colours that differ"), self.choice)
        rows.setRowVisible(0, any(seen.of(kind).different for kind in (RecordKind.RATINGS, RecordKind.COLOURS)))
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 16)
        column.setSpacing(10)
        column.addWidget(self.heading)
        column.addWidget(self.about)
        column.addWidget(self.tree, 1)
        column.addLayout(rows)
        column.addWidget(self.buttons)
        self._update()

    @property
    def prefer(self) -> Prefer:
        """Whose ratings and colours win."""
        return Prefer(self.choice.currentData())

    def _update(self) -> None:
        is_nothing_new = replace(self._seen, prefer=self.prefer).is_nothing_new
        self.agree.setEnabled(not is_nothing_new)
        self.heading.setText(
            translate("ImportDialog", "This library already has everything in “%1”.", self._name)
            if is_nothing_new
            else translate("ImportDialog", "Import from “%1”?", self._name)
        )


class _Tree(QTreeWidget):
    """A row for each kind with its differences below; then records without a sound here, and skipped ones."""

    def __init__(self, seen: ImportResult, parent: QWidget) -> None:
        super().__init__(parent)
        self.setColumnCount(3)
        self.setHeaderLabels(
            [
                translate("ImportDialog", "What"),
                translate("ImportDialog", "New"),
                translate("ImportDialog", "Different here"),
            ]
        )
        self.setAccessibleName(translate("ImportDialog", "What would change"))
        self.setObjectName("changes")
        self.setUniformRowHeights(True)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.headerItem().setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.header().setStretchLastSection(False)
        self.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.header().resizeSection(1, _NUMBER_PX)
        self.header().resizeSection(2, _OTHERWISE_PX)
        self._add_kinds(seen)
        self._add_waiting(seen)
        self._add_left_out(seen)

    def _add_kinds(self, seen: ImportResult) -> None:
        for count in seen.counts:
            named = [one for one in seen.differences if one.kind is count.kind]
            if not count.new and not count.different and not named:
                continue
            head = self._head(str(_KINDS[count.kind]), count.new, count.different)
            if count.kind in _OUTCOMES:
                head.setToolTip(2, str(_OUTCOMES[count.kind]))
            for one in named:
                self._child(head, one.name, _both(one))

    def _add_waiting(self, seen: ImportResult) -> None:
        if seen.waiting:
            head = self._head(translate("ImportDialog", "Not in this library yet (%1)", seen.waiting))
            for name in seen.waiting_names:
                self._child(head, name or translate("ImportDialog", "(unknown name)"))

    def _add_left_out(self, seen: ImportResult) -> None:
        count = seen.unknown + seen.damaged + seen.notes_left_out + seen.forgotten
        if not count:
            return
        head = self._head(translate("ImportDialog", "Left out (%1)", count))
        for name in seen.unknown_names:
            self._child(head, name, translate("ImportDialog", "never read, so its audio is unknown"))
        for line in seen.damaged_lines:
            self._child(head, translate("ImportDialog", "Line %1", line.number), _why(line))
        if seen.notes_left_out:
            left = translate("ImportDialog", "%n note(s), too long with the one that is here", n=seen.notes_left_out)
            self._child(head, left)
        if seen.forgotten:
            self._child(head, translate("ImportDialog", "%n old search(es): the history is full", n=seen.forgotten))

    def _head(self, name: str, new: int = 0, different: int = 0) -> QTreeWidgetItem:
        head = QTreeWidgetItem(self, [name, number(new) if new else "", number(different) if different else ""])
        head.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        return head

    def _child(self, head: QTreeWidgetItem, name: str, text: str = "") -> None:
        item = QTreeWidgetItem(head, [name, "", text])
        item.setToolTip(0, plain(name))
        item.setToolTip(2, plain(text))


def _about(seen: ImportResult) -> str:
    """Content of the file in sentences."""
    said = [
        translate("ImportDialog", "%n sound(s) in the file, %1 of them in this library.", seen.found, n=seen.sounds)
    ]
    if seen.waiting:
        said.append(translate("ImportDialog", "Data for the other sounds is kept and applied when you index them."))
    if seen.is_cut_off:
        said.append(translate("ImportDialog", "The file is incomplete: its end or some of its lines are missing."))
    if seen.damaged:
        said.append(translate("ImportDialog", "%n line(s) could not be read and will be left out.", n=seen.damaged))
    said.append(translate("ImportDialog", "Tags, collections and notes are merged. Undo reverses the import."))
    return " ".join(said)


def _both(one: DataDifference) -> str:
    here, file = (_value(one.kind, value) for value in (one.here, one.file))
    return translate("ImportDialog", "%1 here, %2 in the file", here, file)


def _value(kind: RecordKind, value: str) -> str:
    if kind is RecordKind.RATINGS:
        return "★" * int(value)
    if kind is RecordKind.COLOURS:
        return str(COLOUR_NAMES[Colour(value)])
    line = " ".join(value.split())
    return translate("ImportDialog", "“%1”", line if len(line) <= _LONGEST_SHOWN else f"{line[:_LONGEST_SHOWN]}…")


def _why(line: DamagedLine) -> str:
    why = str(_FAULTS[line.fault])
    return f"{why} ({line.field})" if line.field else why
