"""Completion: a faint continuation in the search field, and a list of suggestions under it on demand.

The list never takes the focus. It gets the arrow keys only if the user opened it; otherwise Down goes to the results
while the user types and listens.
"""

from collections.abc import Sequence

from msgspec import Struct
from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from desktop.base.messages import plain
from desktop.base.theme import Theme
from desktop.base.translation import Phrase, number, phrase, translate
from engine.library.completion import Completion

_ROWS = 9
_ROW_PX = 30
_WIDTH_PX = 460
_EDGE_PX = 14
_KIND_ROLE = int(Qt.ItemDataRole.UserRole) + 1


class CompletionLine(Struct, frozen=True):
    """One suggestion."""

    text: str
    """Contents of the whole field once accepted."""
    cursor: int
    """Cursor position once accepted."""
    shown: str
    """Text in the list."""
    kind: str = ""
    """What kind it is: a word, a tag, a filter, an earlier search."""


def rest_of(suggestions: Sequence[CompletionLine], text: str, cursor: int) -> tuple[CompletionLine, str] | None:
    """The first suggestion that continues the text, and what it adds; None for none.

    Only with the cursor at the end, because the continuation would cover text after it.
    """
    if cursor != len(text) or not text or text[-1].isspace():
        return None
    for suggestion in suggestions:
        if len(suggestion.text) > len(text) and suggestion.text.casefold().startswith(text.casefold()):
            rest = suggestion.text[len(text) :]
            if rest.strip():
                return suggestion, rest
    return None


class _KindDelegate(QStyledItemDelegate):
    """Paints a suggestion's kind at the right end of its row, and its text in the remaining room."""

    def __init__(self, theme: Theme, parent: QListWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def initStyleOption(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        """Elides text that would overlap the kind."""
        super().initStyleOption(option, index)
        room = (
            option.rect.width() - 2 * _EDGE_PX - option.fontMetrics.horizontalAdvance(str(index.data(_KIND_ROLE) or ""))
        )
        option.text = option.fontMetrics.elidedText(option.text, Qt.TextElideMode.ElideRight, room)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        super().paint(painter, option, index)
        kind = str(index.data(_KIND_ROLE) or "")
        painter.save()
        painter.setPen(self._theme.colour("text_faint"))
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(option.rect.adjusted(0, 0, -10, 0), right, kind)
        painter.restore()


class CompletionList(QListWidget):
    """The list, over the window and under the field. GUI thread only."""

    accepted = Signal(object)
    """CompletionLine that was clicked or chosen."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("completions")
        self.setAccessibleName(translate("CompletionList", "Suggestions"))
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setUniformItemSizes(True)
        self._theme = theme
        self.setItemDelegate(_KindDelegate(theme, self))
        self._suggestions: tuple[CompletionLine, ...] = ()
        self.has_arrows = False
        """Whether the user opened it, so that it takes the arrow keys."""
        self.itemClicked.connect(lambda item: self.accepted.emit(self._suggestions[self.row(item)]))
        self.hide()

    @property
    def suggestions(self) -> tuple[CompletionLine, ...]:
        return self._suggestions

    def chosen(self) -> CompletionLine | None:
        """The highlighted suggestion, None for none."""
        row = self.currentRow()
        return self._suggestions[row] if self.isVisible() and 0 <= row < len(self._suggestions) else None

    def show_under(self, field: QWidget, suggestions: Sequence[CompletionLine], *, has_arrows: bool) -> None:
        """Shows suggestions under a field; an empty list hides it."""
        self._suggestions = tuple(suggestions)
        self.has_arrows = has_arrows
        self.clear()
        for suggestion in suggestions:
            item = QListWidgetItem(suggestion.shown)
            item.setData(_KIND_ROLE, suggestion.kind)
            item.setToolTip(plain(suggestion.text))
            item.setData(Qt.ItemDataRole.AccessibleDescriptionRole, suggestion.kind)
            item.setSizeHint(QSize(0, _ROW_PX))
            self.addItem(item)
        if not suggestions:
            self.hide()
            return
        window = field.window()
        if self.parentWidget() is not window:
            self.setParent(window)
        at = field.mapTo(window, QPoint(0, field.height() + 2))
        height = min(_ROWS, len(suggestions)) * _ROW_PX + 10
        longest = max(self.fontMetrics().horizontalAdvance(one.shown + one.kind) for one in suggestions)
        width = min(max(_WIDTH_PX, longest + 4 * _EDGE_PX), field.width())
        self.setGeometry(at.x(), at.y(), width, height)
        self.setCurrentRow(0 if has_arrows else -1)
        self.raise_()
        self.show()

    def move_by(self, rows: int) -> None:
        """Moves the highlight by some rows, wrapping around."""
        if self.count():
            self.setCurrentRow((self.currentRow() + rows) % self.count())


_KINDS: dict[str, Phrase] = {
    "word": phrase("SearchingCompletion", "word"),
    "idea": phrase("SearchingCompletion", "idea"),
    "tag": phrase("SearchingCompletion", "tag"),
    "collection": phrase("SearchingCompletion", "collection"),
    "category": phrase("SearchingCompletion", "category"),
    "filter": phrase("SearchingCompletion", "filter"),
    "value": phrase("SearchingCompletion", "value"),
    "history": phrase("SearchingCompletion", "searched before"),
    "saved": phrase("SearchingCompletion", "saved search"),
}


def suggestion_of(completion: Completion, text: str) -> CompletionLine:
    """The suggestion for a completion of `text`."""
    before, after = text[: completion.start], text[completion.end :]
    kind = str(_KINDS[completion.kind]) if completion.kind in _KINDS else completion.kind
    if completion.count is not None:
        kind = f"{kind}  ·  {number(completion.count)}"
    return CompletionLine(
        f"{before}{completion.text}{after}", len(before) + len(completion.text), completion.text, kind
    )
