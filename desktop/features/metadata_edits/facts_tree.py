"""All metadata of a file as a tree of groups, with copyable texts."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QMenu, QTreeWidget, QTreeWidgetItem, QWidget

from desktop.base import messages
from desktop.base.translation import translate
from desktop.features.metadata_edits.field_names import GROUP_NAMES, name_of_fact, value_of_fact
from engine.features.metadata_edits.file_facts import Fact, Group

_FOLDED = (Group.CHUNKS,)
_MARGIN_PX = 16
_NAMES_PX, _NAMES_MOST_PX = 130, 156
"""Limits of the width of the names."""


class FactsTree(QTreeWidget):
    """Groups of names and values. GUI thread only."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._closed: set[str] = set()
        self._is_first = True
        self.setObjectName("facts")
        self.setColumnCount(2)
        self.setHeaderHidden(True)
        self.setRootIsDecorated(True)
        self.setIndentation(14)
        self.setUniformRowHeights(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.itemExpanded.connect(lambda item: self._fit())
        self.itemCollapsed.connect(lambda item: self._fit())
        self.setAccessibleName(translate("FactsTree", "All metadata of the file"))
        self.setToolTip(translate("FactsTree", "Ctrl+C copies the selected values"))
        self.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Interactive)
        self.header().resizeSection(0, _NAMES_PX)
        self.header().setStretchLastSection(True)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._menu)

    def show_facts(self, facts: tuple[Fact, ...]) -> None:
        """Shows facts in their groups; groups stay folded or open."""
        self.empty()
        closed, is_first = self._closed, self._is_first
        for group, title in GROUP_NAMES.items():
            own = [fact for fact in facts if fact.group is group]
            if not own:
                continue
            head = QTreeWidgetItem(self, [str(title)])
            head.setFirstColumnSpanned(True)
            head.setFlags(Qt.ItemFlag.ItemIsEnabled)
            for fact in own:
                item = QTreeWidgetItem(head, [name_of_fact(fact), value_of_fact(fact)])
                item.setToolTip(0, fact.name)
                item.setToolTip(1, messages.plain(fact.value))
                item.setTextAlignment(0, Qt.AlignmentFlag.AlignTop)
                item.setTextAlignment(1, Qt.AlignmentFlag.AlignTop)
            self._is_first = False
            head.setExpanded(str(title) not in closed if not is_first else group not in _FOLDED)
        if is_first:
            self.header().resizeSection(0, min(_NAMES_MOST_PX, max(_NAMES_PX, self.sizeHintForColumn(0))))
        self._fit()

    def empty(self) -> None:
        """Removes the facts and remembers which groups are folded; keeps the height, so that nothing moves."""
        heads = [self.invisibleRootItem().child(row) for row in range(self.topLevelItemCount())]
        shown = {head.text(0) for head in heads}
        self._closed = (self._closed - shown) | {head.text(0) for head in heads if not head.isExpanded()}
        self.clear()

    def _fit(self) -> None:
        """Sets the height to that of all rows; the parent scrolls."""
        rows = sum(
            1 + (head.childCount() if head.isExpanded() else 0)
            for head in (self.invisibleRootItem().child(row) for row in range(self.topLevelItemCount()))
        )
        height_px = self.sizeHintForRow(0) if rows else 0
        self.setFixedHeight(rows * max(height_px, self.fontMetrics().height() + 4) + _MARGIN_PX)

    def copy(self) -> str:
        """Copies the selected values, several with their names; returns the text."""
        chosen = [item for item in self.selectedItems() if item.parent() is not None]
        if not chosen:
            return ""
        text = chosen[0].text(1) if len(chosen) == 1 else "\n".join(f"{i.text(0)}\t{i.text(1)}" for i in chosen)
        QGuiApplication.clipboard().setText(text)
        return text

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
            event.accept()
            return
        super().keyPressEvent(event)

    def _menu(self, at: QPoint) -> None:
        if not self.selectedItems():
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(translate("FactsTree", "Copy"), self.copy)
        menu.popup(self.viewport().mapToGlobal(at))
