"""Learning from what one chose, as a person meets it: a real window, real keys and clicks."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.end_to_end.test_window_housekeeping import click
from tests.end_to_end.test_window_thesaurus import ask, chips
from tests.helpers.qt import DrivenWindow, wait_until
from tests.helpers.sounds import write_noise, write_tone
from tests.helpers.tiny_library import TinyLibrary, earshot

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs an X server")


@pytest.fixture
def window(x_display: str, tiny_library: TinyLibrary, tmp_path: Path) -> Iterator[DrivenWindow]:
    sounds, library = tmp_path / "sounds", tmp_path / "library"
    for number in range(6):
        write_tone(sounds / f"take {number:02d}.wav", 300.0 + 4.0 * number, 1.0)
        write_noise(sounds / f"take {20 + number}.wav", 1.0, level=0.1 + 0.01 * number)
    earshot("index", "--json", "--library", library, "--pack", tiny_library.pack, "--device", "cpu", sounds)
    with DrivenWindow(x_display, library, tmp_path / "window.json", "--pack", tiny_library.pack) as driven:
        yield driven.open()


def listed(window: DrivenWindow) -> list[list[str]]:
    """What the dialog lists: texts and their states."""
    tree = "features['OwnerFeature'].dialog.list"
    rows = f"[{tree}.topLevelItem(row) for row in range({tree}.topLevelItemCount())]"
    return list(window.look(f"[[top.text(0), top.text(1), top.text(3)] for top in {rows}]"))


@pytest.mark.shows("learning-from-choices")
def test_a_word_is_starred_learnt_asked_and_forgotten_by_keys_and_clicks(window: DrivenWindow) -> None:
    ask(window, "zorvex")
    window.key("Down")
    for number in range(12):  # a favourite of every noise, row by row
        if "take 2" in window.look("window.results.current_hit().sound.path.name"):
            window.key("f")
        if number < 11:
            window.key("Down")
    window.key("ctrl+k")
    wait_until(lambda: window.ask({"do": "has", "part": "named Matches"})["has"], "the palette")
    window.type("learn from what")
    window.key("Return")
    wait_until(lambda: window.ask({"do": "has", "part": "named Learn now"})["has"], "the dialog")
    wait_until(lambda: listed(window) == [["zorvex", "6", "Not learnt yet"]], "the six noises")
    click(window, "Learn now")
    wait_until(lambda: listed(window) == [["zorvex", "6", "Your own name"]], "the word")
    wait_until(lambda: "learnt from your choices for “zorvex” (6)" in chips(window), "the chip of the running search")
    window.key("Escape")
    window.hands.activate("Earshot")
    found = window.look("[window.model.hit(row).sound.path.name for row in range(6)]")
    assert all(name.startswith("take 2") for name in found)
    click(window, "Your earlier choices count in searches. Click to turn this off.")
    wait_until(lambda: not any("learnt from your choices" in chip for chip in chips(window)), "the search without")
