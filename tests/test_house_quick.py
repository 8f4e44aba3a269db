"""`make quick` touches every room, and what tests cost is measured and chosen from as documented."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.costs import QUICK, TestCost, quick_choice, read_costs, room, table

ROOT = Path(__file__).parents[1]
CHOSEN = QUICK.read_text(encoding="utf-8").splitlines()
ROOMS = sorted(
    {
        room(file.relative_to(ROOT).as_posix())
        for package in ("engine", "desktop", "resources")
        for file in ROOT.glob(f"tests/{package}/**/test_*.py")
    }
    | {"tests"}
)


@pytest.mark.parametrize("folder", ROOMS)
def test_each_room_has_quick_tests(folder: str) -> None:
    assert folder in map(room, CHOSEN), f"nothing of {folder} in tests/quick.txt"


def test_each_choice_is_there() -> None:
    assert sorted(set(CHOSEN)) == CHOSEN
    gone = []
    for line in CHOSEN:
        file, _, function = line.partition("::")
        place = ROOT / file
        if not place.is_file() or f"def {function or 'test_'}" not in place.read_text(encoding="utf-8"):
            gone.append(line)
    assert not gone, "take these out of tests/quick.txt"


def test_of_a_room_with_dear_files_the_cheapest_functions_are_chosen() -> None:
    costs = {
        "tests/a/test_cheap.py::test_one": TestCost(0.1, 0.0, 0.1),
        "tests/a/test_dear.py::test_one": TestCost(1.0, 9.0, 3.0),
        "tests/b/test_dear.py::test_quick[x]": TestCost(0.1, 0.2, 0.4),
        "tests/b/test_dear.py::test_quick[y]": TestCost(0.1, 0.2, 0.4),
        "tests/b/test_dear.py::test_slow": TestCost(0.0, 30.0, 30.0),
    }
    assert quick_choice(costs) == ["tests/a/test_cheap.py", "tests/b/test_dear.py::test_quick"]


def test_a_run_writes_what_each_test_costs(tmp_path: Path) -> None:
    place = ROOT / "tests/engine/base/test_text_forms.py"
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--costs", tmp_path / "costs", place]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    costs = read_costs(tmp_path / "costs")
    assert costs and all(name.startswith("tests/engine/base/test_text_forms.py::test_") for name in costs)
    assert 0.0 < sum(cost.processor_s for cost in costs.values()) < 300.0
    assert len(table(costs, costs).splitlines()) == 2 + min(50, len(costs))
