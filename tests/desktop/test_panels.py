"""The parts around the results, on their own."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop.base.theme import Theme
from desktop.deck.deck import Deck
from desktop.deck.waveform import WaveformView
from desktop.window.indexing import IndexingStrip
from desktop.window.notices import MessageBar
from engine.base.events import (
    FileSilent,
    Finished,
    Paused,
    Preparation,
    PreparationStarted,
    Progress,
    Scanned,
    SpeechProgress,
)
from tests.helpers.hits import make_hit

PROGRESS = Progress(done=40, total=100, failed=2, files_per_s=12.0, audio_x_realtime=340.0, eta_s=200.0, sequence=3)


@pytest.fixture
def strip(qtbot: QtBot, theme: Theme) -> IndexingStrip:
    strip = IndexingStrip(theme)
    qtbot.addWidget(strip)
    strip.begin()
    return strip


@pytest.mark.shows("folders-dropped-indexing")
def test_the_strip_says_how_far_how_fast_and_how_long(strip: IndexingStrip) -> None:
    strip.take(PROGRESS)
    assert strip.title.text() == "Indexing 40 of 100 sounds"
    assert strip.detail.text() == "12 files/s  ·  340× real time  ·  2 unreadable  ·  about 3 min left"
    assert (strip.bar.value(), strip.bar.maximum()) == (40, 100)


def test_the_bar_moves_inside_a_long_file(strip: IndexingStrip) -> None:
    strip.take(replace(PROGRESS, share=0.425))
    assert strip.bar.value() / strip.bar.maximum() == pytest.approx(0.425)


def test_the_bar_moves_while_a_long_sound_is_listened_to(strip: IndexingStrip) -> None:
    strip.take(SpeechProgress(0, 2, 0, eta_s=300.0, share=0.25))
    assert strip.bar.value() / strip.bar.maximum() == 0.25
    assert strip.title.text() == "Analysing speech: 0 of 2 sounds"
    assert "about 5 min left" in strip.detail.text()


def test_each_phase_of_a_job_is_said_from_its_beginning(strip: IndexingStrip, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr("desktop.widgets.job_strip.announce", lambda widget, text: said.append(text))
    strip.show()
    for done in (0, 30, 60, 100):
        strip.take(replace(PROGRESS, done=done))
    assert len(said) == 4
    for done in (0, 1, 2):
        strip.take(SpeechProgress(done, 2, 0))
    assert [text.partition(".")[0] for text in said[4:]] == [
        f"Analysing speech: {done} of 2 sounds" for done in (0, 1, 2)
    ]


def test_what_does_not_answer_is_named_in_the_place_of_the_time_left(strip: IndexingStrip) -> None:
    strip.begin(is_quiet=True)
    strip.take(Progress(40, 1200, 0, 12.0, 340.0, 4.0, 3))
    strip.take(FileSilent("/nas/rain.wav", "file:///nas/rain.wav", 10.2))
    assert strip.detail.text() == "/nas/rain.wav does not answer: nothing for 10 s"
    assert not strip.isHidden()
    strip.take(FileSilent(f"/nas/{'long folder/' * 40}rain.wav", "file:///nas/", 20.2))
    assert strip.detail.text().startswith("/nas/") and "rain.wav does not answer" in strip.detail.text()
    assert strip.detail.sizeHint().width() < 700, "a long path makes no window wide"
    assert strip.detail.toolTip().endswith("rain.wav")
    strip.take(Progress(41, 1200, 0, 12.0, 340.0, 4.0, 3))
    assert "does not answer" not in strip.detail.text()


def test_what_comes_after_the_last_file_of_a_large_library_is_said(strip: IndexingStrip) -> None:
    strip.take(PROGRESS)
    strip.take(PreparationStarted(Preparation.NAMES))
    assert strip.title.text() == "Preparing searches of a large library…"
    assert (strip.bar.maximum(), strip.detail.text()) == (0, ""), "nobody knows how long it takes"
    assert not strip.pause_button.isEnabled(), "it is built to its end, or cancelled"
    assert strip.cancel_button.isEnabled()
    strip.take(PreparationStarted(Preparation.ORDERS))
    assert strip.title.text() == "Putting columns in order, for sorting…"
    strip.take(Paused(is_paused=True))  # it was asked for meanwhile, and holds what comes next
    assert strip.pause_button.isEnabled()
    strip.take(Paused(is_paused=False))
    strip.take(SpeechProgress(1, 4, 0, eta_s=30.0, share=0.5))
    assert strip.bar.maximum() > 0
    assert strip.pause_button.isEnabled()


def test_before_the_total_is_known_the_bar_only_moves(strip: IndexingStrip) -> None:
    strip.take(Scanned(files=1200, to_do=3, done=False))
    assert strip.title.text() == "Looking… 1,200 files"
    assert strip.bar.maximum() == 0


def test_the_pause_button_pauses_then_resumes(qtbot: QtBot, strip: IndexingStrip) -> None:
    with qtbot.waitSignal(strip.pause_wanted):
        strip.pause_button.click()
    strip.take(Paused(is_paused=True))
    assert strip.detail.text() == "paused"
    assert strip.pause_button.accessibleName() == "Resume indexing"
    with qtbot.waitSignal(strip.resume_wanted):
        strip.pause_button.click()


def test_cancel_is_asked_for_once(qtbot: QtBot, strip: IndexingStrip) -> None:
    with qtbot.waitSignal(strip.cancel_wanted):
        strip.cancel_button.click()
    assert strip.title.text() == "Stopping…"
    assert not strip.cancel_button.isEnabled()


def test_the_strip_goes_with_the_job(strip: IndexingStrip) -> None:
    strip.take(Finished(1, 0, 0, 0, 0, 0, 1, 1.0, False))
    assert not strip.isVisible()


def test_a_message_stays_until_its_own_fault_is_over(qtbot: QtBot, theme: Theme) -> None:
    bar = MessageBar(theme)
    qtbot.addWidget(bar)
    bar.say("No sound output.", "Plug one in.", "sound")
    bar.take_back("query")
    assert bar.isVisible()
    assert bar.label.text() == "No sound output. Plug one in."
    bar.take_back("sound")
    assert not bar.isVisible()


def test_a_click_in_the_waveform_seeks_to_its_place(qtbot: QtBot, theme: Theme) -> None:
    wave = WaveformView(theme)
    qtbot.addWidget(wave)
    wave.resize(400, 120)
    wave.show()
    qtbot.waitExposed(wave)
    wave.show_sound(None, 8.0, ())
    place = wave.rect().center()
    with qtbot.waitSignal(wave.seek_wanted) as sought:
        QTest.mouseClick(wave, Qt.MouseButton.LeftButton, pos=place)
    assert sought.args is not None
    assert sought.args[0] == pytest.approx(place.x() / wave.width() * 8.0)


def test_the_deck_tells_the_sound_and_follows_the_playhead(qtbot: QtBot, theme: Theme) -> None:
    places = [0.5]
    deck = Deck(theme, lambda: places[0])
    qtbot.addWidget(deck)
    deck.show_hit(make_hit(1, "/a/slam.wav", duration_s=3.0), None)
    assert deck.name.text() == "slam.wav"
    assert deck.facts.text() == "a  ·  3.0 s  ·  WAV · 48 kHz · 24 bit · stereo"
    deck.set_playing(True)
    assert deck.waveform.scene.playhead_s == 0.5
    places[0] = 1.5
    qtbot.waitUntil(lambda: deck.waveform.scene.playhead_s == 1.5)
    assert deck.clock.text() == "0:01.5 / 0:03.0"
    deck.set_playing(False)
    assert deck.waveform.scene.playhead_s is None


def test_a_name_that_looks_like_html_stays_itself_on_the_deck(qtbot: QtBot, theme: Theme) -> None:
    deck = Deck(theme, lambda: None)
    qtbot.addWidget(deck)
    deck.show_hit(make_hit(1, "/a/hit<b>soft</b>.wav"), None)
    assert deck.name.textFormat() == Qt.TextFormat.PlainText
    assert "&lt;b&gt;" in deck.name.toolTip()
