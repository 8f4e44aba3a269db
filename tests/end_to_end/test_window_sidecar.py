"""A sidecar written from the menu of a folder, and what another window does with it: real windows, a real mouse."""

import shutil
import sys
from pathlib import Path

import pytest

from engine.features.sidecar.format import NAME, read_sidecar
from tests.helpers.qt import DrivenWindow, wait_until
from tests.helpers.sounds import write_tone
from tests.helpers.tiny_library import TinyLibrary, earshot

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs an X server")

TREE = "window.folders.tree"
POPUP = "__import__('PySide6.QtWidgets').QtWidgets.QApplication.activePopupWidget()"
PLACE = "(lambda point: [point.x(), point.y()])"


def of_folder(window: DrivenWindow) -> list[int]:
    """The middle of the first folder, on the screen."""
    place = f"{TREE}.visualItemRect({TREE}.topLevelItem(0)).center()"
    found: list[int] = window.look(f"{PLACE}({TREE}.viewport().mapToGlobal({place}))")
    return found


def of_action(window: DrivenWindow, text: str) -> list[int]:
    """The middle of an item of the open menu, on the screen."""
    item = f"[one for one in menu.actions() if one.text() == {text!r}][0]"
    found: list[int] = window.look(
        f"(lambda menu: {PLACE}(menu.mapToGlobal(menu.actionGeometry({item}).center())))({POPUP})"
    )
    return found


@pytest.mark.shows("sidecar")
def test_a_sidecar_is_written_from_the_menu_and_taken_by_another_window(
    x_display: str, tiny_library: TinyLibrary, tmp_path: Path
) -> None:
    sounds = tmp_path / "sounds"
    for number in range(9):
        write_tone(sounds / f"take {number}.wav", hz=150.0 * (number + 1), seconds=2.0)
    library, pack = tmp_path / "library", tiny_library.pack
    earshot("index", "--json", "--library", library, "--pack", pack, "--device", "cpu", sounds)
    with DrivenWindow(x_display, library, tmp_path / "window.json", "--pack", pack) as window:
        window.open()
        wait_until(lambda: window.look(f"{TREE}.topLevelItemCount()") == 1, "the folder")
        window.hands.do("mousemove", *of_folder(window), "click", 3)
        wait_until(lambda: window.look(f"{POPUP} is not None"), "the menu")
        window.hands.click(of_action(window, "Write a sidecar"))
        wait_until(lambda: (sounds / NAME).exists(), "the sidecar")
        assert len(read_sidecar(sounds / NAME).sounds) == 9
    elsewhere = shutil.copytree(sounds, tmp_path / "elsewhere")
    command = ("--pack", pack, elsewhere)
    with DrivenWindow(x_display, tmp_path / "other", tmp_path / "other.json", *command) as window:
        window.open()
        window.wait("indexing", lambda line: not line["is_running"], patience_s=120)
        wait_until(lambda: window.look("window.model.rowCount()") == 9, "the rows")
    hits = earshot("search", "--json", "--library", tmp_path / "other", "steady low tone")
    assert len(hits) == 9 and all(hit["path"].startswith(str(elsewhere)) for hit in hits)
