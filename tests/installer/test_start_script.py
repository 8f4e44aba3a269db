"""The set-up script as a stranger meets it: what it says when it cannot go on, and what it asks for."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCRIPTS = (ROOT / "installer/start.sh", ROOT / "installer/system.sh", ROOT / "installer/environment.sh",
           ROOT / "installer/deb/build.sh", ROOT / ".ci/run")  # fmt: skip

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has start.ps1")


@pytest.fixture()
def machine(tmp_path: Path) -> Path:
    """Makes a folder to be the only PATH: a Debian with the usual small tools, without Python, sudo or root."""
    tools = tmp_path / "bin"
    tools.mkdir()
    for name in ("sh", "dirname", "sed", "cat", "cksum", "uname", "env", "echo", "rm", "tr"):
        found = shutil.which(name)
        if found:
            (tools / name).symlink_to(found)
    _tool(tools, "id", "echo 1000")
    _tool(tools, "apt-get", "echo apt-get ran >&2; exit 9")
    _tool(tools, "apt-cache", "printf '  Candidate: 3.11.2-1\\n'")
    _tool(tools, "dpkg-query", "exit 1")
    return tools


def test_all_scripts_are_posix_shell() -> None:
    shell = shutil.which("dash") or "sh"
    broken = [script.name for script in SCRIPTS if subprocess.run([shell, "-n", str(script)], check=False).returncode]
    assert broken == []


def test_an_unknown_command_shows_the_usage_and_exits_2() -> None:
    done = _start("dance")
    assert done.returncode == 2
    assert "start.sh run" in done.stderr and "start.sh test" in done.stderr


def test_without_root_or_terminal_it_prints_the_exact_line_and_exits_1(machine: Path) -> None:
    done = _start("run", path=machine)
    assert done.returncode == 1
    line = next(line.strip() for line in done.stderr.splitlines() if "apt-get update &&" in line)
    assert {"libportaudio2", "libxcb-cursor0", "g++", "python3-venv"} <= set(line.split())
    assert "apt-get ran" not in done.stderr


def test_sudo_that_needs_no_password_is_used(machine: Path) -> None:
    _tool(machine, "sudo", '[ "$1" = -n ] && exit 0; echo "sudo got: $*" >&2; exit 7')
    done = _start("run", path=machine)
    assert "sudo got: apt-get update" in done.stderr


def test_what_tests_need_and_would_be_skipped_without_is_asked_for(machine: Path) -> None:
    done = _start("test", path=machine)
    line = next(line for line in done.stderr.splitlines() if "apt-get update &&" in line)
    assert {"xvfb", "xdotool", "openbox", "pulseaudio", "ffmpeg", "sox", "espeak-ng", "flite"} <= set(line.split())


def test_packages_that_are_there_are_not_asked_for(machine: Path) -> None:
    _tool(machine, "dpkg-query", 'for last; do :; done; [ "$last" = libportaudio2 ] && printf installed')
    done = _start("run", path=machine)
    line = next(line for line in done.stderr.splitlines() if "apt-get update &&" in line)
    assert "libportaudio2" not in line and "libegl1" in line


def test_renamed_libraries_of_newer_systems_count_as_there(machine: Path) -> None:
    _tool(machine, "dpkg-query", 'for last; do :; done; [ "$last" = libglib2.0-0t64 ] && printf installed')
    done = _start("run", path=machine)
    line = next(line for line in done.stderr.splitlines() if "apt-get update &&" in line)
    assert "libglib2.0-0" not in line


def test_a_mac_without_python_is_told_how_to_get_one(machine: Path) -> None:
    for name in ("apt-get", "uname"):
        (machine / name).unlink()
    _tool(machine, "uname", "echo Darwin")
    done = _start("run", path=machine)
    assert done.returncode == 1
    assert "brew install python" in done.stderr


def test_nothing_names_a_package_index_or_a_folder_of_one_machine() -> None:
    kept = ("installer/**/*", ".ci/*", "Makefile", "pyproject.toml")
    texts = {
        path: path.read_text(encoding="utf-8")
        for pattern in kept
        for path in ROOT.glob(pattern)
        if path.is_file() and path.suffix != ".pyc"
    }
    assert len(texts) > 12
    strange = ("index-url", "find-links", "://pypi", "/home/", "/root/")
    found = [
        (path.name, word)
        for path, text in texts.items()
        for word in strange
        if word in text.replace("--no-emit-index-url", "")
    ]
    assert found == []


def test_both_twins_install_the_same_locks() -> None:
    shell, power = (ROOT / "installer/start.sh").read_text(), (ROOT / "installer/start.ps1").read_text()
    assert 'make_environment .venv "$(runtime_lock)" training dev oracles\n' in shell
    assert 'New-Environment ".venv" @((Get-RuntimeLock), "training", "dev", "oracles")' in power
    assert all(f'"{name}"' in power for name in ("run", "test", "setup", "setup-training"))


def test_the_base_install_is_tested_without_torch() -> None:
    for lock in ("cpu", "dev"):
        pins = (ROOT / f"installer/locks/{lock}.txt").read_text(encoding="utf-8").splitlines()
        assert [pin for pin in pins if pin.startswith(("torch", "transformers=="))] == []


def _start(command: str, path: Path | None = None) -> "subprocess.CompletedProcess[str]":
    environment = {"PATH": str(path) if path else os.environ["PATH"], "HOME": "/nonexistent"}
    return subprocess.run(
        [shutil.which("sh") or "/bin/sh", str(ROOT / "installer/start.sh"), command],
        env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip


def _tool(folder: Path, name: str, body: str) -> None:
    path = folder / name
    path.unlink(missing_ok=True)
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)
