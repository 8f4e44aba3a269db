"""Columns chosen, moved and sized by the user, and kept."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from desktop.results.columns import (
    ABOUT,
    CUSTOM,
    NAME_LEAST_PX,
    Column,
    ColumnPlace,
    default_places,
    from_text,
    to_text,
)
from desktop.results.view import ResultsView
from engine.search.sorting import SortKey
from tests.helpers.hits import make_hit, ranking_of


def show_one(view: ResultsView) -> None:
    view.show_ranking(ranking_of([1]), (make_hit(1),), is_refresh=False)


def shown(view: ResultsView) -> list[Column]:
    """The columns on show, left to right."""
    header = view.columns
    logical = [header.logicalIndex(visual) for visual in range(header.count())]
    return [Column(section) for section in logical if not header.isSectionHidden(section)]


def tick(view: ResultsView, title: str) -> None:
    """Clicks an entry of the header's menu."""
    menu = view.columns.menu()
    menu.popup(view.mapToGlobal(QPoint(5, 5)))
    action = next(action for action in menu.actions() if action.text() == title)
    QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(action).center())


def drag(view: ResultsView, start: QPoint, end: QPoint) -> None:
    viewport = view.columns.viewport()
    QTest.mousePress(viewport, Qt.MouseButton.LeftButton, pos=start)
    for step in range(1, 11):
        QTest.mouseMove(viewport, start + (end - start) * step / 10)
    QTest.mouseRelease(viewport, Qt.MouseButton.LeftButton, pos=end)


def middle(view: ResultsView, column: Column) -> QPoint:
    header = view.columns
    return QPoint(header.sectionViewportPosition(column) + header.sectionSize(column) // 2, header.height() // 2)


def test_out_of_the_box_a_window_of_usual_width_shows_seven_columns(results: ResultsView) -> None:
    show_one(results)
    for width_px in (1040, 1200):
        results.resize(width_px, 400)
        assert shown(results) == [
            Column.WAVEFORM,
            Column.NAME,
            Column.MATCH,
            Column.LENGTH,
            Column.CATEGORY,
            Column.LOUDNESS,
            Column.TECHNICAL,
        ]
        assert not results.horizontalScrollBar().isVisible()


def test_a_narrow_window_keeps_the_name_and_leaves_out_the_loudness(results: ResultsView) -> None:
    show_one(results)
    results.resize(1200, 400)
    assert Column.LOUDNESS in shown(results)
    results.resize(740, 400)
    assert Column.LOUDNESS not in shown(results)
    assert results.columnWidth(Column.NAME) >= NAME_LEAST_PX, "a file name of thirty letters is read whole"
    results.resize(1200, 400)
    assert Column.LOUDNESS in shown(results)


def test_a_wide_window_shows_more_columns_and_larger_waveforms(qtbot: QtBot, results: ResultsView) -> None:
    show_one(results)
    results.resize(1200, 400)
    usual = shown(results)
    narrow_px = results.columnWidth(Column.WAVEFORM)
    results.resize(2300, 400)
    assert set(shown(results)) > set(usual)
    assert results.columnWidth(Column.WAVEFORM) > narrow_px
    more = set(shown(results))
    with qtbot.waitSignal(results.arranged):
        tick(results, "Format")
    assert set(shown(results)) == more - {Column.TECHNICAL}, "those that came with the width stay"


def test_a_column_is_chosen_in_the_headers_menu(qtbot: QtBot, results: ResultsView) -> None:
    show_one(results)
    results.resize(1200, 400)
    with qtbot.waitSignal(results.arranged):
        tick(results, "Tempo")
    assert Column.TEMPO in shown(results)
    with qtbot.waitSignal(results.arranged):
        tick(results, "Format")
    assert Column.TECHNICAL not in shown(results)
    with qtbot.waitSignal(results.arranged):
        tick(results, "Usual columns")
    assert shown(results) == [place.column for place in default_places()]


def test_the_menu_of_the_columns_fits_a_small_screen_and_has_every_column(results: ResultsView) -> None:
    menu = results.columns.menu()
    inner = menu.findChildren(QMenu)
    offered = [action.text() for part in (menu, *inner) for action in part.actions()]
    assert [
        str(about.title) for column, about in ABOUT.items() if column not in CUSTOM and str(about.title) not in offered
    ] == []
    assert [part.title() for part in inner] == [
        "Format in parts",
        "What the recorder noted",
        "Parts of the score",
        "Custom fields",
    ]
    assert menu.sizeHint().height() < 760
    action = next(action for action in inner[2].actions() if action.text() == "Similar: sound")
    inner[2].popup(results.mapToGlobal(QPoint(5, 5)))
    QTest.mouseClick(inner[2], Qt.MouseButton.LeftButton, pos=inner[2].actionGeometry(action).center())
    assert not results.isColumnHidden(Column.LIKE_SOUND)


def test_chosen_columns_stay_in_a_narrow_window_and_scroll(qtbot: QtBot, results: ResultsView) -> None:
    show_one(results)
    tick(results, "Tempo")
    results.resize(600, 400)
    assert Column.TEMPO in shown(results)
    qtbot.waitUntil(lambda: results.horizontalScrollBar().maximum() > 0)


def test_a_title_is_dragged_to_another_place(qtbot: QtBot, results: ResultsView) -> None:
    show_one(results)
    results.resize(1200, 400)
    with qtbot.waitSignal(results.arranged):
        drag(results, middle(results, Column.LENGTH), middle(results, Column.WAVEFORM) - QPoint(60, 0))
    assert shown(results)[:2] == [Column.LENGTH, Column.WAVEFORM]


def test_a_border_is_dragged_and_the_name_gives_way(qtbot: QtBot, results: ResultsView) -> None:
    show_one(results)
    results.resize(1200, 400)
    before, name = results.columnWidth(Column.LENGTH), results.columnWidth(Column.NAME)
    border = QPoint(results.columns.sectionViewportPosition(Column.LENGTH) + before - 1, 10)
    with qtbot.waitSignal(results.arranged):
        drag(results, border, border + QPoint(30, 0))
    assert results.columnWidth(Column.LENGTH) == before + 30
    assert results.columnWidth(Column.NAME) == name - 30


def test_the_choice_is_kept_as_text(results: ResultsView) -> None:
    kept = "length:90 name:300 waveform:120"
    results.columns.set_places(from_text(kept))
    show_one(results)
    assert shown(results) == [Column.LENGTH, Column.NAME, Column.WAVEFORM]
    assert results.columnWidth(Column.WAVEFORM) == 120
    assert [text.split(":")[0] for text in to_text(results.columns.chosen).split()] == ["length", "name", "waveform"]


def test_a_choice_of_a_former_version_shows_the_same_columns(results: ResultsView) -> None:
    kept = "waveform:150 name:400 match:92 length:74 format:64 rate:92 channels:78 rating:84 folder:180 category:150"
    results.columns.set_places(from_text(kept))
    show_one(results)
    assert [column.name.lower() for column in shown(results)] == [text.split(":")[0] for text in kept.split()]


def test_every_column_can_be_chosen_and_sorted_by_a_click_but_the_waveform_and_the_flaws(results: ResultsView) -> None:
    show_one(results)
    results.columns.set_places([ColumnPlace(column, 90) for column in Column])
    results.resize(3200, 400)
    wanted = []
    results.columns.sort_wanted.connect(lambda key, descending: wanted.append(key))
    for column in shown(results):
        results.columns.show_sort(None, False)
        QTest.mouseClick(results.columns.viewport(), Qt.MouseButton.LeftButton, pos=middle(results, column))
    keys = [ABOUT[column].sort for column in Column if ABOUT[column].sort is not None and column not in CUSTOM]
    assert wanted == [None if key is SortKey.SCORE else key for key in keys]
    assert len(wanted) == len(Column) - len(CUSTOM) - 2


def test_a_damaged_choice_gives_what_can_be_read() -> None:
    assert from_text("") == from_text("§$%") == default_places()
    # Unknown and repeated columns are passed over, widths are sensible, and there is always a name.
    assert from_text("banana:90 length:5 length:90 rate:99999") == (
        ColumnPlace(Column.NAME, NAME_LEAST_PX),
        ColumnPlace(Column.LENGTH, 40),
        ColumnPlace(Column.RATE, 2000),
    )
