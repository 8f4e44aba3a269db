"""The pages of *Retrain…* on their own: curves, bars, words, colours."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from desktop.base import engine_words
from desktop.base.theme import Theme, apply_theme, load_theme
from desktop.base.translation import use_language
from desktop.features.retrain import training_messages
from desktop.features.retrain.comparison_bars import Bars
from desktop.features.retrain.curve import Curve, axis, share_axis, smoothed
from desktop.features.retrain.dialog import RetrainDialog, RetrainPage
from desktop.features.retrain.install import refusal
from desktop.features.retrain.interpreters import ProbeResult
from desktop.features.retrain.material import Minutes
from desktop.features.retrain.process import ProcessState
from engine.base.errors import EngineError
from engine.base.messages import MessageCode, message_in, record_of, said, told
from engine.base.training_events import Failure
from engine.base.training_messages import ExclusionReason, RetrainAdvice, RetrainFault, TrainingNote, reason_in
from installer.translations import TRANSLATIONS, in_file
from tests.desktop.test_german import words_of
from tests.helpers.scripted_training import AFTER, BEFORE
from tests.screens.retraining import learnt

ALIVE = ProcessState(is_alive=True, is_stopping=False, is_resumable=True, last_words="")


@pytest.fixture
def dialog(qtbot: QtBot, qapp: QApplication, theme: Theme) -> RetrainDialog:
    apply_theme(qapp, theme)
    dialog = RetrainDialog(theme)
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


@pytest.mark.parametrize(
    ("low", "high", "ticks"),
    [
        (0.0, 800.0, (0, 200, 400, 600, 800)),
        (0.31, 0.49, (0.3, 0.35, 0.4, 0.45, 0.5)),
        (1.2, 4.1, (1, 2, 3, 4, 5)),
        (0.0, 1.0, (0, 0.5, 1.0)),
    ],
)
def test_axes_have_round_numbers_around_all_values(low: float, high: float, ticks: tuple[float, ...]) -> None:
    """By hand: the smallest step of 1, 2 or 5 times a power of ten that covers the values in four."""
    assert axis(low, high).ticks == pytest.approx(ticks)


def test_an_axis_of_one_value_alone_still_has_a_length() -> None:
    one = axis(0.5, 0.5)
    assert one.low < 0.5 < one.high


def test_an_axis_of_shares_stays_within_all_and_none_and_is_written_as_percent() -> None:
    whole, half = share_axis(1.0, 1.0), share_axis(0.5, 0.55)
    assert (whole.high, whole.label(whole.high)) == (1.0, "100%")
    assert share_axis(0.0, 0.0).low == 0.0
    assert [half.label(tick) for tick in half.ticks] == ["50%", "52%", "54%", "56%"]


def test_the_mean_of_a_noisy_curve_begins_at_its_first_value_and_stays_on_a_level_one() -> None:
    assert smoothed([(1, 4.0), (2, 2.0)], share=0.5) == [(1, 4.0), (2, pytest.approx((0.25 * 4 + 0.5 * 2) / 0.75))]
    assert [value for _, value in smoothed([(step, 3.0) for step in range(20)])] == pytest.approx([3.0] * 20)


def pixels(image: QImage, colour: str) -> list[tuple[int, int]]:
    wanted = QColor(colour).rgb()
    return [(x, y) for x in range(image.width()) for y in range(image.height()) if image.pixel(x, y) == wanted]


def test_a_falling_loss_is_drawn_falling_in_the_colours_of_the_theme(qtbot: QtBot, theme: Theme) -> None:
    curve = Curve(theme, "accent", "Loss", "Steps")
    qtbot.addWidget(curve)
    curve.resize(300, 200)
    curve.show_points([(0, 4.0), (50, 2.0), (100, 1.0)], steps=100)
    drawn = pixels(curve.grab().toImage(), theme.accent)
    left, right = min(drawn), max(drawn)
    assert left[0] < 60 and right[0] > 240
    assert left[1] < 60 and right[1] > 120  # high at the left, low at the right
    theme.become(load_theme("light"))
    assert pixels(curve.grab().toImage(), load_theme("light").accent)


def test_a_value_that_is_no_number_is_left_out(qtbot: QtBot, theme: Theme) -> None:
    curve = Curve(theme, "accent", "Loss", "Steps")
    qtbot.addWidget(curve)
    curve.show_points([(1, float("nan")), (2, 1.0), (3, float("inf"))])
    assert curve.points == ((2, 1.0),)
    curve.grab()


def test_before_and_after_are_told_in_words_too(dialog: RetrainDialog) -> None:
    story = learnt()
    for record in (BEFORE, AFTER, {"event": "finished", "pack": "", "pack_id": "q", "name": "mine", "notes": ["Hm."]}):
        story.take(record)
    dialog.outcome.show_run(story)
    assert dialog.outcome.bars.accessibleDescription().splitlines() == [
        "Right sound first: before 20%, after 40%",
        "Right sound in the first ten: before 55%, after 75%",
    ]
    assert dialog.outcome.notes.text() == "Hm."
    dialog.grab()


def shown_words(page: QWidget) -> list[str]:
    """What stands on a page, tips aside."""
    labels = [label.text() for label in page.findChildren(QLabel) if label.isVisible()]
    drawn = [bars.accessibleDescription() for bars in page.findChildren(Bars) if bars.isVisible()]
    return [*labels, *drawn]


@pytest.mark.shows("measures-behind-more")
def test_the_measure_behind_the_verdict_is_shown_by_more(dialog: RetrainDialog) -> None:
    story, page = learnt(), dialog.outcome
    for record in (BEFORE, AFTER, {"event": "finished", "pack": "", "pack_id": "q", "name": "mine"}):
        story.take(record)
    page.show_run(story)
    dialog.show_page(RetrainPage.RESULT)
    assert not [text for text in shown_words(page) if "mAP" in text or "R@" in text]
    assert not page.figures.isVisible() and not page.legend.isVisible()
    QTest.mouseClick(page.more, Qt.MouseButton.LeftButton)
    assert page.figures.isVisible() and "mAP@10" in page.legend.text() and page.legend.isVisible()
    assert page.figures.accessibleDescription() == (
        "How far up (mAP@10): before 0.310 (0.200 to 0.420), after 0.520 (0.430 to 0.630)"
    )
    QTest.keyClick(page.more, Qt.Key.Key_Space)
    assert not page.figures.isVisible() and not page.legend.isVisible()


def test_what_was_found_on_the_way_is_told_as_a_share_of_searches(dialog: RetrainDialog) -> None:
    story = learnt(100)
    looks = ((101, 0.40, 0.60), (151, 0.39, 0.62))
    for step, value, found in looks:
        rest = {"val_recall1": 0.2, "val_recall10": found, "best": True}
        story.take({"event": "looked", "step": step, "val_map10": value, **rest})
    dialog.progress.show_run(story, ALIVE)
    said = dialog.progress.curves.val_text.text()
    assert said == "62% at step 151; the best state so far is that of step 101 (60%)"
    assert dialog.progress.curves.val.points[-1] == (151, 0.62)


def test_where_nothing_better_was_learnt_that_is_said_and_there_is_nothing_to_use(dialog: RetrainDialog) -> None:
    story, page = learnt(), dialog.outcome
    for record in (BEFORE, {"event": "finished", "pack": None, "pack_id": "p", "name": "mine", "kept_start": True}):
        story.take(record)
    page.show_run(story)
    dialog.show_page(RetrainPage.RESULT)
    assert page.title.text() == "Nothing better was learnt"
    said = page.about.text()
    assert "never got better than starter" in said and "20 descriptions" in said and "describe more sounds" in said
    assert not page.use_button.isVisible() and not page.discard_button.isVisible() and not page.bars.isVisible()
    assert dialog.focusWidget() is page.again_button
    dialog.grab()


def test_minutes_are_whole_unless_tenths_are_typed_and_none_leave_it_to_the_training(qtbot: QtBot) -> None:
    minutes = Minutes()
    qtbot.addWidget(minutes)
    assert minutes.text() == "5 min"
    minutes.stepDown()
    assert minutes.text() == "automatic"
    minutes.setValue(0.3)
    assert minutes.text() == "0.3 min"


def test_what_an_interpreter_lacks_is_named_and_the_rest_counted() -> None:
    lacking = tuple((name, "not installed") for name in ("torch", "onnx", "numpy", "av", "apsw", "faiss"))
    said = refusal(ProbeResult(Path("/env/bin/python"), "3.12.1", missing=lacking))
    assert "torch (not installed)" in said and said.endswith("and 2 more.")


def test_a_button_that_goes_hands_the_keyboard_on(dialog: RetrainDialog) -> None:
    story = learnt(100)
    dialog.show_page(RetrainPage.PROGRESS)
    dialog.progress.show_run(story, ALIVE)
    dialog.progress.stop_button.setFocus()
    dialog.progress.show_run(story, ProcessState(False, False, True, ""))
    assert dialog.focusWidget() is dialog.progress.close_button


def test_a_resumed_training_is_not_called_stopped(dialog: RetrainDialog) -> None:
    story = learnt(100)
    story.take({"event": "stopped", "step": 99})
    dialog.progress.show_run(story, ProcessState(False, False, True, ""))
    assert dialog.progress.title.text() == "Stopped"
    dialog.progress.show_run(story, ALIVE)
    assert dialog.progress.title.text() == "Reading the sounds…"


@pytest.fixture
def german() -> Iterator[None]:
    use_language("de")
    yield
    use_language("en")


def test_no_page_says_anything_in_english(german: None, dialog: RetrainDialog, qapp: QApplication) -> None:
    story = learnt(300)
    dialog.install.show_place(Path("/data"))
    dialog.install.show_making(None)
    assert story.material is not None
    dialog.material.show_material(story.material)
    dialog.progress.show_run(story, ProcessState(False, False, False, "last"))
    for record in (BEFORE, AFTER, {"event": "finished", "pack": "", "pack_id": "q", "name": "mine"}):
        story.take(record)
    dialog.outcome.show_run(story)
    dialog.outcome.say(training_messages.nothing_learnt("starter", story.before))
    known = in_file(TRANSLATIONS / "de.ts")
    german_texts = {form for forms in known.values() for form in forms}
    english = {sentence.text for sentence, forms in known.items() if forms} - german_texts
    said = {text for widget in qapp.allWidgets() if widget.window() is dialog for text in words_of(widget)}
    assert said & english == set()


def test_notes_of_the_training_are_said_in_german(german: None) -> None:
    kept = message_in({"what": "KEPT_ALTHOUGH", "values": [12, {"what": "NO_LICENCE", "values": []}]})
    assert engine_words.line(kept) == "12 Sounds werden verwendet, obwohl keine Lizenz angegeben ist"
    other = message_in({"what": "OTHER_START", "values": ["starter", "mine"]})
    assert engine_words.line(other) == "Es geht von starter aus statt von mine"


def test_what_another_version_noted_is_shown_as_it_is() -> None:
    assert engine_words.line(message_in("something new")) == "Something new"
    assert engine_words.line(message_in({"what": "NEWER", "values": ["something new"]})) == "Something new"
    assert engine_words.line(reason_in("its terms forbid training")) == "Its terms forbid training"


@pytest.mark.parametrize("kind", [ExclusionReason, TrainingNote, RetrainFault, RetrainAdvice])
def test_what_a_training_says_comes_back_from_its_journal(kind: type[MessageCode]) -> None:
    for wording in kind:
        what = said(wording, *range(1, 1 + wording.text.count("%")))
        assert message_in(json.loads(json.dumps(record_of(what))), ExclusionReason) == what


def test_why_a_training_ended_is_told_in_german(german: None) -> None:
    few = Failure.of(EngineError(told(RetrainFault.TOO_FEW_SOUNDS, 3, 54), advice=RetrainAdvice.DESCRIBE_MORE))
    what, to_do = engine_words.broke(few)
    assert what == "es gibt nur 3 Sounds zum Lernen; mindestens 54 sind nötig"
    assert to_do.startswith("Beschreibe mehr Sounds")
    assert engine_words.broke(Failure("worded before", "Try again.")) == ("worded before", "Try again.")
