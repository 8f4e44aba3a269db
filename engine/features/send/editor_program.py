"""Starts a program of the user's with the clips. No shell reads the command."""

import re
import subprocess
import threading
from collections.abc import Sequence

from engine.base.errors import TransferError
from engine.base.messages import told
from engine.features.send.clips import ProjectClip
from engine.features.send.messages import SendAdvice, SendFault

_TOKEN = re.compile(r"\{(?:file|name|start_s)\}")


def check_command(command: Sequence[str]) -> None:
    """Raises TransferError for a command without a program, or without a place for the files."""
    if not any("{file}" in word for word in command[1:]):
        raise TransferError(SendFault.NO_FILE_ARGUMENT, advice=SendAdvice.WRITE_FILE)


def open_in(command: Sequence[str], clips: Sequence[ProjectClip]) -> None:
    """Starts a program, which then runs by itself.

    Args:
        command: the program and its arguments. An argument with {file} stands there once for each clip; {name} and
            {start_s} in it are the clip's name and place.
        clips: by place.

    Raises:
        TransferError: it names no file, or cannot be started.
    """
    check_command(command)
    words = [command[0]]
    for word in command[1:]:
        words += [_filled(word, clip) for clip in clips] if "{file}" in word else [word]
    try:
        process = subprocess.Popen(words, stdin=subprocess.DEVNULL, start_new_session=True)
    except OSError as err:
        fault = told(SendFault.NO_PROGRAM, command[0], err.strerror or str(err))
        raise TransferError(fault, advice=SendAdvice.CHECK_COMMAND) from err
    threading.Thread(target=process.wait, daemon=True).start()  # so that its end leaves no zombie


def _filled(word: str, clip: ProjectClip) -> str:
    values = {"{file}": str(clip.path), "{name}": clip.name, "{start_s}": f"{clip.start_s:.6f}"}
    return _TOKEN.sub(lambda found: values[found[0]], word)  # once: what a name says is no token
