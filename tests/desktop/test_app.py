"""The whole application from its command line, offscreen."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from desktop.app.start import options_of
from engine.cli.main import main
from tests.helpers.qt import wait_until
from tests.helpers.tiny_library import REPOSITORY, TinyLibrary

_WATCHED_START = """
import os, runpy, sys
class Watch:
    def find_spec(self, name, path=None, target=None):
        if name == "numpy":
            print("numpy is loaded with", os.environ.get("OPENBLAS_NUM_THREADS"), flush=True)
sys.meta_path.insert(0, Watch())
library, picture = sys.argv[1:]
sys.argv = ["earshot", "--library", library, "--settings", library + ".json", "--screenshot", picture]
runpy.run_module("desktop", run_name="__main__")
"""


def run(*arguments: str | Path) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "desktop", *map(str, arguments)]
    return subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, timeout=120, check=False)


def test_a_screenshot_of_an_answer_is_written(tiny_library: TinyLibrary, settings_file: Path, tmp_path: Path) -> None:
    picture = tmp_path / "shots" / "window.png"
    common = ["--library", tiny_library.folder, "--pack", tiny_library.pack, "--settings", settings_file]
    done = run(*common, "--query", "low hum", "--screenshot", picture)
    assert done.returncode == 0, done.stderr
    image = QImage(str(picture))
    assert (image.width(), image.height()) == (1280, 800)
    accent = {image.pixelColor(x, y).name() for x in range(226, 420) for y in range(100, 260)}
    assert "#f4b04f" in accent, "the first row is selected and its moment marked"


def test_a_folder_on_the_command_line_is_indexed_first(
    tiny_library: TinyLibrary, settings_file: Path, tmp_path: Path
) -> None:
    picture = tmp_path / "window.png"
    common = ["--library", tmp_path / "library", "--pack", tiny_library.pack, "--settings", settings_file]
    done = run(*common, "--create", "--query", "hiss", "--screenshot", picture, tiny_library.sounds)
    assert done.returncode == 0, done.stderr
    assert picture.exists()


def test_a_library_that_cannot_be_opened_ends_a_screenshot_with_an_error(settings_file: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = run("--library", tmp_path / "file", "--settings", settings_file, "--screenshot", tmp_path / "window.png")
    assert done.returncode == 1
    assert "library" in done.stderr.lower()


def test_a_wrong_option_is_a_usage_error(settings_file: Path) -> None:
    assert run("--no-such-option").returncode == 2


def test_numpy_is_held_to_one_thread_before_it_is_loaded(tmp_path: Path) -> None:
    free = {name: value for name, value in os.environ.items() if not name.endswith("_NUM_THREADS")}
    (tmp_path / "file").write_text("")  # no library: the window ends at once
    command = [sys.executable, "-c", _WATCHED_START, str(tmp_path / "file"), str(tmp_path / "window.png")]
    done = subprocess.run(command, cwd=REPOSITORY, env=free, capture_output=True, text=True, timeout=60, check=False)
    assert "numpy is loaded with 1" in done.stdout, done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGTERM that a program can hear")
def test_a_session_that_ends_closes_the_window_in_order(settings_file: Path, tmp_path: Path) -> None:
    options = ["--create", "--library", str(tmp_path / "library"), "--settings", str(settings_file)]
    with subprocess.Popen([sys.executable, "-m", "desktop", *options], cwd=REPOSITORY) as window:
        wait_until(lambda: (tmp_path / "library" / "catalogue.sqlite").exists(), "the library to be opened")
        window.terminate()
        assert window.wait(timeout=60) == 0
    assert '"place"' in settings_file.read_text()


def test_earshot_window_hands_its_folders_to_the_window(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[list[str]] = []
    monkeypatch.setattr("runpy.run_module", lambda *_, **__: started.append(sys.argv[1:]))
    monkeypatch.setattr(sys, "argv", ["earshot"])
    given = [["window", "/a b", "/-c"], ["--library", "/lib", "window"], []]
    assert [main(one) for one in given] == [0, 0, 0]
    options = [options_of(argv) for argv in started]
    assert [one.folders for one in options] == [[Path("/a b"), Path("/-c")], [], []]
    assert options[1].library == Path("/lib")
