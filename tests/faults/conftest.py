"""Worlds to harm, and the tally of what was tried."""

from collections.abc import Callable

import pytest

from tests.faults.harness.tally import Tried, is_whole, record
from tests.faults.harness.world import World, make_small_world, make_world

_LONGEST = ("test_window_faults.py", "test_damaged_kinds.py", "test_killed_at_random_writes", "test_kills.py")


@pytest.fixture(scope="session")
def small_world(tmp_path_factory: pytest.TempPathFactory) -> World:
    """Three sounds: for what every run tries."""
    return make_small_world(tmp_path_factory.mktemp("small") / "world")


@pytest.fixture(scope="session")
def _world(tmp_path_factory: pytest.TempPathFactory) -> World:
    return make_world(tmp_path_factory.mktemp("whole") / "world")


@pytest.fixture
def world(_world: World) -> World:
    """All that a person can have, as it was made."""
    _world.put_back()
    return _world


@pytest.fixture
def tally(request: pytest.FixtureRequest) -> Callable[..., None]:
    """Notes a row of the table of `make faults`: fault, where, tried, hit, lost, detected."""
    name = request.node.nodeid.split("[")[0]

    def note(fault: str, where: str, *, tried: int = 1, hit: int = 1, lost: int = 0, detected: str) -> None:
        record(Tried(fault, where, tried, hit, lost, detected, name))

    return note


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves what takes minutes to `make faults`, which begins with the longest: all its processes end together."""
    if is_whole():
        items.sort(
            key=lambda item: next((at for at, name in enumerate(_LONGEST) if name in item.nodeid), len(_LONGEST))
        )
    else:
        left = [item for item in items if item.get_closest_marker("long") is not None]
        items[:] = [item for item in items if item not in left]
        if left:
            config.hook.pytest_deselected(items=left)
