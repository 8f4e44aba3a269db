"""What of the results table is painted when: a row that did not change is not painted again."""

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter
from pytestqt.qtbot import QtBot

from desktop.results.columns import Column
from desktop.results.delegate import ResultsDelegate
from desktop.results.ink import PaintCache
from desktop.results.name_cell import judging_places
from desktop.results.view import ResultsView
from engine.base.types import Marks
from tests.desktop.results.test_results import place, show, show_hits
from tests.desktop.results.test_results_pointer import hover
from tests.helpers.hits import make_hit


@pytest.fixture
def painted(results: ResultsView, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The rows of every cell that is painted from now on; the table is on show with 200 rows, all painted once."""
    rows: list[int] = []
    paint = ResultsDelegate.paint

    def noted(self: ResultsDelegate, painter: object, option: object, index: object) -> None:
        rows.append(index.row())  # type: ignore[attr-defined]
        paint(self, painter, option, index)  # type: ignore[arg-type]

    monkeypatch.setattr(ResultsDelegate, "paint", noted)
    results.resize(900, 600)
    show(results, 200)
    results.show()
    qtbot.waitExposed(results)
    settle(qtbot, rows)
    return rows


def settle(qtbot: QtBot, rows: list[int]) -> set[int]:
    """Waits until nothing more is painted; gives the rows that were, and forgets them."""
    before = -1
    while before != len(rows):
        before = len(rows)
        qtbot.wait(60)
    seen = set(rows)
    rows.clear()
    return seen


def test_scrolling_paints_the_rows_that_come(qtbot: QtBot, results: ResultsView, painted: list[int]) -> None:
    results.viewport().update()
    before = settle(qtbot, painted)
    assert len(before) > 6
    results.verticalScrollBar().setValue(3 * results.rowHeight(0))
    came = settle(qtbot, painted)
    last = max(before)  # it may have been cut off
    assert came - {last} == {last + 1, last + 2, last + 3}


def test_the_pointer_paints_the_row_it_leaves_and_the_one_it_reaches(
    qtbot: QtBot, results: ResultsView, painted: list[int]
) -> None:
    hover(results, place(results, 2), Qt.KeyboardModifier.NoModifier)
    settle(qtbot, painted)
    hover(results, place(results, 5), Qt.KeyboardModifier.NoModifier)
    assert settle(qtbot, painted) == {2, 5}


def test_what_plays_paints_its_row_and_that_of_what_played(
    qtbot: QtBot, results: ResultsView, painted: list[int]
) -> None:
    first, second = (results.rows.hit(row) for row in (1, 4))
    assert first is not None
    assert second is not None
    results.mark_playing(first.sound.id)
    assert settle(qtbot, painted) == {1}
    results.mark_playing(second.sound.id)
    assert settle(qtbot, painted) == {1, 4}
    results.mark_playing(None)
    assert settle(qtbot, painted) == {4}


@pytest.mark.parametrize("width_px", [500, 250, 150])
def test_what_appears_under_the_pointer_covers_no_name_and_no_badge(
    qtbot: QtBot, results: ResultsView, monkeypatch: pytest.MonkeyPatch, width_px: int
) -> None:
    written: list[QRect] = []
    text = PaintCache.text

    def noted(self: PaintCache, painter: QPainter, rect: QRect, said: str, *rest: object, **how: object) -> None:
        written.append(QRect(rect))
        text(self, painter, rect, said, *rest, **how)  # type: ignore[arg-type]

    show_hits(results, [make_hit(1, stacked=(7, 8), description="a slam", marks=Marks(3, plays=2, is_favourite=True))])
    results.setColumnWidth(Column.NAME, width_px)
    results.resize(900, 600)
    results.show()
    qtbot.waitExposed(results)
    hover(results, place(results, 0), Qt.KeyboardModifier.NoModifier)
    monkeypatch.setattr(PaintCache, "text", noted)
    results.viewport().grab()
    cell = results.visualRect(results.model().index(0, Column.NAME))
    here = [rect for rect in written if cell.intersects(rect)]
    assert here
    plus, minus = judging_places(cell)
    assert [rect for rect in here if rect.intersects(plus) or rect.intersects(minus)] == []
