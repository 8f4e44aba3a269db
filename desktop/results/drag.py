"""Sounds as files for other programs: the data of a drag out of the window and of Ctrl+C."""

from collections.abc import Sequence
from urllib.parse import unquote_to_bytes

from PySide6.QtCore import QMimeData, QUrl

from engine.types import FilePath


def mime_of(paths: Sequence[FilePath], *, is_clipboard: bool = False) -> QMimeData:
    """Returns text/uri-list of the exact paths, and their names as plain text.

    The list is written by hand because QUrl cannot hold a name that is not UTF-8. On the clipboard GNOME's and KDE's
    file managers want a list of their own, which also says that pasting copies.
    """
    data = QMimeData()
    uris = [path.uri for path in paths]
    data.setData("text/uri-list", "".join(f"{uri}\r\n" for uri in uris).encode("ascii"))
    data.setText("\n".join(path.text for path in paths))
    if is_clipboard:
        data.setData("x-special/gnome-copied-files", "\n".join(["copy", *uris]).encode("ascii"))
        data.setData("application/x-kde-cutselection", b"0")
    return data


def paths_of(data: QMimeData) -> tuple[FilePath, ...]:
    """The local files and folders that another program dropped, by their exact names; other addresses are left out."""
    found = []
    for line in bytes(data.data("text/uri-list").data()).splitlines():
        if line.startswith(b"file:"):
            url = QUrl.fromEncoded(line.strip())
            found.append(FilePath.of(_decoded(line.strip()) if not _is_windows(url) else url.toLocalFile()))
    if not found:
        found = [FilePath.of(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
    return tuple(dict.fromkeys(found))


def _decoded(uri: bytes) -> bytes:
    """The bytes of the path in a file: URI, whatever their encoding (RFC 8089 leaves it to the system)."""
    rest = uri[len(b"file:") :]
    if rest.startswith(b"//"):
        rest = rest[2:]
        rest = rest[rest.find(b"/") :]
    return unquote_to_bytes(rest)


def _is_windows(url: QUrl) -> bool:
    """True for a drive letter or a network share, which Qt reads better than we would."""
    return url.path()[2:3] == ":" or url.host() not in ("", "localhost")
