"""Gets a published model into a library: download or folder, pack, trial, installation."""

import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

from engine.base.cancellation import Cancel, check, never
from engine.base.errors import PackError
from engine.base.events import DownloadProgress
from engine.base.partial_files import workplace_in
from engine.features.published_packs.fetching import check_sum, fetch_files
from engine.features.published_packs.making import GUESS, graphs_of, write
from engine.features.published_packs.table import PublishedModel
from engine.ingest.pack_download import packs_folder
from engine.ingest.pack_install import install_folder
from engine.store.connection import storage_error

_FETCHED = ".published"


def get_pack(
    model: PublishedModel,
    library: Path,
    tell: Callable[[DownloadProgress], None],
    *,
    source: Path | None = None,
    cancel: Cancel = never,
) -> Path:
    """Makes the pack of a published model and installs it in the library. Returns its folder there.

    Args:
        model: of the table.
        library: the library's folder.
        tell: gets the progress of the download.
        source: a folder with the model's files, which are used instead of a download.
        cancel: polled during the download and between the steps after it.

    Raises:
        PackError: a file cannot be had, has another checksum, or is no such model.
        StorageFull: no space left.
        StopRequested: `cancel` returned True; what was downloaded is kept for the next time.
    """
    try:
        with packs_folder(library) as packs, workplace_in(packs) as work:
            fetched = packs / _FETCHED / model.name
            places = _found(model, source) if source is not None else fetch_files(model, fetched, tell, cancel)
            check(cancel)
            graphs = graphs_of(places)
            check(cancel)
            write(graphs, model, GUESS, work / "pack")
            target = install_folder(work / "pack", library)
            shutil.rmtree(fetched, ignore_errors=True)
            return target
    except OSError as err:
        raise storage_error(err, library / "packs") from err


def _found(model: PublishedModel, source: Path) -> Mapping[str, Path]:
    """The files of a model in a folder, with or without the folders that the hub has."""
    places: dict[str, Path] = {}
    for role, file in model.files.items():
        known = [place for place in (source / file.path, source / file.name) if place.is_file()]
        if not known:
            raise PackError(
                f"{source} lacks {file.path}", advice=f"Download it from {model.page} into that folder, then try again."
            )
        places[role] = known[0]
        if file.sha256:
            check_sum(known[0], file.sha256, file.name)
    return places
