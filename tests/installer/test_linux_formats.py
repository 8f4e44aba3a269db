"""AppImage and Flatpak of the Linux folder: what can be known of them without their tools."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from installer.bundle import description
from installer.bundle.description import INSTALLER

LINUX = INSTALLER / "linux"
SAID = description.read()
ID = SAID.macos.identifier


def test_the_appstream_metadata_is_valid() -> None:
    validator = shutil.which("appstreamcli")
    if validator is None:
        pytest.skip("no appstreamcli here (package appstream)")
    command = [validator, "validate", "--no-net", LINUX / f"{ID}.metainfo.xml"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


@pytest.mark.skipif(sys.platform != "linux", reason="a package for Linux")
def test_an_appdir_starts_the_program_and_has_icon_and_entry_at_its_root(tmp_path: Path) -> None:
    bundle, app = tmp_path / "a bundle", tmp_path / "Earshot.AppDir"
    _bundle(bundle)
    subprocess.run(["sh", LINUX / "appimage.sh", bundle, app], check=True)
    said = subprocess.run([app / "AppRun", "stats"], capture_output=True, text=True, check=True).stdout
    assert said == "-P|-m|engine.cli.main|stats|"
    # What the specification of AppDir asks for: one entry, and the icon that it names.
    entry = (app / "earshot.desktop").read_text()
    assert "Icon=earshot\n" in entry and (app / "earshot.svg").is_file() and (app / ".DirIcon").is_file()
    assert (app / f"usr/share/metainfo/{ID}.metainfo.xml").is_file()


@pytest.mark.skipif(sys.platform != "linux", reason="a package for Linux")
def test_the_flatpak_copies_what_is_in_the_folder(tmp_path: Path) -> None:
    yaml = pytest.importorskip("yaml", reason="PyYAML comes with training's packages")
    manifest = yaml.safe_load((LINUX / f"{ID}.yml").read_text(encoding="utf-8"))
    (module,) = manifest["modules"]
    assert (manifest["id"], manifest["command"]) == (ID, "earshot")
    build, app = tmp_path / "build", tmp_path / "app"
    _bundle(build)
    shutil.copy2(LINUX / f"{ID}.metainfo.xml", build)
    for command in module["build-commands"]:
        subprocess.run(["sh", "-eu", "-c", command.replace("/app/", f"{app}/")], cwd=build, check=True)
    said = subprocess.run([app / "bin/earshot", "stats"], capture_output=True, text=True, check=True).stdout
    assert said == "-P|-m|engine.cli.main|stats|"
    metadata = (app / f"share/metainfo/{ID}.metainfo.xml").read_text()
    assert re.search(r"<launchable[^>]*>(.*)</launchable>", metadata)[1] == f"{ID}.desktop"  # type: ignore[index]


def _bundle(folder: Path) -> None:
    """A folder as `make bundle` makes it, whose interpreter prints its arguments."""
    for name in ("bin", "lib", "python/bin", "share/applications", "share/icons/hicolor/scalable/apps"):
        (folder / name).mkdir(parents=True)
    shutil.copy2(INSTALLER / "bundle/launcher.sh", folder / "bin/earshot")
    (folder / "python/bin/python3").write_text('#!/bin/sh\nprintf "%s|" "$@"\n')
    for program in ("bin/earshot", "python/bin/python3"):
        (folder / program).chmod(0o755)
    shutil.copy2(INSTALLER / "deb/earshot.desktop", folder / "share/applications")
    shutil.copy2(INSTALLER.parent / "resources/icons/earshot.svg", folder / "share/icons/hicolor/scalable/apps")
