"""A server of notices of versions on this machine, and notices signed as minisign 0.11 signs them.

`SIGNED` was made by minisign itself: `minisign -G -W`, `minisign -S -W -m notice.json -t "earshot 1.1.0"`.
"""

import base64
import hashlib
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

BUILD_VARIABLE = "EARSHOT_TEST_BUILD"
"""Names a file that a window of tests/helpers/driven.py takes for the record of its build."""
KEY = "RWTtdLY3tDnyl+FmaedwAUkTV3+GkAwq+rEF1FBNxRezwunhB6UxekTE"
SIGNED = b"""\
untrusted comment: signature from minisign secret key
RUTtdLY3tDnyl4H7QqAGEMSd2YE8Fmy71ZZnec+Nulw/2VW/ZdxeX9nSc9OQRSTmq6Ynp1cR3mHHYP1cZsyPdR+o2+zfSfyr+gc=
trusted comment: earshot 1.1.0
s4L+h9vW++daeoDiOg1SUROz4y0yuisd8CLLgZj6flivbem8R1yYfrs6jYdHb7QRNuuS5J248P+wcDeShyD+CQ==
{"format": 1, "version": "1.1.0", "date": "2027-02-01", "news": ["Searches find two sounds at once."], "page": "https://example.org/earshot/1.1.0"}
"""
NOTICE = {
    "format": 1,
    "version": "1.1.0",
    "date": "2027-02-01",
    "news": ["Searches find two sounds at once."],
    "page": "https://example.org/earshot/1.1.0",
}


class NoticeServer:
    """Answers every request with `answer`, and counts them."""

    def __init__(self, server: ThreadingHTTPServer) -> None:
        self.answer = SIGNED
        self.status = 200
        self.headers: dict[str, str] = {}
        self.asked: list[dict[str, str]] = []
        """The headers of each request."""
        self.pause = threading.Event()
        """Until it is set, the second half of an answer is held back; set from the beginning."""
        self.pause.set()
        self.address = f"http://127.0.0.1:{server.server_port}/notice"


@contextmanager
def notice_server() -> Iterator[NoticeServer]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            served.asked.append(dict(self.headers))
            self.send_response(served.status)
            for name, value in served.headers.items():
                self.send_header(name, value)
            self.end_headers()
            half = len(served.answer) // 2
            self.wfile.write(served.answer[:half])
            self.wfile.flush()
            served.pause.wait(60)
            self.wfile.write(served.answer[half:])

        def log_message(self, format: str, *arguments: object) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    served = NoticeServer(server)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield served
    finally:
        served.pause.set()
        server.shutdown()
        server.server_close()
        thread.join(60)


def write_build(file: Path, address: str, key: str = KEY) -> None:
    """Writes the record of a build that asks this address."""
    record = {"commit": "0123456789ab", "date": "2026-11-28", "notice_address": address, "notice_key": key}
    file.write_text(json.dumps(record), encoding="utf-8")


def signed(notice: object) -> tuple[bytes, str]:
    """Signs a notice with a new key, needs the package cryptography; returns it and the public key."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    private = Ed25519PrivateKey.generate()
    public, name = private.public_key().public_bytes_raw(), bytes(8)
    content = json.dumps(notice).encode()
    signature = private.sign(hashlib.blake2b(content).digest())
    trusted = b"a test"
    lines = [
        b"untrusted comment: a test",
        base64.b64encode(b"ED" + name + signature),
        b"trusted comment: " + trusted,
        base64.b64encode(private.sign(signature + trusted)),
        content,
    ]
    return b"\n".join(lines), base64.b64encode(b"Ed" + name + public).decode()
