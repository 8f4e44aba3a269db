"""The map's surface, with real events: zoom, move, hover, choose, lasso, keys."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.base.theme import Theme, load_theme
from desktop.features.map.feature import MapFeature
from desktop.features.map.page import MapPage
from desktop.features.map.point_image import draw, group_colours, paints
from desktop.features.map.region_labels import opacity_of, place
from desktop.features.map.view import MapView
from desktop.features.map.viewport import Viewport
from desktop.work.jobs import Jobs
from engine.base.events import MapProgress, MapStage
from engine.features.map.groups import Grouping, Groups
from engine.features.map.points import Points
from engine.features.map.regions import Region
from tests.engine.features.map.test_map import made
from tests.helpers.tiny_library import TinyLibrary
from tests.helpers.whole_window import whole_window

_PLACES = np.array([[0.0, 0.0], [0.5, 0.0], [0.0, 0.5], [-0.5, -0.5]], np.float32)


@pytest.fixture
def jobs(qapp: QApplication) -> Iterator[Jobs]:
    jobs = Jobs()
    yield jobs
    jobs.close()


@pytest.fixture
def view(qtbot: QtBot, theme: Theme, jobs: Jobs) -> MapView:
    view = MapView(theme, jobs)
    qtbot.addWidget(view)
    view.resize(400, 400)
    view.show()
    qtbot.waitExposed(view)
    view.show_points(Points(_PLACES), paints(np.array([0, 0, 1, -1], np.int32), theme))
    return view


def at(view: MapView, row: int) -> QPoint:
    return view.point_px(row).toPoint()


def test_a_place_keeps_its_pixel_while_zooming_there() -> None:
    view = Viewport.fitting(400, 300).zoomed(3.0, 120, 80)
    x, y = Viewport.fitting(400, 300).to_place(120, 80)
    assert view.to_px(x, y) == pytest.approx((120, 80))
    assert view.moved(10, -5).to_px(x, y) == pytest.approx((130, 75))


def test_a_click_chooses_a_point_and_beside_all_none(view: MapView, qtbot: QtBot) -> None:
    with qtbot.waitSignal(view.chosen) as chosen:
        QTest.mouseClick(view, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at(view, 2))
    assert chosen.args == [2]
    with qtbot.assertNotEmitted(view.chosen):
        QTest.mouseClick(view, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, QPoint(390, 390))


def test_the_wheel_zooms_at_the_pointer_and_a_drag_moves_the_map(view: MapView) -> None:
    before = view.point_px(1)
    wheel = QWheelEvent(
        before, view.mapToGlobal(before), QPoint(), QPoint(0, 240), Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(view, wheel)
    assert (view.point_px(1) - before).manhattanLength() < 0.01
    assert view.viewport.scale > Viewport.fitting(400, 400, Points(_PLACES).bounds()).scale
    QTest.mousePress(view, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, QPoint(300, 300))
    QTest.mouseMove(view, QPoint(310, 310))
    QTest.mouseMove(view, QPoint(330, 280))
    QTest.mouseRelease(view, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, QPoint(330, 280))
    assert (view.point_px(1) - before - QPointF(30, -20)).manhattanLength() < 0.01


def test_a_lasso_with_shift_catches_what_it_encloses(view: MapView, qtbot: QtBot) -> None:
    corners = [QPoint(150, 10), QPoint(390, 10), QPoint(390, 260), QPoint(150, 260), QPoint(150, 30)]
    with qtbot.waitSignal(view.caught) as caught:
        QTest.mousePress(view, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ShiftModifier, corners[0])
        for corner in corners[1:]:
            QTest.mouseMove(view, corner)
        QTest.mouseRelease(view, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ShiftModifier, corners[-1])
    assert caught.args is not None
    assert caught.args[0].tolist() == [0, 1, 2]


def test_a_point_under_the_pointer_tells_and_only_with_alt_is_heard(
    view: MapView, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    with qtbot.waitSignal(view.rested) as rested, qtbot.assertNotEmitted(view.scrubbed, wait=150):
        QTest.mouseMove(view, at(view, 1))
    assert rested.args == [1]
    QTest.mouseMove(view, QPoint(390, 390))
    QTest.keyPress(view, Qt.Key.Key_Alt, Qt.KeyboardModifier.AltModifier)
    monkeypatch.setattr(
        "PySide6.QtGui.QGuiApplication.queryKeyboardModifiers", lambda: Qt.KeyboardModifier.AltModifier
    )  # offscreen there is no keyboard to ask
    with qtbot.waitSignal(view.scrubbed) as heard:
        QTest.mouseMove(view, at(view, 0))
    assert heard.args == [0]


def test_arrow_keys_go_to_the_next_point_in_a_direction(view: MapView) -> None:
    view.setFocus()
    chosen: list[int] = []
    view.chosen.connect(chosen.append)
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Right, Qt.Key.Key_Left, Qt.Key.Key_Up, Qt.Key.Key_Up):
        QTest.keyClick(view, key)
    # From nowhere to the middle, right, back, up; above that there is nothing.
    assert chosen == [0, 1, 0, 2]


def test_the_picture_has_the_points_in_their_colours_where_they_are() -> None:
    theme = load_theme("dark")
    view = Viewport.fitting(200, 200)
    picture = draw(_PLACES, paints(np.array([0, 0, 1, -1], np.int32), theme), view, 2.0)
    assert (picture.width(), picture.height(), picture.devicePixelRatio()) == (400, 400, 2.0)
    colours = group_colours(2, theme)
    for row, colour in ((1, colours[0]), (2, colours[1]), (3, theme.text_faint)):
        x, y = view.to_px(*map(float, _PLACES[row]))
        assert picture.pixelColor(round(2 * x), round(2 * y)).name() == colour
    assert picture.pixelColor(2, 2).alpha() == 0


def test_the_picture_comes_from_another_thread_and_is_shown(view: MapView, qtbot: QtBot, theme: Theme) -> None:
    colour = group_colours(1, theme)[0]
    place = at(view, 1)
    qtbot.waitUntil(lambda: view.grab().toImage().pixelColor(place).name() == colour)


def test_the_legend_names_groups_and_choosing_one_brings_it_out(qtbot: QtBot, theme: Theme, jobs: Jobs) -> None:
    page = MapPage(theme, jobs)
    qtbot.addWidget(page)
    page.show_map(Groups(np.array([0, 0, 1, -1], np.int32), ("doors", "wind")), missing=3)
    assert [page.legend.item(row).text() for row in range(3)] == ["doors  2", "wind  1", "All others  1"]
    assert page.news.text() == "3 sounds not on the map yet"
    with qtbot.waitSignal(page.groups_chosen) as chosen:
        page.legend.item(1).setSelected(True)
    assert chosen.args == [frozenset({1})]
    with qtbot.waitSignal(page.grouping_changed) as changed:
        page.grouping.setCurrentIndex(1)
    assert changed.args == [Grouping.CATEGORY]


def test_the_map_fills_a_wide_page_and_a_high_one(view: MapView, qtbot: QtBot) -> None:
    for width, height in ((900, 450), (450, 900)):
        view.resize(width, height)
        qtbot.waitUntil(lambda w=width: view.viewport.width_px == w)  # type: ignore[misc]
        places = [view.point_px(row) for row in range(len(_PLACES))]
        across = max(at.x() for at in places) - min(at.x() for at in places)
        upwards = max(at.y() for at in places) - min(at.y() for at in places)
        assert across > 0.8 * width
        assert upwards > 0.8 * height
        assert min(at.x() for at in places) >= 0 <= min(at.y() for at in places)


def test_one_far_off_sound_does_not_make_all_others_small() -> None:
    heap = np.random.default_rng(1).uniform(-1, 1, (600, 2)).astype(np.float32)
    left, bottom, right, top = Points(np.concatenate([heap, [[50.0, 50.0]]]).astype(np.float32)).bounds()
    assert max(abs(left), abs(bottom), right, top) < 1.01


def test_names_of_regions_do_not_overlap_and_go_with_the_zoom() -> None:
    view = Viewport.fitting(600, 400)
    size = lambda region: (90.0, 18.0)  # noqa: E731
    regions = [
        Region("Doors", 0.0, 0.0, 0, 9),
        Region("Wind", 0.02, 0.01, 0, 4),  # it would stand over Doors, of which there are more
        Region("Rain", 0.8, 0.8, 0, 3),
        Region("Creak", -0.5, -0.5, 1, 3),
    ]
    assert [one.region.name for one in place(regions, view, 1.0, size)] == ["Doors", "Rain"]
    assert [one.region.name for one in place(regions, view, 4.0, size)] == ["Creak"]
    assert 0 < opacity_of(0, 2, 2.5) < 1
    assert 0 < opacity_of(1, 2, 2.5) < 1
    assert opacity_of(1, 2, 100.0) == 1  # the finest stays


def test_the_name_of_a_region_is_drawn_where_its_sounds_lie(view: MapView, qtbot: QtBot, theme: Theme) -> None:
    view.show_points(Points(_PLACES), paints(np.zeros(4, np.int32), theme), None, (Region("Doors", 0.5, 0.0, 0, 3),))
    (name,) = view.names
    assert name.box.contains(view.point_px(1) - QPointF(0, 12)) or name.box.right() > view.width() - 10
    box = name.box.toRect()
    shown = view.grab(box).toImage()
    letters = QColor(theme.text)
    near = [
        (x, y)
        for x in range(shown.width())
        for y in range(shown.height())
        if abs(shown.pixelColor(x, y).lightness() - letters.lightness()) < 12
    ]
    assert len(near) > 20


def test_the_page_says_how_many_sounds_are_on_the_map_and_how_many_match(
    qtbot: QtBot, theme: Theme, jobs: Jobs
) -> None:
    page = MapPage(theme, jobs)
    qtbot.addWidget(page)
    groups = Groups(np.array([0, 0, 1, -1], np.int32), ("doors", "wind"))
    page.show_map(groups, missing=0)
    assert page.counts.text() == "4 sounds"
    page.show_map(groups, missing=2)
    assert page.counts.text() == "4 of 6 sounds"
    page.show_map(groups, missing=0, lit=1)
    assert page.counts.text() == "1 of 4 sounds match the search"


def test_a_map_that_is_made_anew_says_so_beside_the_one_on_show(qtbot: QtBot, theme: Theme, jobs: Jobs) -> None:
    page = MapPage(theme, jobs)
    qtbot.addWidget(page)
    page.show()
    page.show_map(Groups(np.zeros(4, np.int32), ("doors",)), missing=3)
    page.set_making(True)
    page.show_progress(MapProgress(MapStage.LAYING_OUT, 0.5))
    assert page.news.text() == "New map:"
    assert not page.update_button.isVisible() and not page.anew.isVisible()
    page.set_making(False)
    assert page.news.text() == "3 sounds not on the map yet"
    assert page.update_button.isVisible() and page.anew.isVisible()


def test_a_map_that_is_finished_while_the_page_still_reads_comes_all_the_same(
    qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path
) -> None:
    with whole_window(qtbot, tiny_library, tmp_path) as earshot:
        mapping = next(feature for feature in earshot.window.children() if isinstance(feature, MapFeature))
        earshot.commands.action("view.map").trigger()
        made(tmp_path / "library", tiny_library.pack)  # what reads meanwhile may have found none
        mapping.process.finished.emit()
        qtbot.waitUntil(lambda: len(mapping.page.view._points.places) == 6)
