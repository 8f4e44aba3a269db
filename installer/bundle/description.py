"""What `bundle.toml` says."""

import dataclasses
import itertools
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

INSTALLER = Path(__file__).parents[1]
CHECKOUT = INSTALLER.parent
LOCKS = INSTALLER / "locks"

Version = tuple[int, ...]


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


@dataclasses.dataclass(frozen=True, slots=True)
class Description:
    """All packages."""

    version: str
    """Earshot's."""
    python: str
    locks: tuple[str, ...]
    pure: tuple[str, ...]
    """Packages without wheels and without compiled code."""
    leave_out: Mapping[str, tuple[str, ...]]
    """Patterns below site-packages by reason; `{a,b}` stands for either."""
    linux: Linux


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
        leave_out={reason: tuple(patterns) for reason, patterns in said["leave_out"].items()},
        linux=Linux(**{**said["linux"], **{key: tuple(said["linux"][key]) for key in ("system", "optional")}}),
    )


def spelled_out(pattern: str) -> Iterator[str]:
    """Yields a pattern once for each choice of its braces, which pathlib does not know."""
    parts = re.split(r"\{([^}]*)\}", pattern)
    choices = [part.split(",") if place % 2 else [part] for place, part in enumerate(parts)]
    return ("".join(chosen) for chosen in itertools.product(*choices))


def numbers(version: str) -> Version:
    """Splits "2.31" into numbers that compare rightly."""
    return tuple(int(part) for part in version.split("."))
