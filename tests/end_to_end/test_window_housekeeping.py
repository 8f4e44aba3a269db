"""Duplicates and missing files as a person tidies them: a real window, a real X server, real keys and clicks."""

import contextlib
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.helpers.qt import DrivenWindow, wait_until
from tests.helpers.sounds import write_tone
from tests.helpers.tiny_library import TinyLibrary, earshot

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs an X server")

_FOCUSED = "getattr(__import__('PySide6.QtWidgets').QtWidgets.QApplication.focusWidget(), 'text', str)()"
"""What the field that has the keyboard holds."""


@dataclass(frozen=True, slots=True)
class House:
    """A window over two pairs of copies and one sound that is there once."""

    window: DrivenWindow
    sounds: Path
    library: Path
    trash: Path


@pytest.fixture
def house(x_display: str, tiny_library: TinyLibrary, tmp_path: Path) -> Iterator[House]:
    sounds, library = tmp_path / "sounds", tmp_path / "library"
    for hz, name in ((100.0, "Hums/hum.wav"), (4000.0, "Beeps/beep.wav"), (900.0, "Beeps/tone.wav")):
        write_tone(sounds / name, hz, 1.0)
    shutil.copy2(sounds / "Hums" / "hum.wav", sounds / "Hums" / "hum copy.wav")
    shutil.copy2(sounds / "Beeps" / "beep.wav", sounds / "Beeps" / "beep copy.wav")
    earshot("index", "--json", "--library", library, "--pack", tiny_library.pack, "--device", "cpu", sounds)
    data = {"XDG_DATA_HOME": str(tmp_path / "data")}
    with DrivenWindow(x_display, library, tmp_path / "window.json", "--pack", tiny_library.pack, env=data) as driven:
        yield House(driven.open(), sounds, library, tmp_path / "data" / "Trash" / "files")


def click(window: DrivenWindow, name: str) -> None:
    """Clicks a control by what a screen reader calls it, once it is there."""
    wait_until(lambda: window.ask({"do": "has", "part": f"named {name}"})["has"], name)
    window.hands.click(window.where(f"named {name}"))


def fill(window: DrivenWindow, text: str) -> None:
    """Types into a dialog's field, again where it did not get every key: one that has just come may lose the first."""
    for _ in range(3):
        window.key("ctrl+a")
        window.type(text)
        with contextlib.suppress(AssertionError):
            wait_until(lambda: window.look(_FOCUSED) == text, "the text", patience_s=3.0)
            return
    raise AssertionError(f"the field holds {window.look(_FOCUSED)!r}, not {text!r}")


@pytest.mark.shows("duplicates-exact-near", "nothing-changed-removed")
def test_copies_are_reviewed_and_go_to_the_trash(house: House) -> None:
    window = house.window
    window.key("ctrl+shift+d")
    click(window, "Keep best quality")
    since = window.mark()
    click(window, "Move to trash…")
    assert len(list(house.sounds.rglob("*.wav"))) == 5  # nothing goes before the question is answered
    click(window, "Move to trash")
    window.wait("counted", lambda line: line["sounds"] == 3, since=since)
    assert len(list(house.sounds.rglob("*.wav"))) == 3
    assert len(list(house.trash.iterdir())) == 2
    window.key("Escape")
    wait_until(lambda: window.ask({"do": "state"})["page"] == "ResultsView", "the results")


@pytest.mark.shows("sound-known-audio")
def test_a_moved_folder_is_located_in_the_file_dialog(house: House) -> None:
    window = house.window
    (house.sounds / "Beeps").rename(house.sounds.parent / "Elsewhere")
    earshot("index", "--json", "--library", house.library, house.sounds)
    window.key("ctrl+shift+g")
    click(window, "Locate folder…")
    window.hands.activate("Where is Beeps now.*")
    since = window.mark()
    fill(window, f"{house.sounds.parent}/Elsewhere")
    window.key("Return")
    elsewhere = [str(house.sounds.parent / "Elsewhere"), str(house.sounds)]
    window.wait("counted", lambda line: sorted(line["roots"]) == elsewhere and line["missing"] == 0, since=since)
    assert earshot("missing", "--json", "--library", house.library) == []


def test_the_best_answer_is_copied_to_a_project(house: House) -> None:
    window, project = house.window, house.sounds.parent / "project"
    window.type("low hum")
    window.wait("shown", lambda line: line["text"] == "low hum")
    window.key("Down")
    window.key("ctrl+shift+p")
    click(window, "Project folder")
    window.type(str(project))
    click(window, "Copy to project")
    wait_until((project / "credits.txt").exists, "the copies and their credits")
    assert [path.suffix for path in sorted(project.iterdir())] == [".txt", ".wav"]


def test_the_list_is_exported(house: House) -> None:
    window = house.window
    window.key("ctrl+shift+e")
    click(window, "Choose file")
    window.hands.activate("Export list")
    fill(window, f"{house.sounds.parent}/list.csv")
    window.key("Return")
    wait_until((house.sounds.parent / "list.csv").exists, "the table")
    assert len((house.sounds.parent / "list.csv").read_text(encoding="utf-8").splitlines()) == 6


@pytest.mark.shows("entered-travels-another")
def test_what_was_entered_goes_into_a_file_and_comes_back_from_it(house: House) -> None:
    window, file, marked = house.window, house.sounds.parent / "mine.jsonl", ["--query", "rating:5"]
    window.key("Down")
    window.key("ctrl+5")
    wait_until(lambda: len(rated(house)) == 1, "the rating")
    by_palette(window, "Export my ratings")
    window.hands.activate("Export my ratings, tags and collections")
    fill(window, str(file))
    window.key("Return")
    wait_until(file.exists, "the file")
    earshot("tag", "--json", "--library", house.library, *marked, "--rating", "0")
    by_palette(window, "Import ratings")
    window.hands.activate("Import ratings, tags and collections")
    fill(window, str(file))
    window.key("Return")
    wait_until(lambda: window.ask({"do": "has", "part": "named What would change"})["has"], "what would change")
    assert rated(house) == []
    window.hands.activate("Import ratings, tags and collections")
    window.key("Return")
    wait_until(lambda: len(rated(house)) == 1, "the rating, imported")
    window.hands.activate("Earshot")
    undo = "app.commands.action('edit.undo').text()"
    wait_until(lambda: window.look(undo).startswith("Undo: Import"), "the import to be what is undone")
    window.key("ctrl+z")
    wait_until(lambda: rated(house) == [], "the import, taken back")


def by_palette(window: DrivenWindow, words: str) -> None:
    """Runs a command by its words."""
    window.key("ctrl+k")
    wait_until(lambda: window.ask({"do": "has", "part": "named Matches"})["has"], "the palette")
    window.type(words)
    window.key("Return")


def rated(house: House) -> list[str]:
    """Paths of the sounds with five stars."""
    found = earshot("search", "--json", "--library", house.library, "rating:5")
    return [str(hit["path"]) for hit in found]
