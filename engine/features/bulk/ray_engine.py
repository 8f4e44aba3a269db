"""The Ray engine: one worker per processor of a cluster. Ray is an optional extra; nothing else imports it.

A worker is an actor that embeds one shard at a time with the local engine's code and its own decoder process. If the
cluster has GPUs, each encoder is an actor with a share of one; workers send it one batch at a time and wait, so nothing
queues. Without GPUs each worker holds the model itself. Lost workers are replaced, and machines that join later get
workers too.
"""

import os
import secrets
import shutil
import socket
import sys
import tempfile
import time
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from types import TracebackType
from typing import Any

from msgspec import Struct

from engine.base.errors import BulkError
from engine.base.events import JobAborted
from engine.base.file_messages import system_words
from engine.base.messages import told
from engine.features.bulk.messages import BulkAdvice, BulkFault
from engine.features.bulk.runner import Outcome, WorkerLost
from engine.features.bulk.shard_worker import ShardJob
from engine.ingest.supervisor import error_of
from engine.models.manifest import FILES
from engine.models.pack import MANIFEST, Pack

_LOOK_S = 0.5
_READY_S = 180.0
"""Longest time without any worker: a machine first loads Python, Ray and the model."""
_ANSWER_S = 15.0
_COUNT_S = 5.0
_STORE_BYTES = 256 << 20
"""Shared memory of a cluster of our own: holds a pack's files and a few batches."""
_NOBODY = "http://127.0.0.1:9"
"""Refuses at once: the discard port, which no machine serves today."""
_LOOPBACK = ("127.0.0.1", "localhost", "::1", "[::1]")


class RayOptions(Struct, frozen=True):
    """Where workers run, and how many."""

    address: str = ""
    """Address of a cluster. Empty: start one on this machine, which ends with the run."""
    workers: int = 0
    """Upper limit; 0 for one worker per processor."""
    device: str = "auto"
    encoders: int | None = None
    """Number of encoding actors. None: as many as there are GPU shares, so 0 without a GPU."""
    gpu_share: float = 0.5
    """Share of a GPU for each encoder."""


def check_ray() -> None:
    """Checks that Ray is installed.

    Raises:
        BulkError: it is not.
    """
    if find_spec("ray") is not None:
        return
    if sys.platform == "darwin" and os.uname().machine != "arm64":
        raise BulkError(BulkFault.NO_RAY_HERE, advice=BulkAdvice.LOCAL_ENGINE)
    raise BulkError(BulkFault.NO_CLUSTER_PACKAGES, advice=BulkAdvice.INSTALL_CLUSTER)


def quiet(environment: "os._Environ[str]", address: str) -> None:
    """Turns off what Ray does on its own. Must run before Ray is imported; docs/privacy.md lists what it covers.

    A cluster of our own stays on loopback, behind a token that is written to no file. Even with statistics off its head
    would query cloud providers to find out where it runs; a proxy address that refuses connections prevents that.
    """
    environment["RAY_USAGE_STATS_ENABLED"] = "0"
    environment["RAY_USAGE_STATS_REPORT_URL"] = _NOBODY  # a head reports even that statistics are off
    environment.setdefault("RAY_enable_metrics_collection", "0")
    environment.setdefault("RAY_worker_niceness", "0")  # like the local engine's threads; Ray's default is 15
    if not address:
        for name in ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"):
            environment[name] = _NOBODY
        environment["RAY_AUTH_MODE"] = "token"
        environment["RAY_AUTH_TOKEN"] = secrets.token_hex(32)
    if not address or address.rpartition(":")[0] in _LOOPBACK:
        environment["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"  # Ray's switch for loopback only, on any system


class _Lane(Struct):
    """One worker and its current shard."""

    actor: Any
    ready: Any
    """The pending reply that it is ready; None once it arrived."""
    shard: str = ""


class RayEngine:
    """Embeds shards on workers of a cluster."""

    def __init__(self, pack: Pack, options: RayOptions) -> None:
        """Args: `pack` is verified; its files are sent to the machines."""
        check_ray()
        self._pack, self._options = pack, options
        self._lanes: list[_Lane] = []
        self._encoders: list[Any] = []
        self._jobs: dict[Any, _Lane] = {}
        self._counted_s = -_COUNT_S
        self._alone_since_s = 0.0
        self._temporary: Path | None = None

    def __enter__(self) -> "RayEngine":
        """Joins or starts a cluster, and waits for the first worker.

        Raises:
            BulkError: no cluster at the address, or no worker starts.
        """
        quiet(os.environ, self._options.address)
        import ray

        try:
            self._join(ray)
            self._files = ray.put(_files_of(self._pack))
            self._start_encoders(ray)
            self._alone_since_s = time.monotonic()
            while not self.free:
                self.wait()
        except BaseException:
            self._end()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Leaves the cluster, which ends its workers. A cluster of our own shuts down."""
        self._end()

    @property
    def free(self) -> int:
        return sum(lane.ready is None and not lane.shard for lane in self._lanes)

    @property
    def busy(self) -> int:
        return len(self._jobs)

    def give(self, job: ShardJob) -> None:
        lane = next(lane for lane in self._lanes if lane.ready is None and not lane.shard)
        lane.shard = job.shard.id
        self._jobs[lane.actor.embed.remote(job)] = lane

    def wait(self) -> Sequence[Outcome]:
        """Waits briefly. Returns finished shards and lost workers since the last call.

        Raises:
            EngineError: a worker raised it, a machine's versions differ, or no worker is left.
        """
        import ray

        self._count(ray)
        if any(lane.ready is None for lane in self._lanes):
            self._alone_since_s = time.monotonic()
        elif time.monotonic() - self._alone_since_s > _READY_S:
            raise BulkError(told(BulkFault.NO_WORKERS, round(_READY_S)), advice=BulkAdvice.CHECK_WORKERS)
        waited = [*self._jobs, *(lane.ready for lane in self._lanes if lane.ready is not None)]
        if not waited:
            time.sleep(_LOOK_S)
            return []
        done, _ = ray.wait(waited, num_returns=len(waited), timeout=0)
        if not done:
            done, _ = ray.wait(waited, num_returns=1, timeout=_LOOK_S)
        return [outcome for one in done if (outcome := self._take(ray, one)) is not None]

    def _take(self, ray: Any, one: Any) -> Outcome | None:
        lane = self._jobs.pop(one, None) or next(lane for lane in self._lanes if lane.ready == one)
        shard, lane.shard = lane.shard, ""
        try:
            answer = ray.get(one)
        except ray.exceptions.RayTaskError:
            raise  # our own fault, not a machine's
        except ray.exceptions.RayError as err:  # the worker, its machine or their data is gone
            self._lanes.remove(lane)
            ray.kill(lane.actor)  # it may only be unreachable, and would keep its processor
            self._counted_s = -_COUNT_S
            return WorkerLost(shard, type(err).__name__) if shard else None
        if isinstance(answer, JobAborted):
            raise error_of(answer)
        if lane.ready == one:
            lane.ready = None
            self._compare(answer)
            return None
        outcome: Outcome = answer
        return outcome

    def _join(self, ray: Any) -> None:
        address = self._options.address
        common = {"log_to_driver": False, "logging_level": "error", "ignore_reinit_error": False}
        if not address:
            self._temporary = Path(tempfile.mkdtemp(prefix="earshot-ray-"))
            ray.init(
                num_cpus=self._options.workers or None,
                include_dashboard=False,
                object_store_memory=_STORE_BYTES,
                _temp_dir=str(self._temporary),
                **common,
            )
            return
        self._check_address()
        try:
            ray.init(address=address, **common)
        except (
            Exception
        ) as err:  # Ray's errors share no base class here: ConnectionError, RuntimeError, AuthenticationError
            reason = (str(err).strip() or type(err).__name__).splitlines()[0][:200]
            raise BulkError(told(BulkFault.NO_CLUSTER, reason), advice=BulkAdvice.CHECK_CLUSTER) from err

    def _check_address(self) -> None:
        """Raises BulkError for an unreachable address, for which Ray itself would retry for minutes."""
        host, _, port = self._options.address.rpartition(":")
        if not host or not port.isdecimal():
            return  # "auto", or malformed, which Ray reports
        try:
            socket.create_connection((host.strip("[]"), int(port)), timeout=_ANSWER_S).close()
        except (OSError, OverflowError) as err:
            reason = system_words(err) if isinstance(err, OSError) else str(err)
            raise BulkError(told(BulkFault.NO_CLUSTER, reason), advice=BulkAdvice.CHECK_CLUSTER) from err

    def _start_encoders(self, ray: Any) -> None:
        from engine.features.bulk.actors import EncoderActor

        gpus = float(ray.cluster_resources().get("GPU", 0.0))
        share, wanted = self._options.gpu_share, self._options.encoders
        is_on_gpu = gpus > 0 and self._options.device in ("auto", "cuda")
        count = (int(gpus / share) if is_on_gpu else 0) if wanted is None else wanted
        resources = {"num_gpus": share, "num_cpus": 0} if is_on_gpu else {"num_cpus": 1}
        made = ray.remote(EncoderActor).options(max_restarts=-1, max_task_retries=-1, max_concurrency=2, **resources)
        device = self._options.device if is_on_gpu else "cpu"
        self._encoders = [made.remote(self._files, device) for _ in range(count)]
        self._device = "cpu" if count == 0 and not is_on_gpu else device

    def _count(self, ray: Any) -> None:
        """Starts workers where the cluster has room, at most every `_COUNT_S` seconds."""
        from engine.features.bulk.actors import WorkerActor

        if time.monotonic() - self._counted_s < _COUNT_S:
            return
        self._counted_s = time.monotonic()
        processors = int(ray.cluster_resources().get("CPU", 0.0))
        taken = 0 if self._device != "cpu" else len(self._encoders)
        room = max(1, processors - taken)
        wanted = min(room, self._options.workers or room)
        made = ray.remote(WorkerActor).options(num_cpus=1, max_restarts=0)
        while len(self._lanes) < wanted:
            number = len(self._lanes)
            encoder = self._encoders[number % len(self._encoders)] if self._encoders else None
            actor = made.remote(self._files, self._device, encoder)
            self._lanes.append(_Lane(actor, actor.about.remote()))

    def _compare(self, about: tuple[str, str]) -> None:
        from engine.features.bulk.actors import versions

        machine, theirs = about
        if theirs != versions():
            differs = told(BulkFault.MACHINE_DIFFERS, machine, theirs, versions())
            raise BulkError(differs, advice=BulkAdvice.SAME_VERSIONS)

    def _end(self) -> None:
        import ray

        for actor in (*(lane.actor for lane in self._lanes), *self._encoders):
            ray.kill(actor)
        self._lanes, self._encoders, self._jobs = [], [], {}
        ray.shutdown()
        if self._temporary is not None:
            shutil.rmtree(self._temporary, ignore_errors=True)


def _files_of(pack: Pack) -> dict[str, bytes]:
    """Reads a pack's files for sending; each machine verifies them again."""
    return {name: pack.place_of(name).read_bytes() for name in (MANIFEST, *FILES)}
