"""Describing sounds as a person does it: a real window, a real X server, real keys and clicks."""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from desktop.results.columns import Column
from engine.audio.metadata import read_metadata
from tests.helpers.qt import DrivenWindow, wait_until
from tests.helpers.sounds import write_with_bext
from tests.helpers.tiny_library import TinyLibrary, earshot

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs an X server")

_OFFERS = "window.focusWidget().completer().popup().isVisible()"


@dataclass(frozen=True, slots=True)
class Desk:
    """A window over two described doors."""

    window: DrivenWindow
    files: tuple[Path, Path]


@pytest.fixture
def desk(x_display: str, tiny_library: TinyLibrary, tmp_path: Path) -> Iterator[Desk]:
    sounds, library = tmp_path / "sounds", tmp_path / "library"
    files = tuple(write_with_bext(sounds / f"{name}.wav", f"{name} door") for name in ("heavy", "light"))
    earshot("index", "--json", "--library", library, "--pack", tiny_library.pack, "--device", "cpu", sounds)
    with DrivenWindow(x_display, library, tmp_path / "window.json", "--pack", tiny_library.pack) as driven:
        yield Desk(driven.open(), (files[0], files[1]))


def click(window: DrivenWindow, name: str) -> None:
    """Clicks a control by what a screen reader calls it, once it is there."""
    wait_until(lambda: window.ask({"do": "has", "part": f"named {name}"})["has"], name)
    window.hands.click(window.where(f"named {name}"))


def titles(desk: Desk) -> list[str]:
    return [read_metadata(file).title for file in desk.files]


@pytest.mark.shows("metadata-read-written", "nothing-changed-removed")
def test_two_sounds_are_described_together_and_given_back(desk: Desk) -> None:
    window, before = desk.window, [file.read_bytes() for file in desk.files]
    window.hands.click(window.where("row", 0))
    window.key("ctrl+a")
    window.key("F4")
    wait_until(lambda: window.look("window.focusWidget().accessibleName()") == "Title", "the first field")
    window.type("Front door slam")
    window.key("Tab")
    focus = "window.focusWidget().accessibleName()"
    wait_until(lambda: window.look(focus) != "Title", "the title to be taken, which moves the form")
    click(window, "UCS category")
    wait_until(lambda: window.look(focus) == "UCS category", "the field of the category")
    window.type("wood door")
    wait_until(lambda: window.look(_OFFERS), "the offers")
    window.key("Return")
    wait_until(lambda: not window.look(_OFFERS), "the choice")
    window.key("ctrl+s")
    wait_until(lambda: window.ask({"do": "has", "part": "named Write 2 files"})["has"], "the preview")
    assert [file.read_bytes() for file in desk.files] == before  # nothing goes before the question is answered
    click(window, "Write 2 files")
    wait_until(lambda: titles(desk) == ["Front door slam"] * 2, "both titles")
    assert [read_metadata(file).ucs_id for file in desk.files] == ["DOORWood"] * 2
    window.hands.do("mousemove", "--sync", *window.where("named Undo"))  # the offer stays while the pointer is there
    since = window.mark()
    window.key("ctrl+f")
    window.type('"slam"')
    window.wait("shown", lambda line: sorted(line["names"]) == ["heavy.wav", "light.wav"], since=since)
    wait_until(lambda: window.look("window.search_bar.chip_row.isVisible()"), "the chips, which move the offer down")
    click(window, "Undo")
    wait_until(lambda: [file.read_bytes() for file in desk.files] == before, "the files as they were")
    window.wait("shown", lambda line: line["text"] == '"slam"' and line["names"] == [], since=since)


@pytest.mark.shows("metadata-read-written")
def test_a_cell_is_edited_in_place_by_f2_and_saved(desk: Desk) -> None:
    window, category = desk.window, int(Column.CATEGORY)
    is_editing = "window.focusWidget().objectName() == 'cellEditor'"
    window.hands.click(window.where("row", 0, category))
    window.key("F2")
    wait_until(lambda: window.look(is_editing), "the editor")
    window.type("gunauto")
    wait_until(lambda: window.look(_OFFERS), "the offers")
    window.key("Escape")
    wait_until(lambda: not window.look(_OFFERS), "the offers to go")
    window.key("Escape")
    wait_until(lambda: not window.look(is_editing), "the list")
    window.key("F2")
    wait_until(lambda: window.look(is_editing), "the editor again")
    window.type("doorwood")
    wait_until(lambda: window.look(_OFFERS), "the offers again")
    window.key("Return")  # chooses from the list
    wait_until(lambda: not window.look(_OFFERS), "the choice")
    window.key("Return")
    wait_until(lambda: window.look(f"window.model.index(0, {category}).data()") == "DOORWood", "the cell")
    assert [read_metadata(file).ucs_id for file in desk.files] == ["", ""], "it waits"
    window.key("ctrl+s")
    click(window, "Write 1 file")
    wait_until(lambda: sorted(read_metadata(file).ucs_id for file in desk.files) == ["", "DOORWood"], "the file")


@pytest.mark.shows("metadata-read-written", "undo-redo")
def test_a_sound_is_renamed_for_ucs_and_back_by_key(desk: Desk) -> None:
    window, folder = desk.window, desk.files[0].parent
    since = window.mark()
    window.type('"heavy"')
    window.wait("shown", lambda line: line["names"] == ["heavy.wav"], since=since)
    window.hands.click(window.where("row", 0))
    window.key("F2")
    wait_until(lambda: window.ask({"do": "has", "part": "named CatID"})["has"], "the dialog")
    click(window, "CatID")
    window.type("doorwood")
    window.key("Return")
    click(window, "CreatorID")
    window.type("JD")
    shown = "__import__('PySide6.QtWidgets').QtWidgets.QApplication.activeModalWidget().list.topLevelItem(0)"
    named = f"(lambda item: item.text(1) if item else '')({shown})"
    wait_until(lambda: window.look(named) == "DOORWood_heavy_JD_NONE.wav", "the preview")
    click(window, "Rename 1 file")
    wait_until((folder / "DOORWood_heavy_JD_NONE.wav").exists, "the new name")
    wait_until(lambda: window.ask({"do": "has", "part": "named Undo"})["has"], "Undo")
    window.key("ctrl+alt+z")
    wait_until(desk.files[0].exists, "the former name")
