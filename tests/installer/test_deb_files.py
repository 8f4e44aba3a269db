"""What goes into the Debian package: a menu entry that desktops accept, and a control file without blanks."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

DEB = Path(__file__).parents[2] / "installer/deb"


def test_the_menu_entry_is_valid() -> None:
    validator = shutil.which("desktop-file-validate")
    if validator is None:
        pytest.skip("no desktop-file-validate here (package desktop-file-utils)")
    done = subprocess.run([validator, str(DEB / "earshot.desktop")], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.strip()) == (0, "")


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
