"""The window starts and ends without standard streams, as under pythonw.exe, which Windows' Start menu starts."""

import subprocess
import sys
from pathlib import Path

WITHOUT_STREAMS = """
import runpy, sys
sys.stdin = sys.stdout = sys.stderr = None
sys.argv = ["desktop", *sys.argv[1:]]
runpy.run_module("desktop", run_name="__main__", alter_sys=True)
"""


def test_a_window_without_a_console_ends_well(tmp_path: Path) -> None:
    places = ["--library", tmp_path / "library", "--settings", tmp_path / "settings.ini", "--log", tmp_path / "log"]
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_STREAMS, "--create", *places, "--screenshot", tmp_path / "window.png"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "window.png").stat().st_size > 0
