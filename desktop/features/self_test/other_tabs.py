"""Further tabs of a self-test: outliers, missing lines, and results of other packs."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QTreeWidgetItem, QVBoxLayout, QWidget

from desktop.base import engine_words, messages
from desktop.base.translation import number, translate
from desktop.deck.playback import Audition
from desktop.widgets.buttons import push_button
from desktop.widgets.labels import text_label
from desktop.widgets.playable_tree import PlayableTree
from engine.base.messages import Message, told
from engine.features.self_test.gaps import GapLine
from engine.features.self_test.messages import SelfTestMessage
from engine.features.self_test.outliers import Outlier, Outliers
from engine.features.self_test.pack_comparison import PackComparison, PackMeasure
from engine.features.self_test.self_test import SAMPLE
from engine.features.self_test.wording import lines_said, pack_said, pack_score_said, rounded, there_said


class _Tab(QWidget):
    """A sentence, a list and a row of buttons."""

    heard = Signal(object)
    """An Audition to play."""
    toggled = Signal(object)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.about = text_label("", self, "soft", wraps=True)
        self.list = PlayableTree(name, self)
        self.list.heard.connect(self.heard)
        self.list.toggled.connect(self.toggled)
        self.list.currentItemChanged.connect(lambda item: self._update())
        self.top, self.foot = QHBoxLayout(), QHBoxLayout()
        self.foot.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 12, 0, 0)
        column.setSpacing(10)
        column.addWidget(self.about)
        column.addLayout(self.top)
        column.addWidget(self.list, 1)
        column.addLayout(self.foot)
        self.rest = QWidget(self)
        column.addWidget(self.rest, 1)
        self.rest.hide()

    def _show_list(self, is_shown: bool) -> None:
        """Shows the list, or empty space in its place."""
        self.list.setVisible(is_shown)
        self.rest.setVisible(not is_shown)

    def _update(self) -> None:
        """Updates after the cursor moved."""

    def _button(self, row: QHBoxLayout, text: str, run: Callable[[], object], tip: str = "") -> QPushButton:
        button = push_button(text, lambda: run(), self, tip=tip)
        button.setAutoDefault(False)
        row.addWidget(button)
        return button


class OutliersTab(_Tab):
    """Outliers. GUI thread only."""

    similar_wanted = Signal(object)
    """An Outlier to find similar sounds for."""
    reveal_wanted = Signal(object)
    """A path to show in its folder."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(translate("OutliersTab", "Outliers"), parent)
        self.list.set_columns(
            (
                engine_words.note(Message(SelfTestMessage.SOUND)),
                engine_words.note(Message(SelfTestMessage.CLOSENESS)),
                engine_words.note(Message(SelfTestMessage.NEAREST)),
            ),
            (1,),
        )
        self._rows: list[tuple[QTreeWidgetItem, Outlier]] = []
        self.nearest = self._button(
            self.foot, translate("OutliersTab", "Play the closest match"), lambda: self._tell(self._play_nearest)
        )
        self.similar = self._button(
            self.foot,
            translate("OutliersTab", "Find similar"),
            lambda: self._tell(self.similar_wanted.emit),
            translate("OutliersTab", "Searches the library for sounds like this one"),
        )
        self.reveal = self._button(
            self.foot,
            translate("OutliersTab", "Show in folder"),
            lambda: self._tell(lambda one: self.reveal_wanted.emit(one.path)),
        )
        self._update()

    def show_outliers(self, found: Outliers) -> None:
        """Lists outliers, farthest first."""
        is_any = bool(found.outliers)
        about = told(SelfTestMessage.ALONE_ABOUT, rounded(found.typical)) if is_any else told(SelfTestMessage.NO_ALONE)
        self.about.setText(engine_words.note(about))
        with self.list.filling():
            self.list.clear()
            self._rows = [(self._row(one), one) for one in found.outliers]
        self._update()

    def _row(self, one: Outlier) -> QTreeWidgetItem:
        cells = [one.path.name, number(one.closeness, 2), one.nearest.name]
        item = self.list.add(cells, Audition(one.path, one.sound), (1,))
        for column, path in ((0, one.path), (2, one.nearest)):
            item.setToolTip(column, messages.plain(path.text))
        return item

    def _play_nearest(self, one: Outlier) -> None:
        self.toggled.emit(Audition(one.nearest))

    def _tell(self, say: Callable[[Outlier], object]) -> None:
        current = self.list.currentItem()
        for item, one in self._rows:
            if item is current:
                say(one)

    def _update(self) -> None:
        for button in (self.nearest, self.similar, self.reveal):
            button.setEnabled(self.list.currentItem() is not None)


class MissingTab(_Tab):
    """Lines of UCS or a script that no sound answers. GUI thread only."""

    ucs_wanted = Signal()
    script_wanted = Signal()
    search_wanted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(translate("MissingTab", "Lines that may be missing"), parent)
        self.list.set_columns(
            (
                engine_words.note(Message(SelfTestMessage.LINE)),
                translate("MissingTab", "Answer"),
                engine_words.note(Message(SelfTestMessage.SCORE)),
                engine_words.note(Message(SelfTestMessage.NEAREST)),
            ),
            (2,),
        )
        self.ucs = self._button(
            self.top,
            translate("MissingTab", "Ask for every UCS category"),
            self.ucs_wanted.emit,
            translate("MissingTab", "Tells which of them nothing in the library answers"),
        )
        self.script = self._button(
            self.top,
            translate("MissingTab", "Ask for the lines of a script…"),
            self.script_wanted.emit,
            translate("MissingTab", "A script, cue sheet, EDL or list of sounds"),
        )
        self.counted = QLabel("", self)
        self.top.addWidget(self.counted)
        self.top.addStretch(1)
        self.search = self._button(self.foot, translate("KindsTab", "Search for this"), self._search)
        self.about.setText(
            translate(
                "MissingTab",
                "Which sounds does the library lack? Each line is searched for, by names and sound, and what nothing "
                "answers is listed.",
            )
        )
        self._show_list(False)
        self.search.hide()
        self._update()

    def show_lines(self, lines: Sequence[GapLine], of: str) -> None:
        """Lists the lines that may be missing; `of` names their source. Empty without lines."""
        missing = [line for line in lines if line.may_be_missing]
        with self.list.filling():
            self.list.clear()
            for line in missing:
                self._row(line)
        if lines:
            self.about.setText(engine_words.note(lines_said(lines)))
            counted = translate("MissingTab", "%1 of %2 may be missing", len(missing), len(lines))
            self.counted.setText(f"{of}: {counted}" if of else counted)
            self._show_list(bool(missing))
            self.search.setVisible(bool(missing))
        self._update()

    def set_working(self, is_working: bool) -> None:
        """Disables the buttons while something runs."""
        self.ucs.setEnabled(not is_working)
        self.script.setEnabled(not is_working)

    def _row(self, line: GapLine) -> None:
        best = line.nearest[0] if line.nearest else None
        audition = None
        if best is not None:
            audition = Audition(best.sound.path, best.sound.id, best.moments[0].start_s if best.moments else None)
        name = "" if best is None else best.sound.path.name
        cells = [line.line.text, engine_words.note(there_said(line)), number(line.score, 2), name]
        item = self.list.add(cells, audition, (2,))
        item.setToolTip(0, line.line.text)
        if best is not None:
            item.setToolTip(3, messages.plain(best.sound.path.text))

    def _search(self) -> None:
        item = self.list.currentItem()
        if item is not None:
            self.search_wanted.emit(item.text(0))

    def _update(self) -> None:
        self.search.setEnabled(self.list.currentItem() is not None)


class PacksTab(_Tab):
    """Other packs, compared with the current one. GUI thread only."""

    measure_wanted = Signal(object)
    """A PackComparison to measure with sounds of the library."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(translate("PacksTab", "Other packs"), parent)
        self.list.set_columns(
            (
                translate("PacksTab", "Pack"),
                translate("PacksTab", "Right sound first"),
                translate("PacksTab", "In use"),
                translate("PacksTab", "For your kinds"),
            ),
            (1, 2),
            (
                "",
                translate("PacksTab", "For how many of your kinds the first result is right"),
                translate("PacksTab", "For how many it is with the pack in use, on the same sounds"),
            ),
        )
        self._packs: list[tuple[QTreeWidgetItem, PackComparison]] = []
        self._is_working = self._has_kinds = self._has_figures = False
        self.said = text_label("", self, wraps=True)
        self.foot.insertWidget(0, self.said, 1)
        self.foot.setStretch(1, 0)
        self.measure = self._button(
            self.foot,
            translate("PacksTab", "Measure with %1 sounds", SAMPLE),
            self._measure,
            translate("PacksTab", "Analyses sounds of your kinds with this pack and compares the results"),
        )
        self._update()

    def show_packs(self, packs: Sequence[PackComparison], *, has_kinds: bool) -> None:
        """Lists packs; without kinds none can be measured."""
        chosen = self._current
        self.about.setText(
            translate(
                "PacksTab",
                "Which model pack finds your kinds of sound better? Switch in Library, Model packs…",
            )
            if packs
            else engine_words.note(Message(SelfTestMessage.NO_PACKS))
        )
        self._has_kinds = has_kinds
        with self.list.filling():
            self.list.clear()
            self._packs = [(self.list.add(_pack_cells(one), None, (1, 2)), one) for one in packs]
            kept = [item for item, one in self._packs if chosen is not None and one.name == chosen.name]
            if self._packs:
                self.list.setCurrentItem(kept[0] if kept else self._packs[0][0])
        self._show_list(bool(packs))
        self.measure.setVisible(bool(packs))
        self._update()

    def set_working(self, is_working: bool) -> None:
        """Disables the button while something runs."""
        self._is_working = is_working
        self._update()

    def show_figures(self, is_shown: bool) -> None:
        """Shows or hides the score of the pack under the cursor."""
        self._has_figures = is_shown
        self._update()

    @property
    def _current(self) -> PackComparison | None:
        current = self.list.currentItem()
        return next((one for item, one in self._packs if item is current), None)

    def _measure(self) -> None:
        one = self._current
        if one is not None:
            self.measure_wanted.emit(one)

    def _update(self) -> None:
        one = self._current
        said = [] if one is None else [_pack_words(one)]
        score = None if one is None else pack_score_said(one)
        if score is not None and self._has_figures:
            said.append(engine_words.note(score))
        self.said.setText("\n".join(said))
        can_be = one is not None and one.folder is not None and self._has_kinds
        self.measure.setEnabled(can_be and not self._is_working)


def _pack_cells(one: PackComparison) -> list[str]:
    if one.measured in (PackMeasure.STORED, PackMeasure.SAMPLE):
        verdict = translate("PacksTab", "better") if one.is_better else translate("PacksTab", "no better")
        shares = (told(SelfTestMessage.FOUND_OF, first, one.kinds) for first in (one.first_there, one.first_here))
        return [one.name, *map(engine_words.note, shares), verdict]
    verdict = (
        translate("PacksTab", "not installed")
        if one.measured is PackMeasure.GONE
        else translate("PacksTab", "not measured")
    )
    return [one.name, "–", "–", verdict]


def _pack_words(one: PackComparison) -> str:
    if one.measured is PackMeasure.NOT and one.folder is not None:
        return translate("PacksTab", "%1 was not measured: it has not analysed this library.", one.name)
    return engine_words.note(pack_said(one))
