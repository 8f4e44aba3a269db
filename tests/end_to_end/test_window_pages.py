"""Pages in the place of the results, and the ways back from them: a real window, real keys and clicks."""

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.pulse import PulseServer, missing_pulse_parts
from tests.helpers.qt import DrivenWindow, wait_until
from tests.helpers.sounds import write_tone
from tests.helpers.tiny_library import TinyLibrary, earshot

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs an X server")
PAGES = {"duplicates": "ctrl+shift+d", "missing": "ctrl+shift+g", "map": "ctrl+shift+m"}


@pytest.fixture
def pulse() -> Iterator[PulseServer]:
    missing = missing_pulse_parts()
    if missing:
        pytest.skip(f"hearing needs {', '.join(missing)}")
    with PulseServer() as server:
        yield server


@pytest.fixture(scope="module")
def indexed(tiny_library: TinyLibrary, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library of four long tones, one of them twice. The windows have copies of it; nothing writes the sounds."""
    folder = tmp_path_factory.mktemp("pages")
    sounds, library = folder / "sounds", folder / "library"
    for hz, name in ((100.0, "hum"), (900.0, "tone"), (2000.0, "whistle"), (4000.0, "beep")):
        write_tone(sounds / f"{name}.wav", hz, 20.0)
    (sounds / "again").mkdir()
    shutil.copy2(sounds / "hum.wav", sounds / "again" / "hum copy.wav")
    earshot("index", "--json", "--library", library, "--pack", tiny_library.pack, "--device", "cpu", sounds)
    return library


@pytest.fixture
def window(
    x_display: str, tiny_library: TinyLibrary, indexed: Path, pulse: PulseServer, tmp_path: Path
) -> Iterator[DrivenWindow]:
    """A window over the tones, that can be heard."""
    library = shutil.copytree(indexed, tmp_path / "library")
    arguments = (x_display, library, tmp_path / "window.json", "--pack", tiny_library.pack)
    with DrivenWindow(*arguments, env=pulse.env) as driven:
        yield driven.open()


def page(window: DrivenWindow) -> str:
    return str(window.look("window.page"))


def go_to(window: DrivenWindow, name: str) -> None:
    """Opens a page by its key."""
    window.key(PAGES[name])
    wait_until(lambda: page(window) == name, f"the page {name}")


def is_silent(window: DrivenWindow) -> bool:
    return window.look("app.player.playing is None") is True


def click_name(window: DrivenWindow, name: str) -> None:
    window.hands.click(window.where(f"named {name}"))


def results(window: DrivenWindow) -> Any:
    wait_until(lambda: page(window) == "results", "the results")
    return window.ask({"do": "state"})


@pytest.mark.shows("duplicates-missing-files")
@pytest.mark.parametrize("name", PAGES)
def test_whatever_is_asked_for_shows_the_results(window: DrivenWindow, name: str) -> None:
    go_to(window, name)
    window.hands.click(window.where("item All sounds"))  # they are what is on show behind the page already
    assert results(window)["rows"] == 5
    go_to(window, name)
    window.hands.click(window.where("item sounds"))
    assert "sounds" in window.look("window.search_bar.request.filters") and results(window)["rows"] == 5
    go_to(window, name)
    window.hands.click(window.where("search"))
    window.type("beep")
    window.wait("shown", lambda line: line["text"] == "beep")
    results(window)
    go_to(window, name)
    window.key("alt+Left")
    results(window)
    assert window.look("window.search_bar.field.text()") == "beep"  # a page is what one goes back from first


@pytest.mark.shows("duplicates-missing-files")
@pytest.mark.parametrize("name", PAGES)
def test_esc_back_and_the_button_leave_a_page(window: DrivenWindow, name: str) -> None:
    go_to(window, name)
    assert window.look("window.page_header.isVisible() and window.page_header.title.text() != ''")
    window.key("Escape")
    wait_until(lambda: results(window)["focus"] == "ResultsView", "the keyboard in the results")
    assert not window.look("window.page_header.isVisible()")
    go_to(window, name)
    click_name(window, "Back to the results")
    results(window)
    go_to(window, name)
    click_name(window, "Back (Alt+Left)")
    results(window)


def test_return_in_the_search_field_shows_what_it_plays(window: DrivenWindow) -> None:
    go_to(window, "duplicates")
    window.hands.click(window.where("search"))
    since = window.mark()
    window.type("whistle")
    window.key("Return")
    started = window.wait("started", since=since)
    state = results(window)
    assert Path(started["path"]).name == state["current"] == state["names"][0]
    assert window.look("app.finding.on_show.text") == "whistle"


@pytest.mark.shows("duplicates-missing-files")
def test_keys_of_the_results_do_nothing_to_a_selection_that_cannot_be_seen(window: DrivenWindow) -> None:
    window.hands.click(window.where("row", row=1))
    window.wait("started")
    go_to(window, "missing")
    wait_until(lambda: is_silent(window), "silence: its row is no longer to be seen")
    since = window.mark()
    window.key("w", "f", "1", "ctrl+5", "Down", "Return", "ctrl+r")
    window.key("Escape")
    results(window)
    assert not [line for line in window.since(since) if line["kind"] in ("started", "shown")]
    assert window.look("window.results.current_hit().sound.marks.rating") == 0
    assert window.look("window.results.current_hit().sound.marks.is_favourite") is False


def test_what_a_page_plays_ends_with_it_and_the_deck_shows_again_what_it_showed(window: DrivenWindow) -> None:
    window.hands.click(window.where("row", row=1))
    window.wait("started")
    window.key("space")
    wait_until(lambda: is_silent(window), "silence")
    before = window.ask({"do": "state"})["deck"]
    go_to(window, "duplicates")
    wait_until(lambda: window.look("features['DuplicatesFeature'].page.rows.rowCount()") == 2, "the copies")
    since = window.mark()
    window.key("Down")
    window.key("Down")
    window.wait("started", since=since)
    assert "hum" in window.ask({"do": "state"})["deck"]
    window.key("Escape")
    results(window)
    wait_until(lambda: is_silent(window), "silence")
    assert window.ask({"do": "state"})["deck"] == before


@pytest.mark.shows("coming-back-find")
def test_back_leads_from_find_similar_to_the_row_the_deck_and_the_stretch(window: DrivenWindow) -> None:
    window.type("tone")
    window.wait("shown", lambda line: line["text"] == "tone")
    window.hands.click(window.where("row", row=2))
    window.wait("started")
    window.key("space")
    wait_until(lambda: is_silent(window), "silence")
    window.hands.drag(
        window.where("wave", row=200),
        window.where("wave", row=400),
        is_over=lambda: selection(window),
        what="a stretch",
    )
    before = window.ask({"do": "state"})
    since = window.mark()
    window.key("w")
    window.wait("shown", lambda line: line["reference"] is not None, since=since)
    window.key("alt+Left")
    wait_until(lambda: window.ask({"do": "state"})["deck"] == before["deck"], "the sound in the deck")
    wait_until(lambda: selection(window) == before["selection"], "the stretch")
    after = window.ask({"do": "state"})
    assert (after["current"], after["words"], after["names"]) == (before["current"], "tone", before["names"])
    assert is_silent(window)
    assert not [line for line in window.since(since) if line["kind"] == "started"]


def selection(window: DrivenWindow) -> Any:
    return window.ask({"do": "state"})["selection"]
