"""A spotting list in a real window with real keys, and what is left of it when the window is killed."""

import shutil
import sys
from pathlib import Path

import pytest

from engine.features.spotting.cue_reader import read_cue_text
from engine.features.spotting.spotting_list import SpottingList, SpottingStore
from tests.helpers.qt import DrivenWindow, wait_until
from tests.helpers.tiny_library import TinyLibrary

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs an X server")
FEATURE = "next(one for one in app.features if type(one).__name__ == 'SpottingFeature')"


@pytest.mark.shows("spotting-list")
def test_what_was_picked_by_keys_is_there_after_the_window_was_killed(
    x_display: str, tiny_library: TinyLibrary, tmp_path: Path
) -> None:
    library = tmp_path / "library"
    shutil.copytree(tiny_library.folder, library)
    store = SpottingStore(library)
    store.write(SpottingList.of(read_cue_text("low hum\nhigh beep\nnoise\n", title="Scene"), "scene"))
    arguments = (x_display, library, tmp_path / "window.json", "--pack", tiny_library.pack)
    with DrivenWindow(*arguments) as window:
        window.open()
        window.key("ctrl+shift+s")
        wait_until(lambda: window.look(f"len({FEATURE}._answers)") == 3, "sounds for every cue")
        window.key("Return", "2", "Tab")
        wait_until(lambda: store.read("scene").at == 2 and store.read("scene").picked == 2, "the list is kept")
        kept = store.read("scene")
        window.process.kill()
        window.process.wait()
    assert kept.rows[0].pick is not None and kept.rows[0].pick.path.name == "take 0.wav"
    with DrivenWindow(*arguments) as window:
        window.open()
        window.key("ctrl+shift+s")
        wait_until(lambda: window.look(f"len({FEATURE}._answers)") == 3, "sounds for every cue")
        assert window.look(f"({FEATURE}.list.at, {FEATURE}.list.picked)") in ([2, 2], (2, 2))
        window.key("Escape")
        wait_until(lambda: window.look("window.page") == "results", "the results")
    assert store.read("scene") == kept
