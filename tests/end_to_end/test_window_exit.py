"""Leaving the window: it is gone at once, and what a job has in hand ends without it."""

import os
import shutil
import signal
import sys
from pathlib import Path

import psutil
import pytest

from engine.audio.metadata import read_metadata
from tests.helpers.qt import DrivenWindow, XServer, missing_x_programs, wait_until
from tests.helpers.sounds import write_noise, write_with_bext
from tests.helpers.tiny_library import TinyLibrary, earshot

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs an X server")


_FILES = 200
"""Enough for some to be left when the window closes."""


def job_of(window: DrivenWindow) -> psutil.Process:
    """The `earshot index` that the window runs."""
    for child in psutil.Process(window.process.pid).children():
        if "engine.cli.main" in child.cmdline():
            return child
    raise AssertionError("no job runs")


@pytest.mark.shows("exit-at-once")
def test_a_job_that_is_stopped_does_not_hold_the_exit_and_ends_once_it_goes_on(
    x_display: str, tiny_library: TinyLibrary, tmp_path: Path
) -> None:
    for number in range(30):
        write_noise(tmp_path / "new" / f"{number}.wav", seconds=30.0, seed=number)
    library = tmp_path / "library"
    shutil.copytree(tiny_library.folder, library)
    given = (x_display, library, tmp_path / "window.json", "--pack", tiny_library.pack, tmp_path / "new")
    with DrivenWindow(*given) as window:
        window.open()
        window.wait("event", lambda line: line["event"] == "reading")
        job = job_of(window)
        below = job.children(recursive=True)
        os.kill(job.pid, signal.SIGSTOP)
        try:
            window.key("ctrl+q")
            window.process.wait(60)
            assert job.is_running() and job.status() == psutil.STATUS_STOPPED, "the window has killed its job"
        finally:
            os.kill(job.pid, signal.SIGCONT)
        _, alive = psutil.wait_procs([job, *below], 60)
        assert not alive
    # In good order: the library has no half of a file, and the next job takes in the rest.
    left = earshot("index", "--json", "--library", library, "--pack", tiny_library.pack, "--device", "cpu")
    assert left[-1]["event"] == "finished" and not left[-1]["failed"]
    (stats,) = earshot("stats", "--json", "--library", library)
    assert stats["sounds"] == 36, stats


@pytest.mark.shows("exit-at-once")
def test_what_was_to_be_written_is_written_after_the_window_is_gone(
    x_display: str, tiny_library: TinyLibrary, tmp_path: Path
) -> None:
    files = [write_with_bext(tmp_path / "sounds" / f"door {number}.wav", "door") for number in range(_FILES)]
    library = tmp_path / "library"
    pack = ("--pack", tiny_library.pack)
    earshot("index", "--json", "--library", library, *pack, "--device", "cpu", tmp_path / "sounds")
    with DrivenWindow(x_display, library, tmp_path / "window.json", *pack) as window:
        window.open()
        window.hands.click(window.where("row", 0))
        window.key("ctrl+a")
        window.key("F4")
        wait_until(lambda: window.look("window.focusWidget().accessibleName()") == "Title", "the first field")
        window.type("Front door slam")
        window.key("Tab")
        window.key("ctrl+s")
        write = f"named Write {_FILES} files"
        wait_until(lambda: window.ask({"do": "has", "part": write})["has"], "the preview")
        window.hands.click(window.where(write))
        wait_until(lambda: any(read_metadata(file).title for file in files), "the first file")
        window.key("ctrl+q")
        window.process.wait(120)
    assert [file.name for file in files if read_metadata(file).title != "Front door slam"] == []
    (found,) = earshot("stats", "--json", "--library", library)
    assert found["sounds"] == _FILES and not found["failed"], found
    undone = earshot("undo", "--json", "--library", library)
    assert undone, "the journal has all of it"
    assert not any(read_metadata(file).title for file in files)


def test_keys_reach_the_window_where_no_window_manager_gives_it_the_keyboard(
    tiny_library: TinyLibrary, tmp_path: Path
) -> None:
    if missing := missing_x_programs():
        pytest.skip(f"a real window needs {', '.join(missing)}")
    given = (tiny_library.folder, tmp_path / "window.json", "--pack", tiny_library.pack)
    with XServer(is_managed=False) as server, DrivenWindow(server.display, *given) as window:
        window.wait("shown")
        window.key("ctrl+q")
        assert window.process.wait(60) == 0
