"""Files are shown in the file manager, selected where it can do that."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers.tiny_library import REPOSITORY

pytestmark = [
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="D-Bus"),
    pytest.mark.skipif(shutil.which("dbus-run-session") is None, reason="needs dbus-run-session"),
]

# A file manager that prints what it is asked to show, and a window that asks; both on a bus of their own.
_ASK = """
import sys
from PySide6.QtCore import QCoreApplication, QTimer, SLOT, QObject, Slot
from PySide6.QtDBus import QDBusConnection, QDBusVirtualObject
from desktop.results.file_manager import reveal
from engine.base.types import FilePath

app = QCoreApplication([])


class Manager(QDBusVirtualObject):
    def introspect(self, path):
        return ""

    def handleMessage(self, message, connection):
        print(message.member(), message.signature(), *message.arguments()[0], flush=True)
        connection.send(message.createReply())
        app.quit()
        return True


manager = Manager()
other = QDBusConnection.connectToBus(QDBusConnection.BusType.SessionBus, "manager")
assert other.registerVirtualObject("/org/freedesktop/FileManager1", manager)
assert other.registerService("org.freedesktop.FileManager1")
reveal([FilePath.of(name) for name in sys.argv[1:]], app)
QTimer.singleShot(20_000, lambda: app.exit(1))
sys.exit(app.exec())
"""


def test_the_file_manager_is_asked_to_select_the_files(tmp_path: Path) -> None:
    files = [tmp_path / "a b.wav", tmp_path / "c.wav"]
    command = ["dbus-run-session", "--", sys.executable, "-c", _ASK, *map(str, files)]
    done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    # D-Bus knows "as" as an array of strings, which the file managers insist on, and "s" as the start-up id.
    assert done.stdout.split() == ["ShowItems", "ass", f"file://{tmp_path}/a%20b.wav", f"file://{tmp_path}/c.wav"]


_ALONE = """
import sys
from PySide6.QtCore import QObject, Slot, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from desktop.results.file_manager import reveal
from engine.base.types import FilePath

app = QGuiApplication([])


class Opened(QObject):
    @Slot(QUrl)
    def show(self, url):
        print(url.toLocalFile(), flush=True)
        app.quit()


opened = Opened()
QDesktopServices.setUrlHandler("file", opened, "show")
reveal([FilePath.of(name) for name in sys.argv[1:]], app)
"""


def test_without_one_the_folder_is_opened(tmp_path: Path) -> None:
    environment = {**os.environ, "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere", "QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, "-c", _ALONE, str(tmp_path / "a.wav")]
    done = subprocess.run(
        command, cwd=REPOSITORY, env=environment, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.stdout.split() == [str(tmp_path)], done.stderr
