"""What a sound designer takes for granted, where it needs a window of its own: real processes, files and keys."""

import shutil
import sys
from pathlib import Path
from urllib.parse import unquote, urlparse

import pytest
import soundfile

from tests.helpers.pulse import PulseServer, missing_pulse_parts
from tests.helpers.qt import DrivenWindow, Talking, wait_until
from tests.helpers.sounds import write_tone
from tests.helpers.tiny_library import TinyLibrary, earshot

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs an X server")

_LASTING = 60
"""Sounds of ten seconds whose job goes on for longer than a hand takes to the button."""


def has(window: DrivenWindow, part: str) -> bool:
    return bool(window.ask({"do": "has", "part": part})["has"])


@pytest.mark.shows("folders-dropped-indexing", "progress-sight-reason")
def test_a_job_is_seen_waits_when_told_to_and_does_not_stand_in_the_way(
    x_display: str, tiny_library: TinyLibrary, tmp_path: Path
) -> None:
    shutil.copytree(tiny_library.folder, tmp_path / "library")
    for number in range(_LASTING):
        write_tone(tmp_path / "new" / f"{number}.wav", hz=200 + number, seconds=10)
    given = (x_display, tmp_path / "library", tmp_path / "window.json", "--pack", tiny_library.pack, tmp_path / "new")
    with DrivenWindow(*given) as window:
        window.wait("event", lambda line: line["event"] == "progress")
        window.hands.activate("Earshot")
        since = window.mark()
        window.hands.click(window.where("pause"))
        window.wait("event", lambda line: line["event"] == "paused", since=since)
        assert window.ask({"do": "state"})["strip"]
        window.key("ctrl+f")
        window.type("low hum")
        assert window.wait("shown", lambda line: line["text"] == "low hum")["names"]
        window.hands.do("click", 1)  # the pointer is still there
        window.wait("indexing", lambda line: not line["is_running"], since=since)
        wait_until(lambda: window.ask({"do": "state"})["rows"] == 6 + _LASTING, "the new sounds beside the old ones")
        assert not window.ask({"do": "state"})["strip"]


@pytest.mark.shows("sound-known-audio")
def test_a_file_that_was_renamed_keeps_its_rating(x_display: str, tiny_library: TinyLibrary, tmp_path: Path) -> None:
    write_tone(tmp_path / "sounds" / "old.wav", hz=100, seconds=2)
    library = tmp_path / "library"
    earshot("index", "--json", "--library", library, "--pack", tiny_library.pack, tmp_path / "sounds")
    with DrivenWindow(x_display, library, tmp_path / "window.json", "--pack", tiny_library.pack) as window:
        window.wait("watching", lambda line: line["roots"])
        window.open()
        window.key("Down", "ctrl+5")
        wait_until(lambda: window.look("window.results.current_hit().sound.marks.rating") == 5, "five stars")
        since = window.mark()
        (tmp_path / "sounds" / "old.wav").rename(tmp_path / "sounds" / "new.wav")
        window.wait("shown", lambda line: line["names"] == ["new.wav"], since=since)
        window.key("ctrl+f")
        window.type("rating:5")
        window.wait("shown", lambda line: line["text"] == "rating:5" and line["names"] == ["new.wav"], since=since)


@pytest.mark.shows("range-moment-can")
def test_a_range_made_with_shift_is_dragged_out_from_anywhere_in_it(
    x_display: str, tiny_library: TinyLibrary, tmp_path: Path
) -> None:
    shutil.copytree(tiny_library.folder, tmp_path / "library")
    given = (x_display, tmp_path / "library", tmp_path / "window.json", "--pack", tiny_library.pack)
    environment = {"DISPLAY": x_display, "QT_QPA_PLATFORM": "xcb"}
    with (
        DrivenWindow(*given, env={"XDG_CACHE_HOME": str(tmp_path / "cache")}) as window,
        Talking("tests.helpers.drag_partner", [], environment) as other,
    ):
        window.open()
        other.wait("ready")
        window.hands.activate("Earshot")
        window.type("low hum")
        window.wait("shown", lambda line: line["text"] == "low hum")
        window.key("Down")
        window.hands.do("keydown", "shift")
        window.hands.drag(
            window.where("wave", 300),
            window.where("wave", 600),
            is_over=lambda: window.ask({"do": "state"})["selection"],
            what="the range",
        )
        window.hands.do("keyup", "shift")
        assert window.look("window.deck.waveform.scene.selection.is_temporary")
        start_s, end_s = window.ask({"do": "state"})["selection"]
        window.hands.drag(
            window.where("wave", 450), (1470, 250), is_over=lambda: other.seen("entered"), what="the other program"
        )
        (uri,) = other.wait("dropped")["uris"]
        assert soundfile.info(unquote(urlparse(uri).path)).duration == pytest.approx(end_s - start_s, abs=1e-3)


@pytest.mark.shows("click-plays-ctrl")
def test_what_plays_is_selected_without_a_new_start_and_a_double_click_begins_again(
    x_display: str, tiny_library: TinyLibrary, tmp_path: Path
) -> None:
    missing = missing_pulse_parts()
    if missing:
        pytest.skip(f"hearing needs {', '.join(missing)}")
    shutil.copytree(tiny_library.folder, tmp_path / "library")
    given = (x_display, tmp_path / "library", tmp_path / "window.json", "--pack", tiny_library.pack)
    with PulseServer() as pulse, DrivenWindow(*given, env=pulse.env) as window:
        window.open()
        window.type("low hum")
        names = window.wait("shown", lambda line: line["text"] == "low hum")["names"]
        window.key("Down")
        window.wait("started")
        window.key("l", "a", "Down")  # it goes round, and the next row is reached in silence
        wait_until(lambda: window.ask({"do": "state"})["current"] == names[1], "the second row")
        since = window.mark()
        window.hands.click(window.where("row", 0))
        wait_until(lambda: window.ask({"do": "state"})["current"] == names[0], "the first row")
        assert not [line for line in window.since(since) if line["kind"] in ("started", "stopped")]
        window.hands.do("mousemove", "--sync", *window.where("wave", 700), "click", 1)
        window.wait("started", lambda line: line["start_s"] > 1, since=since)
        since = window.mark()
        window.hands.click(window.where("row", 0), 2)
        window.wait("started", lambda line: line["start_s"] == 0, since=since)


@pytest.mark.shows("account-network-usual", "all-keys-palette")
def test_a_command_gets_another_key_which_is_there_at_the_next_start(
    x_display: str, tiny_library: TinyLibrary, tmp_path: Path
) -> None:
    shutil.copytree(tiny_library.folder, tmp_path / "library")
    given = (x_display, tmp_path / "library", tmp_path / "window.json", "--pack", tiny_library.pack)
    with DrivenWindow(*given) as window:
        window.open()
        window.key("ctrl+slash")
        wait_until(lambda: has(window, "named Search commands or keys"), "the sheet")
        window.hands.activate("Keyboard shortcuts")
        window.type("fold takes")
        window.hands.click(window.where("item Fold takes"))
        window.hands.click(window.where("named New key: press it here"))
        window.key("F8")
        wait_until(lambda: window.look("len(app.commands.conflicts('results.fold_takes', 'F8'))") == 0, "F8 to be free")
        window.hands.click(window.where("named Use this key"))
        wait_until(lambda: window.look("list(app.commands.command('results.fold_takes').keys)") == ["F8"], "the key")
    with DrivenWindow(*given) as again:
        again.open()
        again.key("F8")
        wait_until(lambda: again.look("app.commands.action('results.fold_takes').isChecked()"), "the key to work")
