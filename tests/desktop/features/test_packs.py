"""The chooser of model packs."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSize, Qt, QTimer, QUrl
from PySide6.QtGui import QImage, QTextDocument
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.app.app import EarshotApp
from desktop.features.packs.dialog import PacksDialog
from desktop.features.packs.feature import PacksFeature
from desktop.widgets.buttons import AskDialog
from engine.ingest.installed_packs import InstalledPack, shelf, take_in
from engine.models.pack import read_info
from tests.helpers.tiny_library import TinyLibrary
from tests.helpers.tiny_pack import make_tiny_pack
from tests.helpers.whole_window import whole_window


@pytest.fixture
def packs(tmp_path: Path, tiny_library: TinyLibrary) -> tuple[InstalledPack, ...]:
    """The starter pack and the tiny one."""
    take_in(tiny_library.pack, tmp_path)
    return shelf(tmp_path)


@pytest.fixture
def dialog(qtbot: QtBot, packs: tuple[InstalledPack, ...]) -> PacksDialog:
    dialog = PacksDialog()
    qtbot.addWidget(dialog)
    used = packs[-1].info
    assert used is not None
    dialog.show_packs(packs, used.pack_id, 1200)
    dialog.show()
    qtbot.waitExposed(dialog)
    return dialog


def choose(dialog: PacksDialog, name: str) -> None:
    rows = [row for row in range(dialog.list.count()) if dialog.list.item(row).text().startswith(name)]
    dialog.list.setCurrentRow(rows[0])


def test_the_facts_of_a_pack_are_those_of_its_manifest_and_card(
    dialog: PacksDialog, packs: tuple[InstalledPack, ...]
) -> None:
    choose(dialog, "starter")
    info = read_info(packs[0].folder)
    text = dialog.facts.toPlainText()
    for fact in (info.pack_id, info.licence, "256 numbers", "32.0 kHz, sections of 5.0 s every 2.5 s", "test_map10"):
        assert fact in text
    assert f"{info.metrics['test_map10']:.3f}" in text
    assert packs[0].card.strip().splitlines()[0].lstrip("# ") in text


def test_the_pack_in_use_is_marked_and_can_be_neither_removed_nor_chosen_again(dialog: PacksDialog) -> None:
    choose(dialog, "tiny")
    assert dialog.list.currentItem().text().endswith("(in use)")
    assert not dialog.use_button.isEnabled()
    assert not dialog.remove_button.isEnabled()
    choose(dialog, "starter")
    assert dialog.use_button.isEnabled()
    assert not dialog.remove_button.isEnabled()  # it came with Earshot


def test_a_pack_says_in_three_sentences_and_a_bar_what_it_is_how_good_and_what_to_do(
    dialog: PacksDialog, packs: tuple[InstalledPack, ...]
) -> None:
    choose(dialog, "starter ")
    found = read_info(packs[0].folder).metrics
    percent = round(100 * found["test_recall10"])
    assert dialog.what.text() == f"A model that came with Earshot ({packs[0].size_bytes / 1e6:.0f} MB)."
    assert f"In a test with {found['test_queries']:,.0f} descriptions" in dialog.how_good.text()
    assert dialog.how_good.text().endswith(f"{percent}% of the searches found the right sound in the first ten.")
    assert dialog.to_do.text().startswith("“Use this pack” makes it analyse 1,200 sounds in the background")
    assert (dialog.quality.bar.value(), dialog.quality.bar.maximum()) == (percent, 100)
    assert dialog.known.figure.text() == "0 of 1,200 sounds"
    choose(dialog, "tiny")
    assert dialog.how_good.text() == "Nobody has measured how well it finds sounds."
    assert dialog.quality.isHidden()
    assert dialog.to_do.text() == "Your library uses it: there is nothing to do."


def test_a_pack_that_finds_less_than_the_one_in_use_advises_against_itself(
    dialog: PacksDialog, packs: tuple[InstalledPack, ...]
) -> None:
    used = packs[0].info
    assert used is not None
    dialog.show_packs(packs, used.pack_id, 1200)
    choose(dialog, "starter-tiny")
    assert dialog.to_do.text() == "The pack you use now finds more. There is no need to switch."


def test_figures_come_with_more_and_go_again(dialog: PacksDialog) -> None:
    choose(dialog, "starter ")
    assert not dialog.facts.isVisible()
    QTest.mouseClick(dialog.more, Qt.MouseButton.LeftButton)
    assert dialog.facts.isVisible()
    QTest.mouseClick(dialog.more, Qt.MouseButton.LeftButton)
    assert not dialog.facts.isVisible()


def test_a_card_cannot_make_the_window_read_what_it_points_at(dialog: PacksDialog, tmp_path: Path) -> None:
    picture = tmp_path / "seen.png"
    assert QImage(8, 8, QImage.Format.Format_RGB32).save(str(picture))
    dialog.facts.setMarkdown(f"![a picture]({picture.as_uri()})")
    shown = dialog.facts.document().resource(QTextDocument.ResourceType.ImageResource, QUrl(picture.as_uri()))
    assert shown.size() == QSize(1, 1)  # not the 8 x 8 of the file


@pytest.mark.parametrize("says_yes", [True, False])
def test_a_switch_says_what_it_costs_and_asks(dialog: PacksDialog, says_yes: bool) -> None:
    choose(dialog, "starter")
    said: list[str] = []

    def click() -> None:
        box = QApplication.activeModalWidget()
        assert isinstance(box, AskDialog)
        said.append(box.informativeText())
        QTest.mouseClick(box.agree if says_yes else box.leave, Qt.MouseButton.LeftButton)

    switched: list[InstalledPack] = []
    dialog.switch_wanted.connect(switched.append)
    QTimer.singleShot(50, click)
    QTest.mouseClick(dialog.use_button, Qt.MouseButton.LeftButton)
    assert "Earshot analyses 1,200 sounds again" in said[0]
    assert [pack.folder.name for pack in switched] == (["starter"] if says_yes else [])


def test_a_damaged_pack_can_only_be_removed(qtbot: QtBot, packs: tuple[InstalledPack, ...], tmp_path: Path) -> None:
    (packs[-1].folder / "pack.json").write_text("{")
    dialog = PacksDialog()
    qtbot.addWidget(dialog)
    dialog.show_packs(shelf(tmp_path), None, 0)
    dialog.list.setCurrentRow(dialog.list.count() - 1)
    assert dialog.what.text().startswith("This pack cannot be read.")
    assert dialog.more.isHidden()
    assert (dialog.use_button.isEnabled(), dialog.verify_button.isEnabled()) == (False, False)
    with qtbot.waitSignal(dialog.remove_wanted):
        dialog.remove_button.click()
    shutil.rmtree(packs[-1].folder)


@pytest.fixture
def earshot(qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path) -> Iterator[EarshotApp]:
    with whole_window(qtbot, tiny_library, tmp_path) as earshot:
        yield earshot


def test_a_pack_is_installed_verified_and_switched_to_from_the_window(
    earshot: EarshotApp, qtbot: QtBot, tmp_path: Path
) -> None:
    other = make_tiny_pack(tmp_path / "other", dim=24)
    earshot.commands.action("library.models").trigger()
    (packs,) = (feature for feature in earshot.features if isinstance(feature, PacksFeature))
    dialog = packs.dialog
    assert dialog is not None
    qtbot.waitUntil(lambda: dialog.list.count() >= 2, timeout=10_000)
    dialog.install_wanted.emit(other)
    qtbot.waitUntil(lambda: any("tiny 24" in dialog.list.item(row).text() for row in range(dialog.list.count())))
    choose(dialog, "tiny 24")
    dialog.verify_button.click()
    qtbot.waitUntil(lambda: dialog.state.text().startswith("All files are intact, and this machine"), timeout=10_000)
    dialog.confirm_switch = lambda name, unknown: True  # type: ignore[method-assign]
    with qtbot.waitSignal(earshot.learning.switched, timeout=30_000):
        dialog.use_button.click()
    qtbot.waitUntil(lambda: dialog.list.currentItem().text().endswith("(in use)"), timeout=10_000)
    is_it = lambda answered: answered.request.text == "low hum"  # noqa: E731 - the list may be shown anew before
    with qtbot.waitSignal(earshot.finding.shown, timeout=10_000, check_params_cb=is_it):
        earshot.window.search_bar.set_text("low hum")
    qtbot.waitUntil(lambda: earshot.window.model.rowCount() == 6)
    hit = earshot.window.results.go_to(0)
    assert hit is not None
    assert hit.sound.path.name == "take 0.wav"  # 100 Hz, by the new pack's ears
