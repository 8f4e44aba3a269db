"""The page of what to mend in the whole window, offscreen: measured on demand, listed by flaw, shown in the results."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop.app.app import EarshotApp
from desktop.features.quality.feature import PAGE, QualityFeature
from engine.base.quality import Flaw
from engine.features.quality.quality_pass import unmeasured
from tests.helpers.patience import PATIENCE_MS
from tests.helpers.sounds import write_tone
from tests.helpers.tiny_library import TinyLibrary, earshot
from tests.helpers.whole_window import whole_window


@pytest.fixture
def app(qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path) -> Iterator[EarshotApp]:
    for number in range(3):
        write_tone(tmp_path / "tones" / f"tone {number}.wav", hz=400 + 100 * number, seconds=1.0, channels=2)
    earshot("index", "--json", "--library", tmp_path / "library", "--pack", tiny_library.pack, tmp_path / "tones")
    with whole_window(qtbot, tiny_library, tmp_path, autoplay=False) as app:
        yield app


@pytest.mark.shows("quality")
def test_sounds_are_measured_listed_and_shown_in_the_results(app: EarshotApp, qtbot: QtBot, tmp_path: Path) -> None:
    page = next(one for one in app.features if isinstance(one, QualityFeature)).page
    app.window.show_page(PAGE)
    qtbot.waitUntil(page.measure.isEnabled, timeout=PATIENCE_MS)
    assert page.title.text() == "Nothing was measured yet"
    QTest.mouseClick(page.measure, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bool(page.flaws.counts) and page.measure.isVisible(), timeout=PATIENCE_MS)
    assert unmeasured(tmp_path / "library") == 0
    kinds = [flaw for flaw, _ in page.flaws.counts]
    page.left.selectRow(kinds.index(Flaw.MONO))
    qtbot.waitUntil(lambda: len(page.sounds.sounds) == dict(page.flaws.counts)[Flaw.MONO], timeout=PATIENCE_MS)
    QTest.mouseClick(page.results, Qt.MouseButton.LeftButton)
    count = dict(page.flaws.counts)[Flaw.MONO]
    qtbot.waitUntil(lambda: app.window.model.rowCount() == count, timeout=PATIENCE_MS)
    assert app.window.search_bar.field.text() == "mono:"
