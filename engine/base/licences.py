"""The licences of everything inside: Earshot, the packages it builds on, and the libraries that came with its package.

Read from the metadata of what is installed, so that the list cannot differ from it. Gaps of that metadata are filled in
here by hand, with the source. It judges nothing: `make lint` does (installer/licences.py).
"""

import importlib.metadata
import re
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

BY_HAND = {
    "atheris": "Apache-2.0",  # the LICENSE file in its wheel; its metadata is silent
    "hnswlib": "Apache-2.0",  # the LICENSE file of its source distribution; its metadata is silent
    "pycmx": "MIT",  # the LICENSE file in its wheel; its metadata is silent
    "yattag": "LGPL-2.1-or-later",  # the licence file of its source distribution; its metadata names no version
    "cuda-toolkit": "LicenseRef-NVIDIA-Proprietary",  # an empty package that only depends on the nvidia ones
}

_TEXT = re.compile(r"(licen[cs]e|copying|notice|copyright)", re.IGNORECASE)
_MOST_CHARACTERS = 300
"""Of a stated licence; some packages state the whole text there."""
_MOST_BYTES = 2**20
"""Of one text."""
_NOTICES = "share/doc/earshot/libraries"
"""Licence texts of native libraries in a package of Earshot, a file each; installer/bundle/tree.py."""


class PartLicence(Struct, frozen=True):
    """One part, and what its makers say about copying it."""

    name: str
    version: str
    """"" where it is not known."""
    licence: str
    """Its short name; "" where only the text says it."""
    texts: tuple[Path, ...]
    """Files with the licence."""

    def text(self) -> str:
        """Reads the licence texts, one after the other. Not on the GUI thread."""
        read = [path.read_bytes()[:_MOST_BYTES].decode("utf-8", errors="replace").strip() for path in self.texts]
        return "\n\n".join(read)


def normal(name: str) -> str:
    """Normalises a package's name as in PEP 503."""
    return re.sub(r"[-_.]+", "-", name).lower()


def licence_of(name: str) -> str | None:
    """Returns an installed package's licence, "" if its metadata has none, None if it is not installed."""
    try:
        return _stated(normal(name), importlib.metadata.distribution(name))
    except importlib.metadata.PackageNotFoundError:
        return None


def part_licences() -> tuple[PartLicence, ...]:
    """Lists Earshot first, then all that is installed beside it, by name. Reads hundreds of files."""
    parts = {normal(part.name): part for part in (*_libraries(), _interpreter(), *_packages())}
    own = parts.pop("earshot", None)
    rest = sorted(parts.values(), key=lambda part: normal(part.name))
    return tuple(rest if own is None else [own, *rest])


def _packages() -> Iterator[PartLicence]:
    for found in importlib.metadata.distributions():
        name = found.name
        if not name:  # a damaged folder has no metadata
            continue
        files = [file for file in found.files or () if _TEXT.search(file.name) and file.suffix not in (".py", ".pyc")]
        texts = tuple(path for file in files if (path := Path(str(file.locate()))).is_file())
        yield PartLicence(name, found.version, _stated(normal(name), found), texts)


def _stated(name: str, found: importlib.metadata.Distribution) -> str:
    if name in BY_HAND:
        return BY_HAND[name]
    metadata = found.metadata
    stated = next((metadata[field] for field in ("License-Expression", "License") if field in metadata), "")
    classifiers = metadata.get_all("Classifier") or []
    named = [text.split(" :: ")[-1] for text in classifiers if text.startswith("License")]
    if stated and len(stated) <= _MOST_CHARACTERS and "\n" not in stated:
        return stated
    return " OR ".join(named) or stated.split("\n")[0]


def _interpreter() -> PartLicence:
    text = Path(sysconfig.get_path("stdlib")) / "LICENSE.txt"
    number = ".".join(map(str, sys.version_info[:3]))
    return PartLicence("Python", number, "PSF-2.0", (text,) if text.is_file() else ())


def _libraries() -> Iterator[PartLicence]:
    folder = Path(sys.base_prefix).parent / _NOTICES
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        yield PartLicence(path.name, "", "", (path,))
