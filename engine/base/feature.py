"""What a feature is: a folder of `engine.features` with a record, `FEATURE` in its `feature.py`.

Features are found by listing the folders; no list names them. Records are light: what takes time to load is named,
and loaded on first use.
"""

import pkgutil
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module


@dataclass(frozen=True, slots=True)
class ShellCommand:
    """A command of `earshot`; its module is found by its name, and loaded when it is used.

    The module of `round-robin` is `round_robin_command` in the folder of its feature. It has `DESCRIPTION`,
    `add_arguments(parser)` and `run(options)`.
    """

    name: str
    help: str
    """Its line in the help."""
    module: str = ""
    """Filled by `features`, and for the core by hand."""

    def within(self, package: str, suffix: str) -> "ShellCommand":
        """Returns the command with the module of its name in a package."""
        return replace(self, module=f"{package}.{self.name.replace('-', '_')}{suffix}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Feature:
    """What a feature adds to the engine."""

    commands: tuple[ShellCommand, ...] = ()


@cache
def features() -> Mapping[str, Feature]:
    """Returns all features by the names of their folders, in alphabetical order."""
    package = import_module("engine.features")
    names = sorted(found.name for found in pkgutil.iter_modules(package.__path__) if found.ispkg)
    return {name: _read(f"engine.features.{name}") for name in names}


def _read(package: str) -> Feature:
    feature: Feature = import_module(f"{package}.feature").FEATURE
    return replace(feature, commands=tuple(one.within(package, "_command") for one in feature.commands))
