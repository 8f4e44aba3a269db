"""A real Ray cluster of several nodes on this machine, in its own process: `python -m tests.helpers.ray_cluster`.

Each node is a raylet with its own agents and workers and one processor, all on loopback, behind a token. The process
prints the address and the raylets' process ids, and ends the cluster at the end of its standard input.
"""

import json
import os
import secrets
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import psutil

from tests.helpers.tiny_library import REPOSITORY

_STORE_BYTES = 100 << 20


@dataclass(frozen=True, slots=True)
class RayCluster:
    address: str
    raylets: tuple[int, ...]
    """Process id of each node, the head's first."""
    environment: dict[str, str]
    """For processes that join it."""

    def workers_on(self, node: int, sounds: Path) -> list[psutil.Process]:
        """Returns a node's workers in the middle of a shard: their decoder processes have a sound open."""
        below = psutil.Process(self.raylets[node]).children(recursive=True)
        return [one for one in below if any(_reads(child, sounds) for child in _children(one))]

    def listened_at(self, driver: int) -> set[str]:
        """Returns the addresses at which the nodes and a driver listen, over IP."""
        found = set()
        for pid in (*self.raylets, driver):
            for one in (psutil.Process(pid), *psutil.Process(pid).children(recursive=True)):
                with suppress(psutil.NoSuchProcess):
                    found |= {place.laddr.ip for place in one.net_connections() if place.status == "LISTEN"}
        return {address.removeprefix("::ffff:") for address in found}

    def kill(self, node: int) -> None:
        """Ends a node like a power cut: raylet, agents and workers at once."""
        raylet = psutil.Process(self.raylets[node])
        everyone = [raylet, *raylet.children(recursive=True)]
        for one in everyone:
            with suppress(psutil.NoSuchProcess):
                one.kill()


@contextmanager
def ray_cluster(nodes: int, temporary: Path) -> Iterator[RayCluster]:
    """Starts a cluster, and ends it in any case.

    Args:
        nodes: their number, including the head.
        temporary: a folder for Ray's own files, with a short path, since it holds sockets.
    """
    environment = {
        **os.environ,
        "RAY_USAGE_STATS_ENABLED": "0",
        "RAY_enable_metrics_collection": "0",
        "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",  # loopback only
        "RAY_AUTH_MODE": "token",
        "RAY_AUTH_TOKEN": secrets.token_hex(32),
        "RAY_TMPDIR": str(temporary),
        "PYTHONPATH": str(REPOSITORY),
    }
    command = [sys.executable, "-m", "tests.helpers.ray_cluster", str(nodes), str(temporary)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment, cwd=REPOSITORY
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        said = next((json.loads(line) for line in process.stdout if line.startswith(b'{"address"')), None)
        assert said is not None, "the cluster did not start"
        everyone = psutil.Process(process.pid).children(recursive=True)
        try:
            yield RayCluster(said["address"], tuple(said["raylets"]), environment)
        finally:
            everyone += psutil.Process(process.pid).children(recursive=True)
            process.stdin.close()
            process.wait()
            for one in everyone:
                with suppress(psutil.NoSuchProcess):
                    one.kill()


def _children(process: psutil.Process) -> list[psutil.Process]:
    with suppress(psutil.NoSuchProcess):
        return process.children()
    return []


def _reads(process: psutil.Process, sounds: Path) -> bool:
    with suppress(psutil.NoSuchProcess):
        return any(file.path.startswith(str(sounds)) for file in process.open_files())
    return False


def main(nodes: int, temporary: str) -> None:
    """Starts the cluster, reports it, and ends it at the end of standard input."""
    from ray.cluster_utils import Cluster

    (Path(temporary) / "ray").mkdir(exist_ok=True)  # RAY_TMPDIR: it notes the newest cluster's address there
    common = {
        "num_cpus": 1,
        "node_ip_address": "127.0.0.1",
        "object_store_memory": _STORE_BYTES,
        "include_log_monitor": False,
    }
    head = {**common, "include_dashboard": False}
    cluster = Cluster(initialize_head=True, head_node_args=head)
    added = [cluster.add_node(wait=False, **common) for _ in range(nodes - 1)]
    cluster.wait_for_nodes()
    raylets = [node.all_processes["raylet"][0].process.pid for node in (cluster.head_node, *added)]
    print(json.dumps({"address": cluster.address, "raylets": raylets}), flush=True)
    sys.stdin.buffer.read()
    cluster.shutdown()


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2])
