"""What holds for every dialog: one order of buttons, one accent, ways out by mouse and Esc, room on a small screen."""

import importlib
import pkgutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QDialogButtonBox, QLineEdit, QMessageBox, QPushButton, QWidget
from pytestqt.qtbot import QtBot

import desktop
from desktop.base.settings_file import SettingsFile
from desktop.base.theme import Theme, style_sheet
from desktop.controllers.drag_out.dialog import DraggedDialog
from desktop.controllers.library_status.failures import Failures
from desktop.features.ambience.dialog import BackgroundDialog
from desktop.features.backups.dialog import BackupsDialog
from desktop.features.diagnostics.dialog import DiagnosticsDialog
from desktop.features.diagnostics.report import DiagnosticsReport
from desktop.features.dialogue.dialog import TranscriptsDialog
from desktop.features.doctor.dialog import ChecksDialog
from desktop.features.duplicates.confirm import ConfirmDialog
from desktop.features.export.collect import CollectDialog
from desktop.features.export.lists import ExportDialog, ListFormat
from desktop.features.help.about import About
from desktop.features.help.guide import Guide
from desktop.features.help.licences import LicencesDialog
from desktop.features.help.preferences import Preferences
from desktop.features.help.shortcut_sheet import ShortcutSheet
from desktop.features.index_queue.dialog import QueueDialog
from desktop.features.journal.dialog import RepeatDialog
from desktop.features.metadata_edits.custom_fields import CustomFieldsDialog
from desktop.features.metadata_edits.preview import PreviewDialog
from desktop.features.metadata_edits.rename import RenameDialog
from desktop.features.owner.dialog import OwnerDialog
from desktop.features.packs.dialog import PacksDialog
from desktop.features.packs.download_dialog import DownloadDialog
from desktop.features.retrain.dialog import RetrainDialog, RetrainPage
from desktop.features.round_robin.round_robin import RoundRobinDialog
from desktop.features.self_test.dialog import SelfTestDialog
from desktop.features.send.dialog import SendDialog
from desktop.features.spotting.export import PickExportDialog
from desktop.features.studio.analysis_transfer import VolumeDialog
from desktop.features.studio.join_dialog import JoinDialog
from desktop.features.thesaurus.dialog import ThesaurusDialog
from desktop.features.transfer.dialog import TransferDialog
from desktop.features.update.dialog import UpdateDialog
from desktop.features.user_data.dialog import ImportDialog
from desktop.widgets.buttons import AskDialog, Buttons, NoticeDialog
from desktop.window.commands import Commands
from desktop.work.jobs import Jobs
from engine.base.clocks import FrameClock
from engine.features.duplicates.removal import RemovalCheck
from engine.features.published_packs.table import read_table
from engine.features.round_robin.round_robin import RobinTake
from engine.features.spotting.cues import Cue
from engine.features.spotting.picks import PickedSound
from engine.features.spotting.spotting_list import SpotRow
from engine.features.update.notice import VersionNotice
from engine.transfer.profile_store import BUILT_IN
from tests.desktop.features.housekeeping.acts import seen
from tests.desktop.test_keys import Window
from tests.helpers.hits import make_hit
from tests.helpers.unspoken import unspoken

_SCREEN = (1280, 800)
_TITLE_PX = 30


@dataclass(frozen=True)
class House:
    """What dialogs are made with."""

    window: Window
    theme: Theme
    settings: SettingsFile
    commands: Commands


def one() -> PickedSound:
    return PickedSound(SpotRow(Cue(1, "", "door"), "door"), make_hit(1).sound)


DIALOGS: dict[str, Callable[[House], QDialog]] = {
    "about": lambda house: About("starter", Path("/library"), house.theme, house.window),
    "guide": lambda house: Guide(house.window),
    "backups": lambda house: BackupsDialog(house.window),
    "collect": lambda house: CollectDialog(2, 9, has_moments=True, folder="/tmp", parent=house.window),
    "export again": lambda house: RepeatDialog(2, BUILT_IN, BUILT_IN[0], "/tmp", house.window),
    "send": lambda house: SendDialog(
        2, "rain", "As it is", house.settings.values, has_moments=True, parent=house.window
    ),
    "export": lambda house: ExportDialog(2, 9, ListFormat.CSV, house.window),
    "round robin": lambda house: RoundRobinDialog(
        [RobinTake(make_hit(1).sound, True), RobinTake(make_hit(2).sound, False)], "/tmp", house.window
    ),
    "background": lambda house: BackgroundDialog("The background of rain.wav", "/tmp", house.window),
    "self-test": lambda house: SelfTestDialog(house.theme, house.window),
    "picks": lambda house: PickExportDialog(
        [one()], FrameClock(), "Scene", "/tmp", has_timelines=True, parent=house.window
    ),
    "owner": lambda house: OwnerDialog(house.window),
    "shared library": lambda house: JoinDialog(Path("/tmp/shared/studio"), house.window),
    "sign in": lambda house: JoinDialog(Path("/tmp/shared/studio"), house.window, is_signing_in=True),
    "volume": lambda house: VolumeDialog("Effects", house.window),
    "custom fields": lambda house: CustomFieldsDialog(house.window),
    "queue": lambda house: QueueDialog(house.window),
    "diagnostics": lambda house: DiagnosticsDialog(DiagnosticsReport({"Earshot": "1"}, {}, ()), house.window),
    "checks": lambda house: ChecksDialog(house.theme, house.window),
    "licences": lambda house: LicencesDialog(Jobs(house.window), house.window),
    "longest update": lambda house: UpdateDialog(
        VersionNotice("9.0.0", "2027-02-01", ("More is found, and faster. " * 11,) * 20, "https://example.org/"),
        "0.1.0",
        house.window,
    ),
    "update": lambda house: UpdateDialog(
        VersionNotice("9.0.0", "2027-02-01", ("More is found.",), "https://example.org/"), "0.1.0", house.window
    ),
    "dragged": lambda house: DraggedDialog(house.window),
    "failures": lambda house: Failures(house.window),
    "import": lambda house: ImportDialog("mine.jsonl", seen(), house.window),
    "models": lambda house: PacksDialog(house.window),
    "preferences": lambda house: Preferences(house.settings, house.commands, house.window),
    "keys": lambda house: ShortcutSheet(house.commands, house.window),
    "transfer profiles": lambda house: TransferDialog({"name": "rain"}, house.window),
    "trash": lambda house: ConfirmDialog(RemovalCheck((), ()), is_trash=True, parent=house.window),
    "preview": lambda house: PreviewDialog([], house.window),
    "rename": lambda house: RenameDialog(house.theme, 2, parent=house.window),
    "retrain": lambda house: RetrainDialog(house.theme, house.window),
    "thesaurus": lambda house: ThesaurusDialog(house.window),
    "transcripts": lambda house: TranscriptsDialog(house.window),
    "download a model": lambda house: DownloadDialog(read_table(), house.window),
    "question": lambda house: AskDialog(house.window, "Use", "Use it?", "It takes a while.", "Use", is_danger=False),
    "danger": lambda house: AskDialog(
        house.window, "Remove", "Remove it?", "It is gone then.", "Remove", is_danger=True
    ),
    "notice": lambda house: NoticeDialog(house.window, "Done", "Some files were left out.", "a.wav is in use."),
}


@pytest.fixture
def house(qtbot: QtBot, theme: Theme, settings_file: Path) -> Iterator[House]:
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    former = app.styleSheet()
    app.setStyleSheet(style_sheet(theme))  # the order of the buttons is in it
    window = Window()
    window.results.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    qtbot.addWidget(window)
    window.show()
    settings = SettingsFile(settings_file)
    yield House(window, theme, settings, Commands(window, theme, settings))  # type: ignore[arg-type]
    app.setStyleSheet(former)


def shown(qtbot: QtBot, dialog: QDialog) -> QDialog:
    dialog.show()
    qtbot.waitExposed(dialog)
    return dialog


def row_of(dialog: QDialog) -> QDialogButtonBox:
    """The row of buttons on show."""
    (row,) = (box for box in dialog.findChildren(QDialogButtonBox) if box.isVisible())
    return row


def leaving(dialog: QDialog) -> QPushButton:
    row = row_of(dialog)
    (button,) = (
        button
        for button in row.buttons()
        if row.buttonRole(button) == QDialogButtonBox.ButtonRole.RejectRole and isinstance(button, QPushButton)
    )
    return button


def test_no_dialog_is_forgotten_here() -> None:
    for module in pkgutil.walk_packages(desktop.__path__, "desktop."):
        if module.name != "desktop.__main__":
            importlib.import_module(module.name)
    own = {kind for base in (QDialog, QMessageBox) for kind in base.__subclasses__() if "desktop" in kind.__module__}
    covered = {
        About,
        Guide,
        CollectDialog,
        RepeatDialog,
        SendDialog,
        ExportDialog,
        Failures,
        PacksDialog,
        Preferences,
        ShortcutSheet,
        ConfirmDialog,
    }
    covered |= {
        BackgroundDialog,
        BackupsDialog,
        ChecksDialog,
        CustomFieldsDialog,
        DiagnosticsDialog,
        LicencesDialog,
        UpdateDialog,
        DraggedDialog,
        ImportDialog,
        JoinDialog,
        PreviewDialog,
        RenameDialog,
        TransferDialog,
        RetrainDialog,
        AskDialog,
        NoticeDialog,
        OwnerDialog,
        PickExportDialog,
        QueueDialog,
        RoundRobinDialog,
        SelfTestDialog,
        ThesaurusDialog,
        TranscriptsDialog,
        DownloadDialog,
        VolumeDialog,
    }
    assert own == covered


def test_rows_of_buttons_are_made_in_one_place() -> None:
    made_elsewhere = [
        str(file)
        for file in Path(desktop.__path__[0]).rglob("*.py")
        if file.name != "buttons.py" and ("QMessageBox(" in (text := file.read_text()) or "QDialogButtonBox" in text)
    ]
    assert made_elsewhere == []


@pytest.mark.parametrize("name", DIALOGS)
def test_what_a_dialog_is_for_stands_at_the_right_end_and_what_leaves_beside_it(
    name: str, house: House, qtbot: QtBot
) -> None:
    dialog = shown(qtbot, DIALOGS[name](house))
    row, leave = row_of(dialog), leaving(dialog)
    ends = sorted((button for button in row.buttons() if button.isVisible()), key=lambda button: button.x())
    chief = [one for one in ends if row.buttonRole(one) == QDialogButtonBox.ButtonRole.AcceptRole]
    assert ends[-1 - len(chief) :] == [leave, *chief]


@pytest.mark.parametrize("name", DIALOGS)
def test_one_button_has_the_accent_and_return_and_it_deletes_nothing(name: str, house: House, qtbot: QtBot) -> None:
    dialog = shown(qtbot, DIALOGS[name](house))
    default = [button for button in dialog.findChildren(QPushButton) if button.isDefault()]
    assert len(default) == 1
    assert default[0].objectName() != "dangerous"
    assert default[0] in row_of(dialog).buttons()
    accented = [one for one in dialog.findChildren(QPushButton) if one.isVisible() and one.objectName() == "primary"]
    assert accented == []


@pytest.mark.parametrize("name", DIALOGS)
def test_what_a_dialog_opens_with_under_return_is_what_it_is_for_or_what_leaves(
    name: str, house: House, qtbot: QtBot
) -> None:
    house.window.activateWindow()
    dialog = DIALOGS[name](house)
    dialog.open()
    qtbot.waitExposed(dialog)
    dialog.activateWindow()
    qtbot.waitUntil(lambda: dialog.focusWidget() is not None)
    (default,) = (button for button in dialog.findChildren(QPushButton) if button.isDefault())
    row = row_of(dialog)
    chief = [one for one in row.buttons() if row.buttonRole(one) == QDialogButtonBox.ButtonRole.AcceptRole]
    assert default in (leaving(dialog), *chief)


@pytest.mark.parametrize("name", DIALOGS)
def test_a_dialog_is_left_by_the_mouse_and_by_esc_and_gives_the_keyboard_back(
    name: str, house: House, qtbot: QtBot
) -> None:
    for way in ("mouse", "esc"):
        house.window.activateWindow()
        house.window.results.setFocus()
        dialog = shown(qtbot, DIALOGS[name](house))
        dialog.activateWindow()
        if way == "mouse":
            QTest.mouseClick(leaving(dialog), Qt.MouseButton.LeftButton)
        else:
            QTest.keyClick(dialog, Qt.Key.Key_Escape)
        assert not dialog.isVisible()
        assert house.window.focusWidget() is house.window.results


@pytest.mark.parametrize("name", DIALOGS)
def test_a_dialog_has_room_on_a_small_screen_with_large_letters(
    name: str, house: House, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    former = app.font()
    large = QFont(former)
    large.setPixelSize(round(1.3 * max(13, former.pixelSize())))
    app.setFont(large)
    try:
        dialog = shown(qtbot, DIALOGS[name](house))
        assert dialog.minimumSizeHint().width() <= _SCREEN[0]
        assert dialog.minimumSizeHint().height() <= _SCREEN[1] - _TITLE_PX
        leave = leaving(dialog)
        corner = leave.mapTo(dialog, QPoint(leave.width(), leave.height()))
        assert dialog.rect().contains(corner)
    finally:
        app.setFont(former)


@pytest.mark.parametrize("at", RetrainPage)
def test_every_page_of_retrain_has_one_default_and_is_left_by_close(
    at: RetrainPage, house: House, qtbot: QtBot
) -> None:
    dialog = RetrainDialog(house.theme, house.window)
    shown(qtbot, dialog)
    dialog.show_page(at)
    default = [button for button in dialog.findChildren(QPushButton) if button.isDefault()]
    assert len(default) == 1
    assert default[0].isVisible()
    assert default[0].objectName() != "dangerous"
    QTest.mouseClick(leaving(dialog), Qt.MouseButton.LeftButton)
    assert not dialog.isVisible()


@pytest.mark.parametrize("name", ["preferences", "keys"])
def test_return_in_a_search_field_goes_to_what_was_found_and_closes_nothing(
    name: str, house: House, qtbot: QtBot
) -> None:
    house.commands.add("audition.loop", "Loop", print, keys=["L"], menu="Sound")
    dialog = shown(qtbot, DIALOGS[name](house))
    search = next(field for field in dialog.findChildren(QLineEdit) if field.isVisible())
    search.setFocus()
    QTest.keyClicks(search, "loop")
    QTest.keyClick(search, Qt.Key.Key_Return)
    assert dialog.isVisible()
    assert dialog.focusWidget() is not search


def test_return_on_a_button_presses_that_button(house: House, qtbot: QtBot) -> None:
    pressed: list[str] = []
    dialog = QDialog(house.window)
    buttons = Buttons(dialog.reject, dialog, chief="Copy")
    buttons.accepted.connect(lambda: pressed.append("chief"))
    other = buttons.add("Browse", lambda: pressed.append("other"))
    shown(qtbot, dialog)
    other.setFocus()
    QTest.keyClick(other, Qt.Key.Key_Return)
    assert pressed == ["other"]
    field = QWidget(dialog)
    field.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    field.show()
    field.setFocus()
    QTest.keyClick(dialog, Qt.Key.Key_Return)
    assert pressed == ["other", "chief"]


def test_return_in_a_question_of_danger_removes_nothing(house: House, qtbot: QtBot) -> None:
    question = AskDialog(house.window, "Remove", "Remove it?", "It is gone then.", "Remove", is_danger=True)
    shown(qtbot, question)
    QTest.keyClick(question, Qt.Key.Key_Return)
    assert question.clickedButton() is question.leave


def test_the_words_of_the_default_button_fit_although_they_are_bold(qtbot: QtBot, theme: Theme) -> None:
    dialog = QDialog()
    qtbot.addWidget(dialog)
    dialog.setStyleSheet(style_sheet(theme))
    buttons = Buttons(dialog.reject, dialog, chief="Wiederherstellen")
    dialog.show()
    assert buttons.chief is not None
    bold = buttons.chief.font()
    bold.setWeight(QFont.Weight.DemiBold)
    padding = 2 * (16 + 1)  # of dialogs.qss
    assert buttons.chief.width() >= QFontMetrics(bold).horizontalAdvance("Wiederherstellen") + padding


@pytest.mark.shows("screen-reader")
@pytest.mark.parametrize("name", DIALOGS)
def test_every_control_of_every_dialog_has_a_name_and_a_role(qtbot: QtBot, house: House, name: str) -> None:
    dialog = shown(qtbot, DIALOGS[name](house))
    assert not (found := unspoken(dialog)), "\n".join(found)
