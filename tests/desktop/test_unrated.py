"""A pack of random weights in the whole window, offscreen: an order, no marks, and one sentence that says why."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop.app.app import EarshotApp
from desktop.features.packs.dialog import PacksDialog
from desktop.features.spotting.feature import SpottingFeature
from desktop.results.cell_texts import tip
from desktop.results.columns import Column
from engine.ingest.installed_packs import shelf
from tests.helpers.patience import PATIENCE_MS
from tests.helpers.tiny_library import TinyLibrary, make_tiny_library
from tests.helpers.tiny_pack import make_tiny_pack
from tests.helpers.whole_window import whole_window

WORDS = "high beep"
WHY = "Results are in order, but none is called strong, fair or weak: this model's scores are not calibrated."


@pytest.fixture(scope="module")
def unrated(tmp_path_factory: pytest.TempPathFactory) -> TinyLibrary:
    return make_tiny_library(tmp_path_factory.mktemp("unrated"), is_random=True)


@pytest.fixture
def app(qtbot: QtBot, unrated: TinyLibrary, tmp_path: Path) -> Iterator[EarshotApp]:
    widths = " ".join(f"{column.name.lower()}:60" for column in (Column.NAME, Column.MATCH, Column.LIKE_SOUND))
    with whole_window(qtbot, unrated, tmp_path, autoplay=False, columns=widths) as opened:
        yield opened


@pytest.mark.shows("unrated-pack")
def test_rows_have_an_order_and_no_mark_and_the_line_over_them_says_why(qtbot: QtBot, app: EarshotApp) -> None:
    window = app.window
    QTest.keyClicks(window.search_bar.field, WORDS)
    qtbot.waitUntil(lambda: window.model.ranking.is_ranked and window.note.isVisible(), timeout=PATIENCE_MS)
    model = window.model
    assert window.note.label.text() == WHY
    assert model.rowCount() == 6
    for row in range(6):
        for column in (Column.MATCH, Column.LIKE_SOUND, Column.LIKE_NAME):
            assert model.index(row, column).data() == ""
        heard = str(model.index(row, Column.NAME).data(Qt.ItemDataRole.AccessibleTextRole))
        hit = model.hit(row)
        assert hit is not None
        told = heard + str(tip(hit, Column.MATCH, model.ranking, has_numbers=False))
        assert not any(word in told for word in ("Strong", "Fair", "Weak"))
    assert not any(model.begins_weak(row) for row in range(6))
    assert window.results.columns.isSectionHidden(Column.MATCH)


@pytest.mark.shows("unrated-pack")
def test_cues_are_answered_without_a_match_word(qtbot: QtBot, app: EarshotApp) -> None:
    feature = next(feature for feature in app.features if isinstance(feature, SpottingFeature))
    control, shift = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
    QTest.keyClick(app.window, Qt.Key.Key_S, control | shift)
    qtbot.waitUntil(lambda: feature.page.start_paste.isVisible(), timeout=PATIENCE_MS)
    QGuiApplication.clipboard().setText("low hum\nhigh beep\n")
    QTest.mouseClick(feature.page.start_paste, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: feature.page.candidates.rowCount() == 5, timeout=PATIENCE_MS)
    qtbot.waitUntil(lambda: feature.page.note.text() == WHY, timeout=PATIENCE_MS)
    candidates, cues = feature.page.candidates, feature.page.cues
    assert [candidates.index(row, 4).data() for row in range(5)] == [""] * 5
    assert [cues.index(row, 3).data() for row in range(2)] == [""] * 2


@pytest.mark.shows("unrated-pack")
def test_model_packs_says_that_a_pack_rates_nothing(qtbot: QtBot, tmp_path: Path) -> None:
    make_tiny_pack(tmp_path / "packs" / "random", is_random=True)
    dialog = PacksDialog()
    qtbot.addWidget(dialog)
    dialog.show_packs(shelf(tmp_path), None, 0)
    dialog.show()
    said = {}
    for row in range(dialog.list.count()):
        dialog.list.setCurrentRow(row)
        said[dialog.name.text()] = dialog.how_good.text()
    (random,) = [text for name, text in said.items() if name.startswith("tiny 16")]
    (starter,) = [text for name, text in said.items() if name.startswith("starter 4")]
    assert "Its scores are not calibrated: no result is called strong, fair or weak." in random
    assert "calibrated" not in starter
