"""Volumes: places with a name shared by all, and a folder on each machine. The server's paths start at the volume.

There they are relative, with / between their parts, whichever system wrote them; here they have the system's form.
"""

import re

from engine.base.errors import StudioRefused
from engine.base.messages import told
from engine.base.types import FilePath
from engine.features.studio.local_state import STUDIO, joined_here, must_be_joined
from engine.features.studio.messages import StudioAdvice, StudioFault
from engine.features.studio.records import Volume
from engine.features.studio.server import Connection, connected, facts_of_joined
from engine.store.catalogue import Catalogue

_NAME = re.compile(r"[^/\\\x00-\x1f]{1,100}")
_SOUNDS = "SELECT name, (SELECT count(*) FROM earshot.place WHERE volume = volume.id) FROM earshot.volume ORDER BY name"


def volumes(catalogue: Catalogue) -> tuple[Volume, ...]:
    """See `engine.features.studio.facade.volumes`."""
    must_be_joined(catalogue.database.connection)
    rows = catalogue.database.rows("SELECT name, folder, sounds FROM shared_volume ORDER BY name")
    return tuple(Volume(name, None if folder is None else FilePath(folder), sounds) for name, folder, sounds in rows)


def map_volume(catalogue: Catalogue, name: str, folder: FilePath | None) -> None:
    """See `engine.features.studio.facade.map_volume`."""
    known = {volume.name: volume.folder for volume in volumes(catalogue)}
    if name not in known:
        raise StudioRefused(told(StudioFault.NO_SUCH_VOLUME, name), advice=StudioAdvice.SEE_VOLUMES)
    _refuse_overlap(known, name, folder)
    with catalogue.database.change(STUDIO):
        catalogue.database.run(
            "UPDATE shared_volume SET folder = ? WHERE name = ?", None if folder is None else folder.raw, name
        )


def add_volume(catalogue: Catalogue, name: str, folder: FilePath, password: str | None) -> None:
    """See `engine.features.studio.facade.add_volume`."""
    joined = joined_here(catalogue.database)
    if _NAME.fullmatch(name) is None or name != name.strip():
        raise StudioRefused(told(StudioFault.VOLUME_NAME_REFUSED, name), advice=StudioAdvice.OTHER_VOLUME_NAME)
    _refuse_overlap({volume.name: volume.folder for volume in volumes(catalogue)}, name, folder)
    with connected(joined.address, password) as connection:
        facts_of_joined(connection, joined.address, joined.library_id)
        connection.execute("SELECT earshot.add_volume(%s)", (name,))
        take_in(catalogue, connection)
    map_volume(catalogue, name, folder)


def take_in(catalogue: Catalogue, connection: Connection) -> None:
    """Stores the server's volumes if they changed."""
    rows = [(str(name), int(sounds)) for name, sounds in connection.execute(_SOUNDS).fetchall()]
    if rows == catalogue.database.rows("SELECT name, sounds FROM shared_volume ORDER BY name"):
        return
    with catalogue.database.change(STUDIO):
        catalogue.database.run_many(
            "INSERT INTO shared_volume(name, sounds) VALUES (?, ?)"
            " ON CONFLICT(name) DO UPDATE SET sounds = excluded.sounds",
            rows,
        )


def relative(folder: FilePath, path: FilePath) -> bytes | None:
    """Returns a path below a volume's folder in the server's form, with / between its parts; None outside it.

    Compares a Windows drive or share ignoring case, as Windows does; keeps the spelling of names.
    """
    is_windows = folder.separator == b"\\"
    if (path.separator == b"\\") != is_windows:
        return None
    above, own = (_slashed(folder.raw), _slashed(path.raw)) if is_windows else (folder.raw, path.raw)
    above = above.rstrip(b"/") + b"/"
    head, tail = own[: len(above)], own[len(above) :]
    is_below = _folded(head) == _folded(above) if is_windows else head == above
    return tail if is_below and tail else None


def absolute(folder: FilePath, path: bytes) -> FilePath | None:
    """Returns the local file of a server's path; None if it would lead out of its volume."""
    parts = path.split(b"/")
    if any(part in (b"", b".", b"..") or b"\0" in part for part in parts):
        return None
    separator = folder.separator
    if separator == b"\\" and any(b"\\" in part or b":" in part for part in parts):
        return None
    above = folder.raw.rstrip(b"/\\") if separator == b"\\" else folder.raw.rstrip(b"/")
    return FilePath(separator.join([above, *parts]))


def _refuse_overlap(known: dict[str, FilePath | None], name: str, folder: FilePath | None) -> None:
    for other, its in known.items():
        if folder is None or its is None or other == name:
            continue
        if its == folder or relative(its, folder) is not None or relative(folder, its) is not None:
            raise StudioRefused(told(StudioFault.VOLUME_OVERLAPS, folder.text, other), advice=StudioAdvice.OTHER_FOLDER)


def _slashed(raw: bytes) -> bytes:
    return raw.replace(b"\\", b"/")


def _folded(raw: bytes) -> bytes:
    return raw.decode("utf-8", errors="surrogateescape").casefold().encode("utf-8", errors="surrogateescape")
