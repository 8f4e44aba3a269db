"""Records choices for the words of a search: dragged or copied out, starred, tagged, renamed, picked for a cue.

Without words, or when the user has turned it off, nothing is recorded. All of it stays in the library.
"""

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal

from desktop.controllers import ports
from engine.base.types import FilePath, Hit, SoundId
from engine.features.owner.owner import ChoiceKind, ChosenSound, Owner
from engine.library.library import Library

_LONG_S = 20.0
"""From this length on a sound has several parts, and its best moment counts as chosen."""


class ChoiceRecorder(QObject):
    """Records what other features do with results. GUI thread only."""

    noted = Signal()
    """There is more to learn from."""

    def __init__(
        self,
        settings: ports.SettingsFile,
        search: ports.SearchThread,
        search_control: ports.SearchControl,
        navigation: ports.Navigation,
        results: ports.ResultsView,
    ) -> None:
        super().__init__()
        self._settings, self._search, self._search_control = settings, search, search_control
        self._navigation, self._results = navigation, results

    def dragged(self, ids: Sequence[SoundId]) -> None:
        """Records results that were dragged or copied out."""
        self._note_rows(ChoiceKind.DRAGGED, ids)

    def starred(self, ids: Sequence[SoundId]) -> None:
        """Records sounds that were made favourites or rated high."""
        self._note_rows(ChoiceKind.STARRED, ids)

    def tagged(self, ids: Sequence[SoundId]) -> None:
        """Records sounds that got a tag."""
        self._note_rows(ChoiceKind.TAGGED, ids)

    def renamed(self, paths: Sequence[FilePath]) -> None:
        query = self._query

        def note(library: Library) -> int:
            found = [library.sound_at(path) for path in paths]
            chosen = [ChosenSound(id) for id in found if id is not None]
            return Owner.of(library).note(query, ChoiceKind.RENAMED, chosen)

        if query:
            self._search.note(note, self._tell)

    def picked(self, query: str, sound: SoundId, start_s: float | None, end_s: float | None) -> None:
        """Records a sound that was picked for a cue."""
        if self._settings.values.note_choices:
            chosen = [ChosenSound(sound, start_s, end_s)]
            self._search.note(lambda library: Owner.of(library).note(query, ChoiceKind.PICKED, chosen), self._tell)

    @property
    def _query(self) -> str:
        """Words of the current results; empty if nothing should be recorded."""
        request = self._search_control.on_show
        is_of_words = request is not None and request.reference is None and not self._navigation.is_on_page
        return request.text.strip() if request is not None and is_of_words and self._may_note else ""

    @property
    def _may_note(self) -> bool:
        return self._settings.values.note_choices

    def _note_rows(self, kind: ChoiceKind, ids: Sequence[SoundId]) -> None:
        query = self._query
        if query and len(ids):
            hits = {int(hit.sound.id): hit for hit in self._results.selected_hits()}
            chosen = [_chosen(SoundId(int(id)), hits.get(int(id))) for id in ids]
            self._search.note(lambda library: Owner.of(library).note(query, kind, chosen), self._tell)

    def _tell(self, count: object) -> None:
        if count:
            self.noted.emit()


def _chosen(id: SoundId, hit: Hit | None) -> ChosenSound:
    """The sound; for a long one its best moment."""
    is_long = hit is not None and hit.sound.info is not None and hit.sound.info.duration_s > _LONG_S
    if hit is None or not is_long or not hit.moments:
        return ChosenSound(id)
    return ChosenSound(id, hit.moments[0].start_s, hit.moments[0].end_s)
