"""The self-test in the whole window, offscreen: kinds, outliers, missing lines, packs, its page, and stopping it."""

import shutil
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QTreeWidget, QTreeWidgetItem
from pytestqt.qtbot import QtBot

from desktop.app.app import EarshotApp
from desktop.deck.playback import Audition
from desktop.features.self_test import feature as feature_module
from desktop.features.self_test.dialog import SelfTestDialog
from desktop.features.self_test.feature import SelfTestFeature
from engine.base.cancellation import Cancel, check
from engine.base.errors import LibraryError
from tests.helpers.named_library import ODDITY, make_named_library
from tests.helpers.patience import PATIENCE_MS
from tests.helpers.tiny_library import TinyLibrary
from tests.helpers.tiny_pack import make_tiny_pack
from tests.helpers.whole_window import whole_window


@pytest.fixture(scope="module")
def named(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library whose names state kinds, and a pack that is installed in it and not used."""
    folder = tmp_path_factory.mktemp("named")
    make_named_library(folder)
    make_tiny_pack(folder / "library" / "packs" / "other", dim=9)
    return folder


@pytest.fixture
def app(qtbot: QtBot, named: Path, tmp_path: Path) -> Iterator[EarshotApp]:
    shutil.copytree(named / "library", tmp_path / "library")
    tiny = TinyLibrary(named / "library", named / "library" / "packs" / "tiny", named / "s")
    with whole_window(qtbot, tiny, tmp_path, autoplay=False) as app:
        yield app


def the_feature(app: EarshotApp) -> SelfTestFeature:
    return next(one for one in app.features if isinstance(one, SelfTestFeature))


def begun(app: EarshotApp) -> tuple[SelfTestFeature, SelfTestDialog]:
    """The dialog, just opened by its command."""
    app.commands.action("library.self_test").trigger()
    feature = the_feature(app)
    assert feature.dialog is not None
    return feature, feature.dialog


def result(app: EarshotApp, qtbot: QtBot) -> tuple[SelfTestFeature, SelfTestDialog]:
    """The dialog with what came of the test."""
    feature, dialog = begun(app)
    qtbot.waitUntil(lambda: not feature.working.is_running, timeout=PATIENCE_MS)
    return feature, dialog


def texts(tree: QTreeWidget, column: int = 0) -> list[str]:
    rows = (tree.topLevelItem(row) for row in range(tree.topLevelItemCount()))
    return [row.text(column) for row in rows if row is not None]


def performed(app: EarshotApp, monkeypatch: pytest.MonkeyPatch) -> list[Audition]:
    """What the player is asked to play from now on; there is no output here to hear it from."""
    asked: list[Audition] = []
    monkeypatch.setattr(app.player, "perform", asked.append)
    return asked


def go_to(tree: QTreeWidget, words: str) -> None:
    """Walks down by the key, as a person would."""
    tree.setFocus()
    QTest.keyClick(tree, Qt.Key.Key_Home)
    for _ in range(tree.topLevelItemCount()):
        item = tree.currentItem()
        if item is not None and item.text(0) == words:
            return
        QTest.keyClick(tree, Qt.Key.Key_Down)
    raise AssertionError(f"no row says {words}")


@pytest.mark.shows("self_test")
def test_kinds_are_listed_worst_first_and_their_sounds_are_heard_by_keys(
    app: EarshotApp, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = performed(app, monkeypatch)
    feature, dialog = result(app, qtbot)
    assert "74 of 75 sounds" in dialog.about.text() and "of 9 kinds" in dialog.about.text()
    kinds = dialog.kinds.list
    assert feature.test is not None
    assert texts(kinds) == [kind.words for kind in feature.test.kinds]
    assert "8 of 8" in texts(kinds, 2) and kinds.hasFocus()
    go_to(kinds, "whistle")
    examples = dialog.kinds.examples
    assert texts(examples)[0] == "First found"
    assert asked == []  # a kind is no sound
    QTest.keyClick(kinds, Qt.Key.Key_Right)
    QTest.keyClick(examples, Qt.Key.Key_Down)
    QTest.keyClick(examples, Qt.Key.Key_Space)
    QTest.keyClick(examples, Qt.Key.Key_Return)
    names = [one.path.name for one in asked]
    assert examples.hasFocus() and dialog.isVisible()
    assert all("histle" in name for name in names) and len(names) == 4
    assert names[0] != names[1] == names[2] == names[3]
    examples.setCurrentItem(next(item for item in all_items(examples) if item.text(0).startswith("Whistle behind")))
    assert asked[-1].path.name == "Whistle behind a horn.wav" and (asked[-1].start_s or 0.0) >= 3.0
    QTest.keyClick(examples, Qt.Key.Key_Left)
    assert kinds.hasFocus()
    dialog.reject()
    assert feature.dialog is None


def all_items(tree: QTreeWidget) -> list[QTreeWidgetItem]:
    tops = [tree.topLevelItem(row) for row in range(tree.topLevelItemCount())]
    return [top.child(row) for top in tops if top is not None for row in range(top.childCount())]


@pytest.mark.shows("measures-behind-more")
def test_the_score_and_average_precision_are_shown_by_more(app: EarshotApp, qtbot: QtBot) -> None:
    feature, dialog = result(app, qtbot)
    assert feature.test is not None and feature.test.overall is not None
    right = sum(bool(kind.best) and kind.best[0].rank == 1 for kind in feature.test.kinds)
    assert f"the first result was right for {right} of 9 kinds" in dialog.about.text()
    precision = 3
    assert not dialog.score.isVisible() and dialog.kinds.list.isColumnHidden(precision)
    QTest.mouseClick(dialog.more, Qt.MouseButton.LeftButton)
    assert dialog.score.isVisible() and f"{feature.test.overall.value:.2f} (mean average" in dialog.score.text()
    assert not dialog.kinds.list.isColumnHidden(precision)
    assert texts(dialog.kinds.list, precision) == [f"{kind.average_precision:.2f}" for kind in feature.test.kinds]
    QTest.mouseClick(dialog.more, Qt.MouseButton.LeftButton)
    assert not dialog.score.isVisible() and dialog.kinds.list.isColumnHidden(precision)


def test_a_kind_is_searched_for_and_the_dialog_comes_back_as_it_was(app: EarshotApp, qtbot: QtBot) -> None:
    feature, dialog = result(app, qtbot)
    go_to(dialog.kinds.list, "doors wood")
    with qtbot.waitSignal(app.finding.shown, timeout=PATIENCE_MS):
        QTest.mouseClick(dialog.kinds.search, Qt.MouseButton.LeftButton)
    assert app.window.search_bar.request.text == "doors wood" and feature.dialog is None
    _, again = begun(app)
    assert not feature.working.is_running and "of 9 kinds" in again.about.text()
    QTest.mouseClick(again.again, Qt.MouseButton.LeftButton)
    assert feature.working.is_running and again.progress.isVisible()
    qtbot.waitUntil(lambda: not feature.working.is_running, timeout=PATIENCE_MS)
    assert again.again.isEnabled() and not again.progress.isVisible()


def test_what_is_near_nothing_is_heard_and_leads_to_what_is_like_it(
    app: EarshotApp, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = performed(app, monkeypatch)
    _, dialog = result(app, qtbot)
    dialog.tabs.setCurrentWidget(dialog.alone)
    rows = dialog.alone.list
    go_to(rows, ODDITY)
    assert [one.path.name for one in asked] == [ODDITY]
    QTest.mouseClick(dialog.alone.nearest, Qt.MouseButton.LeftButton)
    item = rows.currentItem()
    assert item is not None and asked[-1].path.name == item.text(2)
    with qtbot.waitSignal(app.finding.shown, timeout=PATIENCE_MS):
        QTest.mouseClick(dialog.alone.similar, Qt.MouseButton.LeftButton)
    reference = app.window.search_bar.request.reference
    assert reference is not None and reference.path.name == ODDITY


def test_lines_of_a_script_and_of_ucs_are_asked_and_a_bad_script_is_told(
    app: EarshotApp, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    feature, dialog = result(app, qtbot)
    dialog.tabs.setCurrentWidget(dialog.missing)
    script = tmp_path / "scene.txt"
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(script), ""))
    QTest.mouseClick(dialog.missing.script, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not feature.working.is_running, timeout=PATIENCE_MS)
    assert "cannot be read" in dialog.state.text() and dialog.missing.script.isEnabled()
    script.write_text("SFX: low hum\nSFX: cathedral\n", encoding="utf-8")
    QTest.mouseClick(dialog.missing.script, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not feature.working.is_running, timeout=PATIENCE_MS)
    assert dialog.missing.counted.text() == "scene.txt: 1 of 2 may be missing"
    assert texts(dialog.missing.list) == ["cathedral"] and dialog.state.isHidden()
    assert dialog.tabs.currentWidget() is dialog.missing
    QTest.mouseClick(dialog.missing.ucs, Qt.MouseButton.LeftButton)
    assert not dialog.missing.ucs.isEnabled()
    qtbot.waitUntil(lambda: not feature.working.is_running, timeout=PATIENCE_MS)
    assert dialog.missing.counted.text().startswith("UCS: ")
    assert "bells handbell" not in texts(dialog.missing.list)  # the owner has said so of eight sounds


def test_a_pack_is_measured_on_a_sample(app: EarshotApp, qtbot: QtBot) -> None:
    feature, dialog = result(app, qtbot)
    dialog.tabs.setCurrentWidget(dialog.packs)
    go_to(dialog.packs.list, "tiny 9")
    assert "has not analysed this library" in dialog.packs.said.text() and "earshot" not in dialog.packs.said.text()
    QTest.mouseClick(dialog.packs.measure, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not feature.working.is_running, timeout=PATIENCE_MS)
    item = dialog.packs.list.currentItem()
    assert item is not None and item.text(0) == "tiny 9" and item.text(3) in ("better", "no better")
    assert item.text(1).split(" of ")[1] == item.text(2).split(" of ")[1]  # the same kinds
    assert "sounds that were read for it" in dialog.packs.said.text()
    assert "precision" not in dialog.packs.said.text()
    QTest.mouseClick(dialog.more, Qt.MouseButton.LeftButton)
    assert "mean average precision" in dialog.packs.said.text()
    assert not dialog.packs.measure.isEnabled()


def test_the_page_is_written_and_a_folder_that_cannot_be_is_told(
    app: EarshotApp, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    feature, dialog = result(app, qtbot)
    (tmp_path / "file").write_text("no folder")
    for place in (tmp_path / "file" / "page", tmp_path / "page"):
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, place=place: (str(place), ""))
        QTest.mouseClick(dialog.save, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: not feature.working.is_running, timeout=PATIENCE_MS)
        assert (tmp_path / "page.html").exists() == (place.parent == tmp_path), dialog.state.text()
    assert "Written to" in dialog.state.text()
    assert "Whistle behind" in (tmp_path / "page.html").read_text(encoding="utf-8")


def test_too_few_names_and_no_sounds_say_what_to_do(qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path) -> None:
    with whole_window(qtbot, tiny_library, tmp_path / "few") as app:
        _, dialog = result(app, qtbot)
        assert "Too few file names" in dialog.title.text() and "at least 30, and five of a kind" in dialog.about.text()
        assert dialog.tabs.currentWidget() is dialog.alone  # which needs no names
        assert not dialog.kinds.search.isEnabled() and not dialog.packs.measure.isEnabled()
        dialog.reject()
    (tmp_path / "none" / "library").mkdir(parents=True)
    with whole_window(qtbot, tiny_library, tmp_path / "none") as app:
        _, dialog = begun(app)
        assert dialog.title.text() == "There are no sounds to test yet" and "Add folder" in dialog.about.text()
        assert not dialog.save.isEnabled()


def held(run: Callable[..., object], started: threading.Event) -> Callable[..., object]:
    """A test that goes on until it is stopped."""

    def work(folder: Path, *, cancel: Cancel, **given: object) -> object:
        started.set()
        while True:
            check(cancel)
            threading.Event().wait(0.01)

    return work


def test_closing_the_dialog_or_the_window_stops_a_test(
    app: EarshotApp, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    started = threading.Event()
    with monkeypatch.context() as patched:
        patched.setattr(feature_module, "run_self_test", held(feature_module.run_self_test, started))
        feature, dialog = begun(app)
        assert started.wait(PATIENCE_MS / 1000) and dialog.progress.isVisible()
        QTest.keyClick(dialog, Qt.Key.Key_Escape)
        qtbot.waitUntil(lambda: not feature.working.is_running, timeout=PATIENCE_MS)
        assert feature.test is None
        started.clear()
        begun(app)
        assert started.wait(PATIENCE_MS / 1000)
        app.quit()  # returns once every job has ended
    assert feature.test is None


def test_a_library_that_cannot_be_tested_is_told_in_the_dialog(
    app: EarshotApp, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **given: object) -> object:
        raise LibraryError("the vectors are damaged", advice="Index the folder again.")

    monkeypatch.setattr(feature_module, "run_self_test", refuse)
    _, dialog = result(app, qtbot)
    assert (dialog.title.text(), dialog.about.text()) == ("The vectors are damaged", "Index the folder again.")
    assert dialog.again.isEnabled() and not dialog.progress.isVisible()
