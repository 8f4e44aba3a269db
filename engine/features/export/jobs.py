"""Tables, playlists and pieces of a library, for threads that own no `Library`.

Each call opens the catalogue of a library's folder for itself, so that long work holds up nobody.
"""

from collections.abc import Callable
from pathlib import Path

from engine.base.cancellation import Cancel, never
from engine.base.types import Ids
from engine.features.export import playlist
from engine.store.catalogue import Catalogue
from engine.transfer import table
from engine.transfer.collect import ExportItem

ExportProgress = Callable[[int, int], None]
"""Called with how many are done and how many there are."""


def export_csv(
    library: Path,
    ids: Ids,
    path: Path,
    *,
    with_mark: bool = False,
    with_fields: bool = False,
    with_formulas: bool = False,
    cancel: Cancel = never,
    progress: ExportProgress = lambda done, total: None,
) -> int:
    """Writes a table."""
    with Catalogue.open(library, read_only=True) as catalogue:
        return table.write_csv(
            catalogue,
            ids,
            path,
            with_mark=with_mark,
            with_fields=with_fields,
            with_formulas=with_formulas,
            cancel=cancel,
            progress=progress,
        )


def export_m3u8(
    library: Path,
    ids: Ids,
    path: Path,
    *,
    is_relative: bool = False,
    cancel: Cancel = never,
    progress: ExportProgress = lambda done, total: None,
) -> int:
    """Writes a playlist."""
    with Catalogue.open(library, read_only=True) as catalogue:
        return playlist.write_m3u8(catalogue, ids, path, is_relative=is_relative, cancel=cancel, progress=progress)


def pieces(library: Path, ids: Ids, *, cancel: Cancel = never) -> list[ExportItem]:
    """Gives whole sounds to be collected."""
    with Catalogue.open(library, read_only=True) as catalogue:
        pages = table.pages(catalogue, ids, cancel)
        return [ExportItem(sound.path, sound.metadata) for sounds in pages for sound in sounds]
