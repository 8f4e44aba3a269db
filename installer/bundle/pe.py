"""What the compiled files of a package for Windows ask for: x86-64, and libraries that are where Windows looks.

Windows looks beside the file, beside the interpreter, in folders that a package adds on import, and in its own.
By objdump, of binutils.
"""

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

from installer.bundle.description import Windows

_NEEDED = re.compile(r"DLL Name: (\S+)")
_ADDED = {"PySide6": ("PySide6", "shiboken6"), "win32": ("pywin32_system32",), "win32com": ("pywin32_system32",)}
"""What is loaded before the files of a package: its own doing. Those in `NAME.libs` are added by delvewheel's lines."""


def complaints(tree: Path, site: Path, windows: Windows) -> list[str]:
    """Names files of another kind of machine, and libraries that nobody brings.

    Args:
        tree: the whole package; the interpreter in `python`.
        site: its site-packages.
        windows: says what the system has.

    Returns:
        A line for each fault, none if all is well.
    """
    own = _names(tree / "python")
    found = []
    for file in sorted(_compiled(tree)):
        said = subprocess.run(["objdump", "-p", file], capture_output=True, text=True, check=False).stdout
        name = file.relative_to(tree)
        if "file format pei-x86-64" not in said:
            found.append(f"{name} is not for Windows on x86-64 processors")
            continue
        known = own | _names(file.parent) | _added(file, site)
        asked = (library.lower() for library in _NEEDED.findall(said))
        found += [
            f"{name} asks for {library}, which nobody brings"
            for library in asked
            if library not in known and not _is_of_windows(library, windows)
        ]
    return found


def _compiled(tree: Path) -> Iterator[Path]:
    """Yields programs and libraries of any system, by their first bytes."""
    for path in tree.rglob("*"):
        if path.is_file():
            with path.open("rb") as file:
                if file.read(4)[:2] == b"MZ" or path.suffix in (".dll", ".exe", ".pyd", ".so"):
                    yield path


def _added(file: Path, site: Path) -> set[str]:
    if not file.is_relative_to(site):
        return set()
    package = file.relative_to(site).parts[0].removesuffix(".libs")
    folders = [*_ADDED.get(package, ()), *(libs.name for libs in site.glob("*.libs"))]
    return {name for folder in folders for name in _names(site / folder)}


def _names(folder: Path) -> set[str]:
    return {path.name.lower() for path in folder.iterdir()} if folder.is_dir() else set()


def _is_of_windows(library: str, windows: Windows) -> bool:
    return library.startswith("api-ms-win-") or library.removesuffix(".dll") in windows.system
