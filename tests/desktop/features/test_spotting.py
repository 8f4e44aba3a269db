"""The spotting list in the whole window, offscreen: pasted, answered, picked by keys and mouse, kept and handed on."""

import csv
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import opentimelineio as otio
import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QProgressDialog, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from desktop.app.app import EarshotApp
from desktop.features.spotting.export import PickForm
from desktop.features.spotting.feature import SpottingFeature
from desktop.search.filters.strip import FilterStrip
from engine.base.cancellation import Cancel
from engine.base.clocks import FrameClock
from engine.features.spotting import cue_reader
from engine.features.spotting.cues import CueSheet
from engine.features.spotting.spotting_list import FOLDER, SpottingStore
from tests.helpers.patience import PATIENCE_MS
from tests.helpers.tiny_library import TinyLibrary
from tests.helpers.whole_window import whole_window

SCRIPT = "01:00:05:10 low hum\n01:00:05:20 high beep\n01:00:08:00 noise\n"
Key = Qt.Key


@pytest.fixture
def app(qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path) -> Iterator[EarshotApp]:
    with whole_window(qtbot, tiny_library, tmp_path, autoplay=False) as app:
        yield app


def spotting(app: EarshotApp) -> SpottingFeature:
    return next(feature for feature in app.features if isinstance(feature, SpottingFeature))


def opened(app: EarshotApp, qtbot: QtBot) -> SpottingFeature:
    """The page, by its key, with no list yet."""
    QTest.keyClick(app.window, Key.Key_S, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    qtbot.waitUntil(lambda: app.window.page == "spotting", timeout=PATIENCE_MS)
    return spotting(app)


def pasted(app: EarshotApp, qtbot: QtBot, text: str = SCRIPT) -> SpottingFeature:
    """The page with a list from the clipboard, every cue answered."""
    feature = opened(app, qtbot)
    QGuiApplication.clipboard().setText(text)
    qtbot.waitUntil(lambda: feature.page.start_paste.isVisible(), timeout=PATIENCE_MS)
    QTest.mouseClick(feature.page.start_paste, Qt.MouseButton.LeftButton)
    answered(feature, qtbot, text.count("\n"))
    return feature


def answered(feature: SpottingFeature, qtbot: QtBot, cues: int) -> None:
    qtbot.waitUntil(
        lambda: (
            feature.list is not None
            and len(feature.list.rows) == cues
            and "still" not in feature.page.summary.text()
            and feature.page.candidates.rowCount() > 0
        ),
        timeout=PATIENCE_MS,
    )


def first(feature: SpottingFeature) -> str:
    return feature.page.candidates.hits[0].sound.path.name


def focused() -> QWidget:
    widget = QGuiApplication.focusObject()
    assert isinstance(widget, QWidget)
    return widget


def picks(feature: SpottingFeature) -> list[str | None]:
    assert feature.list is not None
    return [None if row.pick is None else row.pick.path.name for row in feature.list.rows]


@pytest.mark.shows("spotting-list")
def test_a_pasted_script_is_answered_and_picked_from_by_keys(app: EarshotApp, qtbot: QtBot) -> None:
    feature = pasted(app, qtbot)
    assert (first(feature), focused()) == ("take 0.wav", feature.page.right)
    matches = [feature.page.cues.index(row, 3).data() for row in range(3)]
    assert all(match in ("Strong", "Fair", "Weak") for match in matches)  # how well each cue is answered
    QTest.keyClick(focused(), Key.Key_Return)  # picks, and goes on
    assert (first(feature), focused()) == ("take 3.wav", feature.page.right)
    second = feature.page.candidates.hits[1].sound.path.name
    QTest.keyClick(focused(), Key.Key_2)
    QTest.keyClick(focused(), Key.Key_Tab)
    QTest.keyClick(focused(), Key.Key_Down)
    third = feature.page.candidates.hits[1].sound.path.name
    QTest.keyClick(focused(), Key.Key_Enter)
    assert picks(feature) == ["take 0.wav", second, third]
    QTest.keyClick(focused(), Key.Key_Backspace)
    assert picks(feature) == ["take 0.wav", second, None]
    QTest.keyClick(focused(), Key.Key_Backtab)
    assert feature.list is not None and feature.list.at == 1
    assert feature.page.right.currentIndex().row() == 1  # at what was picked


def test_chips_and_filters_of_the_search_are_not_shown_over_the_list(app: EarshotApp, qtbot: QtBot) -> None:
    window = app.window
    window.search_bar.set_text("hum dur:>1")
    app.commands.action("search.filters").setChecked(True)
    row, strip = window.search_bar.chip_row, window.findChild(FilterStrip)
    assert isinstance(strip, FilterStrip)
    qtbot.waitUntil(lambda: row.isVisible() and strip.isVisible(), timeout=PATIENCE_MS)
    pasted(app, qtbot)
    assert not row.isVisible() and not strip.isVisible()
    QTest.keyClick(spotting(app).page.right, Key.Key_Escape)
    qtbot.waitUntil(lambda: row.isVisible() and strip.isVisible(), timeout=PATIENCE_MS)


@pytest.mark.shows("spotting-list")
def test_the_page_traps_nobody(app: EarshotApp, qtbot: QtBot) -> None:
    feature = pasted(app, qtbot)
    for _ in range(2):
        QTest.keyClick(focused(), Key.Key_Tab)
    QTest.keyClick(focused(), Key.Key_Tab)  # behind the last cue it leads on
    assert focused() is not feature.page.right
    QTest.keyClick(feature.page.right, Key.Key_Escape)
    qtbot.waitUntil(lambda: app.window.page == "results", timeout=PATIENCE_MS)


def test_a_list_that_is_pasted_before_the_kept_ones_are_read_stays(
    app: EarshotApp, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    released, read = threading.Event(), threading.Event()
    newest, titles = SpottingStore.newest, SpottingStore.titles

    def slowly(store: SpottingStore) -> str | None:
        found = newest(store)
        released.wait(PATIENCE_MS / 1000)
        return found

    def at_last(store: SpottingStore) -> dict[str, str]:
        found = titles(store)
        if released.is_set():
            read.set()
        return found

    monkeypatch.setattr(SpottingStore, "newest", slowly)
    monkeypatch.setattr(SpottingStore, "titles", at_last)
    feature = pasted(app, qtbot)
    released.set()
    qtbot.waitUntil(read.is_set, timeout=PATIENCE_MS)
    after: list[None] = []
    app.jobs.run(lambda cancel: None, after.append)
    qtbot.waitUntil(lambda: bool(after), timeout=PATIENCE_MS)
    assert feature.list is not None
    assert len(feature.list.rows) == SCRIPT.count("\n")


def test_the_mouse_does_what_keys_do(app: EarshotApp, qtbot: QtBot) -> None:
    feature = pasted(app, qtbot)
    left, right = feature.page.left, feature.page.right

    def middle(view: QWidget, row: int, column: int) -> QPoint:
        return view.visualRect(view.model().index(row, column)).center()  # type: ignore[attr-defined]

    QTest.mouseClick(left.viewport(), Qt.MouseButton.LeftButton, pos=middle(left, 2, 2))
    assert first(feature) == "take 9.wav"
    QTest.mouseDClick(right.viewport(), Qt.MouseButton.LeftButton, pos=middle(right, 0, 1))
    assert picks(feature) == [None, None, "take 9.wav"]


def test_a_cue_is_reworded_and_all_are_filtered(app: EarshotApp, qtbot: QtBot) -> None:
    feature = pasted(app, qtbot)
    QTest.keyClick(focused(), Key.Key_F2)
    assert focused() is feature.page.query
    QTest.keyClicks(focused(), "high beep")
    QTest.keyClick(focused(), Key.Key_Return)
    qtbot.waitUntil(lambda: bool(feature.page.candidates.hits) and first(feature) == "take 3.wav", timeout=PATIENCE_MS)
    assert feature.list is not None
    assert [row.query for row in feature.list.rows] == ["high beep", "high beep", "noise"]
    assert feature.list.rows[0].cue.text == "low hum"
    qtbot.waitUntil(lambda: focused() is feature.page.right, timeout=PATIENCE_MS)
    QTest.mouseClick(feature.page.filters, Qt.MouseButton.LeftButton)
    QTest.keyClicks(feature.page.filters, "in:noises")
    QTest.keyClick(feature.page.filters, Key.Key_Return)
    qtbot.waitUntil(
        lambda: [hit.sound.path.name for hit in feature.page.candidates.hits] == ["take 9.wav"], timeout=PATIENCE_MS
    )
    assert feature.list is not None and feature.list.filters == "in:noises"


@pytest.mark.shows("spotting-list")
def test_a_list_is_there_again_where_it_was(qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path) -> None:
    with whole_window(qtbot, tiny_library, tmp_path, autoplay=False) as app:
        feature = pasted(app, qtbot)
        QTest.keyClick(focused(), Key.Key_Return)
        kept = feature.list
        assert kept is not None
    assert SpottingStore(tmp_path / "library").read(kept.key) == kept
    with whole_window(qtbot, tiny_library, tmp_path, autoplay=False) as app:
        assert app.window.page == "spotting"
        feature = spotting(app)
        answered(feature, qtbot, 3)
        assert feature.list == kept
        assert first(feature) == "take 3.wav"


def test_a_bad_list_is_told_and_the_one_on_show_stays(app: EarshotApp, qtbot: QtBot, tmp_path: Path) -> None:
    feature = pasted(app, qtbot)
    (tmp_path / "sound.wav").write_bytes(b"RIFF\0\0\0\0")
    feature.open(tmp_path / "sound.wav")
    qtbot.waitUntil(lambda: app.window.message.isVisible(), timeout=PATIENCE_MS)
    assert "not a text" in app.window.message.label.text()
    assert feature.list is not None and len(feature.list.rows) == 3


def test_reading_a_long_list_can_be_stopped(
    app: EarshotApp, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    feature = pasted(app, qtbot)
    kept, read = feature.list, cue_reader.read_cues
    ended: list[bool] = []

    def slowly(path: Path, clock: FrameClock, *, cancel: Cancel) -> CueSheet:
        while not cancel():
            time.sleep(0.005)
        ended.append(True)
        return read(path, clock, cancel=cancel)

    monkeypatch.setattr(cue_reader, "read_cues", slowly)
    (tmp_path / "long.txt").write_text("door\n")
    feature.open(tmp_path / "long.txt")
    qtbot.waitUntil(lambda: any(one.isVisible() for one in dialogs(app)), timeout=PATIENCE_MS)
    (dialog,) = dialogs(app)
    stop = dialog.findChild(QPushButton)
    assert stop is not None
    QTest.mouseClick(stop, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bool(ended) and not dialogs(app), timeout=PATIENCE_MS)
    assert feature.list == kept and not app.window.message.isVisible()


def dialogs(app: EarshotApp) -> list[QProgressDialog]:
    return app.window.findChildren(QProgressDialog)


def test_lines_and_filters_that_were_left_out_are_told(app: EarshotApp, qtbot: QtBot) -> None:
    feature = opened(app, qtbot)
    QGuiApplication.clipboard().setText("low hum\n12.\nnoise\n")
    qtbot.waitUntil(lambda: feature.page.start_paste.isVisible(), timeout=PATIENCE_MS)
    QTest.mouseClick(feature.page.start_paste, Qt.MouseButton.LeftButton)
    answered(feature, qtbot, 2)
    told = app.window.message.label.text()
    assert "1 line left out" in told and "Line 2: It contains nothing" in told
    QTest.mouseClick(feature.page.filters, Qt.MouseButton.LeftButton)
    QTest.keyClicks(feature.page.filters, "dur:soon")
    QTest.keyClick(feature.page.filters, Key.Key_Return)
    qtbot.waitUntil(lambda: "“dur:soon” was left out" in feature.page.note.text(), timeout=PATIENCE_MS)


def test_lists_are_changed_and_forgotten(app: EarshotApp, qtbot: QtBot, tmp_path: Path) -> None:
    feature = pasted(app, qtbot)
    QGuiApplication.clipboard().setText("noise\nhigh beep\n")
    QTest.keyClick(feature.page.right, Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    answered(feature, qtbot, 2)
    assert [feature.page.lists.itemText(row) for row in range(2)] == ["noise", "low hum"]
    feature.page.lists.setCurrentIndex(1)
    feature.page.lists.activated.emit(1)
    answered(feature, qtbot, 3)
    kept = tmp_path / "library" / FOLDER
    qtbot.waitUntil(lambda: len(list(kept.glob("*.json"))) == 2, timeout=PATIENCE_MS)
    feature.page.remove_wanted.emit()
    answered(feature, qtbot, 2)
    feature.page.remove_wanted.emit()
    qtbot.waitUntil(lambda: feature.list is None and feature.page.start_open.isVisible(), timeout=PATIENCE_MS)
    assert list(kept.iterdir()) == []


def test_another_rate_counts_timecode_anew(app: EarshotApp, qtbot: QtBot) -> None:
    feature = pasted(app, qtbot, "01:00:00:12 low hum\n1:05.5 noise\n")
    assert feature.list is not None and feature.list.rows[0].cue.start_s == 3600.48  # frame 12 at 25
    row = feature.page.rate.findText("24 fps")
    feature.page.rate.setCurrentIndex(row)
    feature.page.rate.activated.emit(row)
    assert [one.cue.start_s for one in feature.list.rows] == [3600.5, 65.5]  # frame 12 at 24; seconds stay


@pytest.mark.parametrize("form", [PickForm.TABLE, PickForm.TIMELINE])
def test_picks_of_a_list_with_a_title_of_many_bytes_are_written(
    app: EarshotApp, qtbot: QtBot, tmp_path: Path, form: PickForm
) -> None:
    feature = pasted(app, qtbot)
    QTest.keyClick(focused(), Key.Key_1)
    feature.list = replace(feature.list, title="🔊" * 100)
    QTest.mouseClick(feature.page.export, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: feature.handing_on.dialog is not None, timeout=PATIENCE_MS)
    dialog = feature.handing_on.dialog
    assert dialog is not None
    dialog.form.setCurrentIndex(dialog.form.findData(form))
    dialog.folder.setText(str(tmp_path / "out"))
    (tmp_path / "out").mkdir()
    QTest.mouseClick(dialog.agree, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: list((tmp_path / "out").glob("🔊*")) != [], timeout=PATIENCE_MS)


@pytest.mark.shows("spotting-list")
@pytest.mark.parametrize("form", list(PickForm))
def test_picks_are_handed_on(app: EarshotApp, qtbot: QtBot, tmp_path: Path, form: PickForm) -> None:
    feature = pasted(app, qtbot)
    QTest.keyClick(focused(), Key.Key_1)
    QTest.keyClick(focused(), Key.Key_Tab)
    QTest.keyClick(focused(), Key.Key_1)
    QTest.mouseClick(feature.page.export, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: feature.handing_on.dialog is not None, timeout=PATIENCE_MS)
    dialog = feature.handing_on.dialog
    assert dialog is not None
    dialog.form.setCurrentIndex(dialog.form.findData(form))
    dialog.folder.setText(str(tmp_path / "out"))
    shown, kind = dialog.example.text(), dialog.kind
    assert (kind.isVisible(), kind.currentText()) == (form is PickForm.COPIES, "WAV")
    (tmp_path / "out").mkdir()
    QTest.mouseClick(dialog.agree, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "2 sounds written" in app.window.status.answer.text(), timeout=PATIENCE_MS)
    made = sorted(path.name for path in (tmp_path / "out").iterdir())
    QTest.mouseClick(feature.page.export, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: feature.handing_on.dialog is not dialog, timeout=PATIENCE_MS)
    again = feature.handing_on.dialog
    assert again is not None
    again.form.setCurrentIndex(again.form.findData(form))
    app.window.status.say("")
    QTest.mouseClick(again.agree, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "2 sounds written" in app.window.status.answer.text(), timeout=PATIENCE_MS)
    twice = sorted(path.name for path in (tmp_path / "out").iterdir())
    if form is PickForm.COPIES:
        assert twice == made  # the same copies need no second one
    else:
        assert [*made, f"low hum (2).{form.value}"] == sorted(twice, key=len)
        assert f"low hum (2).{form.value}" in app.window.status.answer.text()
    if form is PickForm.COPIES:
        assert made == ["1 low hum - take 0.wav", "2 high beep - take 3.wav", "credits.txt"]
        assert shown == "The first: 1 low hum - take 0"  # with the number that the file then has
    elif form is PickForm.TABLE:
        assert made == ["low hum.csv"]
        with (tmp_path / "out" / made[0]).open(newline="", encoding="utf-8") as file:
            assert [row["timecode"] for row in csv.DictReader(file)] == ["01:00:05:10", "01:00:05:20"]
    else:
        assert made == ["low hum.otio"]
        read = otio.adapters.read_from_file(str(tmp_path / "out" / made[0]))
        assert [clip.name for clip in read.find_clips()] == ["low hum", "high beep"]
