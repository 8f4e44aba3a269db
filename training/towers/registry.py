"""Maps a tower's name such as "passt-n" to the dataclass of its settings, which `[model.audio]` is read into.

A tower's module is imported on demand, so that one tower's packages do not burden another.
"""

from __future__ import annotations

import importlib
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Protocol, cast, runtime_checkable

from engine.base.errors import EngineError

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
    """An unknown tower."""


@runtime_checkable
class AudioTowerConfig(Protocol):
    """Common settings of audio towers; each is a frozen dataclass of its own."""

    @property
    def tower(self) -> str:
        """Its name in the registry."""

    @property
    def checkpoint(self) -> str:
        """Source of its initial weights; "" for random ones."""

    def __hash__(self) -> int:
        """Equal settings give an equal tower, so results are cached by them."""

    def build(self) -> AudioTower:
        """Returns the encoder, with the weights of `checkpoint` if set."""


@runtime_checkable
class TextTowerConfig(Protocol):
    """Common settings of text towers; each is a frozen dataclass of its own."""

    @property
    def tower(self) -> str:
        """Its name in the registry."""

    @property
    def checkpoint(self) -> str:
        """Source of its initial weights; "" for random ones."""

    @property
    def max_tokens(self) -> int:
        """Tokens kept of a text, including start and end marks."""

    @property
    def frozen(self) -> bool:
        """Whether it is never trained, so that its vectors are computed once and kept out of the checkpoint."""

    def __hash__(self) -> int:
        """Equal settings give an equal tower, so results are cached by them."""

    def build(self) -> TextTower:
        """Returns the encoder, with the weights of `checkpoint` if set."""


def audio_settings(tower: str) -> type[AudioTowerConfig]:
    """Returns the dataclass of an audio tower's settings.

    Raises:
        TowerError: unknown name.
    """
    return cast(type[AudioTowerConfig], _found(tower, _AUDIO, "audio"))


def text_settings(tower: str) -> type[TextTowerConfig]:
    """Returns the dataclass of a text tower's settings.

    Raises:
        TowerError: unknown name.
    """
    return cast(type[TextTowerConfig], _found(tower, _TEXT, "text"))


def _found(tower: str, towers: dict[str, str], what: str) -> object:
    for pattern, place in towers.items():
        if fnmatchcase(tower, pattern):
            module, name = place.split(":")
            return getattr(importlib.import_module(module), name)
    raise TowerError(f"no {what} tower is called {tower!r}", advice=f"Known: {', '.join(towers)}.")
