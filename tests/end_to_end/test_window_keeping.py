"""Favourites, ratings, tags, collections and the map in a real window, with real keys and a real mouse."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.helpers.qt import DrivenWindow, wait_until
from tests.helpers.sounds import write_noise, write_tone
from tests.helpers.tiny_library import REPOSITORY, TinyLibrary, earshot

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs an X server")


@pytest.fixture
def library(tiny_library: TinyLibrary, tmp_path: Path) -> Path:
    """A copy of the tiny library."""
    copy = tmp_path / "library"
    shutil.copytree(tiny_library.folder, copy)
    return copy


@pytest.fixture
def window(x_display: str, tiny_library: TinyLibrary, library: Path, tmp_path: Path) -> Iterator[DrivenWindow]:
    """A window over the copy, without any audio."""
    broken = tmp_path / "broken"
    broken.mkdir()
    (broken / "sounddevice.py").write_text("raise OSError('PortAudio library not found')\n")
    settings = tmp_path / "window.json"
    with DrivenWindow(
        x_display, library, settings, "--pack", tiny_library.pack, env={"PYTHONPATH": str(broken)}
    ) as driven:
        yield driven.open()


def listed(window: DrivenWindow, filters: str) -> set[str]:
    """Types filters and gives the names that come."""
    since = window.mark()
    window.key("ctrl+f")
    window.type(filters + " ")
    return set(window.wait("shown", lambda line: line["text"] == filters, since=since)["names"])


def first_row(window: DrivenWindow) -> str:
    """Goes to the first row, and gives its name."""
    window.key("ctrl+f", "Down")
    wait_until(lambda: window.ask({"do": "state"})["current"], "a row under the cursor")
    name: str = window.ask({"do": "state"})["current"]
    return name


def marks(window: DrivenWindow) -> list[object]:
    """Rating, favourite, colour and tags of the sound under the cursor."""
    row = "window.results.current_hit().sound.marks"
    found: list[object] = window.look(f"[{row}.rating, {row}.is_favourite, {row}.colour, list({row}.tags)]")
    return found


def take_back(window: DrivenWindow) -> None:
    """Ctrl+Z, and Return: what is older than the search on show is asked for."""
    window.key("ctrl+z")
    wait_until(lambda: window.ask({"do": "has", "part": "named Undo"})["has"], "the question")
    window.wait_for_dialog()
    window.key("Return")
    wait_until(lambda: not window.ask({"do": "has", "part": "named Undo"})["has"], "the question, answered")
    window.hands.activate("Earshot")


@pytest.mark.shows("filters-combine", "favourites-ratings-colours", "rate", "favourite", "undo-redo")
def test_keys_rate_and_favour_and_ctrl_z_takes_it_back(window: DrivenWindow) -> None:
    name = first_row(window)
    window.key("ctrl+4")
    wait_until(lambda: marks(window)[0] == 4, "four stars")
    window.key("f")
    wait_until(lambda: marks(window)[1] is True, "a favourite")
    assert listed(window, "rating:>=4 fav:") == {name}
    window.key("Escape", "Down")
    take_back(window)
    wait_until(lambda: window.look("window.results.current_hit().sound.marks.is_favourite") is False, "no favourite")
    take_back(window)
    wait_until(lambda: window.look("window.results.current_hit().sound.marks.rating") == 0, "no rating")
    window.key("ctrl+shift+z")
    wait_until(lambda: window.look("window.results.current_hit().sound.marks.rating") == 4, "the rating again")


@pytest.mark.shows("favourites-ratings-colours")
def test_a_tag_is_typed_in_the_details_and_found(window: DrivenWindow) -> None:
    name = first_row(window)
    window.key("t")
    wait_until(lambda: window.ask({"do": "state"})["focus"] == "QLineEdit", "the cursor in the field for tags")
    window.type("spooky, low")
    window.key("Return")
    wait_until(lambda: marks(window)[3] == ["low", "spooky"], "two tags")
    shown = "list(features['MarksControl'].marks.tags.shown)"
    wait_until(lambda: window.look(shown) == ["low", "spooky"], "the details to show them")
    assert listed(window, "tag:spooky") == {name}


@pytest.mark.shows("favourites-ratings-colours")
def test_a_colour_is_clicked_and_found(window: DrivenWindow) -> None:
    name = first_row(window)
    window.key("ctrl+i")
    window.hands.click(window.where("named Colour Green"))
    wait_until(lambda: marks(window)[2] == "green", "the colour")
    assert listed(window, "colour:green") == {name}


@pytest.mark.shows("favourites-ratings-colours")
def test_sounds_are_dragged_into_a_collection_and_listed_by_a_click(window: DrivenWindow) -> None:
    name = first_row(window)
    window.key("b")
    wait_until(lambda: window.look("len(features['MarksControl'].collections.collections)") == 1, "a new collection")
    wait_until(lambda: window.look("type(app.window.focusWidget()).__name__") == "QLineEdit", "its name to be typed")
    window.type("Ambiences")
    window.key("Return")
    wait_until(
        lambda: window.look("features['MarksControl'].collections.collections[0].name") == "Ambiences", "the name"
    )
    window.hands.click(window.where("row", row=2))
    row, target = window.where("row", row=2), window.where("item Ambiences")
    window.hands.drag(
        row,
        target,
        is_over=lambda: window.look("features['MarksControl'].collections.list.target is not None"),
        what="the collection to notice the drag",
    )
    wait_until(
        lambda: window.look("features['MarksControl'].collections.collections[0].count") == 2, "two sounds in it"
    )
    other = window.ask({"do": "state"})["current"]
    since = window.mark()
    window.hands.click(window.where("item Ambiences"))
    shown = window.wait("shown", lambda line: "collection" in line["filters"], since=since)
    assert shown["names"] == [name, other], "in the order they were put in"


@pytest.mark.shows("into-out-collection")
def test_a_digit_puts_a_sound_in_and_takes_it_out(window: DrivenWindow) -> None:
    first_row(window)
    window.key("ctrl+n")
    wait_until(lambda: window.look("len(features['MarksControl'].collections.collections)") == 1, "a collection")
    window.key("Escape")
    first_row(window)
    count = "features['MarksControl'].collections.collections[0].count"
    window.key("1")
    wait_until(lambda: window.look(count) == 1, "the sound in it")
    window.key("1")
    wait_until(lambda: window.look(count) == 0, "the sound out again")


def test_the_map_is_made_in_the_window_and_a_lasso_lists_sounds(window: DrivenWindow) -> None:
    window.key("ctrl+shift+m")
    wait_until(lambda: window.look("window.page") == "map", "the map's page")
    wait_until(lambda: window.look("features['MapFeature'].page._make.isEnabled()"), "the library to be counted")
    window.hands.click(window.where("named Make the map"))
    view = "features['MapFeature'].page.view"
    wait_until(lambda: window.look(f"{view}._points.places.shape[0]") == 6, "six points")
    wait_until(lambda: window.look(f"{view}.viewport.width_px == {view}.width() > 300"), "the map in its place")
    left, top, width, height = window.look(
        f"(lambda at: [at.x(), at.y(), {view}.width(), {view}.height()])({view}.mapToGlobal({view}.rect().topLeft()))"
    )
    corners = [(width - 8, 8), (width - 8, height - 8), (8, height - 8), (8, 12)]
    hands = window.hands
    since = window.mark()
    hands.do("mousemove", "--sync", left + 8, top + 8, "keydown", "shift", "mousedown", 1)
    for x, y in corners:  # moves that come faster than the window draws are taken as one: a corner would be cut
        hands.do("mousemove", "--sync", left + x, top + y)
        last = f"(lambda at: [round(at.x()), round(at.y())])(({view}._lasso or [{view}.pos()])[-1])"
        wait_until(lambda at=[x, y], last=last: window.look(last) == at, "the lasso at a corner")
    hands.do("mouseup", 1, "keyup", "shift")
    shown = window.wait("shown", lambda line: line["chips"] == ["6 sounds from the map"], since=since)
    assert len(shown["names"]) == 6
    assert window.ask({"do": "state"})["page"] == "ResultsView"


def test_the_map_lights_what_a_search_found_and_names_its_regions(
    x_display: str, tiny_library: TinyLibrary, library: Path, tmp_path: Path
) -> None:
    for number in range(12):
        write_tone(tmp_path / "sounds" / "tones" / f"take {number}.wav", hz=100.0 + 20 * number, seconds=0.5)
        write_noise(tmp_path / "sounds" / "hiss" / f"take {number}.wav", seconds=0.5 + 0.01 * number)
    pack = ("--pack", str(tiny_library.pack))
    earshot("index", "--json", "--library", library, *pack, "--device", "cpu", tmp_path / "sounds")
    command = [sys.executable, "-m", "engine.features.map", str(library), *pack]
    subprocess.run(command, cwd=REPOSITORY, check=True, stdout=subprocess.DEVNULL, timeout=60)
    page = "features['MapFeature'].page"
    lit = f"(lambda above: None if above is None else int(above.sum()))({page}.view._above)"
    with DrivenWindow(x_display, library, tmp_path / "window.json", *pack) as window:
        window.open()
        window.key("ctrl+shift+m")
        wait_until(lambda: window.look(f"{page}.counts.text()") == "30 sounds", "the whole library on the map")
        names = f"[one.region.name for one in {page}.view.names]"
        assert {"Tones", "Hiss"} <= set(window.look(names))
        assert window.look(lit) is None
        window.key("ctrl+shift+m")
        wait_until(lambda: window.look("window.page") == "results", "the results")
        assert len(listed(window, "in:hiss")) == 12
        window.key("ctrl+shift+m")
        wait_until(lambda: window.look(lit) == 12, "what was found to be lit")
        assert window.look(f"{page}.counts.text()") == "12 of 30 sounds match the search"


def test_a_click_on_the_map_shows_the_sound_and_a_double_click_finds_what_is_like_it(
    window: DrivenWindow, tiny_library: TinyLibrary, library: Path
) -> None:
    command = [sys.executable, "-m", "engine.features.map", str(library), "--pack", str(tiny_library.pack)]
    subprocess.run(command, cwd=REPOSITORY, check=True, stdout=subprocess.DEVNULL, timeout=60)
    window.key("ctrl+shift+m")
    view = "features['MapFeature'].page.view"
    wait_until(lambda: window.look(f"{view}._points.places.shape[0]") == 6, "the map that was made before")
    place = f"(lambda at: [at.x(), at.y()])({view}.mapToGlobal({view}.point_px(0).toPoint()))"
    window.hands.click(window.look(place))
    wait_until(lambda: window.look("window.deck.hit is not None"), "the sound on the deck")
    wait_until(lambda: window.look("window.message.isVisible()"), "it to be said that nothing can be heard here")
    since = window.mark()
    window.hands.click(window.look(place), count=2)  # the message has moved the map
    assert window.wait("shown", lambda line: line["reference"] is not None, since=since)["names"]


@pytest.mark.shows("show-hide-left")
def test_e_hides_and_shows_the_left_column_and_it_stays_so(
    x_display: str, tiny_library: TinyLibrary, library: Path, tmp_path: Path
) -> None:
    settings = tmp_path / "window.json"
    hidden = "window.sidebar.isHidden()"
    with DrivenWindow(x_display, library, settings, "--pack", tiny_library.pack) as window:
        window.open()
        window.key("ctrl+f", "Down")
        wait_until(lambda: window.ask({"do": "state"})["current"], "the cursor to be in the results")
        window.key("e")
        wait_until(lambda: window.look(hidden), "the column to go")
    with DrivenWindow(x_display, library, settings, "--pack", tiny_library.pack) as window:
        window.open()
        assert window.look(hidden)
        window.key("ctrl+f", "Down")
        wait_until(lambda: window.ask({"do": "state"})["current"], "the cursor to be in the results")
        window.key("e")
        wait_until(lambda: not window.look(hidden), "the column to come back")
