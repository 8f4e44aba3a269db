"""+ and − on rows, moments and stretches, weights of chips, undo, saving and coming back: with real events."""

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolButton
from pytestqt.qtbot import QtBot

from desktop.app.app import EarshotApp
from desktop.controllers.search.feature import SearchHistoryControl
from desktop.controllers.search.sound import SearchBySound
from desktop.deck.recorder import MicrophoneTake
from desktop.results.columns import Column
from desktop.results.name_cell import judging_places
from desktop.search.bar.chips import ChipButton
from desktop.work.requests import Reference, Request, SearchAnswer
from engine.base.chips import ChipKind
from engine.base.types import FilePath
from engine.search.query_parser import parse
from tests.helpers.indexing import index
from tests.helpers.patience import PATIENCE_MS
from tests.helpers.sounds import write_tone
from tests.helpers.tiny_library import TinyLibrary
from tests.helpers.whole_window import whole_window


@pytest.fixture
def earshot(qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path) -> Iterator[EarshotApp]:
    with whole_window(qtbot, tiny_library, tmp_path) as opened:
        yield opened


def answered(qtbot: QtBot, earshot: EarshotApp, act: Callable[[], object]) -> SearchAnswer:
    with qtbot.waitSignal(earshot.finding.shown, timeout=PATIENCE_MS) as shown:
        act()
    found: SearchAnswer = shown.args[0]
    assert found.request == earshot.window.search_bar.request
    return found


def names(earshot: EarshotApp) -> list[str]:
    hits = (earshot.window.model.hit(row) for row in range(earshot.window.model.rowCount()))
    return [hit.sound.path.name for hit in hits if hit is not None]


def row_of(earshot: EarshotApp, name: str) -> int:
    return names(earshot).index(name)


def press_on_row(qtbot: QtBot, earshot: EarshotApp, name: str, key: str) -> SearchAnswer:
    results = earshot.window.results
    results.setFocus()
    qtbot.waitUntil(results.hasFocus, timeout=PATIENCE_MS)
    results.go_to(row_of(earshot, name))
    return answered(qtbot, earshot, lambda: QTest.keyClicks(results, key))


def parts(earshot: EarshotApp) -> list[tuple[str, float]]:
    """The sounds in the question and their weights, less-like ones below 0."""
    request = earshot.window.search_bar.request
    found = parse(request.text, synonyms=lambda word: (), filters=request.filters).examples
    return [(one.sound.name, one.weight) for one in found if isinstance(one.sound, FilePath)]


def chip_of(earshot: EarshotApp, kind: ChipKind) -> ChipButton:
    return next(
        chip
        for chip in earshot.window.search_bar.chip_row.chips
        if isinstance(chip, ChipButton) and chip.chip.kind is kind
    )


def turn(chip: ChipButton, notches: int, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.AltModifier) -> None:
    """The wheel over a chip; Qt hands Alt's turns on sideways."""
    at = QPointF(chip.rect().center())
    angle = QPoint(120 * notches, 0) if modifier is Qt.KeyboardModifier.AltModifier else QPoint(0, 120 * notches)
    none = Qt.MouseButton.NoButton
    phase = Qt.ScrollPhase.NoScrollPhase
    event = QWheelEvent(at, chip.mapToGlobal(at), QPoint(), angle, none, modifier, phase, False)
    QApplication.sendEvent(chip, event)


@pytest.mark.shows("ask-with-everything")
@pytest.mark.shows("more-less-like")
def test_plus_and_minus_on_rows_ask_again_at_once_and_are_taken_back_one_by_one(
    qtbot: QtBot, earshot: EarshotApp
) -> None:
    answered(qtbot, earshot, lambda: earshot.window.search_bar.set_text("tone"))
    press_on_row(qtbot, earshot, "take 4.wav", "+")
    assert names(earshot)[0] == "take 4.wav"
    assert earshot.window.search_bar.field.text() == "tone"
    press_on_row(qtbot, earshot, "take 9.wav", "-")
    assert names(earshot)[-1] == "take 9.wav"
    assert parts(earshot) == [("take 4.wav", 1.0), ("take 9.wav", -1.0)]
    like, unlike = chip_of(earshot, ChipKind.LIKE), chip_of(earshot, ChipKind.UNLIKE)
    assert (like.text(), unlike.text()) == ("take 4", "take 9")  # behind a + and a −
    assert like.accessibleName().startswith("like take 4.wav")
    assert unlike.accessibleName().startswith("unlike take 9.wav")
    results = earshot.window.results
    answered(qtbot, earshot, lambda: QTest.keyClick(results, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier))
    assert parts(earshot) == [("take 4.wav", 1.0)]
    answered(qtbot, earshot, lambda: QTest.keyClick(results, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier))
    assert (parts(earshot), earshot.window.search_bar.field.text()) == ([], "tone")


def test_an_older_part_is_taken_back_though_the_words_went_on(qtbot: QtBot, earshot: EarshotApp) -> None:
    bar = earshot.window.search_bar
    answered(qtbot, earshot, lambda: bar.set_text("tone"))
    press_on_row(qtbot, earshot, "take 4.wav", "+")
    answered(qtbot, earshot, lambda: bar.set_text("hum"))
    assert parts(earshot) == [("take 4.wav", 1.0)]  # typing on keeps what was put beside the words
    answered(qtbot, earshot, earshot.commands.action("edit.undo").trigger)
    assert (parts(earshot), bar.field.text()) == ([], "hum")


@pytest.mark.parametrize(("former", "new"), [("tone", "hum"), ("tone", "take"), ("", "hum")])
def test_words_typed_in_the_place_of_others_win_over_sounds_of_the_former_question(
    qtbot: QtBot, earshot: EarshotApp, former: str, new: str
) -> None:
    bar = earshot.window.search_bar
    answered(qtbot, earshot, lambda: bar.set_text("tone"))
    press_on_row(qtbot, earshot, "take 4.wav", "+")
    if not former:
        answered(qtbot, earshot, lambda: bar.show_request(replace(bar.request, text="")))
    bar.field.setFocus()
    bar.field.selectAll()
    answered(qtbot, earshot, lambda: QTest.keyClicks(bar.field, new))
    assert (bar.field.text(), parts(earshot)) == (new, [])
    answered(qtbot, earshot, earshot.commands.action("edit.undo").trigger)
    assert (bar.field.text(), parts(earshot)) == (former, [("take 4.wav", 1.0)])


def test_all_sounds_leaves_a_reference_too(qtbot: QtBot, earshot: EarshotApp) -> None:
    bar = earshot.window.search_bar
    answered(qtbot, earshot, lambda: bar.set_text("tone"))
    press_on_row(qtbot, earshot, "take 4.wav", "w")
    assert bar.chip_row.reference_chip is not None
    answered(qtbot, earshot, lambda: bar.set_scope(""))
    assert bar.chip_row.reference_chip is None
    assert bar.request == Request()


def test_words_that_are_changed_or_added_go_on_with_the_sounds_beside_them(qtbot: QtBot, earshot: EarshotApp) -> None:
    bar = earshot.window.search_bar
    answered(qtbot, earshot, lambda: bar.set_text("tone"))
    press_on_row(qtbot, earshot, "take 4.wav", "+")
    bar.field.setFocus()
    bar.field.end(False)
    answered(qtbot, earshot, lambda: QTest.keyClicks(bar.field, " low"))
    bar.field.home(False)
    answered(qtbot, earshot, lambda: QTest.keyClicks(bar.field, "a "))
    assert (bar.field.text(), parts(earshot)) == ("a tone low", [("take 4.wav", 1.0)])


@pytest.mark.parametrize("way", ["clear", "escape", "all sounds"])
def test_what_empties_the_question_takes_its_sounds_too(qtbot: QtBot, earshot: EarshotApp, way: str) -> None:
    bar = earshot.window.search_bar
    answered(qtbot, earshot, lambda: bar.set_text("tone"))
    press_on_row(qtbot, earshot, "take 4.wav", "+")
    if way == "clear":
        clear = next(button for button in bar.field.findChildren(QToolButton) if button.accessibleName() == "Clear")
        answered(qtbot, earshot, lambda: qtbot.mouseClick(clear, Qt.MouseButton.LeftButton))
    elif way == "escape":
        earshot.window.results.selectionModel().clear()
        answered(qtbot, earshot, earshot.commands.action("window.back_out").trigger)
    else:
        answered(qtbot, earshot, lambda: bar.set_scope(""))
    assert parts(earshot) == []


def test_plus_after_minus_changes_sides_and_plus_again_changes_nothing(qtbot: QtBot, earshot: EarshotApp) -> None:
    answered(qtbot, earshot, lambda: earshot.window.search_bar.set_text("tone"))
    press_on_row(qtbot, earshot, "take 4.wav", "-")
    assert parts(earshot) == [("take 4.wav", -1.0)]
    press_on_row(qtbot, earshot, "take 4.wav", "+")
    assert parts(earshot) == [("take 4.wav", 1.0)]
    before = earshot.window.search_bar.request
    earshot.window.results.go_to(row_of(earshot, "take 4.wav"))
    QTest.keyClicks(earshot.window.results, "+")
    assert earshot.window.search_bar.request == before
    assert "already" in earshot.window.status.answer.text()


def test_the_cursor_stays_in_its_row_to_judge_the_next(qtbot: QtBot, earshot: EarshotApp) -> None:
    answered(qtbot, earshot, lambda: earshot.window.search_bar.set_text("tone"))
    name = names(earshot)[2]
    press_on_row(qtbot, earshot, name, "-")
    results = earshot.window.results
    qtbot.waitUntil(lambda: results.currentIndex().row() == 2, timeout=PATIENCE_MS)
    assert names(earshot)[2] != name
    assert results.hasFocus()


def test_the_plus_and_minus_of_the_row_under_the_pointer_are_clicked(qtbot: QtBot, earshot: EarshotApp) -> None:
    results = earshot.window.results
    answered(qtbot, earshot, lambda: earshot.window.search_bar.set_text("tone"))

    def click(name: str, number: int) -> None:
        cell = results.visualRect(results.model().index(row_of(earshot, name), Column.NAME))
        at = judging_places(cell)[number].center()
        QTest.mouseMove(results.viewport(), at - QPoint(90, 0))
        QTest.mouseMove(results.viewport(), at)
        qtbot.waitUntil(lambda: results.itemDelegate().hovered_row == row_of(earshot, name), timeout=PATIENCE_MS)
        QTest.mouseClick(results.viewport(), Qt.MouseButton.LeftButton, pos=at)

    answered(qtbot, earshot, lambda: click("take 4.wav", 0))
    answered(qtbot, earshot, lambda: click("take 9.wav", 1))
    assert parts(earshot) == [("take 4.wav", 1.0), ("take 9.wav", -1.0)]
    assert earshot.player.playing is None  # a click there is no wish to hear it


def test_several_rows_and_the_menu_of_a_row(qtbot: QtBot, earshot: EarshotApp) -> None:
    results = earshot.window.results
    answered(qtbot, earshot, lambda: earshot.window.search_bar.set_text("tone"))
    results.selectAll()
    entries = {action.text(): action for action in earshot.commands.row_menu(results).actions()}
    answered(qtbot, earshot, entries["More like this"].trigger)
    assert sorted(parts(earshot)) == [(name, 1.0) for name in sorted(names(earshot))]


@pytest.mark.shows("ask-with-everything")
def test_the_wheel_a_drag_and_keys_weigh_a_chip_which_shows_it(qtbot: QtBot, earshot: EarshotApp) -> None:
    answered(qtbot, earshot, lambda: earshot.window.search_bar.set_text("tone"))
    press_on_row(qtbot, earshot, "take 4.wav", "+")
    answered(qtbot, earshot, lambda: turn(chip_of(earshot, ChipKind.LIKE), 1))
    assert parts(earshot) == [("take 4.wav", 1.25)]
    assert chip_of(earshot, ChipKind.LIKE).text() == "take 4 ×1.25"
    assert "weight 1.25" in chip_of(earshot, ChipKind.LIKE).accessibleName()
    chip = chip_of(earshot, ChipKind.LIKE)
    start = chip.rect().center()
    QTest.mousePress(chip, Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(chip, start - QPoint(0, 40))
    assert chip.text() == "take 4 ×2.5"
    answered(qtbot, earshot, lambda: QTest.mouseRelease(chip, Qt.MouseButton.LeftButton, pos=start - QPoint(0, 40)))
    assert parts(earshot) == [("take 4.wav", 2.5)]
    assert earshot.window.search_bar.request.without == frozenset()  # a drag is no click
    words = chip_of(earshot, ChipKind.DESCRIBE)
    qtbot.waitUntil(words.isVisible, timeout=PATIENCE_MS)
    words.setFocus()
    answered(qtbot, earshot, lambda: QTest.keyClicks(words, "-"))
    assert chip_of(earshot, ChipKind.DESCRIBE).text() == "tone ×0.75"
    qtbot.waitUntil(lambda: chip_of(earshot, ChipKind.DESCRIBE).hasFocus(), timeout=PATIENCE_MS)
    answered(qtbot, earshot, lambda: QTest.keyClicks(chip_of(earshot, ChipKind.DESCRIBE), "+"))
    assert "words" not in earshot.window.search_bar.request.filters
    answered(qtbot, earshot, earshot.commands.action("edit.undo").trigger)
    assert chip_of(earshot, ChipKind.DESCRIBE).text() == "tone ×0.75"


def test_a_plain_wheel_moves_the_line_and_weighs_nothing(qtbot: QtBot, earshot: EarshotApp) -> None:
    answered(qtbot, earshot, lambda: earshot.window.search_bar.set_text("tone"))
    press_on_row(qtbot, earshot, "take 4.wav", "+")
    turn(chip_of(earshot, ChipKind.LIKE), 1, Qt.KeyboardModifier.NoModifier)
    assert parts(earshot) == [("take 4.wav", 1.0)]


def test_a_part_is_switched_off_and_taken_out_by_its_chip_also_after_weighing(
    qtbot: QtBot, earshot: EarshotApp
) -> None:
    bar = earshot.window.search_bar
    answered(qtbot, earshot, lambda: bar.set_text("tone"))
    plain = names(earshot)
    press_on_row(qtbot, earshot, "take 4.wav", "+")
    answered(qtbot, earshot, lambda: turn(chip_of(earshot, ChipKind.LIKE), 2))
    answered(qtbot, earshot, lambda: QTest.mouseClick(chip_of(earshot, ChipKind.LIKE), Qt.MouseButton.LeftButton))
    assert names(earshot) == plain
    assert chip_of(earshot, ChipKind.LIKE).property("off")
    qtbot.waitUntil(chip_of(earshot, ChipKind.LIKE).isVisible, timeout=PATIENCE_MS)
    chip_of(earshot, ChipKind.LIKE).setFocus()
    answered(qtbot, earshot, lambda: QTest.keyClick(chip_of(earshot, ChipKind.LIKE), Qt.Key.Key_Delete))
    assert (bar.request.filters, bar.request.without) == ("", frozenset())


def test_filters_and_stacks_hold_while_a_question_is_refined(qtbot: QtBot, earshot: EarshotApp) -> None:
    bar = earshot.window.search_bar
    answered(qtbot, earshot, lambda: bar.show_request(Request("tone", filters="in:tones")))
    press_on_row(qtbot, earshot, "take 4.wav", "+")
    assert "take 9.wav" not in names(earshot)
    folded = answered(qtbot, earshot, lambda: earshot.commands.action("results.fold_takes").toggle())
    assert folded.ranking.scored is not None and folded.ranking.scored.examples
    answered(qtbot, earshot, lambda: bar.set_filters("ch:1"))
    assert parts(earshot) == []  # the filters were replaced whole, as a saved search does


def test_a_find_similar_becomes_a_part_and_find_similar_puts_the_parts_aside(qtbot: QtBot, earshot: EarshotApp) -> None:
    bar, results = earshot.window.search_bar, earshot.window.results
    answered(qtbot, earshot, lambda: bar.set_text("tone"))
    press_on_row(qtbot, earshot, "take 4.wav", "w")
    assert bar.chip_row.reference_chip is not None
    press_on_row(qtbot, earshot, "take 0.wav", "-")
    assert bar.chip_row.reference_chip is None
    assert parts(earshot) == [("take 4.wav", 1.0), ("take 0.wav", -1.0)]
    press_on_row(qtbot, earshot, "take 0.wav", "w")
    assert parts(earshot) == []
    results.setFocus()
    answered(qtbot, earshot, lambda: bar.set_reference(None))
    assert parts(earshot) == [("take 4.wav", 1.0), ("take 0.wav", -1.0)]


def test_beside_a_spoken_word_nothing_is_added_and_it_is_said(qtbot: QtBot, earshot: EarshotApp) -> None:
    bar = earshot.window.search_bar
    hit = earshot.window.results.go_to(0)
    assert hit is not None
    bar.chip_row.show_reference(Reference(hit.sound.path, hit.sound.id, 0.0, 0.5, is_word=True))
    before = bar.request
    earshot.commands.action("find.more_like").trigger()
    assert bar.request == before
    assert "spoken word" in earshot.window.status.answer.text()


@pytest.mark.shows("ask-with-everything")
def test_a_saved_question_comes_back_with_its_parts_and_weights(qtbot: QtBot, earshot: EarshotApp) -> None:
    bar = earshot.window.search_bar
    answered(qtbot, earshot, lambda: bar.set_text("tone"))
    press_on_row(qtbot, earshot, "take 4.wav", "+")
    press_on_row(qtbot, earshot, "take 9.wav", "-")
    answered(qtbot, earshot, lambda: turn(chip_of(earshot, ChipKind.UNLIKE), 3))
    asked, order = parts(earshot), names(earshot)
    assert asked == [("take 4.wav", 1.0), ("take 9.wav", -2.0)]
    field = bar.field
    field.setFocus()
    QTest.keyClick(field, Qt.Key.Key_D, Qt.KeyboardModifier.ControlModifier)
    saved = next(feature for feature in earshot.features if isinstance(feature, SearchHistoryControl)).saved_panel
    qtbot.waitUntil(lambda: len(saved.saved) == 1, timeout=PATIENCE_MS)
    answered(qtbot, earshot, lambda: bar.show_request(Request("hum")))
    item = saved.list.item(0)
    where = saved.list.visualItemRect(item).center()
    answered(qtbot, earshot, lambda: QTest.mouseClick(saved.list.viewport(), Qt.MouseButton.LeftButton, pos=where))
    assert (parts(earshot), names(earshot), field.text()) == (asked, order, "tone")


def test_tabs_keep_questions_apart_and_the_next_start_has_them(
    qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path
) -> None:
    with whole_window(qtbot, tiny_library, tmp_path, keep_query=True) as earshot:
        bar = earshot.window.search_bar
        answered(qtbot, earshot, lambda: bar.set_text("tone"))
        press_on_row(qtbot, earshot, "take 4.wav", "+")
        answered(qtbot, earshot, lambda: turn(chip_of(earshot, ChipKind.LIKE), -2))
        answered(qtbot, earshot, earshot.commands.action("tabs.open").trigger)
        assert parts(earshot) == []
        answered(qtbot, earshot, earshot.commands.action("tabs.previous").trigger)
        assert parts(earshot) == [("take 4.wav", 0.5)]
        earshot.window.leave()
    with whole_window(qtbot, tiny_library, tmp_path, keep_query=True) as again:
        assert parts(again) == [("take 4.wav", 0.5)]
        assert again.window.search_bar.field.text() == "tone"


def test_a_dropped_file_joins_the_question_with_shift_and_replaces_it_without(
    qtbot: QtBot, earshot: EarshotApp, tmp_path: Path
) -> None:
    bar = earshot.window.search_bar
    answered(qtbot, earshot, lambda: bar.set_text("tone"))
    file = write_tone(tmp_path / "else where.wav", hz=6500.0, seconds=2.0)

    def drop(modifier: Qt.KeyboardModifier) -> None:
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(file))])
        at = QPointF(bar.field.rect().center())
        left, copy = Qt.MouseButton.LeftButton, Qt.DropAction.CopyAction
        bar.field.dropEvent(QDropEvent(at, copy, data, left, modifier, QEvent.Type.Drop))

    answered(qtbot, earshot, lambda: drop(Qt.KeyboardModifier.ShiftModifier))
    assert (parts(earshot), bar.field.text()) == ([("else where.wav", 1.0)], "tone")
    assert names(earshot)[0] == "take 4.wav"
    answered(qtbot, earshot, lambda: drop(Qt.KeyboardModifier.NoModifier))
    assert bar.chip_row.reference_chip is not None


def test_a_recording_joins_the_question_with_shift_and_return(qtbot: QtBot, earshot: EarshotApp) -> None:
    bar = earshot.window.search_bar
    answered(qtbot, earshot, lambda: bar.set_text("tone"))
    recorder = next(feature for feature in earshot.features if isinstance(feature, SearchBySound)).recorder
    samples = 0.5 * np.sin(2 * np.pi * 6500.0 * np.arange(64_000) / 32_000)
    bar.recording.begin()
    bar.recording.listen()
    QTest.keyClick(bar.recording, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    take = MicrophoneTake(samples.astype(np.float32), 32_000)
    answered(qtbot, earshot, lambda: recorder.recorded.emit(take))
    assert [weight for _, weight in parts(earshot)] == [1.0]
    assert (bar.field.text(), names(earshot)[0], bar.chip_row.reference_chip) == ("tone", "take 4.wav", None)


@pytest.mark.shows("more-less-like")
def test_a_stretch_of_the_waveform_and_a_moment_are_parts_with_their_times(
    qtbot: QtBot, tmp_path: Path, tiny_library: TinyLibrary
) -> None:
    sounds = tmp_path / "sounds"
    write_tone(sounds / "long.wav", hz=300.0, seconds=8.0)
    index(tmp_path / "library", tiny_library.pack, sounds, workers=1)
    with whole_window(qtbot, TinyLibrary(tmp_path / "library", tiny_library.pack, sounds), tmp_path) as earshot:
        answered(qtbot, earshot, lambda: earshot.window.search_bar.set_text("tone"))
        earshot.window.results.go_to(0)
        waveform = earshot.window.deck.waveform
        qtbot.waitUntil(lambda: waveform.duration_s > 0, timeout=PATIENCE_MS)
        waveform.setFocus()
        waveform.select(1.0, 2.5)
        answered(qtbot, earshot, lambda: QTest.keyClicks(waveform, "+"))
        request = earshot.window.search_bar.request
        (example,) = parse("", synonyms=lambda word: (), filters=request.filters).examples
        assert (example.start_s, example.end_s, example.weight) == (1.0, 2.5, 1.0)
        assert chip_of(earshot, ChipKind.LIKE).text() == "long 0:01.0–0:02.5"
