"""What a command is doing is told while it does it: a bar, lines of a log, events; and what a stop has kept."""

import fcntl
import io
import json
import os
import pty
import signal
import struct
import subprocess
import sys
import termios
import threading
from pathlib import Path

import pytest

from tests.helpers.qt import wait_until
from tests.helpers.tiny_library import REPOSITORY
from tests.training.test_train import words as words  # the command line of a small run
from training.base import progress
from training.base.arguments import say
from training.base.progress import ReportForm, follow, told, working


def test_a_log_is_told_how_far_work_is_and_how_long_it_will_take() -> None:
    log = io.StringIO()
    with told(ReportForm.LINES, "honesty", log, every_s=0.05), working("seed", 3, 1):
        for _ in follow([1, 2, 3, 4], "asking captions"):
            before = log.getvalue()
            wait_until(lambda before=before: log.getvalue() != before, "a line")
    lines = log.getvalue().splitlines()
    assert lines[0] == "seed 1 of 3: asking captions 0 of 4, 0 s so far"
    assert "seed 1 of 3: asking captions 3 of 4, 0 s left" in lines


def test_a_log_is_not_silent_before_and_after_what_has_a_name() -> None:
    log = io.StringIO()
    with told(ReportForm.LINES, "honesty", log, every_s=0.05):
        wait_until(lambda: "starting, 0 s so far\n" in log.getvalue(), "a line before")
        with working("indexing sounds"):
            wait_until(lambda: "\nindexing sounds, " in log.getvalue(), "a line of it")
        wait_until(lambda: log.getvalue().count("\nafter indexing sounds, ") >= 2, "two lines after")
    assert all(line.endswith(" s so far") for line in log.getvalue().splitlines())


def test_programs_are_told_by_events() -> None:
    log = io.StringIO()
    with told(ReportForm.EVENTS, "mixed", log, every_s=0.05), working("indexing sounds", 8) as work:
        work.step(4)
        wait_until(lambda: "\n" in log.getvalue(), "an event")
    event = json.loads(log.getvalue().splitlines()[0])
    assert event.pop("left_s") >= 0.0
    assert event == {"event": "progress", "command": "mixed", "what": "indexing sounds", "done": 4, "total": 8}


def test_where_nothing_is_told_work_goes_on_in_silence(capsys: pytest.CaptureFixture[str]) -> None:
    with told(ReportForm.NOTHING, "train"):
        assert list(follow(iter("abc"), "letters")) == ["a", "b", "c"]
    assert capsys.readouterr() == ("", "")


def test_work_that_fails_is_no_longer_told() -> None:
    with pytest.raises(ValueError, match="broken"), working("outer"), working("inner"):
        raise ValueError("broken")
    assert progress._at_work == []


def test_a_terminal_has_a_bar_that_makes_room_for_what_is_said() -> None:
    main, end = pty.openpty()
    seen = bytearray()

    def read() -> None:
        while True:
            try:
                part = os.read(main, 4096)
            except OSError:  # the other end is closed
                return
            seen.extend(part)

    reader = threading.Thread(target=read, daemon=True)
    reader.start()
    fcntl.ioctl(end, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 100, 0, 0))
    with (
        os.fdopen(end, "w", encoding="utf-8") as terminal,
        told(ReportForm.BAR, "train", terminal),
        working("training, step", 40) as work,
    ):
        work.at(10, note="loss 1.250")
        wait_until(lambda: b"training, step" in seen and b"10/40" in seen and b"loss 1.250" in seen, "a bar")
        before = len(seen)
        progress.said()
        terminal.write("a look\n")
        terminal.flush()
        wait_until(lambda: b"a look\r\n" in seen[before:], "the line")
        assert b"\r" in seen[before : seen.index(b"a look")]  # the bar was wiped away before it
    reader.join()
    os.close(main)


def test_what_is_said_counts_as_a_sign_of_life(capsys: pytest.CaptureFixture[str]) -> None:
    log = io.StringIO()
    with told(ReportForm.LINES, "train", log, every_s=3600.0):
        assert progress._teller is not None
        progress._teller._said_s = 0.0
        say("a look")
        assert progress._teller._said_s > 0.0
    assert capsys.readouterr().err == "a look\n" and log.getvalue() == ""


def test_a_run_that_is_stopped_from_the_keyboard_says_what_is_kept(words: list[str], tmp_path: Path) -> None:
    recipe = Path(words[1])
    recipe.write_text(recipe.read_text(encoding="utf-8").replace("steps = 4", "steps = 100000"), encoding="utf-8")
    with subprocess.Popen(
        [sys.executable, "-m", "training.cli.main", *words], stderr=subprocess.PIPE, text=True, cwd=REPOSITORY
    ) as running:
        last = tmp_path / "run" / "last.pt"
        wait_until(last.is_file, "the first look", 120)
        running.send_signal(signal.SIGINT)
        said = running.communicate(timeout=120)[1]
    assert running.returncode == 130
    assert f"stopped. {last} holds the run up to its last step: the same command with --resume goes on." in said


def test_what_is_measured_and_stopped_says_that_nothing_was_written(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", _STOPPED, "honesty", "--data", str(tmp_path)],
        stderr=subprocess.PIPE,
        text=True,
        cwd=REPOSITORY,
    ) as running:
        said = running.communicate(timeout=120)[1]
    assert running.returncode == 130
    assert said.endswith("stopped. Nothing was written; the same command begins anew.\n")


_STOPPED = """
import sys
from training.cli import main as cli
import training.evaluation.measurement as measured
def stop(options):
    raise KeyboardInterrupt
measured.read_measured = stop
sys.exit(cli.main())
"""
