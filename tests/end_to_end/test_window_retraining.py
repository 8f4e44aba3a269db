"""A model retrained through the window by real events, by the real training: from *Retrain…* to its answers."""

import json
import shutil
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.helpers.qt import DrivenWindow, wait_until
from tests.helpers.recorded import corpus_folder
from tests.helpers.tiny_library import earshot
from tests.training.retrain.sounds import make_described_folder

pytestmark = [
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs an X server"),
    pytest.mark.skipif(find_spec("torch") is None, reason="no torch here: the base install"),
]
PATIENCE_S = 240.0
DIALOG = "features['RetrainFeature'].dialog"


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Some thirty short sounds named in words that no model can know, indexed with the starter pack."""
    folder = tmp_path_factory.mktemp("retraining")
    make_described_folder(folder / "sounds", recordings=4)
    earshot("index", "--json", "--library", folder / "library", "--device", "cpu", folder / "sounds")
    return folder / "library"


@pytest.fixture
def window(x_display: str, library: Path, tmp_path: Path) -> Iterator[DrivenWindow]:
    with driven(x_display, library, tmp_path) as opened:
        yield opened.open()


def driven(display: str, library: Path, folder: Path) -> DrivenWindow:
    """The window over a copy of a library, with a data folder of its own."""
    copy = folder / "library"
    if not copy.exists():
        shutil.copytree(library, copy)
    return DrivenWindow(display, copy, folder / "window.json", "--data-folder", folder / "data")


def click(window: DrivenWindow, name: str) -> None:
    """Clicks a control by what a screen reader calls it, once it is there."""
    wait_until(lambda: window.ask({"do": "has", "part": f"named {name}"})["has"], name, PATIENCE_S)
    window.hands.click(window.where(f"named {name}"))


def wait_for(window: DrivenWindow, at: str, what: str) -> None:
    """Waits until an expression holds in the window's process."""
    wait_until(lambda: window.look(at), what, PATIENCE_S)


def open_by_key(window: DrivenWindow) -> None:
    """Opens the dialog by the command palette."""
    window.key("ctrl+k")
    window.type("retrain")
    window.key("Return")
    window.hands.activate("Retrain")


@pytest.mark.shows("model-can-taught")
@pytest.mark.timeout(900)  # a minute on a machine that does nothing else
def test_a_model_is_retrained_watched_stopped_resumed_compared_and_used(window: DrivenWindow) -> None:
    used = "window.status.facts.pack_name"
    wait_for(window, used, "the pack in use")
    before = window.look(used)
    open_by_key(window)
    wait_for(window, f"{DIALOG}.material.start_button.isEnabled()", "the material")
    assert "held out to measure on" in window.look(f"{DIALOG}.material.used.text()")
    window.hands.click(window.where("named Train for"))
    window.key("ctrl+a")
    window.type("0.4")
    click(window, "Start training")
    wait_for(window, f"len({DIALOG}.progress.curves.loss.points) >= 1", "a curve")
    click(window, "Stop")
    wait_for(window, f"{DIALOG}.progress.resume_button.isVisible()", "the end of the training")
    assert window.look(f"{DIALOG}.progress.title.text()") == "Stopped"
    click(window, "Resume")
    wait_for(window, f"{DIALOG}.progress.stop_button.isVisible()", "the training again")
    window.hands.activate("Retrain")
    window.key("Escape")
    wait_for(window, f"not {DIALOG}.isVisible()", "the dialog to close")
    open_by_key(window)
    wait_for(window, f"{DIALOG}.pages.currentIndex() == 4", "the result")
    assert window.look(f"{DIALOG}.outcome.use_button.isVisible()"), window.look(f"{DIALOG}.outcome.about.text()")
    compared = window.look(f"{DIALOG}.outcome.bars.accessibleDescription()")
    assert compared.count("before") == 2 and compared.count("after") == 2
    click(window, "Use this model")
    wait_for(window, f"{used} not in ({before!r}, '')", "the switch to the new model")
    window.hands.activate("Retrain")
    window.key("Escape")
    window.hands.activate("Earshot")
    window.key("ctrl+f")
    window.type("zorbel")
    answer = window.wait("shown", lambda line: line["text"] == "zorbel")
    assert answer["names"][0].startswith("zorbel")


def test_a_model_learns_from_recorded_sounds_and_their_captions(x_display: str, library: Path, tmp_path: Path) -> None:
    data = corpus_folder()
    if data is None:
        pytest.skip("EARSHOT_DATA does not name the corpus (docs say how `earshot-train corpus fetch` rebuilds it)")
    folder = captioned(data, tmp_path / "sounds", count=40)
    with driven(x_display, library, tmp_path) as window:
        window.open()
        open_by_key(window)
        click(window, "A folder of sounds with descriptions")
        window.hands.click(window.where("named Path"))
        window.type(str(folder))
        wait_for(window, f"{DIALOG}.material.start_button.isEnabled()", "the material")
        assert "held out to measure on" in window.look(f"{DIALOG}.material.used.text()")


def captioned(data: Path, folder: Path, count: int) -> Path:
    """Copies every so many clip of the corpus and writes their captions beside them."""
    lines = (data / "meta.jsonl").read_text(encoding="utf-8").splitlines()
    folder.mkdir()
    with (folder / "captions.jsonl").open("w", encoding="utf-8") as captions:
        for line in lines[:: max(1, len(lines) // count)][:count]:
            clip = json.loads(line)
            name = Path(clip["file"]).name
            shutil.copy2(data / clip["file"], folder / name)
            captions.write(json.dumps({"file": name, "captions": clip["captions"], "licence": clip["licence"]}) + "\n")
    return folder
