"""Reads a recipe's file as one mapping: its own settings over those of its `base`, recursively.

docs/training.md explains the merge; `training.runs.config` and the settings of words and units explain the settings.
"""

import tomllib
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path, PurePosixPath
from typing import Any

from engine.base.errors import EngineError

RECIPES = Path(__file__).parents[1] / "recipes"
"""Folder of the recipes that come with the code."""
BASE = "base"
_SUFFIX = ".toml"
_OWN = ("paper",)
"""Tables never inherited: another row's figures would be wrong here."""
_CHOICES = ("tower",)
"""Keys that decide which other keys their table has: a change of one discards the base's whole table."""


class RecipeError(EngineError):
    """A recipe that cannot be read: no such file, or no TOML."""


class BaseError(RecipeError):
    """A recipe whose base is missing, lies outside the folders, or leads back to itself."""


def read_recipe(path: Path) -> dict[str, Any]:
    """Returns the settings of a TOML file merged with those of its base, without `base` itself.

    Raises:
        RecipeError: the file or a base of it is missing or no TOML.
        BaseError: an unknown base, one outside the folders, or a circle of them.
    """
    return _read(path, ())


def _read(path: Path, above: tuple[Path, ...]) -> dict[str, Any]:
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as err:
        raise RecipeError(f"settings {path}: {err}", advice="Give a TOML file.") from err
    if BASE not in values:
        return values
    base = _base(path, values.pop(BASE), (*above, path.resolve()))
    inherited = _read(base, (*above, path.resolve()))
    return merged({name: value for name, value in inherited.items() if name not in _OWN}, values)


def merged(base: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """Returns a base with a recipe's changes: tables are merged, everything else is replaced."""
    found = dict(base)
    for name, value in own.items():
        before = found.get(name)
        if isinstance(before, Mapping) and isinstance(value, Mapping) and not _is_another(before, value):
            value = merged(before, value)
        found[name] = value
    return found


def _is_another(before: Mapping[str, Any], value: Mapping[str, Any]) -> bool:
    return any(key in value and value[key] != before.get(key) for key in _CHOICES)


def _base(path: Path, name: Any, above: tuple[Path, ...]) -> Path:
    """Finds a base's file: beside the recipe, else among those that come with Earshot; never the recipe itself."""
    if not isinstance(name, str) or not name:
        raise BaseError(f"{path}: base is {name!r}", advice='Write the name of a recipe, as base = "here/starter-3".')
    asked = PurePosixPath(name)
    if asked.is_absolute() or ".." in asked.parts or "\\" in name or ":" in name or name.endswith(_SUFFIX):
        raise BaseError(
            f"{path}: base {name!r} is no name of a recipe",
            advice=f"A base lies beside the recipe, or in {RECIPES}. Write its name without {_SUFFIX}.",
        )
    found = [file for folder in (path.parent, RECIPES) if (file := folder / f"{name}{_SUFFIX}").is_file()]
    if not found:
        raise BaseError(f"{path}: there is no base {name!r}", advice=_near(name))
    others = [file for file in found if file.resolve() != path.resolve()]
    if not others or others[0].resolve() in above:
        names = " > ".join(file.stem for file in (*above, *(others or found)[:1]))
        raise BaseError(f"{path}: its base leads back to itself: {names}", advice="Take the circle out.")
    return others[0]


def _near(name: str) -> str:
    """Suggests names like that of a missing base."""
    known = [
        file.relative_to(RECIPES).as_posix().removesuffix(_SUFFIX) for file in sorted(RECIPES.rglob(f"*{_SUFFIX}"))
    ]
    near = [one for one in known if one.rpartition("/")[2] == name] or get_close_matches(name, known)
    meant = f" Did you mean {' or '.join(near)}?" if near else ""
    return f"Put {name}{_SUFFIX} beside it, or name one of {RECIPES}.{meant}"
