"""Stores a picture of the window when it closes, for the next start to show."""

import logging
import threading
from pathlib import Path

from PySide6.QtCore import QPoint
from PySide6.QtGui import QImage

from desktop.base.theme import Theme
from desktop.window.cover.picture import FieldLook, PictureInfo, encoded
from desktop.window.main_window import MainWindow
from engine.base.partial_files import partial_in
from engine.base.private_files import make_private, private_opener

_TEXT_EDGE_PX = 2
"""Between the edge of a QLineEdit and its text."""
_log = logging.getLogger(__name__)


class WindowPicture:
    """Takes the picture, and writes it in a thread of its own. GUI thread only.

    Args:
        file: path of the picture.
        theme: the window's colours.
        desktop_is_dark: whether the desktop was dark before the window set its own colours.
    """

    def __init__(self, file: Path, theme: Theme, *, desktop_is_dark: bool) -> None:
        self._file, self._theme = file, theme
        self._desktop_is_dark, self._began_dark = desktop_is_dark, theme.is_dark
        self._thread: threading.Thread | None = None

    def take(self, window: MainWindow, library: Path, *, follows_desktop: bool) -> None:
        """Takes a picture; `flush` waits until it is written. A failure is logged and removes the former picture.

        If the desktop turned dark or light during the session, the look of the next start is unknown, and no picture is
        kept.
        """
        self.flush()  # a window may be hidden to the tray first and closed later
        if follows_desktop and self._theme.is_dark != self._began_dark:
            self.forget()
            return
        left = left_now(window, self._theme, library, self._desktop_is_dark if follows_desktop else None)
        image = window.grab().toImage()
        self._thread = threading.Thread(target=self._write, args=(image, left), name="picture", daemon=False)
        self._thread.start()

    def forget(self) -> None:
        self.flush()
        self._remove()

    def _remove(self) -> None:
        try:
            self._file.unlink(missing_ok=True)
        except OSError:
            _log.exception("%s could not be removed", self._file)

    def flush(self) -> None:
        """Waits until the picture is written, or has failed."""
        if self._thread is not None:
            self._thread.join()

    def _write(self, image: QImage, left: PictureInfo) -> None:
        try:
            self._replace(encoded(image, left))
        except (OSError, ValueError):
            _log.exception("how the window looks could not be written to %s", self._file)
            self._remove()

    def _replace(self, data: bytes) -> None:
        make_private(self._file.parent)
        temporary = partial_in(self._file.parent)
        try:
            with open(temporary, "wb", opener=private_opener) as file:
                file.write(data)
            temporary.replace(self._file)
        finally:
            temporary.unlink(missing_ok=True)


def left_now(window: MainWindow, theme: Theme, library: Path, desktop_is_dark: bool | None) -> PictureInfo:
    """What describes a picture of the window taken now."""
    field = window.search_bar.field
    words = field.words_rect.adjusted(-_TEXT_EDGE_PX, 0, 0, 0)
    corner = field.mapTo(window, QPoint(words.left(), words.top()))
    look = FieldLook(
        rect=(corner.x(), corner.y(), words.width(), words.height()),
        text=field.text(),
        font=field.font().toString(),
        colours=(
            str(theme.field),
            str(theme.text),
            str(theme.text_faint),
            str(theme.accent),
            str(theme.on_accent),
        ),
        hint=field.placeholderText(),
        name=field.accessibleName(),
    )
    return PictureInfo(
        library=str(library),
        background=str(theme.window),
        desktop_is_dark=desktop_is_dark,
        field=look,
    )
