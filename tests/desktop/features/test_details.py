"""Details in the whole window: parts of two sounds never stand together, and the path can be read and taken."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop.app.app import EarshotApp
from desktop.controllers.marks.feature import MarksControl
from desktop.features.metadata_edits.editor import MetadataEditor
from desktop.results.columns import Column
from engine.base.types import FilePath
from tests.helpers.indexing import index
from tests.helpers.patience import PATIENCE_MS
from tests.helpers.sounds import write_tone
from tests.helpers.tiny_library import TinyLibrary
from tests.helpers.whole_window import whole_window


@pytest.fixture
def app(qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path) -> Iterator[EarshotApp]:
    with whole_window(qtbot, tiny_library, tmp_path) as opened:
        opened.window.inspector.show_tab("details")
        yield opened


def describing_of(app: EarshotApp) -> MetadataEditor:
    (feature,) = (one for one in app.features if isinstance(one, MetadataEditor))
    return feature


def keeping_of(app: EarshotApp) -> MarksControl:
    (feature,) = (one for one in app.features if isinstance(one, MarksControl))
    return feature


def names_on_show(app: EarshotApp) -> set[str]:
    """The names of the sounds that parts of the details are of: the title, the path and what the file says."""
    details = describing_of(app).details
    names = {details.title.text(), Path(details.path.text.toPlainText()).name}
    facts = describing_of(app).facts
    for head in (facts.topLevelItem(row) for row in range(facts.topLevelItemCount())):
        assert head is not None
        rows = [head.child(at) for at in range(head.childCount())]
        names |= {Path(row.text(1)).name for row in rows if row.text(0) == "Path"}
    return names - {"", "Select a sound to see its details."}


@pytest.mark.shows("details-of-one")
def test_parts_of_two_sounds_never_stand_together(qtbot: QtBot, app: EarshotApp) -> None:
    model, results, facts = app.window.model, app.window.results, describing_of(app).facts
    note = {}
    for row in range(2):
        hit = model.hit(row)
        assert hit is not None
        note[hit.sound.path.name] = f"note of {hit.sound.path.name}"
        id = hit.sound.id
        keeping_of(app).change(
            lambda library, id=id, text=note[hit.sound.path.name]: library.keeping.set_note(id, text)
        )
    results.setFocus()
    results.go_to(0)
    qtbot.waitUntil(lambda: facts.topLevelItemCount() > 0 and "note" in marks_note(app), timeout=PATIENCE_MS)

    seen: list[tuple[set[str], str]] = []
    watch = QTimer()
    watch.setInterval(0)
    watch.timeout.connect(lambda: seen.append((names_on_show(app), marks_note(app))))
    watch.start()
    gate = threading.Event()
    busy = [app.jobs.run(lambda cancel: gate.wait(PATIENCE_MS / 1000)) for _ in range(4)]  # every thread that reads
    try:
        QTest.keyClick(results, Qt.Key.Key_Down)
        wanted = note[str(model.index(1, Column.NAME).data())]
        qtbot.waitUntil(lambda: marks_note(app) == wanted, timeout=PATIENCE_MS)
        qtbot.waitUntil(lambda: names_on_show(app) == {wanted.removeprefix("note of ")}, timeout=PATIENCE_MS)
    finally:
        gate.set()
    assert busy
    qtbot.waitUntil(lambda: facts.topLevelItemCount() > 0, timeout=PATIENCE_MS)
    watch.stop()
    mixed = [(names, text) for names, text in seen if len(names | {text.removeprefix("note of ")} - {""}) > 1]
    assert not mixed, mixed[:3]


def marks_note(app: EarshotApp) -> str:
    return keeping_of(app).marks.note.toPlainText()


@pytest.mark.shows("paths-read")
def test_the_path_stands_in_full_and_a_click_copies_it(qtbot: QtBot, app: EarshotApp) -> None:
    app.window.results.go_to(2)
    hit = app.window.model.hit(2)
    assert hit is not None
    line = describing_of(app).details.path
    qtbot.waitUntil(lambda: line.text.toPlainText() == hit.sound.path.text, timeout=PATIENCE_MS)
    line.text.selectAll()
    assert line.text.textCursor().selectedText() == hit.sound.path.text
    assert line.text.verticalScrollBar().maximum() == 0, "all lines are on show"
    QGuiApplication.clipboard().clear()
    QTest.mouseClick(line.copy_button, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == hit.sound.path.text
    folder = hit.sound.path.native.parent
    assert app.window.deck.facts.text().startswith(f"{folder.parent.name}/{folder.name}  ·  ")


@pytest.mark.shows("paths-read")
def test_where_names_repeat_the_folder_is_a_standard_column(
    qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path
) -> None:
    with whole_window(qtbot, tiny_library, tmp_path, size=(1180, 800)) as app:
        header = app.window.results.columns
        assert header.isSectionHidden(Column.FOLDER)
        for day in ("Monday", "Tuesday"):
            write_tone(tmp_path / "field" / day / "ZOOM0001.wav", 440.0 + len(day), 1.0)
        app.window.dropped.emit((FilePath.of(tmp_path / "field"),))
        qtbot.waitUntil(lambda: app.window.model.rowCount() == 8, timeout=PATIENCE_MS)
        qtbot.waitUntil(lambda: not header.isSectionHidden(Column.FOLDER), timeout=PATIENCE_MS)


def test_what_was_said_of_a_file_that_was_gone_goes_with_it(
    qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path
) -> None:
    sounds = tmp_path / "sounds"
    for number in range(2):
        write_tone(sounds / f"{number}.wav", 400.0 + number, 1.0)
    index(tmp_path / "library", tiny_library.pack, sounds)
    with whole_window(qtbot, tiny_library, tmp_path) as app:
        app.window.inspector.show_tab("details")
        results = app.window.results
        (sounds / "0.wav").rename(tmp_path / "0.wav")
        row = next(row for row in range(2) if app.window.model.index(row, Column.NAME).data() == "0.wav")
        results.setFocus()
        results.go_to(row)
        qtbot.waitUntil(lambda: "0.wav" in app.window.status.answer.text(), timeout=PATIENCE_MS)
        results.go_to(1 - row)
        qtbot.waitUntil(lambda: "0.wav" not in app.window.status.answer.text(), timeout=PATIENCE_MS)
