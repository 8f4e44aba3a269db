"""Folders that are watched: a real window, real files, the real clock."""

import shutil
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.helpers.qt import DrivenWindow, wait_until
from tests.helpers.sounds import write_tone
from tests.helpers.tiny_library import TinyLibrary, earshot

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs an X server")


@pytest.fixture
def window(x_display: str, tiny_library: TinyLibrary, tmp_path: Path) -> Iterator[DrivenWindow]:
    """A window over a library with one root, tmp_path/sounds, which is as the library knows it."""
    write_tone(tmp_path / "sounds" / "old.wav", hz=100, seconds=2)
    library = tmp_path / "library"
    earshot("index", "--json", "--library", library, "--pack", tiny_library.pack, tmp_path / "sounds")
    with DrivenWindow(x_display, library, tmp_path / "window.json", "--pack", tiny_library.pack) as driven:
        driven.wait("watching", lambda line: line["roots"] == [str(tmp_path / "sounds")])
        yield driven.open()


@pytest.mark.shows("sound-known-audio")
def test_files_that_come_change_and_go_show_by_themselves(window: DrivenWindow, tmp_path: Path) -> None:
    new = write_tone(tmp_path / "elsewhere" / "new.wav", hz=4000, seconds=2)
    started_s, since = time.monotonic(), window.mark()
    shutil.copy(new, tmp_path / "sounds" / "new.wav")
    window.wait("shown", lambda line: "new.wav" in line["names"], since=since)
    came_s = time.monotonic() - started_s

    started_s, since = time.monotonic(), window.mark()
    (tmp_path / "sounds" / "new.wav").unlink()
    window.wait("counted", lambda line: line["missing"] == 1, since=since)
    went_s = time.monotonic() - started_s

    print(f"shown {came_s:.2f} s after it was copied in, missing {went_s:.2f} s after it was deleted")
    assert not window.ask({"do": "state"})["strip"]  # a job for one file does not push the rows up and down


def test_what_changed_while_the_window_was_closed_is_taken_in(
    x_display: str, tiny_library: TinyLibrary, tmp_path: Path
) -> None:
    write_tone(tmp_path / "sounds" / "old.wav", hz=100, seconds=2)
    library = tmp_path / "library"
    earshot("index", "--json", "--library", library, "--pack", tiny_library.pack, tmp_path / "sounds")
    write_tone(tmp_path / "sounds" / "new.wav", hz=4000, seconds=2)
    with DrivenWindow(x_display, library, tmp_path / "window.json", "--pack", tiny_library.pack) as window:
        window.wait("shown", lambda line: "new.wav" in line["names"])


@pytest.mark.shows("missing-files-said")
def test_files_that_go_while_the_page_is_on_show_are_listed_on_it(window: DrivenWindow, tmp_path: Path) -> None:
    page = "features['MissingFeature'].page"
    listed = f"sorted(row.path.name for place in {page}.places.places for row in place.folder.rows)"
    names = ["dull.wav", "high.wav", "old.wav"]
    for hz, name in ((700.0, names[0]), (5000.0, names[1])):
        write_tone(tmp_path / "sounds" / name, hz=hz, seconds=1.0)
    window.wait("counted", lambda line: line["sounds"] == 3)
    window.key("ctrl+shift+g")
    wait_until(lambda: window.look(f"{page}.isVisible()"), "the page")
    assert window.look(f"{page}.text.isVisible()")  # every file is where it was
    for name in names[:2]:
        (tmp_path / "sounds" / name).unlink()
    wait_until(lambda: window.look(listed) == names[:2], "both on the page", patience_s=120.0)
    wait_until(lambda: window.look("window.status.facts.missing.text()") == "2 missing", "both in the status bar")
    assert not window.look("window.status.facts.offline.isVisible()")
    window.key("Escape")
    window.hands.click(window.where("search"))
    window.type("is:missing")
    window.wait("shown", lambda line: sorted(line["names"]) == names[:2] and line["chips"] == ["missing"])
    window.key("Return")
    wait_until(lambda: "missing: it was moved" in window.ask({"do": "state"})["message"], "why it is silent")
