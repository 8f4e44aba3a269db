"""Groups for colouring the map: a sound's UCS category or folder."""

import os
from enum import StrEnum

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from engine.audio.ucs import by_cat_id
from engine.base.types import FilePath, Ids
from engine.store.catalogue import Catalogue


class Grouping(StrEnum):
    """The criterion of groups."""

    CATEGORY = "category"
    FOLDER = "folder"


class Groups(Struct, frozen=True, eq=False):
    """Each sound's group."""

    codes: NDArray[np.int32]
    """int32 [N], a place in `names`; -1 for no group."""
    names: tuple[str, ...]
    """Largest group first."""


def group(catalogue: Catalogue, ids: Ids, by: Grouping) -> Groups:
    """Groups sounds.

    Args:
        ids: int64 [N].
        by: UCS category, as stated by tags or name; or the first folder under the root (the root itself for sounds
            directly in it).
    """
    named = _categories(catalogue, ids) if by is Grouping.CATEGORY else _folders(catalogue, ids)
    names = [named.get(id, "") for id in ids.tolist()]
    if not names:
        return Groups(np.empty(0, np.int32), ())
    distinct, codes, counts = np.unique(np.array(names, dtype=object), return_inverse=True, return_counts=True)
    kept = [number for number in np.argsort(-counts, kind="stable").tolist() if distinct[number]]
    place = np.full(len(distinct), -1, np.int32)
    place[kept] = np.arange(len(kept), dtype=np.int32)
    return Groups(place[codes.reshape(-1)], tuple(str(distinct[number]) for number in kept))


def _categories(catalogue: Catalogue, ids: Ids) -> dict[int, str]:
    written = catalogue.sounds.ucs_ids(ids)
    words = {ucs_id: by_cat_id(ucs_id) for ucs_id in set(written.values()) if ucs_id}
    return {id: known.category.capitalize() for id, ucs_id in written.items() if (known := words.get(ucs_id))}


def _folders(catalogue: Catalogue, ids: Ids) -> dict[int, str]:
    roots = {root.id: root.path for root in catalogue.roots.all()}
    places = catalogue.files.places(ids)
    return {id: _folder(path, roots.get(root)) for id, (path, root) in places.items()}


def _folder(path: bytes, root: FilePath | None) -> str:
    folder = os.path.dirname(path)
    if root is None or not folder.startswith(root.raw):
        return FilePath(folder).name
    inner = folder[len(root.raw) :].lstrip(b"/\\").replace(b"\\", b"/").split(b"/")[0]
    return FilePath(inner).text if inner else root.name
