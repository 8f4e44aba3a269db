"""Cataloguing: UCS categories suggested for the selected sounds; accepted ones become tags, or edits that wait."""

from collections.abc import Mapping
from contextlib import suppress
from typing import NamedTuple

from PySide6.QtCore import QObject, Signal

from desktop.metadata.suggestions import Suggested, SuggestionsTab
from desktop.translation import translate
from desktop.wiring.describing import Describing
from desktop.wiring.parts import Parts
from desktop.work.jobs import Cancel
from engine.audio.ucs import UcsCategory
from engine.errors import EngineError
from engine.library import Library
from engine.metadata.edit import Edit, Field
from engine.suggest import KeptVectors, Suggester
from engine.types import SoundId

_MOST = 2_000
"""Sounds that are suggested for at once: what a person can still look through."""


class _Asked(NamedTuple):
    names: dict[SoundId, str]
    kept: KeptVectors


class Cataloguing(QObject):
    """Joins the tab, the library's vectors and the suggester. GUI thread only."""

    _prepared = Signal(int, int)

    def __init__(self, parts: Parts, describing: Describing) -> None:
        super().__init__(parts.window)
        self._parts = parts
        self._window = parts.window
        self._describing = describing
        self._suggester: Suggester | None = None
        self._is_asking = False
        self.tab = SuggestionsTab(parts.theme, parts.window.inspector)
        parts.window.inspector.add_tab("suggestions", translate("Cataloguing", "Suggestions"), self.tab)
        parts.commands.add(
            "metadata.suggest",
            translate("Cataloguing", "Suggest categories"),
            self.suggest,
            keys=["Ctrl+U"],
            menu="Sound",
            group=6,
            tip=translate("Cataloguing", "Compares the selected sounds with every UCS category; nothing is written"),
        )
        parts.commands.in_row_menu("metadata.suggest", 6)
        self.tab.wanted.connect(self.suggest)
        self.tab.accepted.connect(self._accept)
        self._prepared.connect(self.tab.show_progress)
        parts.learning.switched.connect(self._forget)

    def suggest(self) -> None:
        """Asks for suggestions for the selected sounds, and shows the tab."""
        self._window.inspector.show_tab("suggestions")
        ids = [SoundId(int(id)) for id in self._window.results.selected_ids()[:_MOST]]
        if not ids or self._is_asking:
            if not ids:
                self.tab.say(translate("Cataloguing", "Select sounds first."))
            return
        self._is_asking = True
        self.tab.say(translate("Cataloguing", "Comparing %n sound(s) with every category…", n=len(ids)))

        def ask(library: Library) -> _Asked:
            names: dict[SoundId, str] = {}
            for id in ids:
                with suppress(KeyError):  # it left the library meanwhile
                    names[id] = library.sound(id).path.name
            return _Asked(names, library.kept_vectors(list(names)))

        self._parts.search.ask(ask, self._compare, failed=self._failed)

    def _forget(self, pack_id: str) -> None:
        """Another pack is searched: its categories have vectors of their own."""
        self._suggester = None

    def _compare(self, asked: _Asked) -> None:
        def work(cancel: Cancel) -> list[Suggested]:
            if self._suggester is None:
                self._suggester = Suggester.open(
                    self._parts.start.library,
                    named_pack=self._parts.start.pack,
                    progress=self._prepared.emit,
                    cancel=cancel,
                )
            if self._suggester is None:
                return []
            found = self._suggester.suggest(asked.kept)
            return [
                Suggested(SoundId(int(id)), asked.names[SoundId(int(id))], suggestions)
                for id, suggestions in zip(asked.kept.ids, found, strict=True)
            ]

        self._parts.jobs.run(work, self._came, failed=self._failed)

    def _came(self, suggested: list[Suggested]) -> None:
        self._is_asking = False
        self.tab.show_suggestions(suggested)

    def _failed(self, err: EngineError) -> None:
        self._is_asking = False
        self.tab.say(f"{err}. {err.advice}")

    def _accept(self, chosen: Mapping[SoundId, UcsCategory]) -> None:
        if self.tab.as_edit.isChecked():
            edits = {sound: Edit({Field.UCS_ID: category.cat_id}) for sound, category in chosen.items()}
            self._describing.pending.put_each(edits)
            self._window.status.say(
                translate("Cataloguing", "%n sound(s) wait to be saved: Save metadata… (Ctrl+S)", n=len(edits))
            )
            return
        by_tag: dict[str, list[SoundId]] = {}
        for sound, category in chosen.items():
            by_tag.setdefault(tag_of(category), []).append(sound)

        def tag(library: Library) -> None:
            for name, sounds in by_tag.items():
                library.keeping.add_tags(sounds, [name])

        def done(_: None) -> None:
            self._window.status.say(translate("Cataloguing", "Tagged %n sound(s).", n=len(chosen)))
            self._parts.search.catch_up()

        self._parts.search.ask(tag, done, failed=self._failed)


def tag_of(category: UcsCategory) -> str:
    """The tag that stands for a category: "doors wood"."""
    return f"{category.category} {category.subcategory}".lower()
