"""The slider of variety in a whole window: takes fold and come apart at once, and the search keeps where it stands."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import cast

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QStyle, QStyleOptionSlider
from pytestqt.qtbot import QtBot

import desktop.app.app
from desktop.app.app import EarshotApp
from desktop.deck.player import Player
from desktop.results.columns import Column
from desktop.work.requests import SearchAnswer
from tests.helpers.ears import Ears
from tests.helpers.patience import PATIENCE_MS
from tests.helpers.sounds import write_noise, write_tone
from tests.helpers.tiny_library import TinyLibrary, earshot
from tests.helpers.whole_window import whole_window


@pytest.fixture
def library(tiny_library: TinyLibrary, tmp_path: Path) -> TinyLibrary:
    """A library of four takes of one beep, two of a hum, and a noise."""
    sounds = tmp_path / "s"
    for take in (1, 2, 3, 4):
        write_tone(sounds / f"beep_{take}.wav", hz=4000 + take, seconds=0.3)
    for take in (1, 2):
        write_tone(sounds / f"hum_{take}.wav", hz=100, seconds=0.4 + take / 10)
    write_noise(sounds / "storm.wav", 0.5)
    earshot("index", "--json", "--library", tmp_path / "takes", "--pack", tiny_library.pack, sounds)
    return TinyLibrary(tmp_path / "takes", tiny_library.pack, sounds)


@pytest.fixture
def app(qtbot: QtBot, library: TinyLibrary, tmp_path: Path) -> Iterator[EarshotApp]:
    with whole_window(qtbot, library, tmp_path / "home", autoplay=False) as opened:
        yield opened


@pytest.fixture
def hearing(
    qtbot: QtBot, library: TinyLibrary, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[EarshotApp, list[str]]]:
    """A window with an output, takes folded, the cursor on the stack of beeps; and the names of what is begun."""
    monkeypatch.setattr(desktop.app.app, "Player", lambda parent: Player(parent, output=Ears))
    with whole_window(qtbot, library, tmp_path / "home", autoplay=False, fold_takes=True) as app:
        begun: list[str] = []
        app.player.started.connect(lambda path, start_s: begun.append(path.name))
        search(qtbot, app, "high beep")
        app.window.results.setFocus()
        app.window.results.go_to(next(row for row, name in enumerate(names(app)) if name.startswith("beep")))
        yield app, begun


def names(app: EarshotApp) -> list[str]:
    model = app.window.model
    return [str(model.index(row, Column.NAME).data()) for row in range(model.rowCount())]


def answered(qtbot: QtBot, app: EarshotApp, act: Callable[[], object]) -> SearchAnswer:
    with qtbot.waitSignal(app.finding.shown, timeout=PATIENCE_MS) as shown:
        act()
    return cast(SearchAnswer, shown.args[0])


def search(qtbot: QtBot, app: EarshotApp, text: str) -> None:
    answered(qtbot, app, lambda: app.window.search_bar.set_text(text))


def pull(app: EarshotApp, step: int) -> None:
    """Drags the handle with the mouse."""
    slider = app.window.search_bar.variety.slider
    option = QStyleOptionSlider()
    slider.initStyleOption(option)
    control, handle = QStyle.ComplexControl.CC_Slider, QStyle.SubControl.SC_SliderHandle
    start = slider.style().subControlRect(control, option, handle, slider).center()
    room = slider.width() - slider.style().pixelMetric(QStyle.PixelMetric.PM_SliderLength, option, slider)
    end = start + QPoint(round((step - slider.value()) * room / slider.maximum()), 0)
    QTest.mousePress(slider, Qt.MouseButton.LeftButton, pos=start)
    for part in (1, 2, 3):
        QTest.mouseMove(slider, start + (end - start) * part / 3)
    QTest.mouseRelease(slider, Qt.MouseButton.LeftButton, pos=end)


@pytest.mark.shows("take-stacks")
def test_the_slider_folds_takes_says_how_many_and_shows_all_again(qtbot: QtBot, app: EarshotApp) -> None:
    bar = app.window.search_bar
    search(qtbot, app, "high beep")
    assert (len(names(app)), bar.variety.said.text()) == (7, "All takes")
    folded = answered(qtbot, app, lambda: pull(app, 1))
    assert [name.split("_")[0] for name in names(app)] == ["beep", *(n.split("_")[0] for n in names(app)[1:])]
    assert (len(names(app)), bar.variety.said.text()) == (3, "4 takes folded")
    assert folded.request.filters == "variety:folded"
    qtbot.waitUntil(lambda: bar.variety.step == 1, timeout=PATIENCE_MS)
    answered(qtbot, app, lambda: pull(app, 4))
    assert (len(names(app)), bar.variety.said.text()) == (3, "Different, 4 folded")
    answered(qtbot, app, lambda: pull(app, 0))
    assert (len(names(app)), bar.request.filters) == (7, "")


@pytest.mark.shows("take-stacks")
def test_keys_change_variety_and_the_cursor_stays_on_its_sound(qtbot: QtBot, app: EarshotApp) -> None:
    search(qtbot, app, "high beep")
    results = app.window.results
    results.setFocus()
    row = next(row for row, name in enumerate(names(app)) if name == "storm.wav")
    results.go_to(row)
    answered(qtbot, app, lambda: QTest.keyClick(results, Qt.Key.Key_V))
    hit = results.current_hit()
    assert hit is not None and hit.sound.path.name == "storm.wav"
    assert app.window.search_bar.variety.step == 1
    answered(qtbot, app, lambda: QTest.keyClick(results, Qt.Key.Key_V, Qt.KeyboardModifier.ShiftModifier))
    assert (len(names(app)), app.window.search_bar.variety.step) == (7, 0)


@pytest.mark.shows("take-stacks")
def test_another_tab_a_saved_search_and_the_next_start_have_their_own(
    qtbot: QtBot, library: TinyLibrary, tmp_path: Path
) -> None:
    with whole_window(qtbot, library, tmp_path / "home", autoplay=False) as app:
        bar = app.window.search_bar
        search(qtbot, app, "high beep")
        answered(qtbot, app, lambda: pull(app, 3))
        app.commands.action("search.save").trigger()
        answered(qtbot, app, lambda: app.commands.action("tabs.open").trigger())
        assert bar.variety.step == 0
        assert not bar.variety.slider.isEnabled(), "a listing shows all"
        search(qtbot, app, "low hum")
        assert (bar.variety.step, len(names(app))) == (0, 7)
        answered(qtbot, app, lambda: app.commands.action("tabs.previous").trigger())
        assert (bar.variety.step, len(names(app))) == (3, 3)
        app.quit()
    with whole_window(qtbot, library, tmp_path / "home", autoplay=False) as again:
        qtbot.waitUntil(lambda: len(names(again)) == 3, timeout=PATIENCE_MS)
        assert again.window.search_bar.variety.step == 3
        qtbot.waitUntil(lambda: again.window.search_bar.variety.said.text() != "", timeout=PATIENCE_MS)


def test_the_usual_position_is_that_of_the_setting_and_typed_words_move_the_slider(
    qtbot: QtBot, app: EarshotApp
) -> None:
    bar = app.window.search_bar
    search(qtbot, app, "high beep")
    answered(qtbot, app, lambda: app.commands.action("results.fold_takes").trigger())
    assert (bar.variety.step, len(names(app)), bar.request.filters) == (1, 3, "")
    answered(qtbot, app, lambda: pull(app, 0))
    assert (len(names(app)), bar.request.filters) == (7, "variety:all")
    answered(qtbot, app, lambda: app.commands.action("results.fold_takes").trigger())
    assert (bar.variety.step, len(names(app)), bar.request.filters) == (0, 7, "")
    search(qtbot, app, "high beep variety:different")
    assert (bar.variety.step, len(names(app))) == (4, 3)
    answered(qtbot, app, lambda: pull(app, 0))
    assert (bar.variety.step, len(names(app))) == (0, 7)


def test_sounds_like_one_are_folded_too_and_a_listing_is_not(qtbot: QtBot, app: EarshotApp) -> None:
    bar, results = app.window.search_bar, app.window.results
    assert not bar.variety.slider.isEnabled()
    results.setFocus()
    QTest.keyClick(results, Qt.Key.Key_V)
    assert "search results only" in app.window.status.answer.text()
    search(qtbot, app, "high beep")
    results.setFocus()
    results.go_to(0)
    answered(qtbot, app, lambda: QTest.keyClick(results, Qt.Key.Key_W))
    answered(qtbot, app, lambda: pull(app, 1))
    assert (len(names(app)), bar.variety.said.text()) == (3, "4 takes folded")
    assert bar.chip_row.reference_chip is not None


@pytest.mark.shows("take-stacks")
def test_space_on_a_stack_plays_its_takes_in_turn_each_once(
    qtbot: QtBot, hearing: tuple[EarshotApp, list[str]]
) -> None:
    app, begun = hearing
    QTest.keyClick(app.window.results, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: len(begun) == 4 and app.player.playing is None, timeout=PATIENCE_MS)
    assert sorted(begun) == ["beep_1.wav", "beep_2.wav", "beep_3.wav", "beep_4.wav"]
    assert begun[0] == names(app)[app.window.results.currentIndex().row()]


@pytest.mark.shows("take-stacks")
def test_an_opened_stack_plays_the_take_under_the_cursor_alone(
    qtbot: QtBot, hearing: tuple[EarshotApp, list[str]]
) -> None:
    app, begun = hearing
    results = app.window.results
    QTest.keyClick(results, Qt.Key.Key_Right)
    qtbot.waitUntil(lambda: app.window.model.rowCount() == 6, timeout=PATIENCE_MS)
    QTest.keyClick(results, Qt.Key.Key_Down)
    take = names(app)[results.currentIndex().row()]
    with qtbot.waitSignal(app.player.stopped, timeout=PATIENCE_MS):
        QTest.keyClick(results, Qt.Key.Key_Space)
    assert begun == [take]


def test_without_turns_a_stack_plays_its_own_sound_alone(qtbot: QtBot, hearing: tuple[EarshotApp, list[str]]) -> None:
    app, begun = hearing
    app.commands.action("results.takes_in_turn").trigger()
    with qtbot.waitSignal(app.player.stopped, timeout=PATIENCE_MS):
        QTest.keyClick(app.window.results, Qt.Key.Key_Space)
    assert begun == [names(app)[app.window.results.currentIndex().row()]]
    assert app.player.playing is None
