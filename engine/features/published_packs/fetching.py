"""Downloads the files of a published model; what has arrived stays in the library's packs folder for the next time."""

from collections.abc import Callable, Mapping
from pathlib import Path

from engine.base.cancellation import Cancel
from engine.base.events import DownloadProgress
from engine.features.published_packs.table import PublishedModel
from engine.ingest.download import RemoteFile, check_space, fetch_file
from engine.ingest.pack_download import COPIES


def fetch_files(
    model: PublishedModel, folder: Path, tell: Callable[[DownloadProgress], None], cancel: Cancel
) -> Mapping[str, Path]:
    """Downloads the files of a model that the folder does not have yet. Returns their places by role.

    Raises:
        PackError: the server does not answer or refuses, a file is too large, ends early, or has another checksum.
        StorageFull: no space for the download and the pack.
        StopRequested: `cancel` returned True.
        OSError: a file cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    check_space(folder, model.size_bytes, COPIES)
    places: dict[str, Path] = {}
    for role, file in sorted(model.files.items(), key=lambda item: item[1].size_bytes):
        places[role] = folder / file.name
        if not places[role].exists():
            remote = RemoteFile(f"{model.address}/{file.path}", file.most_bytes, file.sha256)
            fetch_file(remote, places[role], tell, cancel)
    return places
