"""What a library knows is its user's alone, even under the most careless umask."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from engine.base.private_files import make_private
from tests.helpers.sounds import write_tone
from tests.helpers.tiny_library import REPOSITORY
from tests.helpers.tiny_pack import make_tiny_pack

pytestmark = pytest.mark.skipif(os.name != "posix", reason="Windows keeps a user's folders private by itself")


def _mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def _earshot(umask: int, *arguments: str | Path) -> None:
    command = [sys.executable, "-m", "engine.cli.main", *map(str, arguments)]
    subprocess.run(command, cwd=REPOSITORY, check=True, capture_output=True, umask=umask)


def test_a_library_made_under_umask_0_is_nobody_elses(tmp_path: Path) -> None:
    pack = make_tiny_pack(tmp_path / "pack")
    write_tone(tmp_path / "sounds" / "a.wav", hz=440.0, seconds=1.0)
    library = tmp_path / "library"
    _earshot(0, "index", "--library", library, "--pack", pack, "--device", "cpu", tmp_path / "sounds")
    _earshot(0, "search", "--library", library, "tone")
    _earshot(0, "tag", "--library", library, "--query", "tone", "--add", "Scene4")
    assert _mode(library) == 0o700
    kept = [path for path in library.rglob("*") if path.is_file()]
    assert len(kept) >= 4
    assert {path.name: oct(_mode(path)) for path in kept if _mode(path) & 0o077} == {}


def test_a_library_that_others_could_enter_is_closed_when_it_is_written(tmp_path: Path) -> None:
    pack = make_tiny_pack(tmp_path / "pack")
    write_tone(tmp_path / "sounds" / "a.wav", hz=440.0, seconds=1.0)
    library = tmp_path / "library"
    index = ("index", "--library", library, "--pack", pack, "--device", "cpu", tmp_path / "sounds")
    _earshot(0o022, *index)
    library.chmod(0o777)
    _earshot(0o022, *index)
    assert _mode(library) == 0o700


def test_a_folder_that_the_user_has_for_other_things_is_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine").chmod(0o755)
    make_private(tmp_path / "mine")
    assert _mode(tmp_path / "mine") == 0o755


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="what is shut to root needs another user")
@pytest.mark.parametrize("mode", [0o700, 0o744])
def test_a_library_that_another_user_shut_is_said_and_not_a_traceback(tmp_path: Path, mode: int) -> None:
    library = tmp_path / "library"
    library.mkdir(mode=mode)
    asked = """
import os, sys
from engine.cli import main as cli
# What the commands load, while it can be read.
import engine.cli.commands.stats, engine.features.verify.verify_command
import engine.cli.shell.answers, engine.features.verify.verify
cli.commands()
os.chdir(sys.argv[1])
os.setresuid(65534, 65534, 65534)
print([cli.main([word, "--library", "library"]) for word in ("verify", "stats")])
"""
    command = [sys.executable, "-c", asked, str(tmp_path)]
    done = subprocess.run(command, cwd=REPOSITORY, check=True, capture_output=True, text=True)
    assert done.stdout == "[1, 1]\n"
    assert done.stderr.count("you may not read library") == 2
