"""The search thread over a real library."""

import shutil
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication
from pytestqt.qtbot import QtBot

from desktop.work.overviews import OverviewThread
from desktop.work.reader_thread import ReaderThread
from desktop.work.requests import Reference, Request, SearchAnswer
from desktop.work.search_thread import SearchThread
from engine.base.types import FilePath, SoundId
from engine.library.library import Library, LibraryReader
from tests.helpers.sounds import write_tone
from tests.helpers.tiny_library import TinyLibrary, earshot


@pytest.fixture
def library(tiny_library: TinyLibrary, tmp_path: Path) -> Path:
    """A copy that a test may change."""
    folder = tmp_path / "library"
    shutil.copytree(tiny_library.folder, folder)
    return folder


@pytest.fixture
def search(qtbot: QtBot, library: Path, tiny_library: TinyLibrary) -> Iterator[SearchThread]:
    thread = SearchThread(library, pack=tiny_library.pack)
    with qtbot.waitSignal(thread.opened, timeout=20_000):
        thread.start()
    yield thread
    thread.close()


def answer(qtbot: QtBot, search: SearchThread, request: Request) -> SearchAnswer:
    with qtbot.waitSignal(search.answered, timeout=20_000) as answered:
        search.submit(request)
    assert answered.args is not None
    result: SearchAnswer = answered.args[0]
    return result


def names(answered: SearchAnswer) -> list[str]:
    return [hit.sound.path.name for hit in answered.hits]


def test_words_find_what_sounds_like_them(qtbot: QtBot, search: SearchThread) -> None:
    assert names(answer(qtbot, search, Request("high beep")))[0] == "take 3.wav"


def test_nothing_asked_lists_every_sound(qtbot: QtBot, search: SearchThread) -> None:
    assert len(names(answer(qtbot, search, Request("")))) == 6


def test_of_many_keystrokes_the_last_is_answered(qtbot: QtBot, search: SearchThread) -> None:
    seen: list[SearchAnswer] = []
    search.answered.connect(seen.append)
    for text in ("h", "hi", "his", "hiss"):
        search.submit(Request(text))
    qtbot.waitUntil(lambda: bool(seen) and seen[-1].request.text == "hiss", timeout=20_000)
    assert names(seen[-1])[0] == "take 9.wav"
    assert len(seen) <= 4


def test_what_cannot_be_answered_is_refused_with_advice(qtbot: QtBot, search: SearchThread) -> None:
    with qtbot.waitSignal(search.refused, timeout=20_000) as refused:
        search.submit(Request(reference=Reference(FilePath.of("/nowhere/gone.wav"))))
    assert refused.args is not None
    assert "gone.wav" in refused.args[0]
    assert refused.args[1]
    assert names(answer(qtbot, search, Request("hiss")))[0] == "take 9.wav"


def test_a_file_outside_the_library_finds_its_like(qtbot: QtBot, search: SearchThread, tmp_path: Path) -> None:
    outside = FilePath.of(write_tone(tmp_path / "outside.wav", hz=1500, seconds=2))
    assert names(answer(qtbot, search, Request(reference=Reference(outside))))[0] == "take 2.wav"


def test_a_sound_that_is_gone_is_refused_and_the_thread_lives_on(qtbot: QtBot, search: SearchThread) -> None:
    with qtbot.waitSignal(search.refused, timeout=20_000):
        search.submit(Request(reference=Reference(FilePath.of("/gone.wav"), SoundId(999_999))))
    assert names(answer(qtbot, search, Request("hiss")))[0] == "take 9.wav"


@pytest.mark.shows("folders-dropped-indexing")
def test_sounds_indexed_meanwhile_join_the_answer(
    qtbot: QtBot, search: SearchThread, library: Path, tiny_library: TinyLibrary, tmp_path: Path
) -> None:
    assert len(names(answer(qtbot, search, Request("high beep")))) == 6
    write_tone(tmp_path / "more" / "new.wav", hz=4000, seconds=3)
    earshot("index", "--json", "--library", library, "--pack", tiny_library.pack, tmp_path / "more")
    with qtbot.waitSignal(search.answered, timeout=20_000) as refreshed:
        search.catch_up()
    assert refreshed.args is not None
    assert refreshed.args[0].is_refresh
    assert "new.wav" in names(refreshed.args[0])[:2]


def test_a_forgotten_folder_takes_its_rows_with_it(
    qtbot: QtBot, search: SearchThread, tiny_library: TinyLibrary
) -> None:
    with qtbot.waitSignal(search.counted, timeout=20_000) as counted:
        search.catch_up()
    assert counted.args is not None
    root = counted.args[1][0]
    assert root.path == FilePath.of(tiny_library.sounds)
    with qtbot.waitSignal(
        search.counted, timeout=20_000, check_params_cb=lambda stats, roots: stats.sounds == 0
    ) as counted:
        search.forget_root(root.id)
    assert counted.args is not None
    assert counted.args[1] == ()


def test_a_question_that_fails_leaves_the_reader_for_the_next(qtbot: QtBot, library: Path) -> None:
    thread = ReaderThread(lambda: LibraryReader(library))
    thread.start()
    told: list[str] = []
    # A sound may leave the library between two steps of a question.
    thread.ask("page", lambda reader: reader.sound(SoundId(9_999)), print, given_up=lambda: told.append("given up"))
    qtbot.waitUntil(lambda: told == ["given up"])
    thread.ask("page", lambda reader: reader.sound(SoundId(1)), lambda sound: told.append("read"))
    qtbot.waitUntil(lambda: told == ["given up", "read"])
    thread.close()


def test_a_library_that_opens_as_its_window_closes_starts_no_reader(
    qtbot: QtBot, library: Path, tiny_library: TinyLibrary
) -> None:
    thread = ReaderThread(lambda: LibraryReader(library))
    search = SearchThread(library, pack=tiny_library.pack)
    opened: list[bool] = []
    search.opened.connect(lambda: opened.append(True))
    search.opened.connect(thread.begin)
    search.start()
    search.close()
    thread.close()
    assert not opened  # it waits in the event loop
    QCoreApplication.processEvents()
    assert opened
    assert not thread.isRunning() and not thread.isFinished()  # it was never started


def stumble(library: Library) -> None:
    raise ZeroDivisionError("integer division by zero")


def test_a_fault_that_nobody_foresaw_ends_one_question_and_not_the_search(qtbot: QtBot, search: SearchThread) -> None:
    with qtbot.waitSignal(search.hindered, timeout=20_000) as said:
        search.ask(stumble)
    assert said.args is not None
    assert "integer division by zero" in said.args[0] and "goes on" in said.args[1]
    assert names(answer(qtbot, search, Request("hiss")))[0] == "take 9.wav"


def test_an_errand_that_fails_takes_no_other_with_it(
    qtbot: QtBot, search: SearchThread, tiny_library: TinyLibrary
) -> None:
    uri = FilePath.of(tiny_library.sounds).uri
    with (
        qtbot.waitSignal(search.hindered, timeout=20_000),
        qtbot.waitSignal(search.counted, timeout=20_000, check_params_cb=lambda stats, roots: roots == ()),
        search._wake,  # both in one go, as when the thread was busy
    ):
        search._errand(stumble)
        search.forget_files(frozenset({uri}))


def test_what_was_noted_right_before_the_end_is_kept(
    qtbot: QtBot, library: Path, tiny_library: TinyLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    thread, is_closing = SearchThread(library, pack=tiny_library.pack), threading.Event()
    wait = thread.wait
    monkeypatch.setattr(thread, "wait", lambda: (is_closing.set(), wait()))
    with qtbot.waitSignal(thread.opened, timeout=20_000):
        thread.start()
    told: list[object] = []
    thread.ask(lambda library: is_closing.wait(60))  # a search that takes its time
    thread.ask(lambda library: library.keeping.set_rating([SoundId(1)], 5), told.append)
    thread.close()
    with LibraryReader(library) as reader:
        assert reader.sound(SoundId(1)).marks.rating == 5
    assert told == []  # the window is closing: nobody is told any more


def test_a_file_in_place_of_a_library_is_refused_in_words(qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    thread = SearchThread(tmp_path / "file", may_create=True)
    with qtbot.waitSignal(thread.failed, timeout=20_000) as failed:
        thread.start()
    thread.close()
    assert failed.args is not None
    assert failed.args[1]


def test_overviews_come_last_asked_first_and_stay(qtbot: QtBot, search: SearchThread) -> None:
    hits = answer(qtbot, search, Request("")).hits
    overviews = OverviewThread(search.reader)
    seen: list[SoundId] = []
    overviews.ready.connect(seen.append)
    for hit in hits:
        assert overviews.get(hit.sound.id) is None
    overviews.start()
    qtbot.waitUntil(lambda: len(seen) == len(hits), timeout=20_000)
    assert seen == [hit.sound.id for hit in reversed(hits)]
    peaks = overviews.get(hits[0].sound.id)
    overviews.close()
    assert peaks is not None
    # Tones of level 0.5 and noise of level 0.2: 64 and 25 of 127.
    assert 24 <= peaks.columns.max() <= 65
