"""One window over one library: a second start hands its folders and words to the first and ends.

Who is first is settled by a lock file that names its process, so that one left behind by a killed process is
recognised. The first listens on a local socket of the same name. It has two names: by the path of the library, which is
there before a library is, and by the folder itself, which stays the same where the folder is moved. A copy is another.
"""

import getpass
import hashlib
import itertools
import json
import os
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QLockFile, QObject, QStandardPaths, Signal, qInstallMessageHandler

if TYPE_CHECKING:
    from PySide6.QtNetwork import QLocalServer, QLocalSocket

    from engine.types import FilePath

_ANSWER_MS = 3000
_PATIENCE_S = 10.0
"""How long a second start waits for a first one that is only just starting."""
_MOST_BYTES = 2**20
_OK = b"ok\n"


@dataclass(frozen=True, slots=True)
class Call:
    """What a second start wants of the first."""

    folders: "tuple[FilePath, ...]" = ()
    query: str = ""
    token: str = ""
    """What lets the first come to the front under Wayland."""

    def to_line(self) -> bytes:
        """One JSON line."""
        record = {"folders": [folder.uri for folder in self.folders], "query": self.query, "token": self.token}
        return json.dumps(record).encode() + b"\n"

    @classmethod
    def from_line(cls, line: bytes) -> "Call":
        """Reads what `to_line` wrote.

        Raises:
            ValueError: it is something else.
        """
        from engine.types import FilePath  # it loads numpy, and a window begins by claiming its library

        try:
            record = json.loads(line)
            folders = tuple(FilePath.of_uri(str(uri)) for uri in record["folders"])
            if any(b"\0" in folder.raw for folder in folders):
                raise ValueError("a folder with a null byte in its name")
            return cls(folders, str(record["query"]), str(record["token"]))
        except (KeyError, TypeError, AttributeError, RecursionError) as err:
            raise ValueError(f"not a call: {line[:100]!r}") from err


class Instance(QObject):
    """This process as the first, or not, over a library. GUI thread only."""

    called = Signal(object)
    """A Call of another start."""

    def __init__(self, library: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._library = library
        self._places: dict[str, _Place] = {}
        self._is_listening = False
        self.was_reached = False
        """Whether the first heard the last call; one that is ending, or only just starting, hears none."""
        self._look()

    def claim(self) -> bool:
        """Becomes the first, which a second start waits for until it listens; False when there is another."""
        self._look()
        is_first = all(place.lock.isLocked() or place.lock.tryLock(0) for place in self._places.values())
        if not is_first:
            self._unlock()
        return is_first

    def listen(self) -> None:
        """Hears of other starts from now on; this is the first."""
        self._is_listening = True
        for place in self._places.values():
            self._listen(place)

    def library_is_there(self) -> None:
        """The library has been made, or found: it is known by its folder too from now on."""
        before = set(self._places)
        self._look()
        for name in self._places.keys() - before:
            place = self._places[name]
            if place.lock.tryLock(0) and self._is_listening:
                self._listen(place)

    def call(self, call: Call) -> bool:
        """Hands a call to the first; False when it does not answer, or has ended and left the place free."""
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
            time.sleep(0.1)  # it holds the lock and does not listen yet, or it is ending
            if self.claim():
                self._unlock()
                return False
        return False

    def leave(self) -> None:
        """Hears of no other start from now on; the place stays this one's until `close`."""
        self._is_listening = False
        for place in self._places.values():
            if place.server is not None:
                place.server.close()

    def close(self) -> None:
        """Gives the place up."""
        self.leave()
        self._unlock()

    def _look(self) -> None:
        """Finds the names that the library has now."""
        for name in _names_of(self._library):
            if name not in self._places:
                self._places[name] = _Place(name)

    def _unlock(self) -> None:
        for place in self._places.values():
            place.lock.unlock()

    def _listen(self, place: "_Place") -> None:
        from PySide6.QtNetwork import QLocalServer  # loaded once there is something to look at

        server = place.server = QLocalServer(self)
        server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        server.newConnection.connect(lambda: self._answer(server))
        QLocalServer.removeServer(place.name)  # left behind by one that was killed
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
    """The user's own folder for what lives as long as a session; where the system has none, that of temporary files."""
    # Where no session has made that folder, Qt makes one and says so each time, which nobody need know.
    usual = qInstallMessageHandler(lambda kind, context, message: None)
    try:
        found = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.RuntimeLocation)
    finally:
        qInstallMessageHandler(usual)
    return Path(found or tempfile.gettempdir())


class _Place:
    """One name of the library: its lock, and the socket that is listened to."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.lock = QLockFile(str(_runtime_folder() / f"{name}.lock"))
        self.lock.setStaleLockTime(0)  # whatever its age: it counts as long as its process lives
        self.server: QLocalServer | None = None


def _names_of(library: Path) -> list[str]:
    """Short names for this user and this library: socket paths may be no longer than a hundred letters.

    By its path; and by its folder, once that is there and the system has a number for it.
    """
    marks = [os.path.normcase(library.absolute().resolve())]
    with suppress(OSError):
        status = library.stat()
        if status.st_ino:
            marks.append(f"{status.st_dev}\0{status.st_ino}")
    return [_short(f"{getpass.getuser()}\0{mark}") for mark in marks]


def _short(mark: str) -> str:
    return f"earshot-{hashlib.blake2b(os.fsencode(mark), digest_size=8).hexdigest()}"
