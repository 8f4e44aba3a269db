"""Sounds as files for other programs: data of drags and of Ctrl+C, and the drag itself."""

from collections.abc import Sequence
from urllib.parse import unquote_to_bytes

from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDrag, QFontMetrics, QPainter, QPixmap
from PySide6.QtWidgets import QWidget

from desktop.base.theme import Theme
from engine.base.types import FilePath, SoundId

SOUNDS_TYPE = "application/x-earshot-sounds"
"""Ids of the library's sounds, for drops within the window: decimal, one per line."""
_LABEL_PX = 320


def mime_of(paths: Sequence[FilePath], *, sounds: Sequence[SoundId] = (), is_clipboard: bool = False) -> QMimeData:
    """text/uri-list of the exact paths, their names as plain text, and the sounds' ids.

    The list is written by hand because QUrl cannot hold a name that is not UTF-8. On the clipboard GNOME's and KDE's
    file managers need a list of their own, which also says that pasting copies.
    """
    data = QMimeData()
    uris = [path.uri for path in paths]
    data.setData("text/uri-list", "".join(f"{uri}\r\n" for uri in uris).encode("ascii"))
    data.setText("\n".join(path.text for path in paths))
    if sounds:
        data.setData(SOUNDS_TYPE, "\n".join(map(str, sounds)).encode("ascii"))
    if is_clipboard:
        data.setData("x-special/gnome-copied-files", "\n".join(["copy", *uris]).encode("ascii"))
        data.setData("application/x-kde-cutselection", b"0")
    return data


def sounds_of(data: QMimeData) -> tuple[SoundId, ...]:
    """The sounds of a drag from this window; none for another program's."""
    lines = bytes(data.data(SOUNDS_TYPE).data()).split()
    return tuple(SoundId(int(line)) for line in lines if line.isdigit())


def drag_out(source: QWidget, data: QMimeData, text: str, theme: Theme) -> bool:
    """Drags with a label under the pointer until the button is released; True if the files were accepted.

    GUI thread only, with the mouse button down. Offers copies only: nothing may move a sound out of the library.
    """
    drag = QDrag(source)
    drag.setMimeData(data)
    drag.setPixmap(_picture(text, source, theme))
    drag.setHotSpot(QPoint(-12, -8))
    return drag.exec(Qt.DropAction.CopyAction, Qt.DropAction.CopyAction) is not Qt.DropAction.IgnoreAction


def _picture(text: str, source: QWidget, theme: Theme) -> QPixmap:
    metrics = QFontMetrics(source.font())
    ratio = source.devicePixelRatioF()
    width_px, height_px = min(_LABEL_PX, metrics.horizontalAdvance(text) + 24), metrics.height() + 14
    label = QPixmap(round(width_px * ratio), round(height_px * ratio))
    label.setDevicePixelRatio(ratio)
    label.fill(Qt.GlobalColor.transparent)
    painter = QPainter(label)
    painter.setFont(source.font())
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(theme.colour("accent"))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.drawRoundedRect(0, 0, width_px, height_px, 7, 7)
    painter.setPen(theme.colour("on_accent"))
    shown = metrics.elidedText(text, Qt.TextElideMode.ElideMiddle, width_px - 24)
    painter.drawText(12, 7 + metrics.ascent(), shown)
    painter.end()
    return label


def paths_of(data: QMimeData) -> tuple[FilePath, ...]:
    """Local files and folders dropped by another program, by exact name; skips other URLs."""
    found = []
    for line in bytes(data.data("text/uri-list").data()).splitlines():
        if line.startswith(b"file:"):
            url = QUrl.fromEncoded(line.strip())
            found.append(FilePath.of(_decoded(line.strip()) if not _is_windows(url) else url.toLocalFile()))
    if not found:
        found = [FilePath.of(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
    return tuple(dict.fromkeys(found))


def _decoded(uri: bytes) -> bytes:
    """The path bytes of a file: URI, in whatever encoding (RFC 8089 leaves it to the system)."""
    rest = uri[len(b"file:") :]
    if rest.startswith(b"//"):
        rest = rest[2:]
        rest = rest[rest.find(b"/") :]
    return unquote_to_bytes(rest)


def _is_windows(url: QUrl) -> bool:
    """Whether it is a drive letter or network share, which Qt parses better."""
    return url.path()[2:3] == ":" or url.host() not in ("", "localhost")
