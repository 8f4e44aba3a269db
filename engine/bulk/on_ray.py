"""The Ray engine: workers on the machines of a cluster, one a processor. Ray is an extra, and nothing else loads it.

A worker is an actor that embeds one shard at a time by the lines of the local engine, with a decoder process of its
own. Where the cluster has GPUs, encoders are actors with a share of one each, and workers feed them batch by batch,
each waiting for its own: so nothing queues. Without GPUs a worker has the model itself. A worker that is lost is
replaced; machines that come later get workers too.
"""

import os
import secrets
import shutil
import socket
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from types import TracebackType
from typing import Any

from engine.bulk.embedding import ShardJob
from engine.bulk.running import Lost, Outcome
from engine.error_wording.bulk import BulkAdvice, BulkFault
from engine.errors import BulkError
from engine.events import Broke
from engine.ingest.supervise import error_of
from engine.models.manifest import FILES
from engine.models.pack import MANIFEST, Pack
from engine.trouble import system_words
from engine.wording import told

_LOOK_S = 0.5
_READY_S = 180.0
"""How long there may be no worker at all: a machine loads Python, Ray and the model first."""
_ANSWER_S = 15.0
"""How long a cluster's address may take to answer."""
_COUNT_S = 5.0
"""How often machines are counted."""
_STORE_BYTES = 256 << 20
"""Of shared memory, for a cluster of our own: a pack's files and a few batches."""
_NOBODY = "http://127.0.0.1:9"
"""Refused at once: the port of a service that no machine has any more."""
_LOOPBACK = ("127.0.0.1", "localhost", "::1", "[::1]")


@dataclass(frozen=True, slots=True)
class RayOptions:
    """Where and how workers run."""

    address: str = ""
    """Of a cluster; empty for one of our own on this machine, which ends with the run."""
    workers: int = 0
    """Most workers; 0 for one a processor of the cluster."""
    device: str = "auto"
    encoders: int | None = None
    """Actors that encode for the workers; None for as many as GPUs have shares, 0 where there is no GPU."""
    gpu_share: float = 0.5
    """Of a GPU, for each encoder."""


def check_ray() -> None:
    """Looks whether Ray is there.

    Raises:
        BulkError: it is not.
    """
    if find_spec("ray") is not None:
        return
    if sys.platform == "darwin" and os.uname().machine != "arm64":
        raise BulkError(BulkFault.NO_RAY_HERE, advice=BulkAdvice.LOCAL_ENGINE)
    raise BulkError(BulkFault.NO_CLUSTER_PACKAGES, advice=BulkAdvice.INSTALL_CLUSTER)


def quiet(environment: "os._Environ[str]", address: str) -> None:
    """Switches off what Ray does by itself, before it is loaded: docs/privacy.md says what.

    A cluster of our own stays on loopback, behind a token that nobody else has and no file holds. Its head would ask
    clouds which of them it runs in, even with statistics off; a proxy that nobody answers at keeps that here.
    """
    environment["RAY_USAGE_STATS_ENABLED"] = "0"
    environment["RAY_USAGE_STATS_REPORT_URL"] = _NOBODY  # with statistics off a head reports that they are
    environment.setdefault("RAY_enable_metrics_collection", "0")
    environment.setdefault("RAY_worker_niceness", "0")  # as the local engine's threads; Ray's own is 15
    if not address:
        for name in ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"):
            environment[name] = _NOBODY
        environment["RAY_AUTH_MODE"] = "token"
        environment["RAY_AUTH_TOKEN"] = secrets.token_hex(32)
    if not address or address.rpartition(":")[0] in _LOOPBACK:
        environment["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"  # Ray's switch for loopback only, on any system


@dataclass(slots=True)
class _Lane:
    """One worker, and what it does."""

    actor: Any
    ready: Any
    """The answer that it is ready; None once it came."""
    shard: str = ""


class RayEngine:
    """Workers on a cluster; see `running.Engine`."""

    def __init__(self, pack: Pack, options: RayOptions) -> None:
        """Args: `pack` is verified; its files travel to the machines."""
        check_ray()
        self._pack, self._options = pack, options
        self._lanes: list[_Lane] = []
        self._encoders: list[Any] = []
        self._jobs: dict[Any, _Lane] = {}
        self._counted_s = -_COUNT_S
        self._alone_since_s = 0.0
        self._temporary: Path | None = None

    def __enter__(self) -> "RayEngine":
        """Joins the cluster, or starts one, and waits for the first worker.

        Raises:
            BulkError: there is no cluster at the address, or no worker comes.
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
        """Leaves the cluster; its workers end. One of our own ends whole."""
        self._end()

    @property
    def free(self) -> int:
        """Workers that are ready and have no shard."""
        return sum(lane.ready is None and not lane.shard for lane in self._lanes)

    @property
    def busy(self) -> int:
        """Shards under way."""
        return len(self._jobs)

    def give(self, job: ShardJob) -> None:
        """Hands a shard to a worker that has none."""
        lane = next(lane for lane in self._lanes if lane.ready is None and not lane.shard)
        lane.shard = job.shard.id
        self._jobs[lane.actor.embed.remote(job)] = lane

    def wait(self) -> Sequence[Outcome]:
        """What came of shards since, those too whose worker was lost.

        Raises:
            EngineError: what a worker raised, a machine that differs, or that there is no worker any more.
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
            raise  # a fault of ours, and no machine's
        except ray.exceptions.RayError as err:  # the worker, its machine, or what they sent is no more
            self._lanes.remove(lane)
            ray.kill(lane.actor)  # it may only be out of reach, and would keep its processor
            self._counted_s = -_COUNT_S
            return Lost(shard, type(err).__name__) if shard else None
        if isinstance(answer, Broke):
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
        ) as err:  # Ray's own share no base class here: ConnectionError, RuntimeError, AuthenticationError
            reason = (str(err).strip() or type(err).__name__).splitlines()[0][:200]
            raise BulkError(told(BulkFault.NO_CLUSTER, reason), advice=BulkAdvice.CHECK_CLUSTER) from err

    def _check_address(self) -> None:
        """Refuses an address that nobody answers at: Ray itself would try for minutes.

        Raises:
            BulkError: nobody does.
        """
        host, _, port = self._options.address.rpartition(":")
        if not host or not port.isdecimal():
            return  # "auto", or a wrong one, which Ray says
        try:
            socket.create_connection((host.strip("[]"), int(port)), timeout=_ANSWER_S).close()
        except (OSError, OverflowError) as err:
            reason = system_words(err) if isinstance(err, OSError) else str(err)
            raise BulkError(told(BulkFault.NO_CLUSTER, reason), advice=BulkAdvice.CHECK_CLUSTER) from err

    def _start_encoders(self, ray: Any) -> None:
        from engine.bulk.actors import EncoderActor

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
        """Starts workers where the cluster has room for more, now and then."""
        from engine.bulk.actors import WorkerActor

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
        from engine.bulk.actors import versions

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
    """A pack's files, as they travel: each machine verifies them again."""
    return {name: pack.place_of(name).read_bytes() for name in (MANIFEST, *FILES)}
