"""Folders of sounds and endings of their names, as the catalogue keeps them beside the paths."""

from collections.abc import Iterable

import apsw


def folder_of(path: bytes) -> bytes:
    """The folder of a file, without a separator at its end; that of a file at the top of a drive is empty."""
    return path[: _cut(path)]


def suffix_of(path: bytes) -> str:
    """The ending of a file's name in lower case, without its dot; empty for none."""
    name = path[_cut(path) + 1 :]
    dot = name.rfind(b".")
    return name[dot + 1 :].decode("utf-8", errors="replace").lower() if dot >= 0 else ""


def in_folder(folder: bytes, text: str) -> bool:
    """Whether `text` (casefolded) occurs in a folder's path as people read it.

    A text that ends in a separator ("foley/doors/") asks for the folder of that name and what lies below it.
    """
    separator = "\\" if b"\\" in folder and b"/" not in folder else "/"
    return text in (folder.decode("utf-8", errors="replace") + separator).casefold()


def folder_ids(connection: apsw.Connection, paths: Iterable[bytes]) -> dict[bytes, int]:
    """The ids of the folders of these files, by folder; new ones are added. Inside a transaction."""
    folders = {folder_of(path) for path in paths}
    find = "SELECT id FROM folder WHERE path = ?"
    ids: dict[bytes, int] = {}
    for folder in folders:
        row = connection.execute(find, (folder,)).fetchone()
        if row is None:
            row = connection.execute("INSERT INTO folder(path) VALUES (?) RETURNING id", (folder,)).fetchone()
        ids[folder] = int(row[0])  # type: ignore[index]
    return ids


def _cut(path: bytes) -> int:
    """Where the last separator stands, -1 for none."""
    return max(path.rfind(b"/"), path.rfind(b"\\"))
