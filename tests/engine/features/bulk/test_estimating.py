"""What many machines would take: list scheduling by hand."""

import pytest

from engine.features.bulk.estimate import Machines, ShardCost, drawn, estimate

_MEBI = 1 << 20


def costs(*seconds: float, read_bytes: int = _MEBI) -> list[ShardCost]:
    return [ShardCost(10, one, read_bytes) for one in seconds]


def test_one_worker_takes_all_one_after_the_other() -> None:
    assert estimate(costs(3, 1, 2), Machines(1, 1, start_s=10.0)).seconds == 16.0


def test_a_worker_takes_the_next_shard_when_it_is_done() -> None:
    # Two workers: 4 | 3, then 2 goes to the second (5), 5 to the first (9), 1 to the second (6).
    assert estimate(costs(4, 3, 2, 5, 1), Machines(1, 2)).seconds == 9.0
    assert estimate(costs(4, 3, 2, 5, 1), Machines(2, 1)).seconds == 9.0


def test_more_workers_than_shards_take_as_long_as_the_longest() -> None:
    assert estimate(costs(4, 3, 2), Machines(8, 8)).seconds == 4.0


def test_the_storage_may_be_what_all_wait_for() -> None:
    found = estimate(costs(1, 1, 1, 1, read_bytes=10 * _MEBI), Machines(4, 1, start_s=2.0, storage_bytes_s=_MEBI))
    assert (found.read_s, found.seconds, found.work_s) == (40.0, 42.0, 4.0)


def test_shards_are_drawn_until_they_hold_so_many_files() -> None:
    some = drawn(costs(1, 2, 3), 95, seed=4)
    assert len(some) == 10
    assert {cost.seconds for cost in some} <= {1, 2, 3}
    assert some == drawn(costs(1, 2, 3), 95, seed=4)
    assert drawn([*costs(1), ShardCost(0, 9.0, 0)], 50, seed=1) == costs(1) * 5


@pytest.mark.parametrize("workers", [1, 2, 16])
def test_no_estimate_is_below_what_the_work_takes(workers: int) -> None:
    some = drawn(costs(1.5, 2.5, 40.0), 2_000, seed=1)
    found = estimate(some, Machines(4, workers))
    assert found.work_s / (4 * workers) <= found.seconds <= found.work_s / (4 * workers) + 40.0
