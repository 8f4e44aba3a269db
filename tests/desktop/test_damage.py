"""What the window says of a library that is damaged, and what can still be done in it."""

import os
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tests.helpers.patience import PATIENCE_MS
from tests.helpers.tiny_library import TinyLibrary
from tests.helpers.whole_window import whole_window


@pytest.fixture
def library(tiny_library: TinyLibrary, tmp_path: Path) -> TinyLibrary:
    """A copy, to be damaged."""
    return replace(tiny_library, folder=Path(shutil.copytree(tiny_library.folder, tmp_path / "damaged")))


def test_a_bad_block_of_vectors_is_said_and_names_are_found_all_the_same(
    qtbot: QtBot, library: TinyLibrary, tmp_path: Path
) -> None:
    (path,) = (library.folder / "vectors").rglob("segments-*.vec")
    os.truncate(path, path.stat().st_size - 5)
    with whole_window(qtbot, library, tmp_path) as earshot:
        window = earshot.window
        window.search_bar.set_text('"take 9" noise')
        qtbot.waitUntil(lambda: window.model.rowCount() == 1 and not window.note.isHidden(), timeout=PATIENCE_MS)
        assert "6 sounds cannot be found by how they sound" in window.note.label.text()
        assert "F5" in window.note.label.text()
