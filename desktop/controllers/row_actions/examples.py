"""Refines a search by examples: + and − add rows, moments and stretches to the query, and set weights."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject

from desktop.base.filter_terms import joined
from desktop.base.translation import translate
from desktop.controllers import ports
from desktop.controllers.marks.feature import MarksControl
from desktop.controllers.marks.undo import ExternalChange
from desktop.search.bar.query_examples import ExampleSound, can_be_refined, parts_of, with_parts, without_parts
from desktop.window.commands import Context
from desktop.work.requests import Request
from engine.base.types import Hit

_LONG_S = 20.0
"""From this length on a sound has several parts, and its best moment serves as example."""


class ExampleCommands(QObject):
    """Connects + and − to the search field and to undo. GUI thread only."""

    def __init__(
        self,
        commands: ports.Commands,
        search_control: ports.SearchControl,
        notices: ports.Notices,
        search_bar: ports.SearchBar,
        results: ports.ResultsView,
        deck: ports.Deck,
        marks: MarksControl,
    ) -> None:
        super().__init__()
        self._search_control, self._notices, self._search_bar = search_control, notices, search_bar
        self._results, self._deck = results, deck
        self._undoing = marks.undoing
        add = commands.add
        more, less = translate("ExampleCommands", "More like this"), translate("ExampleCommands", "Less like this")
        tips = (
            translate("ExampleCommands", "Adds the selected sounds, or the moment, to the search: similar ones rise"),
            translate("ExampleCommands", "Adds the selected sounds, or the moment, to the search: similar ones sink"),
        )
        keys = (["+", "="], ["-"])
        for is_like, text, tip, own in ((True, more, tips[0], keys[0]), (False, less, tips[1], keys[1])):
            id, icon = ("find.more_like", "add") if is_like else ("find.less_like", "minus")
            run = self._rows if is_like else self._not_rows
            add(id, text, run, keys=own, menu="Search/Sounds", group=5, icon=icon, context=Context.RESULTS, tip=tip)
            commands.in_row_menu(id, 2)
        stretch = (
            (True, translate("ExampleCommands", "More like the selection"), keys[0]),
            (False, translate("ExampleCommands", "Less like the selection"), keys[1]),
        )
        for is_like, text, own in stretch:
            id = "find.more_like_stretch" if is_like else "find.less_like_stretch"
            run = self._stretch if is_like else self._not_stretch
            add(id, text, run, keys=own, menu="Search/Sounds", group=5, context=Context.WAVEFORM)
        self._search_bar.field.given_besides.connect(lambda path: self.refine([ExampleSound(path)], is_like=True))
        results.judged.connect(self._judge)
        self._search_bar.weight_changed.connect(self._note_weight)
        self._search_bar.parts_left.connect(self._note_left)

    def refine(self, parts: Sequence[ExampleSound], *, is_like: bool) -> None:
        """Adds sounds to the query as one undoable step."""
        said = self._notices.say
        if not parts:
            said(translate("ExampleCommands", "Select a sound first."))
            return
        before = self._search_bar.request
        if not can_be_refined(before.reference):
            said(translate("ExampleCommands", "A spoken word or a pattern cannot be combined with other sounds."))
            return
        row = self._results.currentIndex().row()
        self._search_bar.show_request(with_parts(before, parts, is_like=is_like))
        if self._search_bar.request == before:
            said(translate("ExampleCommands", "That is already part of the search."))
            return
        self._search_control.when_current(lambda: self._go_on_at(row))
        what = (
            translate("ExampleCommands", "More like this")
            if is_like
            else translate("ExampleCommands", "Less like this")
        )
        self._note(what, before)
        if is_like:
            said(translate("ExampleCommands", "More like %n sound(s). Ctrl+Z undoes it.", n=len(parts)))
        else:
            said(translate("ExampleCommands", "Less like %n sound(s). Ctrl+Z undoes it.", n=len(parts)))

    def _go_on_at(self, row: int) -> None:
        """Keeps the cursor in its row, which shows another sound now."""
        last = self._results.rows.rowCount() - 1
        if row >= 0 and last >= 0:
            self._results.go_to(min(row, last))

    def _note_weight(self, before: Request) -> None:
        self._note(translate("ExampleCommands", "Weight"), before)

    def _note_left(self, before: Request) -> None:
        step = ExternalChange(translate("ExampleCommands", "New search"), lambda: self._search_bar.show_request(before))
        self._undoing.push_question(step)
        self._notices.say(translate("ExampleCommands", "New search. Ctrl+Z restores the previous one with its sounds."))

    def _note(self, what: str, before: Request) -> None:
        self._undoing.push_question(ExternalChange(what, self._taking_back(before, self._search_bar.request)))

    def _taking_back(self, before: Request, after: Request) -> Callable[[], object]:
        """Call that restores the examples of a query; later changes of words and filters stay."""

        def take_back() -> None:
            if self._search_bar.request == after:
                self._search_bar.show_request(before)
            else:
                now = self._search_bar.request.filters
                self._search_bar.set_filters(joined(without_parts(now), parts_of(before.filters)))

        return take_back

    def _judge(self, row: int, is_like: bool) -> None:
        """Handles a click on + or − of a row, whatever is selected."""
        hit = self._results.rows.hit(row)
        if hit is not None:
            is_moment = self._results.rows.is_moment(row)
            self.refine([_moment(hit) if is_moment else self._part(hit)], is_like=is_like)

    def _rows(self) -> None:
        self.refine(self._chosen(), is_like=True)

    def _not_rows(self) -> None:
        self.refine(self._chosen(), is_like=False)

    def _stretch(self) -> None:
        self.refine(self._selected(), is_like=True)

    def _not_stretch(self) -> None:
        self.refine(self._selected(), is_like=False)

    def _chosen(self) -> list[ExampleSound]:
        results = self._results
        row, hit = results.currentIndex().row(), results.current_hit()
        if hit is not None and self._results.rows.is_moment(row):
            return [_moment(hit)]
        hits = results.selected_hits() or ([] if hit is None else [hit])
        return [self._part(one) for one in hits]

    def _selected(self) -> list[ExampleSound]:
        """The selected stretch of the waveform, else its sound."""
        hit, selection = self._deck.hit, self._deck.waveform.selection
        if hit is None:
            return []
        return [self._part(hit) if selection is None else ExampleSound(hit.sound.path, *selection)]

    def _part(self, hit: Hit) -> ExampleSound:
        """The example for a hit: of a long sound its best moment, as for a find-similar."""
        is_long = hit.sound.info is not None and hit.sound.info.duration_s > _LONG_S
        is_moment = is_long and bool(hit.moments) and self._results.rows.has_scores
        return _moment(hit) if is_moment else ExampleSound(hit.sound.path)


def _moment(hit: Hit) -> ExampleSound:
    return ExampleSound(hit.sound.path, hit.moments[0].start_s, hit.moments[0].end_s)
