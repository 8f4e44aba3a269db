"""The top of the window: search field, its chips, back and forward. It says what the user wants to find.

One request holds all of it: words, filters, reference and the chips that are switched off. Whoever changes one of them
(the filter panel, the sidebar, a saved search) does it here, so that there is one truth.
"""

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QToolButton, QVBoxLayout, QWidget

from desktop import resources
from desktop.panels.completion import CompletionLine
from desktop.panels.search_bar_chip_row import ChipRow, has_button
from desktop.panels.search_bar_examples import fresh, parts_of, weighed, without_parts
from desktop.panels.search_bar_field import SearchField
from desktop.panels.search_bar_pause import KeyPause
from desktop.panels.search_bar_recording import RecordingStrip
from desktop.panels.search_bar_reference import ReferenceChip
from desktop.panels.search_bar_variety import VarietySlider
from desktop.terms import SCOPES, ends_in_key, joined, split, terms_of, text_of, without_unfinished
from desktop.theme import Theme
from desktop.translation import translate
from desktop.work.requests import Reference, Request
from engine.chips import Chip, ChipKind, Unread
from engine.search.parse import asked, cut, parse
from engine.text_forms import folded
from engine.types import Among, FilePath

_FIELD_LEAST_PX = 240
"""The words keep this much room; the slider of variety makes way for them."""
_OF_THE_LIBRARY = (ChipKind.SYNONYM, ChipKind.TRANSLATION, ChipKind.AMONG, ChipKind.LEARNT)
"""Chips that the words alone do not reveal."""


class SearchBar(QWidget):
    """Emits `wanted` with a Request whenever any part of it changes. GUI thread only."""

    wanted = Signal(object)
    """Request."""
    asked = Signal()
    """The user asked, even if for what is on show already."""
    changed = Signal(object)
    """Request, as `wanted`, and also when it was shown without being asked again."""
    left_downwards = Signal()
    """Down in the search field: go to the results."""
    committed = Signal()
    """Return in the search field: hear the best result."""
    typed = Signal(str, int)
    """The words and the place of the cursor, for completions."""
    weight_changed = Signal(object)
    """A part counts more, or less: the Request of before."""
    referred = Signal(object)
    """The chip of a new reference, which wants its waveform: ReferenceChip."""
    parts_left = Signal(object)
    """New words took the place of a question with sounds in it: the Request of before."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._without: frozenset[str] = frozenset()
        self._chips: tuple[Chip, ...] = ()
        self._filters = ""
        self._text_beside = ""  # the words that the sounds of the question stood beside
        self._buttons_show: frozenset[str] = frozenset()
        self._aside = ""  # the words that were left for a reference, to go back to; they do not count meanwhile
        self._aside_parts = ""  # likewise the sounds beside them
        self._among: Among | None = None
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
        self.pause = KeyPause(self)
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
        line = self._line = QHBoxLayout()
        line.setSpacing(4)
        for widget in (self.back_button, self.forward_button, self.field, self.variety, self.filters_button):
            line.addWidget(widget, 1 if widget is self.field else 0)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 5, 12, 4)
        layout.setSpacing(3)
        layout.addLayout(line)
        layout.addWidget(self.recording)
        layout.addWidget(self.chip_row)
        self.field.lay_buttons()
        self.show_places(can_go_back=False, can_go_forward=False)

    @property
    def request(self) -> Request:
        """What is wanted now."""
        reference = self.chip_row.reference
        text = without_unfinished(self.field.text() if reference is None else self._aside).strip()
        return Request(text, reference, self._without, filters=self._filters, among=self._among)

    @property
    def query(self) -> str:
        """Words and filters as one query, as it is saved: without what is switched off."""
        return joined(*asked(self.field.text(), self._without, filters=self._filters))

    def set_text(self, text: str) -> None:
        """Puts words in the field and asks at once; drops a reference, keeps filters."""
        self.show_request(Request(text, filters=self._filters))

    def set_filters(self, filters: str) -> None:
        """Takes filters in place of those there, and asks at once."""
        if filters != self._filters:
            self._filters = filters
            self._forget_switched_off()
            self._ask()

    def leave_to_buttons(self, keys: frozenset[str]) -> None:
        """Chosen filters of these keys have buttons that show them, and need no chip."""
        self._buttons_show = keys
        self._lay_chips()

    def set_scope(self, scope: str, *, is_added: bool = False) -> None:
        """Looks in one place: a folder, favourites, a collection. Other filters stay.

        All sounds, which is no place, is without the sounds that were part of the question, and without a reference.

        Args:
            scope: one or more filters of `SCOPES`, such as `fav:` or `in:"/sounds/doors/"`; empty for all sounds.
            is_added: keep the places there were, too.
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
        """Empties the question, its words and its sounds; filters stay."""
        before = self.request
        self.show_request(Request(filters=without_parts(self._filters), among=self._among))
        if parts_of(before.filters):
            self.parts_left.emit(before)

    @property
    def has_parts(self) -> bool:
        """Whether sounds are part of the question."""
        return bool(parts_of(self._filters))

    def set_among(self, among: Among | None) -> None:
        """Looks among these sounds alone, in the place of words and filters; None looks among all again."""
        self.show_request(Request(among=among))

    def show_request(self, request: Request, *, is_asked: bool = True, is_by_user: bool = True) -> None:
        """Shows words, filters, reference and chips as they were in a request, and asks for it."""
        self._filters = request.filters
        self._text_beside = request.text
        self._among = request.among
        self._without = request.without
        if request != self._asked:  # else no answer comes that brings them
            self._chips = ()
        self.chip_row.show_reference(request.reference)
        self._aside = request.text if request.reference is not None else ""
        self._show_words("" if request.reference is not None else request.text)
        self.pause.stop()
        self._lay_chips()
        if is_asked:
            self._ask(is_by_user=is_by_user)

    def ask_first(self) -> None:
        """The library is open: asks for what the field holds, unless it has been asked for already."""
        if self._asked is None:
            self._ask(is_by_user=False)

    def search_by(self, path: FilePath) -> None:
        """Looks for what sounds like a file, in the library or not."""
        self.set_reference(Reference(path))

    def set_reference(self, reference: Reference | None) -> None:
        """Looks for what sounds like a reference; None goes back to the words.

        The words leave the field: beside a reference they do not count. Filters that were typed move to the panel,
        where they go on holding.
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
        """Shows the parts that were recognised in an answered request; the engine lists those switched off too."""
        if request != self.request:
            return
        self._chips = chips
        self._lay_chips()

    def show_suggestions(self, suggestions: Sequence[CompletionLine], text: str) -> None:
        """Shows completions of a text, if it still stands in the field."""
        if text == self.field.text():
            is_value = bool(suggestions) and ends_in_key(text)
            self.field.suggest(suggestions, is_listed=self._lists or is_value, has_arrows=self._lists)

    def open_list(self) -> None:
        """Opens the list of suggestions and gives it the arrow keys."""
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._lists = True
        self.typed.emit(self.field.text(), self.field.cursorPosition())

    def list_searches(self, queries: Sequence[str]) -> None:
        """Lists earlier searches under the field, to choose one from."""
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.suggest(
            [CompletionLine(query, len(query), query) for query in queries], is_listed=True, has_arrows=True
        )

    def show_places(self, *, can_go_back: bool, can_go_forward: bool) -> None:
        """Whether back and forward lead anywhere."""
        self.back_button.setEnabled(can_go_back)
        self.forward_button.setEnabled(can_go_forward)

    def show_saved(self, is_saved: bool) -> None:
        """Fills the star while this search is a saved one."""
        colour = self._theme.accent if is_saved else self._theme.text_soft
        self.save_button.setIcon(resources.icon("star-filled" if is_saved else "star", colour))
        self.save_button.setEnabled(bool(self.query))

    def chip_texts(self) -> list[str]:
        """What the chips on show say, left to right."""
        return self.chip_row.texts

    def chip_button(self, number: int) -> QPushButton:
        """What to click for a chip on show: the chip, or the × of a reference."""
        return self.chip_row.buttons[number]

    @property
    def reference_chip(self) -> ReferenceChip | None:
        """The chip of the reference, None without one."""
        return self.chip_row.reference_chip

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
        """Words of which none stood there, or is on the way to one that did, are a new question: its sounds go.

        Who changes some of the words, or takes them all out, goes on with the question there is.
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
        self._without = without  # an emptied field forgets them

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
        self._without = self._without.difference(ids) if is_on else self._without.union(ids)
        self._lay_chips()
        self._ask()

    def take_meant(self) -> bool:
        """Replaces the first unknown word with the one that may be meant; gives whether there was one."""
        return any(self._take_meant(chip) for chip in self._chips)

    def _take_meant(self, chip: Chip) -> bool:
        spans = self._in_field(chip) if chip.why is Unread.UNKNOWN_WORD and chip.key else ()
        text = self.field.text()
        for start, end in sorted(spans, reverse=True):
            text = text[:start] + chip.key + text[end:]
        if spans:
            self.field.setText(text)
            self._forget_switched_off()
            self._ask()
        return bool(spans)

    def _correct(self, chip: Chip) -> None:
        """Selects an unread part in the field, to be typed again; one that was chosen moves there.

        An unknown word is replaced with the one that may be meant.
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
        """Where the stretches of a chip stand in the field; none while other words stand there."""
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
        """Chips of parts that are gone are no longer switched off."""
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
        self.chip_row.show_chips(self._chips, self._without, elsewhere)
        before: QWidget = self.field
        for button in self.chip_row.chips:  # made last, they would be reached last by Tab
            QWidget.setTabOrder(before, button)
            before = button

    def _is_being_typed(self, chip: Chip) -> bool:
        """Whether a word is unknown only because it is still being typed: the field offers its completion."""
        text = self.field.text()
        is_last = chip.why is Unread.UNKNOWN_WORD and text.endswith(chip.source) and self.field.hasFocus()
        return is_last and bool(self.field.rest or chip.key.startswith(chip.source.lower()))

    def minimumSizeHint(self) -> QSize:
        """The field's least width and the buttons beside it, without the slider of variety."""
        return QSize(self._needed_px, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lets the slider of variety have what the field can spare."""
        super().resizeEvent(event)
        self.variety.fit(self.width() - self._needed_px - self._line.spacing())

    @property
    def _needed_px(self) -> int:
        """What the line takes without the slider."""
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
