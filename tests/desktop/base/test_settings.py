"""What the window remembers."""

import json
import subprocess
import sys
import threading
from dataclasses import fields
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from desktop.base.settings import WindowSettings
from desktop.base.settings_file import SettingsFile, SettingsWriter


def test_a_choice_is_there_at_the_next_start(settings_file: Path) -> None:
    settings = SettingsFile(settings_file)
    settings.change(autoplay=False)
    settings.flush()
    assert SettingsFile(settings_file).values.autoplay is False


def test_a_slow_disk_holds_up_nobody_and_only_the_newest_is_written(
    settings_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, go_on, written = threading.Event(), threading.Event(), list[str]()
    write = SettingsWriter._write

    def slowly(writer: SettingsWriter, text: str) -> None:
        begun.set()
        go_on.wait(10)
        written.append(text)
        write(writer, text)

    monkeypatch.setattr(SettingsWriter, "_write", slowly)
    settings = SettingsFile(settings_file)
    settings.change(volume=10)
    assert begun.wait(60)
    for volume in (20, 30, 40):
        settings.change(volume=volume)
    assert not settings_file.exists()
    go_on.set()
    settings.flush()
    assert [json.loads(text)["volume"] for text in written] == [10, 40]
    assert json.loads(settings_file.read_text())["volume"] == 40
    assert [path.name for path in settings_file.parent.iterdir()] == [settings_file.name]


def test_what_was_set_last_is_written_though_the_program_ends_at_once(settings_file: Path) -> None:
    code = "import sys; from pathlib import Path; from desktop.base.settings_file import SettingsFile; "
    code += "SettingsFile(Path(sys.argv[1])).change(theme='light')"
    subprocess.run([sys.executable, "-c", code, str(settings_file)], check=True, timeout=120)
    assert SettingsFile(settings_file).values.theme == "light"


def test_a_folder_that_takes_no_file_is_logged_and_the_choice_holds(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").touch()
    settings = SettingsFile(tmp_path / "file" / "window.json")
    settings.change(autoplay=False)
    settings.flush()
    assert settings.values.autoplay is False
    assert "could not be written" in caplog.text


@pytest.mark.parametrize(("kept", "meant"), [("comfortable", "standard"), ("compact", "compact"), ("roomy", "roomy")])
def test_the_height_of_rows_that_a_former_version_kept_is_understood(
    settings_file: Path, caplog: pytest.LogCaptureFixture, kept: str, meant: str
) -> None:
    settings_file.write_text(json.dumps({"version": 1, "density": kept, "theme": "light"}))
    values = SettingsFile(settings_file).values
    assert (values.density, values.theme) == (meant, "light")
    assert not caplog.records


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
    golden = Path(__file__).parents[2] / "golden" / "window-settings-1.json"
    assert SettingsFile(golden).values == WindowSettings(autoplay=False, theme="dark")


def test_a_place_that_is_no_text_is_refused(settings_file: Path, caplog: pytest.LogCaptureFixture) -> None:
    settings_file.write_text('{"version": 1, "place": 3}')
    assert SettingsFile(settings_file).values == WindowSettings()
    assert "place" in caplog.text
