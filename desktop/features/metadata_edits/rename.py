"""Renames the selected files by the scheme of UCS, after a preview of every name."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QDialog,
    QFormLayout,
    QHeaderView,
    QLineEdit,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from desktop.base import messages
from desktop.base.theme import Theme
from desktop.base.timer import single_shot
from desktop.base.translation import translate
from desktop.widgets.boxes import hbox, vbox
from desktop.widgets.buttons import Buttons
from desktop.widgets.fit_to_screen import take_room
from desktop.widgets.labels import text_label
from desktop.widgets.ucs_field import UcsField
from engine.features.metadata_edits.ucs_names import Proposal, UcsParts

_PAUSE_MS = 200
_MOST_SHOWN = 2_000
"""Limit of preview rows; all files are counted and renamed."""


class RenameDialog(QDialog):
    """Asks for the parts of the names and previews them. GUI thread only; does not block."""

    preview_wanted = Signal(object)
    """UcsParts."""
    confirmed = Signal(object)
    """Pairs of old and new FilePath."""

    def __init__(self, theme: Theme, count: int, *, creator: str = "", source: str = "", parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(translate("RenameDialog", "Rename %n file(s) for UCS", n=count))
        take_room(self, 820, 560)
        self._theme = theme
        self._proposals: tuple[Proposal, ...] = ()
        own = translate("RenameDialog", "each sound's own")
        self.cat_id = UcsField(self)
        self.fx_name, self.creator, self.source = QLineEdit(self), QLineEdit(creator, self), QLineEdit(source, self)
        self.user_data = QLineEdit(self)
        form = QFormLayout()
        form.setHorizontalSpacing(12)
        rows: tuple[tuple[str, QLineEdit, str], ...] = (
            (translate("RenameDialog", "CatID"), self.cat_id, own),
            (translate("RenameDialog", "FXName"), self.fx_name, own),
            (
                translate("RenameDialog", "CreatorID"),
                self.creator,
                translate("RenameDialog", "that of the name, or NONE"),
            ),
            (translate("RenameDialog", "SourceID"), self.source, own),
            (translate("RenameDialog", "UserData"), self.user_data, translate("RenameDialog", "none")),
        )
        for name, field, hint in rows:
            field.setObjectName("metadataField")
            field.setPlaceholderText(hint)
            field.setAccessibleName(name)
            form.addRow(name, field)
        self.list = QTreeWidget(self)
        self.list.setHeaderLabels([translate("RenameDialog", "Now"), translate("RenameDialog", "New")])
        self.list.setRootIsDecorated(False)
        self.list.setUniformRowHeights(True)
        self.list.header().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.list.setAccessibleName(translate("RenameDialog", "New names"))
        self.summary = text_label("", self, "soft")
        self.buttons = Buttons(self.reject, self, chief=translate("RenameDialog", "Rename"))
        self.rename_button = self.buttons.first
        self.buttons.accepted.connect(self._confirm)
        self._count = count
        last = hbox((self.summary, 1), self.buttons)
        vbox(form, (self.list, 1), last, parent=self, margins=(16, 14, 16, 14), spacing=10)
        self._pause = single_shot(self, 0, self._ask)
        self.cat_id.chosen.connect(lambda cat_id: self._wait())
        for field in (self.fx_name, self.creator, self.source, self.user_data):
            field.textEdited.connect(self._wait)
        self._wait()

    @property
    def parts(self) -> UcsParts:
        return UcsParts(
            self.cat_id.cat_id,
            self.fx_name.text().strip(),
            self.creator.text().strip(),
            self.source.text().strip(),
            self.user_data.text().strip(),
        )

    def showEvent(self, event: QShowEvent) -> None:
        """Reserves room for the button's longest text, so that Cancel does not move."""
        super().showEvent(event)
        button, now = self.rename_button, self.rename_button.text()
        button.setText(translate("RenameDialog", "Rename %n file(s)", n=max(2, self._count)))
        button.setMinimumWidth(max(button.minimumWidth(), button.sizeHint().width()))
        button.setText(now)

    def show_proposals(self, parts: UcsParts, proposals: Sequence[Proposal]) -> None:
        """Shows the new names; ignores those for outdated parts."""
        if parts != self.parts:
            return
        self._proposals = tuple(proposals)
        self.list.clear()
        for proposal in self._proposals[:_MOST_SHOWN]:
            new = proposal.new_path.name if not proposal.problem else _problem(proposal.problem)
            item = QTreeWidgetItem(self.list, [proposal.path.name, new])
            item.setToolTip(0, messages.plain(proposal.path.text))
            item.setToolTip(1, messages.plain(new))
            if not proposal.is_change:
                item.setForeground(1, self._theme.colour("text_faint"))
        changes = sum(proposal.is_change for proposal in self._proposals)
        problems = sum(bool(proposal.problem) for proposal in self._proposals)
        left_out = translate("RenameDialog", "%n file(s) skipped: no CatID.", n=problems)
        self.summary.setText(left_out if problems else "")
        self.rename_button.setText(translate("RenameDialog", "Rename %n file(s)", n=changes))
        self.rename_button.setEnabled(changes > 0)

    def _wait(self, *_: object) -> None:
        self.rename_button.setText(translate("RenameDialog", "Rename"))
        self.rename_button.setEnabled(False)
        self._pause.start(_PAUSE_MS)

    def _ask(self) -> None:
        self.preview_wanted.emit(self.parts)

    def _confirm(self) -> None:
        self.confirmed.emit([(one.path, one.new_path) for one in self._proposals if one.is_change])
        self.accept()


def _problem(problem: str) -> str:
    if problem == "no CatID":
        return translate("RenameDialog", "(has no CatID)")
    return problem
