"""The transfer profile in the window: chosen by key and menu, kept, and what is dragged or copied leaves by it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import soundfile
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QLabel
from pytestqt.qtbot import QtBot

from desktop.app.app import EarshotApp
from desktop.features.export.collect import CollectDialog
from desktop.features.transfer.dialog import TransferDialog
from desktop.features.transfer.feature import TransferFeature
from desktop.widgets.drag import paths_of
from engine.transfer.profile import AS_IT_IS, Container, Depth, Profile, read_channels
from engine.transfer.profile_store import BUILT_IN, ProfileStore, write_file
from tests.helpers.tiny_library import TinyLibrary
from tests.helpers.whole_window import whole_window

SPLIT = Profile("Split", Container.AIFF, 44_100, Depth.INT16, channels=read_channels("split"), pattern="{name}_{n:02}")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where everything lies, the folder of dragged files too."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path


@pytest.fixture
def app(qtbot: QtBot, tiny_library: TinyLibrary, folder: Path) -> Iterator[EarshotApp]:
    with whole_window(qtbot, tiny_library, folder, drag_folder=str(folder / "drags")) as made:
        yield made


def profiles(app: EarshotApp) -> TransferFeature:
    return next(iter(app.window.findChildren(TransferFeature)))


def copied(qtbot: QtBot, app: EarshotApp, command: str) -> list[Path]:
    QGuiApplication.clipboard().setText("nothing yet")
    app.commands.action(command).trigger()
    qtbot.waitUntil(lambda: bool(paths_of(QGuiApplication.clipboard().mimeData())))
    return [path.native for path in paths_of(QGuiApplication.clipboard().mimeData())]


def on_the_first_row(qtbot: QtBot, app: EarshotApp) -> Path:
    app.window.results.go_to(0)
    qtbot.waitUntil(lambda: app.window.deck.hit is not None)
    assert app.window.deck.hit is not None
    return app.window.deck.hit.sound.path.native


@pytest.mark.shows("transfer-profiles")
def test_a_key_switches_the_profile_and_what_is_copied_leaves_by_it(
    qtbot: QtBot, app: EarshotApp, folder: Path
) -> None:
    source = on_the_first_row(qtbot, app)
    assert copied(qtbot, app, "edit.copy_files") == [source], "without a profile the file itself"
    app.window.results.setFocus()
    QTest.keyClick(
        app.window.results, Qt.Key.Key_X, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    )
    assert profiles(app).chosen == BUILT_IN[1]
    assert profiles(app).button.text().startswith("WAV 48") and "WAV 48 kHz, 24-bit" in profiles(app).button.toolTip()
    (whole,) = copied(qtbot, app, "edit.copy_files")
    assert whole.parent == folder / "drags" and whole.name == f"{source.stem}.wav"
    info = soundfile.info(whole)
    assert (info.samplerate, info.subtype) == (48_000, "PCM_24")
    app.window.deck.waveform.select(0.5, 1.0)
    (part,) = copied(qtbot, app, "drag.copy_selection")
    assert soundfile.info(part).frames == 24_000 and part.name == f"{source.stem} 0m00.500-0m01.000.wav"
    assert app.settings.values.transfer_profile == "WAV 48 kHz, 24-bit"


def test_the_menu_has_what_the_shell_saved_and_a_split_sound_leaves_as_its_channels(
    qtbot: QtBot, app: EarshotApp, folder: Path
) -> None:
    source = on_the_first_row(qtbot, app)
    ProfileStore(folder / "profiles").save(SPLIT)
    feature = profiles(app)
    menu = feature.button.menu()
    menu.aboutToShow.emit()
    qtbot.waitUntil(lambda: SPLIT in feature.known)
    action = next(action for action in menu.actions() if action.data() == "Split")
    action.trigger()
    assert feature.chosen == SPLIT
    channels = soundfile.info(source).channels
    files = copied(qtbot, app, "edit.copy_files")
    assert [file.suffix for file in files] == [".aiff"] * channels
    assert files[0].name == (f"{source.stem}_01.aiff" if channels == 1 else f"{source.stem}_01.L.aiff")
    assert {(soundfile.info(file).channels, soundfile.info(file).samplerate) for file in files} == {(1, 44_100)}


def test_copies_to_a_project_leave_by_it_too(qtbot: QtBot, app: EarshotApp, folder: Path) -> None:
    source = on_the_first_row(qtbot, app)
    profiles(app).choose(BUILT_IN[2])
    app.commands.action("export.collect").trigger()
    dialog = next(iter(app.window.findChildren(CollectDialog)))
    assert BUILT_IN[2].name in [label.text() for label in dialog.findChildren(QLabel)]
    QTest.keyClicks(dialog.folder, str(folder / "project"))
    QTest.mouseClick(dialog.agree, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "1 file copied to" in app.window.status.answer.text())
    info = soundfile.info(folder / "project" / f"{source.stem}.wav")
    assert (info.samplerate, info.subtype) == (44_100, "PCM_16")
    assert (folder / "project" / "credits.txt").exists()


def test_a_profile_is_made_in_the_dialog_chosen_changed_and_removed(
    qtbot: QtBot, app: EarshotApp, folder: Path
) -> None:
    feature, shelf = profiles(app), ProfileStore(folder / "profiles")
    source = on_the_first_row(qtbot, app)
    app.commands.action("transfer.profiles").trigger()
    dialog = feature.dialog
    assert dialog is not None
    qtbot.waitUntil(lambda: dialog.list.topLevelItemCount() == len(BUILT_IN))
    dialog.list.setCurrentIndex(dialog.list.model().index(1, 0))
    assert not dialog.save_button.isEnabled(), "it comes with Earshot"
    dialog.name.selectAll()
    QTest.keyClicks(dialog.name, "Series")
    dialog.container.choose(Container.MP3, "")
    assert "bit depth" in dialog.fault.text() and not dialog.save_button.isEnabled()
    dialog.container.choose(Container.FLAC, "")
    QTest.keyClicks(dialog.pattern, "{what}")
    assert "{what}" in dialog.fault.text()
    dialog.pattern.clear()
    QTest.keyClicks(dialog.pattern, "{name}_{n:03}")
    assert dialog.preview.text() == f"For example {source.stem}_001"
    QTest.mouseClick(dialog.save_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: dialog.list.topLevelItemCount() == len(BUILT_IN) + 1)
    made = Profile("Series", Container.FLAC, 48_000, Depth.INT24, pattern="{name}_{n:03}")
    assert shelf.get("Series") == made
    feature.choose(made)
    dialog.handles.setValue(0.5)
    QTest.mouseClick(dialog.save_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: feature.chosen == replace(made, handles_s=0.5))
    QTest.mouseClick(dialog.remove_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: dialog.list.topLevelItemCount() == len(BUILT_IN))
    assert feature.chosen == AS_IT_IS and shelf.all() == list(BUILT_IN)
    dialog.reject()


@pytest.mark.parametrize("profile", [*BUILT_IN, SPLIT, replace(SPLIT, name="Odd", rate_hz=22_050, fade_s=0.0)])
def test_the_form_says_what_the_profile_says(qtbot: QtBot, profile: Profile) -> None:
    dialog = TransferDialog({"name": "rain"})
    qtbot.addWidget(dialog)
    dialog.show_profiles([profile], profile.name)
    assert dialog.profile == profile


def test_the_key_goes_round(qtbot: QtBot, app: EarshotApp) -> None:
    feature = profiles(app)
    seen = []
    for _ in BUILT_IN:
        app.commands.action("transfer.next").trigger()
        seen.append(feature.chosen)
    assert seen == [*BUILT_IN[1:], AS_IT_IS]
    assert feature.button.text() == "" and app.settings.values.transfer_profile == ""


def test_the_name_of_a_profile_leaves_the_sounds_name_its_room(qtbot: QtBot, app: EarshotApp) -> None:
    on_the_first_row(qtbot, app)
    app.commands.action("transfer.next").trigger()
    button = profiles(app).button
    qtbot.waitUntil(lambda: bool(button.text()) and button.width() >= button.sizeHint().width())
    titles = app.window.deck.titles
    assert titles.width() >= titles.minimumSizeHint().width()


def test_a_profile_is_taken_in_from_a_file_and_chosen(
    qtbot: QtBot, app: EarshotApp, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_file(folder / "theirs.json", SPLIT)
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(folder / "theirs.json"), ""))
    app.commands.action("transfer.import").trigger()
    qtbot.waitUntil(lambda: profiles(app).chosen == SPLIT)
    (folder / "theirs.json").write_text("{", encoding="utf-8")
    app.commands.action("transfer.import").trigger()
    qtbot.waitUntil(lambda: "theirs.json" in app.window.message.label.text())
    assert profiles(app).chosen == SPLIT


def test_what_a_profile_cannot_do_to_a_sound_is_said_and_nothing_leaves(
    qtbot: QtBot, app: EarshotApp, folder: Path
) -> None:
    on_the_first_row(qtbot, app)
    profiles(app).choose(Profile("Nine", channels=read_channels("pick:9")))
    app.commands.action("edit.copy_files").trigger()
    qtbot.waitUntil(lambda: "channel 9 was asked for" in app.window.message.label.text().lower())
    assert not list((folder / "drags").glob("*")) if (folder / "drags").exists() else True


def test_the_choice_is_there_again_and_one_that_went_is_told(
    qtbot: QtBot, tiny_library: TinyLibrary, folder: Path
) -> None:
    ProfileStore(folder / "profiles").save(SPLIT)
    with whole_window(qtbot, tiny_library, folder, transfer_profile="Split") as app:
        qtbot.waitUntil(lambda: profiles(app).chosen == SPLIT)
        assert profiles(app).button.text() == "Split"
    ProfileStore(folder / "profiles").remove("Split")
    with whole_window(qtbot, tiny_library, folder, transfer_profile="Split") as app:
        qtbot.waitUntil(lambda: "Split" in app.window.message.label.text())
        assert profiles(app).chosen == AS_IT_IS and app.settings.values.transfer_profile == ""
