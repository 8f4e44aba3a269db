"""Keys and habits that people bring from other sound libraries: one real window, real keys and a real mouse."""

import shutil
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.helpers.qt import DrivenWindow, Line, wait_until
from tests.helpers.tiny_library import TinyLibrary

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs an X server")

THUMBNAIL = 0
"""The column of the rows' waveforms."""
_CLIPBOARD = "__import__('PySide6.QtGui', fromlist=['QGuiApplication']).QGuiApplication.clipboard()"


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the window's library and what it writes lie."""
    return tmp_path_factory.mktemp("behaviours")


@pytest.fixture(scope="module")
def window(x_display: str, tiny_library: TinyLibrary, place: Path) -> Iterator[DrivenWindow]:
    """One window for all tests, without audio: what would play says that it cannot, once for each try.

    The file manager is a script that writes down what it was asked to open.
    """
    shutil.copytree(tiny_library.folder, place / "library")
    (place / "broken").mkdir()
    (place / "broken" / "sounddevice.py").write_text("raise OSError('PortAudio library not found')\n")
    opener = place / "bin" / "xdg-open"
    opener.parent.mkdir()
    opener.write_text(f'#!/bin/sh\nprintf %s "$1" > "{place}/opening" && mv "{place}/opening" "{place}/opened"\n')
    opener.chmod(opener.stat().st_mode | stat.S_IXUSR)
    environment = {
        "PYTHONPATH": str(place / "broken"),
        "PATH": f"{opener.parent}:/usr/local/bin:/usr/bin:/bin",
        "XDG_CACHE_HOME": str(place / "cache"),
        "XDG_MUSIC_DIR": str(place / "Music"),
    }
    given = (x_display, place / "library", place / "window.json", "--pack", tiny_library.pack)
    with DrivenWindow(*given, env=environment) as driven:
        yield driven.open()


def ask(window: DrivenWindow, text: str) -> Line:
    """Types words over what is there and gives the answer."""
    window.hands.activate("Earshot")
    window.key("ctrl+f", "BackSpace")
    since = window.mark()
    window.type("?")  # so that the same words are a question of their own
    window.wait("shown", lambda line: line["text"] == "?", since=since)
    since = window.mark()
    window.key("BackSpace")
    window.type(text)
    return window.wait("shown", lambda line: line["text"] == text, since=since)


def state(window: DrivenWindow) -> Line:
    return window.ask({"do": "state"})


def tries(window: DrivenWindow, since: int) -> int:
    """How often something was to be played, from `since` on."""
    state(window)  # what was on its way is here before the reply is
    return sum(line["kind"] == "failed" for line in window.since(since))


def held(window: DrivenWindow, key: str, *events: str | int) -> None:
    """Does something with the mouse while a key is down."""
    window.hands.do("keydown", key)
    try:
        window.hands.do(*events)
    finally:
        window.hands.do("keyup", key)


def has(window: DrivenWindow, part: str) -> bool:
    return bool(window.ask({"do": "has", "part": part})["has"])


@pytest.mark.shows("arrow-keys-play", "autoplay-choice-space")
def test_a_held_arrow_key_plays_only_the_row_it_comes_to_rest_on(window: DrivenWindow) -> None:
    names = ask(window, "low hum")["names"]
    since = window.mark()
    window.key("Down")
    window.wait("failed", since=since)
    since = window.mark()
    window.hands.do("keydown", "Down")
    wait_until(lambda: state(window)["current"] == names[-1], "the last row")
    window.hands.do("keyup", "Down")
    wait_until(lambda: tries(window, since) == 2, "the row it rests on to be played")
    assert len(names) == 6  # the press itself and the rest, not the four rows on the way


@pytest.mark.shows("autoplay-off", "autoplay-choice-space")
def test_with_autoplay_off_arrows_are_silent_and_space_still_plays(window: DrivenWindow) -> None:
    names = ask(window, "low hum")["names"]
    window.key("Down", "a")
    wait_until(lambda: state(window)["audition"]["autoplay"] is False, "autoplay to be off")
    since = window.mark()
    window.key("Down")
    wait_until(lambda: state(window)["current"] == names[1], "the second row")
    assert tries(window, since) == 0
    window.key("space")
    window.wait("failed", since=since)
    window.key("a")
    wait_until(lambda: state(window)["audition"]["autoplay"], "autoplay to be on again")


@pytest.mark.shows("click-plays-ctrl")
def test_a_click_plays_and_a_click_with_ctrl_only_selects(window: DrivenWindow) -> None:
    names = ask(window, "low hum")["names"]
    since = window.mark()
    window.hands.click(window.where("row", 0))
    window.wait("failed", since=since)
    since = window.mark()
    held(window, "ctrl", "mousemove", "--sync", *window.where("row", 2), "click", 1)
    wait_until(lambda: sorted(state(window)["selected"]) == sorted([names[0], names[2]]), "both rows")
    assert tries(window, since) == 0


@pytest.mark.shows("pointer-scrubs-over")
def test_the_pointer_over_a_thumbnail_is_heard_only_with_alt(window: DrivenWindow) -> None:
    ask(window, "low hum")
    x, y = window.where("row", 3, THUMBNAIL)
    since = window.mark()
    window.hands.do("mousemove", "--sync", x, y, "mousemove", "--sync", x + 10, y)
    assert tries(window, since) == 0
    held(window, "alt", "mousemove", "--sync", x + 20, y, "mousemove", "--sync", x + 25, y)
    window.wait("failed", since=since)


@pytest.mark.shows("small-waveform-row", "spectrogram", "zoom-out-selection")
def test_zoom_and_spectrogram_by_key_and_wheel(window: DrivenWindow) -> None:
    ask(window, "low hum")
    window.key("Down")
    span = "(lambda span: [span.start_s, span.length_s, span.is_whole])(window.deck.waveform.scene.span)"
    wait_until(lambda: window.look(span)[2], "the sound on the deck")
    window.key("z")
    wait_until(lambda: window.look(span)[1] == pytest.approx(1.5), "half of it")
    window.key("shift+z")
    wait_until(lambda: window.look(span)[2], "all of it again")
    window.hands.do("mousemove", "--sync", *window.where("wave", 500), "click", "--repeat", 3, 4)
    wait_until(lambda: window.look(span)[1] < 2.0, "the wheel to zoom in")
    start_s = window.look(span)[0]
    held(window, "shift", "click", 5)
    wait_until(lambda: window.look(span)[0] > start_s, "the view to move on")
    window.key("x")
    wait_until(lambda: window.look(span)[2], "the whole sound")
    looks = "[str(window.deck.waveform.scene.look), window.deck.waveform.missing_tiles() == ()]"
    window.key("s")
    wait_until(lambda: window.look(looks) == ["both", True], "waveform and spectrogram")
    window.key("s")
    wait_until(lambda: window.look(looks) == ["spectrogram", True], "the spectrogram")
    window.key("s")
    wait_until(lambda: window.look(looks)[0] == "waveform", "the waveform")


def choose(window: DrivenWindow, start: int, end: int) -> list[float]:
    """Selects from and to thousandths of the waveform with the mouse; gives the stretch in seconds."""
    chosen = "window.deck.waveform.selection"
    window.hands.drag(
        window.where("wave", start), window.where("wave", end), is_over=lambda: window.look(chosen), what="a selection"
    )
    stretch: list[float] = window.look(chosen)
    return stretch


@pytest.mark.shows("small-waveform-row", "waveform-click-plays")
def test_a_drag_selects_a_click_outside_clears_and_plays_and_esc_clears_too(window: DrivenWindow) -> None:
    ask(window, "low hum")
    window.key("Down")
    start_s, end_s = choose(window, 250, 750)
    assert [start_s, end_s] == pytest.approx([0.75, 2.25], abs=0.03)
    since = window.mark()
    window.hands.click(window.where("wave", 900))
    window.wait("failed", since=since)
    assert state(window)["selection"] is None
    choose(window, 400, 600)
    selected = state(window)["selected"]
    window.key("Escape")
    assert (state(window)["selection"], state(window)["selected"]) == (None, selected)


@pytest.mark.shows("file-several-selection", "favourites-ratings-colours", "part-dragged-out")
def test_a_selection_is_copied_as_a_file_and_the_sound_counts_as_used(window: DrivenWindow, place: Path) -> None:
    (name, *_) = ask(window, "low hum")["names"]
    assert ask(window, "used:")["names"] == []
    ask(window, "low hum")
    window.key("Down")
    choose(window, 250, 750)
    window.key("ctrl+c")
    copied = f"[url.toLocalFile() for url in {_CLIPBOARD}.mimeData().urls()]"
    wait_until(lambda: window.look(copied) and "Earshot drags" in window.look(copied)[0], "the file")
    (file,) = map(Path, window.look(copied))
    assert file.parent == place / "Music" / "Earshot drags" and file.name.startswith("take 0 0m00.")
    wait_until(lambda: ask(window, "used:")["names"] == [name], "the sound to count as used")


@pytest.mark.shows("show-file-folder")
def test_a_file_is_shown_in_its_folder(window: DrivenWindow, tiny_library: TinyLibrary, place: Path) -> None:
    ask(window, "low hum")
    window.key("Down", "ctrl+r")
    wait_until((place / "opened").exists, "the file manager")
    assert (place / "opened").read_text() == (tiny_library.sounds / "tones").as_uri()


@pytest.mark.shows("words-beside-sound")
def test_either_both_and_not(window: DrivenWindow) -> None:
    assert ask(window, "high beep | hiss")["names"][:2] != ask(window, "high beep")["names"][:2]
    assert set(ask(window, "high beep | hiss")["names"][:2]) == {"take 3.wav", "take 9.wav"}
    assert ask(window, '"take 9"')["names"] == ["take 9.wav"]
    assert "take 9.wav" not in ask(window, "take -noises")["names"]


@pytest.mark.shows("words-beside-sound")
def test_a_synonym_is_looked_for_too_and_its_chip_says_so(window: DrivenWindow) -> None:
    assert ask(window, "rainfall")["chips"] == ["rainfall", "rain"]
    wait_until(lambda: "≈ 1 related word" in window.ask({"do": "state"})["chips"], "the chip of related words")


@pytest.mark.shows("searching-s-own")
def test_a_word_nobody_knows_is_said_and_one_key_takes_the_suggestion(window: DrivenWindow) -> None:
    assert ask(window, "low hellicopter")["chips"][:2] == ["hellicopter", "low hellicopter"]
    said = "“hellicopter” is not known: helicopter? (Ctrl+.)"
    wait_until(lambda: said in state(window)["chips"], "the chip of the word")
    since = window.mark()
    window.key("ctrl+period")
    assert window.wait("shown", since=since)["text"] == "low helicopter"
    wait_until(lambda: said not in state(window)["chips"], "the chip to go")
    assert state(window)["words"] == "low helicopter"
    since = window.mark()
    window.type(" hellico")  # its completion is offered in the field already
    window.wait("shown", lambda line: line["text"].endswith("hellico"), since=since)


@pytest.mark.shows("searching-s-own")
def test_a_german_word_is_searched_in_english_and_its_chip_switches_that_off(window: DrivenWindow) -> None:
    assert ask(window, "Hundegebell")["chips"][:2] == ["Hundegebell", "Hundegebell → dog barking"]
    wait_until(lambda: "Hundegebell → dog barking" in state(window)["chips"], "the chip of the translation")
    since = window.mark()
    window.hands.click(window.where("named Hundegebell → dog barking, on"))
    window.wait("shown", since=since)
    assert window.look("list(window.search_bar.request.without)") == ["translation deu: hundegebell"]
    assert state(window)["words"] == "Hundegebell"


@pytest.mark.shows("more-like-this", "likeness-looked-within")
def test_likeness_stays_within_the_filters_and_says_what_counts(window: DrivenWindow) -> None:
    ask(window, "hiss in:tones")
    window.key("Down")
    since = window.mark()
    window.key("w")
    alike = window.wait("shown", lambda line: line["reference"] is not None, since=since)
    assert sorted(alike["names"]) == [f"take {number}.wav" for number in range(5)]
    window.hands.click(window.where("named Choose what has to be similar"))
    wait_until(lambda: has(window, "named Brightness"), "the sliders")
    since = window.mark()
    window.hands.click(window.where("named Brightness"))
    window.wait("shown", lambda line: line["reference"] is not None, since=since)
    assert window.look("window.search_bar.request.reference.weights.brightness") > 0
    window.key("Escape")


@pytest.mark.shows("account-network-usual", "all-keys-palette")
def test_the_question_mark_shows_the_keys_and_the_palette_does_what_one_types(window: DrivenWindow) -> None:
    ask(window, "low hum")
    window.key("Down", "question")
    window.hands.do("search", "--sync", "--onlyvisible", "--name", "^Keyboard shortcuts$")
    window.type("lo")
    assert has(window, "named Commands and their keys")
    window.key("Escape")
    wait_until(lambda: not has(window, "named Commands and their keys"), "the sheet to go")
    window.hands.activate("Earshot")
    window.key("ctrl+k")
    wait_until(lambda: has(window, "named Matches"), "the palette")
    window.type("pitch up an oct")
    window.key("Return")
    wait_until(lambda: state(window)["audition"]["pitch"] == 12, "an octave up")
    window.key("0")
    wait_until(lambda: state(window)["audition"]["pitch"] == 0, "the plain pitch")
