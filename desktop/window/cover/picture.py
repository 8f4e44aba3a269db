"""The picture of the window from the last session, shown by the next start while it builds the window.

A PNG beside the settings with its metadata in a text chunk: the library and the search field. It is only a preview: one
that is missing, damaged, or of another library, screen or colour scheme is ignored. Loads nothing but Qt.
"""

import json
import logging
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict
from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QGuiApplication, QImage, QImageReader, QImageWriter

_KEY = "earshot"
_VERSION = 1
_COMPRESSION = 20
"""Of 100: the fastest level that compresses."""
_MOST_PIXELS = 1 << 26
_log = logging.getLogger(__name__)


class FieldLook(Struct, frozen=True):
    """Position and look of the search field in the picture."""

    rect: tuple[int, int, int, int]
    """Left, top, width and height in the window, in device-independent pixels."""
    text: str
    font: str
    """As QFont.toString writes it."""
    colours: tuple[str, str, str, str, str]
    """Of field, text, placeholder, selection and selected text: "#rrggbb"."""
    hint: str
    name: str
    """Accessible name."""

    @property
    def accent(self) -> str:
        return self.colours[3]


class PictureInfo(Struct, frozen=True):
    """Metadata of a picture."""

    library: str
    """The library's folder."""
    background: str
    """"#rrggbb", painted instead of the picture if the window's size has changed."""
    desktop_is_dark: bool | None
    """Result of `desktop_is_dark` at the session's start; None if the window does not follow the desktop."""
    field: FieldLook


class Picture(Struct, frozen=True):
    """The window as the last session left it."""

    image: QImage
    left: PictureInfo


def picture_file(settings_file: Path) -> Path:
    """The picture's file, beside the settings."""
    return settings_file.with_name(f"{settings_file.stem}-left.png")


def encoded(image: QImage, left: PictureInfo) -> bytes:
    """Contents of the file. Any thread.

    Raises:
        ValueError: it cannot be encoded as a PNG.
    """
    record = {"version": _VERSION, **asdict(left), "field": asdict(left.field), "ratio": image.devicePixelRatio()}
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QImageWriter(buffer, b"png")
    writer.setCompression(_COMPRESSION)
    writer.setText(_KEY, json.dumps(record))  # ASCII only
    if not writer.write(image):
        raise ValueError(f"the picture of the window cannot be encoded: {writer.errorString()}")
    return bytes(buffer.data().data())


def read_picture(file: Path, library: Path) -> Picture | None:
    """The picture of this library's last session; None if unknown or outdated."""
    try:
        return _read(file, library)
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError) as err:
        _log.warning("how the last session looked is not used, %s: %s", file, err)
        return None


def _read(file: Path, library: Path) -> Picture | None:
    if not file.exists():
        return None
    reader = QImageReader(str(file), b"png")
    size = reader.size()
    if not 0 < size.width() * size.height() <= _MOST_PIXELS:
        raise ValueError("no picture, or too large a one")
    record = json.loads(reader.text(_KEY))
    if record.pop("version") != _VERSION:
        raise ValueError("written by a later Earshot")
    ratio, field = record.pop("ratio"), _field_of(record.pop("field"))
    left = PictureInfo(field=field, **record)
    if not isinstance(left.background, str):
        raise ValueError("a picture has a colour around it")
    screen = QGuiApplication.primaryScreen()
    if left.library != str(library) or screen.devicePixelRatio() != ratio:
        return None
    if left.desktop_is_dark not in (None, desktop_is_dark()):
        return None
    image = reader.read()
    if image.isNull():
        raise ValueError(reader.errorString())
    image.setDevicePixelRatio(ratio)
    return Picture(image, left)


def _field_of(record: dict[str, Any]) -> FieldLook:
    field = FieldLook(**{**record, "rect": tuple(record["rect"]), "colours": tuple(record["colours"])})
    words = (field.text, field.font, field.hint, field.name, *field.colours)
    if not all(isinstance(word, str) for word in words) or len(field.colours) != 5:
        raise ValueError("a field has words and five colours")
    if len(field.rect) != 4 or not all(type(number) is int and abs(number) < 1 << 15 for number in field.rect):
        raise ValueError("a field has a place of four numbers")
    return field


def desktop_is_dark() -> bool:
    """Whether the desktop's palette is dark. Call it before the application sets its own.

    Asking Qt for the colour scheme takes as long as showing the whole picture.
    """
    colours = QGuiApplication.palette()
    return colours.window().color().lightness() < colours.windowText().color().lightness()
