"""The folder that every package for Linux is made of: an interpreter, the locked packages, Earshot, and a launcher.

bin/earshot                     the command
python/                         the interpreter, packages in its site-packages
lib/libportaudio.so.2           for systems without one
share/                          menu entry, icon, licences, changes
uninstall                       `sh uninstall` removes the folder
"""

import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

from installer.bundle.contents import add_notices, add_packages, leave_out, weight
from installer.bundle.description import CHECKOUT, INSTALLER, LOCKS, Description, both
from installer.bundle.elf import look_inside

_HERE = Path(__file__).parent


def site_packages(tree: Path, description: Description) -> Path:
    """Where the packages of a tree lie."""
    return tree / f"python/lib/python{description.python}/site-packages"


def own_parts(tree: Path, description: Description) -> tuple[Path, ...]:
    """What is compiled by `interpreter.sh`, not by those who made the wheels."""
    python = tree / "python"
    return (
        python / "bin",
        python / f"lib/python{description.python}/lib-dynload",
        tree / "lib",
        *python.glob("lib/lib*.so*"),
        *site_packages(tree, description).glob("hnswlib*.so"),
    )


def cached_interpreter() -> Path:
    """Returns the archive of what is compiled here; builds it at the first time and after a change of its recipe."""
    recipe = hashlib.sha256()
    for path in (
        _HERE / "interpreter.sh",
        _HERE / "interpreter-in-root.sh",
        LOCKS / "hnsw.txt",
        LOCKS / "hnsw-build.txt",
    ):
        recipe.update(path.read_bytes())
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "earshot-bundle"
    archive = cache / f"interpreter-{recipe.hexdigest()[:16]}.tar.xz"
    if not archive.exists():
        print(f"Building Python, PortAudio and hnswlib, which no wheel brings, once; kept in {cache}.", flush=True)
        subprocess.run(["sh", _HERE / "interpreter.sh", sys.executable, archive], check=True)
    return archive


def make(tree: Path, interpreter: Path, description: Description) -> dict[str, int]:
    """Fills a folder.

    Args:
        tree: replaced if it exists.
        interpreter: what `interpreter.sh` built.
        description: what goes into it.

    Returns:
        The bytes left out, for each reason in the description.

    Raises:
        ValueError: a pattern of what is left out matches nothing.
    """
    shutil.rmtree(tree, ignore_errors=True)
    tree.mkdir(parents=True)
    with tarfile.open(interpreter) as archive:
        archive.extractall(tree, filter="tar")
    site = site_packages(tree, description)
    add_packages(site, description, description.linux.wheels, own_wheels=sorted((tree / "wheels").glob("*.whl")))
    shutil.rmtree(tree / "wheels")
    qt = site / "PySide6/Qt/lib"
    for library in (tree / "qt").iterdir():
        shutil.copy2(library, qt / library.name)
    shutil.rmtree(tree / "qt")
    saved = leave_out(site, both(description.leave_out, description.linux.leave_out))
    saved["debugging symbols"] = _strip(site)
    look_inside(site)
    shutil.copy2(_HERE / "sitecustomize.py", site)
    _add_launchers(tree)
    _add_shared(tree)
    _compile(tree, description)
    return saved


def _strip(site: Path) -> int:
    """Takes debugging symbols out of extension modules, and returns their bytes.

    Not out of the shared libraries beside them: auditwheel has moved their sections, which strip may not follow.
    """
    before = weight(site)
    modules = [path for path in site.rglob("*.so") if not path.parent.name.endswith(".libs")]
    subprocess.run(["strip", "--strip-unneeded", *modules], check=True)
    return before - weight(site)


def _add_launchers(tree: Path) -> None:
    (tree / "bin").mkdir()
    shutil.copy2(_HERE / "launcher.sh", tree / "bin/earshot")
    (tree / "bin/earshot").chmod(0o755)
    shutil.copy2(_HERE / "uninstall.sh", tree / "uninstall")


def _add_shared(tree: Path) -> None:
    share = tree / "share"
    icons = share / "icons/hicolor/scalable/apps"
    own = share / "earshot"
    notices = share / "doc/earshot"
    for folder in (share / "applications", icons, own, notices):
        folder.mkdir(parents=True)
    shutil.copy2(INSTALLER / "deb/earshot.desktop", share / "applications")
    shutil.copy2(CHECKOUT / "resources/icons/earshot.svg", icons)
    shutil.copy2(_HERE / "menu.sh", own)
    add_notices(notices)
    shutil.move(tree / "notices", notices / "libraries")


def _compile(tree: Path, description: Description) -> None:
    """Compiles all modules; Python believes the result without a look at the source's date, which unpacking changes."""
    python = tree / "python/bin" / f"python{description.python}"
    options: list[str | Path] = ["-q", "-j", "2", "-s", tree, "--invalidation-mode", "unchecked-hash"]
    # Some packages ship templates that are no Python.
    subprocess.run(
        [python, "-I", "-m", "compileall", *options, tree / "python/lib"], check=False, stdout=subprocess.DEVNULL
    )
