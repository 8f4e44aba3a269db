"""Clients that are idle, slow, rude or gone hold up nobody at the door: real sockets, a real library and processes."""

import json
import resource
import shutil
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from engine.base.cancellation import Cancel
from engine.base.types import Answer
from engine.features.door.clients import LONGEST_LINE
from engine.features.door.doorkeeper import Doorkeeper
from engine.features.door.line_server import HAS_SOCKETS, LineServer
from engine.features.door.permission import Permission
from engine.library.library import Library
from engine.search.question import Question
from tests.engine.features.door.serving import Script, served
from tests.helpers.tiny_library import TinyLibrary

pytestmark = pytest.mark.skipif(not HAS_SOCKETS, reason="this system's Python has no Unix sockets")
_WAIT_S = 60.0


@pytest.fixture(scope="module")
def at_socket(tmp_path_factory: pytest.TempPathFactory, tiny_library: TinyLibrary) -> Iterator[dict[str, Any]]:
    """The address of a process that answers at a socket."""
    with served(tiny_library.folder, "--socket", tmp_path_factory.mktemp("door") / "s") as (address, _):
        yield address


@pytest.fixture(scope="module")
def at_port(tiny_library: TinyLibrary) -> Iterator[dict[str, Any]]:
    """The address of one that answers at a port."""
    with served(tiny_library.folder, "--port", "0") as (address, _):
        yield address


def answers(address: dict[str, Any]) -> bool:
    """Whether somebody who comes now is answered."""
    with Script(address) as script:
        if "token" in address:
            script.send(json.dumps({"token": address["token"]}).encode() + b"\n")
        return bool(script.ask("stats")["result"]["sounds"] == 6)


@contextmanager
def connected(address: dict[str, Any], count: int) -> Iterator[list[Script]]:
    """So many clients that say nothing."""
    with ExitStack() as stack:
        yield [stack.enter_context(Script(address)) for _ in range(count)]


@pytest.fixture
def many_files() -> Iterator[None]:
    """This process may hold a thousand sockets."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard if 0 < hard < 4096 else 4096, hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.mark.shows("door-holds")
@pytest.mark.usefixtures("many_files")
@pytest.mark.parametrize("count", [16, 100, 1000])
@pytest.mark.parametrize("where", ["at_socket", "at_port"])
def test_clients_that_say_nothing_do_not_shut_the_door(where: str, count: int, request: pytest.FixtureRequest) -> None:
    address = request.getfixturevalue(where)
    with connected(address, count):
        assert answers(address)


@pytest.mark.parametrize(
    ("where", "sent", "why"),
    [
        ("at_socket", b"", "NOTHING_ASKED"),
        ("at_socket", b'{"id": 1, "tool": "sea', "LINE_UNFINISHED"),
        ("at_socket", b"\n\n\n", "NOTHING_ASKED"),
        ("at_port", b"", "TOKEN_LATE"),
        ("at_port", b'{"token": "', "TOKEN_LATE"),
        ("at_port", b"x" * 100_000, "TOKEN_WRONG"),
    ],
)
def test_who_keeps_the_door_waiting_is_told_why_and_closed(
    where: str, sent: bytes, why: str, request: pytest.FixtureRequest
) -> None:
    with Script(request.getfixturevalue(where)) as script:
        script.send(sent)
        refused = script.read()
        assert refused is not None and refused["error"]["what"]["what"] == why
        assert refused["error"]["message"] and refused["error"]["advice"]
        assert script.read() is None


def test_a_line_that_comes_a_byte_at_a_time_is_not_waited_for(at_socket: dict[str, Any]) -> None:
    refused: list[dict[str, Any] | None] = []
    with Script(at_socket) as slow:
        thread = threading.Thread(target=lambda: refused.append(slow.read()))
        thread.start()
        while thread.is_alive():
            try:
                slow.send(b"{")
            except OSError:
                break
            assert answers(at_socket)
            thread.join(0.2)
        thread.join()
    assert refused[0] is not None and refused[0]["error"]["what"]["what"] == "LINE_UNFINISHED"


def test_who_has_asked_may_be_idle(at_socket: dict[str, Any]) -> None:
    with Script(at_socket) as patient, Script(at_socket) as idle:
        assert "result" in patient.ask("stats")
        assert idle.read() is not None  # refused, after the time that the other has been idle for, too
        assert "result" in patient.ask("stats")


@pytest.mark.usefixtures("many_files")
def test_who_has_asked_keeps_its_place_before_those_who_have_not(at_socket: dict[str, Any]) -> None:
    with Script(at_socket) as early:
        assert "result" in early.ask("stats")
        with connected(at_socket, 300) as idle:
            turned_away = idle[0].read()
            assert turned_away is not None and turned_away["error"]["what"]["what"] == "DOOR_FULL"
            assert "result" in early.ask("stats")


def test_a_client_that_never_reads_holds_nobody(at_socket: dict[str, Any]) -> None:
    with Script(at_socket) as deaf:
        deaf._socket.settimeout(1.0)
        line = (
            json.dumps({"id": 1, "tool": "spot", "arguments": {"lines": ["hum"] * 200, "limit": 20}}).encode() + b"\n"
        )
        with pytest.raises(TimeoutError):  # the door takes no more from it
            while True:
                deaf.send(line * 100)
        assert answers(at_socket)


def test_who_sends_its_last_line_and_waits_is_answered(at_socket: dict[str, Any], at_port: dict[str, Any]) -> None:
    """As `printf … | nc` does."""
    for address in (at_socket, at_port):
        with Script(address) as script:
            first = {"token": address["token"]} if "token" in address else {"id": 0, "tool": "stats"}
            lines = [first, {"id": 1, "tool": "search", "arguments": {"query": "hum"}}, {"id": 2, "tool": "stats"}]
            script.send(b"\n".join(json.dumps(line).encode() for line in lines))
            script._socket.shutdown(socket.SHUT_WR)
            records = list(iter(script.read, None))
            assert [record["id"] for record in records] == ([1, 2] if "token" in address else [0, 1, 2])


def test_lines_beyond_any_bound_are_refused_while_others_are_answered(at_socket: dict[str, Any]) -> None:
    with connected(at_socket, 8) as scripts:
        for script in scripts:
            script.send(b" " * (LONGEST_LINE + 2))
        assert answers(at_socket)
        for script in scripts:
            refused = script.read()
            assert refused is not None and refused["error"]["what"]["what"] == "LINE_TOO_LONG"


def test_a_flood_of_lines_that_are_refused_at_once_holds_nobody(at_socket: dict[str, Any]) -> None:
    lines, answered = 100_000, [0]
    with Script(at_socket) as flood, Script(at_socket) as other:
        assert other.ask("stats")["result"]["sounds"] == 6

        def read() -> None:
            while answered[0] < lines and flood.read() is not None:
                answered[0] += 1

        reader, writer = threading.Thread(target=read), threading.Thread(target=flood.send, args=(b"1\n" * lines,))
        reader.start()
        writer.start()
        until(lambda: answered[0] > 0)
        assert other.ask("stats")["result"]["sounds"] == 6
        before_all = answered[0]
        writer.join()
        reader.join()
    assert before_all < lines // 2, "who asked meanwhile did not wait for all of them"


class _Held:
    """A real library, in which the answer to “hum” takes until whoever asked has left."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begun, self.ended = threading.Event(), threading.Event()
        self.tiers: list[str] = []
        self.asked: list[str] = []
        answer = Library.answer

        def held(library: Library, question: Question, *, cancel: Cancel) -> Answer:
            self.asked.append(question.text)
            if question.text != "hum":
                return answer(library, question, cancel=cancel)
            self.begun.set()
            try:
                until(cancel)
                answered = answer(library, question, cancel=cancel)
                self.tiers.append(answered.tier)
            finally:
                self.ended.set()
            return answered

        monkeypatch.setattr(Library, "answer", held)


def until(is_so: Callable[[], bool]) -> None:
    """Waits for a state that stays."""
    end_s = time.monotonic() + _WAIT_S
    while not is_so():
        assert time.monotonic() < end_s
        time.sleep(0.02)


@contextmanager
def answering(library: Path, changes: bool = False, **where: Any) -> Iterator[dict[str, Any]]:
    """A door in this process, which answers in a thread."""
    with Doorkeeper(library, Permission(changes=changes, out=None)) as keeper:
        server = LineServer(keeper, **where)
        thread = threading.Thread(target=server.serve)
        thread.start()
        try:
            yield server.address
        finally:
            server.stop()
            thread.join()
            server.close()


@pytest.mark.shows("door-holds")
@pytest.mark.parametrize("is_port", [False, True])
@pytest.mark.parametrize("is_half_closed", [False, True])
def test_what_somebody_asked_who_has_left_is_not_looked_for(
    is_port: bool, is_half_closed: bool, tiny_library: TinyLibrary, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = _Held(monkeypatch)
    with answering(tiny_library.folder, **({"port": 0} if is_port else {"place": tmp_path / "s"})) as address:
        with Script(address) as rude:
            if is_port:
                rude.send(json.dumps({"token": address["token"]}).encode() + b"\n")
            rude.send(b'{"id": 1, "tool": "search", "arguments": {"query": "hum"}}\n')
            assert held.begun.wait(_WAIT_S)
            if is_half_closed:
                rude._socket.shutdown(socket.SHUT_WR)
        assert held.ended.wait(_WAIT_S) and held.tiers == ["cancelled"]
        assert answers(address)


def test_what_waits_its_turn_of_somebody_who_has_left_is_not_begun_but_changes_are_made(
    tiny_library: TinyLibrary, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = shutil.copytree(tiny_library.folder, tmp_path / "library")
    held = _Held(monkeypatch)
    sound = str(tiny_library.sounds / "tones" / "take 2.wav")
    with answering(library, changes=True, place=tmp_path / "s") as address:
        with Script(address) as first:
            first.send(b'{"id": 1, "tool": "search", "arguments": {"query": "hum"}}\n')
            assert held.begun.wait(_WAIT_S)
            with Script(address) as reading, Script(address) as writing:
                reading.send(b'{"id": 1, "tool": "search", "arguments": {"query": "hiss"}}\n')
                mark = {"id": 1, "tool": "mark", "arguments": {"sounds": [sound], "rating": 5}}
                writing.send(json.dumps(mark).encode() + b"\n")
            assert answers_tools(address)  # by now the door has heard both, and that they have left
        with Script(address) as script:
            assert script.ask("describe", sound=sound)["result"]["marks"]["rating"] == 5
    assert held.asked == ["hum"]


def answers_tools(address: dict[str, Any]) -> bool:
    """Whether somebody is told of the tools, for which the library is not asked."""
    with Script(address) as script:
        return "result" in script.ask("tools")
