"""Keeps the variety slider and the request's variety term in step."""

from PySide6.QtCore import QObject

from desktop.base.filter_terms import with_values
from desktop.base.translation import translate
from desktop.controllers import ports
from desktop.search.bar.variety import STEPS, name_of
from desktop.window.commands import Context
from desktop.work.requests import Request, SearchAnswer
from engine.base.types import SoundId
from engine.library.queries import ALL, FOLDED, VARIETY, parse, variety_text


class VarietyControl(QObject):
    """Connects the slider with the request. GUI thread only."""

    def __init__(
        self,
        settings: ports.SettingsFile,
        commands: ports.Commands,
        search_control: ports.SearchControl,
        notices: ports.Notices,
        search_bar: ports.SearchBar,
        results: ports.ResultsView,
    ) -> None:
        super().__init__()
        self._settings, self._search_control, self._notices = settings, search_control, notices
        self._search_bar, self._results = search_bar, results
        self._slider = search_bar.variety
        add = commands.add
        more, less = translate("Variety", "More variety"), translate("Variety", "Less variety")
        tip = translate("Variety", "Switches between all takes, folded takes and the most different rows, and back")
        for id, text, key, by in (("more", more, "V", 1), ("less", less, "Shift+V", -1)):
            add(
                f"results.{id}_variety",
                text,
                lambda by=by: self._step(by),
                keys=[key],
                menu="View",
                group=2,
                context=Context.RESULTS,
                tip=tip,
            )
        self._slider.chosen.connect(self.choose)
        self._search_bar.changed.connect(self._show)
        self._settings.changed.connect(lambda name: self._show(self._search_bar.request))
        search_control.shown.connect(self._answered)
        self._show(self._search_bar.request)

    def choose(self, variety: float) -> None:
        """Changes the request's variety; the cursor stays on its sound."""
        request = self._search_bar.request
        is_usual = variety == self._usual and _said_in(request.text, "") is None
        hit = self._results.current_hit()
        self._search_bar.set_filters(
            with_values(request.filters, VARIETY, () if is_usual else (variety_text(variety),))
        )
        if hit is not None:
            sound = hit.sound.id
            self._search_control.when_current(lambda: self._stay(sound), is_whole=True)

    @property
    def _usual(self) -> float:
        """The variety without an explicit term."""
        return FOLDED if self._settings.values.fold_takes else ALL

    def _step(self, by: int) -> None:
        step = min(max(self._slider.step + by, 0), len(STEPS) - 1)
        if not self._slider.slider.isEnabled():
            self._notices.say(translate("Variety", "Takes are folded in search results only: type something to find."))
        else:
            self._slider.slider.setValue(step)
            self._notices.say(translate("Variety", "Shown: %1", name_of(STEPS[step])))

    def _show(self, request: Request) -> None:
        said = _said_in(request.text if request.reference is None else "", request.filters)
        self._slider.show_variety(self._usual if said is None else said)

    def _answered(self, answered: SearchAnswer) -> None:
        self._slider.show_answer(answered.ranking)

    def _stay(self, sound: SoundId) -> None:
        row = self._results.rows.row_of(sound)
        if row is not None:
            self._results.go_to(row)


def _said_in(text: str, filters: str) -> float | None:
    """The variety given by words and filters."""
    return parse(text, synonyms=lambda word: (), filters=filters).variety
