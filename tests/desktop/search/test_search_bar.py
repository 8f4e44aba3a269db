"""The search field: when it asks, what completes its words, and what is pasted or recorded."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop.search.bar.bar import SearchBar
from desktop.search.bar.completion import CompletionLine
from desktop.work.requests import Reference, Request
from engine.base.types import FilePath, SoundId
from engine.search.similar import AspectWeights


def test_quick_typing_asks_once(qtbot: QtBot, bar: SearchBar) -> None:
    asked: list[Request] = []
    bar.wanted.connect(asked.append)
    with qtbot.waitSignal(bar.wanted):
        QTest.keyClicks(bar.field, "door")
    assert [request.text for request in asked] == ["door"]


def test_where_answers_are_quick_every_key_is_answered_and_else_the_pause_is_as_long(
    qtbot: QtBot, bar: SearchBar
) -> None:
    asked: list[Request] = []
    bar.wanted.connect(asked.append)
    bar.pause.adapt(12.0)
    for letter in "do":
        with qtbot.waitSignal(bar.wanted):
            QTest.keyClick(bar.field, letter)
    assert [request.text for request in asked] == ["d", "do"]
    waits = []
    for took_ms in (12.0, 80.0, 900.0):
        bar.pause.adapt(took_ms)
        waits.append(bar.pause.interval())
    assert waits == [0, 80, 120]


def test_return_asks_at_once_and_wants_to_hear(qtbot: QtBot, bar: SearchBar) -> None:
    QTest.keyClicks(bar.field, "door")
    with qtbot.waitSignals([bar.wanted, bar.committed], order="strict"):
        QTest.keyClick(bar.field, Qt.Key.Key_Return)


def test_what_was_switched_off_stays_off_while_a_reference_stands(bar: SearchBar) -> None:
    bar.show_request(Request("door slam", without=frozenset({"describe : door slam"})))
    bar.set_reference(Reference(FilePath.of("/a/slam.wav"), SoundId(3)))
    bar.set_reference(None)
    assert bar.request == Request("door slam", without=frozenset({"describe : door slam"}))


def test_typing_leaves_the_reference(qtbot: QtBot, bar: SearchBar) -> None:
    bar.set_text("door")
    bar.set_reference(Reference(FilePath.of("/a/slam.wav"), SoundId(3)))
    with qtbot.waitSignal(bar.wanted) as wanted:
        QTest.keyClicks(bar.field, "w")
    assert wanted.args == [Request("w")]


def test_the_clear_button_asks_for_everything(qtbot: QtBot, bar: SearchBar) -> None:
    bar.set_text("door")
    with qtbot.waitSignal(bar.wanted) as wanted:
        bar.field.clear()
    assert wanted.args == [Request("")]


def test_a_place_takes_the_place_of_another_and_leaves_the_rest(bar: SearchBar) -> None:
    bar.set_filters('dur:<2 in:"/a/"')
    bar.set_scope("fav:")
    assert bar.request.filters == "dur:<2 fav:"
    bar.set_scope('in:"/b c/"', is_added=True)
    assert bar.request.filters == 'dur:<2 fav: in:"/b c/"'
    bar.set_scope("")
    assert bar.request.filters == "dur:<2"


def test_filters_stay_with_a_reference_and_typing_keeps_them(qtbot: QtBot, bar: SearchBar) -> None:
    reference = Reference(FilePath.of("/a/slam.wav"), SoundId(3))
    bar.set_filters("dur:<2")
    bar.set_reference(reference)
    assert bar.request == Request("", reference, filters="dur:<2")
    with qtbot.waitSignal(bar.wanted) as wanted:
        QTest.keyClicks(bar.field, "w")
    assert wanted.args == [Request("w", filters="dur:<2")]


def test_a_typed_filter_goes_on_holding_beside_a_reference(bar: SearchBar) -> None:
    reference = Reference(FilePath.of("/a/slam.wav"), SoundId(3))
    bar.set_text("door dur:<2")
    bar.set_filters("ch:2")
    bar.set_reference(reference)
    assert bar.request == Request("door", reference, filters="ch:2 dur:<2")


def test_what_has_to_be_alike_is_asked_for(qtbot: QtBot, bar: SearchBar) -> None:
    bar.set_reference(Reference(FilePath.of("/a/slam.wav"), SoundId(3)))
    chip = bar.chip_row.reference_chip
    assert chip is not None
    QTest.mouseClick(chip.aspects_button, Qt.MouseButton.LeftButton)
    with qtbot.waitSignal(bar.wanted) as wanted:
        QTest.keyClick(chip.aspects.sliders["length"], Qt.Key.Key_Right)
    assert wanted.args[0].reference.weights == AspectWeights(sound=1.0, length=0.25)
    assert bar.chip_row.reference_chip is chip, "the popover stays open while its sliders are moved"


def test_something_must_count(bar: SearchBar) -> None:
    bar.set_reference(Reference(FilePath.of("/a/slam.wav")))
    assert bar.chip_row.reference_chip is not None
    sliders = bar.chip_row.reference_chip.aspects.sliders
    sliders["sound"].setValue(0)
    assert sliders["sound"].value() == 4


SUGGESTIONS = (CompletionLine("door slam", 9, "slam", "word"), CompletionLine("door slate", 10, "slate", "word"))


def test_the_rest_of_a_word_is_shown_faintly_and_tab_takes_it(qtbot: QtBot, bar: SearchBar) -> None:
    with qtbot.waitSignal(bar.typed) as typed:
        QTest.keyClicks(bar.field, "door sl")
    assert typed.args[0].startswith("d")
    bar.show_suggestions(SUGGESTIONS, "door sl")
    assert bar.field.rest == "am"
    assert not bar.field.list.isVisible()
    QTest.keyClick(bar.field, Qt.Key.Key_Tab)
    assert bar.field.text() == "door slam"
    assert bar.field.hasFocus()
    assert bar.request == Request("door slam")


def test_down_leaves_for_the_results_though_a_word_could_be_completed(qtbot: QtBot, bar: SearchBar) -> None:
    QTest.keyClicks(bar.field, "door sl")
    bar.show_suggestions(SUGGESTIONS, "door sl")
    with qtbot.waitSignal(bar.left_downwards):
        QTest.keyClick(bar.field, Qt.Key.Key_Down)
    assert bar.field.text() == "door sl"


def test_the_list_takes_the_arrows_only_when_it_was_opened(qtbot: QtBot, bar: SearchBar) -> None:
    QTest.keyClicks(bar.field, "door sl")
    bar.open_list()
    bar.show_suggestions(SUGGESTIONS, "door sl")
    assert bar.field.list.isVisible()
    with qtbot.assertNotEmitted(bar.left_downwards):
        QTest.keyClick(bar.field, Qt.Key.Key_Down)
    with qtbot.assertNotEmitted(bar.committed):
        QTest.keyClick(bar.field, Qt.Key.Key_Return)
    assert bar.field.text() == "door slate"
    assert not bar.field.list.isVisible()
    with qtbot.waitSignal(bar.left_downwards):
        QTest.keyClick(bar.field, Qt.Key.Key_Down)


def test_values_of_a_filter_are_listed_without_taking_the_arrows(qtbot: QtBot, bar: SearchBar) -> None:
    QTest.keyClicks(bar.field, "tag:")
    bar.show_suggestions((CompletionLine("tag:roof", 8, "roof", "tag"),), "tag:")
    assert bar.field.list.isVisible()
    QTest.keyClick(bar.field, Qt.Key.Key_Escape)
    assert not bar.field.list.isVisible()
    bar.show_suggestions((CompletionLine("tag:roof", 8, "roof", "tag"),), "tag:")
    with qtbot.waitSignal(bar.left_downwards):
        QTest.keyClick(bar.field, Qt.Key.Key_Down)


def test_suggestions_for_other_words_come_too_late(bar: SearchBar) -> None:
    QTest.keyClicks(bar.field, "wind")
    bar.show_suggestions(SUGGESTIONS, "door sl")
    assert bar.field.rest == ""


def test_a_pasted_path_of_a_sound_is_searched_by(qtbot: QtBot, bar: SearchBar) -> None:
    QGuiApplication.clipboard().setText("/sounds/a b/slam.wav")
    with qtbot.waitSignal(bar.wanted) as wanted:
        QTest.keySequence(bar.field, QKeySequence(QKeySequence.StandardKey.Paste))
    assert wanted.args[0].reference == Reference(FilePath.of("/sounds/a b/slam.wav"))
    assert bar.field.text() == ""


def test_pasted_words_are_words(bar: SearchBar) -> None:
    QGuiApplication.clipboard().setText("heavy door / gate")
    QTest.keySequence(bar.field, QKeySequence(QKeySequence.StandardKey.Paste))
    assert bar.field.text() == "heavy door / gate"


def test_return_searches_by_the_recording_and_escape_drops_it(qtbot: QtBot, bar: SearchBar) -> None:
    strip = bar.recording
    strip.begin()
    with qtbot.assertNotEmitted(strip.finished):
        QTest.keyClick(strip, Qt.Key.Key_Return)
    strip.listen()
    strip.show_level(0.5, 3.21)
    assert strip.text.text().startswith("Recording… 3.2 of 20 s")
    assert strip.meter.share == pytest.approx(0.9, abs=0.01)  # -6 dB of 60
    with qtbot.waitSignal(strip.finished):
        QTest.keyClick(strip, Qt.Key.Key_Return)
    with qtbot.waitSignal(strip.cancelled):
        QTest.keyClick(strip, Qt.Key.Key_Escape)


def test_a_microphone_is_chosen_in_the_strip_and_one_that_is_gone_is_named(qtbot: QtBot, bar: SearchBar) -> None:
    strip = bar.recording
    strip.begin()
    strip.show_device("Built-in", "Focusrite")
    strip.show_devices(("Built-in", "Booth"), "Focusrite")
    assert strip.note.isVisible()
    assert strip.note.text() == "Focusrite is not connected; this is Built-in."
    offers = [action for action in strip.device.menu().actions() if action.text()]
    assert [action.text() for action in offers] == [
        "System default", "Built-in", "Booth", "Focusrite (not connected)"
    ]  # fmt: skip
    with qtbot.waitSignal(strip.device_wanted) as wanted:
        offers[2].trigger()
    assert wanted.args == ["Booth"]
    strip.show_device("Booth", "")
    assert strip.device.accessibleName() == "Microphone: Booth"
    assert not strip.note.isVisible()


def test_a_request_of_the_past_is_shown_whole(qtbot: QtBot, bar: SearchBar) -> None:
    past = Request("door", Reference(FilePath.of("/a/slam.wav")), frozenset({"door"}), filters="ch:2")
    with qtbot.waitSignal(bar.wanted) as wanted:
        bar.show_request(past)
    assert wanted.args == [past]
    assert bar.field.text() == ""  # the words wait until the reference goes
