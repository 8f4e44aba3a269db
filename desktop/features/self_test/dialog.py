"""The dialog of the self-test: its result, and tabs for kinds, outliers, missing lines and other packs."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QProgressBar, QStackedWidget, QTabWidget, QVBoxLayout, QWidget

from desktop.base import engine_words
from desktop.base.theme import Theme
from desktop.base.translation import translate
from desktop.features.self_test.kinds_tab import KindsTab
from desktop.features.self_test.other_tabs import MissingTab, OutliersTab, PacksTab
from desktop.widgets.buttons import Buttons
from desktop.widgets.disclosure_button import DisclosureButton
from desktop.widgets.fit_to_screen import take_room
from desktop.widgets.labels import text_label
from engine.base.messages import Message
from engine.features.self_test.kind_search import FoundBySound
from engine.features.self_test.messages import SelfTestMessage
from engine.features.self_test.self_test import SelfTest
from engine.features.self_test.wording import score_said, summary_said

_STEPS = 1000


class SelfTestDialog(QDialog):
    """Shows results and changes nothing itself. GUI thread only."""

    heard = Signal(object)
    """An Audition to play."""
    toggled = Signal(object)
    """An Audition to start or stop."""
    search_wanted = Signal(str)
    """Words to search for in the window."""
    again_wanted = Signal()
    save_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(engine_words.note(Message(SelfTestMessage.TITLE)))
        take_room(self, 1080, 640)
        self.title = text_label("", self, "pageTitle", wraps=True)
        self.about = text_label("", self, "soft", wraps=True)
        self.more = DisclosureButton(translate("SelfTestDialog", "The score, and average precision by kind"), self)
        self.score = text_label("", self, "soft", wraps=True)
        self.kinds, self.alone = KindsTab(theme, self), OutliersTab(self)
        self.missing, self.packs = MissingTab(self), PacksTab(self)
        self.tabs = QTabWidget(self)
        self.tabs.setDocumentMode(True)
        self.tabs.tabBar().setDrawBase(False)
        self.tabs.setAccessibleName(translate("SelfTestDialog", "Results of the test"))
        self.tabs.addTab(self.kinds, translate("SelfTestDialog", "Kinds"))
        self.tabs.addTab(self.alone, translate("SelfTestDialog", "Outliers"))
        self.tabs.addTab(self.missing, translate("SelfTestDialog", "Missing"))
        self.tabs.addTab(self.packs, translate("SelfTestDialog", "Other packs"))
        self.state = text_label("", self, wraps=True)
        self.progress = QProgressBar(self)
        self.progress.setTextVisible(False)
        self.progress.setRange(0, _STEPS)
        self.progress.setAccessibleName(translate("SelfTestDialog", "Progress of the test"))
        self.buttons = Buttons(self.reject, self)
        self.again = self.buttons.add(translate("SelfTestDialog", "Test again"), self.again_wanted.emit)
        self.save = self.buttons.add(translate("SelfTestDialog", "Save as page…"), self.save_wanted.emit)
        self.save.setToolTip(translate("SelfTestDialog", "Writes all of it as an HTML page with pictures"))
        self.body = QStackedWidget(self)
        self.body.addWidget(QWidget(self))
        self.body.addWidget(self.tabs)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 16)
        column.setSpacing(10)
        column.addWidget(self.title)
        column.addWidget(self.about)
        column.addWidget(self.more, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.score)
        column.addWidget(self.body, 1)
        for widget in (self.state, self.progress, self.buttons):
            column.addWidget(widget)
        for tab_with_figures in (self.kinds.list, self.packs):
            self.more.toggled.connect(tab_with_figures.show_figures)
        self.more.toggled.connect(lambda: self._show_score())
        for tab in (self.alone, self.missing, self.packs):
            tab.heard.connect(self.heard)
            tab.toggled.connect(self.toggled)
        self.kinds.examples.heard.connect(self.heard)
        self.kinds.examples.toggled.connect(self.toggled)
        for asking in (self.kinds, self.missing):
            asking.search_wanted.connect(self.search_wanted)
        self._is_shown = False
        self._show_score()
        self.say("")
        self.show_working(False)
        self.buttons.leave.setFocus()  # no other button is useful yet

    def show_testing(self) -> None:
        self._is_shown = False
        self.title.setText(translate("SelfTestDialog", "Testing search quality…"))
        self.about.setText(
            translate(
                "SelfTestDialog",
                "Earshot searches for every kind of sound in your file names, by sound alone. Nothing is "
                "changed. Closing this window stops the test.",
            )
        )
        self.body.setCurrentIndex(0)
        self._show_score()
        self.say("")
        self.show_working(True)

    def show_nothing(self, title: str, advice: str) -> None:
        """Shows why there is no result, and what to do."""
        self._is_shown = False
        self.title.setText(title)
        self.about.setText(advice)
        self.body.setCurrentIndex(0)
        self._show_score()
        self.say("")
        self.show_working(False)

    def show_test(self, test: SelfTest, of: str = "") -> None:
        """Shows the result; `of` names the source of its lines."""
        was_shown, self._is_shown = self._is_shown, True
        well = sum(kind.found_by_sound is FoundBySound.WELL for kind in test.kinds)
        self.title.setText(
            translate("SelfTestDialog", "%1 of %n kind(s) of your names found by sound alone", well, n=len(test.kinds))
            if test.kinds
            else translate("SelfTestDialog", "Too few file names say what the sounds are")
        )
        self.about.setText(" ".join(engine_words.sentence(one) for one in summary_said(test)))
        score = score_said(test)
        self.score.setText("" if score is None else engine_words.sentence(score))
        self.kinds.show_kinds(test.kinds)
        self.alone.show_outliers(test.outliers)
        self.missing.show_lines(test.lines, of)
        self.packs.show_packs(test.packs, has_kinds=bool(test.kinds))
        self.body.setCurrentIndex(1)
        self._show_score()
        self.show_working(False)
        if not was_shown:
            self.tabs.setCurrentWidget(self.kinds if test.kinds else self.alone)
            (self.kinds.list if test.kinds else self.alone.list).setFocus()

    def show_working(self, is_working: bool) -> None:
        self.progress.setValue(0)
        self.progress.setVisible(is_working)
        self.again.setEnabled(not is_working)
        self.save.setEnabled(not is_working and self._is_shown)
        self.missing.set_working(is_working)
        self.packs.set_working(is_working)

    def show_progress(self, share: float) -> None:
        self.progress.setValue(round(_STEPS * share))

    def _show_score(self) -> None:
        """Offers the figures if there are any, and shows them if wanted."""
        has_any = self._is_shown and bool(self.score.text())
        self.more.setVisible(has_any)
        self.score.setVisible(has_any and self.more.isChecked())

    def say(self, text: str) -> None:
        """Shows a message below the results."""
        self.state.setText(text)
        self.state.setVisible(bool(text))
        self.state.setTextFormat(Qt.TextFormat.PlainText)
