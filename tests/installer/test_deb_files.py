"""What goes into the Debian package: a menu entry that desktops accept, and a control file without blanks."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from installer.bundle import description

DEB = Path(__file__).parents[2] / "installer/deb"


def test_the_menu_entry_is_valid() -> None:
    validator = shutil.which("desktop-file-validate")
    if validator is None:
        pytest.skip("no desktop-file-validate here (package desktop-file-utils)")
    done = subprocess.run([validator, str(DEB / "earshot.desktop")], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.strip()) == (0, "")


def test_the_menu_entry_offers_each_kind_of_sound_file() -> None:
    globs = Path("/usr/share/mime/globs2")
    if not globs.exists():
        pytest.skip("no shared-mime-info here")
    # weight:type:*.suffix, and flags behind it.
    known = [line.split(":") for line in globs.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    types: dict[str, set[str]] = {}
    for _, name, pattern, *_ in known:
        types.setdefault(pattern.removeprefix("*."), set()).add(name)
    entry = (DEB / "earshot.desktop").read_text(encoding="utf-8").splitlines()
    offered = next(set(line.removeprefix("MimeType=").split(";")) for line in entry if line.startswith("MimeType="))
    suffixes = [suffix for sound in description.read().sounds for suffix in sound.suffixes]
    assert [one for one in suffixes if one in types and not types[one] & offered] == []


def test_every_blank_of_the_control_file_is_filled_by_the_build() -> None:
    blanks = set(re.findall(r"@[A-Z]+@", (DEB / "control.in").read_text(encoding="utf-8")))
    filled = set(re.findall(r"@[A-Z]+@", (DEB / "build.sh").read_text(encoding="utf-8")))
    assert blanks and blanks == filled


def test_the_package_asks_for_what_set_up_installs() -> None:
    # What a checkout needs to run (not to build) a package needs too; the compiler is for hnswlib, which it carries.
    system = (DEB.parent / "system.sh").read_text(encoding="utf-8")
    wanted = set(re.search(r'BASE_PACKAGES="([^"]+)"', system)[1].split())  # type: ignore[index]
    control = (DEB / "control.in").read_text(encoding="utf-8")
    assert {name for name in wanted if name not in control} == {"ca-certificates", "make", "g++"}
