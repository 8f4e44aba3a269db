"""The system's trash: what the user takes away lies there, and can be put back."""

from pathlib import Path

from PySide6.QtCore import QFile, QStandardPaths

from desktop.translation import translate
from engine.types import FilePath


def to_trash(path: FilePath) -> tuple[bool, str]:
    """Moves one file to the trash.

    Returns:
        Whether it went, and where to, as far as the system says; for one that did not, why.
    """
    try:
        name = path.raw.decode("utf-8")
    except UnicodeDecodeError:
        return False, translate("Trash", "its name cannot be read as text")
    # The trash of a user who has none yet is made inside this folder, which must be there.
    Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.GenericDataLocation)).mkdir(
        parents=True, exist_ok=True
    )
    file = QFile(name)
    if not file.moveToTrash():
        return False, file.errorString() or translate("Trash", "the system refused")
    return True, file.fileName() if file.fileName() != name else ""
