"""A second start, and what is left of one that was killed."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from PySide6.QtNetwork import QLocalSocket
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.app.single_instance import Call, Instance
from desktop.app.start import ALREADY_OPEN, main
from desktop.base.translation import use_language
from desktop.widgets.buttons import NoticeDialog
from engine.base.types import FilePath
from tests.helpers.tiny_library import REPOSITORY

HOLD = """
import sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication
from desktop.app.single_instance import Instance
app = QCoreApplication([])
instance = Instance(Path(sys.argv[1]))
print(instance.claim(), flush=True)
instance.listen()
app.exec()
"""
CALL = """
import sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication
from desktop.app.single_instance import Call, Instance
app = QCoreApplication([])
print(Instance(Path(sys.argv[1])).call(Call.from_line(sys.argv[2].encode())))
"""


@pytest.fixture
def first(tmp_path: Path, qtbot: QtBot) -> Iterator[Instance]:
    instance = Instance(tmp_path / "library")
    assert instance.claim()
    instance.listen()
    yield instance
    instance.close()


@contextmanager
def call_from_elsewhere(library: Path, call: Call) -> Iterator[None]:
    """A second start, which must be understood. In its own process: Qt's sockets wait with Python held up."""
    command = [sys.executable, "-c", CALL, str(library), call.to_line().decode()]
    with subprocess.Popen(command, cwd=REPOSITORY, stdout=subprocess.PIPE, text=True) as process:
        yield
        assert process.stdout is not None
        assert process.stdout.read() == "True\n"


def test_a_second_start_hands_over_its_folders_and_words(first: Instance, qtbot: QtBot, tmp_path: Path) -> None:
    call = Call((FilePath(b"/sounds/\xff odd"), FilePath.of(tmp_path)), "rusty gate", "token")
    assert not Instance(tmp_path / "library").claim()
    with call_from_elsewhere(tmp_path / "library", call), qtbot.waitSignal(first.called) as called:
        pass
    assert called.args == [call]


def test_another_library_is_another_window(first: Instance, tmp_path: Path) -> None:
    other = Instance(tmp_path / "other")
    assert other.claim()
    other.close()


def test_the_same_folder_by_another_name_is_the_same_library(first: Instance, tmp_path: Path) -> None:
    (tmp_path / "library").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "library")
    assert not Instance(tmp_path / "link").claim()


@pytest.mark.shows("library-moved-window")
def test_a_library_that_is_moved_while_it_is_open_comes_to_its_window(
    first: Instance, qtbot: QtBot, tmp_path: Path
) -> None:
    (tmp_path / "library").mkdir()
    first.library_is_there()
    (tmp_path / "library").rename(tmp_path / "moved")
    assert not Instance(tmp_path / "moved").claim()
    with call_from_elsewhere(tmp_path / "moved", Call(query="wind")), qtbot.waitSignal(first.called) as called:
        pass
    assert called.args == [Call(query="wind")]
    assert not Instance(tmp_path / "library").claim(), "who starts it by its former path meets the window too"


@pytest.mark.shows("library-moved-window")
def test_a_copy_of_a_library_is_another_window(first: Instance, tmp_path: Path) -> None:
    (tmp_path / "library").mkdir()
    first.library_is_there()
    shutil.copytree(tmp_path / "library", tmp_path / "copy")
    other = Instance(tmp_path / "copy")
    assert other.claim()
    other.close()


@pytest.mark.parametrize(
    "line",
    [
        b"[]",
        b"[" * 30_000,
        b'{"folders": ["file:///a%00b"], "query": "", "token": ""}',
    ],
    ids=["another shape", "deep", "null byte"],
)
def test_what_is_no_call_is_hung_up_on_and_the_next_is_answered(
    first: Instance, qtbot: QtBot, tmp_path: Path, line: bytes
) -> None:
    socket = QLocalSocket()
    (place,) = first._places.values()
    assert place.server is not None
    socket.connectToServer(place.server.fullServerName())
    with qtbot.waitSignal(socket.disconnected), qtbot.assertNotEmitted(first.called):
        socket.write(line + b"\n")
    with call_from_elsewhere(tmp_path / "library", Call(query="x")), qtbot.waitSignal(first.called):
        pass


def test_after_the_first_was_killed_the_next_is_first(tmp_path: Path, qtbot: QtBot) -> None:
    library = tmp_path / "library"
    command = [sys.executable, "-c", HOLD, str(library)]
    with subprocess.Popen(command, cwd=REPOSITORY, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "True\n"
        assert not Instance(library).claim()
        process.kill()
        process.wait()
    instance = Instance(library)
    assert instance.call(Call()) is False
    assert instance.claim()
    instance.close()


def test_one_that_is_leaving_is_waited_for_and_told_from_one_that_hangs(
    first: Instance, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("desktop.app.single_instance._PATIENCE_S", 1.0)
    first.leave()
    second = Instance(tmp_path / "library")
    assert not second.call(Call()) and not second.was_reached and not second.claim()
    first.close()
    assert not second.call(Call()) and second.claim()
    second.close()


@pytest.mark.parametrize(
    ("is_hung", "told", "german"),
    [
        (
            True,
            "Earshot already has this library open and does not respond. Close it, then start again.",
            ("Earshot hat diese Bibliothek schon offen und reagiert nicht.", "Schließ es, und starte neu."),
        ),
        (
            False,
            "Earshot was closed and is still finishing its work on this library. Start it again in a minute.",
            (
                "Earshot wurde geschlossen und beendet noch seine Arbeit an dieser Bibliothek.",
                "Starte es in einer Minute neu.",
            ),
        ),
    ],
)
def test_a_start_that_gets_no_answer_says_so_in_the_users_language(
    first: Instance,
    qapp: QApplication,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    is_hung: bool,
    told: str,
    german: tuple[str, str],
) -> None:
    def call(instance: Instance, call: Call) -> bool:
        instance.was_reached = is_hung
        return False

    shown: list[tuple[str, str]] = []
    monkeypatch.setattr(Instance, "call", call)
    monkeypatch.setattr(NoticeDialog, "exec", lambda box: shown.append((box.text(), box.informativeText())))
    (tmp_path / "window.json").write_text('{"version": 1, "language": "de"}', encoding="utf-8")
    folders = ("--library", tmp_path / "library", "--settings", tmp_path / "window.json", "--log", tmp_path / "log")
    try:
        assert main(list(map(str, folders))) == ALREADY_OPEN
    finally:
        use_language("en")
    assert shown == [german]
    assert capsys.readouterr().err == f"{told}\n"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no table of users by number")
def test_a_user_without_a_name_has_a_window_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LOGNAME", "USER", "LNAME", "USERNAME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(os, "getuid", lambda: 3_999_999_999)
    instance = Instance(tmp_path)
    assert instance.claim()
