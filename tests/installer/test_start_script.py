"""The set-up script as a stranger meets it: what it says when it cannot go on, and what it asks for."""

import os
import re
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
    programs = {"xvfb", "xdotool", "openbox", "pulseaudio", "ffmpeg", "sox", "espeak-ng", "flite", "at-spi2-core"}
    assert programs <= set(line.split())


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


def test_set_up_brings_each_environment_to_its_locks_and_to_nothing_else(machine: Path, checkout: Path) -> None:
    base, training = synced(machine, checkout, "setup"), synced(machine, checkout, "setup-training")
    whole, with_mcp = synced(machine, checkout, "test"), synced(machine, checkout, "setup-mcp")
    assert with_mcp == {".venv": {"uv", "hnsw-build", "cpu", "mcp"}}
    assert synced(machine, checkout, "setup-cluster") == {".venv": {"uv", "hnsw-build", "cpu", "cluster"}}
    assert base == {".venv": {"uv", "hnsw-build", "cpu"}}
    assert training == {".venv": {"uv", "hnsw-build", "cpu", "training", "dev", "oracles", "mcp", "studio", "cluster"}}
    assert whole == training | {".venv-base": {"uv", "hnsw-build", "cpu", "dev"}}


def test_what_was_added_stays_until_set_up_is_asked_for_alone(machine: Path, checkout: Path) -> None:
    synced(machine, checkout, "setup-cluster")
    added = synced(machine, checkout, "setup-studio", is_new=False)
    assert added == {".venv": {"uv", "hnsw-build", "cpu", "mcp", "studio", "cluster"}}
    assert synced(machine, checkout, "setup-mcp", is_new=False) == {}, "nothing was missing"
    assert synced(machine, checkout, "setup", is_new=False) == {".venv": {"uv", "hnsw-build", "cpu"}}


def test_a_bundle_is_built_from_any_environment_and_one_is_made_where_there_is_none(
    machine: Path, checkout: Path
) -> None:
    assert synced(machine, checkout, "setup-bundle") == {".venv": {"uv", "hnsw-build", "cpu"}}
    synced(machine, checkout, "setup-cluster")
    assert synced(machine, checkout, "setup-bundle", is_new=False) == {}


def test_what_compiles_a_bundle_is_asked_for(machine: Path) -> None:
    done = _start("setup-bundle", path=machine)
    line = next(line for line in done.stderr.splitlines() if "apt-get update &&" in line)
    assert {"debootstrap", "patchelf", "binutils"} <= set(line.split())


def test_the_twin_for_windows_installs_what_this_one_does(machine: Path, checkout: Path) -> None:
    power = (ROOT / "installer/start.ps1").read_text(encoding="utf-8")
    made = re.findall(r'New-Environment "([^"]+)" @\(\(Get-RuntimeLock\)([^)]*)\)', power)
    always = set(re.findall(r"\$Locks\\([\w-]+)\.txt", power.split("$files = ")[1].split("\n")[0]))
    assert always == {"uv", "hnsw-build"}
    wanted: dict[str, set[str]] = {}
    for folder, locks in made:
        wanted.setdefault(folder, always | {"cpu"}).update(re.findall(r'"(\w+)"', locks))
    assert wanted == synced(machine, checkout, "test")


@pytest.fixture()
def checkout(tmp_path: Path) -> Path:
    """What the script reads of a checkout, elsewhere: it makes its environments there."""
    shutil.copytree(ROOT / "installer", tmp_path / "checkout/installer")
    shutil.copy(ROOT / "pyproject.toml", tmp_path / "checkout")
    return tmp_path / "checkout"


def synced(machine: Path, checkout: Path, command: str, *, is_new: bool = True) -> dict[str, set[str]]:
    """The locks each environment was brought to by a command, on a machine that has all but the environments, or with
    those of the command before.

    Its Python makes folders with a `python` and a `uv` that only write down what they are told.
    """
    told = checkout / "told"
    told.write_text("")
    for folder in (".venv", ".venv-base"):
        if is_new:
            shutil.rmtree(checkout / folder, ignore_errors=True)
    tell = f'[ "$1$2" = "pipsync" ] && echo "$VIRTUAL_ENV $*" >>"{told}"; exit 0'
    _tool(checkout, "uv", tell)
    _tool(checkout, "python", "exit 0")
    _tool(
        machine,
        "python3.11",
        f'[ "$2" = venv ] && mkdir -p "$4/bin" && cp "{checkout}/uv" "{checkout}/python" "$4/bin"; exit 0',
    )
    _tool(machine, "dpkg-query", "printf installed")
    _tool(machine, "make", "exit 0")
    for name in ("mkdir", "cp"):
        if not (machine / name).exists():
            (machine / name).symlink_to(shutil.which(name) or "")
    done = _start(command, path=machine, root=checkout)
    assert done.returncode == 0, done.stderr
    found = {}
    for line in told.read_text().splitlines():
        environment, *words = line.split()
        locks = [Path(word) for word in words if word.endswith(".txt")]
        assert [lock for lock in locks if not (checkout / lock).is_file()] == []
        found[Path(environment).name] = {lock.stem for lock in locks}
    return found


def test_the_base_install_is_tested_without_torch() -> None:
    for lock in ("cpu", "dev"):
        pins = (ROOT / f"installer/locks/{lock}.txt").read_text(encoding="utf-8").splitlines()
        assert [pin for pin in pins if pin.startswith(("torch", "transformers=="))] == []


def _start(command: str, path: Path | None = None, root: Path = ROOT) -> "subprocess.CompletedProcess[str]":
    environment = {"PATH": str(path) if path else os.environ["PATH"], "HOME": "/nonexistent"}
    return subprocess.run(
        [shutil.which("sh") or "/bin/sh", str(root / "installer/start.sh"), command],
        env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip


def _tool(folder: Path, name: str, body: str) -> None:
    path = folder / name
    path.unlink(missing_ok=True)
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)


@pytest.mark.parametrize(("home", "kept"), [("/dev/null", "1"), ("", "1"), ("{tmp}", "")])
def test_a_home_that_takes_no_files_only_costs_the_copies_of_what_was_fetched(
    tmp_path: Path, home: str, kept: str
) -> None:
    script = '. installer/environment.sh; printf "%s %s" "${PIP_NO_CACHE_DIR:-}" "${UV_NO_CACHE:-}"'
    settings = {"PATH": os.environ["PATH"], "HOME": home.format(tmp=tmp_path)}
    done = subprocess.run(["sh", "-euc", script], cwd=ROOT, env=settings, check=True, capture_output=True, text=True)
    assert done.stdout.split() == ([kept, kept] if kept else [])
