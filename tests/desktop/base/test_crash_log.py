"""What is written down, and what the next start finds."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QLockFile, qWarning
from pytestqt.qtbot import QtBot

from desktop.base.crash_log import FILE_NAME, CrashLog
from tests.helpers.tiny_library import REPOSITORY

CRASH = """
import ctypes, sys
from pathlib import Path
from desktop.base.crash_log import CrashLog
log = CrashLog(Path(sys.argv[1]))
def deep_inside():
    ctypes.string_at(0)
deep_inside()
"""
KILLED = """
import os, signal, sys
from pathlib import Path
from desktop.base.crash_log import CrashLog
log = CrashLog(Path(sys.argv[1]))
os.kill(os.getpid(), signal.SIGKILL)
"""
OPEN = """
import sys
from pathlib import Path
from desktop.base.crash_log import CrashLog
log = CrashLog(Path(sys.argv[1]))
print("open", flush=True)
sys.stdin.read()
log.close()
"""


def session(code: str, folder: Path) -> None:
    done = subprocess.run([sys.executable, "-c", code, str(folder)], cwd=REPOSITORY, capture_output=True, check=False)
    assert done.returncode < 0, done.stderr.decode()


def test_a_session_that_ended_in_order_leaves_nothing_to_tell(tmp_path: Path) -> None:
    CrashLog(tmp_path).close()
    log = CrashLog(tmp_path)
    assert log.former is None
    log.close()


@pytest.mark.skipif(sys.platform == "win32", reason="a crash is another thing there")
def test_a_crash_in_a_library_is_told_at_the_next_start_with_the_place(tmp_path: Path) -> None:
    session(CRASH, tmp_path)
    log = CrashLog(tmp_path)
    log.close()
    assert log.former is not None
    assert log.former.name.startswith("crashed ")
    assert "deep_inside" in log.former.read_text()
    again = CrashLog(tmp_path)
    again.close()
    assert again.former is None  # told once


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
def test_a_session_that_was_killed_is_told_with_the_log(tmp_path: Path) -> None:
    session(KILLED, tmp_path)
    log = CrashLog(tmp_path)
    log.close()
    assert log.former == tmp_path / FILE_NAME
    assert log.former.is_file()


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
def test_what_a_session_leaves_that_was_killed_while_it_ended_goes(tmp_path: Path) -> None:
    session(KILLED, tmp_path)
    for path in tmp_path.glob("crash-*.txt"):
        path.unlink()
    assert len(list(tmp_path.glob("crash-*.lock"))) == 1
    log = CrashLog(tmp_path)
    assert [path.stem for path in tmp_path.glob("crash-*.lock")] == [f"crash-{os.getpid()}"]
    log.close()
    assert log.former is None  # it had ended
    assert list(tmp_path.glob("crash-*")) == []


@pytest.mark.parametrize("share", [0.0, 0.1, 0.3, 0.5, 0.9])
def test_a_lock_that_was_killed_half_written_goes_once_it_is_old(tmp_path: Path, share: float) -> None:
    whole = QLockFile(str(tmp_path / "whole"))
    assert whole.tryLock(0)
    written = (tmp_path / "whole").read_bytes()
    old, young = tmp_path / "crash-1.lock", tmp_path / "crash-2.lock"
    for lock in (old, young):
        lock.write_bytes(written[: int(share * len(written))])
    os.utime(old, (1.0, 1.0))
    CrashLog(tmp_path).close()
    left = list(tmp_path.glob("crash-*"))
    assert old not in left
    if not share:
        assert left == [young]  # somebody may be about to write it


def test_a_log_that_cannot_be_made_leaves_no_lock(tmp_path: Path) -> None:
    (tmp_path / f"crash-{os.getpid()}.txt").mkdir()  # what cannot be opened for writing
    CrashLog(tmp_path).close()
    assert list(tmp_path.glob("crash-*.lock")) == []


def test_the_session_of_another_window_is_not_over(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", OPEN, str(tmp_path)], cwd=REPOSITORY, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout is not None
        other.stdout.readline()
        log = CrashLog(tmp_path)
        log.close()
        assert log.former is None
        assert len(list(tmp_path.glob("crash-*.txt"))) == 1
        other.communicate(b"end")
    assert list(tmp_path.glob("crash-*.txt")) == []


def test_what_nobody_caught_and_what_qt_says_is_in_the_log(tmp_path: Path, qtbot: QtBot) -> None:
    log = CrashLog(tmp_path)
    try:
        with qtbot.waitSignal(log.surprised) as told:
            err = KeyError("lost")
            sys.excepthook(KeyError, err, None)
        qWarning("a painter was not active")
    finally:
        log.close()
    assert told.args == ["KeyError: 'lost'"]
    text = (tmp_path / FILE_NAME).read_text()
    assert "KeyError: 'lost'" in text
    assert "WARNING qt: a painter was not active" in text


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems have no such folder")
def test_a_start_outside_a_session_says_nothing_of_a_folder_that_qt_makes_by_itself(tmp_path: Path) -> None:
    code = "from PySide6.QtCore import QStandardPaths, qWarning\n"
    code += "QStandardPaths.writableLocation(QStandardPaths.StandardLocation.RuntimeLocation)\nqWarning('heard')\n"
    start = "import logging, sys\nfrom pathlib import Path\nfrom desktop.base.crash_log import CrashLog\n"
    start += "logging.basicConfig()\nlog = CrashLog(Path(sys.argv[1]))\n"
    outside = {name: value for name, value in os.environ.items() if name != "XDG_RUNTIME_DIR"} | {
        "TMPDIR": str(tmp_path)
    }
    command = [sys.executable, "-c", start + code + "log.close()", str(tmp_path / "log")]
    done = subprocess.run(command, cwd=REPOSITORY, env=outside, capture_output=True, text=True, check=True, timeout=120)
    assert "heard" in done.stderr
    assert "XDG_RUNTIME_DIR" not in done.stderr


def test_a_disk_that_takes_no_log_does_not_matter(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "file").write_text("")
    log = CrashLog(tmp_path / "file" / "log")
    log.close()
    assert log.former is None
    assert "no log" in caplog.text
