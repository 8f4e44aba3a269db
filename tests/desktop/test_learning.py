"""Another model is learnt behind the window: the real command, in the whole window, offscreen."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.app.app import EarshotApp
from desktop.features.packs.feature import PacksFeature
from desktop.widgets.buttons import AskDialog
from engine.base.events import ReembeddingProgress
from engine.models.pack import read_info
from tests.helpers.sounds import write_noise
from tests.helpers.tiny_library import TinyLibrary, earshot
from tests.helpers.tiny_pack import make_tiny_pack
from tests.helpers.whole_window import whole_window

_PATIENCE_MS = 60_000


@pytest.fixture(scope="module")
def other(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_tiny_pack(tmp_path_factory.mktemp("packs") / "other", dim=24)


@pytest.fixture(scope="module")
def filled(tiny_library: TinyLibrary, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tiny library, and 20 sounds on a drive of their own that take a while to listen to."""
    home = tmp_path_factory.mktemp("filled")
    shutil.copytree(tiny_library.folder, home / "library")
    for number in range(20):
        write_noise(home / "drive" / f"rush {number}.wav", seconds=12, seed=number)
    earshot("index", "--json", "--library", home / "library", "--device", "cpu", home / "drive")
    return home


@pytest.fixture
def library(filled: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(filled / "library", tmp_path / "library"))


@pytest.fixture
def window(qtbot: QtBot, library: Path, tiny_library: TinyLibrary, tmp_path: Path) -> Iterator[EarshotApp]:
    with whole_window(qtbot, tiny_library, tmp_path) as opened:
        opened.ingest.device = "cpu"
        yield opened


def learn_and_wait(window: EarshotApp, pack: Path) -> None:
    """Has a pack learnt by a job that waits before its first sound: it finds the word as soon as it can read."""
    window.learning.use_pack(pack)
    window.learning.process.pause()


def search(window: EarshotApp, qtbot: QtBot, words: str) -> list[tuple[str, float]]:
    is_it = lambda answered: answered.request.text == words  # noqa: E731
    with qtbot.waitSignal(window.finding.shown, timeout=_PATIENCE_MS, check_params_cb=is_it) as blocker:
        window.window.search_bar.set_text(words)
    (answered,) = blocker.args
    return [(hit.sound.path.name, hit.score) for hit in answered.hits]


def test_searches_go_on_while_a_model_is_learnt_and_change_after_with_the_selection_kept(
    window: EarshotApp, qtbot: QtBot, other: Path
) -> None:
    before = search(window, qtbot, "low hum")
    window.window.results.go_to(1)
    chosen = window.window.results.current_hit()
    with qtbot.waitSignal(window.learning.progressed, timeout=_PATIENCE_MS) as begun:
        learn_and_wait(window, other)
    (event,) = begun.args
    assert isinstance(event, ReembeddingProgress)
    assert (event.pack, event.searched, event.total) == ("tiny 24", "tiny 16", 26)
    qtbot.waitUntil(lambda: window.learning.process.is_paused, timeout=_PATIENCE_MS)
    strip = window.learning.strip
    assert strip.isVisible()
    assert "searches still use tiny 16" in strip.detail.text() or strip.detail.text() == "paused"
    search(window, qtbot, "high beep")
    assert search(window, qtbot, "low hum") == before
    window.window.results.go_to(1)
    by_the_other = lambda answered: answered.ranking.scored.pack_id == read_info(other).pack_id  # noqa: E731
    with (
        qtbot.waitSignal(window.finding.shown, timeout=_PATIENCE_MS, check_params_cb=by_the_other) as again,
        qtbot.waitSignal(window.learning.switched, timeout=_PATIENCE_MS),
    ):
        window.learning.process.resume()
    assert [hit.score for hit in again.args[0].hits] != [score for _, score in before]
    now = window.window.results.current_hit()
    assert chosen is not None
    assert now is not None
    assert now.sound.id == chosen.sound.id
    qtbot.waitUntil(lambda: not strip.isVisible(), timeout=_PATIENCE_MS)
    assert "Searches use tiny 24 now" in window.window.status.answer.text()


def test_cancelling_stays_with_the_model_that_answers(window: EarshotApp, qtbot: QtBot, other: Path) -> None:
    with qtbot.waitSignal(window.learning.progressed, timeout=_PATIENCE_MS):
        learn_and_wait(window, other)
    window.learning.strip.cancel_button.click()
    qtbot.waitUntil(lambda: not window.learning.is_running, timeout=_PATIENCE_MS)
    qtbot.waitUntil(lambda: "tiny 16" in window.window.status.answer.text(), timeout=_PATIENCE_MS)
    assert (window.learning.target, window.learning.strip.isVisible()) == ("", False)
    stats = earshot("stats", "--json", "--library", window.start.library)[0]
    assert (stats["pack"], stats["next_pack"]) == ("tiny 16", "")


def test_what_was_begun_goes_on_at_the_next_start(
    qtbot: QtBot, library: Path, tiny_library: TinyLibrary, other: Path, tmp_path: Path
) -> None:
    with whole_window(qtbot, tiny_library, tmp_path) as first:
        first.ingest.device = "cpu"
        with qtbot.waitSignal(first.learning.progressed, timeout=_PATIENCE_MS):
            learn_and_wait(first, other)
    assert earshot("stats", "--json", "--library", library)[0]["next_pack"] == "tiny 24"
    with whole_window(qtbot, tiny_library, tmp_path) as second:
        second.ingest.device = "cpu"
        with qtbot.waitSignal(second.learning.switched, timeout=_PATIENCE_MS):
            pass
    assert earshot("stats", "--json", "--library", library)[0]["pack"] == "tiny 24"


@pytest.fixture
def unplugged(filled: Path) -> Iterator[None]:
    """The drive is away."""
    (filled / "drive").rename(filled / "unplugged")
    yield
    (filled / "unplugged").rename(filled / "drive")


@pytest.mark.usefixtures("unplugged")
def test_drives_that_are_away_wait_for_a_word(window: EarshotApp, qtbot: QtBot, other: Path) -> None:
    window.learning.use_pack(other)
    strip = window.learning.strip
    qtbot.waitUntil(strip.switch_button.isVisible, timeout=_PATIENCE_MS)
    assert "all but 20 sounds on drives that are not connected" in strip.title.text()
    assert earshot("stats", "--json", "--library", window.start.library)[0]["pack"] == "tiny 16"
    with qtbot.waitSignal(window.learning.switched, timeout=_PATIENCE_MS):
        strip.switch_button.click()
    assert "20 sounds are found by name alone" in window.window.message.label.text()


def test_another_window_that_switched_is_followed(window: EarshotApp, qtbot: QtBot, other: Path) -> None:
    before = search(window, qtbot, "low hum")
    earshot("pack", "use", other, "--json", "--library", window.start.library, "--device", "cpu")
    with qtbot.waitSignal(window.learning.switched, timeout=_PATIENCE_MS):
        window.search.catch_up()
    search(window, qtbot, "beep")
    assert search(window, qtbot, "low hum") != before


def test_the_list_of_packs_says_which_is_learnt_and_frees_what_the_former_left(
    window: EarshotApp, qtbot: QtBot, other: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window.commands.action("library.models").trigger()
    (packs,) = (feature for feature in window.features if isinstance(feature, PacksFeature))
    dialog = packs.dialog
    assert dialog is not None

    def names() -> list[str]:
        return [dialog.list.item(row).text() for row in range(dialog.list.count())]

    def choose(name: str) -> None:
        dialog.list.setCurrentRow(next(row for row, text in enumerate(names()) if text.startswith(name)))

    learn_and_wait(window, other)
    qtbot.waitUntil(lambda: "tiny 24 1 (analysing)" in names(), timeout=_PATIENCE_MS)
    choose("tiny 24")
    assert not dialog.use_button.isEnabled()
    qtbot.waitUntil(lambda: "Searches still use tiny 16" in dialog.state.text(), timeout=_PATIENCE_MS)
    window.learning.process.resume()
    qtbot.waitUntil(lambda: "tiny 24 1 (in use)" in names(), timeout=_PATIENCE_MS)
    choose("tiny 16")
    qtbot.waitUntil(dialog.forget_button.isVisible, timeout=_PATIENCE_MS)
    monkeypatch.setattr(AskDialog, "asked", lambda question: True)
    dialog.forget_button.click()
    qtbot.waitUntil(lambda: "MB are free again" in dialog.state.text(), timeout=_PATIENCE_MS)
    qtbot.waitUntil(lambda: not dialog.forget_button.isVisible(), timeout=_PATIENCE_MS)
    assert not list((window.start.library / "vectors").glob("a063*"))
    assert QApplication.activeModalWidget() is None
