"""docs/studio.md: its ten commands take an administrator from nothing to a shared library, as they stand there."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers.postgres import OWNER, PASSWORD, Postgres, programs
from tests.helpers.sounds import write_noise, write_tone

ROOT = Path(__file__).parents[4]


def blocks(page: str) -> list[list[str]]:
    """The lines of each block of shell commands."""
    return [block.strip().splitlines() for block in re.findall(r"```sh\n(.*?)```", page, re.DOTALL)]


@pytest.mark.shows("studio-rights")
def test_ten_commands_make_a_shared_library_and_four_join_it(tmp_path: Path, postgres: Postgres) -> None:
    page = (ROOT / "docs" / "studio.md").read_text(encoding="utf-8")
    made, joined = blocks(page)
    assert (len(made), len(joined)) == (10, 4)
    sounds, elsewhere = tmp_path / "effects", tmp_path / "volumes" / "effects"
    for number in range(4):
        write_tone(sounds / f"tone {number}.wav", hz=300.0 * (number + 1), seconds=1.0)
    write_noise(sounds / "rain" / "rain 1.wav", seconds=1.0)
    shutil.copytree(sounds, elsewhere)
    passwords = tmp_path / "pgpass"
    passwords.write_text(f"127.0.0.1:*:*:*:{PASSWORD}\n")
    passwords.chmod(0o600)
    bin_folder = tmp_path / "bin"
    bin_folder.mkdir()
    earshot = bin_folder / "earshot"
    earshot.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m engine.cli.main "$@"\n')
    earshot.chmod(0o755)

    def run(line: str, home: Path) -> str:
        told = line.replace("nas.example/sounds", f"127.0.0.1:{postgres.port}/sounds")
        told = told.replace("-h nas.example", f"-h 127.0.0.1 -p {postgres.port}").replace("-U postgres", f"-U {OWNER}")
        told = told.replace("/mnt/effects", str(sounds)).replace("/Volumes/effects", str(elsewhere))
        environment = {
            **os.environ,
            "PATH": f"{bin_folder}:{programs()}:{os.environ['PATH']}",
            "XDG_DATA_HOME": str(home),
            "PGPASSFILE": str(passwords),
        }
        given = f"{PASSWORD}\n" if "--add" in told and "user" in told else None
        done = subprocess.run(
            shlex.split(told), cwd=ROOT, env=environment, input=given, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, f"{told}: {done.stdout} {done.stderr}"
        return done.stdout

    said = [run(line, tmp_path / "ann") for line in made]
    assert "joined as admin" in said[4]
    assert said[6].startswith("5 sounds carried")
    assert "editor    bob" in said[8]
    assert "in sync" in said[9] and "PostgreSQL 16" in said[9]
    said = [run(line, tmp_path / "bob") for line in joined]
    assert "joined as editor" in said[0]
    assert said[2].startswith("5 sounds carried")
    shown = run('earshot server search "rain" ext:wav --limit 3', tmp_path / "bob")
    assert len(shown.splitlines()) == 3 and "Effects/" in shown
