"""Spoken words in the window: a chip, moments where the word is said, and the word of a selection found again."""

import shutil
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from desktop.work.requests import Request
from engine.models.speech_pack import speech_pack_for
from tests.helpers.indexing import index
from tests.helpers.patience import PATIENCE_MS
from tests.helpers.recorded import corpus_folder
from tests.helpers.tiny_library import TinyLibrary
from tests.helpers.tiny_pack import make_tiny_pack
from tests.helpers.whole_window import whole_window

FSDD = (corpus_folder() or Path()) / "fsdd"
pytestmark = [
    pytest.mark.skipif(not FSDD.is_dir(), reason="EARSHOT_DATA names no folder with fsdd, recordings of spoken digits"),
    pytest.mark.skipif(speech_pack_for("words", None) is None, reason="no words pack comes with this Earshot"),
]


def test_what_is_said_is_asked_for_by_a_chip_and_found_again_from_a_selection(qtbot: QtBot, tmp_path: Path) -> None:
    sounds, pack = tmp_path / "sounds", make_tiny_pack(tmp_path / "pack")
    sounds.mkdir()
    for number, name in enumerate(("7_george_0", "7_lucas_1", "2_george_0", "6_george_2")):
        shutil.copy(FSDD / f"{name}.flac", sounds / f"{number}.flac")
    index(tmp_path / "library", pack, sounds, workers=1)
    with whole_window(qtbot, TinyLibrary(tmp_path / "library", pack, sounds), tmp_path) as earshot:
        window, word = earshot.window, earshot.commands.action("find.word")
        qtbot.waitUntil(lambda: word.toolTip() == "Select a word in the waveform first", timeout=PATIENCE_MS)
        assert not word.isEnabled()
        with qtbot.waitSignal(earshot.finding.shown, timeout=PATIENCE_MS) as shown:
            window.search_bar.show_request(Request('say:"seven"'))
        (answered,) = shown.args
        assert [chip.text for chip in answered.ranking.chips] == ["says “seven”"]
        assert answered.ranking.tier == "spoken"
        best = answered.hits[0]
        assert 0.0 <= best.moments[0].start_s < best.moments[0].end_s
        sound = best.sound.path.text
        with qtbot.waitSignal(earshot.finding.shown, timeout=PATIENCE_MS) as shown:
            window.search_bar.show_request(Request('say:"seven"', filters=f"like:{sound}"))
        (refined,) = shown.args
        # Both count: it is said there, and nothing is more like that sound than itself.
        assert (refined.ranking.tier, refined.hits[0].sound.id) == ("spoken", best.sound.id)
        assert refined.hits[0].moments == best.moments
        assert [chip.text for chip in refined.ranking.chips] == ["says “seven”", f"like {best.sound.path.name}"]
        with qtbot.waitSignal(earshot.finding.shown, timeout=PATIENCE_MS):
            window.search_bar.show_request(Request('say:"seven"'))
        window.results.go_to(0)
        qtbot.waitUntil(
            lambda: window.deck.hit is not None and window.deck.waveform.duration_s > 0, timeout=PATIENCE_MS
        )
        window.deck.waveform.select(best.moments[0].start_s, best.moments[0].end_s)
        assert word.isEnabled()
        with qtbot.waitSignal(earshot.finding.shown, timeout=PATIENCE_MS) as shown:
            word.trigger()
        (answered,) = shown.args
        assert answered.request.reference is not None and answered.request.reference.is_word
        assert answered.hits[0].sound.id == best.sound.id
