"""What the window remembers."""

from pathlib import Path

import pytest

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


def test_an_unknown_key_is_an_error_that_is_told(settings_file: Path, caplog: pytest.LogCaptureFixture) -> None:
    settings_file.write_text('{"version": 1, "autoplai": false}')
    assert SettingsFile(settings_file).values == WindowSettings()
    assert "autoplai" in caplog.text


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
