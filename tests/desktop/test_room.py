"""What has room: the names of the left column, and the two columns beside a page that has much to say."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from desktop.base.theme import Theme
from desktop.controllers.marks.feature import MarksControl
from desktop.controllers.marks.tags import TagEditor
from desktop.controllers.search.places import PlacesControl
from desktop.features.duplicates.model import DuplicateColumn
from desktop.features.duplicates.page import DuplicatesPage
from desktop.features.map.page import MapPage
from desktop.work.jobs import Jobs
from engine.features.map.groups import Groups
from tests.helpers.patience import PATIENCE_MS
from tests.helpers.tiny_library import TinyLibrary
from tests.helpers.whole_window import whole_window

_BESIDE_BOTH_COLUMNS_PX = 1280 - 236 - 300
"""What is left for a page on a small screen with both columns open."""


@pytest.fixture
def jobs() -> Iterator[Jobs]:
    jobs = Jobs()
    yield jobs
    jobs.close()


@pytest.mark.shows("comparing-duplicates-map")
def test_the_left_column_is_never_too_narrow_for_the_names_of_its_places(
    qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path
) -> None:
    with whole_window(qtbot, tiny_library, tmp_path) as app:
        places = next(part for part in app.features if isinstance(part, PlacesControl)).library_list
        app.window.sidebar.setFixedWidth(app.window.sidebar.minimumWidth())
        app.window.sidebar.setMaximumWidth(10_000)
        places.item(4).setText("Neu hinzugekommen in München")
        assert places.missing_px() > 0
        next(part for part in app.features if isinstance(part, MarksControl)).changed.emit()  # counted anew
        qtbot.waitUntil(lambda: places.missing_px() <= 0, timeout=PATIENCE_MS)
        assert app.window.sidebar.width() < 400
        needed_px = places.fontMetrics().horizontalAdvance(places.item(4).text() + "6") + places.iconSize().width()
        assert places.viewport().width() >= needed_px


@pytest.mark.shows("comparing-duplicates-map")
def test_a_page_that_has_much_to_say_leaves_the_columns_their_room(qtbot: QtBot, theme: Theme, jobs: Jobs) -> None:
    pages = DuplicatesPage(theme), MapPage(theme, jobs)
    holder = QWidget()
    qtbot.addWidget(holder)
    for page in pages:
        page.setParent(holder)
    duplicates, map_page = pages
    duplicates.tabs.setCurrentIndex(1)
    duplicates.set_comparing(True)
    duplicates.summary.setText("123,456 groups · 1,234.5 GB can be freed")
    duplicates.choice.setText("123,456 sounds marked for removal, 1,234.5 GB")
    map_page.show_map(Groups(np.array([0, 0, 1, -1], np.int32), ("doors", "wind")), missing=300_000, lit=123_456)
    map_page.set_making(True)
    widths = {type(page).__name__: page.minimumSizeHint().width() for page in pages}
    assert max(widths.values()) <= _BESIDE_BOTH_COLUMNS_PX, widths


@pytest.mark.parametrize(("width", "has_marks"), [(740, False), (1060, True)])
def test_names_of_duplicates_have_room_beside_both_columns(
    qtbot: QtBot, theme: Theme, width: int, has_marks: bool
) -> None:
    page = DuplicatesPage(theme)
    qtbot.addWidget(page)
    page.pages.setCurrentIndex(1)
    page.resize(width, 500)
    page.show()
    qtbot.waitUntil(lambda: page.view.width() > width - 40)
    assert page.view.columnWidth(DuplicateColumn.NAME) + page.view.columnWidth(DuplicateColumn.FOLDER) >= 270
    assert page.view.isColumnHidden(DuplicateColumn.KEPT) is not has_marks


def test_that_there_are_no_tags_is_said_in_whatever_letters(qtbot: QtBot) -> None:
    tags = TagEditor()
    qtbot.addWidget(tags)
    tags.resize(300, 200)
    tags.show()
    tags.setStyleSheet("font-size: 30px")
    tags.resize(310, 200)
    (said,) = (label for label in tags.findChildren(QWidget, "faint") if label.isVisible())
    assert said.width() >= said.sizeHint().width() > 100
