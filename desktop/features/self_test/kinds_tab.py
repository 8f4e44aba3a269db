"""Kinds of a self-test, worst first, and playable sounds of the selected kind: found and missed."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from desktop.base import engine_words, messages
from desktop.base.theme import Theme
from desktop.base.translation import number, translate
from desktop.deck.playback import Audition
from desktop.widgets.boxes import hbox, vbox
from desktop.widgets.buttons import push_button
from desktop.widgets.labels import text_label
from desktop.widgets.playable_tree import PlayableTree
from engine.base.messages import Message
from engine.features.self_test.kind_search import FoundBySound, KindResult, RankedSound
from engine.features.self_test.messages import SelfTestMessage
from engine.features.self_test.wording import found_said, kind_said

_KIND = int(Qt.ItemDataRole.UserRole) + 1
_BAR, _FOUND, _PRECISION = 1, 2, 3
_BAR_PX, _BAR_HIGH_PX, _MARK_PX = 84, 8, 2
_INDENT_PX = 10
_INKS = {FoundBySound.WELL: "mark_green", FoundBySound.PARTLY: "mark_yellow", FoundBySound.HARDLY: "mark_red"}
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_Index = QModelIndex | QPersistentModelIndex


class KindsTab(QWidget):
    """Kinds and their example sounds. GUI thread only."""

    search_wanted = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.about = text_label(engine_words.note(Message(SelfTestMessage.KINDS_ABOUT)), self, "soft", wraps=True)
        self.list = KindList(theme, self)
        self.examples = KindExamples(translate("KindsTab", "Sounds of this kind"), self)
        self.examples.set_columns(
            (translate("KindsTab", "Sound"), translate("KindsTab", "Place"), translate("KindsTab", "Moment")),
            (1, 2),
            (
                translate("KindsTab", "Location"),
                translate("KindsTab", "Rank among the tested sounds, by sound alone"),
                translate("KindsTab", "Best moment"),
            ),
        )
        self.instead = text_label("", self, "soft", wraps=True)
        self.search = push_button(
            translate("KindsTab", "Search for this"),
            self._search,
            self,
            tip=translate("KindsTab", "Searches for the words of this kind in the window"),
        )
        self.search.setAutoDefault(False)
        self.list.currentItemChanged.connect(lambda item: self._show_examples())
        self.list.entered.connect(self.examples.begin)
        self.examples.left.connect(self.list.setFocus)
        self._lay()

    def show_kinds(self, kinds: tuple[KindResult, ...]) -> None:
        """Lists the kinds in order; keeps the current one."""
        self.list.show_kinds(kinds)
        if not kinds:
            self.about.setText(engine_words.note(Message(SelfTestMessage.NO_KINDS)))
        self._show_examples()

    def _show_examples(self) -> None:
        kind = self.list.kind
        self.examples.show_kind(kind)
        self.search.setEnabled(kind is not None)
        instead = "" if kind is None else ", ".join(f"{words} {number(count)}" for words, count in kind.instead)
        self.instead.setText(translate("KindsTab", "Among the first rows instead: %1", instead) if instead else "")

    def _search(self) -> None:
        kind = self.list.kind
        if kind is not None:
            self.search_wanted.emit(kind.words)

    def _lay(self) -> None:
        right = QWidget(self)
        foot = hbox((self.instead, 1), (self.search, 0, Qt.AlignmentFlag.AlignTop))
        vbox((self.examples, 1), foot, parent=right, margins=0, spacing=8)
        sides = hbox((self.list, 56), (right, 44), spacing=16)
        vbox(self.about, (sides, 1), parent=self, margins=(0, 12, 0, 0), spacing=10)


class KindList(QTreeWidget):
    """A row per kind, with a bar of its found share. Return and Right move to its sounds."""

    entered = Signal()
    """The focus should move to the sounds of the current kind."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("heard")
        self.setAccessibleName(translate("KindsTab", "Kinds"))
        self.setRootIsDecorated(False)
        self.setUniformRowHeights(True)
        self.setItemDelegateForColumn(_BAR, ShareBars(theme, self))
        self.setHeaderLabels(
            [
                engine_words.note(Message(SelfTestMessage.KIND)),
                "",
                engine_words.note(Message(SelfTestMessage.FOUND)),
                translate("KindsTab", "AP"),
                translate("KindsTab", "By its sound"),
            ]
        )
        heads = self.headerItem()
        heads.setToolTip(_BAR, translate("KindsTab", "The share of its sounds that is found; the mark is chance"))
        heads.setToolTip(
            _FOUND,
            translate(
                "KindsTab", "Sounds of this kind in the first rows (as many rows as it has sounds, at least ten)"
            ),
        )
        heads.setToolTip(_PRECISION, engine_words.note(Message(SelfTestMessage.PRECISION)))
        for column in (_FOUND, _PRECISION):
            heads.setTextAlignment(column, _RIGHT)
        self.show_figures(False)
        header = self.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)

    def show_figures(self, is_shown: bool) -> None:
        """Shows or hides the average precision of each kind."""
        self.setColumnHidden(_PRECISION, not is_shown)

    @property
    def kind(self) -> KindResult | None:
        item = self.currentItem()
        found = None if item is None else item.data(0, _KIND)
        return found if isinstance(found, KindResult) else None

    def show_kinds(self, kinds: tuple[KindResult, ...]) -> None:
        """Lists kinds; the cursor keeps its kind, or goes to the first."""
        before = self.kind
        self.clear()
        for kind in kinds:
            item = QTreeWidgetItem(self, _cells(kind))
            item.setData(0, _KIND, kind)
            item.setData(_BAR, _KIND, kind)
            item.setData(_BAR, Qt.ItemDataRole.AccessibleTextRole, messages.percent(kind.share))
            name = kind_said(kind)
            item.setToolTip(0, name if isinstance(name, str) else engine_words.note(name))
            tip = translate(
                "KindsTab", "%1 found; by chance: %2", messages.percent(kind.share), messages.percent(kind.chance)
            )
            item.setToolTip(_BAR, tip)
            for column in (_FOUND, _PRECISION):
                item.setTextAlignment(column, _RIGHT)
            if before is not None and (kind.words, kind.by) == (before.words, before.by):
                self.setCurrentItem(item)
        first = self.topLevelItem(0)
        if self.currentItem() is None and first is not None:
            self.setCurrentItem(first)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Right):
            self.entered.emit()
            event.accept()
        else:
            super().keyPressEvent(event)


class KindExamples(PlayableTree):
    """Sounds of a kind: the first ones found, and the missed ones. Left returns to the kinds."""

    left = Signal()

    def show_kind(self, kind: KindResult | None) -> None:
        """Lists sounds of a kind under two headings."""
        self.setIndentation(_INDENT_PX)
        with self.filling():
            self.clear()
            if kind is None:
                return
            for title, sounds in ((SelfTestMessage.BEST, kind.best), (SelfTestMessage.MISSED, kind.missed)):
                if sounds:
                    self._add_some(engine_words.note(Message(title)), sounds)

    def begin(self) -> None:
        """Takes the focus and plays the current sound, or the first."""
        if self.topLevelItemCount() == 0:
            return
        with self.filling():
            self.setFocus()
            if self.heard_of(self.currentItem()) is None:
                self.setCurrentIndex(self.model().index(0, 0, self.model().index(0, 0)))
        self.heard.emit(self.heard_of(self.currentItem()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Left:
            self.left.emit()
            event.accept()
        else:
            super().keyPressEvent(event)

    def _add_some(self, title: str, sounds: tuple[RankedSound, ...]) -> None:
        head = self.add([title, "", ""], None)
        head.setFlags(Qt.ItemFlag.ItemIsEnabled)
        head.setFirstColumnSpanned(True)
        for one in sounds:
            moment = "" if one.start_s is None else messages.position(one.start_s)
            audition = Audition(one.path, one.sound, one.start_s)
            item = self.add([one.path.name, number(one.rank), moment], audition, (1, 2), under=head)
            item.setToolTip(0, messages.plain(one.path.text))
        head.setExpanded(True)


class ShareBars(QStyledItemDelegate):
    """Draws the found share of a kind, with a tick at chance level."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        return QSize(_BAR_PX + 16, super().sizeHint(option, index).height())

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        super().paint(painter, option, index)
        kind = index.data(_KIND)
        if not isinstance(kind, KindResult):
            return
        box = QRectF(option.rect).adjusted(8.0, 0.0, -8.0, 0.0)
        top = box.center().y() - _BAR_HIGH_PX / 2
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        for share, ink in ((1.0, "line"), (kind.share, _INKS[kind.found_by_sound])):
            painter.setBrush(self._theme.colour(ink))
            if share > 0.0:
                painter.drawRoundedRect(QRectF(box.left(), top, box.width() * share, _BAR_HIGH_PX), 3.0, 3.0)
        painter.setBrush(self._theme.colour("text"))
        mark = box.left() + (box.width() - _MARK_PX) * kind.chance
        painter.drawRect(QRectF(mark, top - 3.0, _MARK_PX, _BAR_HIGH_PX + 6.0))
        painter.restore()


def _cells(kind: KindResult) -> list[str]:
    return [
        kind.words,
        "",
        engine_words.note(Message(SelfTestMessage.FOUND_OF, (kind.found, kind.files))),
        number(kind.average_precision, 2),
        engine_words.note(found_said(kind)),
    ]
