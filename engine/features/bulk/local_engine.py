"""The local engine, the default: threads of this process that share one model, each with its own decoder process."""

import contextlib
import logging
import threading
from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from types import TracebackType

from engine.base.cancellation import Cancel
from engine.features.bulk.planner import decoders_of
from engine.features.bulk.runner import Outcome
from engine.features.bulk.shard_worker import ShardJob, ShardReport, WorkerModel, embed_shard
from engine.ingest.batches import MOST_ROWS
from engine.models.encoder import AudioEncoder, TextEncoder
from engine.models.pack import Pack

_log = logging.getLogger(__name__)

_LOOK_S = 0.2


def bench_of(pack: Pack, device: str, cancel: Cancel) -> WorkerModel:
    """Returns a worker's bench, opened exactly as for indexing.

    Raises:
        DeviceError: the named device cannot be used.
        PackError: the graphs do not belong to a pack.
    """
    encoder = AudioEncoder(pack, device, threads=1, batch_size=MOST_ROWS)
    texts = TextEncoder(pack)
    return WorkerModel(
        pack.info.plan,
        encoder.device,
        encoder.encode,
        lambda text: texts.encode([text]).sentence[0],  # Alone: a batch could round it differently.
        cancel,
    )


class LocalEngine:
    """Embeds shards in threads of this process."""

    def __init__(self, pack: Pack, device: str, workers: int) -> None:
        """Args: `pack` is verified; `workers` is the number of shards in progress at once."""
        self._pack, self._device, self._workers = pack, device, workers
        self._jobs: set[Future[ShardReport]] = set()
        self._stop = threading.Event()
        self._open = contextlib.ExitStack()

    def __enter__(self) -> "LocalEngine":
        """Opens the model. Raises as `bench_of`."""
        self._bench = bench_of(self._pack, self._device, self._stop.is_set)
        self._open.enter_context(decoders_of(self._workers))
        _log.info("%d threads embed on %s", self._workers, self._bench.device)
        self._pool = ThreadPoolExecutor(self._workers, thread_name_prefix="shard")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stops the threads, in mid-shard if need be."""
        self._stop.set()
        self._pool.shutdown(cancel_futures=True)
        self._open.close()

    @property
    def free(self) -> int:
        return self._workers - len(self._jobs)

    @property
    def busy(self) -> int:
        return len(self._jobs)

    def give(self, job: ShardJob) -> None:
        self._jobs.add(self._pool.submit(embed_shard, job, self._bench))

    def wait(self) -> Sequence[Outcome]:
        """Waits briefly. Returns the shards finished since the last call.

        Raises:
            EngineError: the model failed, or the disk is full.
        """
        done, self._jobs = wait(self._jobs, timeout=_LOOK_S, return_when=FIRST_COMPLETED)
        return [job.result() for job in done]
