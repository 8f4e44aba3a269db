"""One window over one library: real processes, one of which is killed."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers.qt import DrivenWindow, wait_until
from tests.helpers.sounds import write_tone
from tests.helpers.tiny_library import REPOSITORY, TinyLibrary

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs an X server")


def start_again(display: str, folder: Path, pack: Path, *arguments: str | Path) -> "subprocess.CompletedProcess[str]":
    """A second start on the same library, as a file manager does it."""
    command = [sys.executable, "-m", "desktop", "--library", folder / "library", "--settings", folder / "window.json"]
    command += ["--log", folder / "log", "--pack", pack, *arguments]
    environment = {**os.environ, "DISPLAY": display, "QT_QPA_PLATFORM": "xcb"}
    return subprocess.run(
        list(map(str, command)),
        cwd=REPOSITORY,
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_a_second_start_hands_its_folder_and_words_to_the_first_and_ends(
    x_display: str, tiny_library: TinyLibrary, tmp_path: Path
) -> None:
    write_tone(tmp_path / "sounds" / "hum.wav", hz=100, seconds=2)
    pack = tiny_library.pack
    with DrivenWindow(x_display, tmp_path / "library", tmp_path / "window.json", "--pack", pack) as first:
        first.wait("shown")
        done = start_again(x_display, tmp_path, pack, "--query", "low hum", tmp_path / "sounds")
        assert (done.returncode, done.stderr) == (0, "")
        first.wait("shown", lambda line: line["text"] == "low hum" and line["names"] == ["hum.wav"])
        first.wait("active")  # it came to the front


def test_after_the_first_was_killed_a_start_opens_a_window_that_says_so(
    x_display: str, tiny_library: TinyLibrary, tmp_path: Path
) -> None:
    arguments = (tmp_path / "library", tmp_path / "window.json", "--pack", tiny_library.pack)
    with DrivenWindow(x_display, *arguments) as first:
        first.wait("shown")
        os.kill(first.process.pid, signal.SIGKILL)
        first.process.wait()
    with DrivenWindow(x_display, *arguments) as second:
        second.wait("shown")
        wait_until(lambda: second.ask({"do": "state"})["message"] != "", "the message")
        message = second.ask({"do": "state"})["message"]
        assert message.startswith("Earshot was not closed properly last time.")
        assert str(tmp_path / "log" / "earshot.log") in message
