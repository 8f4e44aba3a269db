"""Transcripts in the whole window, offscreen: found by typing, shown as a lane and a tab, played, copied, set up."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from desktop.app.app import EarshotApp
from desktop.features.dialogue.dialog import TranscriptsDialog
from desktop.features.dialogue.feature import TAB, DialogueFeature
from desktop.features.metadata_edits.editor import MetadataEditor
from desktop.features.metadata_edits.preview import PreviewDialog
from desktop.features.metadata_edits.proposed_texts import ProposedTextForm
from desktop.results.why import why
from desktop.search.bar.chips import ChipButton
from engine.audio.metadata import read_metadata
from engine.base.chips import ChipKind
from engine.base.types import PackId, SpokenWord
from engine.features.dialogue import recogniser_packages
from engine.features.dialogue.transcripts import SpokenLanguage, TranscriptFile
from engine.features.speech.speech_phase import digest_of
from engine.store.catalogue import Catalogue
from tests.engine.features.dialogue.transcribed_library import make_model
from tests.helpers.hub import Hub, hub
from tests.helpers.patience import PATIENCE_MS
from tests.helpers.recogniser_wheels import serve_recogniser
from tests.helpers.tiny_library import TinyLibrary, make_tiny_library
from tests.helpers.whole_window import whole_window

SAID = {"take 1.wav": "Please open the door.", "take 2.wav": ""}


@pytest.fixture
def app(qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path) -> Iterator[EarshotApp]:
    shutil.copytree(tiny_library.folder, tmp_path / "library")
    transcribe(tmp_path / "library")
    with whole_window(qtbot, tiny_library, tmp_path, autoplay=False) as app:
        yield app


@pytest.fixture
def own_files(qtbot: QtBot, tmp_path: Path) -> Iterator[EarshotApp]:
    """A window over sounds of its own, whose files may be written."""
    made = make_tiny_library(tmp_path)
    transcribe(made.folder)
    with whole_window(qtbot, made, tmp_path, autoplay=False) as app:
        yield app


def transcribe(library: Path) -> None:
    """Writes SAID as transcripts."""
    with Catalogue.open(library, read_only=True) as catalogue:
        known = [one for one in catalogue.files.payloads() if one.path.name in SAID]
    file = TranscriptFile.for_pack(library, PackId("ab" * 16))
    for sound in known:
        words = tuple(
            SpokenWord(word, 0.5 + at / 2, 0.9 + at / 2, 0.9) for at, word in enumerate(SAID[sound.path.name].split())
        )
        language = SpokenLanguage("", "de", 0.53) if words else None
        file.keep(sound.id, digest_of(sound.content_id, sound.payload_digest), (words,) if words else (), language)
    file.close()


def dialogue(app: EarshotApp) -> DialogueFeature:
    return next(one for one in app.features if isinstance(one, DialogueFeature))


def search(app: EarshotApp, qtbot: QtBot, text: str) -> None:
    QTest.keyClicks(app.window.search_bar.field, text)
    qtbot.waitUntil(lambda: app.finding.on_show is not None and app.finding.on_show.text == text, timeout=PATIENCE_MS)
    qtbot.waitUntil(lambda: app.window.model.rowCount() == 1, timeout=PATIENCE_MS)
    app.window.results.go_to(0)


@pytest.mark.shows("transcripts")
def test_words_are_searched_shown_as_a_lane_and_played_from_there(app: EarshotApp, qtbot: QtBot) -> None:
    search(app, qtbot, 'said:"open the door"')
    hit = app.window.model.hit(0)
    assert hit is not None and hit.sound.path.name == "take 1.wav"
    assert hit.moments[0].start_s == pytest.approx(1.0)
    wave = app.window.deck.waveform
    qtbot.waitUntil(lambda: len(wave.scene.words) == 4, timeout=PATIENCE_MS)
    lane = wave.place().words
    x = round(wave.scene.span.x_of(1.7, lane.width()))
    with qtbot.waitSignal(wave.seek_wanted, timeout=PATIENCE_MS) as played:
        QTest.mouseClick(wave, Qt.MouseButton.LeftButton, pos=QPoint(x, round(lane.center().y())))
    assert played.args == [1.5]
    QTest.mouseDClick(wave, Qt.MouseButton.LeftButton, pos=QPoint(x, round(lane.center().y())))
    assert wave.selection == pytest.approx((0.5, 2.4))


@pytest.mark.shows("transcripts")
def test_the_tab_shows_and_copies_what_is_said(app: EarshotApp, qtbot: QtBot) -> None:
    search(app, qtbot, "said:door")
    app.window.inspector.show_tab(TAB)
    tab = dialogue(app).tab
    qtbot.waitUntil(lambda: tab.lines.count() == 1 and not tab.lines.isHidden(), timeout=PATIENCE_MS)
    assert tab.lines.item(0).text().endswith("Please open the door.")
    assert tab.lines.currentRow() == 0
    assert tab.language.isVisibleTo(tab) and tab.language.text() == "Taken for German, 53% sure."
    tab.show_language(SpokenLanguage("de", "de", 1.0))  # the user said so
    assert not tab.language.isVisibleTo(tab)
    QTest.mouseClick(tab.copy_button, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == "Please open the door."


def chip_of_transcripts(app: EarshotApp) -> ChipButton | None:
    chips = (one for one in app.window.search_bar.chip_row.chips if isinstance(one, ChipButton))
    return next((one for one in chips if one.chip.kind is ChipKind.TRANSCRIPTS), None)


@pytest.mark.shows("transcripts-plain")
def test_the_chip_of_transcripts_is_switched_off_for_good(app: EarshotApp, qtbot: QtBot) -> None:
    model = app.window.model
    QTest.keyClicks(app.window.search_bar.field, "open the door")
    qtbot.waitUntil(lambda: chip_of_transcripts(app) is not None, timeout=PATIENCE_MS)
    hit = model.hit(0)
    assert hit is not None and hit.sound.path.name == "take 1.wav" and hit.moments[0].start_s == pytest.approx(1.0)
    assert "says “open the door.”" in why(hit, model.ranking)
    chip = chip_of_transcripts(app)
    assert chip is not None and chip.text() == "said in 1"
    QTest.mouseClick(chip, Qt.MouseButton.LeftButton)

    def is_off() -> bool:
        first, shown = model.hit(0), chip_of_transcripts(app)
        return first is not None and not first.why.said and shown is not None and shown.property("off") is True

    qtbot.waitUntil(is_off, timeout=PATIENCE_MS)
    assert not app.settings.values.searches_transcripts
    QTest.keyClicks(app.window.search_bar.field, "s")
    qtbot.waitUntil(lambda: app.finding.on_show is not None and app.finding.on_show.text.endswith("doors"))
    qtbot.waitUntil(is_off, timeout=PATIENCE_MS)
    chip = chip_of_transcripts(app)
    assert chip is not None
    QTest.mouseClick(chip, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: (hit := model.hit(0)) is not None and bool(hit.why.said), timeout=PATIENCE_MS)
    assert app.settings.values.searches_transcripts


def test_a_sound_without_speech_says_so(app: EarshotApp, qtbot: QtBot) -> None:
    search(app, qtbot, "said:no")
    tab = dialogue(app).tab
    qtbot.waitUntil(lambda: tab.note.text() == "Nobody speaks in this sound.", timeout=PATIENCE_MS)
    assert app.window.deck.waveform.scene.words == ()


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Hub]:
    """A hub with a recogniser of two small wheels."""
    folder = tmp_path / "data" / "library"
    monkeypatch.setattr(recogniser_packages, "default_folder", lambda: folder)
    with hub() as found:
        serve_recogniser(found, monkeypatch)
        yield found


def opened(app: EarshotApp, qtbot: QtBot) -> TranscriptsDialog:
    dialogue(app).open()
    dialog = dialogue(app).dialog
    assert dialog is not None
    qtbot.waitUntil(lambda: "sounds transcribed" in dialog.state.text(), timeout=PATIENCE_MS)
    return dialog


@pytest.mark.shows("transcripts")
def test_the_recogniser_is_got_by_a_click_and_not_before(served: Hub, app: EarshotApp, qtbot: QtBot) -> None:
    dialog = opened(app, qtbot)
    assert dialog.recogniser.isVisible() and not dialog.download.isVisible() and not dialog.start.isVisible()
    assert dialog.recogniser.text().startswith("Download the recogniser (")
    assert not served.asked
    QTest.mouseClick(dialog.recogniser, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: dialog.download.isVisible(), timeout=PATIENCE_MS)
    assert not dialog.recogniser.isVisible() and not dialog.cancel.isVisible()


def test_a_download_that_fails_says_so_and_can_be_repeated(served: Hub, app: EarshotApp, qtbot: QtBot) -> None:
    dialog = opened(app, qtbot)
    served.cut = {"whisper-1-py3-none-any.whl": 50}
    QTest.mouseClick(dialog.recogniser, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "goes on where it stopped" in dialog.state.text(), timeout=PATIENCE_MS)
    assert dialog.state.isVisible()
    QTest.mouseClick(dialog.recogniser, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: dialog.download.isVisible(), timeout=PATIENCE_MS)


def test_a_download_can_be_cancelled(served: Hub, app: EarshotApp, qtbot: QtBot) -> None:
    dialog = opened(app, qtbot)
    served.hold.clear()
    QTest.mouseClick(dialog.recogniser, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: dialog.cancel.isVisible() and bool(served.asked), timeout=PATIENCE_MS)
    QTest.mouseClick(dialog.cancel, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: dialog.recogniser.isVisible(), timeout=PATIENCE_MS)
    served.hold.set()


@pytest.mark.shows("transcripts")
def test_a_model_is_taken_from_a_folder(served: Hub, app: EarshotApp, qtbot: QtBot, tmp_path: Path) -> None:
    recogniser_packages.get_recogniser(lambda name, done, size: None)
    feature = dialogue(app)
    feature.open()
    dialog = feature.dialog
    assert dialog is not None
    qtbot.waitUntil(lambda: "sounds transcribed" in dialog.state.text(), timeout=PATIENCE_MS)
    assert dialog.state.text().startswith("2 of ")
    assert dialog.download.isVisible() and not dialog.start.isVisible()
    dialog.get_wanted.emit(str(make_model(tmp_path / "whisper")))
    qtbot.waitUntil(lambda: dialog.remove.isVisible(), timeout=PATIENCE_MS)
    assert not dialog.download.isVisible()
    QTest.mouseClick(dialog.remove, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: dialog.download.isVisible(), timeout=PATIENCE_MS)


@pytest.mark.shows("transcripts-edited")
def test_a_line_is_corrected_in_the_tab_and_the_correction_undone(app: EarshotApp, qtbot: QtBot) -> None:
    search(app, qtbot, "said:door")
    app.window.inspector.show_tab(TAB)
    tab = dialogue(app).tab
    qtbot.waitUntil(lambda: tab.lines.count() == 1 and not tab.lines.isHidden(), timeout=PATIENCE_MS)
    QTest.mouseClick(tab.correct_button, Qt.MouseButton.LeftButton)
    editor = tab.lines.findChild(QLineEdit)
    assert isinstance(editor, QLineEdit) and editor.text() == "Please open the door."
    editor.setText("Please open the drawer.")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: tab.lines.item(0).text().endswith("drawer."), timeout=PATIENCE_MS)
    wave = app.window.deck.waveform
    qtbot.waitUntil(lambda: [word.text for word in wave.scene.words][-1:] == ["drawer."], timeout=PATIENCE_MS)
    assert wave.scene.words[-1].start_s == pytest.approx(2.0)
    assert app.window.model.rowCount() == 1, "the corrected sound is still there, though it says no door any more"
    app.commands.action("edit.undo").trigger()
    qtbot.waitUntil(lambda: tab.lines.item(0).text().endswith("door."), timeout=PATIENCE_MS)


@pytest.mark.shows("transcripts-words")
def test_a_drag_in_the_lane_selects_whole_words_which_are_then_dragged_out(app: EarshotApp, qtbot: QtBot) -> None:
    search(app, qtbot, "said:door")
    wave = app.window.deck.waveform
    qtbot.waitUntil(lambda: len(wave.scene.words) == 4, timeout=PATIENCE_MS)
    lane = wave.place().words

    def at(seconds: float) -> QPoint:
        return QPoint(round(wave.scene.span.x_of(seconds, lane.width())), round(lane.center().y()))

    QTest.mousePress(wave, Qt.MouseButton.LeftButton, pos=at(1.2))
    QTest.mouseMove(wave, at(1.7))
    QTest.mouseRelease(wave, Qt.MouseButton.LeftButton, pos=at(1.7))
    assert wave.selection == pytest.approx((1.0, 1.9))
    wave.drag_wanted.disconnect()  # the system's drag would wait for a drop
    with qtbot.waitSignal(wave.drag_wanted, timeout=PATIENCE_MS) as dragged:
        QTest.mousePress(wave, Qt.MouseButton.LeftButton, pos=at(1.2))
        QTest.mouseMove(wave, at(1.8))
    assert dragged.args == pytest.approx([1.0, 1.9])


def previewed(app: EarshotApp, qtbot: QtBot) -> tuple[PreviewDialog, ProposedTextForm]:
    """Waits for the preview that *Write transcripts into files…* opens over the selected sound."""
    app.commands.action("metadata.transcripts").trigger()
    qtbot.waitUntil(lambda: app.window.findChild(PreviewDialog) is not None, timeout=PATIENCE_MS)
    dialog = app.window.findChild(PreviewDialog)
    assert isinstance(dialog, PreviewDialog)
    form = dialog.findChild(ProposedTextForm)
    assert isinstance(form, ProposedTextForm)
    return dialog, form


def row_of(dialog: PreviewDialog) -> list[str]:
    model = dialog.model
    return [str(model.index(0, column).data()) for column in range(4)] if model.rowCount() else []


@pytest.mark.shows("transcripts-written")
def test_a_transcript_is_written_into_a_field_after_the_preview_of_all_metadata(
    own_files: EarshotApp, qtbot: QtBot
) -> None:
    app = own_files
    search(app, qtbot, "said:door")
    hit = app.window.model.hit(0)
    assert hit is not None
    path = hit.sound.path.native
    before = path.read_bytes()
    dialog, form = previewed(app, qtbot)
    said = "Please open the door."
    qtbot.waitUntil(lambda: row_of(dialog) == [path.name, "Description", "(empty)", said], timeout=PATIENCE_MS)
    form.field.setFocus()
    QTest.keyClick(form.field, Qt.Key.Key_Down)
    qtbot.waitUntil(lambda: row_of(dialog)[1:] == ["Comment", "(empty)", said], timeout=PATIENCE_MS)
    assert path.read_bytes() == before
    editor = next(one for one in app.features if isinstance(one, MetadataEditor))
    with qtbot.waitSignal(editor.written, timeout=PATIENCE_MS):
        QTest.mouseClick(dialog.write_button, Qt.MouseButton.LeftButton)
    assert read_metadata(path).comment == said
    with qtbot.waitSignal(editor.written, timeout=PATIENCE_MS):
        QTest.mouseClick(editor.strip.undo_button, Qt.MouseButton.LeftButton)
    assert path.read_bytes() == before
