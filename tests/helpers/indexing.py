"""Runs indexing jobs in tests, and reads a library's contents in a form that compares across libraries."""

from dataclasses import dataclass
from pathlib import Path

from msgspec.structs import replace

from engine.base.errors import EarshotError
from engine.base.events import Event, FileFailed, Finished, from_line
from engine.base.types import FilePath, Sound, SoundId
from engine.ingest.control import Control
from engine.ingest.job import run_job
from engine.ingest.spec import JobSpec
from engine.models.pack import load_pack
from engine.store.catalogue import Catalogue
from engine.store.filters import Filters
from engine.store.vectors import VectorKind, VectorLog


def spec_for(library: Path, pack: Path, *folders: Path, workers: int = 2, retry_failed: bool = False) -> JobSpec:
    return JobSpec(
        library,
        tuple(map(FilePath.of, folders)),
        pack=pack,
        device="cpu",
        makes_library=True,
        workers=workers,
        retry_failed=retry_failed,
    )


def index(library: Path, pack: Path, *folders: Path, workers: int = 2, retry_failed: bool = False) -> Finished:
    """Indexes in this process."""
    spec = spec_for(library, pack, *folders, workers=workers, retry_failed=retry_failed)
    return run_job(spec, Control(), lambda event: None)


def events_of(output: bytes) -> list[Event]:
    """Returns the event lines of a job's output, without one cut off by a kill."""
    events = []
    for line in output.decode().splitlines():
        try:
            events.append(from_line(line))
        except EarshotError:
            continue
    return events


def failed_names(events: list[Event]) -> set[str]:
    """Returns the names of the files that events report as failed."""
    return {event.path.rsplit("/", 1)[-1] for event in events if isinstance(event, FileFailed)}


@dataclass(frozen=True)
class Row:
    """Everything a library holds of one file except its own ids."""

    sound: Sound
    peaks: bytes
    bounds: tuple[tuple[float, float], ...]
    vectors: tuple[bytes, ...]
    """fp16 bytes of each segment's vector, in order."""
    name_vector: bytes
    content_id: bytes
    payload_digest: bytes


def contents(library: Path, pack: Path) -> dict[bytes, Row]:
    info = load_pack(pack).info
    rows = {}
    with Catalogue.open(library, read_only=True) as catalogue:
        vectors = _vectors(catalogue, info.pack_id, "segments", info.dim)
        names = _vectors(catalogue, info.pack_id, "names", info.sentence_dim)
        known = {file.id: file for root in catalogue.roots.all() for file in catalogue.files.stamps(root.id)}
        for sound in catalogue.sounds.many(catalogue.passing.ids(Filters())):
            segments = catalogue.segments.of([sound.id])
            table = catalogue.segments.rows(segments)
            rows[sound.path.raw] = Row(
                sound=replace(sound, id=SoundId(0)),
                peaks=catalogue.sounds.peaks_bytes(sound.id),
                bounds=tuple(zip(table.start_s.tolist(), table.end_s.tolist(), strict=True)),
                vectors=tuple(vectors[int(segment)] for segment in segments),
                name_vector=names[sound.id],
                content_id=known[sound.id].content_id or b"",
                payload_digest=catalogue.sounds.payload_digest(sound.id),
            )
        catalogue.database.integrity_check()
    return rows


def id_of(library: Path, path: Path) -> SoundId | None:
    with Catalogue.open(library, read_only=True) as catalogue:
        return catalogue.files.at(FilePath.of(path))


def _vectors(catalogue: Catalogue, pack_id: str, kind: VectorKind, dim: int) -> dict[int, bytes]:
    log = VectorLog(catalogue.folder / "vectors", pack_id, kind, dim)  # type: ignore[arg-type]
    found = {}
    for ids, vectors in log.read_all(catalogue.frames.of(pack_id, kind)):  # type: ignore[arg-type]
        for id, vector in zip(ids.tolist(), vectors, strict=True):
            found[id] = vector.tobytes()
    return found
