"""Edits that wait to be saved, by sound. They outlive a change of the selection, and nothing else."""

from collections.abc import Iterable, Mapping

from PySide6.QtCore import QObject, Signal

from engine.metadata.edit import AnyField, Edit
from engine.types import SoundId


class PendingEdits(QObject):
    """What the user typed or accepted and did not save yet. GUI thread only."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._edits: dict[SoundId, Edit] = {}

    def put(self, sounds: Iterable[SoundId], edit: Edit) -> None:
        """Adds an edit of the same fields to every sound, over what waited for them."""
        for sound in sounds:
            self._edits[sound] = edit.over(self._edits.get(sound, Edit({})))
        self.changed.emit()

    def put_each(self, edits: Mapping[SoundId, Edit]) -> None:
        """Adds an edit of its own to every sound."""
        for sound, edit in edits.items():
            self._edits[sound] = edit.over(self._edits.get(sound, Edit({})))
        self.changed.emit()

    def drop(self, sounds: Iterable[SoundId] | None = None) -> None:
        """Forgets the edits of some sounds, or of all."""
        for sound in list(self._edits) if sounds is None else sounds:
            self._edits.pop(sound, None)
        self.changed.emit()

    def drop_fields(self, written: Mapping[SoundId, Edit]) -> None:
        """Forgets, of these sounds, the edits of the fields that were written."""
        for sound, edit in written.items():
            left = {field: text for field, text in self.of(sound).items() if field not in edit.values}
            if left:
                self._edits[sound] = Edit(left)
            else:
                self._edits.pop(sound, None)
        self.changed.emit()

    def of(self, sound: SoundId) -> Mapping[AnyField, str]:
        """What waits for a sound."""
        edit = self._edits.get(sound)
        return {} if edit is None else edit.values

    @property
    def edits(self) -> dict[SoundId, Edit]:
        """All that waits."""
        return dict(self._edits)

    def __len__(self) -> int:
        """How many sounds have edits."""
        return len(self._edits)
