"""What a process that died left half made goes by itself; what somebody is at work on stays."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.base.partial_files import partial_in, sweep, workplace_in

pytestmark = pytest.mark.skipif(os.name == "nt", reason="asks for processes by POSIX signals")

MAKER = """
import os, signal, sys
from pathlib import Path
from engine.base.partial_files import partial_in, workplace_in
folder = Path(sys.argv[1])
partial_in(folder).write_text("half")
with workplace_in(folder) as work:
    (work / "pack").mkdir()
    (work / "pack" / "half").write_text("half")
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_what_a_process_left_that_was_killed_is_removed(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-c", MAKER, str(tmp_path)], check=False)
    assert len(list(tmp_path.iterdir())) == 2
    sweep(tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="asks the system as Linux lets one ask")
def test_what_a_killed_process_left_goes_though_nobody_asked_yet_how_it_ended(tmp_path: Path) -> None:
    process = subprocess.Popen([sys.executable, "-c", MAKER, str(tmp_path)])
    os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)  # its name stays taken, as in a container without init
    sweep(tmp_path)
    left = list(tmp_path.iterdir())
    process.wait()
    assert left == []


def test_what_is_being_written_and_what_is_not_ours_stays(tmp_path: Path) -> None:
    mine = partial_in(tmp_path)
    others = [tmp_path / ".0123456789ab.part", tmp_path / "song.part", tmp_path / ".zzzz-99-00.part"]
    for path in (mine, *others):
        path.write_text("x")
    with workplace_in(tmp_path) as work:
        sweep(tmp_path)
        assert work.is_dir()
    assert sorted(tmp_path.iterdir()) == sorted([mine, *others])


def test_a_file_of_another_machine_stays(tmp_path: Path) -> None:
    ours = partial_in(tmp_path).name
    other = f".{'0000' if ours[1:5] != '0000' else '1111'}-999999999-aaaa.part"
    (tmp_path / other).write_text("x")
    sweep(tmp_path)
    assert (tmp_path / other).exists()


def test_a_folder_that_is_not_there_is_no_fault(tmp_path: Path) -> None:
    sweep(tmp_path / "away")
    assert partial_in(tmp_path / "away").parent == tmp_path / "away"
