"""Missing files of a library, for threads that own no `Library`.

Each call opens the catalogue of a library's folder for itself, so that long work holds up nobody.
"""

from pathlib import Path

from engine.base.types import FilePath, RootId, SoundId
from engine.features.missing.relink import MissingFiles, RelinkProposal, locate, locate_below, locate_root, missing
from engine.store.catalogue import Catalogue


def missing_files(library: Path) -> MissingFiles:
    """Lists missing files and offline roots."""
    with Catalogue.open(library, read_only=True) as catalogue:
        return missing(catalogue)


def locate_sound(library: Path, sound: SoundId, path: FilePath) -> RelinkProposal:
    """Proposes what moved together with a sound."""
    with Catalogue.open(library, read_only=True) as catalogue:
        return locate(catalogue, sound, path)


def locate_folder(library: Path, root: RootId, folder: FilePath) -> RelinkProposal:
    """Proposes what is found again when a root is another folder now."""
    with Catalogue.open(library, read_only=True) as catalogue:
        return locate_root(catalogue, root, folder)


def locate_all_below(library: Path, before: FilePath, after: FilePath) -> RelinkProposal:
    """Proposes what is found again when a folder is another one now."""
    with Catalogue.open(library, read_only=True) as catalogue:
        return locate_below(catalogue, before, after)
