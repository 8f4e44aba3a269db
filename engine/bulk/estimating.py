"""How long many machines would take: measured shards, dealt out to workers as a run deals them.

The model: a worker takes the next shard when it is done with one (list scheduling); shards are drawn from the measured
ones; all workers together read no faster than the storage gives; a run begins once its workers have started. It knows
nothing of slower machines, lost ones, or a network between workers and encoders: estimates are for machines like the
one that was measured.
"""

import heapq
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.bulk.plan import ShardPlan
from engine.bulk.results import Results


@dataclass(frozen=True, slots=True)
class ShardCost:
    """What one shard took one worker."""

    files: int
    seconds: float
    read_bytes: int


@dataclass(frozen=True, slots=True)
class Machines:
    """What a plan would be run on."""

    nodes: int
    workers: int
    """On each node."""
    start_s: float = 0.0
    """Until workers are ready."""
    storage_bytes_s: float = float("inf")
    """What the shared storage gives to all together."""


@dataclass(frozen=True, slots=True)
class RunEstimate:
    """How long it would take."""

    seconds: float
    work_s: float
    """Of all workers together."""
    read_s: float
    """What the storage alone would take."""
    files: int
    shards: int


def measured(plan: ShardPlan, results: Results) -> list[ShardCost]:
    """The costs of a plan's shards that have a result; those that were pieced together in several attempts too.

    Raises:
        BulkError: a result is damaged.
    """
    found = (results.manifest(head.id) for head in plan.shards)
    return [ShardCost(one.files, one.seconds, one.read_bytes) for one in found if one is not None]


def drawn(costs: Sequence[ShardCost], files: int, seed: int) -> list[ShardCost]:
    """Draws shards of the measured ones, with replacement, until they hold so many files.

    Args:
        costs: at least one, with files in it.
        files: to reach.
        seed: of the drawing.
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
    """How long these shards take, in their order."""
    free_s = [0.0] * (machines.nodes * machines.workers)
    for cost in costs:
        heapq.heapreplace(free_s, free_s[0] + cost.seconds)
    work_s = sum(cost.seconds for cost in costs)
    read_s = sum(cost.read_bytes for cost in costs) / machines.storage_bytes_s
    seconds = machines.start_s + max(max(free_s), read_s)
    return RunEstimate(seconds, work_s, read_s, sum(cost.files for cost in costs), len(costs))
