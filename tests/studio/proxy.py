"""A breakable network between one client and the server: a TCP proxy."""

import contextlib
import socket
import threading


class Proxy:
    """Forwards connections to a local port until cut."""

    def __init__(self, port: int) -> None:
        self._target = port
        self._is_cut = False
        self._open: list[socket.socket] = []
        self._lock = threading.Lock()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """Breaks every connection at once, in the middle of its data, and every new one."""
        with self._lock:
            self._is_cut = True
            for one in self._open:
                _break(one)
            self._open.clear()

    def mend(self) -> None:
        with self._lock:
            self._is_cut = False

    def close(self) -> None:
        self.cut()
        self._listener.close()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
                server = socket.create_connection(("127.0.0.1", self._target))
            except ConnectionError:
                _break(client)
                continue
            except OSError:
                return
            with self._lock:
                if self._is_cut:
                    _break(client)
                    _break(server)
                    continue
                self._open += [client, server]
            for here, there in ((client, server), (server, client)):
                threading.Thread(target=_forward, args=(here, there), daemon=True).start()


def _forward(here: socket.socket, there: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while data := here.recv(65_536):
            there.sendall(data)
    _break(here)
    _break(there)


def _break(one: socket.socket) -> None:
    with contextlib.suppress(OSError):
        one.shutdown(socket.SHUT_RDWR)
    one.close()
