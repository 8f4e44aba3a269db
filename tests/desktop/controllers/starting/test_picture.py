"""The picture of a window that is left, and what the next start makes of it."""

import logging
import shutil
import stat
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from desktop.base.theme import Theme, load_theme
from desktop.controllers.startup.window_picture import WindowPicture
from desktop.window.cover.picture import FieldLook, PictureInfo, desktop_is_dark, encoded, picture_file, read_picture
from tests.helpers.tiny_library import TinyLibrary
from tests.helpers.whole_window import whole_window

FIELD = FieldLook(
    (10, 20, 300, 30), "door «heavy»", "Inter,15", ("#000000", "#ffffff", "#888888", "#ff8800", "#000000"), "", "Search"
)
LEFT = PictureInfo("/library", "#202020", None, FIELD)
LIBRARY = Path("/library")


def image() -> QImage:
    made = QImage(40, 30, QImage.Format.Format_RGB32)
    made.fill(0x336699)
    return made


def written(folder: Path, data: bytes) -> Path:
    file = folder / "window-left.png"
    file.write_bytes(data)
    return file


def test_a_picture_comes_back_as_it_was_kept(tmp_path: Path, qtbot: QtBot) -> None:
    picture = read_picture(written(tmp_path, encoded(image(), LEFT)), LIBRARY)
    assert picture is not None
    assert picture.left == LEFT
    assert picture.image.convertToFormat(QImage.Format.Format_RGB32) == image()


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"no picture",
        encoded(QImage(4, 4, QImage.Format.Format_RGB32), LEFT)[:60],
        encoded(image(), replace(LEFT, background=7)),  # type: ignore[arg-type]
        encoded(image(), replace(LEFT, field=replace(FIELD, rect=(1, 2, 3)))),  # type: ignore[arg-type]
        encoded(image(), replace(LEFT, field=replace(FIELD, rect=(1, 2, 3, 1 << 40)))),
        encoded(image(), replace(LEFT, field=replace(FIELD, text=7))),  # type: ignore[arg-type]
    ],
    ids=["empty", "text", "half", "no colour", "no place", "a place far off", "no words"],
)
def test_a_file_that_cannot_be_used_is_as_good_as_none(
    tmp_path: Path, qtbot: QtBot, caplog: pytest.LogCaptureFixture, data: bytes
) -> None:
    assert read_picture(written(tmp_path, data), LIBRARY) is None
    assert "how the last session looked is not used" in caplog.text


def test_a_picture_without_our_words_is_none(tmp_path: Path, qtbot: QtBot) -> None:
    image().save(str(tmp_path / "window-left.png"))
    assert read_picture(tmp_path / "window-left.png", LIBRARY) is None


def test_another_library_or_another_look_of_the_desktop_is_none(tmp_path: Path, qtbot: QtBot) -> None:
    file = written(tmp_path, encoded(image(), LEFT))
    assert read_picture(file, Path("/elsewhere")) is None
    looks = [
        read_picture(written(tmp_path, encoded(image(), replace(LEFT, desktop_is_dark=dark))), LIBRARY)
        for dark in (True, False)
    ]
    assert sum(look is not None for look in looks) == 1
    other_screen = image()
    other_screen.setDevicePixelRatio(3.0)
    assert read_picture(written(tmp_path, encoded(other_screen, LEFT)), LIBRARY) is None


def test_no_file_is_no_picture(tmp_path: Path, qtbot: QtBot) -> None:
    assert read_picture(tmp_path / "none.png", LIBRARY) is None


def test_a_window_that_is_left_leaves_a_picture_that_is_its_users_alone(
    qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path
) -> None:
    with whole_window(qtbot, tiny_library, tmp_path) as earshot:
        window = earshot.window
        window.search_bar.set_text("low hum")
        qtbot.waitUntil(lambda: earshot.finding.on_show is not None and earshot.finding.on_show.text == "low hum")
        seen, field = window.grab().toImage(), window.search_bar.field
        place = QRect(field.mapTo(window, QPoint(0, 0)), field.size())
        window.close()
    file = picture_file(tmp_path / "window.json")
    picture = read_picture(file, tmp_path / "library")
    assert picture is not None
    assert picture.image.size() == seen.size()
    assert picture.left.field.text == "low hum"
    assert place.contains(QRect(*picture.left.field.rect))
    if sys.platform != "win32":
        assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_who_does_not_want_to_be_led_back_leaves_no_picture(
    qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path
) -> None:
    with whole_window(qtbot, tiny_library, tmp_path) as earshot:
        earshot.window.close()
    assert picture_file(tmp_path / "window.json").exists()
    with whole_window(qtbot, tiny_library, tmp_path, keep_query=False) as earshot:
        earshot.window.close()
    assert not picture_file(tmp_path / "window.json").exists()


def test_a_picture_that_cannot_be_written_leaves_no_old_one(
    qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path, caplog: pytest.LogCaptureFixture, theme: Theme
) -> None:
    with whole_window(qtbot, tiny_library, tmp_path) as earshot:
        earshot.window.close()
        file = picture_file(tmp_path / "window.json")
        assert file.exists()
        shutil.move(file, tmp_path / "old.png")
        file.mkdir()  # what is to take its place cannot
        picturing = WindowPicture(file, theme, desktop_is_dark=False)
        with caplog.at_level(logging.ERROR):
            picturing.take(earshot.window, tmp_path / "library", follows_desktop=False)
            picturing.flush()
    assert "could not be written" in caplog.text
    assert not list(tmp_path.glob("*.part"))


def test_a_window_that_follows_the_desktop_is_shown_while_that_stays_as_it_was(
    qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path
) -> None:
    theme = load_theme("dark")
    with whole_window(qtbot, tiny_library, tmp_path) as earshot:
        for dark, is_shown in ((desktop_is_dark(), True), (not desktop_is_dark(), False)):
            picturing = WindowPicture(tmp_path / "one.png", theme, desktop_is_dark=dark)
            picturing.take(earshot.window, tmp_path / "library", follows_desktop=True)
            picturing.flush()
            assert (read_picture(tmp_path / "one.png", tmp_path / "library") is not None) is is_shown
        theme.become(load_theme("light"))
        picturing.take(earshot.window, tmp_path / "library", follows_desktop=True)
        picturing.flush()
    assert not (tmp_path / "one.png").exists(), "the desktop changed meanwhile"
