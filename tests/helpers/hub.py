"""A model hub on this machine: serves files, states their checksums, and goes wrong where a test wants it to."""

import hashlib
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

LARGE_BYTES = 4000
"""Larger files are redirected to a store and have a SHA-256; smaller ones are served at once and have a git id."""


_LONGEST_S = 60.0


class Hub(ThreadingHTTPServer):
    """The files of the hub by path, and the requests so far."""

    files: dict[str, bytes]
    asked: list[tuple[str, str]]
    """Path and Range header of each request."""
    cut: dict[str, int]
    """Paths whose next answer ends after so many bytes."""
    sums: dict[str, str]
    """Paths whose checksum is stated otherwise; "" for none."""
    ranges: str
    """How parts are answered: "right", "ignored" with the whole file, or "wrong" with another part than asked for."""
    hold: threading.Event
    """Nothing is answered while it is cleared."""
    store: str
    """Address that large files are redirected to; empty for this hub's own."""

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/model"


class HubAnswers(BaseHTTPRequestHandler):
    """/model/PATH as a hub answers it, /store/PATH as its store of large files does."""

    server: Hub

    def do_GET(self) -> None:
        place, _, path = self.path[1:].partition("/")
        wanted = self.headers.get("Range") or ""
        self.server.asked.append((self.path, wanted))
        self.server.hold.wait(_LONGEST_S)
        content = self.server.files.get(path)
        if content is None:
            self._head(404)
            return
        is_large = len(content) > LARGE_BYTES
        stated = self.server.sums.get(path, hashlib.sha256(content).hexdigest() if is_large else _git_id(content))
        if is_large and place == "model":
            told = {"X-Linked-Etag": f'"{stated}"'} if stated else {}
            self._head(302, Location=f"{self.server.store}/store/{path}", **told)
            return
        self._send(path, content, wanted, {} if is_large or not stated else {"ETag": f'"{stated}"'})

    def _send(self, path: str, content: bytes, wanted: str, headers: dict[str, str]) -> None:
        start = int(wanted.removeprefix("bytes=").removesuffix("-") or 0) if self.server.ranges != "ignored" else 0
        if start and start >= len(content):
            self._head(416)
            return
        start = start // 2 if self.server.ranges == "wrong" else start
        rest = content[start:]
        if start:
            headers["Content-Range"] = f"bytes {start}-{len(content) - 1}/{len(content)}"
        self._head(206 if start else 200, **{"Content-Length": str(len(rest)), **headers})
        self.wfile.write(rest[: self.server.cut.pop(path, len(rest))])

    def _head(self, status: int, **headers: str) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Keeps tests quiet."""


def _git_id(content: bytes) -> str:
    return hashlib.sha1(b"blob %d\0" % len(content) + content, usedforsecurity=False).hexdigest()


@contextmanager
def hub() -> Iterator[Hub]:
    """Serves on a free port for the length of the block."""
    with Hub(("127.0.0.1", 0), HubAnswers) as served:
        served.files, served.asked, served.cut, served.sums = {}, [], {}, {}
        served.ranges, served.store, served.hold = "right", "", threading.Event()
        served.hold.set()
        thread = threading.Thread(target=served.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield served
        finally:
            served.hold.set()
            served.shutdown()
            thread.join()
