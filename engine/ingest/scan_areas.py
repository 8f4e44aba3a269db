"""Decides which folders a job walks, and reads the rows it compares them with.

A job with folders walks those. A job with changed paths (`spots_of`) looks only at them, so that a file copied into a
root of half a million takes a moment.
"""

import os
import sys
from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from engine.audio.content import content_id
from engine.audio.files import AUDIO_SUFFIXES
from engine.base.errors import AudioError, NotAFile
from engine.base.file_messages import FileAdvice, FileFault, trouble
from engine.base.io_timeout import IoTimeout, NotAnswering
from engine.base.text_forms import composed
from engine.base.types import FilePath, FileStamp, RootId
from engine.ingest.scan import SYSTEM_FOLDERS, KnownRow
from engine.store.catalogue import Catalogue
from engine.store.roots import Root

Rows = Mapping[bytes, KnownRow]
"""The catalogue's rows of one root, by exact path."""

_LINK_S = 5.0
"""If a root's path is not resolved within this time, no link counts as leading to the root."""
_SEPARATOR = os.fsencode(os.sep)
_SUFFIXES = frozenset(os.fsencode(suffix) for suffix in AUDIO_SUFFIXES)


class Area(Struct, frozen=True):
    """A folder to walk, and the root its sounds belong to."""

    path: FilePath
    root: RootId
    is_spot: bool = False
    """Named because it changed: if it is missing, it was removed, and no drive is away."""


def spelt_as_kept(catalogue: Catalogue, folders: Sequence[FilePath]) -> list[FilePath]:
    """Returns folders named by the user in the spelling of the disk and of the root that contains them.

    A Mac finds a folder under either spelling of "ä", and a dialog, a drop and a keyboard give different ones.
    """
    roots = catalogue.roots.all()
    return [_as_kept(_as_listed(folder), roots) for folder in folders]


def areas_of(catalogue: Catalogue, folders: Sequence[FilePath]) -> list[Area]:
    """Returns the folders to walk. One inside a known root is walked as part of it; any other becomes a root.

    Links, and folders reached through links, are resolved, so that no sound appears twice. Real folders come first.

    Raises:
        NotAFile: a folder is neither on disk nor known.
    """
    roots = {root.path.raw: root for root in catalogue.roots.all()}
    for folder in folders:
        if folder.raw not in roots and not os.path.lexists(folder.raw):
            told = trouble(FileFault.MISSING_FOLDER, FileAdvice.CHECK_SPELLING_AND_DRIVE)
            raise NotAFile(told, folder.text)
    areas: dict[bytes, Area] = {}
    for folder in sorted(folders, key=lambda folder: os.path.realpath(folder.raw) != folder.raw):
        folder = _through_link(folder, roots.values())
        above = _root_above(folder, roots.values())
        if above is None:
            folder = _reached_from(folder, roots.values()) or folder
            above = _root_above(folder, roots.values())
        if above is None:
            id = catalogue.roots.add(folder)
            above = roots[folder.raw] = Root(id, folder, False)
        areas[folder.raw] = Area(folder, above.id)
    for path, area in list(areas.items()):  # an area inside another is walked with it
        if any(area.root == one.root and path != one.path.raw and is_in(path, one.path.raw) for one in areas.values()):
            del areas[path]
    return list(areas.values()) if folders else [Area(root.path, root.id) for root in roots.values()]


def spots_of(catalogue: Catalogue, paths: Sequence[FilePath]) -> list[Area]:
    """Returns where to look after these files and folders were reported as changed.

    Leaves out paths outside every root, or that cannot be sounds. Returns the whole root if its drive is away, or for a
    linked folder, which may be known by its real name.
    """
    roots = catalogue.roots.all()
    areas: dict[bytes, Area] = {}
    above: list[bytes] = []
    known = {_through_link(_known_spot(catalogue, path, roots), roots) for path in paths}
    for path in sorted(known, key=lambda path: path.raw):
        root = _root_above(path, roots)
        if root is None or any(is_in(path.raw, folder) for folder in above):
            continue
        is_folder = os.path.isdir(path.raw)  # noqa: PTH112 - bytes
        is_whole = path == root.path or not has_entries(root.path.raw)
        is_whole = is_whole or (is_folder and os.path.islink(path.raw))  # noqa: PTH114 - bytes
        if is_whole:
            areas[root.path.raw] = Area(root.path, root.id)
        elif _is_wanted(path, root, is_folder=is_folder):
            areas[path.raw] = Area(path, root.id, is_spot=True)
            above.append(path.raw)
    whole = {area.root for area in areas.values() if not area.is_spot}
    return [area for area in areas.values() if not area.is_spot or area.root not in whole]


def rows_at(catalogue: Catalogue, areas: Sequence[Area]) -> dict[RootId, Rows]:
    """Returns the catalogue's rows: of every root or, if all areas are spots, at and below those."""
    if not all(area.is_spot for area in areas):
        return {root.id: catalogue.files.stamp_rows(root.id) for root in catalogue.roots.all()}
    rows: dict[RootId, dict[bytes, KnownRow]] = {root.id: {} for root in catalogue.roots.all()}
    for area in areas:
        for root, found in catalogue.files.stamp_rows_at(area.path).items():
            rows[root].update(found)
    return dict(rows)


def rows_of_content(catalogue: Catalogue, stamps: Iterable[FileStamp]) -> Rows:
    """Returns the rows with the content of these new files, wherever they are: such a row may have moved here."""
    rows: dict[bytes, KnownRow] = {}
    for stamp in stamps:
        try:
            rows.update(catalogue.files.stamp_rows_with(content_id(stamp.path)))
        except AudioError:
            continue  # reading the file reports it
    return rows


def is_in(path: bytes, folder: bytes) -> bool:
    """Returns whether a path is this folder or lies in it."""
    return path == folder or path.startswith(folder.rstrip(_SEPARATOR) + _SEPARATOR)


def _real(root: Root) -> bytes | None:
    """Resolves a root's path; None if its drive does not answer, which is reported elsewhere."""
    try:
        return IoTimeout(give_up_s=_LINK_S).wait(lambda sign: os.path.realpath(root.path.raw), root.path)
    except NotAnswering:
        return None


def _reached_from(folder: FilePath, roots: Iterable[Root]) -> FilePath | None:
    """Returns the path by which a known root reaches a folder, or None."""
    real = os.path.realpath(folder.raw)
    for root in roots:
        start = None if root.is_offline else _real(root)
        if start is not None and is_in(real, start):
            return FilePath(root.path.raw.rstrip(_SEPARATOR) + real[len(start.rstrip(_SEPARATOR)) :])
    return None


def _through_link(path: FilePath, roots: Iterable[Root]) -> FilePath:
    """Returns the path through a root known by a link, if that lies deeper than the root that contains the path."""
    above = _root_above(path, roots)
    if above is None:
        return path
    real = os.path.realpath(above.path.raw)
    inner: list[tuple[int, Root]] = []
    for root in roots:
        start = None if root.is_offline else _real(root)
        if start is not None and start not in (root.path.raw, real) and is_in(start, real):
            inner.append((len(start), root))
    inner.sort(key=lambda found: -found[0])
    return _reached_from(path, [root for _, root in inner]) or path


def linked_roots(area: Area, roots: Iterable[Root], mounts: Mapping[RootId, FilePath]) -> frozenset[bytes]:
    """Returns other roots that a walk of this area may reach by another name; none on other drives."""
    others = [root for root in roots if root.id != area.root and not root.is_offline and root.id in mounts]
    return frozenset(
        root.path.raw
        for root in others
        if is_in(area.path.raw, mounts[root.id].raw) or is_in(mounts[root.id].raw, area.path.raw)
    )


def _root_above(folder: FilePath, roots: Iterable[Root]) -> Root | None:
    above = [root for root in roots if is_in(folder.raw, root.path.raw)]
    return max(above, key=lambda root: len(root.path.raw), default=None)


def _known_spot(catalogue: Catalogue, path: FilePath, roots: Iterable[Root]) -> FilePath:
    """Returns a changed path in the library's spelling."""
    path = _as_kept(_as_listed(path), roots)
    id = None if os.path.lexists(path.raw) else catalogue.files.meant(path)
    return path if id is None else FilePath(catalogue.files.paths([id])[id])


def _as_listed(path: FilePath) -> FilePath:
    """Returns a path with its names as the parent folders list them; unlisted names stay."""
    if path.raw.isascii() or (sys.platform != "darwin" and os.path.lexists(path.raw)):
        return path
    above, *names = path.raw.split(path.separator)
    for name in names:
        folder = above + path.separator
        if not name.isascii():
            alike = [other for other in _listed(folder) if composed(os.fsdecode(other)) == composed(os.fsdecode(name))]
            name = alike[0] if len(alike) == 1 else name
        above = folder + name
    return FilePath(above)


def _listed(folder: bytes) -> list[bytes]:
    try:
        with os.scandir(folder) as entries:
            return [entry.name for entry in entries]
    except OSError:
        return []  # looking at the path itself reports why


def _as_kept(path: FilePath, roots: Iterable[Root]) -> FilePath:
    """Returns a path at or below a root in the root's spelling; the root may have been added under another one."""
    for root in roots:
        names = root.path.raw.split(path.separator)
        own = path.raw.split(path.separator)
        head = FilePath(path.separator.join(own[: len(names)]))
        if head != root.path and composed(head.text) == composed(root.path.text) and _is_same(head, root.path):
            return FilePath(path.separator.join((root.path.raw, *own[len(names) :])))
    return path


def _is_same(one: FilePath, other: FilePath) -> bool:
    try:
        return os.path.samefile(one.raw, other.raw)  # noqa: PTH121 - bytes
    except OSError:
        return False


def _is_wanted(path: FilePath, root: Root, *, is_folder: bool) -> bool:
    """Returns whether the walk would reach it: nothing hidden above it, and a file must have a sound's suffix."""
    below = path.raw[len(root.path.raw) :].split(_SEPARATOR)
    if any(name.startswith(b".") or name in SYSTEM_FOLDERS for name in below):
        return False
    is_file = os.path.lexists(path.raw) and not is_folder
    return not is_file or os.path.splitext(path.raw)[1].lower() in _SUFFIXES  # noqa: PTH122 - bytes


def has_entries(path: bytes) -> bool:
    """Returns whether a folder can be read and is not empty: a drive that is away leaves an empty folder, or none."""
    try:
        with os.scandir(path) as entries:
            return next(entries, None) is not None
    except OSError:
        return False
