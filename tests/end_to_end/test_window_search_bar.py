"""The search bar pressed as a person presses it: its buttons, chips and filters, with a real mouse."""

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.helpers.qt import DrivenWindow, wait_until
from tests.helpers.tiny_library import TinyLibrary

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs an X server")


@pytest.fixture
def window(x_display: str, tiny_library: TinyLibrary, tmp_path: Path) -> Iterator[DrivenWindow]:
    library, settings = tmp_path / "library", tmp_path / "window.json"
    shutil.copytree(tiny_library.folder, library)
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken/sounddevice.py").write_text("raise OSError('PortAudio library not found')\n")
    silent = {"PYTHONPATH": str(tmp_path / "broken")}
    with DrivenWindow(x_display, library, settings, "--pack", tiny_library.pack, env=silent) as driven:
        yield driven.open()


def click(window: DrivenWindow, part: str) -> None:
    window.hands.click(window.where(part))


@pytest.mark.shows("filter-button-did")
def test_the_filter_button_opens_and_closes_the_filters(window: DrivenWindow) -> None:
    filters = "named Filters (Ctrl+Shift+F)"
    click(window, filters)
    wait_until(lambda: _has(window, "named Filter: Length"), "the filters to be on show")
    assert window.look("app.settings.values.filters")
    click(window, filters)
    wait_until(lambda: not _has(window, "named Filter: Length"), "the filters to be gone")
    window.key("ctrl+shift+f")  # button and command are one switch
    wait_until(lambda: _has(window, "named Filter: Length"), "the filters to be on show again")
    click(window, filters)
    wait_until(lambda: not _has(window, "named Filter: Length"), "the filters to be gone again")


@pytest.mark.shows("searched-stands-chips", "dur-abc-rain")
def test_a_filter_that_cannot_be_read_is_left_out_and_the_rest_is_searched(window: DrivenWindow) -> None:
    window.type("high beep")
    window.wait("shown", lambda line: line["text"] == "high beep")
    window.key("ctrl+a")
    window.type("dur:abc low hum")
    found = window.wait("shown", lambda line: line["text"] == "dur:abc low hum")
    state = window.ask({"do": "state"})
    assert (state["names"], state["names"][0]) == (found["names"], "take 0.wav")
    assert state["chips"][:2] == ["dur:abc left out", "low hum"]
    assert state["message"] == ""
    assert window.look("window.note.label.text()").startswith("“dur:abc” was left out. Write it like dur:<2")
    since = window.mark()
    window.hands.click(window.where("chip"))  # leads to the part in the field
    wait_until(lambda: window.look("window.search_bar.field.selectedText()") == "dur:abc", "the part to be selected")
    window.type("dur:<60")
    window.wait("shown", lambda line: line["text"] == "dur:<60 low hum", since=since)
    assert not window.look("window.note.isVisible()")


def test_the_related_words_are_opened_and_one_of_them_switched_off(window: DrivenWindow) -> None:
    window.type("rain")
    window.wait("shown", lambda line: line["text"] == "rain")
    wait_until(lambda: len(window.ask({"do": "state"})["chips"]) == 2, "the chips")
    chip = window.ask({"do": "state"})["chips"][1]
    count = int(chip.split()[1])
    assert chip == f"≈ {count} related words"
    window.hands.click(window.where("chip", row=1))
    word = window.look("next(iter(window.search_bar.chip_row.related.words.values())).text()")
    wait_until(lambda: _has(window, f"named {word}, related to rain"), "the words to be listed")
    since = window.mark()
    click(window, f"named {word}, related to rain")
    window.wait("shown", since=since)
    wait_until(
        lambda: window.ask({"do": "state"})["chips"][1] == f"≈ {count - 1} of {count} related words", "one to be off"
    )


@pytest.mark.shows("searched-stands-chips", "chip-off-kept")
def test_a_part_switched_off_is_kept_neither_in_the_history_nor_in_a_saved_search(window: DrivenWindow) -> None:
    window.type("low hum dur:<30")
    window.wait("shown", lambda line: line["text"] == "low hum dur:<30")
    wait_until(lambda: "shorter than 30 s" in window.ask({"do": "state"})["chips"], "the chip of the filter")
    since = window.mark()
    window.hands.click(window.where("chip", row=window.ask({"do": "state"})["chips"].index("shorter than 30 s")))
    window.wait("shown", since=since)
    window.key("ctrl+d")
    wait_until(lambda: _has(window, "item low hum"), "the search to be saved")
    window.key("Down", "ctrl+shift+h")
    wait_until(lambda: _has(window, "named Suggestions"), "the earlier searches")
    assert window.look("window.search_bar.field.list.suggestions[0].text") == "low hum"
    assert window.look("[each.text for each in features['SearchHistoryControl']._saved]") == ["low hum"]


@pytest.mark.shows("filters-combine")
def test_a_filter_is_chosen_by_its_counted_values_and_stands_once(window: DrivenWindow) -> None:
    window.type("low hum dur:>2.8")  # five tones of 3 s; the noise has 2.5 s
    window.wait("shown", lambda line: line["text"] == "low hum dur:>2.8")
    click(window, "named Filters (Ctrl+Shift+F)")
    wait_until(lambda: _has(window, "named Filter: Format"), "the filters")
    click(window, "named Filter: Format")
    buttons = "features['PlacesControl'].strip.open('format').groups['ext'].buttons"
    counts = f"{{each.choice.value: each.count for each in {buttons}}}"
    wait_until(lambda: window.look(counts) == {"wav": 5}, "the formats to be counted")
    since = window.mark()
    click(window, "named Format: WAV")
    window.wait("shown", lambda line: line["filters"] == "ext:wav", since=since)
    window.key("Escape")
    assert _has(window, "named Filter: Format: WAV")
    wait_until(lambda: "longer than 2.8 s" in window.ask({"do": "state"})["chips"], "the chips")
    assert "WAV" not in window.ask({"do": "state"})["chips"], "its button shows it"
    click(window, "named Filters (Ctrl+Shift+F)")
    wait_until(lambda: "WAV" in window.ask({"do": "state"})["chips"], "its chip, as no button shows it now")
    since = window.mark()
    window.hands.click(window.where("chip", row=window.ask({"do": "state"})["chips"].index("WAV")))
    window.wait("shown", since=since)  # off, and its chip says so
    click(window, "named Filters (Ctrl+Shift+F)")
    wait_until(lambda: _has(window, "named Filter: Format"), "the button without a value")
    assert "WAV" in window.ask({"do": "state"})["chips"]


def test_every_button_of_the_field_does_what_it_says(window: DrivenWindow) -> None:
    window.type("low hum")
    window.wait("shown", lambda line: line["text"] == "low hum")
    click(window, "named Save this search (Ctrl+D)")
    wait_until(lambda: _has(window, "item low hum"), "the search to be saved")
    click(window, "named Save this search (Ctrl+D)")
    wait_until(lambda: not _has(window, "item low hum"), "the search to be taken out again")
    since = window.mark()
    click(window, "named Clear")
    window.wait("shown", lambda line: line["text"] == "", since=since)
    assert not _has(window, "named Clear")
    since = window.mark()
    click(window, "named Back (Alt+Left)")
    window.wait("shown", lambda line: line["text"] == "low hum", since=since)
    since = window.mark()
    click(window, "named Forward (Alt+Right)")
    window.wait("shown", lambda line: line["text"] == "", since=since)
    click(window, "named Record a sound and find ones like it (Ctrl+M)")
    wait_until(lambda: "nothing can be recorded" in window.ask({"do": "state"})["message"], "what is in the way")
    assert window.look("window.message.height()") <= 28
    click(window, "named Close this message")
    wait_until(lambda: "nothing can be recorded" not in window.ask({"do": "state"})["message"], "it to be read")


def test_suggestions_and_earlier_searches_are_taken_by_mouse(window: DrivenWindow) -> None:
    window.type("low hum")
    window.wait("shown", lambda line: line["text"] == "low hum")
    window.key("Down", "slash")
    window.type("tak")
    window.key("ctrl+space")
    wait_until(lambda: _has(window, "item take"), "the suggestion")
    since = window.mark()
    click(window, "item take")
    window.wait("shown", lambda line: line["text"] == "take", since=since)
    window.key("ctrl+shift+h")
    wait_until(lambda: _has(window, "item low hum"), "the earlier search")
    since = window.mark()
    click(window, "item low hum")
    window.wait("shown", lambda line: line["text"] == "low hum", since=since)
    assert not _has(window, "named Suggestions")


def _has(window: DrivenWindow, part: str) -> bool:
    return bool(window.ask({"do": "has", "part": part})["has"])
