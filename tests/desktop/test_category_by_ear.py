"""Categories by ear in the window: under the Category button, with counts, in a list and a chip of their own."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QListWidget
from pytestqt.qtbot import QtBot

from desktop.app.app import EarshotApp
from desktop.base.start_options import WindowStart
from desktop.controllers.search.places import PlacesControl
from tests.engine.ingest.test_by_ear import STATED, Place
from tests.helpers.tiny_pack import make_tiny_pack


@pytest.mark.shows("category-by-ear")
def test_a_category_by_ear_is_chosen_apart_from_those_that_files_say(
    qapp: QApplication, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    place = Place(tmp_path, make_tiny_pack(tmp_path / "pack"))
    said = {name: cat_id for name, cat_id in place.kept().items() if cat_id}
    earshot = EarshotApp(qapp, WindowStart(place.library, tmp_path / "window.json", place.pack_folder))
    window = earshot.window
    try:
        with qtbot.waitSignal(earshot.finding.shown, timeout=20_000):
            earshot.open()
        places = next(part for part in earshot.features if isinstance(part, PlacesControl))
        popover = places.strip.open("category")
        stated, by_ear = popover.findChildren(QListWidget)
        qtbot.waitUntil(lambda: stated.count() == 1 and by_ear.count() > 0, timeout=10_000)
        assert stated.item(0).text() == "Doors   1"
        assert sum(int(by_ear.item(row).text().split()[-1]) for row in range(by_ear.count())) == len(said)
        titles = [label.text() for label in popover.findChildren(QLabel) if label.objectName() == "fieldName"]
        assert titles == ["UCS category", "By ear, where the file says none"]
        assert popover.height() <= 560, "of the smallest window"
        item = by_ear.item(0)
        assert ", by ear   " in item.text()
        wanted = int(item.text().split()[-1])
        at = by_ear.visualItemRect(item).center()
        QTest.mouseClick(by_ear.viewport(), Qt.MouseButton.LeftButton, pos=at)
        model = window.model

        def shown() -> list[str]:
            hits = [model.hit(row) for row in range(model.rowCount())]
            return [hit.sound.path.name for hit in hits if hit is not None]

        qtbot.waitUntil(lambda: len(shown()) == wanted, timeout=10_000)
        assert set(shown()) <= set(said) and STATED not in shown()
        assert window.search_bar.request.filters.startswith("ear:")
        chips = [chip.text() for chip in window.search_bar.chip_row.chips if chip.isVisible()]
        button = places.strip.buttons["category"]
        assert any(text.startswith("category by ear: ") for text in chips)
        assert button.button.toolTip().endswith(", by ear")
        popover.close()
    finally:
        earshot.quit()
        earshot.close()
        window.deleteLater()
