"""Actors of a Ray cluster. Plain classes here; `engine.features.bulk.ray_engine` turns them into actors."""

import socket
import tempfile
import threading
from collections.abc import Mapping
from importlib import metadata
from pathlib import Path
from typing import Any

import numpy as np

from engine.audio import decoder_pool
from engine.base.cancellation import never
from engine.base.errors import EngineError
from engine.base.events import JobAborted, broke
from engine.base.lazy_import import later
from engine.base.types import Vectors, Waves
from engine.features.bulk.local_engine import bench_of
from engine.features.bulk.results import FORMAT, check_parquet
from engine.features.bulk.shard_worker import ShardJob, ShardReport, WorkerModel, embed_shard
from engine.ingest.batches import MOST_ROWS
from engine.ingest.supervisor import error_of
from engine.models.encoder import AudioEncoder, TextEncoder
from engine.models.pack import Pack, load_pack

threadpoolctl = later("threadpoolctl")
_FED_READERS = 2
"""Files a worker reads together when another process encodes: one decodes while the other's batch is away."""


def versions() -> str:
    """Returns the versions that must match on all machines for equal vectors, as one readable line."""
    names = ("earshot", "onnxruntime", "onnxruntime-gpu", "numpy", "soxr")
    found = [f"{name} {version}" for name in names if (version := _version(name))]
    return ", ".join([*found, f"results {FORMAT}"])


class WorkerActor:
    """Embeds shards, one at a time. An `EngineError` is returned as a `JobAborted`, not raised."""

    def __init__(self, files: Mapping[str, bytes], device: str, encoder: Any) -> None:
        """Opens nothing yet.

        Args:
            files: the pack's files by name.
            device: where this worker encodes when it has no encoder.
            encoder: the actor that encodes for it, or None.
        """
        self._files, self._device, self._encoder = files, device, encoder
        self._bench: WorkerModel | None = None

    def about(self) -> tuple[str, str] | JobAborted:
        """Opens the pack. Returns the machine's host name and its `versions()`."""
        threadpoolctl.threadpool_limits(1)  # as in engine.base.child_processes: our products are small and many
        away = decoder_pool.DecoderPool()
        decoder_pool.use(away)
        away.warm_up()
        check_parquet()  # imports it as well
        try:
            pack = _unpacked(self._files)
            opened = bench_of(pack, self._device, never) if self._encoder is None else _fed(pack, self._encoder)
        except EngineError as err:
            return broke(err)
        opened.encode(np.zeros((1, opened.plan.rungs[0]), np.float32))
        opened.sentence("warm")
        self._bench = opened
        return socket.gethostname(), versions()

    def embed(self, job: ShardJob) -> ShardReport | JobAborted:
        assert self._bench is not None  # `about` runs before the first shard
        try:
            return embed_shard(job, self._bench)
        except EngineError as err:
            return broke(err)


class EncoderActor:
    """Encodes batches for workers, on a share of a GPU or on the processor. Called from several threads."""

    def __init__(self, files: Mapping[str, bytes], device: str) -> None:
        self._files, self._device = files, device
        self._lock = threading.Lock()
        self._opened: AudioEncoder | None = None

    def device(self) -> str | JobAborted:
        try:
            return self._encoder().device
        except EngineError as err:
            return broke(err)

    def encode(self, waves: Waves) -> Vectors | JobAborted:
        """Encodes equally long waves, float32 [B, L], into unit vectors, float32 [B, D]."""
        try:
            return self._encoder().encode(waves)
        except EngineError as err:
            return broke(err)

    def _encoder(self) -> AudioEncoder:
        with self._lock:  # Ray restarts the actor after its machine is lost
            if self._opened is None:
                self._opened = AudioEncoder(_unpacked(self._files), self._device, threads=1, batch_size=MOST_ROWS)
            return self._opened


def _fed(pack: Pack, encoder: Any) -> WorkerModel:
    """Returns the bench of a worker whose batches an actor encodes; each call waits for its batch."""
    import ray

    texts = TextEncoder(pack)

    def asked(answer: Any) -> Any:
        found = ray.get(answer)
        if isinstance(found, JobAborted):
            raise error_of(found)
        return found

    def encode(waves: Waves) -> Vectors:
        vectors: Vectors = asked(encoder.encode.remote(waves))
        return vectors

    return WorkerModel(
        pack.info.plan,
        str(asked(encoder.device.remote())),
        encode,
        lambda text: texts.encode([text]).sentence[0],
        never,
        _FED_READERS,
    )


def _unpacked(files: Mapping[str, bytes]) -> Pack:
    """Loads and verifies the pack from these bytes. The files are on disk only while it loads."""
    with tempfile.TemporaryDirectory(prefix="earshot-pack-") as folder:
        place = Path(folder) / "pack"
        place.mkdir()
        for name, content in files.items():
            (place / name).write_bytes(content)
        return load_pack(place)


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return ""
