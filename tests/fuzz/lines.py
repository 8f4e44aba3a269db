"""Harnesses of lines between processes and of small files beside the library: JSON of jobs, journal, caches."""

import base64
import contextlib
import io
import json
import zlib
from collections.abc import Iterator
from pathlib import Path

import apsw
import numpy as np

from engine.audio import peaks, zoom_cache
from engine.base import events
from engine.base.errors import EarshotError, EngineError
from engine.base.file_messages import Damage, FileAdvice, FileFault, trouble
from engine.base.messages import Message
from engine.base.types import FilePath, PackId
from engine.features.map.map_file import read_map
from engine.features.map.regions import _mark, read_regions
from engine.features.metadata_edits import journal
from engine.features.metadata_edits.envelope import Envelope
from engine.features.metadata_edits.journal_lines import ExchangeStep, RenameStep, line, packed
from engine.features.metadata_edits.recovery import recover
from engine.features.user_data.file_format import FORMAT, VERSION, Header, LineRefused, from_bytes, header_from, to_text
from engine.features.user_data.stage import stage
from engine.index.base_files import read_manifest, verify
from engine.ingest.control import Control
from engine.ingest.spec import JobSpec
from engine.store.sound_rows import metadata_from
from engine.store.vectors import Frame, VectorLog
from tests.fuzz.harness import Harness, file_of, letters, scratch

_PACK = PackId("0" * 32)
_DAMAGED = trouble(FileFault.DAMAGED, FileAdvice.COPY_OR_SAVE, Message(Damage.GARBLED))
_DIM = 4
_IDS = np.arange(3, dtype=np.int64)
_PLACES = np.arange(6, dtype=np.float32).reshape(3, 2)


def _event(data: bytes) -> None:
    with contextlib.suppress(EarshotError):
        events.from_line(letters(data))


def _job(data: bytes) -> None:
    with contextlib.suppress(EngineError):
        JobSpec.from_line(letters(data))


def _user_data(data: bytes) -> None:
    """The bytes are lines behind a header; each of them reads the same once it is written again."""
    header = to_text(Header(FORMAT, VERSION)).encode()
    stage(apsw.Connection(":memory:"), file_of(header + data, "user-data.jsonl").native)
    for raw in data.split(b"\n"):
        header_from(raw)
        with contextlib.suppress(LineRefused):
            found = from_bytes(raw)
            assert from_bytes(to_text(found).encode()) == found


def _user_data_files() -> Iterator[bytes]:
    yield (Path(__file__).resolve().parents[1] / "golden" / "user-data-1.jsonl").read_bytes()


def _control(data: bytes) -> None:
    control = Control()
    for word in data.split(b"\n"):
        control.turn(word.decode("utf-8", errors="replace").strip())


def _journal(data: bytes) -> None:
    """As it is, and with the checksums that its lines should have."""
    library = scratch() / "journalled"
    folder = library / journal.FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    for number, one in ((1, data), (2, b"".join(map(_sealed, data.splitlines())))):
        (folder / f"{number:08d}.jsonl").write_bytes(one)
    try:
        list(journal.sessions(library))
        for number in (1, 2):
            journal.read(library, number)
    except EngineError:
        pass
    with contextlib.suppress(EngineError):
        recover(library)


def _sealed(text: bytes) -> bytes:
    bare = text.partition(b" ")[2]
    return b"%08x %b\n" % (zlib.crc32(bare.decode("utf-8", "replace").encode()), bare)


def _base(data: bytes) -> None:
    folder = file_of(data, "manifest.json").native.parent
    try:
        found = read_manifest(folder)
        if found is not None:
            verify(folder, found, dim=found.dim, pack_id=found.pack_id, kind=found.kind)
    except EngineError:
        pass


def _regions(data: bytes) -> None:
    read_regions(file_of(data, "names.json").native, _IDS, _PLACES)


def _map(data: bytes) -> None:
    library = scratch() / "mapped"
    (library / "map").mkdir(parents=True, exist_ok=True)
    (library / "map" / f"{_PACK[:16]}.npz").write_bytes(data)
    found = read_map(library, _PACK)
    if found is not None:
        found.places_of(_IDS)


def _vectors(data: bytes) -> None:
    folder = scratch() / "vectors"
    (folder / _PACK).mkdir(parents=True, exist_ok=True)
    (folder / _PACK / "segments-000001.vec").write_bytes(data)
    try:
        log = VectorLog.existing(folder, _PACK, "segments")
        if log is not None and 0 < log.dim <= 4096:
            log.verify([Frame("segments", "segments-000001.vec", 64, 2, zlib.crc32(data[76:]))])
            log.append(np.array([7]), np.eye(log.dim, dtype=np.float32)[:1])
    except EngineError:
        pass
    finally:
        for extra in (folder / _PACK).glob("*"):
            extra.unlink()


def _overview(data: bytes) -> None:
    with contextlib.suppress(EngineError):
        peaks.from_bytes(data)
    for one in (data, data[:36] + zlib.crc32(data[40:]).to_bytes(4, "little") + data[40:]):
        pyramid = zoom_cache.from_bytes(one)
        if pyramid is not None:
            pyramid.stretch(0.0, 1.0, 100)
            pyramid.stretch(-1.0, 1e9, 7)


def _stored_metadata(data: bytes) -> None:
    with contextlib.suppress(EngineError):
        metadata_from(letters(data))


def _event_lines() -> Iterator[bytes]:
    yield events.to_line(events.Started("/l", ("/a",), "p", "cpu")).encode()
    yield events.to_line(events.Progress(1, 2, 0, 1.5, 20.0, None, 7)).encode()
    yield events.to_line(events.Finished(1, 0, 0, 0, 0, 0, 4, 1.0, False)).encode()
    yield events.to_line(events.JobAborted("m", "a", "LibraryError")).encode()
    yield events.to_line(events.FileFailed("/a", "file:///a", _DAMAGED)).encode()


def _job_lines() -> Iterator[bytes]:
    path = FilePath(b"/sounds/\xff.wav")
    blamed = ((path, _DAMAGED),)
    yield JobSpec(Path("/l"), (path,), (path,), Path("/p"), suspects=(path,), blamed=blamed).to_line().encode()
    yield JobSpec(Path("/l"), ()).to_line().encode()


def _journals() -> Iterator[bytes]:
    path = FilePath.of(scratch() / "sound")
    before = Envelope((b"RIFF", b""), ((4, 8),), b"p" * 16)
    step = ExchangeStep(path, before, before.around((b"RIFFx", b"")), "x")
    head = line({"version": 1, "kind": "describe", "started_s": 1.0, "undoes": 0})
    copy = line({"copy": base64.b64encode(path.raw).decode()})
    yield (head + copy + line({"begin": packed(step)}) + line({"end": True})).encode()
    moved = RenameStep(path, FilePath.of(scratch() / "b.wav"))
    yield (head + line({"begin": packed(moved)}) + line({"finished": 1, "whole": True})).encode()
    yield (head + line({"begin": packed(step)})).encode()


def _manifests() -> Iterator[bytes]:
    yield json.dumps(
        {"format": 1, "file": "manifest.json", "size_bytes": 300, "crc32": 1, "space": "ip", "dim": 4, "pack_id": "p",
         "kind": "segments", "count": 3, "sequence": 9, "links": 16, "ef_construction": 200, "maker": "m", "ef": 50}
    ).encode()  # fmt: skip


def _region_files() -> Iterator[bytes]:
    one = {"name": "Doors", "x": 0.5, "y": 1.0, "level": 0, "sounds": 3}
    yield json.dumps({"version": 2, "map": _mark(_IDS, _PLACES), "regions": [one, one]}).encode()


def _maps() -> Iterator[bytes]:
    buffer = io.BytesIO()
    np.savez(buffer, version=np.int64(1), ids=_IDS, places=_PLACES, sample=_IDS)
    yield buffer.getvalue()


def _vector_files() -> Iterator[bytes]:
    folder = scratch() / "made"
    VectorLog(folder, _PACK, "segments", _DIM).append(np.array([1, 2]), np.eye(_DIM, dtype=np.float32)[:2])
    yield (folder / _PACK / "segments-000001.vec").read_bytes()


def _overviews() -> Iterator[bytes]:
    from engine.audio.zoom import WavePyramid
    from engine.base.types import Peaks

    columns = np.arange(40, dtype=np.int8).reshape(20, 2)
    yield peaks.to_bytes(Peaks(columns, 1.5))
    yield peaks.to_bytes(Peaks(columns, 1.5, np.array([[0.25, 0.75, 2.0], [1.0, 1.25, 0.5]], np.float32)))
    bins = np.arange(120, dtype=np.int16).reshape(2, 2, 30)
    yield zoom_cache.to_bytes(WavePyramid.of_bins(48_000, 30 * 64, 64, bins))


def _metadata_rows() -> Iterator[bytes]:
    yield b'{"title": "Door", "keywords": ["a", "b"], "fields": {"info.INAM": "Door"}, "ucs_id": "DOORWood"}'


_JSON = ("null", "true", "1e999", "-1", "NaN", "Infinity", "[]", "{}", '""', "\\ud800", "\\u0000", "[[[[", "9" * 40)

HARNESSES = (
    Harness("event", _event, _event_lines, _JSON),
    Harness("user-data", _user_data, _user_data_files, (*_JSON, '"kind"', '"payload"', '"collections"', '"end"')),
    Harness("job", _job, _job_lines, _JSON),
    Harness("control", _control, lambda: [b"pause\nresume\ncancel\n"], ("pause", "resume", "cancel"), 256),
    Harness("journal", _journal, _journals, (*_JSON, '"begin"', '"end"', '"copy"', '"finished"', '"new_path"')),
    Harness("base-manifest", _base, _manifests, _JSON),
    Harness("regions", _regions, _region_files, _JSON),
    Harness("map", _map, _maps, ("PK\x01\x02", "PK\x03\x04", "PK\x05\x06", "\x93NUMPY", "descr", "shape", "|O")),
    Harness("vectors", _vectors, _vector_files),
    Harness("overview", _overview, _overviews),
    Harness("stored-metadata", _stored_metadata, _metadata_rows, _JSON),
)
