"""The state of the library in the status bar, and the list behind what failed."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop.base import messages
from desktop.base.translation import use_language
from desktop.controllers.library_status.failures import Failures
from desktop.window.status_facts import StatusFacts
from engine.base.events import Finished, Progress
from engine.base.file_messages import FileAdvice, FileFault, as_stored, trouble
from engine.base.library_facts import FailedFile, IndexKind, IndexState, LibraryStats
from engine.base.library_messages import LibraryFault
from engine.base.messages import Message, told
from engine.base.types import FilePath
from engine.index.messages import IndexFlaw
from tests.helpers.tiny_library import TinyLibrary
from tests.helpers.whole_window import whole_window

DAMAGED = IndexState(
    IndexKind.REFUSED, told(LibraryFault.INDEX_REFUSED, "/l/base.bin", Message(IndexFlaw.OTHER_CHECKSUM))
)
STATS = LibraryStats(1204, 9, 2, 3, (), "starter", "i", IndexState(IndexKind.HNSW), "hnsw", 0, missing=4)
FILES = (
    FailedFile(FilePath(b"/s/a.wav"), trouble(FileFault.EMPTY, FileAdvice.COPY_OR_EXPORT)),
    FailedFile(FilePath(b"/s/\xff.wav"), as_stored("no sound in it", "")),
)


@pytest.fixture
def german() -> Iterator[None]:
    use_language("de")
    yield
    use_language("en")


@pytest.fixture
def facts(qtbot: QtBot) -> StatusFacts:
    facts = StatusFacts()
    qtbot.addWidget(facts)
    facts.show()
    return facts


@pytest.mark.shows("progress-sight-reason")
def test_what_needs_attention_is_named_and_can_be_clicked(facts: StatusFacts, qtbot: QtBot) -> None:
    facts.show_stats(STATS)
    said = [part.text() for part in (facts.sounds, facts.missing, facts.offline, facts.failed, facts.heard)]
    assert said == ["1,204 sounds", "4 missing", "3 offline", "2 unreadable", "analysed with starter"]
    assert "“starter”" in facts.heard.toolTip()
    buttons = (
        (facts.missing, facts.missing_wanted),
        (facts.offline, facts.offline_wanted),
        (facts.failed, facts.failed_wanted),
        (facts.heard, facts.pack_wanted),
    )
    for button, signal in buttons:
        with qtbot.waitSignal(signal):
            button.setFocus()
            QTest.keyClick(button, Qt.Key.Key_Space)
        with qtbot.waitSignal(signal):
            QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def test_what_is_well_is_not_mentioned(facts: StatusFacts) -> None:
    facts.show_stats(LibraryStats(1, 1, 0, 0, (), "starter", "i", DAMAGED, "exact", 0))
    assert facts.sounds.text() == "1 sound"
    assert not facts.missing.isVisible()
    assert not facts.offline.isVisible()
    assert not facts.failed.isVisible()
    assert "the index /l/base.bin was refused: its checksum does not agree" in facts.heard.toolTip()


@pytest.mark.shows("german-errors")
def test_why_an_index_is_not_used_is_told_in_german(facts: StatusFacts, german: None) -> None:
    facts.show_stats(LibraryStats(1, 1, 0, 0, (), "starter", "i", DAMAGED, "exact", 0))
    assert "Der Index /l/base.bin wurde abgelehnt: seine Prüfsumme stimmt nicht" in facts.heard.toolTip()


def test_the_job_is_told_while_it_runs(facts: StatusFacts) -> None:
    facts.show_event(Progress(40, 1200, 0, 12.0, 340.0, None, 3))
    assert facts.job.text() == "analysing: 40 of 1,200"
    facts.show_event(Finished(1, 0, 0, 0, 0, 0, 1, 1.0, False))
    assert not facts.job.isVisible()


@pytest.mark.shows("all-heard-stood")
def test_it_says_whether_all_is_heard(facts: StatusFacts) -> None:
    facts.show_stats(replace(STATS, roots=("/a", "/b")))
    assert facts.heard.text() == "analysed with starter", (
        "after a start nobody has looked yet, and a job may have stopped"
    )
    facts.show_event(Progress(40, 1200, 0, 12.0, 340.0, None, 3))
    assert not facts.heard.isVisible(), "how far it is says so already"
    facts.show_event(Finished(1, 0, 0, 0, 0, 0, 1, 1.0, True))
    assert facts.heard.text() == "not up to date yet"
    done = Finished(1, 0, 0, 0, 0, 0, 1, 1.0, False)
    facts.show_event(done, None)
    assert facts.heard.text() == "not up to date yet", "a file that changed says nothing of the others"
    facts.show_event(done, ("/a",))
    assert facts.heard.text() == "analysed with starter", "not of every folder it is known"
    facts.show_event(done, ("/b",))
    assert facts.heard.text() == "up to date"
    facts.show_event(done)
    assert facts.heard.text() == "up to date"
    facts.show_stats(replace(STATS, next_pack_id="j", next_pack_name="birds", next_pack_sounds=30))
    assert facts.heard.text() == "30 of 1,204 re-analysed"
    assert "“birds”" in facts.heard.toolTip()


@pytest.mark.parametrize(
    ("rows", "passing", "is_ranked", "said"),
    [
        (90, 90, True, "90 sounds, best first"),
        (44, 44, True, "44 of 90 sounds, best first"),
        (44, 44, False, "44 of 90 sounds"),
        (50, 80, True, "the best 50 of 80 sounds"),
    ],
)
def test_it_says_what_is_shown_and_of_how_many(rows: int, passing: int, is_ranked: bool, said: str) -> None:
    assert messages.answered(rows, passing, 90, is_ranked=is_ranked) == said


def test_files_that_failed_are_listed_with_reason_and_advice(qtbot: QtBot) -> None:
    dialog = Failures()
    qtbot.addWidget(dialog)
    dialog.show_files(FILES, 2)
    rows = [dialog.list.topLevelItem(row) for row in range(2)]
    assert [[row.text(column) for column in range(3)] for row in rows if row is not None] == [
        ["a.wav", "The file is empty.", "Copy it or export it again."],
        ["\N{REPLACEMENT CHARACTER}.wav", "No sound in it.", ""],
    ]
    assert dialog.note.text() == "2 files could not be read. The rest of the library is not affected."
    with qtbot.waitSignal(dialog.retry_wanted):
        dialog.retry_button.click()
    with qtbot.waitSignal(dialog.reveal_wanted) as wanted:
        dialog.list.setCurrentItem(rows[1])
        QTest.keyClick(dialog.list, Qt.Key.Key_Return)
    assert wanted.args == [FILES[1].path]
    dialog.copy_button.click()
    assert QGuiApplication.clipboard().text().startswith("/s/a.wav\tThe file is empty.\tCopy it or export it again.")


def test_an_empty_list_says_that_all_is_well(qtbot: QtBot) -> None:
    dialog = Failures()
    qtbot.addWidget(dialog)
    dialog.show_files((), 0)
    assert dialog.note.text() == "Every file of the library could be read."
    assert not dialog.retry_button.isEnabled()


def test_the_banner_of_unreadable_files_goes_by_itself_and_their_number_stays(
    qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path
) -> None:
    (tmp_path / "new").mkdir()
    (tmp_path / "new" / "broken.wav").write_bytes(b"RIFF")
    with whole_window(qtbot, tiny_library, tmp_path) as app:
        message = app.window.message
        app.gathering.add((FilePath.of(tmp_path / "new"),))
        qtbot.waitUntil(lambda: message.isVisible() and "broken.wav could not be read" in message.label.text())
        assert app.gathering.reading_time.isActive()
        app.gathering.reading_time.start(0)
        qtbot.waitUntil(message.isHidden)
        qtbot.waitUntil(lambda: app.window.status.facts.failed.text() == "1 unreadable")
