"""The preferences: every setting, explained, holding at once."""

from dataclasses import fields
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QComboBox, QLabel, QSpinBox
from pytestqt.qtbot import QtBot

from desktop.base.settings import WindowSettings
from desktop.base.settings_file import SettingsFile
from desktop.base.theme import Theme
from desktop.features.help.preferences import Preferences
from desktop.window.commands import Commands
from tests.desktop.test_keys import Window


@pytest.fixture
def settings(settings_file: Path) -> SettingsFile:
    return SettingsFile(settings_file)


@pytest.fixture
def dialog(qtbot: QtBot, theme: Theme, settings: SettingsFile) -> Preferences:
    window = Window()
    qtbot.addWidget(window)
    dialog = Preferences(settings, Commands(window, theme, settings))  # type: ignore[arg-type]
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.waitExposed(dialog)
    return dialog


def test_every_setting_has_a_row_with_its_explanation(dialog: Preferences) -> None:
    for part in fields(WindowSettings):
        if (how := part.metadata.get("shown")) is not None:
            row = dialog.rows[part.name]
            assert row.control.accessibleName() == how.title
            assert any(label.text().startswith(how.explanation) for label in row.findChildren(QLabel))


def test_a_choice_holds_at_once_and_is_kept(dialog: Preferences, settings: SettingsFile, settings_file: Path) -> None:
    box = dialog.rows["theme"].control
    assert isinstance(box, QComboBox)
    box.setFocus()
    QTest.keyClick(box, Qt.Key.Key_Down)  # dark, then light
    assert settings.values.theme == "light"
    settings.flush()
    assert SettingsFile(settings_file).values.theme == "light"
    assert not dialog.later.isVisible()


def test_a_box_is_ticked_by_the_space_bar(dialog: Preferences, settings: SettingsFile) -> None:
    box = dialog.rows["autoplay"].control
    assert isinstance(box, QCheckBox)
    dialog.show_section("Audition")
    box.setFocus()
    QTest.keyClick(box, Qt.Key.Key_Space)
    assert settings.values.autoplay is False


def test_what_needs_a_new_start_offers_one(dialog: Preferences, settings: SettingsFile) -> None:
    number = dialog.rows["scale_percent"].control
    assert isinstance(number, QSpinBox)
    number.setValue(150)
    assert settings.values.scale_percent == 150
    assert dialog.later.isVisible()


def test_a_change_made_elsewhere_is_shown_and_not_made_again(dialog: Preferences, settings: SettingsFile) -> None:
    settings.change(theme="light")
    box = dialog.rows["theme"].control
    assert isinstance(box, QComboBox)
    assert box.currentText() == "Light"


def test_a_section_goes_back_to_its_defaults(dialog: Preferences, settings: SettingsFile) -> None:
    settings.change(theme="light", density="compact", autoplay=False)
    dialog._reset(("theme", "density"))
    assert (settings.values.theme, settings.values.density, settings.values.autoplay) == (
        WindowSettings().theme,
        WindowSettings().density,
        False,
    )


def test_everything_goes_back_to_what_it_was_at_first(dialog: Preferences, settings: SettingsFile) -> None:
    settings.change(theme="light", autoplay=False, watch=False)
    dialog.reset_all()
    assert settings.values == WindowSettings()


def test_settings_are_found_by_their_words(dialog: Preferences) -> None:
    dialog.search.setText("watch folders")
    assert dialog.rows["watch"].isVisibleTo(dialog.rows["watch"].parentWidget())
    assert not dialog.rows["look_at_start"].isVisibleTo(dialog.rows["look_at_start"].parentWidget())
    assert dialog.sections.currentItem().text() == "Library & watching"
