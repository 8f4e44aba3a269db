"""A real `earshot serve` in a process of its own, and a script that speaks to it."""

import json
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

from tests.helpers.tiny_library import REPOSITORY


class Script:
    """A program that asks over a socket, a line after the other."""

    def __init__(self, address: dict[str, Any]) -> None:
        if "socket" in address:
            self._socket = socket.socket(socket.AF_UNIX)
            self._socket.connect(address["socket"])
        else:
            self._socket = socket.create_connection((address["host"], address["port"]))
        self._socket.settimeout(120)
        self._lines = self._socket.makefile("rb")

    def send(self, line: bytes) -> None:
        self._socket.sendall(line)

    def read(self) -> dict[str, Any] | None:
        """The next line; None once the other side has closed."""
        line = self._lines.readline()
        return json.loads(line) if line else None

    def ask(self, tool: str, id: object = 1, **arguments: object) -> dict[str, Any]:
        """What came back, without its id, which is checked."""
        self.send(json.dumps({"id": id, "tool": tool, "arguments": arguments}).encode() + b"\n")
        record = self.read()
        assert record is not None and record.pop("id") == id
        return record

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._lines.close()
        self._socket.close()


@contextmanager
def served(library: Path, *options: str | Path) -> Iterator[tuple[dict[str, Any], subprocess.Popen[str]]]:
    """The address that was printed, and the process; ended by SIGTERM where it still runs."""
    command = [
        sys.executable,
        "-m",
        "engine.cli.main",
        "--library",
        str(library),
        "serve",
        "--json",
        *map(str, options),
    ]
    process = subprocess.Popen(command, cwd=REPOSITORY, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None and process.stderr is not None
        first = process.stdout.readline()
        assert first, process.stderr.read()
        yield json.loads(first), process
    finally:
        process.terminate()
        process.communicate(timeout=60)
