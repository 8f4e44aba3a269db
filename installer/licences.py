"""Lists the licences of all locked packages that are installed; fails on one incompatible with the GPL, version 3.

Reads the installed packages' own metadata, by engine/base/licences.py, which also fills its gaps. `make lint` runs it.
Does not read licence texts, and judges packages, not the data in them.
"""

import re
import sys
from collections.abc import Iterable
from pathlib import Path

from engine.base.licences import licence_of, normal

LOCKS = Path(__file__).parent / "locks"

COMPATIBLE = (
    "0BSD",
    "Apache",
    "BSD",
    "BSL-1.0",
    "CC0",
    "CNRI-Python",
    "GPL-2.0-or-later",
    "GPL-3.0",
    "ISC",
    "LGPL",
    "MIT",
    "MPL-2.0",
    "Mozilla Public License 2.0",
    "PSF",
    "Python Software Foundation",
    "Unlicense",
    "Zlib",
    "any-OSI",
)
"""Prefixes of licence names that the FSF lists as compatible with GPL-3.0."""

NOT_DISTRIBUTED = re.compile(r"nvidia-|cuda-toolkit$")
"""NVIDIA's own libraries: the user downloads them for a GPU or for training; optional, and in no package of ours."""


def locked_names() -> list[str]:
    """Returns the names of all packages in the locks, normalised and sorted."""
    pinned = re.compile(r"^([A-Za-z0-9._-]+)==", re.MULTILINE)
    names = {normal(name) for lock in LOCKS.glob("*.txt") for name in pinned.findall(lock.read_text(encoding="utf-8"))}
    return sorted(names)


def is_compatible(licence: str) -> bool:
    """Tells whether a licence is compatible with GPL-3.0: every part joined by AND, or any part joined by OR."""
    choices = re.split(r"\s+OR\s+", licence.strip("() "))
    return any(all(_is_listed(part) for part in re.split(r"\s+AND\s+", choice)) for choice in choices)


def _is_listed(part: str) -> bool:
    bare = re.sub(r"^(The |\(|[23]-Clause )", "", part.strip())
    return bare.casefold().startswith(tuple(name.casefold() for name in COMPATIBLE))


def judge(names: Iterable[str]) -> tuple[list[str], list[str]]:
    """Returns a line for each installed package, and the names of incompatible ones."""
    lines, refused = [], []
    for name in names:
        licence = licence_of(name)
        if licence is None:
            continue
        note = ""
        if not licence or not is_compatible(licence):
            if NOT_DISTRIBUTED.match(name):
                note = "  (not distributed with Earshot)"
            else:
                refused.append(name)
                note = "  <- not known to go with GPL-3.0"
        lines.append(f"{name:28} {licence or 'unknown'}{note}")
    return lines, refused


def main() -> int:
    """Prints the list. Returns the exit code: 0 all compatible, 1 some not."""
    names = locked_names()
    lines, refused = judge(names)
    print("\n".join(lines))
    print(f"{len(lines)} of {len(names)} locked packages are installed here; {len(refused)} refused.")
    return 1 if refused else 0


if __name__ == "__main__":
    sys.exit(main())
