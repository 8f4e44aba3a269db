"""Serves the tools to scripts of this machine: JSON lines on a local socket, `earshot serve`.

    {"id": 1, "tool": "search", "arguments": {"query": "rain on a tin roof"}}
    {"id": 1, "result": {"hits": […]}}      or      {"id": 1, "error": {"message": …, "what": {…}}}

The tool `tools` lists the others. The socket is a Unix domain socket that only its user can open; where a program or a
system has none, a loopback port, with a token that the first line must have.

No client delays another: one that sends nothing, or half a line, is closed with an error; a search stops when its
client leaves. A change that a client requested is made anyway.
"""

import errno
import hmac
import json
import os
import secrets
import selectors
import socket
import stat
import sys
import threading
import time
import traceback
from collections import deque
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from typing import Any

from engine.base.cancellation import StopRequested
from engine.base.errors import EngineError, QueryError
from engine.base.messages import Amount, Message, Unit, told
from engine.base.private_files import make_private
from engine.features.door.arguments import object_schema
from engine.features.door.clients import LONGEST_LINE, WAIT_S, Client
from engine.features.door.door_address import LOOPBACK
from engine.features.door.doorkeeper import Doorkeeper, error_record
from engine.features.door.messages import DoorAdvice, DoorFault

MOST_CLIENTS = 128
"""Above this, the client that has been idle longest is closed."""
_BACKLOG = 128
_LOOK_S = 0.5
"""How often silent clients are checked."""
HAS_SOCKETS = sys.platform != "win32"


class LineServer:
    """Listens and answers. One thread serves all clients without blocking; the keeper's thread runs the tools."""

    def __init__(self, keeper: Doorkeeper, *, place: Path | None = None, port: int | None = None) -> None:
        """Starts listening; `serve` answers.

        Args:
            keeper: runs the tools.
            place: path of the socket. An abandoned one is replaced.
            port: a loopback port instead, 0 for a free one.

        Raises:
            EngineError: listening there fails, or another Earshot does.
        """
        if (place is None) == (port is None):
            raise ValueError("a place or a port")
        self._keeper = keeper
        self._is_ending = threading.Event()
        self._place = place
        self.token = "" if port is None else secrets.token_urlsafe(24)
        """Required in the first line; empty for a socket, which is its user's alone."""
        self._clients: dict[socket.socket, Client] = {}
        self._answers: deque[tuple[Client, bytes]] = deque()
        self._woken, self._waker = socket.socketpair()
        self._selector = selectors.DefaultSelector()
        try:
            self._listener = self._on_socket(place) if place is not None else _on_port(port or 0)
        except (OSError, OverflowError) as err:
            at = str(place) if place is not None else f"{LOOPBACK}:{port}"
            raise EngineError(told(DoorFault.DOOR_ADDRESS_REFUSED, at, str(err)), advice=DoorAdvice.OTHER_DOOR) from err
        for each in (self._listener, self._woken, self._waker):
            each.setblocking(False)
        for each in (self._listener, self._woken):
            self._selector.register(each, selectors.EVENT_READ)

    @property
    def address(self) -> dict[str, Any]:
        """What a client needs to connect."""
        if self._place is not None:
            return {"socket": str(self._place)}
        return {"host": LOOPBACK, "port": self._listener.getsockname()[1], "token": self.token}

    def serve(self) -> None:
        """Answers until `stop` is called from another thread, or an exception such as KeyboardInterrupt."""
        looked_s = 0.0
        while not self._is_ending.is_set():
            for key, events in self._selector.select(_LOOK_S):
                if key.fileobj is self._listener:
                    self._accept()
                elif key.fileobj is self._woken:
                    self._pass_on()
                elif (client := self._clients.get(key.fileobj)) is not None:  # type: ignore[call-overload]
                    self._attend(client, events)
            if time.monotonic() - looked_s >= _LOOK_S:
                looked_s = time.monotonic()
                for client in list(self._clients.values()):
                    self._look_at(client)

    def stop(self) -> None:
        self._is_ending.set()
        self._wake()

    def close(self) -> None:
        self._is_ending.set()
        for client in list(self._clients.values()):
            self._drop(client)
        self._selector.close()
        for each in (self._listener, self._woken, self._waker):
            each.close()
        if self._place is not None:
            with suppress(OSError):
                self._place.unlink()

    # -- clients -----------------------------------------------------------------------------------------------------

    def _accept(self) -> None:
        for _ in range(_BACKLOG):
            try:
                connection, _ = self._listener.accept()
            except OSError as err:  # no more are waiting, or the one that was has left
                if err.errno in (errno.EMFILE, errno.ENFILE) and self._make_room():
                    continue
                return
            if len(self._clients) >= MOST_CLIENTS and not self._make_room():
                _turn_away(connection, _refusal(told(DoorFault.DOOR_FULL, MOST_CLIENTS)))
                connection.close()
                continue
            client = Client(connection, time.monotonic(), is_let_in=not self.token)
            self._clients[connection] = client
            self._selector.register(connection, selectors.EVENT_READ)

    def _make_room(self) -> bool:
        """Closes an idle client: first one that asked nothing, then the one idle longest."""
        idle = [client for client in self._clients.values() if client.is_idle]
        if not idle:
            return False
        client = min(idle, key=lambda client: (client.has_asked, client.heard_s))
        _turn_away(client.connection, _refusal(told(DoorFault.DOOR_FULL, MOST_CLIENTS)))
        self._drop(client)
        return True

    def _attend(self, client: Client, events: int) -> None:
        """Reads from a client, answers it, and writes what it takes."""
        now_s = time.monotonic()
        try:
            if events & selectors.EVENT_READ:
                client.read(now_s)
            if client.wants_write:
                client.write(now_s)
            while (line := client.line(now_s)) is not None:
                self._take(client, line, now_s)
                if client.wants_write:
                    client.write(now_s)
        except OSError:
            self._drop(client)
            return
        except Exception:  # a bug of ours must affect only this client
            traceback.print_exc(file=sys.stderr)
            self._drop(client)
            return
        self._expect(client, now_s)

    def _expect(self, client: Client, now_s: float) -> None:
        """Registers for a client's next event, or closes it."""
        if client.is_over(now_s):
            self._drop(client)
            return
        events = selectors.EVENT_READ * client.wants_read | selectors.EVENT_WRITE * client.wants_write
        connection = client.connection
        known = self._selector.get_map().get(connection)
        if known is not None and known.events != events:
            self._selector.unregister(connection)
            known = None
        if known is None and events:
            self._selector.register(connection, events)

    def _look_at(self, client: Client) -> None:
        """Checks whether a client has left or keeps the door waiting."""
        now_s = time.monotonic()
        try:
            client.check(now_s)
        except OSError:
            self._drop(client)
            return
        fault = client.fault(now_s)
        if fault is not None:
            client.refuse(_refusal(told(fault, Amount(WAIT_S, Unit.SECONDS))), now_s)
            self._attend(client, 0)
        else:
            self._expect(client, now_s)

    def _drop(self, client: Client) -> None:
        del self._clients[client.connection]
        with suppress(KeyError):  # it was not registered
            self._selector.unregister(client.connection)
        client.close()

    # -- lines -------------------------------------------------------------------------------------------------------

    def _take(self, client: Client, line: bytes, now_s: float) -> None:
        """Starts to answer a line, or refuses the client."""
        if not client.is_let_in:
            client.is_let_in = self._is_let_in(line)
            if not client.is_let_in:
                client.refuse(_refusal(DoorFault.TOKEN_WRONG, DoorAdvice.SEND_TOKEN), now_s)
        elif len(line) > LONGEST_LINE:  # the start of the next one is unknown
            client.refuse(_refusal(told(DoorFault.LINE_TOO_LONG, LONGEST_LINE), DoorAdvice.WRITE_REQUEST), now_s)
        elif line.strip():
            client.has_asked = client.is_waiting = True
            self._begin(client, line)

    def _begin(self, client: Client, line: bytes) -> None:
        """Starts the answer of a line; `_pass_on` sends it."""
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
                self._answer(client, {"id": id, "result": {"tools": listed}})
                return
            given = request.get("arguments")
            if given is not None and not isinstance(given, dict):
                raise QueryError(DoorFault.LINE_NO_REQUEST, advice=DoorAdvice.WRITE_REQUEST)
            asked = self._keeper.begin(tool, given or {}, cancel=self._is_ending.is_set, left=client.gone.is_set)
        except StopRequested:  # the door is closing
            return
        except Exception as err:  # report any error to the client, which may continue
            self._answer(client, {"id": id, "error": error_record(err, tool)})
            return

        def answer(asked: "Future[dict[str, Any]]") -> None:
            try:
                self._answer(client, {"id": id, "result": asked.result()})
            except StopRequested:
                return
            except Exception as err:
                self._answer(client, {"id": id, "error": error_record(err, tool)})

        asked.add_done_callback(answer)

    def _answer(self, client: Client, record: dict[str, Any]) -> None:
        """Queues an answer for the server's thread. Any thread."""
        self._answers.append((client, _written(record)))
        self._wake()

    def _wake(self) -> None:
        with suppress(OSError):  # it is already woken, or closed
            self._waker.send(b"\0")

    def _pass_on(self) -> None:
        """Sends queued answers, and reads the clients' next lines."""
        with suppress(OSError):
            self._woken.recv(_BACKLOG)
        for _ in range(len(self._answers)):  # answers to those lines wait for the next turn
            client, data = self._answers.popleft()
            if not client.gone.is_set():
                client.is_waiting = False
                client.tell(data, time.monotonic())
                self._attend(client, 0)

    def _on_socket(self, place: Path) -> socket.socket:
        if sys.platform == "win32":
            raise OSError(errno.EAFNOSUPPORT, os.strerror(errno.EAFNOSUPPORT))
        make_private(place.parent)
        _take_over(place)
        before = os.umask(0o177)
        try:
            return _listening(socket.socket(socket.AF_UNIX), os.fspath(place))
        finally:
            os.umask(before)

    def _is_let_in(self, line: bytes) -> bool:
        try:
            given = _request(line).get("token")
        except QueryError:
            return False
        return isinstance(given, str) and hmac.compare_digest(given.encode(), self.token.encode())


def _on_port(port: int) -> socket.socket:
    listener = socket.socket(socket.AF_INET)
    if os.name == "posix":  # elsewhere another program could take the same port
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    return _listening(listener, (LOOPBACK, port))


def _listening(listener: socket.socket, address: str | tuple[str, int]) -> socket.socket:
    try:
        listener.bind(address)
        listener.listen(_BACKLOG)
    except BaseException:
        listener.close()
        raise
    return listener


def _turn_away(connection: socket.socket, data: bytes) -> None:
    """Sends a last line to a client, if it takes it at once."""
    with suppress(OSError):
        connection.setblocking(False)
        connection.send(data)


def _refusal(what: Message | DoorFault, advice: DoorAdvice = DoorAdvice.ASK_AT_ONCE) -> bytes:
    """The line that tells why a client is closed."""
    return _written({"id": None, "error": error_record(QueryError(what, advice=advice))})


def _take_over(place: Path) -> None:
    """Removes an abandoned socket.

    Raises:
        EngineError: somebody listens at it.
        OSError: it is no socket, or cannot be examined.
    """
    if sys.platform == "win32":
        return
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
    """Parses a request.

    Raises:
        QueryError: it is no JSON object, or has values outside JSON: NaN, or a lone surrogate.
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
