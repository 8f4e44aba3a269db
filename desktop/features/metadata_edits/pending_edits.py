"""Unsaved edits by sound. They survive a change of the selection, but not a restart."""

from collections.abc import Iterable, Mapping

from PySide6.QtCore import QObject, Signal

from engine.audio.fields import AnyField
from engine.base.types import SoundId
from engine.features.metadata_edits.edit import Edit


class PendingEdits(QObject):
    """Edits that the user typed or accepted but has not saved. GUI thread only."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._edits: dict[SoundId, Edit] = {}

    def put(self, sounds: Iterable[SoundId], edit: Edit) -> None:
        """Adds one edit to every sound, above earlier ones."""
        for sound in sounds:
            self._edits[sound] = edit.over(self._edits.get(sound, Edit({})))
        self.changed.emit()

    def put_each(self, edits: Mapping[SoundId, Edit]) -> None:
        """Adds an edit to each sound, above earlier ones."""
        for sound, edit in edits.items():
            self._edits[sound] = edit.over(self._edits.get(sound, Edit({})))
        self.changed.emit()

    def drop(self, sounds: Iterable[SoundId] | None = None) -> None:
        """Drops the edits of some sounds, or of all."""
        for sound in list(self._edits) if sounds is None else sounds:
            self._edits.pop(sound, None)
        self.changed.emit()

    def drop_fields(self, written: Mapping[SoundId, Edit]) -> None:
        """Drops edits of the written fields."""
        for sound, edit in written.items():
            left = {field: text for field, text in self.of(sound).items() if field not in edit.values}
            if left:
                self._edits[sound] = Edit(left)
            else:
                self._edits.pop(sound, None)
        self.changed.emit()

    def of(self, sound: SoundId) -> Mapping[AnyField, str]:
        """Pending texts of a sound."""
        edit = self._edits.get(sound)
        return {} if edit is None else edit.values

    @property
    def edits(self) -> dict[SoundId, Edit]:
        return dict(self._edits)

    def __len__(self) -> int:
        """Number of sounds with edits."""
        return len(self._edits)
