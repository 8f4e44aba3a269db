"""The settings of a run that are not the defaults, as a TOML file would say them: with it a pack is made again."""

import dataclasses
import json
from collections.abc import Iterator
from typing import Any

from training.config import Config


def changed_settings(config: Config) -> str:
    """Gives the lines of a settings file, sorted by table; empty where every setting is the default."""
    tables: dict[str, list[str]] = {}
    for path, value in changes(config, Config()):
        tables.setdefault(".".join(path[:-1]), []).append(f"{path[-1]} = {_toml(value)}")
    parts: list[str] = []
    for name, lines in sorted(tables.items()):
        parts += [*([f"[{name}]"] if name else []), *lines]
    return "\n".join(parts)


def changes(value: Any, default: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Gives every leaf of settings that differs, by its path; one that is None has no TOML and is left out."""
    if not dataclasses.is_dataclass(value):
        if value != default and value is not None:
            yield path, value
        return
    for field in dataclasses.fields(value):
        own = getattr(value, field.name)
        # Another kind of tower has fields of its own, of which none is a default here.
        other = getattr(default, field.name) if type(value) is type(default) else _MISSING
        yield from changes(own, other, (*path, field.name))


_MISSING = object()


def _toml(value: Any) -> str:
    """One value; JSON says texts, numbers, truths and lists as TOML does."""
    return json.dumps(list(value) if isinstance(value, tuple) else value, ensure_ascii=False)
