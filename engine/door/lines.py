"""Serves the tools to scripts of this machine: JSON lines on a local socket, `earshot serve`.

    {"id": 1, "tool": "search", "arguments": {"query": "rain on a tin roof"}}
    {"id": 1, "result": {"hits": […]}}      or      {"id": 1, "error": {"message": …, "what": {…}}}

The tool `tools` lists the others. The socket is a Unix domain socket that its user alone may open; where a program or a
system has none, a port of this machine that only loopback reaches, with a token that the first line must have.
"""

import errno
import hmac
import json
import os
import secrets
import socket
import socketserver
import stat
import threading
from collections.abc import Callable
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any

import platformdirs

from engine.door.arguments import object_schema
from engine.door.keeper import Doorkeeper, error_record
from engine.error_wording.door import DoorAdvice, DoorFault
from engine.errors import EngineError, QueryError
from engine.private import make_private
from engine.stopping import StopRequested
from engine.wording import told

LONGEST_LINE = 1 << 20
"""Bytes of a request."""
MOST_CLIENTS = 16
HAS_SOCKETS = hasattr(socket, "AF_UNIX")
_LOOPBACK = "127.0.0.1"


def usual_socket(library: Path) -> Path:
    """Where a library is served unless a place is named: in the user's runtime folder, one for each library."""
    own = blake2b(os.fsencode(os.path.abspath(library)), digest_size=6).hexdigest()
    return platformdirs.user_runtime_path() / f"earshot-door-{own}.sock"


class LineServer:
    """Listens, and answers each client in a thread of its own."""

    def __init__(self, keeper: Doorkeeper, *, place: Path | None = None, port: int | None = None) -> None:
        """Listens from now on; `serve` answers.

        Args:
            keeper: answers.
            place: of the socket. An abandoned one is taken over.
            port: of loopback in its place, 0 for a free one.

        Raises:
            EngineError: it cannot be listened there, or another Earshot does.
        """
        if (place is None) == (port is None):
            raise ValueError("a place or a port")
        self._keeper = keeper
        self._clients = threading.BoundedSemaphore(MOST_CLIENTS)
        self._is_ending = threading.Event()
        self._place = place
        self.token = "" if port is None else secrets.token_urlsafe(24)
        """What the first line must have; empty for a socket, which is its user's alone."""
        try:
            self._server: socketserver.TCPServer
            self._server = (
                self._on_socket(place) if place is not None else _Port((_LOOPBACK, port or 0), self._handler())
            )
        except (OSError, OverflowError) as err:
            at = str(place) if place is not None else f"{_LOOPBACK}:{port}"
            raise EngineError(told(DoorFault.DOOR_ADDRESS_REFUSED, at, str(err)), advice=DoorAdvice.OTHER_DOOR) from err

    @property
    def address(self) -> dict[str, Any]:
        """What a client needs to come in."""
        if self._place is not None:
            return {"socket": str(self._place)}
        return {"host": _LOOPBACK, "port": self._server.socket.getsockname()[1], "token": self.token}

    def serve(self) -> None:
        """Answers until `stop` is called from another thread, or an exception such as KeyboardInterrupt comes."""
        self._server.serve_forever(poll_interval=0.2)

    def stop(self) -> None:
        """Ends `serve`."""
        self._is_ending.set()
        self._server.shutdown()

    def close(self) -> None:
        """Takes the socket away."""
        self._is_ending.set()
        self._server.server_close()
        if self._place is not None:
            with suppress(OSError):
                self._place.unlink()

    def answer(self, line: bytes) -> dict[str, Any]:
        """The record that answers a line."""
        id: object = None
        tool = ""
        try:
            request = _request(line)
            id, tool = request.get("id"), str(request.get("tool"))
            if tool == "tools":
                listed = [
                    {"name": one.name, "about": one.about, "arguments": object_schema(one.arguments)}
                    for one in self._keeper.tools
                ]
                return {"id": id, "result": {"tools": listed}}
            given = request.get("arguments")
            if given is not None and not isinstance(given, dict):
                raise QueryError(DoorFault.LINE_NO_REQUEST, advice=DoorAdvice.WRITE_REQUEST)
            return {"id": id, "result": self._keeper.ask(tool, given or {}, cancel=self._is_ending.is_set)}
        except StopRequested:
            raise
        except Exception as err:  # whatever it is, the client is told and may go on
            return {"id": id, "error": error_record(err, tool)}

    def _on_socket(self, place: Path) -> "socketserver.TCPServer":
        if not HAS_SOCKETS:
            raise OSError(errno.EAFNOSUPPORT, os.strerror(errno.EAFNOSUPPORT))
        make_private(place.parent)
        _take_over(place)
        before = os.umask(0o177)
        try:
            return _Socket(os.fspath(place), self._handler())
        finally:
            os.umask(before)

    def _handler(self) -> "Callable[..., socketserver.BaseRequestHandler]":
        server = self

        class Client(socketserver.StreamRequestHandler):
            def handle(self) -> None:
                if not server._clients.acquire(blocking=False):
                    return
                try:
                    with suppress(OSError, StopRequested):  # the client left, or the door is closed
                        server._converse(self.rfile.readline, self.wfile.write)
                finally:
                    server._clients.release()

        return Client

    def _converse(self, read: Callable[[int], bytes], write: Callable[[bytes], object]) -> None:
        """Answers the lines of one client."""
        if self.token and not self._is_let_in(read(LONGEST_LINE)):
            refused = error_record(QueryError(DoorFault.TOKEN_WRONG, advice=DoorAdvice.SEND_TOKEN))
            write(_written({"id": None, "error": refused}))
            return
        while line := read(LONGEST_LINE + 1):
            if len(line) > LONGEST_LINE:  # where the next one begins is not known
                err = QueryError(told(DoorFault.LINE_TOO_LONG, LONGEST_LINE), advice=DoorAdvice.WRITE_REQUEST)
                write(_written({"id": None, "error": error_record(err)}))
                return
            if line.strip():
                write(_written(self.answer(line)))

    def _is_let_in(self, line: bytes) -> bool:
        try:
            given = _request(line).get("token")
        except QueryError:
            return False
        return isinstance(given, str) and hmac.compare_digest(given.encode(), self.token.encode())


class _Port(socketserver.ThreadingTCPServer):
    daemon_threads = True
    block_on_close = False


if HAS_SOCKETS:

    class _Socket(socketserver.ThreadingUnixStreamServer):
        daemon_threads = True
        block_on_close = False


def _take_over(place: Path) -> None:
    """Removes a socket that nobody listens at any more.

    Raises:
        EngineError: somebody does.
        OSError: it is no socket, or cannot be looked at.
    """
    try:
        is_socket = stat.S_ISSOCK(place.lstat().st_mode)
    except FileNotFoundError:
        return
    if not is_socket:
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
    with socket.socket(socket.AF_UNIX) as probe:
        try:
            probe.connect(os.fspath(place))
        except ConnectionRefusedError:
            place.unlink(missing_ok=True)
            return
    raise EngineError(told(DoorFault.SERVED_ALREADY, place), advice=DoorAdvice.OTHER_DOOR)


def _request(line: bytes) -> dict[str, Any]:
    """What a line asks.

    Raises:
        QueryError: it is no JSON object, or holds what JSON has no word for: NaN, or half of a character.
    """
    try:
        request = json.loads(line)
        json.dumps(request, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, RecursionError):
        request = None
    if not isinstance(request, dict):
        raise QueryError(DoorFault.LINE_NO_REQUEST, advice=DoorAdvice.WRITE_REQUEST)
    return request


def _written(record: dict[str, Any]) -> bytes:
    return json.dumps(record, ensure_ascii=False).encode("utf-8", errors="replace") + b"\n"
