"""The window as a person uses it: a real process, a real X server, real keys and clicks."""

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.helpers.qt import DrivenWindow, wait_until
from tests.helpers.sounds import write_tone
from tests.helpers.tiny_library import TinyLibrary

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs an X server")


@pytest.fixture
def window(x_display: str, tiny_library: TinyLibrary, tmp_path: Path) -> Iterator[DrivenWindow]:
    """A window over a copy of the tiny library, without any audio."""
    broken = tmp_path / "broken"
    broken.mkdir()
    (broken / "sounddevice.py").write_text("raise OSError('PortAudio library not found')\n")
    library = tmp_path / "library"
    shutil.copytree(tiny_library.folder, library)
    settings = tmp_path / "window.json"
    with DrivenWindow(
        x_display, library, settings, "--pack", tiny_library.pack, env={"PYTHONPATH": str(broken)}
    ) as driven:
        yield driven.open()


@pytest.mark.shows("answers-come-once", "search-field")
def test_typing_finds_sounds_by_how_they_sound(window: DrivenWindow) -> None:
    window.type("low hum")
    # 100 Hz is take 0, and the tiny pack puts "low hum" there; no name says so.
    assert window.wait("shown", lambda line: line["text"] == "low hum")["names"][0] == "take 0.wav"
    since = window.mark()
    window.key("ctrl+f")
    window.type("high beep")
    assert window.wait("shown", lambda line: line["text"] == "high beep", since=since)["names"][0] == "take 3.wav"
    assert window.ask({"do": "state"})["page"] == "ResultsView"


@pytest.mark.shows("search-field", "field-into-rows")
def test_a_missing_portaudio_is_said_and_the_window_works_on(window: DrivenWindow) -> None:
    window.type("low hum")
    window.wait("shown", lambda line: line["text"] == "low hum")
    window.key("Down")
    failed = window.wait("failed")
    assert "PortAudio" in failed["message"]
    assert "libportaudio2" in failed["advice"]
    state = window.ask({"do": "state"})
    assert "libportaudio2" in state["message"]
    assert state["current"] == "take 0.wav"
    assert state["focus"] == "ResultsView"
    since = window.mark()
    window.key("slash")
    window.type("hiss")
    assert window.wait("shown", lambda line: line["text"] == "hiss", since=since)["names"][0] == "take 9.wav"


@pytest.mark.shows("more-like-this", "find-similar", "likeness-looked-within")
def test_w_finds_what_sounds_alike_and_the_chip_leads_back(window: DrivenWindow) -> None:
    window.type("low hum")
    window.wait("shown", lambda line: line["text"] == "low hum")
    window.key("Down")
    window.wait("failed")
    window.key("w")
    similar = window.wait("shown", lambda line: line["reference"] == "take 0.wav")
    assert similar["names"][0] == "take 0.wav"
    assert window.ask({"do": "state"})["chips"] == ["Sounds like take 0.wav"]
    since = window.mark()
    window.hands.click(window.where("chip"))
    window.wait("shown", lambda line: line["text"] == "low hum" and line["reference"] is None, since=since)


def test_w_typed_in_the_search_field_is_a_letter(window: DrivenWindow) -> None:
    window.type("wind")
    assert window.wait("shown", lambda line: line["text"] == "wind")["reference"] is None


@pytest.mark.shows("searched-stands-chips")
def test_a_chip_clicked_off_widens_the_answer(window: DrivenWindow) -> None:
    window.type("low hum dur:<2.8")
    narrow = window.wait("shown", lambda line: line["text"] == "low hum dur:<2.8")
    assert narrow["names"] == ["take 9.wav"]
    since = window.mark()
    window.hands.click(window.where("chip", row=window.ask({"do": "state"})["chips"].index("shorter than 2.8 s")))
    assert len(window.wait("shown", since=since)["names"]) == 6


@pytest.mark.shows("stop-clear-close")
def test_escape_clears_the_selection_and_then_goes_to_the_search(window: DrivenWindow) -> None:
    window.key("Down")
    window.wait("failed")
    assert window.ask({"do": "state"})["selected"] != []
    window.key("Escape")
    assert window.ask({"do": "state"})["selected"] == []
    window.key("Escape")
    assert window.ask({"do": "state"})["focus"] == "SearchField"


@pytest.mark.shows("file-several-selection")
def test_copied_rows_are_files_for_other_programs(window: DrivenWindow) -> None:
    window.key("Down")
    window.wait("failed")
    window.key("ctrl+a", "ctrl+c")
    # What the sounds need to be files of their own is made behind; the clipboard has them once that is done.
    wait_until(lambda: "text/uri-list" in window.ask({"do": "state"})["clipboard"], "the rows on the clipboard")
    assert len(window.ask({"do": "state"})["selected"]) == 6


def test_a_folder_with_a_broken_file_is_taken_in_and_the_file_is_named(
    x_display: str, tiny_library: TinyLibrary, tmp_path: Path
) -> None:
    write_tone(tmp_path / "sounds" / "good.wav", hz=100, seconds=2)
    (tmp_path / "sounds" / "broken.wav").write_bytes(b"RIFF")
    library, settings = tmp_path / "library", tmp_path / "window.json"
    with DrivenWindow(x_display, library, settings, "--pack", tiny_library.pack, tmp_path / "sounds") as window:
        window.wait("indexing", lambda line: not line["is_running"])
        window.wait("shown", lambda line: line["names"] == ["good.wav"])
        state = window.ask({"do": "state"})
    assert state["message"].startswith("broken.wav could not be read: ")
    assert state["status"] == "1 added · 1 file could not be read"
    assert not state["strip"]


@pytest.mark.shows("stop-clear-close", "likeness-looked-within")
def test_escape_leaves_find_similar(window: DrivenWindow) -> None:
    window.type("low hum")
    window.wait("shown", lambda line: line["text"] == "low hum")
    window.key("Down")
    window.wait("failed")
    window.key("w")
    window.wait("shown", lambda line: line["reference"] == "take 0.wav")
    since = window.mark()
    window.key("Escape")
    window.wait("shown", lambda line: line["text"] == "low hum" and line["reference"] is None, since=since)


def test_a_text_file_is_named_and_does_not_become_a_folder(
    x_display: str, tiny_library: TinyLibrary, tmp_path: Path
) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("not a sound")
    library, settings = tmp_path / "library", tmp_path / "window.json"
    with DrivenWindow(x_display, library, settings, "--pack", tiny_library.pack, notes) as window:
        window.wait("indexing", lambda line: not line["is_running"])
        window.wait("counted", lambda line: line["roots"] == [])
        state = window.ask({"do": "state"})
    assert state["message"].startswith("notes.txt could not be read: ")
    assert state["page"] == "EmptyPage"


def test_filters_alone_list_and_claim_no_match(window: DrivenWindow) -> None:
    window.type("ext:wav")
    window.wait("shown", lambda line: line["text"] == "ext:wav")
    state = window.ask({"do": "state"})
    assert state["rows"] == 6
    assert not state["has_scores"]


def test_a_folder_removed_while_it_is_indexed_stays_out(
    x_display: str, tiny_library: TinyLibrary, tmp_path: Path
) -> None:
    sounds = tmp_path / "sounds"
    for number in range(12):
        write_tone(sounds / f"{number}.wav", hz=100 + number, seconds=60)
    library, settings = tmp_path / "library", tmp_path / "window.json"
    with DrivenWindow(x_display, library, settings, "--pack", tiny_library.pack, sounds) as window:
        window.wait("counted", lambda line: line["roots"] == [str(sounds)])
        window.ask({"do": "forget"})
        window.wait("indexing", lambda line: not line["is_running"])
        wait_until(lambda: window.seen("counted")[-1]["roots"] == [], "the folder to be gone")
        state = window.ask({"do": "state"})
    assert state["rows"] == 0
    assert state["message"] == ""
