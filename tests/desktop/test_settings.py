"""What the window remembers."""

from dataclasses import fields
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from desktop.settings import SettingsFile, WindowSettings


def test_a_choice_is_there_at_the_next_start(settings_file: Path) -> None:
    SettingsFile(settings_file).change(autoplay=False)
    assert SettingsFile(settings_file).values.autoplay is False


def test_a_damaged_file_gives_the_defaults(settings_file: Path, caplog: pytest.LogCaptureFixture) -> None:
    settings_file.write_text("{")
    assert SettingsFile(settings_file).values == WindowSettings()
    assert "not used" in caplog.text


def test_a_newer_file_gives_the_defaults(settings_file: Path, caplog: pytest.LogCaptureFixture) -> None:
    settings_file.write_text('{"version": 99, "autoplay": false}')
    assert SettingsFile(settings_file).values.autoplay is True
    assert "later Earshot" in caplog.text


def test_an_unknown_key_is_told_and_the_others_hold(settings_file: Path, caplog: pytest.LogCaptureFixture) -> None:
    settings_file.write_text('{"version": 1, "autoplai": false, "theme": "light"}')
    assert SettingsFile(settings_file).values == WindowSettings(theme="light")
    assert "autoplai" in caplog.text


@pytest.mark.parametrize(
    ("entry", "name"),
    [
        ('"autoplay": 1', "autoplay"),
        ('"scale_percent": true', "scale_percent"),
        ('"scale_percent": 1000', "scale_percent"),
        ('"density": "huge"', "density"),
        ('"keys": ["W"]', "keys"),
    ],
)
def test_a_wrong_value_has_its_default_and_the_others_hold(
    settings_file: Path, caplog: pytest.LogCaptureFixture, entry: str, name: str
) -> None:
    settings_file.write_text(f'{{"version": 1, {entry}, "theme": "light"}}')
    assert SettingsFile(settings_file).values == WindowSettings(theme="light")
    assert name in caplog.text


def test_a_change_is_told_by_name_and_only_when_there_is_one(settings_file: Path, qtbot: QtBot) -> None:
    settings = SettingsFile(settings_file)
    with qtbot.waitSignal(settings.changed) as changed:
        settings.change(theme="light")
    assert changed.args == ["theme"]
    with qtbot.assertNotEmitted(settings.changed):
        settings.change(theme="light")


def test_every_setting_that_is_shown_is_explained() -> None:
    shown = [part.metadata["shown"] for part in fields(WindowSettings) if "shown" in part.metadata]
    assert [how for how in shown if not (how.section and how.title and how.explanation.endswith("."))] == []


def test_a_theme_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="theme"):
        WindowSettings(theme="pink")


def test_the_golden_file_of_version_1_is_read(tmp_path: Path) -> None:
    golden = Path(__file__).parents[1] / "golden" / "window-settings-1.json"
    assert SettingsFile(golden).values == WindowSettings(autoplay=False, theme="dark")


def test_a_place_that_is_no_text_is_refused(settings_file: Path, caplog: pytest.LogCaptureFixture) -> None:
    settings_file.write_text('{"version": 1, "place": 3}')
    assert SettingsFile(settings_file).values == WindowSettings()
    assert "place" in caplog.text
