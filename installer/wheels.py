"""`make wheels-check`: can every lock be installed on every promised system, with every promised Python, from wheels?

uv resolves each as if it were there, and installs nothing. Needs the network. hnswlib, which has no wheels anywhere and
without which Earshot works, is not among what is promised.
"""

import dataclasses
import os
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path

from installer.bundle.description import CHECKOUT, INSTALLER, LOCKS

_UV = Path(sys.executable).with_name("uv")
_CAUSE = re.compile(r"cause: (?:Because )?(.*?)(?: and you require|, we can conclude|$)", re.MULTILINE)
_UNREACHABLE = re.compile(r"Failed to fetch|error sending request|dns error|Could not connect", re.IGNORECASE)


@dataclasses.dataclass(frozen=True, slots=True)
class System:
    """A system that README promises."""

    name: str
    """README's words."""
    platform: str
    """uv's word."""
    locks: tuple[str, ...]
    macos: str = ""
    """The oldest version of macOS; empty elsewhere."""


@dataclasses.dataclass(frozen=True, slots=True)
class Resolution:
    """Whether one lock can be installed on one system with one Python."""

    system: System
    python: str
    lock: str
    fault: str
    """Why not; empty if it can."""


class Unreachable(Exception):
    """The package index does not answer."""


def systems() -> tuple[System, ...]:
    """Reads the promised systems from bundle.toml."""
    with (INSTALLER / "bundle.toml").open("rb") as file:
        said = tomllib.load(file)["systems"]
    return tuple(System(**{**one, "locks": tuple(one["locks"])}) for one in said)


def pythons() -> tuple[str, ...]:
    """Reads the promised Pythons from pyproject.toml: "3.11", "3.12" and so on."""
    with (CHECKOUT / "pyproject.toml").open("rb") as file:
        stated = tomllib.load(file)["project"]["requires-python"]
    found = re.fullmatch(r">=3\.(\d+),<3\.(\d+)", stated)
    if found is None:
        raise ValueError(f"requires-python is {stated}; two bounds of Python 3 are expected")
    return tuple(f"3.{minor}" for minor in range(int(found[1]), int(found[2])))


def pure() -> tuple[str, ...]:
    """Reads which packages may be built from source, as they have no compiled code."""
    with (INSTALLER / "bundle.toml").open("rb") as file:
        return tuple(tomllib.load(file)["pure"])


def resolve(system: System, python: str, lock: Path) -> str:
    """Resolves one lock for one system.

    Returns:
        Why it cannot be installed there, empty if it can.

    Raises:
        Unreachable: no index answers.
    """
    with tempfile.TemporaryDirectory(prefix="earshot-wheels-") as empty:
        command: list[str | Path] = [
            _UV,
            "pip",
            "install",
            "--dry-run",
            "--no-deps",
            "--target",
            empty,
            "--python",
            sys.executable,
        ]
        command += ["--python-version", python, "--python-platform", system.platform]
        command += ["--only-binary", ":all:", *(part for name in pure() for part in ("--no-binary", name))]
        environment = dict(os.environ)
        if system.macos:
            environment["MACOSX_DEPLOYMENT_TARGET"] = system.macos
        done = subprocess.run(
            [*command, "--require-hashes", "-r", lock], capture_output=True, text=True, check=False, env=environment
        )
    if done.returncode == 0:
        return ""
    if _UNREACHABLE.search(done.stderr):
        raise Unreachable(done.stderr.strip())
    cause = _CAUSE.search(done.stderr)
    return cause[1] if cause else done.stderr.strip()


def resolutions() -> Iterator[Resolution]:
    """Resolves everything that is promised, one by one."""
    for system in systems():
        for python in pythons():
            for lock in system.locks:
                fault = resolve(system, python, LOCKS / f"{lock}.txt")
                yield Resolution(system, python, lock, fault)


def table(results: Sequence[Resolution]) -> str:
    """Writes a row for each system and lock, a column for each Python, in Markdown."""
    lines = [f"| system | lock | {' | '.join(pythons())} |", f"| --- | --- {'| --- ' * len(pythons())}|"]
    for system in systems():
        for lock in system.locks:
            marks = [
                "no" if result.fault else "yes" for result in results if (result.system, result.lock) == (system, lock)
            ]
            lines.append(f"| {system.name} | {lock} | {' | '.join(marks)} |")
    return "\n".join(lines)


def main() -> int:
    """Prints the table. Returns the exit status: 0 all true, 1 a promise does not hold, 2 no index answers."""
    readme = (CHECKOUT / "README.md").read_text(encoding="utf-8")
    faults = [f"README does not name {system.name!r}" for system in systems() if system.name not in readme]
    try:
        results = list(resolutions())
    except Unreachable as err:
        print(f"No package index answers: {err}", file=sys.stderr)
        return 2
    print(table(results))
    faults += [f"{one.system.name}, Python {one.python}, {one.lock}.txt: {one.fault}" for one in results if one.fault]
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
