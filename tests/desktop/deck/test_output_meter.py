"""The level meter: it rises at once, falls slowly, holds its peak, and rests when nothing plays."""

from collections.abc import Iterator

import numpy as np
import pytest
from PySide6.QtGui import QPaintEvent
from pytestqt.qtbot import QtBot

from desktop.base.theme import Theme
from desktop.deck.levels import Levels
from desktop.deck.output_meter import OutputMeter


@pytest.fixture
def meter(qtbot: QtBot, theme: Theme) -> Iterator[OutputMeter]:
    meter = OutputMeter(theme)
    qtbot.addWidget(meter)
    meter.resize(38, 96)
    meter.show()
    qtbot.waitExposed(meter)
    yield meter


def test_peaks_are_told_when_they_are_heard_and_only_once() -> None:
    levels = Levels()
    levels.add(np.array([[0.5, -0.25], [-0.1, 0.2]], np.float32), heard_at=10.0)
    levels.add(np.array([[0.1, 0.75]], np.float32), heard_at=10.1)
    levels.add(np.array([[1.0, 1.0]], np.float32), heard_at=11.0)
    assert levels.take(9.9) is None
    assert levels.take(10.2) == (0.5, 0.75)
    assert levels.take(10.3) is None
    assert levels.take(11.0) == (1.0, 1.0)


def test_a_bar_rises_at_once_falls_slowly_and_leaves_its_peak(meter: OutputMeter) -> None:
    meter.advance(100.0, (0.5, 0.1))  # 20 log10: -6.02 and -20 dBFS
    assert meter.bars_db == pytest.approx([-6.02, -20.0], abs=0.01)
    meter.advance(101.0, None)  # 26 dB a second
    assert meter.bars_db == pytest.approx([-32.02, -46.0], abs=0.01)
    assert meter.held_db == pytest.approx([-6.02, -20.0], abs=0.01)
    meter.advance(102.0, None)  # the hold of 1.5 s is over
    assert meter.held_db == pytest.approx([-32.02, -46.0], abs=0.01)
    assert "−6.0 dBFS" in meter.toolTip()


def test_one_output_channel_stands_on_both_sides(meter: OutputMeter) -> None:
    meter.advance(1.0, (1.0,))
    assert meter.bars_db == [0.0, 0.0]


def test_it_rests_and_paints_nothing_once_all_has_fallen(qtbot: QtBot, meter: OutputMeter) -> None:
    heard = [(0.001, 0.001)]  # 60 dB down: nothing to fall
    meter.follow(lambda now: heard.pop() if heard else None)
    assert meter.is_resting
    meter.begin()
    assert not meter.is_resting
    meter.end()
    qtbot.waitUntil(lambda: meter.is_resting)
    painted: list[QPaintEvent] = []
    meter.paintEvent = painted.append  # type: ignore[method-assign]
    meter.advance(1e9, None)
    assert painted == []
