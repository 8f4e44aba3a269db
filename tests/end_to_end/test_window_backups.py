"""Going back to a backup in a real window: it closes, the library is as it was, and it opens again by itself."""

import shutil
import sys
from pathlib import Path

import psutil
import pytest

from engine.backups.files import Reason, backups_of
from engine.backups.make import make_backup
from engine.library import Library
from tests.helpers.patience import PATIENCE_MS
from tests.helpers.qt import DrivenWindow, wait_until
from tests.helpers.tiny_library import TinyLibrary

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs an X server")


_IS_COMPARED = (
    "any(b.objectName() == 'dangerous' and b.isVisible() and b.isEnabled()"
    " for b in __import__('PySide6.QtWidgets', fromlist=['x']).QApplication.allWidgets())"
)


def windows_over(library: Path) -> list[psutil.Process]:
    """The windows that are open on a library and were not started by this test."""
    found = []
    for process in psutil.process_iter(["cmdline"]):
        line = process.info["cmdline"] or []
        if "desktop" in line and str(library) in line:
            found.append(process)
    return found


def ratings(library: Path) -> list[int]:
    with Library.open(library, read_only=True) as opened:
        return sorted(hit.sound.marks.rating for hit in opened.browse().hits)


def test_a_rating_too_many_is_taken_back_by_restoring_the_backup(
    x_display: str, tiny_library: TinyLibrary, tmp_path: Path
) -> None:
    library = Path(shutil.copytree(tiny_library.folder, tmp_path / "library"))
    make_backup(library, Reason.ASKED, now_s=1_700_000_000.0)
    with DrivenWindow(x_display, library, tmp_path / "window.json", "--pack", tiny_library.pack) as window:
        window.open()
        window.key("Down", "ctrl+5")
        wait_until(lambda: max(ratings(library)) == 5, "the rating to be kept")
        window.key("ctrl+k")
        window.type("restore a backup")
        window.key("Return")
        wait_until(lambda: window.ask({"do": "has", "part": "named Restore"})["has"], "the dialog")
        wait_until(lambda: window.look(_IS_COMPARED), "what it would cost")
        window.hands.click(window.where("named Restore"))
        window.process.wait(timeout=PATIENCE_MS / 1000)
        try:
            wait_until(lambda: windows_over(library), "the window that opens again")
            assert ratings(library) == [0] * 6
            assert Reason.REPLACED in [backup.reason for backup in backups_of(library)]
        finally:  # it has inherited the pipe that this window is listened to by
            again = windows_over(library)
            for process in again:
                process.terminate()
            psutil.wait_procs(again, timeout=PATIENCE_MS / 1000)
