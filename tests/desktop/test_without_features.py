"""Each feature of the window can be taken out, and all of them: the window opens and answers without them."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from desktop.app import app
from desktop.controllers.feature import WindowFeature, window_features
from tests.helpers.patience import PATIENCE_MS
from tests.helpers.tiny_library import TinyLibrary
from tests.helpers.whole_window import whole_window


@pytest.mark.parametrize("hidden", ["all", *window_features()])
def test_window_answers_without_a_feature(
    qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hidden: str
) -> None:
    def others() -> Mapping[str, WindowFeature]:
        return {name: one for name, one in window_features().items() if hidden not in ("all", name)}

    monkeypatch.setattr(app, "window_features", others)
    with whole_window(qtbot, tiny_library, tmp_path) as earshot:
        assert earshot.window.isVisible()
        with qtbot.waitSignal(
            earshot.finding.shown, timeout=PATIENCE_MS, check_params_cb=lambda answered: answered.request.text == "door"
        ):
            earshot.window.search_bar.set_text("door")
