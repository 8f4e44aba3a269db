"""What a feature of the window is: a folder of `desktop.features` with a record, `FEATURE` in its `feature.py`."""

import pkgutil
from collections.abc import Callable, Iterable
from importlib import import_module
from inspect import signature
from typing import NamedTuple, Protocol, TypeVar

from msgspec import Struct
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from engine.transfer.collect import ExportItem
from engine.transfer.profile import AS_IT_IS, Profile

_T = TypeVar("_T")


class SendsPieces(Protocol):
    """Takes pieces, and how long each is heard, in seconds."""

    def __call__(self, pieces: tuple[ExportItem, ...], lengths_s: tuple[float, ...]) -> None: ...


class FeatureHub(QObject):
    """What features tell each other without knowing each other. GUI thread only."""

    renamed = Signal(object)
    """New paths of files to be renamed."""
    picked = Signal(str, object, object, object)
    """A sound was picked for a cue: query, sound id, start and end in seconds or None."""
    texts_proposed = Signal(object)
    """Texts for a field of files, by SoundId, to be previewed and written."""
    profile_changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.transfer_profile = AS_IT_IS
        self.send: SendsPieces | None = None
        """Sends pieces to a project, after a question; None where no feature does."""

    def offer_sending(self, send: SendsPieces) -> None:
        self.send = send

    def take_profile(self, profile: Profile) -> None:
        self.transfer_profile = profile
        self.profile_changed.emit()


class FeaturePart(NamedTuple):
    """One object of the window. The order decides where its commands stand in menus."""

    order: int
    make: Callable[..., QObject]
    """A class or function. Annotations name what it needs: ports, the core, earlier parts of its feature."""


class ObjectRegistry:
    """Everything made so far, found by its class.

    Args:
        window: the parent of what is made, and of dialogs; found as `QWidget` too.
        ports: what exists before any feature.
    """

    def __init__(self, window: QWidget, *ports: object) -> None:
        self._window = window
        self._all: dict[type, object] = {QWidget: window, type(window): window}
        self._makers: dict[type, str] = {}
        """What made them, for messages."""
        for port in ports:
            if type(port) in self._all:
                raise TypeError(f"two ports are a {_name(type(port))}")
            self._all[type(port)], self._makers[type(port)] = port, "a port"
        self.made: list[QObject] = []

    def __getitem__(self, kind: type[_T]) -> _T:
        """Returns the object of a class.

        Raises:
            KeyError: it was not made.
        """
        if kind not in self._all:
            raise KeyError(f"{_name(kind)} was not made")
        found = self._all[kind]
        assert isinstance(found, kind)
        return found

    def make(self, parts: Iterable[FeaturePart]) -> None:
        """Makes all parts in their order, each from what its annotations name."""
        for part in sorted(parts, key=lambda one: one.order):
            wanted = [one.annotation for one in signature(part.make, eval_str=True).parameters.values()]
            if missing := [_name(kind) for kind in wanted if kind not in self._all]:
                raise TypeError(
                    f"{_name(part.make)} asks for {', '.join(missing)}: not a port, nor made before {part.order}"
                )
            made = part.make(*(self._all[kind] for kind in wanted))
            if type(made) in self._makers:
                raise TypeError(f"{self._makers[type(made)]} and {_name(part.make)} both make {_name(type(made))}")
            made.setParent(self._window)
            self._all[type(made)], self._makers[type(made)] = made, _name(part.make)
            self.made.append(made)


class WindowFeature(Struct, frozen=True):
    """What a feature adds to the window."""

    parts: tuple[FeaturePart, ...]


def window_features() -> dict[str, WindowFeature]:
    """Returns all features by the names of their folders; no list names them."""
    package = import_module("desktop.features")
    names = sorted(found.name for found in pkgutil.iter_modules(package.__path__) if found.ispkg)
    return {name: import_module(f"desktop.features.{name}.feature").FEATURE for name in names}


def _name(made_by: Callable[..., object]) -> str:
    """Module and name of a class or function."""
    return f"{made_by.__module__}.{made_by.__qualname__}"
