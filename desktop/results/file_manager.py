"""Shows files in the system's file manager, selected if possible."""

import sys
from collections.abc import Sequence

from PySide6.QtCore import QObject, QProcess, QUrl
from PySide6.QtDBus import QDBusConnection, QDBusMessage, QDBusPendingCallWatcher
from PySide6.QtGui import QDesktopServices

from engine.base.types import FilePath

_SERVICE = "org.freedesktop.FileManager1"
_PATH = "/org/freedesktop/FileManager1"


def reveal(paths: Sequence[FilePath], parent: QObject) -> None:
    """Opens the file manager with these files selected, or else the folder of the first.

    Does not block. GUI thread only.
    """
    if not paths:
        return
    if sys.platform == "win32":
        QProcess.startDetached("explorer.exe", ["/select,", str(paths[0].native)])
    elif sys.platform == "darwin":
        QProcess.startDetached("open", ["-R", *(str(path.native) for path in paths)])
    else:
        _ask_file_manager(paths, parent)


def _ask_file_manager(paths: Sequence[FilePath], parent: QObject) -> None:
    """Asks over D-Bus, supported by all common file managers; else opens the folder."""
    bus = QDBusConnection.sessionBus()
    if not bus.isConnected():
        _open_folder(paths[0])
        return
    message = QDBusMessage.createMethodCall(_SERVICE, _PATH, _SERVICE, "ShowItems")
    message.setArguments([[path.uri for path in paths], ""])
    watcher = QDBusPendingCallWatcher(bus.asyncCall(message), parent)

    def answered() -> None:
        if watcher.isError():
            _open_folder(paths[0])
        watcher.deleteLater()

    watcher.finished.connect(answered)


def _open_folder(path: FilePath) -> None:
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(path.native.parent)))
