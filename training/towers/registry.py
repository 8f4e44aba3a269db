"""Which settings belong to which tower: a name such as "passt-n" gives the dataclass that `[model.audio]` is read into.

A tower's module is imported when it is asked for, so that one tower's packages are not another's burden.
"""

from __future__ import annotations

import importlib
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Protocol, cast, runtime_checkable

from engine.errors import EngineError

if TYPE_CHECKING:
    from training.towers.encoders import AudioTower, TextTower

_AUDIO = {
    "compact": "training.towers.compact:CompactConfig",
    "mn[0-9][0-9]": "training.towers.mobilenet:MobileNetConfig",
    "mn[0-9][0-9]+yamnet": "training.towers.pair:PairConfig",
    "passt-*": "training.towers.passt:PasstConfig",
    "cnn1[04]": "training.towers.panns:PannsConfig",
    "atst-*": "training.towers.atst:AtstConfig",
    "yamnet": "training.towers.yamnet:YamnetConfig",
}
_TEXT = {
    "minilm": "training.towers.minilm:MiniLmConfig",
    "transformer": "training.towers.transformer:TransformerConfig",
}


class TowerError(EngineError):
    """A tower that nobody knows."""


@runtime_checkable
class AudioTowerConfig(Protocol):
    """What the settings of an audio tower have in common; each is a frozen dataclass of its own."""

    @property
    def tower(self) -> str:
        """Its name in the registry."""

    @property
    def checkpoint(self) -> str:
        """Where its first weights come from; "" for random ones."""

    def __hash__(self) -> int:
        """Equal settings, equal tower: what is made of one is kept by it."""

    def build(self) -> AudioTower:
        """Gives the encoder, with the weights of `checkpoint` when there is one."""


@runtime_checkable
class TextTowerConfig(Protocol):
    """What the settings of a text tower have in common; each is a frozen dataclass of its own."""

    @property
    def tower(self) -> str:
        """Its name in the registry."""

    @property
    def checkpoint(self) -> str:
        """Where its first weights come from; "" for random ones."""

    @property
    def max_tokens(self) -> int:
        """Tokens kept of a text, the start and end marks included."""

    @property
    def frozen(self) -> bool:
        """Whether it never learns, so that its vectors are computed once and kept out of the checkpoint."""

    def __hash__(self) -> int:
        """Equal settings, equal tower: what is made of one is kept by it."""

    def build(self) -> TextTower:
        """Gives the encoder, with the weights of `checkpoint` when there is one."""


def audio_settings(tower: str) -> type[AudioTowerConfig]:
    """Gives the dataclass of an audio tower's settings.

    Raises:
        TowerError: nobody knows it.
    """
    return cast(type[AudioTowerConfig], _found(tower, _AUDIO, "audio"))


def text_settings(tower: str) -> type[TextTowerConfig]:
    """Gives the dataclass of a text tower's settings.

    Raises:
        TowerError: nobody knows it.
    """
    return cast(type[TextTowerConfig], _found(tower, _TEXT, "text"))


def _found(tower: str, towers: dict[str, str], what: str) -> object:
    for pattern, place in towers.items():
        if fnmatchcase(tower, pattern):
            module, name = place.split(":")
            return getattr(importlib.import_module(module), name)
    raise TowerError(f"no {what} tower is called {tower!r}", advice=f"Known: {', '.join(towers)}.")
