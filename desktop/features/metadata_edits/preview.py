"""Preview of a save: every difference, old beside new, each with a checkbox."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QDialog,
    QHeaderView,
    QLabel,
    QTableView,
    QWidget,
)

from desktop.base.translation import translate
from desktop.features.metadata_edits.differences import DifferencesModel, PlannedChange
from desktop.widgets.boxes import hbox, vbox
from desktop.widgets.buttons import Buttons
from desktop.widgets.fit_to_screen import take_room
from desktop.widgets.labels import text_label

_ROW_PX = 28
_SHOWN_PROBLEMS = 5


class PreviewDialog(QDialog):
    """Asks whether to write. GUI thread only; does not block.

    Args:
        planned: differences by file.
        parent: the window.
        head: widget above the table that controls the differences.
    """

    confirmed = Signal(object, bool)
    """Edits to write: list of (SoundId, FilePath, Edit); and whether files keep their modification time."""

    def __init__(
        self, planned: Sequence[PlannedChange], parent: QWidget | None = None, *, head: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(translate("PreviewDialog", "Review changes"))
        take_room(self, 860, 520)
        self.model = DifferencesModel(planned, self)
        self.table = QTableView(self)
        self.table.setModel(self.model)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setWordWrap(False)
        self.table.setShowGrid(False)
        self.table.verticalHeader().setVisible(False)
        self.table.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.table.verticalHeader().setDefaultSectionSize(_ROW_PX)
        self.table.setAccessibleName(translate("PreviewDialog", "Differences"))
        header = self.table.horizontalHeader()
        header.setSectionsClickable(False)
        for column, width_px in enumerate((230, 110, 210)):
            header.resizeSection(column, width_px)
        header.setStretchLastSection(True)
        self.summary = QLabel("", self)
        self.problems = text_label(_problems(planned), self, "soft", wraps=True, is_plain=True)
        self.problems.setVisible(bool(self.problems.text()))
        self.all = QCheckBox(translate("PreviewDialog", "All"), self)
        self.all.setChecked(True)
        self.all.clicked.connect(self.model.tick_all)
        self.keep_time = QCheckBox(translate("PreviewDialog", "Keep the files' time of change"), self)
        self.keep_time.setToolTip(
            translate("PreviewDialog", "Backups and other programs may then not see that the files changed")
        )
        self.buttons = Buttons(self.reject, self, chief=translate("PreviewDialog", "Write %n file(s)", n=0))
        self.write_button = self.buttons.first
        self.buttons.accepted.connect(self._confirm)
        first = hbox(self.all, (self.summary, 1))
        last = hbox(self.keep_time, (self.buttons, 1), spacing=8)
        layout = vbox(parent=self, margins=(16, 14, 16, 14), spacing=10)
        if head is not None:
            layout.addWidget(head)
        layout.addLayout(first)
        layout.addWidget(self.table, 1)
        layout.addWidget(self.problems)
        layout.addLayout(last)
        self.model.ticked.connect(self._count)
        self._count()
        (head or self.table).setFocus()

    def show_planned(self, planned: Sequence[PlannedChange]) -> None:
        """Replaces the differences; all are ticked."""
        self.model.show_planned(planned)
        self.say_problem(_problems(planned))

    def say_problem(self, text: str) -> None:
        """Shows an obstacle; empty for none."""
        self.problems.setText(text)
        self.problems.setVisible(bool(text))

    def _count(self) -> None:
        rows, files = self.model.counts()
        self.summary.setText(translate("PreviewDialog", "%n difference(s)", n=rows))
        self.write_button.setText(translate("PreviewDialog", "Write %n file(s)", n=files))
        self.write_button.setEnabled(rows > 0)
        total = self.model.rowCount()
        self.all.setEnabled(total > 0)
        self.all.setChecked(rows == total and total > 0)

    def _confirm(self) -> None:
        self.confirmed.emit(self.model.changes(), self.keep_time.isChecked())
        self.accept()


def _problems(planned: Sequence[PlannedChange]) -> str:
    """Why files cannot be written, in a few lines."""
    found = list(dict.fromkeys(plan.problem for plan in planned if plan.problem))
    lines = found[:_SHOWN_PROBLEMS]
    if len(found) > len(lines):
        lines.append(translate("PreviewDialog", "and %n more file(s)", n=len(found) - len(lines)))
    return "\n".join(lines)
