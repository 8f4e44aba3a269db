"""Tags of the selected sounds as removable chips, and a field that adds or renames tags.

The chips scroll in a fixed area, so that nothing moves while the user types.
"""

from collections.abc import Hashable, Sequence

from PySide6.QtCore import QEvent, QObject, QPoint, QStringListModel, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QCompleter,
    QFrame,
    QLineEdit,
    QMenu,
    QPushButton,
    QScrollArea,
    QWidget,
)

from desktop.base import messages
from desktop.base.translation import translate
from desktop.widgets.boxes import vbox
from desktop.widgets.flow import FlowLayout
from desktop.widgets.labels import text_label
from desktop.widgets.read_only import set_read_only
from desktop.widgets.restyle import restyle

_MOST_DRAFTS = 100
"""Limit of selections with unsent text; the oldest is dropped first."""
_STAYING = (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason)
"""Renaming continues while the completer's list or another program has the focus."""
_LINES = 2
_CHIP_PX, _GAP_PX = 26, 4
_MOST_LETTERS = 26
"""The chip of a longer tag elides its middle; the tip shows all of it."""


class TagEditor(QWidget):
    """Chips and a field. Unsent text stays with the sounds it was typed for. GUI thread only."""

    added = Signal(object)
    """Names to add to the selected sounds: tuple of str."""
    removed = Signal(str)
    renamed = Signal(str, str)
    """A tag and its new name on every sound."""
    looked_for = Signal(str)
    """A tag whose sounds should be listed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tags: tuple[tuple[str, bool], ...] = ()
        self._whose: Hashable = ()
        self._drafts: dict[Hashable, str] = {}
        self._renaming = ""
        self._refusal = ""
        self._chips = QWidget(self)
        self._flow = FlowLayout(self._chips, gap_px=_GAP_PX)
        self._none = text_label(translate("TagEditor", "No tags yet"), self._chips, "faint")
        self.area = QScrollArea(self)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setWidgetResizable(True)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setFixedHeight(_LINES * _CHIP_PX + (_LINES - 1) * _GAP_PX)
        self.area.setWidget(self._chips)
        self.field = QLineEdit(self)
        self.field.setPlaceholderText(translate("TagEditor", "Add a tag"))
        self.field.setAccessibleName(translate("TagEditor", "Add a tag"))
        self.field.setToolTip(translate("TagEditor", "Separate tags by commas; Return adds them (T)"))
        self._known = QStringListModel(self)
        completer = QCompleter(self._known, self)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        offers = completer.popup()
        assert offers is not None
        offers.setObjectName("offers")
        self._offers = offers
        self.field.setCompleter(completer)
        self.field.returnPressed.connect(self._return)
        self.field.installEventFilter(self)
        vbox(self.field, self.area, parent=self, margins=0, spacing=6)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keeps the note “No tags yet” in place of the chips."""
        super().resizeEvent(event)
        self._none.setGeometry(0, 0, self.width(), self._none.sizeHint().height())

    def refuse(self, why: str) -> None:
        """Blocks typing for this reason; empty allows it again."""
        self._refusal = why
        set_read_only(self.field, bool(why))
        self._show_way()

    def turn_to(self, whose: Hashable) -> None:
        """Switches to another selection: stores unsent text, and restores what was typed for this one."""
        if whose == self._whose:
            return
        self._drafts.pop(self._whose, None)
        if self.field.text().strip():
            self._drafts[self._whose] = self.field.text()
        while len(self._drafts) > _MOST_DRAFTS:
            del self._drafts[next(iter(self._drafts))]
        self._whose = whose
        self._renaming = ""
        self._show_way()
        self._offers.hide()
        self.field.setText(self._drafts.get(whose, ""))

    def show_tags(self, tags: Sequence[tuple[str, bool]]) -> None:
        """Shows tags, each with whether every selected sound has it."""
        if tuple(tags) == self._tags:
            return
        self._tags = tuple(tags)
        self._flow.clear()
        before: QWidget = self.field
        for name, is_on_all in self._tags:
            chip = self._chip(name, is_on_all)
            self._flow.addWidget(chip)
            QWidget.setTabOrder(before, chip)  # keeps the tab order of the chips
            before = chip
        self._none.setVisible(not self._tags)
        self._chips.updateGeometry()

    def set_known(self, names: Sequence[str]) -> None:
        """Sets the tags that the completer offers."""
        self._known.setStringList(list(names))

    @property
    def shown(self) -> tuple[str, ...]:
        return tuple(name for name, _ in self._tags)

    def rename(self, name: str) -> None:
        """Starts renaming a tag in the field; Return renames it on every sound."""
        if self.field.text().strip() and not self._renaming:
            self._drafts[self._whose] = self.field.text()
        self._renaming = name
        self.field.setText(name)
        self._show_way()
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)
        self.field.selectAll()

    def menu_of(self, name: str) -> QMenu:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(translate("TagEditor", "Take off these sounds"), lambda: self.removed.emit(name))
        menu.addAction(translate("TagEditor", "List sounds with this tag"), lambda: self.looked_for.emit(name))
        rename = menu.addAction(translate("TagEditor", "Rename on every sound…"), lambda: self.rename(name))
        rename.setEnabled(not self._refusal)
        return menu

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Cancels renaming on Escape or when the focus leaves."""
        if watched is self.field and self._renaming:
            is_escape = isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape
            if event.type() == QEvent.Type.ShortcutOverride and is_escape:
                event.accept()  # otherwise Escape closes the page
                return True
            goes = isinstance(event, QFocusEvent) and event.lostFocus() and event.reason() not in _STAYING
            if goes or (event.type() == QEvent.Type.KeyPress and is_escape):
                self._end_renaming()
                return is_escape
        return super().eventFilter(watched, event)

    def _chip(self, name: str, is_on_all: bool) -> QPushButton:
        shown = (
            name if len(name) <= _MOST_LETTERS else f"{name[: _MOST_LETTERS // 2]}…{name[-_MOST_LETTERS // 2 + 1 :]}"
        )
        chip = QPushButton(f"{shown.replace('&', '&&')}  ×", self._chips)
        chip.setProperty("chip", True)
        chip.setProperty("some", not is_on_all)
        only_some = translate("TagEditor", "Not on all of them.") + " " if not is_on_all else ""
        tip = only_some + translate("TagEditor", "Click to take the tag off.")
        chip.setToolTip(messages.plain(tip if shown == name else f"{name}\n{tip}"))
        chip.setAccessibleName(translate("TagEditor", "Tag %1; take it off", name))
        chip.clicked.connect(lambda _=False: self.removed.emit(name))
        chip.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)

        def open_menu(at: QPoint) -> None:
            self.menu_of(name).popup(chip.mapToGlobal(at))

        chip.customContextMenuRequested.connect(open_menu)
        return chip

    def _show_way(self) -> None:
        """Updates the tip that says what Return does."""
        adds = translate("TagEditor", "Separate tags by commas; Return adds them (T)")
        renames = translate(
            "TagEditor", "Return renames “%1” on every sound that has it; Escape leaves it", self._renaming
        )
        self.field.setToolTip(messages.plain(renames) if self._renaming else self._refusal or adds)
        self.field.setProperty("renaming", bool(self._renaming))
        restyle(self.field)

    def _end_renaming(self) -> None:
        self._renaming = ""
        self.field.setText(self._drafts.get(self._whose, ""))
        self._show_way()

    def _return(self) -> None:
        if not self._renaming:
            self._add()
            return
        old, new = self._renaming, " ".join(self.field.text().split())
        self._end_renaming()
        if new and new != old:
            self.renamed.emit(old, new)

    def _add(self) -> None:
        names = tuple(dict.fromkeys(part.strip() for part in self.field.text().split(",") if part.strip()))
        self.field.clear()
        if names:
            self.added.emit(names)
