"""What is altered and what is not, and that altered code changes nothing outside its folder."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers.tiny_library import REPOSITORY
from tests.mutants.rooms import ROOMS, Place, fastest_first, interval, sample, worthwhile

SOURCE = """\
@dataclass(frozen=True)
class Half: ...
def half(number: int | None) -> "int | None":
    return number + 1 if number is not None and number != 3 else None
"""


def place(operator: str, line: int, column: int) -> Place:
    return Place("a.py", line, column, f"core/{operator}", 0)


def test_every_room_has_code_and_tests() -> None:
    named = [name for room in ROOMS.values() for name in (room.code, *room.tests)]
    assert [name for name in named if not (REPOSITORY / name).exists()] == []


def test_annotations_decorators_and_identities_are_left_alone_and_a_place_is_altered_in_one_way() -> None:
    plus = [place(f"ReplaceBinaryOperator_Add_{kind}", 4, 18) for kind in ("Sub", "Mul", "Div")]
    compared = [place(f"ReplaceComparisonOperator_NotEq_{kind}", 4, 56) for kind in ("Eq", "Is")]
    told = [place("ReplaceBinaryOperator_BitOr_Add", 3, 21), place("ReplaceTrueWithFalse", 1, 18)]
    negated = [place("ReplaceComparisonOperator_IsNot_Is", 4, 32)]
    for seed in range(20):
        found = worthwhile([*plus, *compared, *told, *negated], {"a.py": SOURCE}, seed)
        assert found[0] in plus
        assert found[1:] == [negated[0], compared[0]]


def test_a_larger_share_begins_with_the_smaller_one() -> None:
    places = [place("AddNot", line, 0) for line in range(100)]
    small, large = sample(places, 0.1, seed=3), sample(places, 0.4, seed=3)
    assert (len(small), len(large), large[:10]) == (10, 40, small)
    assert sample(places, 0.1, seed=4) != small


def test_a_share_has_wilsons_interval() -> None:
    # 8 of 10: (0.8 + 0.19208 -/+ 1.96 * sqrt(0.016 + 0.0096)) / 1.38416, with z squared over n = 0.38416
    assert interval(8, 10) == (pytest.approx(0.490, abs=1e-3), pytest.approx(0.943, abs=1e-3))
    assert interval(10, 10)[1] == 1.0


def test_the_tests_named_after_the_file_come_first_and_the_slowest_last() -> None:
    seconds = {"t/test_slow.py": 9.0, "t/test_score_rule.py": 3.0, "t/test_quick.py": 0.1}
    assert fastest_first(seconds, "engine/search/score_rule.py") == [
        "t/test_score_rule.py",
        "t/test_quick.py",
        "t/test_slow.py",
    ]


@pytest.mark.parametrize(
    "does",
    [
        "open(PLACE + '/new', 'w')",
        "open(PLACE + '/kept', 'ab')",
        "os.remove(PLACE + '/kept')",
        "os.rename(PLACE + '/kept', PLACE + '/else')",
        "os.mkdir(PLACE + '/folder')",
        "os.symlink('/', PLACE + '/link')",
        "shutil.rmtree(PLACE)",
    ],
)
def test_altered_code_changes_nothing_outside_its_folder(tmp_path: Path, does: str) -> None:
    inside, outside = tmp_path / "inside", tmp_path / "outside"
    for folder in (inside / "here", outside):
        folder.mkdir(parents=True)
        (folder / "kept").write_text("kept")
    refused, done = guarded(inside, outside, does), guarded(inside, inside / "here", does)
    assert "PermissionError" in refused.stderr
    assert [(path.name, path.read_text()) for path in outside.iterdir()] == [("kept", "kept")]
    assert str(outside) in (inside / "refused.txt").read_text()
    assert done.returncode == 0, done.stderr


def guarded(folder: Path, place: Path, does: str) -> "subprocess.CompletedProcess[str]":
    """What a process does that may write in `folder` alone."""
    text = f"import os, shutil\nPLACE = {str(place)!r}\n{does}"
    guard = {"EARSHOT_MUTANTS": str(folder), "PYTHONPATH": str(REPOSITORY / "tests/mutants/guard")}
    return subprocess.run(
        [sys.executable, "-c", text], env={**os.environ, **guard}, capture_output=True, text=True, check=False
    )
