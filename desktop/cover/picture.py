"""The picture of the window as it was left, which the next start shows while the window itself is being made.

It is a PNG beside the settings, with what belongs to it in its text: whose library it shows, and where in it one types.
It is only a reminder: one that is missing, damaged, of another library, screen or colour scheme counts as none. Loads
nothing but Qt.
"""

import json
import logging
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QGuiApplication, QImage, QImageReader, QImageWriter

_KEY = "earshot"
_VERSION = 1
_COMPRESSION = 20
"""Of 100: the fastest that compresses."""
_MOST_PIXELS = 1 << 26
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class FieldLook:
    """The search field in the picture: where its words stand, and how they look."""

    rect: tuple[int, int, int, int]
    """Left, top, width and height in the window, in device-independent pixels."""
    text: str
    font: str
    """As QFont.toString writes it."""
    colours: tuple[str, str, str, str, str]
    """Of the field, of its words, of its hint, of a selection and of the words in it: "#rrggbb"."""
    hint: str
    """What an empty field says."""
    name: str
    """What it is called for those who cannot see it."""

    @property
    def accent(self) -> str:
        """The colour of a selection."""
        return self.colours[3]


@dataclass(frozen=True, slots=True)
class Left:
    """What belongs to a picture."""

    library: str
    """The library's folder."""
    background: str
    """"#rrggbb": in the place of the picture where the window has another size now."""
    desktop_is_dark: bool | None
    """As `desktop_is_dark` told it when the session began; None where the window does not follow the desktop."""
    field: FieldLook


@dataclass(frozen=True, slots=True)
class Picture:
    """The window as it was left."""

    image: QImage
    left: Left


def picture_file(settings_file: Path) -> Path:
    """Where the picture is kept, beside the settings."""
    return settings_file.with_name(f"{settings_file.stem}-left.png")


def encoded(image: QImage, left: Left) -> bytes:
    """What the file holds. Any thread.

    Raises:
        ValueError: it cannot be written as a PNG.
    """
    record = {"version": _VERSION, **asdict(left), "ratio": image.devicePixelRatio()}
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QImageWriter(buffer, b"png")
    writer.setCompression(_COMPRESSION)
    writer.setText(_KEY, json.dumps(record))  # letters of ASCII alone
    if not writer.write(image):
        raise ValueError(f"the picture of the window cannot be encoded: {writer.errorString()}")
    return bytes(buffer.data().data())


def read_picture(file: Path, library: Path) -> Picture | None:
    """The window as this library was left; None when that is not known, or looks otherwise now."""
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
    left = Left(field=field, **record)
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
    """Refuses what no file of ours holds."""
    field = FieldLook(**{**record, "rect": tuple(record["rect"]), "colours": tuple(record["colours"])})
    words = (field.text, field.font, field.hint, field.name, *field.colours)
    if not all(isinstance(word, str) for word in words) or len(field.colours) != 5:
        raise ValueError("a field has words and five colours")
    if len(field.rect) != 4 or not all(type(number) is int and abs(number) < 1 << 15 for number in field.rect):
        raise ValueError("a field has a place of four numbers")
    return field


def desktop_is_dark() -> bool:
    """Whether the desktop is dark, told by its colours; ours must not have taken their place yet.

    To ask Qt for the scheme takes as long as to show the whole picture.
    """
    colours = QGuiApplication.palette()
    return colours.window().color().lightness() < colours.windowText().color().lightness()
