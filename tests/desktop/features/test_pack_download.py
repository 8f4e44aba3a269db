"""A published model is downloaded from the window, off a hub on this machine."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from desktop.app.app import EarshotApp
from desktop.features.packs.download_dialog import DownloadDialog
from desktop.features.packs.feature import PacksFeature
from engine.features.published_packs import table
from engine.features.published_packs.table import ModelFile, PublishedModel
from tests.helpers.hub import Hub, hub
from tests.helpers.patience import PATIENCE_MS
from tests.helpers.tiny_export import FILES, make_tiny_export
from tests.helpers.tiny_library import TinyLibrary
from tests.helpers.whole_window import whole_window


@pytest.fixture
def served(tmp_path: Path, tiny_library: TinyLibrary, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hub]:
    """A hub with a tiny export, which is the only model of the table."""
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    export = make_tiny_export(tmp_path / "export", tiny_library.pack / "tokenizer.json")
    with hub() as found:
        found.files = {path: (export / path).read_bytes() for path in FILES.values()}
        model = PublishedModel(
            name="tiny-clap",
            purpose="tones and noises",
            page="https://example.org/tiny",
            address=found.address,
            licence="CC0-1.0",
            languages="English",
            training_data="none",
            files={role: ModelFile(path, len(found.files[path])) for role, path in FILES.items()},
        )
        monkeypatch.setattr(table, "read_table", lambda: (model,))
        yield found


@pytest.fixture
def earshot(qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path) -> Iterator[EarshotApp]:
    with whole_window(qtbot, tiny_library, tmp_path) as opened:
        yield opened


def opened(earshot: EarshotApp, qtbot: QtBot) -> tuple[PacksFeature, DownloadDialog]:
    """Library, Model packs…, Download a model…"""
    earshot.commands.action("library.models").trigger()
    (packs,) = (feature for feature in earshot.features if isinstance(feature, PacksFeature))
    assert packs.dialog is not None
    packs.dialog.download_button.click()
    qtbot.waitUntil(
        lambda: packs.download_dialog is not None and packs.download_dialog.isVisible(), timeout=PATIENCE_MS
    )
    assert packs.download_dialog is not None and packs.download_dialog.isVisible()
    return packs, packs.download_dialog


@pytest.mark.shows("published-pack")
def test_a_model_is_downloaded_and_tells_how_long_the_library_takes(
    served: Hub, earshot: EarshotApp, qtbot: QtBot
) -> None:
    packs, dialog = opened(earshot, qtbot)
    assert packs.dialog is not None
    for fact in ("Tones and noises.", "https://example.org/tiny", "Licence: CC0-1.0", "Languages: English"):
        assert fact in dialog.facts.text()
    dialog.download_button.click()
    assert not dialog.download_button.isEnabled() and dialog.buttons.leave.text() == "Stop"
    state = packs.dialog.state
    qtbot.waitUntil(lambda: state.text().startswith("Installed."), timeout=4 * PATIENCE_MS)
    assert "Analysing your 6 sounds takes about 1 min." in state.text()
    assert dialog.isHidden() and dialog.download_button.isEnabled()
    listed = packs.dialog.list
    qtbot.waitUntil(lambda: any(listed.item(row).text() == "tiny-clap 1" for row in range(listed.count())))


def test_a_wrong_checksum_is_said_and_the_download_can_be_tried_again(
    served: Hub, earshot: EarshotApp, qtbot: QtBot
) -> None:
    served.sums = {FILES["tokenizer"]: "0" * 40}
    _, dialog = opened(earshot, qtbot)
    dialog.download_button.click()
    qtbot.waitUntil(lambda: "is not the expected file" in dialog.state.text(), timeout=PATIENCE_MS)
    assert dialog.download_button.isEnabled() and dialog.buttons.leave.text() == "Close"
    assert served.asked


def test_esc_stops_a_download_before_it_closes_the_dialog(served: Hub, earshot: EarshotApp, qtbot: QtBot) -> None:
    packs, dialog = opened(earshot, qtbot)
    dialog.download_button.click()
    dialog.reject()
    assert dialog.state.text() == "Stopped. The next download goes on from here."
    assert dialog.isVisible() and dialog.download_button.isEnabled()
    dialog.reject()
    assert dialog.isHidden()
    assert packs.dialog is not None and packs.dialog.isVisible()
