"""What the tests of bulk embedding share."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from engine.audio import decoder_pool
from engine.features.bulk.plan import ShardPlan
from engine.features.bulk.planner import decoders_of
from tests.helpers.bulk import plan_of, run_here, write_takes
from tests.helpers.tiny_pack import make_tiny_pack

TAKES = 14


@dataclass(frozen=True)
class Made:
    """A plan of some sounds, and its results."""

    sounds: Path
    pack: Path
    plan: ShardPlan
    results: Path


@pytest.fixture(scope="session")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_tiny_pack(tmp_path_factory.mktemp("pack") / "tiny")


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory, pack: Path) -> Made:
    """Made once; tests only read it."""
    pytest.importorskip("pyarrow", reason="no packages for results here: sh installer/start.sh setup-cluster")
    home = tmp_path_factory.mktemp("bulk")
    sounds = write_takes(home / "sounds", TAKES)
    plan = plan_of(sounds, home / "plan")
    run_here(plan, home / "results", pack)
    return Made(sounds, pack, plan, home / "results")


@pytest.fixture(autouse=True, scope="module")
def shared_decoders() -> Iterator[None]:
    """Decoder processes for all tests of a file: each run would start its own, which takes a second."""
    with decoders_of(2):
        yield


@pytest.fixture
def own_decoders(shared_decoders: None) -> Iterator[None]:
    """Has each run start its own, as a process of its own does."""
    before = decoder_pool.in_use()
    decoder_pool.use(None)
    yield
    decoder_pool.use(before)
