"""Why this one, in the whole window, offscreen: asked by key, followed from row to row, played by mouse and keys."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop.app.app import EarshotApp
from desktop.controllers.playback import PlaybackControl
from desktop.features.reasons.feature import TAB, ReasonsFeature
from engine.base.types import Hit
from tests.helpers.patience import PATIENCE_MS
from tests.helpers.tiny_library import TinyLibrary
from tests.helpers.whole_window import whole_window

Key = Qt.Key


@pytest.fixture
def app(qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path) -> Iterator[EarshotApp]:
    with whole_window(qtbot, tiny_library, tmp_path, autoplay=False) as app:
        yield app


def asked(app: EarshotApp, qtbot: QtBot, text: str) -> ReasonsFeature:
    """The tab, by its key, on the first row of what was typed."""
    feature = next(one for one in app.features if isinstance(one, ReasonsFeature))
    QTest.keyClicks(app.window.search_bar.field, text)
    qtbot.waitUntil(lambda: app.finding.on_show is not None and app.finding.on_show.text == text, timeout=PATIENCE_MS)
    qtbot.waitUntil(lambda: app.window.model.rowCount() > 0, timeout=PATIENCE_MS)
    app.window.results.setFocus()
    app.window.results.go_to(0)
    QTest.keyClick(
        app.window.results, Key.Key_I, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    )
    qtbot.waitUntil(lambda: app.window.inspector.tab == TAB and not feature.tab.name.isHidden(), timeout=PATIENCE_MS)
    return feature


def named(app: EarshotApp, qtbot: QtBot, feature: ReasonsFeature, row: int) -> None:
    hit = app.window.model.hit(row)
    assert hit is not None
    qtbot.waitUntil(lambda: feature.tab.name.text() == hit.sound.path.name, timeout=PATIENCE_MS)


@pytest.mark.shows("why-this-one")
def test_the_tab_says_why_and_follows_the_row(app: EarshotApp, qtbot: QtBot) -> None:
    feature = asked(app, qtbot, "low hum")
    named(app, qtbot, feature, 0)
    tab = feature.tab
    assert "low: " in tab.words.accessibleDescription() and "hum: " in tab.words.accessibleDescription()
    assert "match" in tab.note.text()
    assert tab.windows.isVisible() and tab.windows.accessibleDescription()
    QTest.keyClick(app.window.results, Key.Key_Down)
    named(app, qtbot, feature, 1)


@pytest.mark.shows("why-this-one")
def test_a_window_plays_by_mouse_and_by_keys(app: EarshotApp, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[tuple[str, float | None]] = []
    play_at = PlaybackControl.play_at

    def noted(hearing: PlaybackControl, hit: Hit, start_s: float | None) -> None:
        played.append((hit.sound.path.name, start_s))
        play_at(hearing, hit, start_s)  # there may be no output here, and what plays ends at once

    monkeypatch.setattr(PlaybackControl, "play_at", noted)
    feature = asked(app, qtbot, "low hum")
    named(app, qtbot, feature, 0)
    picture = feature.tab.windows
    QTest.mouseClick(picture, Qt.MouseButton.LeftButton, pos=QPoint(picture.width() - 2, 20))
    QTest.keyClick(picture, Key.Key_Left)
    QTest.keyClick(picture, Key.Key_Return)
    assert [name for name, _ in played] == ["take 0.wav"] * 2
    later, earlier = (start_s or 0.0 for _, start_s in played)
    assert earlier <= later


def test_of_a_listing_it_says_that_nothing_was_asked(app: EarshotApp, qtbot: QtBot) -> None:
    feature = asked(app, qtbot, "in:noises")
    named(app, qtbot, feature, 0)
    assert "filters" in feature.tab.note.text()
    assert feature.tab.windows.isHidden() and feature.tab.words.isHidden()


def test_without_a_row_it_says_what_to_do(app: EarshotApp, qtbot: QtBot) -> None:
    feature = asked(app, qtbot, "low hum")
    app.window.search_bar.set_text("in:nowhere")
    qtbot.waitUntil(lambda: "Select a sound" in feature.tab.note.text(), timeout=PATIENCE_MS)
    assert feature.tab.name.isHidden()
