"""The whole window in German: its words, its numbers, and room for both."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QLineEdit, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from desktop.app.app import EarshotApp
from desktop.base import messages
from desktop.base.translation import use_language
from desktop.deck.waveform_paint import label
from desktop.features.help.preferences import Preferences
from desktop.results.columns import ABOUT, Column
from engine.base.types import Confidence
from installer.translations import TRANSLATIONS, in_file
from tests.helpers.tiny_library import TinyLibrary
from tests.helpers.whole_window import whole_window


@pytest.fixture
def earshot(qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path) -> Iterator[EarshotApp]:
    use_language("de")
    try:
        with whole_window(qtbot, tiny_library, tmp_path, language="de") as window:
            window.window.show()
            qtbot.waitExposed(window.window)
            yield window
    finally:
        use_language("en")


def words_of(widget: QWidget) -> Iterator[str]:
    """All that a widget says: its text, tips and names."""
    yield from (widget.toolTip(), widget.accessibleName(), widget.accessibleDescription(), widget.windowTitle())
    if isinstance(widget, QLabel | QAbstractButton):
        yield widget.text()
    if isinstance(widget, QLineEdit):
        yield widget.placeholderText()


def test_nothing_in_the_window_is_said_in_english(qtbot: QtBot, earshot: EarshotApp) -> None:
    known = in_file(TRANSLATIONS / "de.ts")
    german = {form for forms in known.values() for form in forms}
    missing = {sentence.text for sentence, forms in known.items() if not forms}
    english = {sentence.text for sentence in known} - german - missing
    bar = earshot.window.search_bar
    with qtbot.waitSignal(earshot.finding.shown, timeout=20_000):
        bar.set_filters("dur:<100")
    for id in ("search.filters", "view.inspector"):
        earshot.commands.action(id).setChecked(True)
    earshot.commands.action("edit.preferences").trigger()
    said = {text for widget in QApplication.allWidgets() for text in words_of(widget)}
    for command in earshot.commands.all:
        said |= {command.text, command.action.text(), command.action.toolTip()}
    assert said & english == set()


def test_menus_headers_filters_and_chips_are_german(qtbot: QtBot, earshot: EarshotApp) -> None:
    window = earshot.window
    assert [action.text().replace("&", "") for action in window.menuBar().actions()] == [
        "Datei",
        "Bearbeiten",
        "Suche",
        "Sound",
        "Bibliothek",
        "Ansicht",
        "Hilfe",
    ]
    header = window.results.model().headerData(Column.WAVEFORM, Qt.Orientation.Horizontal)
    assert header == "Wellenform"
    assert {"Bibliothek", "Sammlungen", "Ordner"} <= {section.header.text() for section in window.sidebar.sections}
    with qtbot.waitSignal(earshot.finding.shown, timeout=20_000):
        window.search_bar.set_filters("dur:<99.5")
    (chip,) = window.search_bar.chip_row.texts
    assert chip == messages.plain("kürzer als 1,65833 min")
    earshot.commands.action("search.filters").setChecked(True)
    assert any(button.text().startswith("Länge") for button in window.findChildren(QAbstractButton))


def test_a_search_without_a_hit_says_so_in_german(qtbot: QtBot, earshot: EarshotApp) -> None:
    with qtbot.waitSignal(earshot.finding.shown, timeout=20_000):
        earshot.window.search_bar.set_text('"zwölf boxkämpfer"')
    note = "Kein Sound hat die Wörter in Anführungszeichen in Name, Ordner oder Metadaten."
    assert earshot.window.status.answer.text() == note


def test_preferences_are_german_and_their_sections_have_room(qtbot: QtBot, earshot: EarshotApp) -> None:
    earshot.commands.action("edit.preferences").trigger()
    (dialog,) = (widget for widget in QApplication.topLevelWidgets() if isinstance(widget, Preferences))
    names = [dialog.sections.item(row).text() for row in range(dialog.sections.count())]
    assert names[:4] == ["Aussehen", "Vorhören", "Suchen", "Bibliothek & Überwachung"]
    assert "Tasten" in names and "Erweitert" in names
    assert not dialog.sections.horizontalScrollBar().isVisible()
    assert dialog.sections.sizeHintForColumn(0) <= dialog.sections.viewport().width()


def test_titles_of_the_list_have_room(qtbot: QtBot, earshot: EarshotApp) -> None:
    with qtbot.waitSignal(earshot.finding.shown, timeout=20_000):
        earshot.window.search_bar.set_text("tone")
    header = earshot.window.results.columns
    shown = [column for column in Column if not header.isSectionHidden(column)]
    assert Column.MATCH in shown and Column.LENGTH in shown
    for column in shown:
        assert header.sectionSize(column) > header.fontMetrics().horizontalAdvance(str(ABOUT[column].title)) + 16
    weak = messages.confidence(Confidence.WEAK)
    assert weak == "Schwach"


def test_numbers_and_places_in_a_sound_are_written_in_german() -> None:
    use_language("de")
    try:
        assert messages.position(7.34) == "0:07,3"
        assert label(0.25, 0.01) == "0:00,25"
        assert messages.percent(0.95, 1) == "95,0 %"
        assert messages.signed(-0.5) == "−0,5"
        assert messages.length(0.42) == "0,42 s"
    finally:
        use_language("en")


def test_the_keys_have_room_beside_the_sections(earshot: EarshotApp) -> None:
    earshot.commands.action("edit.preferences").trigger()
    (dialog,) = (widget for widget in QApplication.topLevelWidgets() if isinstance(widget, Preferences))
    for row in range(dialog.sections.count()):
        dialog.sections.setCurrentRow(row)
        QApplication.processEvents()  # only the page on top is laid out
        area = dialog.pages.widget(row)
        assert isinstance(area, QScrollArea)
        assert area.widget().minimumSizeHint().width() <= area.viewport().width(), dialog.sections.item(row).text()
