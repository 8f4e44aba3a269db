"""Downloads files that somebody asked for: bounded in size and time, compared with a checksum, and resumable.

What has arrived of a file stays beside its place when a download ends early, whatever ended it; the next one asks for
the rest, and then compares the whole with its checksum. Where none is known, a hub states one in the headers of its
answer, before it redirects to a store: the SHA-256 of a large file, the git id of a small one
(github.com/git-lfs/git-lfs/blob/main/docs/spec.md, git-hash-object(1)). A file without either is refused. Addresses are
https, or http on this machine, redirects too. The standard library's urllib is used with the environment's proxies.
"""

import contextlib
import hashlib
import http.client
import os
import re
import shutil
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import IO
from urllib.parse import urlsplit

from msgspec import Struct

from engine.base.cancellation import Cancel, check
from engine.base.errors import PackError, StorageFull
from engine.base.events import DownloadProgress
from engine.base.messages import told
from engine.base.pack_messages import PackAdvice, PackFault

PARTIAL = ".partial"
"""Suffix of what has arrived of a file."""
_HERE = ("127.0.0.1", "::1", "localhost")
"""Hosts on this machine, where nobody can listen in and http is accepted."""
_CHUNK_BYTES = 2**18
_TELL_EVERY_S = 0.25
_PATIENCE_S = 30.0
"""A server silent for this long is given up."""
_PACE_S, _PACE_BYTES = 60.0, 2**16
"""A server that sends fewer bytes in such a time is given up: it could go on for ever."""
_HEX = re.compile(r'(?:W/)?"?([0-9a-f]{64}|[0-9a-f]{40})"?')
_OUT_OF_RANGE = 416

Tell = Callable[[DownloadProgress], None]


class RemoteFile(Struct, frozen=True):
    """A file to download."""

    address: str
    """https, or http on this machine."""
    most_bytes: int
    """A larger file is refused."""
    sha256: str = ""
    """64 hexadecimal digits; empty to compare it with what the server states."""


def fetch_file(wanted: RemoteFile, target: Path, tell: Tell, cancel: Cancel) -> None:
    """Downloads a file to `target`, or the rest of one of which a part is there.

    Args:
        wanted: the file.
        target: its place, in an existing folder; what has arrived lies beside it, with the suffix `PARTIAL`.
        tell: gets progress a few times a second at most, and the end.
        cancel: polled between pieces.

    Raises:
        PackError: the address is refused, the server does not answer, is too slow, or states no checksum; the file is
            too large, ends early, or has another checksum.
        StopRequested: `cancel` returned True.
        OSError: the file cannot be written.
    """
    partial = target.with_name(target.name + PARTIAL)
    answer, redirects, start_bytes = _open(wanted, partial)
    if answer is not None:
        with contextlib.closing(answer):
            expected = wanted.sha256 or _stated([*redirects, answer.headers])
            if not expected:
                raise PackError(
                    told(PackFault.NO_CHECKSUM_STATED, wanted.address, target.name), advice=PackAdvice.GET_FROM_FOLDER
                )
            with partial.open("ab" if start_bytes else "wb") as out:
                try:
                    receive(answer, out, wanted.most_bytes, tell, cancel, start_bytes, PackAdvice.DOWNLOAD_GOES_ON)
                    out.flush()
                    os.fsync(out.fileno())
                except _TooLarge:
                    partial.unlink()
                    raise
        try:
            check_sum(partial, expected, target.name)
        except PackError:
            partial.unlink()
            raise
    partial.replace(target)


class _TooLarge(PackError):
    """What comes is larger than what was expected: none of it is of use."""


def receive(
    answer: http.client.HTTPResponse,
    out: IO[bytes],
    most_bytes: int,
    tell: Tell,
    cancel: Cancel,
    start_bytes: int = 0,
    advice: PackAdvice = PackAdvice.CHECK_CONNECTION,
) -> None:
    """Writes the body of an answer to a file.

    Args:
        answer: an answer of which nothing was read.
        out: where the body goes.
        most_bytes: a larger file is refused, by its announced size before anything is read.
        tell: gets progress a few times a second at most, and the end.
        cancel: polled between pieces.
        start_bytes: bytes of the file that the answer leaves out because they are here.
        advice: what to do when the answer ends early.

    Raises:
        PackError: the file is too large, ended early, or comes too slowly.
        StopRequested: `cancel` returned True.
        OSError: the file cannot be written.
    """
    total_bytes = None if answer.length is None else start_bytes + answer.length
    done_bytes, told_s = start_bytes, -_TELL_EVERY_S
    since_s, since_bytes = time.monotonic(), start_bytes
    while max(done_bytes, total_bytes or 0) <= most_bytes and done_bytes != total_bytes:
        check(cancel)
        try:
            chunk = answer.read1(_CHUNK_BYTES)  # what has arrived: a slow server shows progress and can be stopped
        except (OSError, http.client.HTTPException) as err:
            raise PackError(told(PackFault.STOPPED_ANSWERING, answer.url, str(err)), advice=advice) from err
        if not chunk:
            break
        done_bytes += len(chunk)
        if done_bytes > most_bytes:
            break
        out.write(chunk)
        now_s = time.monotonic()
        if now_s - told_s >= _TELL_EVERY_S:
            told_s = now_s
            tell(DownloadProgress(answer.url, done_bytes, total_bytes))
        if now_s - since_s >= _PACE_S:
            if done_bytes - since_bytes < _PACE_BYTES and done_bytes != total_bytes:
                raise PackError(told(PackFault.DOWNLOAD_TOO_SLOW, answer.url), advice=advice)
            since_s, since_bytes = now_s, done_bytes
    if max(done_bytes, total_bytes or 0) > most_bytes:
        raise _TooLarge(
            told(PackFault.DOWNLOAD_TOO_LARGE, answer.url, round(most_bytes / 1e6)), advice=PackAdvice.CHECK_ADDRESS
        )
    if total_bytes is not None and done_bytes != total_bytes:
        raise PackError(told(PackFault.DOWNLOAD_CUT_OFF, answer.url, done_bytes, total_bytes), advice=advice)
    tell(DownloadProgress(answer.url, done_bytes, done_bytes))


def check_sum(path: Path, expected: str, name: str) -> None:
    """Compares a file with a SHA-256 of 64 digits, or a git id of 40.

    Raises:
        PackError: it differs.
        OSError: the file cannot be read.
    """
    is_git = len(expected) == 40
    digest = hashlib.sha1(usedforsecurity=False) if is_git else hashlib.sha256()
    if is_git:
        digest.update(b"blob %d\0" % path.stat().st_size)
    with path.open("rb") as file:
        while chunk := file.read(2**20):
            digest.update(chunk)
    if digest.hexdigest() != expected:
        raise PackError(
            told(PackFault.OTHER_FILE, name, digest.hexdigest(), expected), advice=PackAdvice.ASK_FOR_CHECKSUM
        )


def check_space(folder: Path, total_bytes: int, copies: int) -> None:
    """Raises StorageFull if so many copies of a download of this size do not fit on the folder's disk."""
    free_bytes = shutil.disk_usage(folder).free
    if free_bytes < copies * total_bytes:
        raise StorageFull(
            told(PackFault.NO_SPACE_TO_DOWNLOAD, round(copies * total_bytes / 1e6), folder, round(free_bytes / 1e6)),
            advice=PackAdvice.FREE_AND_DOWNLOAD,
        )


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
    address: str, headers: Mapping[str, str] | None = None, advice: PackAdvice = PackAdvice.CHECK_CONNECTION
) -> tuple[http.client.HTTPResponse, list[http.client.HTTPMessage]]:
    """Opens the address without reading the body.

    Args:
        address: https, or http on this machine.
        headers: further headers of the request.
        advice: what to do if the server does not answer.

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
        raise PackError(told(PackFault.ANSWERS, address, err.code, str(err.reason)), advice=advice) from err
    except (OSError, http.client.HTTPException, ValueError) as err:  # ValueError: characters not allowed in addresses
        why = err.reason if isinstance(err, urllib.error.URLError) else err
        raise PackError(told(PackFault.UNREACHABLE, address, str(why)), advice=advice) from err
    return answer, redirects.headers


def _open(
    wanted: RemoteFile, partial: Path
) -> tuple[http.client.HTTPResponse | None, list[http.client.HTTPMessage], int]:
    """The answer, the headers of redirects, and the bytes that it leaves out because they are here.

    There is no answer if the part here is the whole file.
    """
    start_bytes = partial.stat().st_size if partial.exists() else 0
    if start_bytes:
        try:
            answer, redirects = open_address(
                wanted.address, {"Range": f"bytes={start_bytes}-"}, PackAdvice.DOWNLOAD_GOES_ON
            )
        except PackError as err:
            if not isinstance(err.__cause__, urllib.error.HTTPError) or err.__cause__.code != _OUT_OF_RANGE:
                raise
            if _is_whole(wanted, partial):
                return None, [], start_bytes
        else:
            if answer.status != http.HTTPStatus.PARTIAL_CONTENT:  # it sends the whole file
                return answer, redirects, 0
            if (answer.headers.get("Content-Range") or "").startswith(f"bytes {start_bytes}-"):
                return answer, redirects, start_bytes
            answer.close()  # another part than was asked for
    answer, redirects = open_address(wanted.address, advice=PackAdvice.DOWNLOAD_GOES_ON)
    return answer, redirects, 0


def _is_whole(wanted: RemoteFile, partial: Path) -> bool:
    try:
        check_sum(partial, wanted.sha256, partial.name)
    except PackError:
        return False
    return True


def _stated(answers: Iterable[http.client.HTTPMessage]) -> str:
    """The first checksum that an answer on the way states; empty without one."""
    for headers in answers:
        for name in ("X-Linked-Etag", "ETag"):
            if found := _HEX.fullmatch(headers.get(name) or ""):
                return found[1]
    return ""
