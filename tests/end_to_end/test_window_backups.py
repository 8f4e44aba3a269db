"""Going back to a backup, and mending, in a real window: it closes, does its work, and opens again by itself."""

import shutil
import sys
from pathlib import Path

import psutil
import pytest

from engine.base.backup_files import Reason, backups_of
from engine.base.write_hold import is_held
from engine.library.library import Library
from engine.library.user_data import UserData
from engine.store.backup import make_backup
from engine.store.catalogue import Catalogue
from engine.store.connection import FILE_NAME
from tests.end_to_end.test_window_housekeeping import click
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


def close_windows_over(library: Path) -> None:
    """Ends the windows that opened again; they have inherited the pipe that the test's own is listened to by."""
    again = windows_over(library)
    for process in again:
        process.terminate()
    psutil.wait_procs(again, timeout=PATIENCE_MS / 1000)


def damaged(whole: Path, folder: Path) -> Path:
    """A copy of a library in whose catalogue a bit has turned, which a check has found."""
    note, other = b"a note that was written", b"a note that was wrItten"
    shutil.copytree(whole, folder)
    with Catalogue.open(folder) as catalogue:
        UserData(catalogue).set_note([catalogue.columns.living()[0]], note.decode())
    path = folder / FILE_NAME
    raw = path.read_bytes()
    assert raw.count(note) == 1
    path.write_bytes(raw.replace(note, other))
    assert not make_backup(folder, Reason.DAILY).is_whole
    return folder


def ratings(library: Path) -> list[int]:
    with Library.open(library, read_only=True) as opened:
        return sorted(hit.sound.marks.rating for hit in opened.browse().hits)


@pytest.mark.shows("entered-lost-file")
def test_a_rating_too_many_is_taken_back_by_restoring_the_backup(
    x_display: str, tiny_library: TinyLibrary, tmp_path: Path
) -> None:
    library = Path(shutil.copytree(tiny_library.folder, tmp_path / "library"))
    make_backup(library, Reason.ASKED)  # of today: a daily one would be made meanwhile, and would have the rating
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
        finally:
            close_windows_over(library)


def test_a_damaged_library_is_searched_keeps_no_change_and_is_mended_by_one_button(
    x_display: str, tiny_library: TinyLibrary, tmp_path: Path
) -> None:
    library = damaged(tiny_library.folder, tmp_path / "library")
    with DrivenWindow(x_display, library, tmp_path / "window.json", "--pack", tiny_library.pack) as window:
        window.open()
        wait_until(lambda: "is damaged" in window.look("window.message.label.text()"), "the message")
        window.key("Down", "ctrl+5")
        window.ask({"do": "state"})
        assert max(ratings(library)) == 0
        window.key("ctrl+f")
        since = window.mark()
        window.type("noise")
        assert window.wait("shown", lambda line: line["text"] == "noise", since=since)["names"]
        click(window, "Repair…")
        click(window, "Repair")

        def agreed() -> bool:
            window.key("Return")  # to what it says of the mending, once that has come
            return window.process.poll() is not None

        wait_until(agreed, "the old window to go")
        try:
            wait_until(lambda: windows_over(library), "the window that opens again")
            assert not is_held(library)
            assert Reason.DAMAGED in [backup.reason for backup in backups_of(library)]
            with Catalogue.open(library) as catalogue:
                UserData(catalogue).set_rating(catalogue.columns.living(), 4)
            assert ratings(library) == [4] * 6
        finally:
            close_windows_over(library)
