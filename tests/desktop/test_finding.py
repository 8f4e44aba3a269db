"""What an answer, or the lack of one, puts into the window."""

from pathlib import Path

from pytestqt.qtbot import QtBot

from engine.base.types import FilePath
from tests.helpers.tiny_library import TinyLibrary
from tests.helpers.whole_window import PATIENCE_MS, whole_window


def test_what_cannot_be_answered_leaves_no_rows_of_another_search(
    qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path
) -> None:
    with whole_window(qtbot, tiny_library, tmp_path) as earshot:
        window = earshot.window
        assert window.model.rowCount() == 6
        with qtbot.waitSignal(earshot.search.refused, timeout=PATIENCE_MS):
            window.search_bar.search_by(FilePath.of(str(tmp_path / "gone.wav")))
        assert (window.model.rowCount(), window.page) == (0, "empty")
        assert window.empty.title.text() == "This search cannot be answered"
        assert "gone.wav" in window.empty.text.text()
        with qtbot.waitSignal(earshot.finding.shown, timeout=PATIENCE_MS):
            window.search_bar.set_reference(None)
        assert (window.model.rowCount(), window.page) == (6, "results")
