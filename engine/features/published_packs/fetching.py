"""Downloads the files of a published model: bounded in size, compared with a checksum, and resumable.

What has arrived of a file stays in the library's packs folder when a download ends early; the next one asks for the
rest. The hub states the checksum of a file in the headers of its answer, before it redirects to a store: the SHA-256 of
a large file, the git id of a small one (github.com/git-lfs/git-lfs/blob/main/docs/spec.md, git-hash-object(1)). It is
compared where the table has no checksum. A file without either is refused.
"""

import contextlib
import hashlib
import http.client
import re
import time
import urllib.error
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from engine.base.cancellation import Cancel, check
from engine.base.errors import PackError
from engine.base.events import DownloadProgress
from engine.base.messages import told
from engine.base.pack_messages import PackAdvice, PackFault
from engine.features.published_packs.messages import PublishedPackAdvice, PublishedPackFault
from engine.features.published_packs.table import ModelFile, PublishedModel
from engine.ingest.pack_download import check_space, open_address

_CHUNK_BYTES = 2**18
_TELL_EVERY_S = 0.25
_PARTIAL = ".partial"
_HEX = re.compile(r'(?:W/)?"?([0-9a-f]{64}|[0-9a-f]{40})"?')
_OUT_OF_RANGE = 416


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
    check_space(folder, model.size_bytes)
    places: dict[str, Path] = {}
    for role, file in sorted(model.files.items(), key=lambda item: item[1].size_bytes):
        places[role] = folder / file.name
        if not places[role].exists():
            _fetch(f"{model.address}/{file.path}", file, places[role], tell, cancel)
    return places


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


def _fetch(
    address: str, file: ModelFile, target: Path, tell: Callable[[DownloadProgress], None], cancel: Cancel
) -> None:
    partial = target.with_name(target.name + _PARTIAL)
    answer, redirects, start = _open(address, partial)
    with contextlib.closing(answer):
        expected = file.sha256 or _stated([*redirects, answer.headers])
        if not expected:
            raise PackError(
                told(PublishedPackFault.NO_CHECKSUM_STATED, address, file.name),
                advice=PublishedPackAdvice.GET_FROM_FOLDER,
            )
        _save(answer, partial, start, file.most_bytes, tell, cancel)
    try:
        check_sum(partial, expected, file.name)
    except PackError:
        partial.unlink()
        raise
    partial.rename(target)


def _open(address: str, partial: Path) -> tuple[http.client.HTTPResponse, list[http.client.HTTPMessage], int]:
    """The answer, the headers of redirects, and the number of bytes that it leaves out because they are here."""
    start = partial.stat().st_size if partial.exists() else 0
    try:
        answer, redirects = open_address(address, {"Range": f"bytes={start}-"} if start else None)
    except PackError as err:
        if not isinstance(err.__cause__, urllib.error.HTTPError) or err.__cause__.code != _OUT_OF_RANGE:
            raise
        partial.unlink()  # longer than the file, or as long: it was not found whole before
        answer, redirects = open_address(address)
    goes_on = answer.status == http.HTTPStatus.PARTIAL_CONTENT and start > 0
    if goes_on and not (answer.headers.get("Content-Range") or "").startswith(f"bytes {start}-"):
        raise PackError(
            told(PackFault.ANSWERS, address, answer.status, "Content-Range"), advice=PackAdvice.CHECK_CONNECTION
        )
    return answer, redirects, start if goes_on else 0


def _save(
    answer: http.client.HTTPResponse,
    partial: Path,
    start: int,
    most_bytes: int,
    tell: Callable[[DownloadProgress], None],
    cancel: Cancel,
) -> None:
    total = None if answer.length is None else start + answer.length
    done, told_s = start, -_TELL_EVERY_S
    with partial.open("ab" if start else "wb") as out:
        while max(done, total or 0) <= most_bytes and done != total:
            check(cancel)
            try:
                chunk = answer.read1(_CHUNK_BYTES)
            except (OSError, http.client.HTTPException) as err:
                raise PackError(
                    told(PackFault.STOPPED_ANSWERING, answer.url, str(err)), advice=PublishedPackAdvice.GO_ON_LATER
                ) from err
            if not chunk:
                break
            out.write(chunk)
            done += len(chunk)
            if time.monotonic() - told_s >= _TELL_EVERY_S:
                told_s = time.monotonic()
                tell(DownloadProgress(answer.url, done, total))
    if max(done, total or 0) > most_bytes:
        partial.unlink()
        raise PackError(
            told(PackFault.DOWNLOAD_TOO_LARGE, answer.url, round(most_bytes / 1e6)), advice=PackAdvice.CHECK_ADDRESS
        )
    if total is not None and done != total:
        raise PackError(
            told(PackFault.DOWNLOAD_CUT_OFF, answer.url, done, total), advice=PublishedPackAdvice.GO_ON_LATER
        )
    tell(DownloadProgress(answer.url, done, done))


def _stated(answers: Iterable[http.client.HTTPMessage]) -> str:
    """The first checksum that an answer on the way states; empty without one."""
    for headers in answers:
        for name in ("X-Linked-Etag", "ETag"):
            if found := _HEX.fullmatch(headers.get(name) or ""):
                return found[1]
    return ""
