"""Where the door of a library is: a socket whose path follows from the library's, or a port that a file names.

`ask` is a whole client: one question, one answer. It imports nothing slow, since scripts start a process for it.
"""

import errno
import json
import os
import socket
import sys
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any

import platformdirs

from engine.base.errors import EngineError
from engine.base.private_files import make_private, private_opener
from engine.features.door.messages import DoorAdvice, DoorFault

LOOPBACK = "127.0.0.1"
_PATIENCE_S = 120.0
_MOST_BYTES = 64 << 20
"""Of an answer."""


def usual_socket(library: Path) -> Path:
    """Returns the default socket of a library, in the user's runtime folder."""
    own = blake2b(os.fsencode(os.path.abspath(library)), digest_size=6).hexdigest()
    return platformdirs.user_runtime_path() / f"earshot-door-{own}.sock"


def note_address(library: Path, address: dict[str, Any]) -> None:
    """Writes where an unusual door of a library is into a file that only this user can read.

    Args:
        address: "socket", or "port" and "token".

    Raises:
        OSError: it cannot be written.
    """
    place = _address_file(library)
    make_private(place.parent)
    place.unlink(missing_ok=True)
    with open(place, "w", encoding="utf-8", opener=private_opener) as file:
        json.dump(address, file)


def forget_address(library: Path) -> None:
    """Removes that file."""
    with suppress(OSError):
        _address_file(library).unlink(missing_ok=True)


def ask(library: Path, tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
    """Asks the door of a library.

    Returns:
        Its answer: an object with "result" or "error".

    Raises:
        EngineError: nobody answers.
    """
    try:
        connection, first = _connected(library)
    except (OSError, ValueError, KeyError) as err:
        raise EngineError(DoorFault.NO_DOOR, advice=DoorAdvice.SERVE_FIRST) from err
    request = {"id": 1, "tool": tool, "arguments": arguments}
    try:
        with connection, connection.makefile("rb") as lines:
            connection.sendall(first + json.dumps(request).encode() + b"\n")
            answer = json.loads(lines.readline(_MOST_BYTES))
    except (OSError, ValueError) as err:
        raise EngineError(DoorFault.DOOR_CLOSED, advice=DoorAdvice.SERVE_FIRST) from err
    if not isinstance(answer, dict):
        raise EngineError(DoorFault.DOOR_CLOSED, advice=DoorAdvice.SERVE_FIRST)
    return {name: answer[name] for name in ("result", "error") if name in answer}


def _connected(library: Path) -> tuple[socket.socket, bytes]:
    """A connection, and the line that has to be its first."""
    usual = usual_socket(library)
    has_usual = sys.platform != "win32" and usual.exists()
    noted = {"socket": os.fspath(usual)} if has_usual else json.loads(_address_file(library).read_text("utf-8"))
    if "socket" in noted:
        connection, first = _unix_socket(), b""
        address: Any = noted["socket"]
    else:
        connection, first = socket.socket(socket.AF_INET), json.dumps({"token": noted["token"]}).encode() + b"\n"
        address = (LOOPBACK, noted["port"])
    connection.settimeout(_PATIENCE_S)
    try:
        connection.connect(address)
    except BaseException:
        connection.close()
        raise
    return connection, first


def _unix_socket() -> socket.socket:
    if sys.platform == "win32":
        raise OSError(errno.EAFNOSUPPORT, os.strerror(errno.EAFNOSUPPORT))
    return socket.socket(socket.AF_UNIX)


def _address_file(library: Path) -> Path:
    return usual_socket(library).with_suffix(".json")
