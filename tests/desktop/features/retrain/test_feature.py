"""*Retrain…* in the whole window, with a training by a script: a real process that speaks the protocol."""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from importlib.util import find_spec
from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from desktop.app.app import EarshotApp
from desktop.base.settings_file import read_settings
from desktop.features.retrain.dialog import RetrainDialog, RetrainPage
from desktop.features.retrain.feature import RetrainFeature
from desktop.features.retrain.interpreters import python_of
from desktop.features.retrain.runs import RunKind
from desktop.features.retrain.training_progress import Stage
from tests.desktop.test_accessibility import nameless
from tests.helpers.scripted_training import MATERIAL, change_script, let_go, make_packages
from tests.helpers.tiny_library import REPOSITORY, TinyLibrary
from tests.helpers.tiny_pack import make_tiny_pack
from tests.helpers.tiny_wheels import training_wheels, write_lock
from tests.helpers.whole_window import whole_window

PATIENCE_MS = 30_000
FULL = python_of(REPOSITORY / ".venv")


class House:
    """A window with its retraining."""

    def __init__(self, qtbot: QtBot, earshot: EarshotApp) -> None:
        self.qtbot, self.earshot = qtbot, earshot
        (self.retraining,) = (feature for feature in earshot.features if isinstance(feature, RetrainFeature))

    @property
    def dialog(self) -> RetrainDialog:
        assert self.retraining.dialog is not None
        return self.retraining.dialog

    def open(self, at: RetrainPage) -> RetrainDialog:
        """Opens the dialog and waits for a page."""
        self.earshot.commands.action("library.retrain").trigger()
        self.until(lambda: self.dialog.pages.currentIndex() == at)
        return self.dialog

    def start(self) -> None:
        """Starts a training on the library."""
        dialog = self.open(RetrainPage.MATERIAL)
        self.until(dialog.material.start_button.isEnabled)
        dialog.material.start_button.click()
        self.until(lambda: dialog.pages.currentIndex() == RetrainPage.PROGRESS)

    def until(self, is_so: Callable[[], object]) -> None:
        """Waits for what signals bring."""
        self.qtbot.waitUntil(lambda: bool(is_so()), timeout=PATIENCE_MS)


Make = Callable[..., House]


@pytest.fixture
def packages(tmp_path: Path) -> Path:
    """A training of ten steps that holds at the sixth, and makes a pack of 24 numbers."""
    return make_packages(tmp_path / "packages", pack=make_tiny_pack(tmp_path / "other", dim=24), holds_at=6)


@pytest.fixture
def make(
    qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path, packages: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Make]:
    """Opens windows over one library and data folder; what they started ends with the test."""
    monkeypatch.setattr("desktop.features.retrain.environment.packages_folder", lambda data: packages)
    with ExitStack() as stack:

        def opened(**settings: str) -> House:
            stack.close()
            return House(qtbot, stack.enter_context(whole_window(qtbot, tiny_library, tmp_path, **settings)))

        yield opened
        let_go(packages)


@pytest.fixture
def house(make: Make) -> House:
    return make()


@pytest.mark.shows("model-can-taught")
def test_what_is_used_and_what_is_left_out_is_shown_before_anything_starts(house: House) -> None:
    page = house.open(RetrainPage.MATERIAL).material
    house.until(page.start_button.isEnabled)
    used = "40 sounds to learn from · 10 to choose the best state by · 12 held out to measure on · 75 descriptions · "
    assert page.used.text() == used + "5:12 of sound"
    assert page.left_out.text() == "13 left out:"
    reasons = [page.list.topLevelItem(row) for row in range(page.list.topLevelItemCount())]
    assert [(item.text(0), item.text(1)) for item in reasons if item] == [
        ("Nothing describes what it contains", "12"),
        ("Its terms forbid training", "1"),
    ]
    assert reasons[0] is not None and reasons[0].child(0).text(0) == "take 3.wav"


def test_too_little_material_is_said_with_advice_and_cannot_be_started(house: House, packages: Path) -> None:
    change_script(packages, material=MATERIAL | {"refused": {"message": "only 3 sounds", "advice": "Describe more."}})
    page = house.open(RetrainPage.MATERIAL).material
    house.until(page.fault.isVisible)
    assert (page.fault.message.text(), page.fault.advice.text()) == ("only 3 sounds", "Describe more.")
    assert not page.start_button.isEnabled()


def test_the_users_own_name_is_handed_on_and_kept(house: House, packages: Path, tmp_path: Path) -> None:
    let_go(packages)
    page = house.open(RetrainPage.MATERIAL).material
    page.owner.setText("Jane Doe")
    house.until(page.start_button.isEnabled)
    page.start_button.click()
    house.until(lambda: house.dialog.pages.currentIndex() == RetrainPage.RESULT)
    (told,) = (tmp_path / "data" / "training").glob("*/run.json")
    assert json.loads(told.read_text())["argv"][-2:] == ["--own", "Jane Doe"]
    house.earshot.settings.flush()
    assert read_settings(tmp_path / "window.json").training_owner == "Jane Doe"


def test_a_folder_that_is_not_there_is_said_with_advice(house: House) -> None:
    page = house.open(RetrainPage.MATERIAL).material
    house.until(page.start_button.isEnabled)
    page.kinds[RunKind.FOLDER].setChecked(True)
    assert not page.start_button.isEnabled()
    page.path.setText("/not/there")
    house.until(page.fault.isVisible)
    assert page.fault.message.text() == "/not/there does not exist"
    assert page.fault.advice.text() == "Choose another."


def test_a_training_is_watched_through_a_closed_dialog_to_its_use(house: House, packages: Path) -> None:
    house.start()
    dialog = house.dialog
    house.until(lambda: len(dialog.progress.curves.loss.points) == 6)
    assert dialog.progress.title.text() == "Learning"
    assert dialog.progress.curves.val.points == ((5, 0.5),)
    assert dialog.progress.curves.loss.accessibleDescription() == "0.500 at step 6"
    assert dialog.progress.detail.text() == "Step 6 of 10 · 0.1 of 5 min · about 4 s left"
    dialog.close()
    house.open(RetrainPage.PROGRESS)
    house.until(lambda: len(dialog.progress.curves.loss.points) == 6)
    let_go(packages)
    house.until(lambda: dialog.pages.currentIndex() == RetrainPage.RESULT)
    assert dialog.outcome.title.text() == "The new model finds more"
    assert "before 55%, after 75%" in dialog.outcome.bars.accessibleDescription()
    with house.qtbot.waitSignal(house.earshot.learning.switched, timeout=PATIENCE_MS):
        dialog.outcome.use_button.click()
    house.until(dialog.outcome.again_button.isVisible)
    is_it = lambda answered: answered.request.text == "low hum"  # noqa: E731 - the list may be shown anew before
    with house.qtbot.waitSignal(house.earshot.finding.shown, timeout=PATIENCE_MS, check_params_cb=is_it):
        house.earshot.window.search_bar.set_text("low hum")
    hit = house.earshot.window.results.go_to(0)
    assert hit is not None and hit.sound.path.name == "take 0.wav"
    dialog.outcome.again_button.click()
    house.until(lambda: dialog.pages.currentIndex() == RetrainPage.MATERIAL)


def test_a_training_that_bettered_nothing_and_one_whose_model_is_in_use_end_without_a_switch(
    house: House, packages: Path, tiny_library: TinyLibrary
) -> None:
    let_go(packages)
    nothing = {"pack": None, "pack_id": "p", "name": "tiny", "kept_start": True}
    change_script(packages, pack="", finished=nothing)
    house.start()
    page = house.dialog.outcome
    house.until(lambda: house.dialog.pages.currentIndex() == RetrainPage.RESULT)
    assert page.title.text() == "Nothing better was learnt" and not page.use_button.isVisible()
    change_script(packages, pack=str(tiny_library.pack), finished={})
    page.again_button.click()
    house.until(lambda: house.dialog.pages.currentIndex() == RetrainPage.MATERIAL)
    house.start()
    house.until(lambda: house.dialog.pages.currentIndex() == RetrainPage.RESULT)
    page.use_button.click()
    house.until(page.again_button.isVisible)
    assert page.state.text() == "Your library already uses this model. Nothing was changed."
    assert not house.earshot.learning.is_running
    assert len(list((house.earshot.start.library / "packs").iterdir())) == 1


def test_stop_keeps_what_was_learnt_and_resume_goes_on(house: House, packages: Path) -> None:
    house.start()
    page = house.dialog.progress
    house.until(lambda: len(page.curves.loss.points) == 6)
    page.stop_button.click()
    house.until(page.resume_button.isVisible)
    assert page.title.text() == "Stopped"
    let_go(packages)
    page.resume_button.click()
    house.until(lambda: house.dialog.pages.currentIndex() == RetrainPage.RESULT)
    assert [step for step, _ in house.dialog.outcome.curves.loss.points] == list(range(1, 11))


@pytest.mark.shows("model-can-taught")
def test_after_a_restart_the_training_is_there_again(make: Make, packages: Path) -> None:
    first = make()
    first.start()
    first.until(lambda: len(first.retraining.story.steps) == 6)
    second = make()
    second.open(RetrainPage.PROGRESS)
    second.until(lambda: len(second.dialog.progress.curves.loss.points) == 6)
    let_go(packages)
    second.until(lambda: second.dialog.pages.currentIndex() == RetrainPage.RESULT)
    third = make()
    third.open(RetrainPage.RESULT)
    assert third.retraining.story.stage is Stage.FINISHED


def test_the_end_of_one_that_nobody_watches_is_said_in_the_window(house: House, packages: Path) -> None:
    house.start()
    house.until(lambda: len(house.retraining.story.steps) == 6)
    house.dialog.close()
    let_go(packages)
    house.until(lambda: house.earshot.window.status.answer.text().startswith("The training is done"))


def test_a_fault_of_the_training_is_said_with_its_advice_and_can_be_discarded(house: House, packages: Path) -> None:
    change_script(packages, fails_at=3)
    house.start()
    page = house.dialog.progress
    house.until(lambda: page.title.text() == "Training failed")
    assert page.fault.message.text() == "no sound could be read"
    assert page.fault.advice.text() == "Look at the folder."
    house.until(page.discard_button.isVisible)
    house.dialog.confirm_discard = lambda: False  # type: ignore[method-assign]
    page.discard_button.click()
    house.dialog.confirm_discard = lambda: True  # type: ignore[method-assign]
    page.discard_button.click()
    house.until(lambda: house.dialog.pages.currentIndex() == RetrainPage.MATERIAL)


def test_one_that_dies_shows_what_it_said_last(house: House, packages: Path) -> None:
    change_script(packages, dies_at=3)
    house.start()
    page = house.dialog.progress
    house.until(page.words.isVisible)
    assert page.title.text() == "Training was interrupted"
    assert "MemoryError" in page.words.toPlainText()
    assert not page.resume_button.isEnabled()


@pytest.mark.shows("model-can-taught")
def test_where_training_is_not_installed_an_environment_is_made_and_trains(
    house: House, packages: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (packages / "training" / "cli" / "needed.py").write_text('NEEDED = ("only_there",)\n', encoding="utf-8")
    wheels = training_wheels(tmp_path / "wheels", "only_there")
    monkeypatch.setattr(house.retraining.environment.setup, "_locks", (write_lock(tmp_path / "lock.txt", wheels),))
    for tool in ("UV", "PIP"):
        monkeypatch.setenv(f"{tool}_NO_INDEX", "1")
        monkeypatch.setenv(f"{tool}_FIND_LINKS", str(tmp_path / "wheels"))
    page = house.open(RetrainPage.INSTALL).install
    assert "at most 3.4 GB" in page.sizes.text() and "takes up 6.6 GB" in page.sizes.text()
    monkeypatch.setattr(house.retraining.environment.setup, "_needed_bytes", 0)
    page.make_button.click()
    house.until(lambda: house.dialog.pages.currentIndex() == RetrainPage.MATERIAL)
    assert house.retraining.environment.trainer == python_of(tmp_path / "data" / "training" / "environment")
    let_go(packages)
    house.start()
    house.until(lambda: house.dialog.pages.currentIndex() == RetrainPage.RESULT)


def test_an_environment_that_is_there_is_tried_before_it_is_taken(house: House, packages: Path, tmp_path: Path) -> None:
    (packages / "training" / "cli" / "needed.py").write_text('NEEDED = ("only_there",)\n', encoding="utf-8")
    page = house.open(RetrainPage.INSTALL).install
    page.path.setText(str(tmp_path / "nowhere"))
    page.take_button.click()
    house.until(lambda: "cannot be started" in page.verdict.text())
    page.path.setText(sys.executable)
    page.take_button.click()
    house.until(lambda: "only_there (not installed)" in page.verdict.text())
    (packages / "only_there.py").write_text("", encoding="utf-8")
    page.take_button.click()
    house.until(lambda: house.dialog.pages.currentIndex() == RetrainPage.MATERIAL)
    house.earshot.settings.flush()
    assert read_settings(tmp_path / "window.json").training_python == sys.executable


@pytest.mark.skipif(find_spec("torch") is not None, reason="torch is here: `make pytest-base` runs it without")
@pytest.mark.skipif(not FULL.exists(), reason="no .venv with training: sh installer/start.sh setup-training")
def test_from_a_base_install_the_full_environment_is_taken_and_looks_at_the_library(
    qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path
) -> None:
    with whole_window(qtbot, tiny_library, tmp_path) as earshot:
        house = House(qtbot, earshot)
        page = house.open(RetrainPage.INSTALL).install
        page.path.setText(str(FULL.parents[1]))
        page.take_button.click()
        qtbot.waitUntil(lambda: house.dialog.pages.currentIndex() == RetrainPage.MATERIAL, timeout=120_000)
        material = house.dialog.material
        qtbot.waitUntil(material.fault.isVisible, timeout=120_000)
        assert material.fault.message.text().startswith("there are only 0 sounds to learn from")
        assert material.fault.advice.text().startswith("Describe more sounds")
        earshot.settings.flush()
        assert read_settings(tmp_path / "window.json").training_python == str(FULL)


def test_every_control_has_a_name_and_no_page_is_wider_than_the_smallest_window(house: House) -> None:
    dialog = house.open(RetrainPage.MATERIAL)
    assert not (found := nameless(dialog)), found
    dialog.resize(dialog.minimumSize())
    for at in RetrainPage:
        dialog.show_page(at)
        page = dialog.pages.widget(at)
        assert page.minimumSizeHint().width() <= dialog.minimumWidth(), at
        assert all(label.wordWrap() or label.width() >= label.sizeHint().width() for label in page.findChildren(QLabel))
