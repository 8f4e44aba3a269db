"""Suggests UCS categories for the selected sounds; accepted ones become tags or pending edits.

Requests belong to a round. A new selection starts a new round, and results of older ones are ignored. A round compares
the sounds block by block, so that the first suggestions appear at once.
"""

import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import NamedTuple

from PySide6.QtCore import QObject, Signal

from desktop.base import engine_words, messages
from desktop.base.timer import single_shot
from desktop.base.translation import number, translate
from desktop.controllers import ports
from desktop.features.metadata_edits.editor import MetadataEditor
from desktop.features.metadata_edits.suggestions import SoundSuggestions, SuggestionsTab
from desktop.work.jobs import Job
from engine.audio.fields import Field
from engine.audio.ucs import UcsCategory
from engine.base.cancellation import Cancel
from engine.base.errors import EngineError, SoundGone
from engine.base.types import SoundId
from engine.features.metadata_edits.edit import Edit
from engine.library.library import Library
from engine.library.suggestions import SoundVectors, Suggester
from engine.library.user_data import ChangeKind, Undo

_SURE_S = 1.0
"""No estimate before this time: the first steps predict little."""


class RemainingTime:
    """Estimates the remaining time; starts when created. GUI thread only."""

    def __init__(self) -> None:
        self._started_s = time.monotonic()
        self._first: int | None = None

    def left(self, done: int, of: int) -> str:
        """Remaining time in words; empty while unknown."""
        if self._first is None:
            self._first, self._started_s = done, time.monotonic()
        made, took_s = done - self._first, time.monotonic() - self._started_s
        if made <= 0 or took_s < _SURE_S or done >= of:
            return ""
        return messages.remaining(took_s / made * (of - done))


_MOST = 2_000
"""Limit of sounds per request, which a person can still review."""
_FIRST, _BLOCK = 5, 50
"""Sizes of the first block and of later ones; the first results appear at once."""
_BY_THEMSELVES = 20
"""Up to this many sounds get suggestions automatically, if the categories are loaded and the tab is visible."""
_REST_MS = 150


class _Compared(NamedTuple):
    names: dict[SoundId, str]
    kept: SoundVectors


class CategorySuggestions(QObject):
    """Connects the tab to the library's vectors and the suggester. GUI thread only."""

    tagging = Signal(object)
    """An undoable change of marks: Callable[[Library], Undo]."""
    _prepared = Signal(int, int)

    def __init__(
        self,
        theme: ports.Theme,
        commands: ports.Commands,
        search: ports.SearchThread,
        jobs: ports.Jobs,
        search_control: ports.SearchControl,
        pack_switch: ports.PackSwitch,
        start: ports.WindowStart,
        notices: ports.Notices,
        results: ports.ResultsView,
        inspector: ports.Inspector,
        describing: MetadataEditor,
    ) -> None:
        super().__init__()
        self._search, self._jobs, self._start, self._notices, self._results = search, jobs, start, notices, results
        self._inspector, self._describing = inspector, describing
        self._suggester: Suggester | None = None
        self._opening: Job | None = None
        self._opens = threading.Lock()
        self._round = 0
        self._ids: tuple[SoundId, ...] = ()
        self._pace = RemainingTime()
        self.tab = SuggestionsTab(theme, inspector)
        inspector.add_tab("suggestions", translate("CategorySuggestions", "Suggestions"), self.tab)
        commands.add(
            "metadata.suggest",
            translate("CategorySuggestions", "Suggest categories"),
            self.suggest,
            keys=["Ctrl+U"],
            menu="Sound",
            group=6,
            tip=translate(
                "CategorySuggestions", "Compares the selected sounds with every UCS category. Files are not changed."
            ),
        )
        commands.in_row_menu("metadata.suggest", 6)
        self._rest = single_shot(self, _REST_MS, self._follow)
        self.tab.wanted.connect(self.suggest)
        self.tab.cancel_wanted.connect(self.cancel)
        self.tab.accepted.connect(self._accept)
        self._prepared.connect(self._show_preparing)
        pack_switch.switched.connect(self._forget)
        results.selectionModel().selectionChanged.connect(lambda: self._rest.start())
        results.current_changed.connect(lambda hit: self._rest.start())
        search_control.shown.connect(lambda answered: self._rest.start())
        inspector.shown.connect(lambda is_shown: self._rest.start())
        inspector.tabs.currentChanged.connect(lambda number: self._rest.start())

    def suggest(self) -> None:
        """Shows the tab and starts suggesting for the selected sounds."""
        self._inspector.show_tab("suggestions")
        ids = self._selected()
        if ids:
            self._begin(ids)
        else:
            self._end_round()
            self.tab.say(translate("CategorySuggestions", "Select sounds first."))

    def cancel(self) -> None:
        """Cancels; existing suggestions and prepared categories are kept."""
        self._end_round()
        done = len(self.tab.shown)
        self.tab.end(
            translate("CategorySuggestions", "Stopped after %1 of %2 sounds.", number(done), number(len(self._ids)))
            if done
            else translate("CategorySuggestions", "Stopped. Suggest categories continues from here.")
        )

    def _selected(self) -> tuple[SoundId, ...]:
        return tuple(SoundId(int(id)) for id in self._results.selected_ids()[:_MOST])

    def _follow(self) -> None:
        """Handles a new selection: drops suggestions for other sounds and suggests for a few automatically."""
        ids = self._selected()
        if ids == self._ids:
            return
        is_preparing = self._opening is not None and bool(ids)
        if not is_preparing:
            self._end_round()
        self._ids = ids
        if is_preparing:
            return  # uses the selection at the end of the preparation
        is_seen = not self._inspector.isHidden() and self._inspector.tab == "suggestions"
        if ids and is_seen and self._suggester is not None and len(ids) <= _BY_THEMSELVES:
            self._begin(ids)
        elif ids:
            self.tab.say(translate("CategorySuggestions", "%n sound(s) selected", n=len(ids)))
        else:
            self.tab.say(translate("CategorySuggestions", "Select sounds first."))

    def _end_round(self) -> None:
        self._round += 1
        if self._opening is not None:
            self._opening.cancel()
            self._opening = None

    def _begin(self, ids: tuple[SoundId, ...]) -> None:
        self._end_round()
        self._ids = ids
        self.tab.begin(len(ids))
        if self._suggester is not None:
            self._compare(self._round, 0)
            return
        round, library = self._round, self._start.library
        self._pace = RemainingTime()

        def open_it(cancel: Cancel) -> Suggester | None:
            with self._opens:  # a cancelled opening stores its progress before the next one reads it
                return Suggester.open(library, named_pack=self._start.pack, progress=self._prepared.emit, cancel=cancel)

        def opened(suggester: Suggester | None) -> None:
            self._opening = None
            self._suggester = suggester
            if round == self._round and suggester is not None:
                self._begin(self._ids)

        self._opening = self._jobs.run(open_it, opened, failed=self._failed)

    def _compare(self, round: int, at: int) -> None:
        """Compares the next block of a round."""
        ids, suggester = self._ids, self._suggester
        if round != self._round or suggester is None:
            return
        if not suggester.can_tell:
            self.tab.end()
            self.tab.say(
                translate(
                    "CategorySuggestions", "This model's scores are not calibrated, so it suggests no categories."
                )
            )
            return
        if at >= len(ids):
            self.tab.end()
            return
        if at == 0:
            self._pace = RemainingTime()
        block = ids[at : at + (_FIRST if at == 0 else _BLOCK)]

        def ask(library: Library) -> _Compared:
            names: dict[SoundId, str] = {}
            for id in block:
                with suppress(SoundGone):  # removed from the library meanwhile
                    names[id] = library.sound(id).path.name
            return _Compared(names, library.kept_vectors(list(names)))

        def work(asked: _Compared) -> list[SoundSuggestions]:
            found = suggester.suggest(asked.kept)
            return [
                SoundSuggestions(SoundId(int(id)), asked.names[SoundId(int(id))], suggestions)
                for id, suggestions in zip(asked.kept.ids, found, strict=True)
            ]

        def came(suggested: list[SoundSuggestions]) -> None:
            if round != self._round:
                return
            done = at + len(block)
            self.tab.add_suggestions(suggested)
            self.tab.show_progress(done, len(ids), self._pace.left(done, len(ids)))
            self._compare(round, done)

        def asked(answer: _Compared) -> None:
            if round == self._round:
                self._jobs.run(lambda cancel: work(answer), came, failed=self._failed)

        self._search.ask(ask, asked, failed=self._failed)

    def _show_preparing(self, done: int, of: int) -> None:
        if self._opening is not None:
            self.tab.show_preparing(done, of, self._pace.left(done, of))

    def _forget(self, pack_id: str) -> None:
        """Drops the suggester of the former pack and starts over."""
        self._suggester = None
        self._end_round()
        self._ids = ()
        self._rest.start()

    def _failed(self, err: EngineError) -> None:
        self._end_round()
        self.tab.say(engine_words.in_full(err))

    def _accept(self, chosen: Mapping[SoundId, UcsCategory]) -> None:
        if self.tab.as_edit.isChecked():
            edits = {sound: Edit({Field.UCS_ID: category.cat_id}) for sound, category in chosen.items()}
            self._describing.pending.put_each(edits)
            self._notices.say(
                translate(
                    "CategorySuggestions", "%n sound(s) have unsaved changes: Save metadata… (Ctrl+S)", n=len(edits)
                )
            )
            return
        by_tag: dict[str, list[SoundId]] = {}
        for sound, category in chosen.items():
            by_tag.setdefault(tag_of(category), []).append(sound)

        def tag(library: Library) -> Undo:
            undos = [library.keeping.add_tags(sounds, [name]) for name, sounds in by_tag.items()]
            return Undo(ChangeKind.TAGS, len(chosen), tuple(part for undo in undos for part in undo.before))

        self.tagging.emit(tag)


def tag_of(category: UcsCategory) -> str:
    """Tag of a category: "doors wood"."""
    return f"{category.category} {category.subcategory}".lower()
