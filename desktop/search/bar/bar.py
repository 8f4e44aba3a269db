"""The top of the window: search field, its chips, back and forward. It emits what the user wants to find.

One request holds words, filters, reference and disabled chips. Other parts (the filter panel, the sidebar, a saved
search) change it here, so that there is a single state.
"""

from collections.abc import Sequence

from msgspec.structs import replace
from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QToolButton, QWidget

from desktop.base import resources
from desktop.base.filter_terms import SCOPES, ends_in_key, joined, split, terms_of, text_of, without_unfinished
from desktop.base.theme import Theme
from desktop.base.translation import translate
from desktop.search.bar.chip_row import ChipRow, has_button
from desktop.search.bar.completion import CompletionLine
from desktop.search.bar.debounce import Debounce
from desktop.search.bar.field import SearchField
from desktop.search.bar.query_examples import fresh, parts_of, weighed, without_parts
from desktop.search.bar.recording import RecordingStrip
from desktop.search.bar.variety import VarietySlider
from desktop.widgets.boxes import hbox, vbox
from desktop.work.requests import TRANSCRIPT_CHIP, Reference, Request
from engine.base.chips import Chip, ChipKind, UnreadReason
from engine.base.text_forms import folded
from engine.base.types import FilePath, PickedSounds
from engine.library.queries import asked, cut, parse

_FIELD_LEAST_PX = 240
"""Room reserved for the words; the variety slider gives way."""
_OF_THE_LIBRARY = (ChipKind.SYNONYM, ChipKind.TRANSLATION, ChipKind.AMONG, ChipKind.LEARNT, ChipKind.TRANSCRIPTS)
"""Chips that the text alone does not produce."""


class SearchBar(QWidget):
    """Emits `wanted` with a Request on every change. GUI thread only."""

    wanted = Signal(object)
    """Request."""
    asked = Signal()
    """The user searched, even if the request is already shown."""
    changed = Signal(object)
    """Request, as `wanted`, and also when one is shown without a search."""
    left_downwards = Signal()
    """Down in the search field: go to the results."""
    committed = Signal()
    """Return in the search field: play the best result."""
    typed = Signal(str, int)
    """Text and cursor position, for completions."""
    weight_changed = Signal(object)
    """The weight of a part changed: the previous Request."""
    referred = Signal(object)
    """ReferenceChip of a new reference, which needs its waveform."""
    parts_left = Signal(object)
    """New words replaced a query with example sounds: the previous Request."""

    transcripts_switched = Signal(bool)
    """Whether plain words search transcripts from now on."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._searches_transcripts = True
        self._without: frozenset[str] = frozenset()
        self._chips: tuple[Chip, ...] = ()
        self._filters = ""
        self._text_beside = ""  # the words beside the query's example sounds
        self._buttons_show: frozenset[str] = frozenset()
        self._aside = ""  # words set aside for a reference, not searched meanwhile
        self._aside_parts = ""  # likewise the example sounds
        self._among: PickedSounds | None = None
        self._asked: Request | None = None
        self._lists = False
        self.setObjectName("topBar")
        self.back_button = self._button("arrow-left", translate("SearchBar", "Back (Alt+Left)"))
        self.forward_button = self._button("arrow-right", translate("SearchBar", "Forward (Alt+Right)"))
        self.field = SearchField(theme, self)
        self._clear = self.field.add_button("close", translate("SearchBar", "Clear"))
        self._clear.hide()
        self._clear.clicked.connect(self.clear)
        self.save_button = self.field.add_button("star", translate("SearchBar", "Save this search (Ctrl+D)"))
        self.record_button = self.field.add_button(
            "microphone", translate("SearchBar", "Record a sound and find ones like it (Ctrl+M)")
        )
        self.variety = VarietySlider(self)
        self.filters_button = self._button("filter", translate("SearchBar", "Filters (Ctrl+Shift+F)"))
        self.filters_button.setCheckable(True)
        self.chip_row = ChipRow(theme, self)
        self.recording = RecordingStrip(theme, self)
        self.pause = Debounce(self)
        self.pause.timeout.connect(self._ask)
        self.field.textEdited.connect(self._edited)
        self.field.textChanged.connect(self._text_changed)
        self.field.accepted.connect(self._accepted)
        self.field.left_downwards.connect(self.left_downwards)
        self.field.committed.connect(self._committed)
        self.field.given.connect(self.search_by)
        self.chip_row.switched.connect(self._switch)
        self.chip_row.explained.connect(self._correct)
        self.chip_row.removed.connect(self._take_out)
        self.chip_row.part_weighed.connect(self._weigh)
        self.chip_row.left.connect(lambda: self.set_reference(None))
        self.chip_row.weighed.connect(self._ask)
        self.chip_row.referred.connect(self.referred)
        self.field.setMinimumWidth(_FIELD_LEAST_PX)
        line = self._line = hbox(
            self.back_button, self.forward_button, (self.field, 1), self.variety, self.filters_button, spacing=4
        )
        vbox(line, self.recording, self.chip_row, parent=self, margins=(12, 5, 12, 4), spacing=3)
        self.field.lay_buttons()
        self.show_places(can_go_back=False, can_go_forward=False)

    @property
    def request(self) -> Request:
        reference = self.chip_row.reference
        text = without_unfinished(self.field.text() if reference is None else self._aside).strip()
        return Request(text, reference, self._without, filters=self._filters, among=self._among)

    @property
    def query(self) -> str:
        """Words and filters as one query to save, without disabled parts."""
        return joined(*asked(self.field.text(), self._without, filters=self._filters))

    def set_text(self, text: str) -> None:
        """Sets the words and searches at once; drops a reference, keeps filters."""
        self.show_request(Request(text, filters=self._filters))

    def set_filters(self, filters: str) -> None:
        """Replaces the filters and searches at once."""
        if filters != self._filters:
            self._filters = filters
            self._forget_switched_off()
            self._ask()

    def leave_to_buttons(self, keys: frozenset[str]) -> None:
        """Hides chips of chosen filters with these keys, which have buttons."""
        self._buttons_show = keys
        self._lay_chips()

    def set_scope(self, scope: str, *, is_added: bool = False) -> None:
        """Restricts the search to a place: a folder, favourites, a collection. Other filters stay.

        All sounds, which is no place, also removes example sounds and a reference.

        Args:
            scope: one or more filters of `SCOPES`, such as `fav:` or `in:"/sounds/doors/"`; empty for all sounds.
            is_added: keep the present places too.
        """
        filters = self._filters if scope or is_added else without_parts(self._filters)
        kept = [term for term in terms_of(filters) if is_added or term.key not in SCOPES]
        new = [term for term in terms_of(scope) if term not in kept]
        if not is_added:
            self._among = None
        if not scope and not is_added and self.chip_row.reference is not None:
            self.chip_row.show_reference(None)
            self._aside = self._aside_parts = ""
            self._chips = ()
        self._filters = text_of([*kept, *new])
        self._forget_switched_off()
        self._lay_chips()
        self._ask()

    def clear(self) -> None:
        """Clears words and example sounds; filters stay."""
        before = self.request
        self.show_request(Request(filters=without_parts(self._filters), among=self._among))
        if parts_of(before.filters):
            self.parts_left.emit(before)

    @property
    def has_parts(self) -> bool:
        """Whether the query has example sounds."""
        return bool(parts_of(self._filters))

    def set_among(self, among: PickedSounds | None) -> None:
        """Searches these sounds only, without words and filters; None searches all again."""
        self.show_request(Request(among=among))

    def show_request(self, request: Request, *, is_asked: bool = True, is_by_user: bool = True) -> None:
        """Restores words, filters, reference and chips from a request; searches unless `is_asked` is False."""
        self._filters = request.filters
        self._text_beside = request.text
        self._among = request.among
        self._without = request.without
        if request != self._asked:  # else no new answer brings them
            self._chips = ()
        self.chip_row.show_reference(request.reference)
        self._aside = request.text if request.reference is not None else ""
        self._show_words("" if request.reference is not None else request.text)
        self.pause.stop()
        self._lay_chips()
        if is_asked:
            self._ask(is_by_user=is_by_user)

    def ask_first(self) -> None:
        """Searches by the field's contents once the library is open, unless already done."""
        if self._asked is None:
            self._ask(is_by_user=False)

    def search_by(self, path: FilePath) -> None:
        """Searches for sounds similar to a file, in the library or not."""
        self.set_reference(Reference(path))

    def set_reference(self, reference: Reference | None) -> None:
        """Searches for sounds similar to a reference; None returns to the words.

        The words leave the field, since they do not count beside a reference. Typed filters move to the panel and stay
        active.
        """
        before = self.chip_row.reference
        self.chip_row.show_reference(reference)
        if reference is not None and before is None:
            self._aside, filters = split(self.field.text())
            self._filters = joined(self._filters, filters) if filters else self._filters
            self._aside_parts, self._filters = parts_of(self._filters), without_parts(self._filters)
            self._show_words("")
        elif reference is None and before is not None:
            self._show_words(self._aside)
            self._filters = joined(self._aside_parts, self._filters)
            self._aside = self._aside_parts = ""
        self._chips = ()
        self._ask()
        self._lay_chips()

    def show_chips(self, chips: tuple[Chip, ...], request: Request) -> None:
        """Shows the recognised parts of an answered request; the engine includes disabled ones."""
        if request != self.request:
            return
        self._chips = chips
        self._lay_chips()

    def show_suggestions(self, suggestions: Sequence[CompletionLine], text: str) -> None:
        """Shows completions of a text, if the field still has it."""
        if text == self.field.text():
            is_value = bool(suggestions) and ends_in_key(text)
            self.field.suggest(suggestions, is_listed=self._lists or is_value, has_arrows=self._lists)

    def show_transcripts_searched(self, is_on: bool) -> None:
        """Shows the chip of transcripts as on or off."""
        self._searches_transcripts = is_on
        self._lay_chips()

    def open_list(self) -> None:
        """Opens the list of suggestions and gives it the arrow keys."""
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._lists = True
        self.typed.emit(self.field.text(), self.field.cursorPosition())

    def list_searches(self, queries: Sequence[str]) -> None:
        """Lists earlier searches under the field to choose from."""
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.suggest(
            [CompletionLine(query, len(query), query) for query in queries], is_listed=True, has_arrows=True
        )

    def show_places(self, *, can_go_back: bool, can_go_forward: bool) -> None:
        self.back_button.setEnabled(can_go_back)
        self.forward_button.setEnabled(can_go_forward)

    def show_saved(self, is_saved: bool) -> None:
        """Fills the star if this search is saved."""
        colour = self._theme.accent if is_saved else self._theme.text_soft
        self.save_button.setIcon(resources.icon("star-filled" if is_saved else "star", colour))
        self.save_button.setEnabled(bool(self.query))

    def _edited(self, text: str) -> None:
        self._lists = self._lists and self.field.list.isVisible()
        if self.chip_row.reference is not None:
            self.chip_row.show_reference(None)
            self._aside = ""
            self._lay_chips()
        self._begin_anew(text)
        self._forget_switched_off()
        self.pause.start()
        self.typed.emit(text, self.field.cursorPosition())

    def _begin_anew(self, text: str) -> None:
        """Drops the example sounds if the new text shares no word, or beginning of one, with the old text.

        Editing some of the words, or deleting them all, continues the query.
        """
        words, known = set(folded(text).split()), set(folded(self._text_beside).split())
        if words & known:
            self._text_beside = text
            return
        is_going_on = not words or any(a.startswith(b) or b.startswith(a) for a in words for b in known)
        if self.has_parts and not is_going_on:
            before = replace(self.request, text=self._text_beside)
            self._filters = without_parts(self._filters)
            self._lay_chips()
            self.parts_left.emit(before)

    def _accepted(self) -> None:
        self._lists = False
        self._edited(self.field.text())
        self._ask()

    def _show_words(self, text: str) -> None:
        without = self._without
        self.field.setText(text)
        self._without = without  # clearing the field resets it

    def _text_changed(self, text: str) -> None:
        self._show_clear()
        if not text:
            self._forget_switched_off()
            self.pause.start()

    def _show_clear(self) -> None:
        self._clear.setVisible(bool(self.field.text()) or self.has_parts)
        self.field.lay_buttons()

    def _committed(self) -> None:
        if self.pause.isActive():
            self._ask()
        self.committed.emit()

    def _ask(self, *, is_by_user: bool = True) -> None:
        self.pause.stop()
        request = self.request
        if is_by_user:
            self.asked.emit()
        if request != self._asked:
            self._asked = request
            if request.is_browsing:
                self._chips = ()
                self._lay_chips()
            self.changed.emit(request)
            self.wanted.emit(request)

    def _switch(self, ids: tuple[str, ...], is_on: bool) -> None:
        if TRANSCRIPT_CHIP in ids:
            self.transcripts_switched.emit(is_on)
            return
        self._without = self._without.difference(ids) if is_on else self._without.union(ids)
        self._lay_chips()
        self._ask()

    def take_meant(self) -> bool:
        """Replaces the first unknown word by its suggested correction; returns whether there was one."""
        return any(self._take_meant(chip) for chip in self._chips)

    def _take_meant(self, chip: Chip) -> bool:
        spans = self._in_field(chip) if chip.why is UnreadReason.UNKNOWN_WORD and chip.key else ()
        text = self.field.text()
        for start, end in sorted(spans, reverse=True):
            text = text[:start] + chip.key + text[end:]
        if spans:
            self.field.setText(text)
            self._forget_switched_off()
            self._ask()
        return bool(spans)

    def _correct(self, chip: Chip) -> None:
        """Selects an unread part in the field for editing; moves a chosen one there.

        An unknown word is replaced by its suggested correction.
        """
        if self._take_meant(chip):
            return
        if chip.chosen_spans:
            self._filters = cut(self._filters, chip.chosen_spans)
            self.field.setText(joined(self.field.text(), chip.source))
            self.field.setSelection(len(self.field.text()) - len(chip.source), len(chip.source))
            self.field.setFocus(Qt.FocusReason.OtherFocusReason)
            self._ask()
            return
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)
        for start, end in self._in_field(chip)[:1]:
            self.field.setSelection(start, end - start)

    def _in_field(self, chip: Chip) -> tuple[tuple[int, int], ...]:
        """Spans of a chip in the field; none if its text has changed."""
        shift = self.field.text().find(self._asked.text) if self._asked is not None else -1
        return tuple((start + shift, end + shift) for start, end in chip.spans) if shift >= 0 else ()

    def _weigh(self, chip: Chip, weight: float) -> None:
        before = self.request
        text, self._filters = weighed(before.text, before.filters, chip, weight)
        self._show_words(text)
        self._chips = tuple(replace(one, weight=weight) if one.id == chip.id else one for one in self._chips)
        if self.request != before:
            self.weight_changed.emit(before)
            self._ask()

    def _take_out(self, chip: Chip) -> None:
        chip = fresh(chip, self.request.text, self._filters)
        self._without = self._without - {chip.id}
        if chip.kind is ChipKind.AMONG:
            self._among = None
        self.field.setText(cut(self.field.text(), self._in_field(chip)))
        self._filters = cut(self._filters, chip.chosen_spans)
        self._chips = tuple(kept for kept in self._chips if kept.id != chip.id)
        self._lay_chips()
        self._ask()

    def _forget_switched_off(self) -> None:
        """Removes ids of chips that no longer exist from the disabled ones."""
        if not self._without:
            return
        text = self.field.text()
        standing = {chip.id for chip in parse(text, synonyms=lambda word: (), filters=self._filters).chips}
        of_words = {chip.id for chip in self._chips if chip.kind in _OF_THE_LIBRARY and chip.source in text}
        self._without = self._without & (standing | of_words)

    def _lay_chips(self) -> None:
        self._show_clear()
        elsewhere = frozenset(
            chip.id
            for chip in self._chips
            if self._is_being_typed(chip) or has_button(chip, self._filters, self._without, self._buttons_show)
        )
        off = frozenset() if self._searches_transcripts else frozenset({TRANSCRIPT_CHIP})
        self.chip_row.show_chips(self._chips, self._without | off, elsewhere)
        before: QWidget = self.field
        for button in self.chip_row.chips:  # created last, they would come last in Tab order
            QWidget.setTabOrder(before, button)
            before = button

    def _is_being_typed(self, chip: Chip) -> bool:
        """Whether a word is unknown only because it is still being typed: the field offers its completion."""
        text = self.field.text()
        is_last = chip.why is UnreadReason.UNKNOWN_WORD and text.endswith(chip.source) and self.field.hasFocus()
        return is_last and bool(self.field.rest or chip.key.startswith(chip.source.lower()))

    def minimumSizeHint(self) -> QSize:
        """Minimum width of the field and its buttons, without the variety slider."""
        return QSize(self._needed_px, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Gives the variety slider the room the field can spare."""
        super().resizeEvent(event)
        self.variety.fit(self.width() - self._needed_px - self._line.spacing())

    @property
    def _needed_px(self) -> int:
        """Width of the line without the slider."""
        buttons = (self.back_button, self.forward_button, self.filters_button)
        edge = self.contentsMargins() if (layout := self.layout()) is None else layout.contentsMargins()
        edges_px = edge.left() + edge.right() + len(buttons) * self._line.spacing()
        return _FIELD_LEAST_PX + edges_px + sum(button.sizeHint().width() for button in buttons)

    def _button(self, icon: str, text: str) -> QToolButton:
        button = QToolButton(self)
        button.setIcon(resources.icon(icon, self._theme.text_soft))
        button.setToolTip(text)
        button.setAccessibleName(text)
        return button
