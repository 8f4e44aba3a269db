"""Lists between window and disk: whoever writes last, the newest state stays, also after a write that failed."""

import threading
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.base.errors import LibraryError
from engine.features.spotting.cue_reader import read_cue_text
from engine.features.spotting.list_cache import SpottingListCache
from engine.features.spotting.spotting_list import FOLDER, SpottingList, SpottingStore
from tests.helpers.patience import PATIENCE_MS

PATIENCE_S = PATIENCE_MS / 1000


def a_list(key: str = "scene", at: int = 0) -> SpottingList:
    return replace(SpottingList.of(read_cue_text("door\nbell\nrain\n"), key), title=key.title(), at=at)


class Held:
    """Writes of the store that wait where the test holds them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.began, self.released = threading.Event(), threading.Event()
        write = SpottingStore.write

        def held(store: SpottingStore, kept: SpottingList) -> None:
            if not self.began.is_set():
                self.began.set()
                assert self.released.wait(PATIENCE_S)
            write(store, kept)

        monkeypatch.setattr(SpottingStore, "write", held)


def in_thread(work: threading.Thread) -> threading.Thread:
    work.start()
    return work


def test_a_newer_state_is_never_written_over_by_an_older_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    held, shelf = Held(monkeypatch), SpottingListCache(tmp_path)
    shelf.put(a_list(at=1))
    older = in_thread(threading.Thread(target=shelf.write))
    assert held.began.wait(PATIENCE_S)
    shelf.put(a_list(at=2))
    newer = in_thread(threading.Thread(target=shelf.write))
    assert shelf.read("scene").at == 2
    held.released.set()
    for thread in (older, newer):
        thread.join(PATIENCE_S)
        assert not thread.is_alive()
    assert SpottingStore(tmp_path).read("scene").at == 2


def test_a_list_that_is_forgotten_while_it_is_written_stays_forgotten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held, shelf = Held(monkeypatch), SpottingListCache(tmp_path)
    shelf.put(a_list())
    writing = in_thread(threading.Thread(target=shelf.write))
    assert held.began.wait(PATIENCE_S)
    forgetting = in_thread(threading.Thread(target=shelf.remove, args=("scene",)))
    held.released.set()
    for thread in (writing, forgetting):
        thread.join(PATIENCE_S)
        assert not thread.is_alive()
    shelf.write()
    assert list((tmp_path / FOLDER).iterdir()) == []


def test_what_could_not_be_written_is_there_and_written_later(tmp_path: Path) -> None:
    (tmp_path / FOLDER).write_text("in the way")
    shelf = SpottingListCache(tmp_path)
    shelf.put(a_list(at=2))
    with pytest.raises(LibraryError):
        shelf.write()
    assert (shelf.newest(), shelf.titles(), shelf.read("scene").at) == ("scene", {"scene": "Scene"}, 2)
    (tmp_path / FOLDER).unlink()
    shelf.write()
    assert SpottingStore(tmp_path).read("scene").at == 2


def test_one_list_that_fails_holds_up_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shelf = SpottingListCache(tmp_path)
    for key in ("bad", "good"):
        shelf.put(a_list(key))
    (tmp_path / FOLDER / "bad.json").mkdir(parents=True)
    with pytest.raises(LibraryError, match="bad"):
        shelf.write()
    assert SpottingStore(tmp_path).read("good") == a_list("good")


def test_two_lists_that_begin_at_once_have_names_of_their_own(tmp_path: Path) -> None:
    shelf = SpottingListCache(tmp_path)
    assert [shelf.new_key("Scene"), shelf.new_key("Scene")] == ["scene", "scene-2"]
    shelf.put(a_list("scene"))
    shelf.put(a_list("scene-2"))
    assert list(shelf.titles()) == ["scene-2", "scene"]
    shelf.write()
    assert list(SpottingStore(tmp_path).titles()) == ["scene-2", "scene"]
