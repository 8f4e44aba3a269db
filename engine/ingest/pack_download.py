"""Downloads a zipped pack into a library: complete and with the announced checksum, or not at all.

Only `earshot pack install` with an address or a name from the catalogue of packs comes here, and `earshot pack get`
for its addresses; nothing else in the engine goes online. It uses the standard library's urllib with the environment's
proxies; for an occasional file Earshot needs no other HTTP client. The download stays in an unnamed file until its
checksum is right, so nothing remains however it ends. An interrupted download starts over.
"""

import contextlib
import http.client
import logging
import shutil
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import IO
from urllib.parse import urlsplit

from engine.base.cancellation import Cancel, check, never
from engine.base.errors import PackError, StorageFull
from engine.base.events import DownloadProgress
from engine.base.logs import Name
from engine.base.messages import told
from engine.base.pack_messages import PackAdvice, PackFault
from engine.ingest.installed_packs import take_in_zip
from engine.ingest.pack_archive import check_sha256
from engine.models.manifest import FILES
from engine.models.pack import MANIFEST, most_bytes
from engine.store.connection import storage_error

_log = logging.getLogger(__name__)

MOST_BYTES = sum(most_bytes(name) for name in (MANIFEST, *FILES)) + 2**20
"""Size of the largest possible pack as a zip file: its files at their limits, uncompressed, plus zip's overhead."""
_HERE = ("127.0.0.1", "::1", "localhost")
"""Hosts on this machine, where nobody can listen in and http is accepted."""
_COPIES = 3
"""Copies on disk at once: the zip file, its unpacked files, and those copied into the library."""
_CHUNK_BYTES = 2**18
_TELL_EVERY_S = 0.25
_PATIENCE_S = 30.0
"""A server silent for this long is given up."""


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
    check_address(address)
    _log.info("fetching a pack from %s", Name(address))
    name = PurePosixPath(urlsplit(address).path).name or "the download"
    try:
        with packs_folder(library) as packs, tempfile.TemporaryFile(dir=packs) as file:
            with contextlib.closing(open_address(address)[0]) as answer:
                _save(answer, file, packs, limit_bytes, tell, cancel)
            check_sha256(file, name, sha256)
            _log.info("the checksum of the download is right")
            return take_in_zip(file, name, library)
    except OSError as err:
        raise storage_error(err, library / "packs") from err


def check_address(address: str) -> None:
    """Raises PackError for anything but https, or http on this machine, and for a user name or password in it."""
    try:
        parts = urlsplit(address)
        is_safe = parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in _HERE)
        is_plain = bool(parts.hostname) and parts.username is None and parts.port != 0
    except ValueError as err:
        raise PackError(told(PackFault.NO_ADDRESS, ascii(address), str(err)), advice=PackAdvice.GIVE_ADDRESS) from err
    if not is_safe or not is_plain:
        raise PackError(told(PackFault.ADDRESS_REFUSED, ascii(address)), advice=PackAdvice.GIVE_PLAIN_ADDRESS)


class _Redirects(urllib.request.HTTPRedirectHandler):
    """Follows redirects only to addresses acceptable in the first place, and never from https to http."""

    def __init__(self) -> None:
        self.headers: list[http.client.HTTPMessage] = []
        """Of each redirecting answer."""

    def redirect_request(
        self,
        req: urllib.request.Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: http.client.HTTPMessage,
        newurl: str,
    ) -> urllib.request.Request | None:
        """Raises PackError for a redirect to an address that is refused."""
        check_address(newurl)
        if req.type == "https" and urlsplit(newurl).scheme != "https":
            raise PackError(told(PackFault.REDIRECTED, req.full_url, ascii(newurl)), advice=PackAdvice.OTHER_ADDRESS)
        self.headers.append(headers)
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def open_address(
    address: str, headers: Mapping[str, str] | None = None
) -> tuple[http.client.HTTPResponse, list[http.client.HTTPMessage]]:
    """Opens the address without reading the body.

    Args:
        address: see `fetch_pack`.
        headers: further headers of the request.

    Returns:
        The answer, and the headers of the answers that redirected to it.

    Raises:
        PackError: the address is refused, or the server does not answer or refuses.
    """
    check_address(address)
    redirects = _Redirects()
    opener = urllib.request.build_opener(redirects)
    request = urllib.request.Request(address, headers={"User-Agent": "Earshot", **(headers or {})})
    try:
        answer: http.client.HTTPResponse = opener.open(request, timeout=_PATIENCE_S)
    except urllib.error.HTTPError as err:
        err.close()
        raise PackError(
            told(PackFault.ANSWERS, address, err.code, str(err.reason)), advice=PackAdvice.CHECK_CONNECTION
        ) from err
    except (OSError, http.client.HTTPException, ValueError) as err:  # ValueError: characters not allowed in addresses
        why = err.reason if isinstance(err, urllib.error.URLError) else err
        raise PackError(told(PackFault.UNREACHABLE, address, str(why)), advice=PackAdvice.CHECK_CONNECTION) from err
    return answer, redirects.headers


def _save(
    answer: http.client.HTTPResponse,
    file: IO[bytes],
    packs: Path,
    limit_bytes: int,
    tell: Callable[[DownloadProgress], None],
    cancel: Cancel,
) -> None:
    """Writes the body of an answer to a file.

    Raises:
        PackError: too large, or it ended early.
        StorageFull: no space for the announced size.
        OSError: the file cannot be written.
        StopRequested: `cancel` returned True.
    """
    total_bytes = answer.length
    _log.info("the download has %s bytes", total_bytes)
    if total_bytes is not None and total_bytes <= limit_bytes:
        check_space(packs, total_bytes)
    done_bytes, told_s = 0, -_TELL_EVERY_S
    while (total_bytes or 0) <= limit_bytes and done_bytes != total_bytes:
        check(cancel)
        try:
            chunk = answer.read1(_CHUNK_BYTES)  # what has arrived: a slow server shows progress and can be stopped
        except (OSError, http.client.HTTPException) as err:
            raise PackError(
                told(PackFault.STOPPED_ANSWERING, answer.url, str(err)), advice=PackAdvice.CHECK_CONNECTION
            ) from err
        if not chunk:
            break
        done_bytes += len(chunk)
        if done_bytes > limit_bytes:
            break
        file.write(chunk)
        if time.monotonic() - told_s >= _TELL_EVERY_S:
            told_s = time.monotonic()
            tell(DownloadProgress(answer.url, done_bytes, total_bytes))
    if max(done_bytes, total_bytes or 0) > limit_bytes:
        raise PackError(
            told(PackFault.DOWNLOAD_TOO_LARGE, answer.url, round(limit_bytes / 1e6)), advice=PackAdvice.CHECK_ADDRESS
        )
    if total_bytes is not None and done_bytes != total_bytes:
        raise PackError(
            told(PackFault.DOWNLOAD_CUT_OFF, answer.url, done_bytes, total_bytes), advice=PackAdvice.CHECK_CONNECTION
        )
    tell(DownloadProgress(answer.url, done_bytes, done_bytes))


def check_space(packs: Path, total_bytes: int) -> None:
    """Raises StorageFull if a download of this size and its copies do not fit on the disk."""
    free_bytes = shutil.disk_usage(packs).free
    if free_bytes < _COPIES * total_bytes:
        raise StorageFull(
            told(PackFault.NO_SPACE_TO_DOWNLOAD, round(_COPIES * total_bytes / 1e6), packs, round(free_bytes / 1e6)),
            advice=PackAdvice.FREE_AND_DOWNLOAD,
        )


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
