"""Installs the scripts by which a DAW takes sounds from `earshot serve` and puts them at its playhead.

A script is made of the client of the door and of what is said in the DAW's own language; it names the command that
starts Earshot, as it was when the script was installed.
"""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Sequence
from enum import StrEnum
from importlib import resources
from pathlib import Path

import platformdirs

from engine.base.atomic_files import put
from engine.base.errors import TransferError
from engine.base.messages import told
from engine.features.send.messages import SendAdvice, SendFault

_CLIENT_LINE = re.compile(r"^\t*-- DOOR_CLIENT$", re.MULTILINE)


class DawProgram(StrEnum):
    """A program with a script."""

    ARDOUR = "ardour"
    REAPER = "reaper"

    @property
    def label(self) -> str:
        return "Ardour" if self is DawProgram.ARDOUR else "REAPER"

    @property
    def file_name(self) -> str:
        return "earshot_sound.lua" if self is DawProgram.ARDOUR else "Earshot - insert a sound.lua"


def script_text(program: DawProgram, command: Sequence[str]) -> str:
    """Returns the script of a program, UTF-8.

    Args:
        command: starts Earshot; the script adds `ask` and its arguments.
    """
    folder = resources.files("resources.daw")
    client = (folder / "door_client.lua").read_text(encoding="utf-8")
    text = (folder / f"{program.value}_action.lua").read_text(encoding="utf-8")
    text = text.replace("EARSHOT_COMMAND", _lua_text(_shell_words(command)))
    return _CLIENT_LINE.sub(lambda _: client.rstrip("\n"), text)


def install_script(program: DawProgram, library: Path | None, to: Path | None = None) -> list[Path]:
    """Writes a program's script into its folders of scripts; replaces an earlier one.

    Args:
        library: that the script asks; None for the usual one.
        to: a folder instead of the program's own.

    Raises:
        TransferError: the program has no such folder here.
        LibraryError: the file cannot be written.
    """
    folders = [to] if to is not None else script_folders(program)
    if not folders:
        raise TransferError(told(SendFault.NO_DAW_FOLDER, program.label), advice=SendAdvice.NAME_SCRIPTS)
    command = [sys.executable] if getattr(sys, "frozen", False) else [sys.executable, "-m", "engine.cli.main"]
    if library is not None:
        command += ["--library", os.path.abspath(library)]
    content = script_text(program, command).encode()
    places = [folder / program.file_name for folder in folders]
    for place in places:
        place.parent.mkdir(parents=True, exist_ok=True)
        put(place, content)
    return places


def script_folders(program: DawProgram) -> list[Path]:
    """Returns the folders of scripts of a program that was started before: several, where several versions were."""
    if program is DawProgram.REAPER:
        home = _config_folder("REAPER")
        return [home / "Scripts"] if home.is_dir() else []
    parent = _config_folder("ardour7").parent
    found = sorted(parent.glob("[Aa]rdour[789]"))
    return [folder / "scripts" for folder in found if folder.is_dir()]


def _config_folder(name: str) -> Path:
    """Where a program keeps its settings."""
    if sys.platform == "darwin" and name != "REAPER":
        return Path.home() / "Library" / "Preferences" / name
    return Path(platformdirs.user_config_dir(name, appauthor=False, roaming=name == "REAPER"))


def _shell_words(command: Sequence[str]) -> str:
    """A command for the shell by which Lua starts programs."""
    if sys.platform == "win32":
        return subprocess.list2cmdline(command)
    # A DAW brings libraries of its own, which Python must not take for the system's.
    return "env -u LD_LIBRARY_PATH " + shlex.join(command)


def _lua_text(text: str) -> str:
    """A string of Lua: control characters as escapes, all else as it is."""
    plain = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + re.sub(r"[\x00-\x1f]", lambda found: f"\\{ord(found[0]):03}", plain) + '"'
