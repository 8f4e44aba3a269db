"""One window per library: a second start hands its folders and query to the first and ends.

A lock file naming its process settles who is first, so that one left by a killed process is recognised. The first
listens on a local socket of the same name. There are two names: one from the library's path, which works before the
library exists, and one from the folder itself, which survives a move. A copy counts as another library.
"""

import getpass
import hashlib
import itertools
import json
import os
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import QLockFile, QObject, QStandardPaths, Signal, qInstallMessageHandler

if TYPE_CHECKING:
    from PySide6.QtNetwork import QLocalServer, QLocalSocket

    from engine.base.types import FilePath

_ANSWER_MS = 3000
_PATIENCE_S = 10.0
"""How long a second start waits for a first one that is still starting."""
_MOST_BYTES = 2**20
_OK = b"ok\n"


class Call(Struct, frozen=True):
    """Request of a second start to the first."""

    folders: "tuple[FilePath, ...]" = ()
    query: str = ""
    token: str = ""
    """Activation token that lets the first come to the front under Wayland."""

    def to_line(self) -> bytes:
        record = {"folders": [folder.uri for folder in self.folders], "query": self.query, "token": self.token}
        return json.dumps(record).encode() + b"\n"

    @classmethod
    def from_line(cls, line: bytes) -> "Call":
        """Parses what `to_line` wrote.

        Raises:
            ValueError: it is something else.
        """
        from engine.base.types import FilePath  # deferred: it loads numpy, and a window first claims its library

        try:
            record = json.loads(line)
            folders = tuple(FilePath.of_uri(str(uri)) for uri in record["folders"])
            if any(b"\0" in folder.raw for folder in folders):
                raise ValueError("a folder with a null byte in its name")
            return cls(folders, str(record["query"]), str(record["token"]))
        except (KeyError, TypeError, AttributeError, RecursionError) as err:
            raise ValueError(f"not a call: {line[:100]!r}") from err


class Instance(QObject):
    """This process's claim on a library. GUI thread only."""

    called = Signal(object)
    """Call: a request of another start."""

    def __init__(self, library: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._library = library
        self._places: dict[str, _Place] = {}
        self._is_listening = False
        self.was_reached = False
        """Whether the first accepted the last connection; it does not while ending or starting."""
        self._look()

    def claim(self) -> bool:
        """Claims the library, so that a second start waits until this one listens; False if another holds it."""
        self._look()
        is_first = all(place.lock.isLocked() or place.lock.tryLock(0) for place in self._places.values())
        if not is_first:
            self._unlock()
        return is_first

    def listen(self) -> None:
        """Starts listening for other starts; only for the first."""
        self._is_listening = True
        for place in self._places.values():
            self._listen(place)

    def library_is_there(self) -> None:
        """Claims the folder's own name too, now that the library exists."""
        before = set(self._places)
        self._look()
        for name in self._places.keys() - before:
            place = self._places[name]
            if place.lock.tryLock(0) and self._is_listening:
                self._listen(place)

    def call(self, call: Call) -> bool:
        """Sends a call to the first; False if it does not answer, or has ended and freed the library."""
        from PySide6.QtNetwork import QLocalSocket

        self._look()
        self.was_reached = False
        names = itertools.cycle(list(self._places))
        end_s = time.monotonic() + _PATIENCE_S
        while time.monotonic() < end_s:
            socket = QLocalSocket()
            socket.connectToServer(next(names))
            if socket.waitForConnected(_ANSWER_MS):
                self.was_reached = True
                socket.write(call.to_line())
                return socket.waitForReadyRead(_ANSWER_MS) and bytes(socket.readAll().data()) == _OK
            time.sleep(0.1)  # it holds the lock but does not listen yet, or is ending
            if self.claim():
                self._unlock()
                return False
        return False

    def leave(self) -> None:
        """Stops listening for other starts; the claim lasts until `close`."""
        self._is_listening = False
        for place in self._places.values():
            if place.server is not None:
                place.server.close()

    def close(self) -> None:
        """Releases the claim."""
        self.leave()
        self._unlock()

    def _look(self) -> None:
        """Adds the names the library has by now."""
        for name in _names_of(self._library):
            if name not in self._places:
                self._places[name] = _Place(name)

    def _unlock(self) -> None:
        for place in self._places.values():
            place.lock.unlock()

    def _listen(self, place: "_Place") -> None:
        from PySide6.QtNetwork import QLocalServer  # deferred until something is on screen

        server = place.server = QLocalServer(self)
        server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        server.newConnection.connect(lambda: self._answer(server))
        QLocalServer.removeServer(place.name)  # left by a killed process
        server.listen(place.name)

    def _answer(self, server: "QLocalServer") -> None:
        while (socket := server.nextPendingConnection()) is not None:
            socket.readyRead.connect(lambda socket=socket: self._read(socket))
            socket.disconnected.connect(socket.deleteLater)
            self._read(socket)

    def _read(self, socket: "QLocalSocket") -> None:
        if not socket.canReadLine():
            if socket.bytesAvailable() > _MOST_BYTES:
                socket.abort()
            return
        try:
            call = Call.from_line(bytes(socket.readLine().data()))
        except ValueError:
            socket.abort()
            return
        socket.write(_OK)
        socket.flush()
        self.called.emit(call)


def _runtime_folder() -> Path:
    """The user's runtime folder, or the temporary folder where the system has none."""
    # Without a session's runtime folder Qt creates one and warns each time; drop the warning.
    usual = qInstallMessageHandler(lambda kind, context, message: None)
    try:
        found = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.RuntimeLocation)
    finally:
        qInstallMessageHandler(usual)
    return Path(found or tempfile.gettempdir())


class _Place:
    """One name of the library, with its lock and socket."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.lock = QLockFile(str(_runtime_folder() / f"{name}.lock"))
        self.lock.setStaleLockTime(0)  # valid at any age while its process lives
        self.server: QLocalServer | None = None


def _names_of(library: Path) -> list[str]:
    """Short names for this user and library; socket paths are limited to about 100 characters.

    One comes from the path, one from the folder's inode if it exists and the system has one.
    """
    marks = [os.path.normcase(library.absolute().resolve())]
    with suppress(OSError):
        status = library.stat()
        if status.st_ino:
            marks.append(f"{status.st_dev}\0{status.st_ino}")
    return [_short(f"{_user()}\0{mark}") for mark in marks]


def _user() -> str:
    """This user's name, or the home where the system has no name for the user, as in some containers."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # OSError since Python 3.13
        return os.environ.get("HOME", "")


def _short(mark: str) -> str:
    return f"earshot-{hashlib.blake2b(os.fsencode(mark), digest_size=8).hexdigest()}"
