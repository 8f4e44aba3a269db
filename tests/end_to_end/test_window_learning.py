"""Another model is learnt while one searches, in a real window with real keys and clicks, to the new one's answers."""

import shutil
import sys
from pathlib import Path

import pytest

from engine.library.library import Library
from engine.library.queries import Question
from engine.models.pack import read_info
from tests.helpers.qt import DrivenWindow, wait_until
from tests.helpers.sounds import write_noise
from tests.helpers.tiny_library import TinyLibrary, earshot
from tests.helpers.tiny_pack import make_tiny_pack

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs an X server")

_PATIENCE_S = 180.0


@pytest.fixture
def library(tiny_library: TinyLibrary, tmp_path: Path) -> Path:
    """The tiny library with sounds that take a while, and a second pack at hand."""
    library = Path(shutil.copytree(tiny_library.folder, tmp_path / "library"))
    for number in range(12):
        write_noise(tmp_path / "long" / f"rush {number}.wav", seconds=20, seed=number)
    earshot("index", "--json", "--library", library, "--device", "cpu", tmp_path / "long")
    earshot("pack", "install", "--json", "--library", library, make_tiny_pack(tmp_path / "other", dim=24))
    return library


def click(window: DrivenWindow, part: str) -> None:
    wait_until(lambda: window.ask({"do": "has", "part": part})["has"], part)
    window.hands.click(window.where(part))


def vectors(window: DrivenWindow) -> object:
    """Of how many numbers the vector is that the shown answer was ranked by."""
    return window.look("window.model.ranking.scored.joint.shape[1]")


def test_one_searches_while_a_model_is_learnt_and_then_by_that_model(
    x_display: str, library: Path, tmp_path: Path
) -> None:
    with DrivenWindow(x_display, library, tmp_path / "window.json") as window:
        window.open()
        window.type("low hum")
        before = window.wait("shown", lambda line: line["text"] == "low hum")["names"]
        click(window, "named up to date")
        click(window, "item tiny 24 1")
        click(window, "named Use this pack…")
        click(window, "named Re-analyse")
        click(window, "named Pause analysis")
        wait_until(lambda: window.look("app.learning.process.is_paused"), "the pause")
        click(window, "named Close")
        assert window.look("app.learning.strip.isVisible()")
        since = window.mark()
        window.hands.activate("Earshot")
        window.key("ctrl+f", "ctrl+a")
        window.type("high beep")
        window.wait("shown", lambda line: line["text"] == "high beep", since=since)
        since = window.mark()
        window.key("ctrl+a")
        window.type("low hum")
        assert window.wait("shown", lambda line: line["text"] == "low hum", since=since)["names"] == before
        assert vectors(window) == 16
        window.key("Down", "Down")
        wait_until(lambda: window.ask({"do": "state"})["current"] == before[1], "the second row")
        since = window.mark()
        click(window, "named Resume analysis")
        window.wait("shown", lambda line: line["text"] == "low hum", since=since, patience_s=_PATIENCE_S)
        wait_until(lambda: vectors(window) == 24, "the new model's answer", _PATIENCE_S)
        assert window.ask({"do": "state"})["current"] == before[1]
        wait_until(lambda: not window.look("app.learning.strip.isVisible()"), "the end of the strip")
        shown = window.look("[[hit.sound.path.name, hit.score] for hit in map(window.model.hit, range(6))]")
    with Library.open(library, read_only=True) as opened:
        assert opened.stats().pack_id == read_info(tmp_path / "other").pack_id
        hits = opened.answer(Question("low hum")).hits[:6]
    assert [[hit.sound.path.name, hit.score] for hit in hits] == [[name, pytest.approx(score)] for name, score in shown]
