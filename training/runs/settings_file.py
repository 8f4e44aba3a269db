"""Settings of a file as typed dataclasses; an unknown key is an error.

Loads no torch, so that recipes can be listed at once. The `tower` key decides which keys a tower has.
"""

import dataclasses
import typing
from collections.abc import Mapping
from typing import Any, TypeVar

from engine.base.errors import EngineError
from training.towers.registry import AudioTowerConfig, TextTowerConfig, audio_settings, text_settings

_T = TypeVar("_T")


class ConfigError(EngineError):
    """An unknown setting, or an unusable value."""


def from_mapping(kind: type[_T], values: Mapping[str, Any], where: str = "") -> _T:
    """Builds a settings dataclass from nested mappings; missing keys keep their defaults.

    Raises:
        ConfigError: an unknown key, a value of the wrong type, or one that the dataclass refuses.
    """
    types = typing.get_type_hints(kind)
    unknown = sorted(values.keys() - types.keys())
    if unknown:
        raise ConfigError(f"unknown setting {where}{unknown[0]}", advice=f"Known here: {', '.join(sorted(types))}.")
    try:
        return kind(**{name: _value(types[name], value, f"{where}{name}") for name, value in values.items()})
    except ValueError as err:
        raise ConfigError(f"setting {where.rstrip('.') or 'file'}: {err}", advice="Correct the value.") from err


def _value(kind: Any, value: Any, where: str) -> Any:
    if kind is AudioTowerConfig and isinstance(value, Mapping):
        return from_mapping(audio_settings(str(value.get("tower", "compact"))), value, f"{where}.")
    if kind is TextTowerConfig and isinstance(value, Mapping):
        return from_mapping(text_settings(str(value.get("tower", "minilm"))), value, f"{where}.")
    if dataclasses.is_dataclass(kind) and isinstance(value, Mapping):
        return from_mapping(typing.cast(type[Any], kind), value, f"{where}.")
    if typing.get_origin(kind) is typing.Literal:
        if value in typing.get_args(kind):
            return value
        allowed = ", ".join(map(repr, typing.get_args(kind)))
        raise ConfigError(f"setting {where} is {value!r}", advice=f"It must be one of {allowed}.")
    options = typing.get_args(kind) if typing.get_origin(kind) is not tuple else ()
    wanted = options or (kind,)
    if typing.get_origin(kind) is tuple and isinstance(value, list | tuple):
        element = typing.get_args(kind)[0]
        return tuple(_value(element, part, where) for part in value)
    if float in wanted and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if type(value) in wanted or (value is None and type(None) in wanted):
        return value
    raise ConfigError(f"setting {where} is {value!r}", advice=f"It must be of type {kind}.")
