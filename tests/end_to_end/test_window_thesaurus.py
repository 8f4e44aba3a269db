"""The user's thesaurus and parts of words, as a person meets them: a real window, real keys and clicks."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.end_to_end.test_window_housekeeping import click, fill
from tests.helpers.qt import DrivenWindow, wait_until
from tests.helpers.sounds import write_tone
from tests.helpers.tiny_library import TinyLibrary, earshot

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs an X server")

NAMES = ("Doorbell01", "church_bells", "belly dance", "kick 1", "Cartoon")


@pytest.fixture
def window(x_display: str, tiny_library: TinyLibrary, tmp_path: Path) -> Iterator[DrivenWindow]:
    sounds, library = tmp_path / "sounds", tmp_path / "library"
    for number, name in enumerate(NAMES):
        write_tone(sounds / f"{name}.wav", 300.0 + 200.0 * number, 0.5)
    earshot("index", "--json", "--library", library, "--pack", tiny_library.pack, "--device", "cpu", sounds)
    with DrivenWindow(x_display, library, tmp_path / "window.json", "--pack", tiny_library.pack) as driven:
        yield driven.open()


def ask(window: DrivenWindow, text: str) -> list[str]:
    """Types a query; the names that answer it."""
    window.key("ctrl+f")
    window.key("ctrl+a")
    since = window.mark()
    window.type(text)
    shown = window.wait("shown", lambda line: line["text"] == text, since=since)
    return sorted(str(name) for name in shown["names"])


def chips(window: DrivenWindow) -> list[str]:
    return list(window.ask({"do": "state"})["chips"])


def entries(window: DrivenWindow) -> list[list[str]]:
    return list(
        window.look("[[e.word, *e.added, *('-' + o for o in e.refused)] for e in features['ThesaurusFeature']._known]")
    )


@pytest.mark.shows("words-beside-sound")
def test_a_quoted_word_finds_plural_and_compound_and_its_chip_says_so(window: DrivenWindow) -> None:
    assert ask(window, '"bell"') == ["Doorbell01.wav", "church_bells.wav"]
    wait_until(lambda: '"bell" +2' in chips(window), "the chip")
    assert "bells, doorbell" in window.look("window.search_bar.chip_row.chips[0].toolTip()")
    assert ask(window, '"=bells"') == ["church_bells.wav"]


@pytest.mark.shows("words-beside-sound")
def test_an_entry_counts_at_once_and_is_taken_back(window: DrivenWindow) -> None:
    ask(window, "drum")
    wait_until(lambda: "≈ 2 related words" in chips(window), "Earshot's own words")
    click(window, "2 related words")
    click(window, "Thesaurus…")
    wait_until(lambda: window.ask({"do": "has", "part": "named Save entry"})["has"], "the dialog")
    assert window.look("features['ThesaurusFeature'].dialog.word.text()") == "drum"
    assert "snare, tom" in window.look("features['ThesaurusFeature'].dialog.ours.text()")
    fill(window, "kick")
    window.hands.click(window.where("named Do not search"))
    fill(window, "tom")
    window.key("Return")
    wait_until(lambda: entries(window) == [["drum", "kick", "-tom"]], "the entry")
    wait_until(lambda: "≈ 2 related words" in chips(window), "the words that are searched now")
    wait_until(
        lambda: [chip.removeprefix("synonym drum: ") for chip in related(window)] == ["kick", "snare"], "the new words"
    )
    window.key("Escape")
    window.hands.activate("Earshot")
    window.key("Escape", "Down", "ctrl+z")
    wait_until(lambda: entries(window) == [], "the entry to be gone")
    wait_until(
        lambda: [chip.removeprefix("synonym drum: ") for chip in related(window)] == ["snare", "tom"], "Earshot's words"
    )


def related(window: DrivenWindow) -> list[str]:
    return list(window.look("list(window.search_bar.chip_row.related.words)"))


def test_an_entry_of_two_words_is_refused_in_the_dialog_and_one_is_removed(window: DrivenWindow) -> None:
    window.key("ctrl+k")
    wait_until(lambda: window.ask({"do": "has", "part": "named Matches"})["has"], "the palette")
    window.type("thesaurus")
    window.key("Return")
    wait_until(lambda: window.ask({"do": "has", "part": "named Save entry"})["has"], "the dialog")
    fill(window, "kick drum")
    window.hands.click(window.where("named Also search"))
    fill(window, "bd")
    click(window, "Save entry")
    wait_until(
        lambda: "not a single word" in window.look("features['ThesaurusFeature'].dialog.fault.text()"), "the reason"
    )
    window.hands.click(window.where("named Word"))
    fill(window, "drum")
    click(window, "Save entry")
    wait_until(lambda: entries(window) == [["drum", "bd"]], "the entry")
    window.hands.click(window.where("item drum"))
    click(window, "Remove entry")
    wait_until(lambda: entries(window) == [], "the entry to be gone")
