"""Files that leave the window and that come in."""

import pytest
from PySide6.QtCore import QMimeData, QUrl

from desktop.widgets.drag import SOUNDS_TYPE, mime_of, paths_of, sounds_of
from engine.base.types import FilePath, SoundId


def test_two_rows_leave_as_two_exact_addresses() -> None:
    data = mime_of([FilePath(b"/a/door slam.wav"), FilePath(b"/a/\xff.wav")])
    # RFC 2483: one address a line, CRLF; RFC 3986: space and bytes that are no ASCII are percent-encoded.
    assert bytes(data.data("text/uri-list").data()) == b"file:///a/door%20slam.wav\r\nfile:///a/%FF.wav\r\n"


def test_programs_that_ask_qt_for_urls_get_them() -> None:
    assert mime_of([FilePath(b"/a/door slam.wav")]).urls() == [QUrl.fromLocalFile("/a/door slam.wav")]


@pytest.mark.shows("file-several-selection")
def test_copied_files_can_be_pasted_in_gnome_files() -> None:
    data = mime_of([FilePath(b"/a/b.wav")], is_clipboard=True)
    assert bytes(data.data("x-special/gnome-copied-files").data()) == b"copy\nfile:///a/b.wav"


def test_what_leaves_comes_back_even_with_a_name_that_is_not_utf8() -> None:
    paths = (FilePath(b"/a/\xff \xc3\xa4.wav"), FilePath(b"/b"))
    assert paths_of(mime_of(paths)) == paths


def test_a_web_address_is_not_a_file() -> None:
    data = QMimeData()
    data.setUrls([QUrl("https://example.org/a.wav"), QUrl.fromLocalFile("/a.wav")])
    assert paths_of(data) == (FilePath(b"/a.wav"),)


def test_rows_say_which_sounds_they_are_to_our_own_window() -> None:
    data = mime_of([FilePath(b"/a.wav"), FilePath(b"/b.wav")], sounds=[SoundId(12), SoundId(7)])
    assert sounds_of(data) == (12, 7)


def test_a_drag_from_elsewhere_names_no_sounds() -> None:
    data = QMimeData()
    data.setData(SOUNDS_TYPE, b"-1\nx\n")
    assert sounds_of(data) == sounds_of(QMimeData()) == ()
