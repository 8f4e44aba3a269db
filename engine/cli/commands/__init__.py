"""The core's commands of `earshot`, a module each; how to add one is in CONTRIBUTING.md.

A module has `DESCRIPTION` (empty where the line of help says it all), `add_arguments(parser)` and `run(options)`, which
returns the exit status, prints answers on stdout and everything for people to watch on stderr. Its own help and a wrong
option load the module, so what takes time to load is imported by `run`.
"""

from collections.abc import Mapping
from functools import cache

from engine.base.feature import ShellCommand, features

CORE = tuple(
    command.within("engine.cli.commands", "")
    for command in (
        ShellCommand("window", "open the window (the default)"),
        ShellCommand("index", "take folders of sounds into the library, or bring the library up to date"),
        ShellCommand("search", "find sounds by describing them"),
        ShellCommand("similar", "find sounds similar to a file, in the library or not"),
        ShellCommand("collect", "copy the sounds of a query into a folder, with credits"),
        ShellCommand("profile", "list, save and remove transfer profiles: the form that copies take"),
        ShellCommand("tag", "show or change tags, ratings and marks"),
        ShellCommand("collections", "list, make, fill and show collections"),
        ShellCommand("stats", "show what is in the library"),
        ShellCommand("pack", "list, verify, install or remove model packs"),
    )
)
"""Commands that every Earshot has; features add theirs."""


@cache
def commands() -> Mapping[str, ShellCommand]:
    """Returns all commands by name: the core's, then those of features in alphabetical order."""
    added = [command for feature in features().values() for command in feature.commands]
    return {command.name: command for command in (*CORE, *sorted(added, key=lambda command: command.name))}
