"""Channels as lanes: which have one of their own, what they are called, and the decibels beside them."""

from itertools import pairwise

import numpy as np
import pytest
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from desktop.base.theme import Theme
from desktop.deck.waveform import WaveformView
from desktop.deck.waveform_lanes import folded, labels_of, lanes_for, scale_marks
from engine.audio.zoom import ZoomStretch
from engine.base.types import Peaks


@pytest.mark.parametrize(
    ("height", "labels"),
    [
        (60, ("L", "R", "C", "LFE", "Ls", "Rs")),
        (54, ("L", "R", "C", "LFE", "Ls", "Rs")),
        (53, ("L+R", "C+LFE", "Ls+Rs")),  # under 9 pixels a channel: a pair a lane
        (26, ("6 channels",)),
    ],
)
def test_a_five_one_file_has_a_lane_a_channel_then_a_pair_then_one_for_all(
    height: float, labels: tuple[str, ...]
) -> None:
    assert labels_of(lanes_for(6, height), height) == labels


def test_lanes_are_called_by_where_the_file_says_its_channels_stand() -> None:
    assert labels_of(lanes_for(4, 60), 60, "FL FR FC BC") == ("L", "R", "C", "Cs")
    assert labels_of(lanes_for(7, 60), 60) == ("L+R", "C+LFE", "Cs", "Ls+Rs")  # 6.1 in the order of WAVE


def test_a_lone_centre_keeps_a_lane_of_its_own() -> None:
    assert labels_of(lanes_for(5, 30), 30) == ("L+R", "C", "Ls+Rs")
    assert labels_of(lanes_for(3, 20), 20) == ("L+R", "C")


def test_mono_has_no_label_and_nine_channels_have_numbers() -> None:
    assert labels_of(lanes_for(1, 60), 60) == ("",)
    assert labels_of(lanes_for(9, 90), 90) == tuple("123456789")
    assert labels_of(lanes_for(9, 50), 50) == ("1+2", "3+4", "5+6", "7+8", "9")


def test_channels_in_one_lane_show_the_extremes_of_both() -> None:
    lows = np.array([[-0.1, -0.5], [-0.4, -0.2], [-0.9, -0.9]], np.float32)
    laid = folded(ZoomStretch(0.0, 1.0, lows, -lows), ((0, 1), (2,)))
    assert laid.lows.tolist() == np.array([[-0.4, -0.5], [-0.9, -0.9]], np.float32).tolist()
    assert laid.highs.tolist() == (-laid.lows).tolist()


def test_the_scale_says_where_half_and_a_quarter_of_full_scale_lie() -> None:
    # One lane of 84 pixels, 2 of them free on each side: 40 from the middle to full scale; -6.02 dB is half of it.
    marks = dict((text, round(y, 1)) for y, text in scale_marks(0, 84, 1, 9) if y <= 42)
    assert marks == {"0": 2.0, "−6": pytest.approx(22, abs=0.1), "−12": pytest.approx(32, abs=0.1), "−∞": 42.0}


def test_no_two_marks_of_the_scale_run_into_each_other() -> None:
    for lanes in (1, 2, 3, 6):
        places = sorted(y for y, _ in scale_marks(13, 60, lanes, 10))
        assert all(after - before >= 10 for before, after in pairwise(places))
    assert scale_marks(13, 60, 6, 10) == ()


def test_six_channels_are_drawn_in_six_lanes_at_the_standard_height(qtbot: QtBot, theme: Theme) -> None:
    wave = WaveformView(theme)
    qtbot.addWidget(wave)
    wave.resize(835, 96)
    wave.show()
    qtbot.waitExposed(wave)
    wave.show_sound(Peaks(np.full((100, 2), (-60, 60), np.int8), 10.0), 10.0, ())
    assert len(wave.lanes) == 1  # until each channel's own wave is known
    loud = np.zeros((6, 1600), np.float32)
    loud[3] = 0.9
    with qtbot.waitSignal(wave.lanes_changed):
        wave.set_detail(ZoomStretch(0.0, 10.0, -loud, loud))
    place = wave.place().wave
    lane_px = place.height() / 6
    picture = wave.grab().toImage()
    tops = [picture.pixelColor(400, round(place.top() + (lane + 0.5) * lane_px - 3)) for lane in range(6)]
    assert [colour == QColor(theme.wave) for colour in tops] == [False, False, False, True, False, False]
