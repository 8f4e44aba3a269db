"""The page of exported files in the whole window, offscreen: listed, played, exported again, credited."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import soundfile
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from desktop.app.app import EarshotApp
from desktop.deck.playback import Audition
from desktop.features.journal import feature as journal_feature
from desktop.features.journal.feature import JournalFeature
from desktop.features.journal.page import JournalPage
from engine.base.types import FilePath, SoundMetadata
from engine.transfer.collect import ExportItem
from engine.transfer.profile import AS_IT_IS
from engine.transfer.transfer import log_files
from tests.helpers.patience import PATIENCE_MS
from tests.helpers.sounds import write_tone
from tests.helpers.tiny_library import TinyLibrary, earshot
from tests.helpers.whole_window import whole_window


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, tiny_library: TinyLibrary) -> Path:
    """Two tones and a third, lost one, in a library of their own."""
    made = tmp_path_factory.mktemp("journal")
    for hz, name in ((400, "low"), (800, "high"), (1_200, "lost")):
        write_tone(made / "tones" / f"{name}.wav", hz=hz, seconds=2.0)
    earshot("index", "--json", "--library", made / "library", "--pack", tiny_library.pack, made / "tones")
    return made


@pytest.fixture
def app(
    qtbot: QtBot, tiny_library: TinyLibrary, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[EarshotApp]:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    for path in (folder / "library").glob("journal.db*"):
        path.unlink()
    with whole_window(qtbot, tiny_library, folder, autoplay=False, drag_folder=str(tmp_path / "drags")) as app:
        yield app


def feature_of(app: EarshotApp) -> JournalFeature:
    return next(one for one in app.features if isinstance(one, JournalFeature))


def export(folder: Path, name: str, part: tuple[float, float], cue: str = "") -> None:
    """Writes an entry into the journal, as an export of another program."""
    source = folder / "tones" / f"{name}.wav"
    item = ExportItem(FilePath.of(source), SoundMetadata(), *part, words=(("cue", cue),) if cue else ())
    assert log_files(folder / "library", [(item, source)], AS_IT_IS) is None


def opened(qtbot: QtBot, app: EarshotApp, count: int) -> JournalPage:
    page = feature_of(app).page
    app.window.show_page("results")  # the page of the last session is restored
    app.commands.action("library.journal").trigger()
    qtbot.waitUntil(lambda: page.rows.count() == count, timeout=PATIENCE_MS)
    return page


def cells(page: JournalPage, column: int) -> list[str]:
    return [page.rows.index(row, column).data() for row in range(page.rows.count())]


@pytest.mark.shows("journal-page")
def test_what_is_copied_out_is_listed_at_once_and_found_by_used(qtbot: QtBot, app: EarshotApp, tmp_path: Path) -> None:
    page = opened(qtbot, app, 0)
    qtbot.waitUntil(lambda: page.title.text() == "Nothing was exported yet")
    app.window.show_page("results")
    app.window.results.go_to(0)
    qtbot.waitUntil(lambda: app.window.deck.hit is not None)
    hit = app.window.deck.hit
    assert hit is not None
    opened(qtbot, app, 0)
    app.window.deck.waveform.select(0.5, 1.5)
    app.commands.action("drag.copy_selection").trigger()
    qtbot.waitUntil(lambda: page.rows.count() == 1, timeout=PATIENCE_MS)
    assert cells(page, 1) == [hit.sound.path.name] and cells(page, 2) == ["0:00.5 – 0:01.5"]
    assert cells(page, 3) == ["As it is"]
    assert page.table.isColumnHidden(4), "no entry has a cue"
    assert Path(cells(page, 5)[0]).parent == tmp_path / "drags"
    app.window.search_bar.set_text("used:<1d")
    app.window.show_page("results")
    qtbot.waitUntil(lambda: app.window.model.rowCount() == 1, timeout=PATIENCE_MS)
    found = app.window.results.go_to(0)
    assert found is not None and found.sound.id == hit.sound.id
    app.window.search_bar.set_text("")


def test_entries_are_narrowed_by_words_and_played_from_their_part(
    qtbot: QtBot, app: EarshotApp, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    export(folder, "low", (0.25, 0.75), cue="Ship horn")
    export(folder, "high", (1.0, 1.5))
    page = opened(qtbot, app, 2)
    assert cells(page, 1) == ["high.wav", "low.wav"] and cells(page, 4) == ["", "Ship horn"]
    assert not page.table.isColumnHidden(4)
    QTest.keyClicks(page.field, "horn LOW")
    qtbot.waitUntil(lambda: page.rows.count() == 1, timeout=PATIENCE_MS)
    page.table.setFocus()
    page.table.selectRow(0)
    played: list[Audition] = []
    monkeypatch.setattr(app.player, "perform", played.append)  # there is no output here to hear it from
    QTest.keyClick(page.table, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: bool(played), timeout=PATIENCE_MS)
    assert (played[0].path.name, played[0].start_s) == ("low.wav", 0.25)
    QTest.keyClicks(page.field, " door")
    qtbot.waitUntil(lambda: page.title.text() == "Nothing found", timeout=PATIENCE_MS)


@pytest.mark.shows("journal-page")
def test_selected_entries_are_exported_again_by_another_profile_and_a_lost_one_is_told(
    qtbot: QtBot, app: EarshotApp, folder: Path, tmp_path: Path
) -> None:
    export(folder, "low", (0.25, 0.75))
    export(folder, "lost", (0.0, 0.5))
    export(folder, "high", (1.0, 1.5))
    lost = folder / "tones" / "lost.wav"
    kept = lost.read_bytes()
    lost.unlink()
    page = opened(qtbot, app, 3)
    assert not page.repeat.isEnabled()
    page.table.selectAll()
    QTest.mouseClick(page.repeat, Qt.MouseButton.LeftButton)
    feature = feature_of(app)
    qtbot.waitUntil(lambda: feature.dialog is not None and feature.dialog.isVisible(), timeout=PATIENCE_MS)
    dialog = feature.dialog
    assert dialog is not None
    dialog.profile.setCurrentIndex(dialog.profile.findText("WAV 48 kHz, 24-bit"))
    dialog.folder.setText(str(tmp_path / "project"))
    QTest.mouseClick(dialog.agree, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: page.rows.count() == 5 and not feature.working.is_running, timeout=PATIENCE_MS)
    lost.write_bytes(kept)
    assert cells(page, 1)[:2] == ["high.wav", "low.wav"] and cells(page, 3)[:2] == ["WAV 48 kHz, 24-bit"] * 2
    files = sorted((tmp_path / "project").glob("*.wav"))
    assert [(info.samplerate, info.subtype, info.frames) for info in map(soundfile.info, files)] == [
        (48_000, "PCM_24", 24_000)
    ] * 2
    assert "1 file could not be exported again." in app.window.message.label.text()


def test_credits_are_copied_and_saved_as_a_table(
    qtbot: QtBot, app: EarshotApp, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    export(folder, "low", (0.25, 0.75))
    export(folder, "high", (1.0, 1.5))
    page = opened(qtbot, app, 2)
    QTest.mouseClick(page.copy, Qt.MouseButton.LeftButton)
    said = QGuiApplication.clipboard().text()
    assert said.index("low.wav") < said.index("high.wav") and "Licence: no licence stated" in said
    page.table.selectRow(0)
    table = tmp_path / "credits.csv"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(table), ""))
    QTest.mouseClick(page.save, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(table.exists, timeout=PATIENCE_MS)
    assert [line.split(",")[0] for line in table.read_text(encoding="utf-8").splitlines()] == ["file", "high.wav"]


def test_the_file_is_shown_in_its_folder_or_said_to_be_gone(
    qtbot: QtBot, app: EarshotApp, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[FilePath] = []
    monkeypatch.setattr(journal_feature, "reveal", lambda files, parent: shown.extend(files))
    export(folder, "low", (0.25, 0.75))
    page = opened(qtbot, app, 1)
    page.table.selectRow(0)
    QTest.mouseClick(page.reveal, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: [path.name for path in shown] == ["low.wav"], timeout=PATIENCE_MS)
