"""What a package holds on any system: the locked wheels, Earshot, and nothing of what bundle.toml leaves out."""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from installer.bundle.description import CHECKOUT, INSTALLER, LOCKS, Description, LeftOut, spelled_out

_SOURCES = ("engine", "desktop", "training", "resources", "docs", "pyproject.toml", "README.md", "LICENSE")
_UV = Path(sys.executable).with_name("uv")
_PUBLIC_KEY = re.compile(r"RW[A-Za-z0-9+/]{54}")
"""42 bytes in base64, the first two of which are "Ed"."""


def checked_interpreter(path: Path, sha256: str) -> Path:
    """Returns the archive of an interpreter that somebody has fetched.

    Raises:
        ValueError: it is not the one that bundle.toml names.
    """
    with path.open("rb") as file:
        found = hashlib.file_digest(file, "sha256").hexdigest()
    if found != sha256:
        raise ValueError(f"{path} has the SHA-256 {found}, bundle.toml asks for {sha256}")
    return path


def add_packages(
    site: Path, description: Description, platform: str, *, own_wheels: Sequence[Path] = (), macos: str = ""
) -> None:
    """Installs wheels for a system, which need not be this one, and Earshot.

    Args:
        site: site-packages of the package, made if it is not there.
        description: names the locks.
        platform: uv's name of the system.
        own_wheels: those that were built here.
        macos: the oldest version of macOS, or empty.
    """
    install: list[str | Path] = [_UV, "pip", "install", "--quiet", "--target", site]
    install += ["--python", sys.executable, "--link-mode", "copy"]
    target = ["--python-version", description.python, "--python-platform", platform]
    only_wheels = ["--only-binary", ":all:", *(part for name in description.pure for part in ("--no-binary", name))]
    locks: list[str | Path] = [part for lock in description.locks for part in ("-r", LOCKS / f"{lock}.txt")]
    environment = {**os.environ, **({"MACOSX_DEPLOYMENT_TARGET": macos} if macos else {})}
    subprocess.run([*install, *target, *only_wheels, "--require-hashes", *locks], check=True, env=environment)
    if own_wheels:
        subprocess.run([*install, "--no-deps", *own_wheels], check=True)
    with tempfile.TemporaryDirectory(prefix="earshot-sources-") as folder:
        # A copy, as setuptools would take up what earlier builds have left in the checkout.
        for name in _SOURCES:
            source = CHECKOUT / name
            if source.is_dir():
                shutil.copytree(source, Path(folder) / name, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy2(source, folder)
        write_build(Path(folder) / "resources/build.json", description)
        subprocess.run([*install, "--no-deps", "--no-build-isolation", "--no-cache", folder], check=True)


def write_build(file: Path, description: Description) -> None:
    """Writes what `engine.base.build_record` reads: the checkout's commit and its date, and where news are.

    Raises:
        ValueError: the address is not https, or has no key that could be minisign's.
    """
    address, key = description.notice_address, description.notice_key
    if address and not (address.startswith("https://") and _PUBLIC_KEY.fullmatch(key)):
        raise ValueError("[update] of bundle.toml wants an https address and the public key of minisign")
    asked = ["git", "-C", CHECKOUT, "log", "-1", "--format=%H %cs"]
    commit, _, date = subprocess.run(asked, check=True, capture_output=True, text=True).stdout.strip().partition(" ")
    record = {"commit": commit[:12], "date": date, "notice_address": address, "notice_key": key}
    file.write_text(json.dumps(record, indent=2) + "\n", encoding="utf-8")


def leave_out(site: Path, patterns: LeftOut) -> dict[str, int]:
    """Deletes what the patterns name.

    Returns:
        The bytes for each reason.

    Raises:
        ValueError: a pattern matches nothing.
    """
    saved = dict.fromkeys(patterns, 0)
    for reason, pattern in (
        (reason, plain) for reason, each in patterns.items() for one in each for plain in spelled_out(one)
    ):
        found = [path for path in site.glob(pattern) if path.exists() or path.is_symlink()]
        if not found:
            raise ValueError(f"bundle.toml leaves out {pattern}, and there is no such file")
        for path in found:
            if not path.exists() and not path.is_symlink():  # below another that went
                continue
            saved[reason] += weight(path)
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            else:
                path.unlink()
    return saved


def compile_all(site: Path, version: str) -> None:
    """Compiles all modules by this interpreter; Python believes the result without a look at the source's date.

    Raises:
        ValueError: this interpreter writes for another version.
    """
    own = f"{sys.version_info[0]}.{sys.version_info[1]}"
    if own != version:
        raise ValueError(f"this is Python {own}; a package with Python {version} is made by that version")
    options: list[str | Path] = ["-q", "-j", "2", "-s", site, "--invalidation-mode", "unchecked-hash"]
    # Some packages ship templates that are no Python.
    command: list[str | Path] = [sys.executable, "-I", "-m", "compileall", *options, site]
    subprocess.run(command, check=False, stdout=subprocess.DEVNULL)


def add_notices(folder: Path) -> None:
    """Copies licences and changes into a folder that is there."""
    for name in ("LICENSE", "CHANGELOG.md"):
        shutil.copy2(CHECKOUT / name, folder)
    shutil.copy2(INSTALLER / "deb/copyright", folder)


def weight(path: Path) -> int:
    """Returns the bytes of a file, or of all files below a folder."""
    files = [path] if path.is_symlink() or not path.is_dir() else path.rglob("*")
    return sum(file.lstat().st_size for file in files if file.is_symlink() or not file.is_dir())
