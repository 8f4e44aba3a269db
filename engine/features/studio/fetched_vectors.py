"""Sidecars from the server of a shared library: in the library's folder, trusted like any other."""

from collections.abc import Iterable

from engine.base.types import FilePath, PackId
from engine.features.sidecar.shelf import SidecarShelf
from engine.store.catalogue import Catalogue

FETCHED = "fetched"
"""Their folder in the library's."""


def fetched_shelf(catalogue: Catalogue, files: Iterable[FilePath], pack_id: PackId) -> SidecarShelf:
    """Reads all of them: their payloads, not their places, say which files they are for."""
    return SidecarShelf(sorted((catalogue.folder / FETCHED).glob("*.sidecar")), pack_id)
