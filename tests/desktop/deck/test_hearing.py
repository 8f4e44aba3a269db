"""Hearing: what the rows, the waveform and the deck ask for is what the player plays."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from desktop.base.settings_file import SettingsFile
from desktop.base.theme import Theme
from desktop.base.translation import use_language
from desktop.controllers.playback import PlaybackControl
from desktop.deck.player import Player
from desktop.window.main_window import MainWindow
from desktop.work.overviews import OverviewThread
from engine.base.types import Hit, Measures, Whereabouts
from engine.library.reader import LibraryReader
from tests.helpers.ears import RATE_HZ, Ears
from tests.helpers.hits import make_hit
from tests.helpers.sounds import noise, write


class Room:
    """A window without a library, and ears."""

    def __init__(
        self, window: MainWindow, player: Player, hearing: PlaybackControl, ears: Ears, settings: SettingsFile
    ) -> None:
        self.window, self.player, self.hearing, self.ears, self.settings = window, player, hearing, ears, settings

    def choose(self, hit: Hit) -> None:
        """The cursor comes to a row."""
        self.window.results.current_changed.emit(hit)


@pytest.fixture
def room(qtbot: QtBot, theme: Theme, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Room]:
    ears = Ears()
    ears.is_slow = True
    settings = SettingsFile(tmp_path / "window.json")
    player = Player(output=lambda: ears)
    window = MainWindow()
    window.fill(theme, lambda sound: None, player.position_s)
    qtbot.addWidget(window)
    overviews = OverviewThread(lambda: LibraryReader(tmp_path), window)  # not started: there is no library
    hearing = PlaybackControl(window, player, overviews, settings, window.deck, window.notices, window.results)
    window.show_results(True)
    yield Room(window, player, hearing, ears, settings)
    ears.is_slow = False
    ears.turn.release(10_000)
    player.close()


@pytest.fixture
def hit(tmp_path: Path) -> Hit:
    path = write(tmp_path / "noise.wav", noise(3.0, RATE_HZ), rate=RATE_HZ, subtype="FLOAT")
    return make_hit(1, str(path), measures=Measures(loudness_lufs=-33.0, peak_dbfs=-14.0))


@pytest.mark.shows("small-waveform-row", "waveform-click-plays")
def test_space_plays_what_is_selected_and_a_loop_goes_round_in_it(qtbot: QtBot, room: Room, hit: Hit) -> None:
    room.choose(hit)
    room.window.deck.waveform.select(1.0, 1.5)
    room.hearing.toggle()
    playing = room.player.playing
    assert playing is not None
    assert (playing.start_s, playing.first_s, playing.end_s, playing.is_looping) == (None, 1.0, 1.5, False)
    room.settings.change(loop=True)
    playing = room.player.playing
    assert playing is not None
    assert (playing.first_s, playing.end_s, playing.is_looping) == (1.0, 1.5, True)


def test_where_there_is_nothing_to_play_that_is_said(room: Room) -> None:
    room.hearing.pause()
    assert room.window.status.answer.text() == "There is no sound to play. Select one first."


def test_a_loop_follows_the_selection_and_opens_when_it_is_cleared(qtbot: QtBot, room: Room, hit: Hit) -> None:
    room.settings.change(loop=True)
    room.choose(hit)
    room.hearing.toggle()
    room.window.deck.waveform.select(0.5, 0.75)
    qtbot.waitUntil(lambda: room.player.playing is not None and room.player.playing.end_s == 0.75)
    room.window.deck.waveform.clear_selection()
    qtbot.waitUntil(lambda: room.player.playing is not None and room.player.playing.end_s is None)


def test_a_click_plays_from_there_and_space_begins_there_again(qtbot: QtBot, room: Room, hit: Hit) -> None:
    room.choose(hit)
    room.window.deck.waveform.seek_wanted.emit(1.25)
    assert room.player.playing is not None
    assert room.player.playing.start_s == 1.25
    room.hearing.toggle()
    assert room.player.playing is None
    room.hearing.toggle()
    assert room.player.playing is not None
    assert room.player.playing.start_s == 1.25


def test_reverse_begins_at_the_end(qtbot: QtBot, room: Room, hit: Hit) -> None:
    room.hearing.adjust(is_reversed=True)
    room.choose(hit)
    with qtbot.waitSignal(room.player.started) as started:
        room.hearing.toggle()
        room.ears.turn.release(5)
    assert started.args is not None
    assert started.args[1] == pytest.approx(3.0)


@pytest.mark.shows("volume-own-level")
def test_levels_are_matched_while_listening_and_are_no_effect(qtbot: QtBot, room: Room, hit: Hit) -> None:
    room.settings.change(target_lufs=-23.0, level_match=True)
    room.choose(hit)
    room.hearing.toggle()
    playing = room.player.playing
    assert playing is not None
    assert playing.level_db == pytest.approx(10.0)  # from -33 to -23 LUFS; the peak of -14 dBFS lets it
    assert room.hearing.effects.is_neutral
    room.settings.change(target_lufs=-15.0)
    assert room.player.playing is not None
    assert room.player.playing.level_db == pytest.approx(13.0)  # 18 were wanted; the peak may come to -1 dBFS
    room.settings.change(level_match=False)
    assert room.player.playing is not None
    assert room.player.playing.level_db == 0.0


def test_a_picked_channel_is_dropped_where_a_sound_has_no_such(
    qtbot: QtBot, room: Room, hit: Hit, tmp_path: Path
) -> None:
    room.choose(hit)
    room.hearing.adjust(channels=(1,))
    room.hearing.toggle()
    assert room.player.playing is not None
    assert room.player.playing.effects.channels == (1,)  # a stereo sound by its row
    mono = make_hit(2, str(write(tmp_path / "mono.wav", noise(1.0, RATE_HZ), rate=RATE_HZ)))
    room.hearing.adjust(channels=(5,))
    room.choose(mono)
    assert room.hearing.effects.channels == ()


def test_the_slider_is_heard_and_kept(qtbot: QtBot, room: Room, hit: Hit) -> None:
    room.window.deck.controls.volume.setValue(50)
    assert room.settings.values.volume == 50
    room.choose(hit)
    room.hearing.toggle()
    room.ears.turn.release(100)
    qtbot.waitUntil(lambda: sum(bool(block.any()) for block in room.ears.heard) >= 100)
    # Noise of ±0.2 at half the loudness: 0.2 * 0.315 = 0.063.
    assert np.abs(room.ears.everything()).max() == pytest.approx(0.063, abs=0.002)


@pytest.mark.parametrize(
    ("whereabouts", "said"),
    [
        (Whereabouts.MISSING, "take 3.wav is missing: it was moved, renamed or deleted."),
        (Whereabouts.OFFLINE, "take 3.wav is offline: its drive is not connected."),
    ],
)
def test_a_sound_that_is_away_is_said_and_not_played(room: Room, whereabouts: Whereabouts, said: str) -> None:
    room.choose(make_hit(3, whereabouts=whereabouts))
    room.hearing.toggle()
    assert room.player.playing is None
    assert room.window.message.label.text().startswith(said)


def test_a_file_that_went_a_moment_ago_is_missing_in_the_same_words(qtbot: QtBot, room: Room, tmp_path: Path) -> None:
    room.choose(make_hit(3, str(tmp_path / "take 3.wav")))  # the library does not know yet that it is gone
    room.hearing.toggle()
    said = "take 3.wav is missing: it was moved, renamed or deleted."
    qtbot.waitUntil(lambda: room.window.message.label.text().startswith(said))


def test_a_damaged_file_that_is_played_says_why_in_the_language_of_the_window(
    qtbot: QtBot, room: Room, hit: Hit, tmp_path: Path
) -> None:
    damaged = tmp_path / "cut.wav"
    damaged.write_bytes((tmp_path / "noise.wav").read_bytes()[:30])
    use_language("de")
    try:
        room.choose(make_hit(3, str(damaged)))
        room.hearing.toggle()
        said = "cut.wav ist beschädigt, denn der Teil mit dem Ton fehlt"
        qtbot.waitUntil(lambda: room.window.message.label.text().startswith(said))
    finally:
        use_language("en")
