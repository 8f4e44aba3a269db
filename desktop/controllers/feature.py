"""What a feature of the window is: a folder of `desktop.features` with a record, `FEATURE` in its `feature.py`."""

import pkgutil
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import NamedTuple, TypeVar

from PySide6.QtCore import QObject, Signal

from desktop.controllers.parts import WindowParts
from engine.transfer.profile import AS_IT_IS, Profile

_T = TypeVar("_T", bound=QObject)


class FeatureHub(QObject):
    """What features tell each other without knowing each other. GUI thread only."""

    renamed = Signal(object)
    """New paths of files to be renamed."""
    picked = Signal(str, object, object, object)
    """A sound was picked for a cue: query, sound id, start and end in seconds or None."""
    profile_changed = Signal()

    def __init__(self, parts: WindowParts) -> None:
        super().__init__(parts.window)
        self.transfer_profile = AS_IT_IS

    def take_profile(self, profile: Profile) -> None:
        self.transfer_profile = profile
        self.profile_changed.emit()


class ObjectRegistry:
    """Everything made so far, found by its class."""

    def __init__(self) -> None:
        self._all: dict[type[QObject], QObject] = {}

    def __getitem__(self, kind: type[_T]) -> _T:
        found = self._all[kind]
        assert isinstance(found, kind)
        return found

    def __iter__(self) -> Iterator[QObject]:
        return iter(self._all.values())

    def make(self, window: WindowParts, parts: Iterable["FeaturePart"]) -> None:
        """Makes all parts in their order."""
        for part in sorted(parts, key=lambda one: one.order):
            made = part.make(window, self)
            self._all[type(made)] = made


class FeaturePart(NamedTuple):
    """One object of the window. The order decides where its commands stand in menus."""

    order: int
    make: Callable[[WindowParts, ObjectRegistry], QObject]
    """It may use the core, and its own feature's objects of lower order."""


@dataclass(frozen=True, slots=True)
class WindowFeature:
    """What a feature adds to the window."""

    parts: tuple[FeaturePart, ...]


def window_features() -> dict[str, WindowFeature]:
    """Returns all features by the names of their folders; no list names them."""
    package = import_module("desktop.features")
    names = sorted(found.name for found in pkgutil.iter_modules(package.__path__) if found.ispkg)
    return {name: import_module(f"desktop.features.{name}.feature").FEATURE for name in names}
