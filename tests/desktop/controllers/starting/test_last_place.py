"""Where a session was left, as its file keeps it."""

import json
from pathlib import Path

import pytest

from desktop.controllers.startup.last_place import MOST_ROWS, LastPlace, place_file, read_place, record_of
from desktop.results.rows_state import RowsPlace
from desktop.work.requests import Request
from engine.base.types import SoundId
from engine.search.sorting import SortKey

GOLDEN = Path(__file__).resolve().parents[3] / "golden" / "window-left-1.json"
LIBRARY = Path("/home/me/.local/share/earshot/library")


def written(folder: Path, text: str) -> Path:
    file = folder / "left.json"
    file.write_text(text, encoding="utf-8")
    return file


def test_a_place_comes_back_as_it_was_kept(tmp_path: Path) -> None:
    at = RowsPlace(current=SoundId(1), selected=(1, 2), top=SoundId(3), hidden_px=5, scrolled_px=60)
    place = LastPlace(str(LIBRARY), "heavy rain", "fav:", ("rain",), (3, 1, 2), at)
    assert read_place(written(tmp_path, json.dumps(record_of(place))), LIBRARY) == place
    assert place.request == Request("heavy rain", filters="fav:", without=frozenset({"rain"}))


def test_a_file_of_the_first_version_is_read_for_ever() -> None:
    place = read_place(GOLDEN, LIBRARY)
    at = RowsPlace((SortKey.LENGTH, True), SoundId(7), -1, (7, 900), SoundId(12), 4, 30)
    assert place == LastPlace(str(LIBRARY), "heavy rain", "dur:<9 fav:", ("shorter than 9 s",), (12, 7, 900), at)


def test_a_place_in_another_library_is_none() -> None:
    assert read_place(GOLDEN, Path("/elsewhere")) is None


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", '{"version": 2}', '{"version": 1, "library": "/x", "without": [], "rows": ["a"]}', "\x00"],
)
def test_a_file_that_cannot_be_used_is_as_good_as_none(tmp_path: Path, text: str) -> None:
    assert read_place(written(tmp_path, text), LIBRARY) is None


def test_no_file_is_no_place(tmp_path: Path) -> None:
    assert read_place(tmp_path / "none.json", LIBRARY) is None


def test_no_more_rows_are_kept_than_are_read_in_a_moment() -> None:
    place = LastPlace(str(LIBRARY), rows=tuple(range(1, 5_000)))
    assert len(record_of(place)["rows"]) == MOST_ROWS


def test_it_lies_beside_the_settings() -> None:
    assert place_file(Path("/home/me/.config/earshot/window.json")) == Path("/home/me/.config/earshot/window-left.json")
