"""Learning from what one chose: noted by dragging, starring and tagging, shown, learnt, left out, forgotten."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from desktop.app.app import EarshotApp
from desktop.controllers.drag_out.feature import DragOut
from desktop.features.owner.dialog import OwnerDialog, state_words, trial_words
from desktop.features.owner.feature import OwnerFeature
from desktop.widgets.buttons import AskDialog
from engine.base.chips import ChipKind
from engine.features.owner.owner import ChoiceKind, LearningSource, Owner, TeachingSource
from engine.features.owner.trial import OwnerTrial
from engine.library.library import Library
from tests.desktop.test_refining import answered, names, row_of
from tests.helpers.patience import PATIENCE_MS
from tests.helpers.sounds import write_noise, write_tone
from tests.helpers.tiny_library import TinyLibrary
from tests.helpers.tiny_library import earshot as run_earshot
from tests.helpers.whole_window import whole_window


@pytest.fixture(scope="module")
def noisy(tmp_path_factory: pytest.TempPathFactory, tiny_library: TinyLibrary) -> TinyLibrary:
    """Seven noises and seven low tones, whose names say nothing."""
    folder = tmp_path_factory.mktemp("noisy")
    for number in range(7):
        write_tone(folder / "sounds" / f"take {number:02d}.wav", hz=300.0 + 4.0 * number, seconds=1.0)
        write_noise(folder / "sounds" / f"take {20 + number}.wav", seconds=1.0, level=0.1 + 0.01 * number)
    made = TinyLibrary(folder / "library", tiny_library.pack, folder / "sounds")
    run_earshot("index", "--json", "--library", made.folder, "--pack", made.pack, "--device", "cpu", made.sounds)
    return made


@pytest.fixture
def earshot(qtbot: QtBot, noisy: TinyLibrary, tmp_path: Path) -> Iterator[EarshotApp]:
    with whole_window(qtbot, noisy, tmp_path) as opened:
        yield opened


def owner(earshot: EarshotApp) -> OwnerFeature:
    return next(one for one in earshot.features if isinstance(one, OwnerFeature))


def select(qtbot: QtBot, earshot: EarshotApp, wanted: list[str]) -> None:
    """Chooses rows as one does with Ctrl held."""
    results = earshot.window.results
    earshot.window.activateWindow()
    results.setFocus()
    qtbot.waitUntil(results.hasFocus, timeout=PATIENCE_MS)
    results.go_to(row_of(earshot, wanted[0]))
    for name in wanted[1:]:
        index = earshot.window.model.index(row_of(earshot, name), 1)
        at = results.visualRect(index).center()
        QTest.mouseClick(results.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier, at)


def noises(count: int = 5) -> list[str]:
    return [f"take {20 + number}.wav" for number in range(count)]


def noted(qtbot: QtBot, earshot: EarshotApp, texts: int, sounds: int) -> list[LearningSource]:
    """Waits until so many sounds were chosen for so many texts."""
    found: list[LearningSource] = []

    def take(told: Sequence[LearningSource]) -> None:
        found[:] = told

    def is_noted() -> bool:
        earshot.search.ask(lambda library: Owner.of(library).state().teachings, take)
        return len(found) == texts and sum(len(one.sounds) for one in found) == sounds

    qtbot.waitUntil(is_noted, timeout=PATIENCE_MS)
    return found


def opened(qtbot: QtBot, earshot: EarshotApp) -> OwnerDialog:
    earshot.commands.action("search.learn").trigger()
    dialog = owner(earshot).dialog
    assert dialog is not None
    qtbot.waitExposed(dialog)
    return dialog


def rows(dialog: OwnerDialog) -> list[list[str]]:
    tops = (dialog.list.topLevelItem(row) for row in range(dialog.list.topLevelItemCount()))
    return [[top.text(column) for column in range(4)] for top in tops if top is not None]


def chips(earshot: EarshotApp) -> list[str]:
    return [button.text() for button in earshot.window.search_bar.chip_row.chips if button.isVisible()]


@pytest.mark.shows("learning-from-choices")
def test_what_was_starred_and_tagged_for_words_is_learnt_and_found_again(qtbot: QtBot, earshot: EarshotApp) -> None:
    window = earshot.window
    answered(qtbot, earshot, lambda: window.search_bar.set_text("zorvex"))
    select(qtbot, earshot, noises(3))
    QTest.keyClick(window.results, Qt.Key.Key_F)
    noted(qtbot, earshot, 1, 3)
    select(qtbot, earshot, noises(5)[3:])
    QTest.keyClick(window.results, Qt.Key.Key_4, Qt.KeyboardModifier.ControlModifier)
    (one,) = noted(qtbot, earshot, 1, 5)
    assert (one.text, dict(one.kinds)) == ("zorvex", {ChoiceKind.STARRED: 5})
    dialog = opened(qtbot, earshot)
    qtbot.waitUntil(lambda: rows(dialog) == [["zorvex", "5", "5 starred", "Not learnt yet"]], timeout=PATIENCE_MS)
    assert not owner(earshot).button.isVisible()
    QTest.mouseClick(dialog.learn_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "learnt from your choices for “zorvex” (5)" in chips(earshot), timeout=PATIENCE_MS)
    assert set(names(earshot)[:7]) == set(noises(7))
    qtbot.waitUntil(lambda: [row[3] for row in rows(dialog)] == ["Your own name"], timeout=PATIENCE_MS)
    qtbot.waitUntil(lambda: dialog.trial.text().startswith("Too few to say"), timeout=PATIENCE_MS)
    assert "5 were looked for, of 1 texts" in dialog.trial.text()
    qtbot.waitUntil(owner(earshot).button.isVisible, timeout=PATIENCE_MS)


@pytest.mark.shows("learning-from-choices")
def test_the_button_in_the_field_leaves_it_out_and_lets_it_count_again(qtbot: QtBot, earshot: EarshotApp) -> None:
    bar = earshot.window.search_bar
    plain = answered(qtbot, earshot, lambda: bar.set_text("zorvex")).ranking.ids.tolist()
    teach(qtbot, earshot, "zorvex")
    button = owner(earshot).button
    helped = names(earshot)
    answered(qtbot, earshot, lambda: QTest.mouseClick(button, Qt.MouseButton.LeftButton))
    assert earshot.window.model.ranking.ids.tolist() == plain
    assert not button.isChecked()
    assert not any("learnt from your choices" in chip for chip in chips(earshot))
    answered(qtbot, earshot, lambda: QTest.mouseClick(button, Qt.MouseButton.LeftButton))
    assert names(earshot) == helped


def teach(qtbot: QtBot, earshot: EarshotApp, text: str) -> None:
    """Teaches five noises by a tag and learns, as the shell would."""
    hits = [earshot.window.model.hit(row_of(earshot, name)) for name in noises()]
    ids = [hit.sound.id for hit in hits if hit is not None]

    def learn(library: Library) -> None:
        library.keeping.add_tags(ids, [text])
        Owner.of(library).learn()

    earshot.search.ask(learn, lambda _: owner(earshot)._changed())
    qtbot.waitUntil(owner(earshot).button.isVisible, timeout=PATIENCE_MS)
    qtbot.waitUntil(lambda: any("learnt from your choices" in chip for chip in chips(earshot)), timeout=PATIENCE_MS)


def test_a_click_on_its_chip_leaves_it_out_of_this_search_alone(qtbot: QtBot, earshot: EarshotApp) -> None:
    bar = earshot.window.search_bar
    plain = answered(qtbot, earshot, lambda: bar.set_text("zorvex")).ranking.ids.tolist()
    teach(qtbot, earshot, "zorvex")
    (chip,) = (
        one for one in bar.chip_row.chips if getattr(getattr(one, "chip", None), "kind", None) is ChipKind.LEARNT
    )
    found = answered(qtbot, earshot, lambda: QTest.mouseClick(chip, Qt.MouseButton.LeftButton))
    assert found.ranking.ids.tolist() == plain
    qtbot.waitUntil(lambda: any("learnt from your choices" in shown for shown in chips(earshot)), timeout=PATIENCE_MS)
    assert earshot.settings.values.uses_learnt


def test_what_is_dragged_out_is_noted_with_its_words(qtbot: QtBot, earshot: EarshotApp) -> None:
    answered(qtbot, earshot, lambda: earshot.window.search_bar.set_text("rain dur:<5"))
    select(qtbot, earshot, noises(2))
    dragging = next(one for one in earshot.features if isinstance(one, DragOut))
    with qtbot.waitSignal(dragging.given, timeout=PATIENCE_MS):
        dragging.copy_rows()
    (one,) = noted(qtbot, earshot, 1, 2)
    assert (one.text, dict(one.kinds)) == ("rain", {ChoiceKind.DRAGGED: 2})


def test_nothing_is_noted_where_one_does_not_want_it(qtbot: QtBot, earshot: EarshotApp) -> None:
    dialog = opened(qtbot, earshot)
    QTest.mouseClick(dialog.notes, Qt.MouseButton.LeftButton, pos=QPoint(8, dialog.notes.height() // 2))
    assert not earshot.settings.values.note_choices
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    answered(qtbot, earshot, lambda: earshot.window.search_bar.set_text("zorvex"))
    select(qtbot, earshot, noises(2))
    QTest.keyClick(earshot.window.results, Qt.Key.Key_F)
    qtbot.waitUntil(lambda: "Favourite" in earshot.commands.action("edit.undo").text(), timeout=PATIENCE_MS)
    assert noted(qtbot, earshot, 0, 0) == []


def test_texts_and_single_sounds_are_forgotten_and_everything(
    qtbot: QtBot, earshot: EarshotApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    answered(qtbot, earshot, lambda: earshot.window.search_bar.set_text("zorvex"))
    select(qtbot, earshot, noises(2))
    QTest.keyClick(earshot.window.results, Qt.Key.Key_F)
    noted(qtbot, earshot, 1, 2)
    answered(qtbot, earshot, lambda: earshot.window.search_bar.set_text("grunkel"))
    QTest.keyClick(earshot.window.results, Qt.Key.Key_4, Qt.KeyboardModifier.ControlModifier)
    dialog = opened(qtbot, earshot)
    qtbot.waitUntil(lambda: "zorvex" in [row[0] for row in rows(dialog)], timeout=PATIENCE_MS)
    (top,) = dialog.list.findItems("zorvex", Qt.MatchFlag.MatchExactly)
    dialog.list.expandItem(top)
    qtbot.waitUntil(lambda: top.childCount() == 2, timeout=PATIENCE_MS)
    child = top.child(0)
    assert child is not None
    assert child.text(0) in noises(2)
    dialog.list.setCurrentItem(child)
    QTest.mouseClick(dialog.forget_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: ["zorvex", "1", "1 starred", "Not learnt yet"] in rows(dialog), timeout=PATIENCE_MS)
    (top,) = dialog.list.findItems("zorvex", Qt.MatchFlag.MatchExactly)
    dialog.list.setCurrentItem(top)
    QTest.mouseClick(dialog.forget_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "zorvex" not in [row[0] for row in rows(dialog)], timeout=PATIENCE_MS)
    monkeypatch.setattr(AskDialog, "asked", lambda self: True)
    teach(qtbot, earshot, "grunkel")
    QTest.mouseClick(dialog.forget_all_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not owner(earshot).button.isVisible(), timeout=PATIENCE_MS)


def test_a_file_of_another_pack_is_refused_in_the_dialog(
    qtbot: QtBot, earshot: EarshotApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "mine.json"
    file.write_text("{}")
    dialog = opened(qtbot, earshot)
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *args, **more: (str(file), ""))
    (button,) = (one for one in dialog.buttons.buttons() if one.text() == "Import…")
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "not an Earshot export of learnt choices" in dialog.fault.text(), timeout=PATIENCE_MS)
    assert dialog.fault.isVisible()


def test_states_and_trials_in_words() -> None:
    left_out = LearningSource("our door", TeachingSource.TAG, (), is_left_out=True)
    assert state_words(left_out, None) == "Left out"
    told = trial_words(OwnerTrial(40, 5, 0.25, 0.75, (0.5, 0.305, 0.7)))
    assert "25 %" in told or "25%" in told
    assert "a change of +30 to +70 points" in told
