"""Combo boxes of values: `ChoiceBox` for any, `ProfileBox` for transfer profiles."""

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtWidgets import QComboBox, QWidget

from desktop.base.translation import translate
from engine.transfer.profile import AS_IT_IS, Profile


class ChoiceBox(QComboBox):
    """A combo box of values with labels. Qt's item data would turn StrEnums into plain strings. GUI thread only."""

    def __init__(self, items: Mapping[Any, str], parent: QWidget) -> None:
        super().__init__(parent)
        self._values = list(items)
        self.addItems(list(items.values()))

    @property
    def value(self) -> Any:
        return self._values[self.currentIndex()]

    def choose(self, value: object, text: str) -> None:
        """Selects a value; adds it with this text if it is missing."""
        if value not in self._values:
            self._values.append(value)
            self.addItem(text)
        self.setCurrentIndex(self._values.index(value))


class ProfileBox(ChoiceBox):
    """Transfer profiles by name. GUI thread only.

    Args:
        profiles: all known profiles; `chosen` is added if it is not among them.
        chosen: the one selected at first.
    """

    def __init__(self, profiles: Sequence[Profile], chosen: Profile, parent: QWidget) -> None:
        super().__init__({profile: profile_title(profile) for profile in profiles}, parent)
        self.setAccessibleName(translate("ProfileBox", "Transfer profile"))
        self.choose(chosen, profile_title(chosen))

    @property
    def profile(self) -> Profile:
        chosen = self.value
        assert isinstance(chosen, Profile)
        return chosen


def profile_title(profile: Profile) -> str:
    """Name of a profile in the window."""
    return translate("TransferFeature", "As it is") if profile == AS_IT_IS else profile.name
