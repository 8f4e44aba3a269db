"""A test that crashes its process fails, and the tests of other processes run to their end."""

import shutil
import subprocess
import sys
from pathlib import Path

CRASHING = """
import os

def test_before() -> None:
    pass

def test_crash() -> None:
    os.abort()

def test_after() -> None:
    pass
"""
CONFTEST = """
import crashes
import pytest

@pytest.hookimpl(trylast=True)
def pytest_configure(config):
    crashes.keep_stacks(config)

def pytest_terminal_summary(terminalreporter):
    crashes.tell_stacks(terminalreporter)

def pytest_xdist_make_scheduler(config, log):
    return crashes.FileScheduling(config, log)
"""
FINISHED = "def test_one() -> None:\n    pass\n\ndef test_two() -> None:\n    pass\n"


def test_a_crash_is_told_with_its_place_and_nothing_waits_for_it(tmp_path: Path) -> None:
    for number in range(12):
        (tmp_path / f"test_file_{number:02}.py").write_text(FINISHED, encoding="utf-8")
    (tmp_path / "test_file_06_crashing.py").write_text(CRASHING, encoding="utf-8")
    shutil.copy(Path(__file__).parent / "helpers" / "crashes.py", tmp_path / "crashes.py")
    (tmp_path / "conftest.py").write_text(CONFTEST, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-n", "2", "--dist", "loadfile", "--no-loadscope-reorder", tmp_path],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 1, done.stdout + done.stderr
    assert "test_file_06_crashing.py::test_crash" in done.stdout
    told = done.stdout.partition("which crashed")[2]
    assert "Fatal Python error: Aborted" in told and "in test_crash" in told
    assert "units waiting" not in done.stdout
    assert "1 failed, 26 passed" in done.stdout, "each other test ran, and the one that crashed ran once"
