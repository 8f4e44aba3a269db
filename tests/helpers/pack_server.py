"""A local server with a zipped pack, which it serves correctly or in several wrong ways."""

import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path


class Served(ThreadingHTTPServer):
    """The server's content, and the requests so far."""

    content = b""
    asked: list[str]
    scheme = "http"
    hold: threading.Event
    """/slow waits for this, half way."""

    def address(self, path: str = "/pack.zip") -> str:
        """Returns the address of one of the paths of `Answers`."""
        return f"{self.scheme}://127.0.0.1:{self.server_port}{path}"


class Answers(BaseHTTPRequestHandler):
    """Serves one file as /pack.zip, and faulty versions under other names."""

    server: Served

    def do_GET(self) -> None:
        self.server.asked.append(self.path)
        content = self.server.content
        match self.path:
            case "/moved":
                self._head(302, Location="/pack.zip")
            case "/elsewhere":
                self._head(302, Location="http://sounds.example/pack.zip")
            case "/plain":
                self._head(302, Location=self.server.address().replace("https:", "http:"))
            case "/file":
                self._head(302, Location="file:///etc/passwd")
            case "/gone":
                self._head(404)
            case "/short":
                self._head(200, Content_Length=str(len(content) + 1))
                self.wfile.write(content)
            case "/slow":
                self._head(200, Content_Length=str(2 * len(content)))
                self.wfile.write(content)
                self.server.hold.wait(60)
            case "/huge":
                self._head(200, Content_Length=str(2**40))
            case "/unsaid":
                self._head(200)
                self.wfile.write(content)
            case _:
                self._head(200, Content_Length=str(len(content)))
                self.wfile.write(content)

    def _head(self, status: int, **headers: str) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Keeps tests quiet."""


@contextmanager
def pack_server(certificate: Path | None = None) -> Iterator[Served]:
    """Serves on a free port for the length of the block; https with a certificate, a PEM file with its key."""
    with Served(("127.0.0.1", 0), Answers) as served:
        served.asked, served.hold = [], threading.Event()
        if certificate is not None:
            served.scheme = "https"
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate)
            served.socket = context.wrap_socket(served.socket, server_side=True)
        thread = threading.Thread(target=served.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield served
        finally:
            served.hold.set()
            served.shutdown()
            thread.join()
