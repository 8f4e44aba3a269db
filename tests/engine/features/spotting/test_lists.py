"""Spotting lists on the disk: come back as they were, survive a damaged file, and keep the former one."""

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.base.clocks import FrameClock, Rate
from engine.base.errors import CueError, LibraryError, LibraryNewer
from engine.base.types import FilePath, SoundId
from engine.features.spotting.cue_reader import read_cue_text
from engine.features.spotting.spotting_list import FOLDER, Pick, SpottingList, SpottingStore
from tests.helpers.small_disk import small_disk

GOLDEN = Path(__file__).parents[3] / "golden" / "spotting-1.json"


def a_list(key: str = "scene") -> SpottingList:
    """Three cues; the second was reworded and has a pick whose name is no UTF-8."""
    fresh = SpottingList.of(
        read_cue_text("0:01 door slams\n0:02 - 0:04 rain\nbell\n", FrameClock(Rate.R24), "Scene"), key
    )
    pick = Pick(FilePath(b"/sounds/\xff rain.wav"), SoundId(7), 1.25, 3.5)
    return replace(
        fresh.with_row(1, replace(fresh.rows[1], query="heavy rain dur:>2", pick=pick)), at=1, filters="ch:2"
    )


@pytest.mark.shows("spotting-list")
def test_a_list_comes_back_as_it_was_left(tmp_path: Path) -> None:
    SpottingStore(tmp_path).write(a_list())
    store = SpottingStore(tmp_path)
    assert store.newest() == "scene"
    assert store.read("scene") == a_list()
    assert store.titles() == {"scene": "Scene"}


def test_a_list_that_an_earlier_earshot_wrote_is_read(tmp_path: Path) -> None:
    (tmp_path / FOLDER).mkdir()
    (tmp_path / FOLDER / "scene.json").write_bytes(GOLDEN.read_bytes())
    assert SpottingStore(tmp_path).read("scene") == a_list()


def test_every_list_has_a_name_of_its_own(tmp_path: Path) -> None:
    store = SpottingStore(tmp_path)
    for title in ("Scene", "Scene", "../../etc/passwd", ""):
        key = store.new_key(title)
        store.write(replace(a_list(key), title=title))
    assert sorted(path.name for path in (tmp_path / FOLDER).iterdir()) == [
        "etc-passwd.json", "list.json", "scene-2.json", "scene.json"
    ]  # fmt: skip
    store.remove("scene")
    assert "scene" not in store.titles()


@pytest.mark.parametrize("content", ["", "{", "[]", '{"format": 1}', '{"format": 1, "title": "a", "rows": []}'])
def test_a_damaged_list_is_told_and_stays(tmp_path: Path, content: str) -> None:
    store = SpottingStore(tmp_path)
    store.write(a_list())
    store.write(a_list("other"))
    file = tmp_path / FOLDER / "scene.json"
    file.write_text(content)
    with pytest.raises(CueError, match="damaged"):
        store.read("scene")
    assert file.read_text() == content
    assert store.titles() == {"other": "Scene"}


def test_a_list_of_a_later_earshot_is_refused(tmp_path: Path) -> None:
    store = SpottingStore(tmp_path)
    store.write(a_list())
    file = tmp_path / FOLDER / "scene.json"
    file.write_text(json.dumps({**json.loads(file.read_text()), "format": 2}))
    with pytest.raises(LibraryNewer):
        store.read("scene")


def test_a_full_disk_keeps_the_former_list(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", 1) as folder:
        store = SpottingStore(folder)
        store.write(a_list())
        (folder / "filler").write_bytes(b"x" * 1_000_000)
        long = SpottingList.of(read_cue_text("a door that slams again and again\n" * 1900), "scene")
        with pytest.raises(LibraryError):
            store.write(long)
        assert store.read("scene") == a_list()
        assert [path.name for path in (folder / FOLDER).iterdir()] == ["scene.json"]
