"""Duplicates of a library, for threads that own no `Library`.

Each call opens the catalogue of a library's folder for itself, so that long work holds up nobody.
"""

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.base.cancellation import Cancel, never
from engine.base.types import FilePath
from engine.features.duplicates import exact, groups, near, removal
from engine.features.duplicates.groups import Duplicates, Keep
from engine.features.duplicates.near import NearPairs
from engine.features.duplicates.removal import RemovalCheck, RemovedFile
from engine.store.catalogue import Catalogue


def copies(library: Path, *, cancel: Cancel = never) -> Duplicates:
    """Gives the exact duplicates."""
    with Catalogue.open(library, read_only=True) as catalogue:
        return exact.find_exact(catalogue, cancel=cancel)


def versions(
    library: Path, *, cancel: Cancel = never, progress: Callable[[float], None] = lambda share: None
) -> NearPairs:
    """Gives the near duplicates."""
    with Catalogue.open(library, read_only=True) as catalogue:
        return near.find_near(catalogue, cancel=cancel, progress=progress)


def version_groups(library: Path, pairs: NearPairs, similarity: float) -> Duplicates:
    """Gives the groups of near duplicates of a similarity."""
    with Catalogue.open(library, read_only=True) as catalogue:
        return pairs.groups(catalogue, similarity)


def proposal(library: Path, found: Duplicates, rule: Keep, folder: FilePath | None = None) -> NDArray[np.bool_]:
    """Gives bool [N]: what would go by a rule."""
    with Catalogue.open(library, read_only=True) as catalogue:
        return groups.proposal(catalogue, found, rule, folder)


def look(
    library: Path, found: Duplicates, goes: NDArray[np.bool_], *, is_trash: bool, cancel: Cancel = never
) -> RemovalCheck:
    """Looks at the files of duplicates that are to go."""
    with Catalogue.open(library, read_only=True) as catalogue:
        return removal.look(catalogue, found, goes, is_trash=is_trash, cancel=cancel)


def settle(library: Path, gone: Sequence[RemovedFile]) -> None:
    """Forgets duplicates that went and hands on what the user kept of them."""
    with Catalogue.open(library, makes=False) as catalogue:
        removal.settle(catalogue, gone)
