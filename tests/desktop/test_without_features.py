"""The folder of each feature of the window can be taken out, and all of them: the window opens and answers."""

import sys
from importlib import import_module
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

import desktop.features
from desktop.app.app import EarshotApp
from desktop.controllers.feature import window_features
from desktop.controllers.marks.feature import MarksControl
from desktop.results.columns import Column
from tests.helpers.patience import PATIENCE_MS
from tests.helpers.tiny_library import TinyLibrary
from tests.helpers.whole_window import whole_window

FEATURES = list(window_features())  # loads each, so that those that stay keep their own folders


def take_out(monkeypatch: pytest.MonkeyPatch, folder: Path, hidden: set[str]) -> None:
    """Lets Python find the other features alone, and forget what it has loaded of these."""
    folder.mkdir()
    (package,) = desktop.features.__path__
    for name in set(FEATURES) - hidden:
        (folder / name).symlink_to(Path(package) / name)
    monkeypatch.setattr(desktop.features, "__path__", [str(folder)])
    for name in hidden:
        monkeypatch.delattr(desktop.features, name)
        inside = f"desktop.features.{name}"
        for module in [module for module in sys.modules if module == inside or module.startswith(f"{inside}.")]:
            monkeypatch.delitem(sys.modules, module)


@pytest.mark.parametrize("hidden", ["all", *FEATURES])
def test_window_answers_without_a_feature(
    qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hidden: str
) -> None:
    gone = set(FEATURES) if hidden == "all" else {hidden}
    take_out(monkeypatch, tmp_path / "features", gone)
    assert set(window_features()) == set(FEATURES) - gone
    for name in gone:
        with pytest.raises(ModuleNotFoundError):
            import_module(f"desktop.features.{name}.feature")
    with whole_window(qtbot, tiny_library, tmp_path) as earshot:
        assert earshot.window.isVisible()
        with qtbot.waitSignal(
            earshot.finding.shown,
            timeout=PATIENCE_MS,
            check_params_cb=lambda answer: answer.request.text == "door",
        ):
            earshot.window.search_bar.set_text("door")
        QTest.keyClick(earshot.window.results, Qt.Key.Key_Down)
        QTest.keyClick(earshot.window.results, Qt.Key.Key_Space)
        show_marks(qtbot, earshot)
        assert earshot.window.results.may_edit(Column.RATING)
        assert earshot.window.results.may_edit(Column.TITLE) == ("metadata_edits" not in gone)


def show_marks(qtbot: QtBot, earshot: EarshotApp) -> None:
    """Opens the details of the current row: its name, and its marks below."""
    window = earshot.window
    (control,) = (one for one in earshot.features if isinstance(one, MarksControl))
    window.inspector.show_tab("details")
    hit = window.results.current_hit()
    assert hit is not None
    qtbot.waitUntil(lambda: window.inspector.details.title.text() == hit.sound.path.name, timeout=PATIENCE_MS)
    qtbot.waitUntil(control.marks.isVisible, timeout=PATIENCE_MS)
