"""Every refusal is in the table beside a test that is there."""

import ast
import re
from pathlib import Path

import pytest

from tests.holes.places import places, without
from tests.holes.table import TESTS

ROOT = Path(__file__).resolve().parents[2]


def test_every_refusal_has_a_test() -> None:
    """A new one is red until it is in the table; `make holes` shows that its test fails without it."""
    assert sorted(str(place) for place, _ in places(ROOT)) == sorted(TESTS)


@pytest.mark.parametrize("test", sorted(set(TESTS.values())))
def test_the_tests_of_the_table_are_there(test: str) -> None:
    file, _, name = test.partition("::")
    assert re.search(rf"^def {name}\(", (ROOT / file).read_text(encoding="utf-8"), re.MULTILINE)


def test_a_refusal_is_found_and_taken_out(tmp_path: Path) -> None:
    source = (
        "def read(x):\n    if x:\n        raise Newer(\n            told(CueFault.LIST_NEWER, 'ä')\n        )  # so\n"
    )
    for room in ("engine", "training", "desktop"):
        (tmp_path / room).mkdir()
    (tmp_path / "engine" / "a.py").write_text(source, encoding="utf-8")
    ((place, statement),) = places(tmp_path)
    assert str(place) == "engine/a.py read LIST_NEWER"
    without_it = without(source, statement)
    assert without_it == "def read(x):\n    if x:\n        pass  # so\n"
    assert ast.parse(without_it)
