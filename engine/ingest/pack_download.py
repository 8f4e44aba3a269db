"""Downloads a zipped pack into a library: complete and with the expected checksum, or not at all.

Only `earshot pack install` with an address or a name from the catalogue of packs comes here. The download stays in an
unnamed file until its checksum is right, so nothing remains however it ends. An interrupted download starts over.
"""

import contextlib
import logging
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath
from urllib.parse import urlsplit

from engine.base.cancellation import Cancel, never
from engine.base.events import DownloadProgress
from engine.base.logs import Name
from engine.ingest.download import check_space, open_address, receive
from engine.ingest.installed_packs import take_in_zip
from engine.ingest.pack_archive import check_sha256
from engine.models.manifest import FILES
from engine.models.pack import MANIFEST, most_bytes
from engine.store.connection import storage_error

_log = logging.getLogger(__name__)

MOST_BYTES = sum(most_bytes(name) for name in (MANIFEST, *FILES)) + 2**20
"""Size of the largest possible pack as a zip file: its files at their limits, uncompressed, plus zip's overhead."""
COPIES = 3
"""Copies on disk at once: the zip file, its unpacked files, and those copied into the library."""


def fetch_pack(
    address: str,
    sha256: str,
    library: Path,
    tell: Callable[[DownloadProgress], None],
    *,
    cancel: Cancel = never,
    limit_bytes: int = MOST_BYTES,
) -> Path:
    """Downloads a zipped pack, verifies it and copies it into the library. Returns its folder there.

    Args:
        address: https, or http on this machine.
        sha256: checksum of the zip file, 64 hexadecimal digits; checked before anything is unpacked.
        library: the library's folder, created if missing.
        tell: gets progress a few times a second at most, and the end.
        cancel: polled between pieces of the download.
        limit_bytes: larger files are refused.

    Raises:
        PackError: the address is refused, the server does not answer, the download ends early, is too large, has
            another checksum, or is no pack.
        StorageFull: no space for the download or the pack.
        StopRequested: `cancel` returned True.
    """
    _log.info("fetching a pack from %s", Name(address))
    try:
        with contextlib.closing(open_address(address)[0]) as answer, packs_folder(library) as packs:
            name = PurePosixPath(urlsplit(address).path).name or "the download"
            with tempfile.TemporaryFile(dir=packs) as file:
                _log.info("the download has %s bytes", answer.length)
                if answer.length is not None and answer.length <= limit_bytes:
                    check_space(packs, answer.length, COPIES)
                receive(answer, file, limit_bytes, tell, cancel)
                check_sha256(file, name, sha256)
                _log.info("the checksum of the download is right")
                return take_in_zip(file, name, library)
    except OSError as err:
        raise storage_error(err, library / "packs") from err


@contextlib.contextmanager
def packs_folder(library: Path) -> Iterator[Path]:
    """Makes the folder of the library's packs; folders made for it are removed again if no pack was added."""
    packs = library / "packs"
    made = [folder for folder in (packs, library, *library.parents) if not folder.exists()]
    packs.mkdir(parents=True, exist_ok=True)
    try:
        yield packs
    finally:
        for folder in made:
            with contextlib.suppress(OSError):  # not empty
                folder.rmdir()
