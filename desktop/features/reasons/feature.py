"""*Why this one?*: a tab that follows the current row. The search thread explains it after pending searches."""

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QSizePolicy, QWidget

from desktop.base import engine_words
from desktop.base.theme import Theme
from desktop.base.timer import single_shot
from desktop.base.translation import translate
from desktop.controllers import ports
from desktop.controllers.feature import FeaturePart, WindowFeature
from desktop.features.reasons.charts import MatchChart, WordChart
from desktop.results.why import why
from desktop.widgets.boxes import STRETCH, vbox
from desktop.widgets.elided_label import ElidedLabel
from engine.base.errors import EngineError
from engine.base.types import Hit
from engine.library.explanation import Explanation, reasons
from engine.library.library import Library

TAB = "why"
_REST_MS = 180


class ExplanationTab(QWidget):
    """Shows reasons, or a message instead. GUI thread only."""

    moment_wanted = Signal(float)
    """Play the sound from here, in seconds."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.name = ElidedLabel(Qt.TextElideMode.ElideMiddle, self)
        self.note = self._label("")
        self.heard = self._heading(translate("ExplanationTab", "How each part of the sound fits"))
        self.windows = MatchChart(theme, self)
        self.brought = self._heading(translate("ExplanationTab", "What each word brings"))
        self.words = WordChart(theme, self)
        self.like = self._heading(translate("ExplanationTab", "What it sounds like by itself"))
        self.kinds = self._label("")
        self.windows.wanted.connect(self.moment_wanted)
        inner = QWidget(self)
        parts = (self.name, self.note, self.heard, self.windows, self.brought, self.words, self.like, self.kinds)
        vbox(*parts, STRETCH, parent=inner, margins=(12, 10, 12, 10), spacing=6)
        area = QScrollArea(self)
        area.setWidget(inner)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        vbox(area, parent=self, margins=0)
        self.say("")

    def say(self, text: str) -> None:
        self.name.setText("")
        self.note.setText(text)
        for part in (self.name, self.heard, self.windows, self.brought, self.words, self.like, self.kinds):
            part.hide()

    def show_reasons(self, reasons: Explanation, told: str) -> None:
        """Shows reasons.

        Args:
            reasons: reasons for one sound.
            told: evidence for it, in words.
        """
        sound = reasons.hit.sound
        self.name.setText(sound.path.name)
        self.name.show()
        self.note.setText(told)
        self.windows.show_strip(reasons.strip, 0.0 if sound.info is None else sound.info.duration_s)
        self.heard.setVisible(len(reasons.strip.starts_s) > 0)
        self.words.show_words(reasons.words, reasons.shares)
        self.brought.setVisible(bool(reasons.words))
        self.kinds.setText("\n".join(f"{one.category.category} {one.category.subcategory}" for one in reasons.kinds))
        for part in (self.like, self.kinds):
            part.setVisible(bool(reasons.kinds))

    def _heading(self, text: str) -> QLabel:
        label = self._label(text)
        label.setContentsMargins(0, 8, 0, 0)
        return label

    def _label(self, text: str) -> QLabel:
        label = QLabel(text, self)
        label.setObjectName("soft")
        label.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        label.setWordWrap(True)  # after the policy, to which it adds height-for-width
        return label


class ReasonsFeature(QObject):
    """Connects the tab to the results. GUI thread only."""

    def __init__(
        self,
        theme: ports.Theme,
        commands: ports.Commands,
        search: ports.SearchThread,
        search_control: ports.SearchControl,
        playback: ports.PlaybackControl,
        results: ports.ResultsView,
        inspector: ports.Inspector,
    ) -> None:
        super().__init__()
        self._search, self._search_control, self._playback, self._results = search, search_control, playback, results
        self._inspector = inspector
        self._asked = 0
        """Number of the latest request; drops answers to earlier ones."""
        self._shown: tuple[object, object] | None = None
        """Ranking and sound of the latest request."""
        self._hit: Hit | None = None
        self.tab = ExplanationTab(theme, inspector)
        inspector.add_tab(TAB, translate("ReasonsFeature", "Why"), self.tab)
        commands.add(
            "find.why",
            translate("ReasonsFeature", "Why this one?"),
            self.show,
            keys=["Ctrl+Shift+I"],
            menu="Search",
            group=7,
            tip=translate("ReasonsFeature", "Shows which moments and words found the sound, and what it sounds like"),
        )
        commands.in_row_menu("find.why", 2)
        self._rest = single_shot(self, _REST_MS, self._follow)
        self.tab.moment_wanted.connect(self._play)
        results.current_changed.connect(lambda hit: self._rest.start())
        search_control.shown.connect(lambda answered: self._rest.start())
        inspector.shown.connect(lambda is_shown: self._rest.start())
        inspector.tabs.currentChanged.connect(lambda number: self._rest.start())

    def show(self) -> None:
        """Opens the tab with the reasons for the current row."""
        self._inspector.show_tab(TAB)
        self._follow()

    def _follow(self) -> None:
        """Requests the reasons for the current row while the tab is visible."""
        if self._inspector.isHidden() or self._inspector.tab != TAB:
            return
        hit, ranking = self._results.current_hit(), self._results.rows.ranking
        request = self._search_control.on_show
        if hit is None or request is None or ranking.row_of(hit.sound.id) is None:
            self._give_up(translate("ReasonsFeature", "Select a sound first."))
            return
        if self._shown == (ranking, hit.sound.id):
            return
        self._shown = ranking, hit.sound.id
        self._asked += 1
        asked, sound, question = self._asked, hit.sound.id, request.question(transcripts=self._search.transcript_use)

        def ask(library: Library) -> Explanation | None:
            return reasons(library, question, sound, cancel=lambda: self._asked != asked)

        def came(found: Explanation | None) -> None:
            if found is not None and self._asked == asked:
                self._show_reasons(found, hit)

        def failed(err: EngineError) -> None:
            if self._asked == asked:
                self._give_up(engine_words.in_full(err))

        self._search.ask(ask, came, failed=failed)

    def _show_reasons(self, found: Explanation, hit: Hit) -> None:
        self._hit, ranking = hit, self._results.rows.ranking
        if ranking.is_listing:
            told = translate("ReasonsFeature", "Nothing describes a sound: it is listed because it passes the filters.")
        else:
            told = why(hit, ranking)
        self.tab.show_reasons(found, told)

    def _give_up(self, text: str) -> None:
        self._asked += 1
        self._shown = None
        self.tab.say(text)

    def _play(self, at_s: float) -> None:
        if self._hit is not None:
            self._playback.play_at(self._hit, at_s)


FEATURE = WindowFeature((FeaturePart(260, ReasonsFeature),))
