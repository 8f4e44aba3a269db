"""Which folders a job walks, and the rows it compares them with.

A job that was given folders walks those; one that was told what changed (`spots_of`) looks at those paths alone, so
that a file copied into a root of half a million costs a moment.
"""

import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from engine.audio.content import content_id
from engine.audio.files import AUDIO_SUFFIXES
from engine.errors import AudioError, NotAFile
from engine.ingest.scan import SYSTEM_FOLDERS, KnownRow
from engine.patience import NotAnswering, Patience
from engine.store.catalogue import Catalogue
from engine.store.roots import Root
from engine.text_forms import composed
from engine.trouble import FileAdvice, FileFault, trouble
from engine.types import FilePath, FileStamp, RootId

Rows = Mapping[bytes, KnownRow]
"""What the catalogue knows of one root, by exact path."""

_LINK_S = 5.0
"""A root that does not say for so long what its path leads to is taken for one that no link leads to."""
_SEPARATOR = os.fsencode(os.sep)
_SUFFIXES = frozenset(os.fsencode(suffix) for suffix in AUDIO_SUFFIXES)


@dataclass(frozen=True, slots=True)
class Area:
    """A folder to walk, and the root its sounds belong to."""

    path: FilePath
    root: RootId
    is_spot: bool = False
    """It was named because it changed: where it is not there any more it has gone, and no drive is missing."""


def spelt_as_kept(catalogue: Catalogue, folders: Sequence[FilePath]) -> list[FilePath]:
    """Folders that somebody named, in the spelling of the disk, and of the root that holds them.

    A Mac finds a folder under either spelling of "ä", and a dialog, a drop and a keyboard give different ones.
    """
    roots = catalogue.roots.all()
    return [_as_kept(_as_listed(folder), roots) for folder in folders]


def areas_of(catalogue: Catalogue, folders: Sequence[FilePath]) -> list[Area]:
    """The folders to walk. One inside a known root is walked as part of it; another becomes a root.

    A link, or a folder that is reached through one, is what it leads to: no sound is there twice. Real folders come
    first.

    Raises:
        NotAFile: a folder that is neither there nor known.
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
    for path, area in list(areas.items()):  # what lies in another is walked with it
        if any(area.root == one.root and path != one.path.raw and is_in(path, one.path.raw) for one in areas.values()):
            del areas[path]
    return list(areas.values()) if folders else [Area(root.path, root.id) for root in roots.values()]


def spots_of(catalogue: Catalogue, paths: Sequence[FilePath]) -> list[Area]:
    """Where to look when these files and folders are said to have changed.

    What lies outside every root, or is no sound's business, is left out. A root whose drive is away, or a linked
    folder (which may be known by its real name), is looked through as a whole.
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
    """What the catalogue knows: of every root, or, where only spots are looked at, at and below those."""
    if not all(area.is_spot for area in areas):
        return {root.id: catalogue.files.stamp_rows(root.id) for root in catalogue.roots.all()}
    rows: dict[RootId, dict[bytes, KnownRow]] = {root.id: {} for root in catalogue.roots.all()}
    for area in areas:
        for root, found in catalogue.files.stamp_rows_at(area.path).items():
            rows[root].update(found)
    return dict(rows)


def rows_of_content(catalogue: Catalogue, stamps: Iterable[FileStamp]) -> Rows:
    """The rows that hold what these new files hold, wherever they are: one whose file has left has moved here."""
    rows: dict[bytes, KnownRow] = {}
    for stamp in stamps:
        try:
            rows.update(catalogue.files.stamp_rows_with(content_id(stamp.path)))
        except AudioError:
            continue  # the job says so when it reads the file
    return rows


def is_in(path: bytes, folder: bytes) -> bool:
    """Whether a path is this folder or lies in it."""
    return path == folder or path.startswith(folder.rstrip(_SEPARATOR) + _SEPARATOR)


def _real(root: Root) -> bytes | None:
    """What a root's path leads to; None where its drive does not answer: that one is nobody's business here."""
    try:
        return Patience(give_up_s=_LINK_S).wait(lambda sign: os.path.realpath(root.path.raw), root.path)
    except NotAnswering:
        return None


def _reached_from(folder: FilePath, roots: Iterable[Root]) -> FilePath | None:
    """The path by which a known root comes to a folder; None where none does."""
    real = os.path.realpath(folder.raw)
    for root in roots:
        start = None if root.is_offline else _real(root)
        if start is not None and is_in(real, start):
            return FilePath(root.path.raw.rstrip(_SEPARATOR) + real[len(start.rstrip(_SEPARATOR)) :])
    return None


def _through_link(path: FilePath, roots: Iterable[Root]) -> FilePath:
    """A path by way of the root that is known through a link, where that is deeper than the root that holds it."""
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
    """Other roots that a walk of this area may come to by another name; none on a drive that the area is not on."""
    others = [root for root in roots if root.id != area.root and not root.is_offline and root.id in mounts]
    return frozenset(
        root.path.raw
        for root in others
        if is_in(area.path.raw, mounts[root.id].raw) or is_in(mounts[root.id].raw, area.path.raw)
    )


def _root_above(folder: FilePath, roots: Iterable[Root]) -> Root | None:
    """The deepest root that holds the folder."""
    above = [root for root in roots if is_in(folder.raw, root.path.raw)]
    return max(above, key=lambda root: len(root.path.raw), default=None)


def _known_spot(catalogue: Catalogue, path: FilePath, roots: Iterable[Root]) -> FilePath:
    """A path that changed, as the library spells it."""
    path = _as_kept(_as_listed(path), roots)
    id = None if os.path.lexists(path.raw) else catalogue.files.meant(path)
    return path if id is None else FilePath(catalogue.files.paths([id])[id])


def _as_listed(path: FilePath) -> FilePath:
    """A path with its names as the folders above them list them.

    Names that no folder lists are left as they are.
    """
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
        return []  # who looks at the path itself says why


def _as_kept(path: FilePath, roots: Iterable[Root]) -> FilePath:
    """A path at or below a root, spelt as the root is kept: it may have been added under another spelling."""
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
    """Whether the walk would come to it: nothing hidden above it, and if it is a file, a sound's."""
    below = path.raw[len(root.path.raw) :].split(_SEPARATOR)
    if any(name.startswith(b".") or name in SYSTEM_FOLDERS for name in below):
        return False
    is_file = os.path.lexists(path.raw) and not is_folder
    return not is_file or os.path.splitext(path.raw)[1].lower() in _SUFFIXES  # noqa: PTH122 - bytes


def has_entries(path: bytes) -> bool:
    """Whether a folder can be read and holds something: a drive that is away leaves an empty one, or none."""
    try:
        with os.scandir(path) as entries:
            return next(entries, None) is not None
    except OSError:
        return False
