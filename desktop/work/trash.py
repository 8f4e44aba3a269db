"""The system's trash, from which removed files can be restored."""

from pathlib import Path

from PySide6.QtCore import QFile, QStandardPaths

from desktop.base.translation import translate
from engine.base.types import FilePath


def to_trash(path: FilePath) -> tuple[bool, str]:
    """Moves one file to the trash.

    Returns:
        Whether it succeeded, and the new place if known; else the reason.
    """
    try:
        name = path.raw.decode("utf-8")
    except UnicodeDecodeError:
        return False, translate("Trash", "its name cannot be read as text")
    # A user's first trash is created inside this folder, which must exist.
    Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.GenericDataLocation)).mkdir(
        parents=True, exist_ok=True
    )
    file = QFile(name)
    if not file.moveToTrash():
        return False, file.errorString() or translate("Trash", "the system refused")
    return True, file.fileName() if file.fileName() != name else ""
