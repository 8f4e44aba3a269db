"""Rebuilds the corpus from the manifest: downloads each file at its commit, cuts, resamples, checks and lists it.

Existing files are kept, so an interrupted fetch resumes; clips that cannot be fetched are named and left out. Only the
manifest's addresses are requested.
"""

import hashlib
import http.client
import io
import json
import os
import urllib.request
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote, urlsplit

import numpy as np
import soundfile
from numpy.typing import NDArray

from engine.audio import decode
from engine.base.errors import AudioError, EngineError
from training.data.manifest import Entry

RATE_HZ = 32_000
WORKERS = 4
_MAX_BYTES = 200 * 2**20
_LENGTH_TOLERANCE_S = 0.15
"""MP3 decoders trim the ends differently."""


class FetchError(EngineError):
    """A clip could not be fetched."""


@dataclass(frozen=True, slots=True)
class FetchResult:
    """The outcome of a fetch."""

    clips: int
    """Number of clips now in the corpus."""
    new: int
    missing: tuple[str, ...]
    """Clips left out, each with the reason."""


def fetch(
    entries: Sequence[Entry],
    folder: Path,
    report: Callable[[str], None],
    *,
    server: str = "https://github.com",
) -> FetchResult:
    """Makes `folder` a corpus of these clips: audio/SOURCE/ID.flac (mono, 32 kHz, 16 bit) and meta.jsonl.

    Args:
        folder: created if missing.
        report: called every hundred clips.
        server: base address of the repositories; https, or http to this machine.

    Raises:
        FetchError: any other address, or no clip could be fetched.
    """
    parts = urlsplit(server)
    if parts.scheme != "https" and parts.hostname not in ("127.0.0.1", "localhost"):
        raise FetchError(f"{server} is not an https address", advice="Fetch over https.")
    missing: list[str] = []
    records: list[dict[str, object]] = []
    new = 0
    with ThreadPoolExecutor(WORKERS) as workers:
        results = workers.map(lambda entry: _try(entry, folder, server), entries)
        for number, (entry, (reason, is_new)) in enumerate(zip(entries, results, strict=True), start=1):
            new += is_new
            if reason:
                missing.append(f"{entry.id}: {reason}")
            else:
                records.append(_record(entry))
            if number % 100 == 0 or number == len(entries):
                report(f"{number} of {len(entries)} clips, {len(missing)} could not be had")
    if not records:
        raise FetchError(
            f"not one of {len(entries)} clips could be had, first {missing[0] if missing else '(none asked for)'}",
            advice="Check the network and try again; what has been fetched is kept.",
        )
    lines = "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)
    _write(folder / "meta.jsonl", lines.encode())
    return FetchResult(len(records), new, tuple(missing))


def address(entry: Entry, server: str) -> str:
    """Returns the download address of a file: SERVER/OWNER/NAME/raw/COMMIT/PATH."""
    repository = entry.repository.removeprefix("github.com/")
    return f"{server}/{repository}/raw/{entry.commit}/{quote(entry.original_path)}"


def _try(entry: Entry, folder: Path, server: str) -> tuple[str, bool]:
    """Fetches a clip. Returns why it is missing ("" if it is there) and whether it is new."""
    path = folder / _file(entry)
    if path.exists():
        return "", False
    try:
        samples = _clip(entry, _download(address(entry, server)), path.parent)
    except (FetchError, AudioError) as err:
        return str(err), False
    coded = io.BytesIO()
    soundfile.write(coded, samples, RATE_HZ, format="FLAC", subtype="PCM_16")
    _write(path, coded.getvalue())
    return "", True


def _download(url: str) -> bytes:
    request = urllib.request.Request(url, headers={"User-Agent": "earshot-train"})
    try:
        with urllib.request.urlopen(request, timeout=60) as response:
            content: bytes = response.read(_MAX_BYTES + 1)
            left: int | None = response.length
    except (OSError, http.client.HTTPException) as err:
        raise FetchError(f"{url}: {err!r}", advice="Check the network and try again.") from err
    if len(content) > _MAX_BYTES:
        raise FetchError(f"{url} is larger than {_MAX_BYTES} bytes", advice="It is not the file the manifest means.")
    if left:
        raise FetchError(f"{url} broke off {left} bytes before its end", advice="Try again.")
    return content


def _clip(entry: Entry, content: bytes, folder: Path) -> NDArray[np.float32]:
    folder.mkdir(parents=True, exist_ok=True)
    raw = folder / f".{entry.id}.{hashlib.blake2b(content, digest_size=6).hexdigest()}.raw"
    raw.write_bytes(content)
    try:
        end_s = entry.start_s + entry.duration_s
        samples, _ = decode.read(raw, RATE_HZ, start_s=entry.start_s, end_s=end_s)
    finally:
        raw.unlink()
    found_s = len(samples) / RATE_HZ
    if abs(found_s - entry.duration_s) > _LENGTH_TOLERANCE_S:
        raise FetchError(
            f"{entry.original_path} gives {found_s:.2f} s, the manifest says {entry.duration_s:.2f} s",
            advice="The file has changed since the manifest was made.",
        )
    return np.clip(samples, -1.0, 1.0)


def _file(entry: Entry) -> str:
    return f"audio/{entry.source}/{entry.id}.flac"


def _record(entry: Entry) -> dict[str, object]:
    return {
        "id": entry.id,
        "file": _file(entry),
        "source": entry.source,
        "original_path": entry.original_path,
        "licence": entry.licence,
        "duration_s": entry.duration_s,
        "labels": list(entry.labels),
        "category": entry.category,
        "captions": list(entry.captions),
        "kind": entry.kind,
        "group": entry.group,
        "content_sha1": entry.sha1,
        "split": entry.split,
        "start_s": entry.start_s,
    }


def _write(path: Path, content: bytes) -> None:
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    temporary.write_bytes(content)
    temporary.replace(path)
