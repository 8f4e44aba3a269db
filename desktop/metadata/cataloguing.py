"""Cataloguing: UCS categories suggested for the selected sounds; accepted ones become tags, or edits that wait.

What is asked for belongs to a round: when the selection changes, a new round begins and nothing of an older one is
shown. A round goes through the sounds block by block, so that the first suggestions are there at once.
"""

import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import NamedTuple

from PySide6.QtCore import QObject, QTimer, Signal

from desktop import engine_words, messages
from desktop.metadata.feature import Describing
from desktop.metadata.suggestions import Suggested, SuggestionsTab
from desktop.translation import number, translate
from desktop.wiring.parts import WindowParts
from desktop.work.jobs import Job
from engine.audio.ucs import UcsCategory
from engine.errors import EngineError, SoundGone
from engine.keeping import KeptChange, Undo
from engine.library import Library
from engine.metadata.edit import Edit, Field
from engine.stopping import Cancel
from engine.suggest import KeptVectors, Suggester
from engine.types import SoundId

_SURE_S = 1.0
"""Before that nothing is said: the first steps say little about the others."""


class Pace:
    """Starts when it is made. GUI thread only."""

    def __init__(self) -> None:
        self._started_s = time.monotonic()
        self._first: int | None = None

    def left(self, done: int, of: int) -> str:
        """The time that is left, in words; empty while nobody can tell."""
        if self._first is None:
            self._first, self._started_s = done, time.monotonic()
        made, took_s = done - self._first, time.monotonic() - self._started_s
        if made <= 0 or took_s < _SURE_S or done >= of:
            return ""
        return messages.remaining(took_s / made * (of - done))


_MOST = 2_000
"""Sounds that are suggested for at once: what a person can still look through."""
_FIRST, _BLOCK = 5, 50
"""Sounds that are compared in one go: the first ones are seen at once."""
_BY_THEMSELVES = 20
"""Up to this many sounds get suggestions unasked, once the categories are at hand and the tab is on show."""
_REST_MS = 150


class _Asked(NamedTuple):
    names: dict[SoundId, str]
    kept: KeptVectors


class Cataloguing(QObject):
    """Joins the tab, the library's vectors and the suggester. GUI thread only."""

    tagging = Signal(object)
    """A change of what is kept, which can be undone: Callable[[Library], Undo]."""
    _prepared = Signal(int, int)

    def __init__(self, parts: WindowParts, describing: Describing) -> None:
        super().__init__(parts.window)
        self._parts = parts
        self._window = parts.window
        self._describing = describing
        self._suggester: Suggester | None = None
        self._opening: Job | None = None
        self._opens = threading.Lock()
        self._round = 0
        self._ids: tuple[SoundId, ...] = ()
        self._pace = Pace()
        self.tab = SuggestionsTab(parts.theme, parts.window.inspector)
        parts.window.inspector.add_tab("suggestions", translate("Cataloguing", "Suggestions"), self.tab)
        parts.commands.add(
            "metadata.suggest",
            translate("Cataloguing", "Suggest categories"),
            self.suggest,
            keys=["Ctrl+U"],
            menu="Sound",
            group=6,
            tip=translate(
                "Cataloguing", "Compares the selected sounds with every UCS category. Files are not changed."
            ),
        )
        parts.commands.in_row_menu("metadata.suggest", 6)
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(_REST_MS)
        self._rest.timeout.connect(self._follow)
        self.tab.wanted.connect(self.suggest)
        self.tab.cancel_wanted.connect(self.cancel)
        self.tab.accepted.connect(self._accept)
        self._prepared.connect(self._show_preparing)
        parts.learning.switched.connect(self._forget)
        results = parts.window.results
        results.selectionModel().selectionChanged.connect(lambda: self._rest.start())
        results.current_changed.connect(lambda hit: self._rest.start())
        parts.finding.shown.connect(lambda answered: self._rest.start())
        parts.window.inspector.shown.connect(lambda is_shown: self._rest.start())
        parts.window.inspector.tabs.currentChanged.connect(lambda number: self._rest.start())

    def suggest(self) -> None:
        """Asks for suggestions for the selected sounds, and shows the tab."""
        self._window.inspector.show_tab("suggestions")
        ids = self._selected()
        if ids:
            self._begin(ids)
        else:
            self._end_round()
            self.tab.say(translate("Cataloguing", "Select sounds first."))

    def cancel(self) -> None:
        """Stops; suggestions that have come stay, and categories that were read need not be read again."""
        self._end_round()
        done = len(self.tab.shown)
        self.tab.end(
            translate("Cataloguing", "Stopped after %1 of %2 sounds.", number(done), number(len(self._ids)))
            if done
            else translate("Cataloguing", "Stopped. Suggest categories continues from here.")
        )

    def _selected(self) -> tuple[SoundId, ...]:
        return tuple(SoundId(int(id)) for id in self._window.results.selected_ids()[:_MOST])

    def _follow(self) -> None:
        """The selection may be another: suggestions for other sounds go, and those of a few come by themselves."""
        ids = self._selected()
        if ids == self._ids:
            return
        is_preparing = self._opening is not None and bool(ids)
        if not is_preparing:
            self._end_round()
        self._ids = ids
        if is_preparing:
            return  # once prepared, it uses the selection of that moment
        is_seen = not self._window.inspector.isHidden() and self._window.inspector.tab == "suggestions"
        if ids and is_seen and self._suggester is not None and len(ids) <= _BY_THEMSELVES:
            self._begin(ids)
        elif ids:
            self.tab.say(translate("Cataloguing", "%n sound(s) selected", n=len(ids)))
        else:
            self.tab.say(translate("Cataloguing", "Select sounds first."))

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
        round, library = self._round, self._parts.start.library
        self._pace = Pace()

        def open_it(cancel: Cancel) -> Suggester | None:
            with self._opens:  # one that was cancelled keeps what it made before the next reads it
                return Suggester.open(
                    library, named_pack=self._parts.start.pack, progress=self._prepared.emit, cancel=cancel
                )

        def opened(suggester: Suggester | None) -> None:
            self._opening = None
            self._suggester = suggester
            if round == self._round and suggester is not None:
                self._begin(self._ids)

        self._opening = self._parts.jobs.run(open_it, opened, failed=self._failed)

    def _compare(self, round: int, at: int) -> None:
        """Compares the next block of a round's sounds."""
        ids, suggester = self._ids, self._suggester
        if round != self._round or suggester is None:
            return
        if not suggester.can_tell:
            self.tab.end()
            self.tab.say(
                translate("Cataloguing", "This model's scores are not calibrated, so it suggests no categories.")
            )
            return
        if at >= len(ids):
            self.tab.end()
            return
        if at == 0:
            self._pace = Pace()
        block = ids[at : at + (_FIRST if at == 0 else _BLOCK)]

        def ask(library: Library) -> _Asked:
            names: dict[SoundId, str] = {}
            for id in block:
                with suppress(SoundGone):  # it left the library meanwhile
                    names[id] = library.sound(id).path.name
            return _Asked(names, library.kept_vectors(list(names)))

        def work(asked: _Asked) -> list[Suggested]:
            found = suggester.suggest(asked.kept)
            return [
                Suggested(SoundId(int(id)), asked.names[SoundId(int(id))], suggestions)
                for id, suggestions in zip(asked.kept.ids, found, strict=True)
            ]

        def came(suggested: list[Suggested]) -> None:
            if round != self._round:
                return
            done = at + len(block)
            self.tab.add_suggestions(suggested)
            self.tab.show_progress(done, len(ids), self._pace.left(done, len(ids)))
            self._compare(round, done)

        def asked(answer: _Asked) -> None:
            if round == self._round:
                self._parts.jobs.run(lambda cancel: work(answer), came, failed=self._failed)

        self._parts.search.ask(ask, asked, failed=self._failed)

    def _show_preparing(self, done: int, of: int) -> None:
        if self._opening is not None:
            self.tab.show_preparing(done, of, self._pace.left(done, of))

    def _forget(self, pack_id: str) -> None:
        """Another pack is searched: its categories have vectors of their own, and it suggests other ones."""
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
            self._window.status.say(
                translate("Cataloguing", "%n sound(s) have unsaved changes: Save metadata… (Ctrl+S)", n=len(edits))
            )
            return
        by_tag: dict[str, list[SoundId]] = {}
        for sound, category in chosen.items():
            by_tag.setdefault(tag_of(category), []).append(sound)

        def tag(library: Library) -> Undo:
            undos = [library.keeping.add_tags(sounds, [name]) for name, sounds in by_tag.items()]
            return Undo(KeptChange.TAGS, len(chosen), tuple(part for undo in undos for part in undo.before))

        self.tagging.emit(tag)


def tag_of(category: UcsCategory) -> str:
    """The tag that stands for a category: "doors wood"."""
    return f"{category.category} {category.subcategory}".lower()
