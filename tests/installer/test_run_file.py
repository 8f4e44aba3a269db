"""The Linux download that unpacks itself: installs without a question and without root, and goes without a trace."""

import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from installer.bundle import linux
from installer.bundle.description import INSTALLER, read

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="a package for Linux")

BUNDLE = INSTALLER / "bundle"


@pytest.fixture
def run_file(tmp_path: Path) -> Path:
    """A package whose program only prints its arguments."""
    return _package(tmp_path, "1.2.3")


def test_it_installs_quietly_and_the_command_works(run_file: Path, tmp_path: Path) -> None:
    done = _run(run_file, "--quiet", "--prefix", tmp_path / "A folder")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    said = subprocess.run(
        [tmp_path / "A folder/bin/earshot", "search", "a b"], capture_output=True, text=True, check=True
    )
    assert said.stdout == "-P|-m|engine.cli.main|search|a b|\n"


def test_it_unpacks_itself_where_there_is_no_xz(run_file: Path, tmp_path: Path) -> None:
    few = tmp_path / "few commands"
    few.mkdir()
    for name in (
        "cut",
        "dirname",
        "gzip",
        "head",
        "ln",
        "ls",
        "mkdir",
        "mktemp",
        "mv",
        "rm",
        "sed",
        "sh",
        "sha256sum",
        "tail",
        "tar",
        "uname",
    ):
        (few / name).symlink_to(shutil.which(name) or name)
    environment = {"HOME": str(tmp_path / "home"), "PATH": str(few)}
    command = ["sh", run_file, "--quiet", "--no-menu", "--prefix", tmp_path / "here"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "here/bin/earshot").exists()


def test_its_advice_names_each_small_library_of_x11_by_the_rule_of_debian() -> None:
    """libxcb-shape.so.0 is in libxcb-shape0; bare Debian has no other package that brings it."""
    (advice,) = (line for line in (BUNDLE / "run_header.sh").read_text().splitlines() if "apt install" in line)
    names = {name.replace(".so.", "") for name in read().linux.system if name.startswith("libxcb-")}
    assert names - {"libxcb-glx0"} <= set(advice.rstrip('"').split())  # libgl1 asks for libxcb-glx0


def test_the_menu_entry_starts_this_copy(run_file: Path, tmp_path: Path) -> None:
    prefix = tmp_path / 'odd "name" $1 100%'
    _run(run_file, "--quiet", "--prefix", prefix)
    entry = tmp_path / "home/.local/share/applications/earshot.desktop"
    line = next(line for line in entry.read_text().splitlines() if line.startswith("Exec="))
    # Desktop Entry Specification: a backslash before " ` $ and \, which a string value doubles; %% is %.
    assert line == f'Exec="{tmp_path}/odd \\\\"name\\\\" \\\\$1 100%%/bin/earshot" window %F'
    if validator := shutil.which("desktop-file-validate"):
        assert subprocess.run([validator, entry], capture_output=True, text=True, check=False).stdout == ""
    assert (tmp_path / "home/.local/bin/earshot").resolve() == (prefix / "bin/earshot").resolve()


def test_the_command_works_through_its_link(run_file: Path, tmp_path: Path) -> None:
    _run(run_file, "--quiet", "--prefix", tmp_path / "here")
    said = subprocess.run([tmp_path / "home/.local/bin/earshot"], capture_output=True, text=True, check=True)
    assert said.stdout == "-P|-m|engine.cli.main|\n"


def test_uninstalling_leaves_nothing(run_file: Path, tmp_path: Path) -> None:
    before = _files(tmp_path)
    _run(run_file, "--quiet", "--prefix", tmp_path / "here")
    done = _sh(tmp_path / "here/uninstall", home=tmp_path / "home")
    assert (done.returncode, done.stderr) == (0, "")
    assert _files(tmp_path) == before
    assert not (tmp_path / "here").exists()


def test_uninstalling_keeps_what_others_put_beside_it(run_file: Path, tmp_path: Path) -> None:
    _run(run_file, "--quiet", "--prefix", tmp_path / "here")
    (tmp_path / "here/my notes.txt").write_text("mine")
    _sh(tmp_path / "here/uninstall", home=tmp_path / "home")
    assert [path.name for path in (tmp_path / "here").iterdir()] == ["my notes.txt"]


def test_a_newer_version_replaces_an_older_one(run_file: Path, tmp_path: Path) -> None:
    _run(run_file, "--quiet", "--prefix", tmp_path / "here")
    (tmp_path / "here/python/of the old one").touch()
    assert _run(_package(tmp_path, "1.3.0"), "--quiet", "--prefix", tmp_path / "here").returncode == 0
    assert not (tmp_path / "here/python/of the old one").exists()
    assert sorted(path.name for path in (tmp_path / "here").iterdir()) == ["bin", "lib", "python", "share", "uninstall"]


def test_a_folder_with_other_files_is_refused(run_file: Path, tmp_path: Path) -> None:
    (tmp_path / "home/mine").touch()
    done = _run(run_file, "--quiet", "--prefix", tmp_path / "home")
    assert (done.returncode, "holds other files" in done.stderr) == (1, True)
    assert [path.name for path in (tmp_path / "home").iterdir()] == ["mine"]


def test_a_damaged_download_is_refused(run_file: Path, tmp_path: Path) -> None:
    run_file.write_bytes(run_file.read_bytes()[:-1])
    done = _run(run_file, "--quiet", "--prefix", tmp_path / "here")
    assert (done.returncode, "damaged" in done.stderr) == (1, True)
    assert not (tmp_path / "here").exists()


def test_another_copys_menu_entry_stays(run_file: Path, tmp_path: Path) -> None:
    _run(run_file, "--quiet", "--prefix", tmp_path / "first")
    _run(run_file, "--quiet", "--prefix", tmp_path / "second")
    _sh(tmp_path / "first/uninstall", home=tmp_path / "home")
    entry = tmp_path / "home/.local/share/applications/earshot.desktop"
    assert f'Exec="{tmp_path}/second/bin/earshot" window %F' in entry.read_text()


@pytest.mark.skipif(shutil.which("update-desktop-database") is None, reason="needs desktop-file-utils")
def test_desktops_offer_it_for_sound_files_until_it_is_removed(run_file: Path, tmp_path: Path) -> None:
    _run(run_file, "--quiet", "--prefix", tmp_path / "here")
    offered = tmp_path / "home/.local/share/applications/mimeinfo.cache"
    assert "audio/flac=earshot.desktop;" in offered.read_text().splitlines()
    _sh(tmp_path / "here/uninstall", home=tmp_path / "home")
    assert not offered.exists()


def _package(folder: Path, version: str) -> Path:
    (folder / "home").mkdir(exist_ok=True)
    tree = folder / f"sources/earshot-{version}"
    for name in (
        "bin",
        "lib",
        "python/bin",
        "share/applications",
        "share/icons/hicolor/scalable/apps",
        "share/earshot",
    ):
        (tree / name).mkdir(parents=True)
    shutil.copy(BUNDLE / "launcher.sh", tree / "bin/earshot")
    (tree / "bin/earshot").chmod(0o755)
    shutil.copy(BUNDLE / "uninstall.sh", tree / "uninstall")
    shutil.copy(BUNDLE / "menu.sh", tree / "share/earshot")
    shutil.copy(INSTALLER / "deb/earshot.desktop", tree / "share/applications")
    (tree / "share/icons/hicolor/scalable/apps/earshot.svg").touch()
    python = tree / "python/bin/python3"
    python.write_text("#!/bin/sh\nprintf '%s|' \"$@\"; echo\n")
    python.chmod(0o755)
    payload = folder / f"sources/{version}.tar.xz"
    with tarfile.open(payload, "w:xz") as archive:
        archive.add(tree, tree.name)
    unpacker = folder / f"sources/{version}.tar.gz"
    with tarfile.open(unpacker, "w:gz") as archive:
        archive.add(_real_python(folder), "python/bin/python3")
    run = folder / f"sources/earshot-{version}.run"
    linux.write_run(run, unpacker, payload, version, disk_bytes=1_000_000)
    shutil.rmtree(tree)
    return run


def _real_python(folder: Path) -> Path:
    """A script that starts the interpreter of the tests."""
    script = folder / "sources/python3"
    script.write_text(f"#!/bin/sh\nexec '{sys.executable}' \"$@\"\n")
    script.chmod(0o755)
    return script


def _run(file: Path, *options: str | Path) -> subprocess.CompletedProcess[str]:
    return _sh(file, *options, home=file.parents[1] / "home")


def _sh(file: Path, *options: str | Path, home: Path) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")} | {
        "HOME": str(home)
    }
    return subprocess.run(["sh", file, *options], capture_output=True, text=True, check=False, env=environment)


def _files(folder: Path) -> set[Path]:
    return {path for path in folder.rglob("*") if not path.is_dir()}
