"""Translations of the window's sentences: Qt Linguist sources (TS), and compiled ones (QM), which are not in git."""

import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

FOLDER = Path(__file__).parent


def compile_all() -> None:
    """Compiles each TS file that is newer than its QM file. Set-up, packaging and tests call it.

    Raises:
        FileNotFoundError: PySide6 is not installed here.
        CalledProcessError: a TS file cannot be read.
    """
    for source in sorted(FOLDER.glob("*.ts")):
        target = source.with_suffix(".qm")
        if not target.exists() or target.stat().st_mtime < source.stat().st_mtime:
            _compile(source, target)


def _compile(source: Path, target: Path) -> None:
    with tempfile.TemporaryDirectory(dir=target.parent) as folder:  # a window that starts now reads all or nothing
        made = Path(folder) / target.name
        subprocess.run([_lrelease(), "-silent", source, "-qm", made], check=True)
        made.replace(target)


def _lrelease() -> Path:
    found = find_spec("PySide6")
    if found is None or found.origin is None:
        raise FileNotFoundError("PySide6-Essentials is needed to compile translations")
    return Path(found.origin).with_name("lrelease.exe" if sys.platform == "win32" else "lrelease")
