"""What usual programs write is read back whole and in place, never called damaged. `python -m tests.writers`: all."""

from pathlib import Path

import pytest

from tests.writers.judging import judge, write_original
from tests.writers.pairs import PAIRS, Pair

_SHORT = [pair for pair in PAIRS if pair.is_short and not pair.known]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the originals are, which many pairs share."""
    return tmp_path_factory.mktemp("writers")


@pytest.mark.parametrize("pair", _SHORT, ids=[f"{pair.name} {pair.suffix}" for pair in _SHORT])
def test_what_a_program_wrote_is_read_back(pair: Pair, folder: Path) -> None:
    if missing := pair.missing():
        pytest.skip(f"needs {', '.join(missing)}")
    assert judge(pair, pair.make(write_original(pair.original, folder), folder)).faults == ()


def test_every_pair_has_a_name_of_its_own() -> None:
    names = [(pair.name, pair.suffix) for pair in PAIRS]
    assert len(set(names)) == len(names) > 150
