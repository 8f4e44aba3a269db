"""The audit of the locked packages passes only when every one was answered for. The index here is one of our own."""

import json
import socket
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from installer.audit import CLEAN, FAULTY, NOT_AUDITED, main, read_pins
from installer.licences import LOCKS, locked_names

_LOCK = """
alpha==1.0.0 \\
    --hash=sha256:00
    # via beta
beta==2.1 ; sys_platform == 'win32' \\
    --hash=sha256:01 \\
    --hash=sha256:02
"""
_FAULT: dict[str, Any] = {
    "id": "PYSEC-2026-1", "aliases": ["CVE-2026-1"], "summary": "reads too far", "details": "", "fixed_in": ["2.2"],
    "withdrawn": None,
}  # fmt: skip


def _said(vulnerabilities: object = (), **info: object) -> bytes:
    """An answer about alpha with something else in it; what is ... is left out."""
    said = {"name": "alpha", "version": "1.0.0", "yanked": False, "yanked_reason": None} | info
    content = {
        "info": {key: value for key, value in said.items() if value is not ...},
        "vulnerabilities": vulnerabilities,
    }
    return json.dumps(content).encode()


class Index(ThreadingHTTPServer):
    """Answers by path; what it does not know is 404."""

    answers: dict[str, tuple[int, bytes]]

    def knows(self, name: str, version: str, *, faults: list[dict[str, Any]] | None = None, **info: Any) -> None:
        """Lets it answer about a package."""
        said = {"name": name, "version": version, "yanked": False, "yanked_reason": None} | info
        content = {"info": said, "vulnerabilities": [] if faults is None else faults}
        self.answers[f"/pypi/{name}/{version}/json"] = (200, json.dumps(content).encode())

    def says(self, name: str, version: str, status: int, content: bytes) -> None:
        """Lets it answer otherwise."""
        self.answers[f"/pypi/{name}/{version}/json"] = (status, content)


class Answers(BaseHTTPRequestHandler):
    """What Index was told."""

    server: Index

    def do_GET(self) -> None:
        status, content = self.server.answers.get(self.path, (404, b"{}"))
        self.send_response(status)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        """Nothing."""


@pytest.fixture
def index() -> Iterator[Index]:
    server = Index(("127.0.0.1", 0), Answers)
    server.answers = {}
    server.knows("alpha", "1.0.0")
    server.knows("beta", "2.1")
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture
def locks(tmp_path: Path) -> Path:
    (tmp_path / "cpu.txt").write_text(_LOCK)
    return tmp_path


def audited(locks: Path, index: Index) -> int:
    return main(["--locks", str(locks), "--service", f"http://127.0.0.1:{index.server_port}/pypi"])


def test_packages_without_known_faults_pass(locks: Path, index: Index, capsys: pytest.CaptureFixture[str]) -> None:
    assert audited(locks, index) == CLEAN
    assert capsys.readouterr().out == "2 of 2 locked packages audited: 0 with known faults.\n"


def test_a_known_fault_fails_also_in_what_is_for_another_system(
    locks: Path, index: Index, capsys: pytest.CaptureFixture[str]
) -> None:
    index.knows("beta", "2.1", faults=[_FAULT])
    assert audited(locks, index) == FAULTY
    assert "beta 2.1: PYSEC-2026-1 (CVE-2026-1): reads too far (mended in 2.2)" in capsys.readouterr().out


def test_a_fault_that_was_taken_back_is_none(locks: Path, index: Index) -> None:
    index.knows("beta", "2.1", faults=[_FAULT | {"withdrawn": "2026-02-01T00:00:00Z"}])
    assert audited(locks, index) == CLEAN


def test_a_version_that_its_makers_took_back_fails(locks: Path, index: Index) -> None:
    index.knows("beta", "2.1", yanked=True, yanked_reason="broken on Windows")
    assert audited(locks, index) == FAULTY


def test_no_service_named_fails(locks: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--locks", str(locks), "--service", ""]) == NOT_AUDITED
    assert "make audit INDEX=URL" in capsys.readouterr().out


def test_a_service_that_cannot_be_reached_fails(locks: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:  # bound and not listening: whoever connects is refused
        taken.bind(("127.0.0.1", 0))
        service = f"http://127.0.0.1:{taken.getsockname()[1]}/pypi"
        assert main(["--locks", str(locks), "--service", service]) == NOT_AUDITED
    said = capsys.readouterr().out
    assert said.count("NOT AUDITED") == 2 and "cannot be reached" in said


def test_a_package_that_the_service_does_not_know_fails(
    locks: Path, index: Index, capsys: pytest.CaptureFixture[str]
) -> None:
    del index.answers["/pypi/alpha/1.0.0/json"]
    assert audited(locks, index) == NOT_AUDITED
    assert "NOT AUDITED alpha 1.0.0: the index answered 404" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("status", "content"),
    [
        (500, b"{}"),
        (503, b"busy"),
        (200, b"<html>a portal asks you to log in</html>"),
        (200, b""),
        (200, b"[]"),
        (200, _said(vulnerabilities=None)),
        (200, _said(vulnerabilities=[{}])),
        (200, _said(name="other")),
        (200, _said(version="9")),
        (200, _said(yanked=...)),
    ],
)
def test_an_answer_that_does_not_say_fails(locks: Path, index: Index, status: int, content: bytes) -> None:
    index.says("alpha", "1.0.0", status, content)
    assert audited(locks, index) == NOT_AUDITED


@pytest.mark.parametrize(
    "line",
    ["alpha>=1.0", "alpha", "-e .", "-r more.txt", "alpha @ https://files.example/alpha.whl", "git+https://x/y", "é"],
)
def test_a_lock_with_a_line_that_cannot_be_read_fails(locks: Path, index: Index, line: str) -> None:
    (locks / "cpu.txt").write_text(f"{_LOCK}{line}\n")
    assert audited(locks, index) == NOT_AUDITED


def test_an_empty_or_missing_lock_fails(locks: Path, index: Index) -> None:
    (locks / "dev.txt").write_text("# nothing\n")
    assert audited(locks, index) == NOT_AUDITED
    assert audited(locks / "elsewhere", index) == NOT_AUDITED


def test_every_lock_of_ours_can_be_read_whole() -> None:
    pins = {pin for lock in LOCKS.glob("*.txt") for pin in read_pins(lock)}
    assert {pin.name for pin in pins} == set(locked_names())
    assert {"numpy", "onnxruntime", "onnxruntime-directml", "torch"} <= {pin.name for pin in pins}
