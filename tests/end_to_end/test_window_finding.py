"""Finding as a person does it: filters, places, history, saved searches and ways out, with real keys and clicks."""

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.store.catalogue import Catalogue
from tests.helpers.big_library import make_big_library
from tests.helpers.qt import DrivenWindow, Line, Talking, wait_until
from tests.helpers.sounds import write_tone
from tests.helpers.tiny_library import TinyLibrary

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs an X server")


@pytest.fixture
def silent(tmp_path: Path) -> dict[str, str]:
    """An environment without any audio."""
    broken = tmp_path / "broken"
    broken.mkdir()
    (broken / "sounddevice.py").write_text("raise OSError('PortAudio library not found')\n")
    return {"PYTHONPATH": str(broken)}


@pytest.fixture
def start(
    x_display: str, tiny_library: TinyLibrary, tmp_path: Path, silent: dict[str, str]
) -> Iterator[list[DrivenWindow]]:
    """Windows over one copy of the tiny library, the first opened; further ones are the caller's to open."""
    shutil.copytree(tiny_library.folder, tmp_path / "library")
    yield [made(x_display, tiny_library, tmp_path, silent)]


def made(display: str, tiny_library: TinyLibrary, folder: Path, environment: dict[str, str]) -> DrivenWindow:
    settings = folder / "window.json"
    return DrivenWindow(display, folder / "library", settings, "--pack", tiny_library.pack, env=environment)


@pytest.fixture
def window(start: list[DrivenWindow]) -> Iterator[DrivenWindow]:
    with start[0] as driven:
        yield driven.open()


def click(window: DrivenWindow, part: str) -> None:
    window.hands.click(window.where(part))


def shown(window: DrivenWindow, since: int, **wanted: object) -> Line:
    """The next answer with these facts."""
    return window.wait("shown", lambda line: all(line[key] == value for key, value in wanted.items()), since=since)


@pytest.mark.shows("filters-combine")
def test_the_filter_panel_narrows_the_answer_and_clears_again(window: DrivenWindow) -> None:
    window.type("low hum")
    shown(window, 0, text="low hum")
    window.key("ctrl+shift+f")
    click(window, "named Filter: Length")
    since = window.mark()
    # Five tones of 3 s and a noise of 2.5 s.
    click(window, "named Length: 1 to 5 s")
    assert len(shown(window, since, filters="dur:1..5")["names"]) == 6
    since = window.mark()
    window.hands.click(window.where("named Length: from"), 3)
    window.type("2.8")
    window.key("Return")
    assert len(shown(window, since, filters="dur:2.8..")["names"]) == 5
    window.key("Escape")
    since = window.mark()
    click(window, "named Clear all filters")
    assert len(shown(window, since, filters="", text="low hum")["names"]) == 6


@pytest.mark.shows("filters-combine")
def test_a_folder_of_the_sidebar_is_looked_in_and_its_chip_taken_out(window: DrivenWindow) -> None:
    wait_until(lambda: _has(window, "item sounds"), "the folder to be listed")
    window.hands.click(window.where("item sounds"))
    window.key("Right")
    wait_until(lambda: _has(window, "item noises"), "its folders to be listed")
    since = window.mark()
    click(window, "item noises")
    window.wait("shown", lambda line: line["names"] == ["take 9.wav"], since=since)
    since = window.mark()
    window.hands.do("keydown", "ctrl")
    click(window, "item tones")
    window.hands.do("keyup", "ctrl")
    both = shown(window, since)
    assert both["filters"].count("in:") == 2
    since = window.mark()
    click(window, "item All sounds")
    assert len(shown(window, since, filters="")["names"]) == 6


@pytest.mark.shows("words-beside-sound", "back-forward-history")
def test_back_and_forward_as_in_a_browser_and_after_a_restart(
    start: list[DrivenWindow],
    x_display: str,
    tiny_library: TinyLibrary,
    tmp_path: Path,
    silent: dict[str, str],
) -> None:
    with start[0] as window:
        window.open()
        window.type("low hum")
        shown(window, 0, text="low hum")
        window.key("Down", "slash")
        since = window.mark()
        window.type("hiss ch:1")
        shown(window, since, text="hiss ch:1")
        window.key("Down")
        since = window.mark()
        window.key("alt+Left")
        shown(window, since, text="low hum")
        since = window.mark()
        click(window, "named Forward (Alt+Right)")
        shown(window, since, text="hiss ch:1")
        wait_until(lambda: window.ask({"do": "state"})["words"] == "hiss ch:1", "the words to be back")
    with made(x_display, tiny_library, tmp_path, silent) as again:
        again.open()
        wait_until(lambda: again.look("app.finding.on_show.text") == "hiss ch:1", "the search one left")
        wait_until(lambda: again.ask({"do": "state"})["can_go_back"], "the earlier searches to be read")
        since = again.mark()
        again.key("alt+Left")
        assert shown(again, since, text="low hum")["names"]


@pytest.mark.shows("words-beside-sound")
def test_a_search_is_saved_run_again_and_kept(
    start: list[DrivenWindow],
    x_display: str,
    tiny_library: TinyLibrary,
    tmp_path: Path,
    silent: dict[str, str],
) -> None:
    with start[0] as window:
        window.open()
        window.type("high beep dur:<9")
        shown(window, 0, text="high beep dur:<9")
        window.key("ctrl+d")
        wait_until(lambda: _has(window, "item high beep"), "the search to be listed")
    with made(x_display, tiny_library, tmp_path, silent) as again:
        again.open()
        wait_until(lambda: _has(again, "item high beep"), "the search to be listed again")
        since = again.mark()
        click(again, "item high beep")
        assert shown(again, since, text="high beep", filters="dur:<9")["names"][0] == "take 3.wav"


def test_saved_searches_are_dragged_into_order(window: DrivenWindow) -> None:
    for words in ("hum", "hiss"):
        window.key("ctrl+f", "ctrl+a")
        window.type(words)
        window.wait("shown", lambda line, words=words: line["text"] == words)
        window.key("ctrl+d")
        wait_until(lambda words=words: _has(window, f"item {words}"), "the search to be listed")
    x, y = window.where("item hum")
    window.hands.drag(window.where("item hiss"), (x, y - 10), is_over=lambda: True, what="the drop")
    wait_until(lambda: window.where("item hiss")[1] < window.where("item hum")[1], "the other order")


@pytest.mark.shows("progress-sight-reason")
def test_an_empty_answer_says_what_would_find_something(window: DrivenWindow) -> None:
    window.type('low hum dur:>60 "take"')
    assert shown(window, 0, text='low hum dur:>60 "take"')["names"] == []
    wait_until(lambda: window.ask({"do": "state"})["ways"], "a way out")
    ways = window.ask({"do": "state"})["ways"]
    assert ways == ["6 sounds without “longer than 1 min”"]
    since = window.mark()
    click(window, f"named {ways[0]}")
    assert len(shown(window, since)["names"]) == 6


@pytest.mark.shows("more-like-this")
def test_the_selected_stretch_of_the_waveform_is_searched_by(window: DrivenWindow) -> None:
    window.type("low hum")
    shown(window, 0, text="low hum")
    window.key("Down")
    window.wait("failed")
    x, y = window.where("waveform")
    window.hands.do("mousemove", "--sync", x, y, "mousedown", 1)
    for step in range(1, 11):
        window.hands.do("mousemove", "--sync", x + step * 20, y)
    window.hands.do("mouseup", 1)
    wait_until(lambda: window.ask({"do": "state"})["selection"], "a selection")
    start_s, end_s = window.ask({"do": "state"})["selection"]
    since = window.mark()
    window.key("w")
    found = window.wait("shown", lambda line: line["reference"] == "take 0.wav", since=since)
    assert found["stretch"] == [start_s, end_s]
    assert found["names"][0] == "take 0.wav"


@pytest.mark.shows("random-sound")
def test_a_random_row_is_played(window: DrivenWindow) -> None:
    window.key("Down", "shift+r")
    assert "PortAudio" in window.wait("failed")["message"]
    assert window.ask({"do": "state"})["current"] is not None


@pytest.mark.shows("words-beside-sound", "take-completion")
def test_tab_completes_a_word_of_the_library_and_down_still_goes_to_the_results(window: DrivenWindow) -> None:
    window.type("tak")
    wait_until(lambda: window.ask({"do": "state"})["rest"] == "e", "the rest of the word")
    window.key("Tab")
    state = window.ask({"do": "state"})
    assert (state["words"], state["focus"]) == ("take", "SearchField")
    window.wait("shown", lambda line: line["text"] == "take")
    window.key("ctrl+space")
    wait_until(lambda: _has(window, "named Suggestions"), "the list")
    window.key("Escape")
    assert not _has(window, "named Suggestions")
    window.key("Down")
    assert window.ask({"do": "state"})["current"] is not None


@pytest.mark.shows("answers-come-once")
def test_a_random_row_that_was_never_looked_at_is_played_too(
    x_display: str, tiny_library: TinyLibrary, tmp_path: Path, silent: dict[str, str]
) -> None:
    make_big_library(tmp_path / "library", tiny_library.pack, 3000)
    with made(x_display, tiny_library, tmp_path, silent) as window:
        window.open()
        window.key("Down")
        window.wait("failed")
        for _ in range(3):  # 64 rows come with the answer: all three are among them once in 100,000 runs
            since = window.mark()
            window.key("shift+r")
            window.wait("failed", since=since)


@pytest.mark.shows("letter-typed-text")
def test_letters_of_commands_are_letters_while_one_types(window: DrivenWindow) -> None:
    window.type("Rw/f")
    assert shown(window, 0, text="Rw/f")["reference"] is None


def test_no_microphone_is_said(window: DrivenWindow) -> None:
    window.key("ctrl+m")
    wait_until(lambda: window.ask({"do": "state"})["message"], "a message")
    message = window.ask({"do": "state"})["message"]
    assert "nothing can be recorded" in message
    assert "libportaudio2" in message


@pytest.mark.shows("more-like-this")
def test_a_file_dropped_on_the_search_field_is_searched_by(
    window: DrivenWindow, x_display: str, tmp_path: Path
) -> None:
    outside = write_tone(tmp_path / "outside.wav", hz=6500.0, seconds=2.0)
    environment = {"DISPLAY": x_display, "QT_QPA_PLATFORM": "xcb"}
    with Talking("tests.helpers.drag_partner", [outside], environment) as other:
        other.wait("ready")
        window.hands.drag(
            (1470, 250),
            window.where("search"),
            is_over=lambda: window.ask({"do": "state"})["is_target"],
            what="the field to notice the drag",
        )
        # 6.5 kHz is take 4; nothing is added to the library.
        answer = window.wait("shown", lambda line: line["reference"] == "outside.wav")
        assert answer["names"][0] == "take 4.wav"
        assert window.seen("dropped") == []
    assert window.ask({"do": "state"})["chips"] == ["Sounds like outside.wav"]


def _has(window: DrivenWindow, part: str) -> bool:
    return bool(window.ask({"do": "has", "part": part})["has"])


@pytest.mark.shows("true-peak")
@pytest.mark.parametrize("known", [0, 4])
def test_who_asks_for_true_peaks_is_told_which_sounds_have_none_yet(
    start: list[DrivenWindow], tmp_path: Path, known: int
) -> None:
    with Catalogue.open(tmp_path / "library") as catalogue, catalogue.database.change():
        catalogue.database.run("UPDATE sound SET true_peak_dbtp = NULL WHERE id > ?", known)
    with start[0] as window:
        window.open()
        since = window.mark()
        window.type("tp:>-90")
        assert len(shown(window, since, text="tp:>-90")["names"]) == known
        if known:
            wait_until(
                lambda: "The true peak of 2 sounds is not measured yet" in window.look("window.note.label.text()"),
                "a note of them",
            )
            return
        since = window.mark()
        click(window, "named Read again 6 sounds without a true peak")
        window.wait("shown", lambda line: len(line["names"]) == 6, since=since)
