"""Find this word again: searches for the spoken word in the waveform's selection."""

from PySide6.QtCore import QObject

from desktop.base.translation import translate
from desktop.controllers import ports
from desktop.window.commands import Context
from desktop.work.requests import Reference
from engine.base.events import Event, Finished
from engine.library.library import Library


class SearchByWord(QObject):
    """The command, enabled if a speech pack is installed and a stretch is selected. GUI thread only."""

    def __init__(
        self,
        commands: ports.Commands,
        search: ports.SearchThread,
        ingest: ports.IngestProcess,
        search_bar: ports.SearchBar,
        deck: ports.Deck,
    ) -> None:
        super().__init__()
        self._search, self._search_bar, self._deck = search, search_bar, deck
        self._has_pack = False
        self.action = commands.add(
            "find.word",
            translate("SearchByWord", "Find this word again"),
            self.find,
            keys=["Ctrl+Shift+O"],
            menu="Search/Sounds",
            group=5,
            icon="similar",
            context=Context.WAVEFORM,
            tip=translate("SearchByWord", "Finds where the selected word is said again"),
        )
        self._tip = self.action.toolTip()
        self._deck.waveform.selection_changed.connect(lambda start_s, end_s: self._show_state())
        search.opened.connect(self._look)
        ingest.happened.connect(self._indexed)
        self._show_state()

    def find(self) -> None:
        hit, selection = self._deck.hit, self._deck.waveform.selection
        if hit is not None and selection is not None:
            self._search_bar.set_reference(Reference(hit.sound.path, hit.sound.id, *selection, is_word=True))

    def _indexed(self, event: Event) -> None:
        if isinstance(event, Finished):
            self._look()

    def _look(self) -> None:
        def listens(library: Library) -> bool:
            return library.listens_for_words

        self._search.ask(listens, self._looked, failed=lambda err: None)

    def _looked(self, has_pack: bool) -> None:
        self._has_pack = has_pack
        self._show_state()

    def _show_state(self) -> None:
        """Enables the command, or explains in its tooltip why not."""
        has_selection = self._deck.waveform.selection is not None
        self.action.setEnabled(self._has_pack and has_selection)
        if not self._has_pack:
            self.action.setToolTip(translate("SearchByWord", "No pack for spoken words is installed"))
        elif not has_selection:
            self.action.setToolTip(translate("SearchByWord", "Select a word in the waveform first"))
        else:
            self.action.setToolTip(self._tip)
