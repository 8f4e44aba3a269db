"""Estimates how long many machines would take, by dealing measured shards to workers as a run would.

The model: an idle worker takes the next shard (list scheduling); shards are drawn from the measured ones; all workers
together read no faster than the storage allows; a run begins once its workers have started. It ignores slower or lost
machines and the network between workers and encoders, so it holds for machines like the measured one.
"""

import heapq
from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from engine.features.bulk.plan import ShardPlan
from engine.features.bulk.results import Results


class ShardCost(Struct, frozen=True):
    """Cost of one shard on one worker."""

    files: int
    seconds: float
    read_bytes: int


class Machines(Struct, frozen=True):
    """The machines to estimate for."""

    nodes: int
    workers: int
    """Per node."""
    start_s: float = 0.0
    """Time until the workers are ready."""
    storage_bytes_s: float = float("inf")
    """Throughput of the shared storage, for all workers together."""


class RunEstimate(Struct, frozen=True):
    """Estimated duration of a run."""

    seconds: float
    work_s: float
    """Sum over all workers."""
    read_s: float
    """Time the storage alone needs."""
    files: int
    shards: int


def measured(plan: ShardPlan, results: Results) -> list[ShardCost]:
    """Returns the costs of a plan's finished shards, including those that took several attempts.

    Raises:
        BulkError: a result is damaged.
    """
    found = (results.manifest(head.id) for head in plan.shards)
    return [ShardCost(one.files, one.seconds, one.read_bytes) for one in found if one is not None]


def drawn(costs: Sequence[ShardCost], files: int, seed: int) -> list[ShardCost]:
    """Draws from the measured shards, with replacement, until they hold at least `files` files.

    Args:
        costs: at least one with files.
        files: the number of files to reach.
        seed: of the random draw.
    """
    rng = np.random.default_rng(seed)
    there = [cost for cost in costs if cost.files]
    taken: list[ShardCost] = []
    count = 0
    while count < files:
        cost = there[int(rng.integers(len(there)))]
        taken.append(cost)
        count += cost.files
    return taken


def estimate(costs: Sequence[ShardCost], machines: Machines) -> RunEstimate:
    """Estimates a run of these shards, dealt in their order."""
    free_s = [0.0] * (machines.nodes * machines.workers)
    for cost in costs:
        heapq.heapreplace(free_s, free_s[0] + cost.seconds)
    work_s = sum(cost.seconds for cost in costs)
    read_s = sum(cost.read_bytes for cost in costs) / machines.storage_bytes_s
    seconds = machines.start_s + max(max(free_s), read_s)
    return RunEstimate(seconds, work_s, read_s, sum(cost.files for cost in costs), len(costs))
