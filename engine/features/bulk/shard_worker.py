"""Embeds one shard. Every engine runs this code, on this machine or another.

A separate process decodes each file, so a file that crashes its decoder is set aside and named, and the rest goes on.
Windows go through the pack in batches of one length and of indexing's batch size, so vectors match indexing bit for
bit. Of several copies of one payload in a shard the first is embedded, and the others reuse its vectors.
"""

import logging
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from engine.audio.analysis import Analysis, analysis
from engine.audio.content import payload_digest
from engine.audio.event_windows import by_start
from engine.audio.segments import SegmentPlan
from engine.base.cancellation import Cancel, StopRequested, check
from engine.base.errors import AudioError, BulkError, EngineError, NotAFile
from engine.base.file_messages import FileAdvice, FileFault, FileProblem, trouble
from engine.base.types import FilePath, FileStamp, Vectors, Waves
from engine.features.bulk.planner import mapped
from engine.features.bulk.results import Results, ShardManifest, ShardRun, open_results
from engine.features.bulk.rows import EmbeddedFile, ShardRow
from engine.features.bulk.shards import Shard, ShardFile
from engine.ingest.batches import EncoderFault, RungBatcher
from engine.ingest.name_text import name_text
from engine.ingest.ready import PayloadAnalysis
from engine.ingest.worker import stamp_now

_log = logging.getLogger(__name__)


class WorkerModel(Struct, frozen=True):
    """What a worker needs to embed files."""

    plan: SegmentPlan
    device: str
    encode: Callable[[Waves], Vectors]
    sentence: Callable[[str], NDArray[np.float32]]
    """Returns the vector of a name's text, float32 [E]."""
    cancel: Cancel
    readers: int = 1
    """Files of a shard read in parallel. More than one where another process encodes the batches."""


class ShardJob(Struct, frozen=True):
    """One shard and everything a worker needs for it. It travels between machines."""

    shard: Shard
    roots: tuple[FilePath, ...]
    results: Path
    places: tuple[tuple[FilePath, FilePath], ...] = ()
    """Pairs of folders: as planned, and as the machines call them."""
    retry_failed: bool = False


class ShardReport(Struct, frozen=True):
    """A worker's report on a shard: its manifest, and the files without a result."""

    manifest: ShardManifest
    failed: tuple[tuple[FilePath, FileProblem], ...]
    passing: tuple[tuple[FilePath, FileProblem], ...]


def embed_shard(job: ShardJob, bench: WorkerModel) -> ShardReport:
    """Embeds one shard and writes its result. Results of single files from an earlier attempt are kept.

    Raises:
        StorageFull, LibraryError: the result cannot be written.
        PackError, DeviceError: the model failed; no file is to blame.
        StopRequested: cancelled; nothing is written.
    """
    started_s = time.monotonic()
    results = open_results(job.results)
    rows = _earlier(results, job)
    work = [numbers for numbers in _of_one_content(job.shard.files) if any(rows[number] is None for number in numbers)]
    read_bytes = sum(job.shard.files[number].size_bytes for numbers in work for number in numbers)
    todo = iter(work)
    lock = threading.Lock()

    def read() -> None:
        with _Reader(job, bench, rows) as reader:
            while True:
                with lock:
                    numbers = next(todo, None)
                if numbers is None:
                    return
                reader.read(numbers)

    if bench.readers == 1:
        read()
    else:
        with ThreadPoolExecutor(bench.readers, thread_name_prefix="reader") as pool:
            for reading in [pool.submit(read) for _ in range(bench.readers)]:
                reading.result()
    whole = [row for row in rows if row is not None]
    assert len(whole) == len(rows)  # every file has a row
    made = ShardRun(bench.device, time.monotonic() - started_s, read_bytes)
    return report(results.write(job.shard, whole, made), whole)


def report(manifest: ShardManifest, rows: Sequence[ShardRow]) -> ShardReport:
    """Returns the report on a shard's rows."""
    bad = [(row, row.trouble) for row in rows if row.trouble is not None]
    return ShardReport(
        manifest,
        tuple((row.stamp.path, what) for row, what in bad if row.is_lasting),
        tuple((row.stamp.path, what) for row, what in bad if not row.is_lasting),
    )


def _earlier(results: Results, job: ShardJob) -> list[ShardRow | None]:
    """Returns the row to keep from an earlier attempt for each file, or None to embed it."""
    try:
        rows = results.rows(job.shard)
    except BulkError:  # damaged: embed the shard again
        rows = []
    kept = [row.heard is not None or (row.is_lasting and not job.retry_failed) for row in rows]
    return [row if keep else None for row, keep in zip(rows, kept, strict=True)] or [None] * len(job.shard.files)


def _of_one_content(files: Sequence[ShardFile]) -> Iterator[list[int]]:
    """Yields the positions of files that share a content id, as one list each."""
    some: list[int] = []
    for number, file in enumerate(files):
        if some and files[some[0]].content_id != file.content_id:
            yield some
            some = []
        some.append(number)
    if some:
        yield some


class _Draft:
    """A file whose vectors are still arriving. Finishes once all are there."""

    def __init__(self) -> None:
        self.bounds: list[tuple[float, float]] = []
        self.vectors: list[NDArray[np.float16] | None] = []
        self.missing = 0
        self.finish: Callable[[NDArray[np.float16]], None] | None = None

    def wait_for(self) -> Callable[[NDArray[np.float32]], None]:
        """Reserves a place for one vector. Returns the function that fills it."""
        place = len(self.vectors)
        self.vectors.append(None)
        self.missing += 1

        def deliver(vector: NDArray[np.float32]) -> None:
            self.vectors[place] = vector.astype(np.float16)
            self.missing -= 1
            self.hand_over()

        return deliver

    def hand_over(self) -> None:
        if self.finish is not None and self.missing == 0:
            vectors = [vector for vector in self.vectors if vector is not None]
            order = by_start(self.bounds)
            self.bounds = [self.bounds[row] for row in order]
            self.finish(np.stack([vectors[row] for row in order]))
            self.finish = None


class _Reader:
    """Reads files of a shard, one after the other. One thread."""

    def __init__(self, job: ShardJob, bench: WorkerModel, rows: list[ShardRow | None]) -> None:
        """Args: `rows` is filled in; each entry by one thread."""
        self._job, self._bench, self._rows = job, bench, rows
        self._batches = RungBatcher(bench.encode, bench.plan.sample_rate_hz, bench.device)

    def __enter__(self) -> "_Reader":
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """Runs the batches that are not full yet."""
        if kind is None:
            self._batches.flush()

    def read(self, numbers: Sequence[int]) -> None:
        """Reads files of one content id. Files of one payload are embedded once."""
        first: EmbeddedFile | None = None
        for number in numbers:
            if self._rows[number] is None:
                self._read(number, first)
            if len(numbers) > 1 and first is None:
                self._batches.flush()
                row = self._rows[number]
                first = None if row is None else row.heard

    def _read(self, number: int, copy: EmbeddedFile | None) -> None:
        file = self._job.shard.files[number]
        path = mapped(file.path, self._job.places)
        try:
            self._hear(number, file, path, copy)
        except NotAFile as err:
            self._fail(number, err.trouble, is_lasting=path.is_there)
        except AudioError as err:
            self._fail(number, err.trouble)
        except MemoryError:
            told = trouble(FileFault.SHORT_OF_MEMORY, FileAdvice.CLOSE_AND_INDEX)
            self._fail(number, told, is_lasting=False)
        except (EngineError, EncoderFault, StopRequested, ImportError):
            raise
        except Exception as err:
            _log.exception("reading %s", ascii(path.text))
            what = f"{type(err).__name__}: {err}"
            self._fail(number, trouble(FileFault.UNEXPECTED, FileAdvice.CONVERT_OR_REPORT, what))

    def _hear(self, number: int, file: ShardFile, path: FilePath, copy: EmbeddedFile | None) -> None:
        stamp, draft = stamp_now(path), _Draft()
        with analysis(path, self._bench.plan) as sound:
            if sound.content_id != file.content_id:
                self._fail(number, trouble(FileFault.CHANGED_SINCE, FileAdvice.INDEX_AGAIN), is_lasting=False)
                return
            is_copy = copy is not None and payload_digest(path, between=self._between) == copy.sound.payload_digest
            for segment in sound.segments():
                self._between()
                draft.bounds.append((segment.start_s, segment.end_s))
                if not is_copy:
                    self._batches.add(segment.wave, draft.wait_for())
            digest = sound.payload_digest(self._between)
        if stamp_now(path) != stamp:
            self._fail(number, trouble(FileFault.CHANGED_MEANWHILE, FileAdvice.LEAVE_ALONE), is_lasting=False)
            return
        name = name_text(file.path, self._job.roots[file.root], sound.metadata)
        named = self._bench.sentence(name).astype(np.float16)
        kept = FileStamp(file.path, stamp.size_bytes, stamp.mtime_ns)

        def finish(vectors: NDArray[np.float16]) -> None:
            heard = EmbeddedFile(_said(sound, digest, draft.bounds, vectors), sound.metadata, name, named)
            self._rows[number] = ShardRow(kept, file.content_id, heard, None)

        if is_copy and copy is not None:
            draft.bounds.sort()
            finish(copy.sound.vectors)
        else:
            draft.finish = finish
            draft.hand_over()

    def _between(self) -> None:
        check(self._bench.cancel)

    def _fail(self, number: int, why: FileProblem, *, is_lasting: bool = True) -> None:
        file = self._job.shard.files[number]
        stamp = FileStamp(file.path, file.size_bytes, file.mtime_ns)
        self._rows[number] = ShardRow(stamp, file.content_id, None, why, is_lasting)


def _said(
    sound: Analysis, digest: bytes, bounds: Sequence[tuple[float, float]], vectors: NDArray[np.float16]
) -> PayloadAnalysis:
    return PayloadAnalysis(sound.content_id, digest, sound.info, sound.measures, sound.peaks, tuple(bounds), vectors)
