"""Starts a program of the user's with files, and lets it go."""

import subprocess
import sys
import threading
from collections.abc import Sequence

from engine.errors import EngineError
from engine.types import FilePath


class LaunchError(EngineError):
    """A program could not be started."""


def command_of(program: str, paths: Sequence[FilePath], platform: str = sys.platform) -> list[str | bytes]:
    """The command that opens files with a program; an application bundle of macOS is opened by the system."""
    files: list[str | bytes] = [str(path.native) if platform == "win32" else path.raw for path in paths]
    if platform == "darwin" and program.rstrip("/").endswith(".app"):
        return ["open", "-a", program, *files]
    return [program, *files]


def launch(program: str, paths: Sequence[FilePath]) -> None:
    """Starts a program with these files; it lives on when Earshot ends. Not for the GUI thread.

    Raises:
        LaunchError: there is no such program, or it may not be run.
    """
    try:
        quiet = subprocess.DEVNULL
        command = command_of(program, paths)
        started = subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet, start_new_session=True)
    except OSError as err:
        raise LaunchError(f"{program}: {err.strerror}", advice="") from err
    threading.Thread(target=started.wait, daemon=True).start()  # or its end would leave an entry in the system's table
