"""The results table: keys and mouse of auditioning, rows that keep their place, rows dragged out as files."""

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QDrag, QFont, QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPixmap, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QApplication, QHeaderView, QTableView, QWidget

from desktop import messages
from desktop.results.delegate import ROW_PX, ResultsDelegate
from desktop.results.model import Column, ResultsModel
from desktop.theme import Theme
from engine.types import Hit, SoundId

_WIDTHS_PX = {Column.WAVEFORM: 168, Column.CONFIDENCE: 96, Column.LENGTH: 82, Column.FORMAT: 170, Column.FOLDER: 190}
_NEEDED_PX = {Column.FOLDER: 960, Column.FORMAT: 780}
"""The width of the table from which on a column is shown."""
_MOVES = {Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown, Qt.Key.Key_Home, Qt.Key.Key_End}


class ResultsView(QTableView):
    """Shows a ResultsModel. GUI thread only.

    `rested` is the one signal that autoplay listens to: a row was reached by key and the key is no longer repeating.
    """

    rested = Signal(object)
    """The Hit that a key press came to rest on."""
    clicked_at = Signal(object, object)
    """A plain click on a Hit; the second is the place within the thumbnail (0 to 1), or None beside it."""
    restarted = Signal(object)
    """A double click: play from the start."""
    toggled = Signal()
    """Space."""
    chosen = Signal(object)
    """Return on a Hit."""
    left_upwards = Signal()
    """Up on the first row."""
    current_changed = Signal(object)
    """The Hit under the cursor, or None."""

    def __init__(self, model: ResultsModel, delegate: ResultsDelegate, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._model = model
        self._delegate = delegate
        self._theme = theme
        self._is_waiting_for_rest = False
        self._pressed: QPoint | None = None
        self.setModel(model)
        self.setItemDelegate(delegate)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setDragEnabled(True)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragOnly)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setMouseTracking(True)
        self.setAccessibleName("Results")
        rows = self.verticalHeader()
        rows.setVisible(False)
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setDefaultSectionSize(ROW_PX)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionsClickable(False)
        header.setMinimumSectionSize(60)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.setSectionResizeMode(Column.NAME, QHeaderView.ResizeMode.Stretch)
        for column, width_px in _WIDTHS_PX.items():
            self.setColumnWidth(column, width_px)
        self.selectionModel().currentRowChanged.connect(self._tell_current)

    def current_hit(self) -> Hit | None:
        """The hit under the cursor."""
        index = self.currentIndex()
        return self._model.hit(index.row()) if index.isValid() else None

    def selected_hits(self) -> list[Hit]:
        """The selected hits in the order of the table; the current one when nothing is selected."""
        rows = sorted(index.row() for index in self.selectionModel().selectedRows())
        current = self.current_hit()
        return [self._model.hit(row) for row in rows] or ([current] if current else [])

    def go_to(self, row: int) -> Hit | None:
        """Puts the cursor on a row and selects it alone."""
        if not 0 <= row < self._model.rowCount():
            return None
        self.setCurrentIndex(self._model.index(row, Column.NAME))
        return self._model.hit(row)

    def show_hits(self, hits: tuple[Hit, ...], *, has_scores: bool, keep_place: bool) -> None:
        """Shows another answer. `keep_place` keeps selection, cursor and scroll position: the same query, run again."""
        kept = [hit.sound.id for hit in self.selected_hits()] if keep_place else []
        current = self.current_hit() if keep_place else None
        scrolled_px = self.verticalScrollBar().value()
        self._model.show(hits, has_scores=has_scores)
        self.setColumnHidden(Column.CONFIDENCE, not has_scores)
        if not keep_place:
            self.scrollToTop()
            self.current_changed.emit(None)
            return
        self._select(kept, current.sound.id if current else None)
        if current is not None and self.current_hit() is None:
            self.current_changed.emit(None)
        self.verticalScrollBar().setValue(scrolled_px)

    def mark_playing(self, sound: SoundId | None) -> None:
        """Shows which row is heard now."""
        self._delegate.playing = sound
        self.viewport().update()

    def refresh_sound(self, sound: SoundId) -> None:
        """Repaints a row whose overview came."""
        row = self._model.row_of(sound)
        if row is not None:
            self.update(self._model.index(row, Column.WAVEFORM))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Gives a narrow window's room to the name: folder, then format, are left out."""
        super().resizeEvent(event)
        for column, needed_px in _NEEDED_PX.items():
            self.setColumnHidden(column, event.size().width() < needed_px)

    def keyboardSearch(self, search: str) -> None:
        """Does nothing: letters are shortcuts here, and words belong in the search field."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows audition when they rest, Space and Return play; the rest is Qt's."""
        key = event.key()
        hit = self.current_hit()
        if key == Qt.Key.Key_Space and not event.modifiers():
            if not event.isAutoRepeat():
                self.toggled.emit()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if hit is not None and not event.isAutoRepeat():
                self.chosen.emit(hit)
        elif key == Qt.Key.Key_Up and self.currentIndex().row() <= 0 and not event.isAutoRepeat():
            self.left_upwards.emit()
        elif key in _MOVES:
            before = self.currentIndex().row()
            super().keyPressEvent(event)
            moved = self.currentIndex().row() != before
            is_ranging = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            if event.isAutoRepeat():
                self._is_waiting_for_rest = self._is_waiting_for_rest or moved
            elif moved and not is_ranging:
                self._rest()
        else:
            super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Plays the row on which a held arrow key came to rest."""
        super().keyReleaseEvent(event)
        if event.key() in _MOVES and not event.isAutoRepeat() and self._is_waiting_for_rest:
            self._rest()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Remembers where a click began, so that a drag does not play."""
        is_plain = event.button() == Qt.MouseButton.LeftButton and not event.modifiers()
        self._pressed = event.position().toPoint() if is_plain else None
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A plain click plays; on the thumbnail, from the place clicked."""
        super().mouseReleaseEvent(event)
        pressed, self._pressed = self._pressed, None
        at = event.position().toPoint()
        if pressed is None or (at - pressed).manhattanLength() >= QApplication.startDragDistance():
            return
        index = self.indexAt(at)
        if index.isValid():
            place = None
            if index.column() == Column.WAVEFORM:
                rect = self.visualRect(index)
                place = min(1.0, max(0.0, (at.x() - rect.left() - 12) / max(1, rect.width() - 22)))
            self.clicked_at.emit(self._model.hit(index.row()), place)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Plays from the start."""
        self._pressed = None
        index = self.indexAt(event.position().toPoint())
        if index.isValid() and event.button() == Qt.MouseButton.LeftButton:
            self.restarted.emit(self._model.hit(index.row()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Lights up the row under the pointer."""
        super().mouseMoveEvent(event)
        self._hover(self.indexAt(event.position().toPoint()).row())

    def leaveEvent(self, event: object) -> None:
        """No row is under the pointer any more."""
        self._hover(-1)

    def startDrag(self, supported_actions: Qt.DropAction) -> None:
        """Drags the selected rows out as files, under a label that says how many."""
        hits = self.selected_hits()
        if not hits:
            return
        self._pressed = None
        drag = QDrag(self)
        drag.setMimeData(self._model.mimeData(self.selectionModel().selectedRows()))
        drag.setPixmap(self._drag_label(hits))
        drag.setHotSpot(QPoint(-12, -8))
        drag.exec(Qt.DropAction.CopyAction, Qt.DropAction.CopyAction)

    def _rest(self) -> None:
        self._is_waiting_for_rest = False
        hit = self.current_hit()
        if hit is not None:
            self.rested.emit(hit)

    def _hover(self, row: int) -> None:
        if row != self._delegate.hovered_row:
            self._delegate.hovered_row = row
            self.viewport().update()

    def _tell_current(self, current: QModelIndex, previous: QModelIndex) -> None:
        self.current_changed.emit(self._model.hit(current.row()) if current.isValid() else None)

    def _select(self, sounds: list[SoundId], current: SoundId | None) -> None:
        chosen = QItemSelection()
        last = len(Column) - 1
        for sound in sounds:
            row = self._model.row_of(sound)
            if row is not None:
                chosen.select(self._model.index(row, 0), self._model.index(row, last))
        selection = self.selectionModel()
        selection.select(chosen, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        row = self._model.row_of(current) if current is not None else None
        if row is not None:
            index = self._model.index(row, Column.NAME)
            selection.setCurrentIndex(index, QItemSelectionModel.SelectionFlag.NoUpdate)

    def _drag_label(self, hits: list[Hit]) -> QPixmap:
        text = hits[0].sound.path.name if len(hits) == 1 else messages.count(len(hits), "sound")
        font = QFont(self.font())
        metrics = QFontMetrics(font)
        ratio = self.devicePixelRatioF()
        width_px, height_px = min(320, metrics.horizontalAdvance(text) + 24), metrics.height() + 14
        label = QPixmap(round(width_px * ratio), round(height_px * ratio))
        label.setDevicePixelRatio(ratio)
        label.fill(Qt.GlobalColor.transparent)
        painter = QPainter(label)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(self._theme.colour("accent"))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.drawRoundedRect(0, 0, width_px, height_px, 7, 7)
        painter.setPen(self._theme.colour("on_accent"))
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideMiddle, width_px - 24)
        painter.drawText(12, 7 + metrics.ascent(), shown)
        painter.end()
        return label
