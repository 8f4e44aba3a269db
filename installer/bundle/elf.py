"""What a compiled file asks of the system it runs on: versions of glibc and libstdc++, libraries, and where it looks.

By readelf, of binutils, which a compiler brings.
"""

import dataclasses
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

from installer.bundle.description import Linux, Version, numbers

_NEEDED = re.compile(r"\(NEEDED\).*\[(.+)\]")
_LOOKS = re.compile(r"\((?:RPATH|RUNPATH)\).*\[(.*)\]")
_GLIBC = re.compile(r"Name: GLIBC_([0-9.]+)")
_LIBSTDCXX = re.compile(r"Name: GLIBCXX_([0-9.]+)")


@dataclasses.dataclass(frozen=True, slots=True)
class Demands:
    """What one file asks for."""

    file: Path
    needed: tuple[str, ...]
    """File names of libraries."""
    folders: tuple[str, ...]
    """Where it looks for them before the system's folders, as written."""
    glibc: Version
    """The newest; empty if none."""
    libstdcxx: Version


def compiled_files(tree: Path) -> Iterator[Path]:
    """Yields every ELF file below a folder, no links."""
    for path in sorted(tree.rglob("*")):
        if path.is_file() and not path.is_symlink():
            with path.open("rb") as file:
                if file.read(4) == b"\x7fELF":
                    yield path


def demands(file: Path) -> Demands:
    """Reads one file."""
    said = subprocess.run(
        ["readelf", "--wide", "--dynamic", "--version-info", file], capture_output=True, text=True, check=True
    ).stdout
    return Demands(
        file=file,
        needed=tuple(_NEEDED.findall(said)),
        folders=tuple(folder for found in _LOOKS.findall(said) for folder in found.split(":") if folder),
        glibc=max(map(numbers, _GLIBC.findall(said)), default=()),
        libstdcxx=max(map(numbers, _LIBSTDCXX.findall(said)), default=()),
    )


def complaints(tree: Path, own: tuple[Path, ...], linux: Linux) -> list[str]:
    """Tells what no older system could load, and what would be looked for outside the folder.

    Args:
        tree: the whole package.
        own: folders and files in it that were compiled here.
        linux: the promise.

    Returns:
        A line for each fault, none if all is well.
    """
    found = []
    known = {path.name for path in tree.rglob("*.so*")} | {*linux.system, *linux.optional}
    for file in compiled_files(tree):
        asked = demands(file)
        name = file.relative_to(tree)
        limit = linux.own_glibc if any(file.is_relative_to(part) for part in own) else linux.glibc
        if asked.glibc > numbers(limit):
            found.append(f"{name} asks for glibc {_text(asked.glibc)}; {limit} is promised")
        if asked.libstdcxx > numbers(linux.libstdcxx):
            found.append(f"{name} asks for libstdc++ {_text(asked.libstdcxx)}; {linux.libstdcxx} is promised")
        found += [f"{name} asks for {library}, which nobody brings" for library in asked.needed if library not in known]
        found += [
            f"{name} looks for libraries in {folder}, outside the package"
            for folder in asked.folders
            if not is_inside(folder, file, tree)
        ]
    return found


def look_inside(tree: Path) -> None:
    """Takes folders outside the package out of where its files look; some wheels name one of who built them."""
    for file in compiled_files(tree):
        folders = demands(file).folders
        inside = [folder for folder in folders if is_inside(folder, file, tree)]
        if len(inside) < len(folders):
            subprocess.run(["patchelf", "--set-rpath", ":".join(inside), file], check=True)


def is_inside(folder: str, file: Path, tree: Path) -> bool:
    """Tells whether a folder that a file looks into, as written in the file, is in the package wherever that lies."""
    rest = re.sub(r"^\$(?:ORIGIN|\{ORIGIN\})", "", folder)
    if rest == folder:
        return False
    return (file.parent / rest.lstrip("/")).resolve().is_relative_to(tree.resolve())


def _text(version: Version) -> str:
    return ".".join(map(str, version))
