"""The strip that says what became of files: an outcome goes by itself, failures stay."""

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from desktop.base.theme import load_theme
from desktop.features.metadata_edits.progress_strip import MetadataProgress


@pytest.fixture
def strip(qtbot: QtBot) -> Iterator[MetadataProgress]:
    window = QWidget()
    layout = QVBoxLayout(window)
    made = MetadataProgress(load_theme("dark"), window)
    made.going.setInterval(1)
    layout.addWidget(made)
    layout.addWidget(QPushButton("elsewhere", window))
    qtbot.addWidget(window)
    window.show()
    yield made


@pytest.mark.shows("banners-go")
def test_an_outcome_goes_by_itself(qtbot: QtBot, strip: MetadataProgress) -> None:
    strip.end("1 file restored.")
    assert strip.isVisible()
    qtbot.waitUntil(strip.isHidden)


@pytest.mark.shows("banners-go")
def test_failures_and_work_stay(qtbot: QtBot, strip: MetadataProgress) -> None:
    strip.end("1 file restored.")
    strip.begin("Writing 2 files…", 2)
    assert not strip.going.isActive(), "what is under way goes by no clock"
    strip.end("Wrote 1 file. 1 file could not be changed.", failures=1)
    assert strip.isVisible() and not strip.going.isActive()


@pytest.mark.shows("banners-go")
def test_it_stays_while_the_keyboard_is_at_its_buttons(qtbot: QtBot, strip: MetadataProgress) -> None:
    strip.end("Wrote 1 file.", session=7)
    strip.undo_button.setFocus()
    with qtbot.waitSignal(strip.going.timeout):
        pass
    assert strip.isVisible()
    strip.undo_button.clearFocus()
    qtbot.waitUntil(strip.isHidden)
