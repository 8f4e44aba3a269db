"""Gets a published model into a library: download or folder, pack, trial, installation."""

import shutil
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

from msgspec import Struct

from engine.base.cancellation import Cancel, check, never
from engine.base.errors import PackError
from engine.base.events import DownloadProgress
from engine.base.partial_files import workplace_in
from engine.features.published_packs.fetching import fetch_files
from engine.features.published_packs.fitting import Step, library_s, make_demo_sounds, try_curves
from engine.features.published_packs.making import GUESS, graphs_of, write
from engine.features.published_packs.table import PublishedModel
from engine.ingest.download import check_sum
from engine.ingest.pack_download import packs_folder
from engine.ingest.pack_install import install_folder
from engine.models.pack import load_pack
from engine.store.connection import storage_error

_FETCHED = ".published"


class GotPack(Struct, frozen=True):
    """An installed pack, and how fast it is on this machine."""

    folder: Path
    windows_of_s: float
    """Length of its windows, seconds."""
    window_s: float
    """Seconds that one core takes for a window."""
    named: int
    """Sounds of the library that its curves were fitted on, beside the demo sounds."""
    sounds: int
    """Sounds of the library."""
    library_s: float
    """Seconds that all cores will take for them, about."""


def get_pack(
    model: PublishedModel,
    library: Path,
    tell: Callable[[DownloadProgress], None],
    *,
    source: Path | None = None,
    step: Step = lambda share: None,
    cancel: Cancel = never,
) -> GotPack:
    """Makes the pack of a published model and installs it in the library.

    Args:
        model: of the table.
        library: the library's folder.
        tell: gets the progress of the download.
        source: a folder with the model's files, which are used instead of a download.
        step: gets the share of the trial after the download that is done.
        cancel: polled during the download and the trial.

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
            write(graphs, model, GUESS, work / "tried")
            with tempfile.TemporaryDirectory(prefix="earshot-demo-") as demo:
                make_demo_sounds(Path(demo), cancel)
                pack = load_pack(work / "tried")
                trial = try_curves(pack, library, GUESS, Path(demo), step=step, cancel=cancel)
            write(graphs, model, trial.curves, work / "pack")
            target = install_folder(work / "pack", library)
            shutil.rmtree(fetched, ignore_errors=True)
            sounds, seconds = library_s(library, graphs.plan, trial.window_s)
            return GotPack(target, graphs.plan.segment_s, trial.window_s, trial.named, sounds, seconds)
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
