"""What `bundle.toml` says."""

import dataclasses
import itertools
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Protocol

INSTALLER = Path(__file__).parents[1]
CHECKOUT = INSTALLER.parent
LOCKS = INSTALLER / "locks"

Version = tuple[int, ...]
LeftOut = Mapping[str, tuple[str, ...]]
"""Patterns below site-packages by reason; `{a,b}` stands for either."""


class Limits(Protocol):
    """What every system promises of sizes, in MB."""

    @property
    def largest_download_mb(self) -> int: ...
    @property
    def largest_disk_mb(self) -> int: ...


@dataclasses.dataclass(frozen=True, slots=True)
class Linux:
    """What a package for Linux asks of the system."""

    wheels: str
    """uv's name of the platform."""
    glibc: str
    """The newest version that any file may ask for."""
    own_glibc: str
    """The newest version that what is compiled here may ask for."""
    libstdcxx: str
    """The newest GLIBCXX version that any file may ask for."""
    system: tuple[str, ...]
    """File names of the libraries that the system has to bring."""
    optional: tuple[str, ...]
    """Those without which a plugin of Qt is not loaded, and nothing else."""
    largest_download_mb: int
    largest_disk_mb: int
    leave_out: LeftOut


@dataclasses.dataclass(frozen=True, slots=True)
class Windows:
    """What a package for Windows is made of."""

    platform: str
    """uv's name."""
    interpreter: str
    """File name of python.org's embeddable interpreter, which the builder fetches."""
    interpreter_sha256: str
    runtime: str
    """A pattern: the C++ runtime's libraries below site-packages, which go beside the interpreter."""
    system: tuple[str, ...]
    """Libraries that Windows has, in lower case, `.dll` left out."""
    largest_download_mb: int
    largest_disk_mb: int
    leave_out: LeftOut


@dataclasses.dataclass(frozen=True, slots=True)
class MacOS:
    """What a package for macOS is made of."""

    platform: str
    """uv's name."""
    oldest: str
    """The version of macOS that any file may ask for."""
    interpreter: str
    """File name of the interpreter's archive, which the builder fetches."""
    interpreter_sha256: str
    identifier: str
    """By which macOS knows the program."""
    largest_download_mb: int
    largest_disk_mb: int
    leave_out: LeftOut


@dataclasses.dataclass(frozen=True, slots=True)
class SoundType:
    """A kind of sound file that packages offer to open."""

    suffixes: tuple[str, ...]
    """Without the dot."""
    uti: str
    """Apple's name."""


@dataclasses.dataclass(frozen=True, slots=True)
class Description:
    """All packages."""

    version: str
    """Earshot's."""
    python: str
    locks: tuple[str, ...]
    pure: tuple[str, ...]
    """Packages without wheels and without compiled code."""
    leave_out: LeftOut
    """On every system; each adds its own."""
    sounds: tuple[SoundType, ...]
    notice_address: str
    """Where a package asks for a newer version when told to; "" for nowhere."""
    notice_key: str
    linux: Linux
    windows: Windows
    macos: MacOS


def read() -> Description:
    """Reads `bundle.toml`, and the version from pyproject.toml."""
    with (INSTALLER / "bundle.toml").open("rb") as file:
        said = tomllib.load(file)
    with (CHECKOUT / "pyproject.toml").open("rb") as file:
        version = tomllib.load(file)["project"]["version"]
    return Description(
        version=version,
        python=said["python"],
        locks=tuple(said["locks"]),
        pure=tuple(said["pure"]),
        leave_out=_left_out(said),
        notice_address=said["update"]["address"],
        notice_key=said["update"]["key"],
        sounds=tuple(SoundType(**_frozen(one)) for one in said["sounds"]),
        linux=Linux(**_frozen(said["linux"])),
        windows=Windows(**_frozen(said["windows"])),
        macos=MacOS(**_frozen(said["macos"])),
    )


def both(one: LeftOut, other: LeftOut) -> LeftOut:
    """Joins what is left out everywhere and on one system."""
    return {reason: (*one.get(reason, ()), *other.get(reason, ())) for reason in {**one, **other}}


def _frozen(part: Mapping[str, Any]) -> dict[str, Any]:
    found = {key: tuple(value) if isinstance(value, list) else value for key, value in part.items()}
    return {**found, "leave_out": _left_out(part)} if "leave_out" in part else found


def _left_out(part: Mapping[str, Any]) -> LeftOut:
    return {reason: tuple(patterns) for reason, patterns in part["leave_out"].items()}


def spelled_out(pattern: str) -> Iterator[str]:
    """Yields a pattern once for each choice of its braces, which pathlib does not know."""
    parts = re.split(r"\{([^}]*)\}", pattern)
    choices = [part.split(",") if place % 2 else [part] for place, part in enumerate(parts)]
    return ("".join(chosen) for chosen in itertools.product(*choices))


def numbers(version: str) -> Version:
    """Splits "2.31" into numbers that compare rightly."""
    return tuple(int(part) for part in version.split("."))
