"""Which code is altered, which tests must notice, which places count, and what a share of them says of the whole.

Knows nothing of the library that does the altering.
"""

import ast
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import sqrt
from pathlib import Path
from typing import NamedTuple

RULE = 1
"""Counts up when `worthwhile` chooses otherwise: results of another choice are not gone on with."""


@dataclass(frozen=True, slots=True)
class Room:
    """A part of the engine, and the tests that stand beside it."""

    code: str
    """A folder or a file."""
    tests: tuple[str, ...]
    """Folders or files."""


ROOMS = {
    "search": Room("engine/search", ("tests/engine/search", "tests/engine/library/test_library.py")),
    # Rows are checked in engine/store/row_checks.py, and what is done about them in engine/features/verify.
    "store": Room("engine/store", ("tests/engine/store", "tests/engine/features/verify/test_verify.py")),
    "index": Room("engine/index", ("tests/engine/index", "tests/faults/test_index_damage.py")),
    # Of the job's tests those in which what a walk finds makes a difference.
    "plan": Room(
        "engine/ingest/plan.py",
        tuple(f"tests/engine/ingest/test_{name}.py" for name in ("areas", "job", "job_moves", "only", "roots")),
    ),
    "metadata": Room("engine/features/metadata_edits", ("tests/engine/features/metadata_edits",)),
}


class Place(NamedTuple):
    """A fault that can be put into a file; they sort by where they are."""

    file: str
    line: int
    column: int
    operator: str
    """The library's name of what is done: core/ReplaceBinaryOperator_Add_Sub."""
    occurrence: int
    """Which of the operator's places in that file it is."""

    @property
    def family(self) -> str:
        """What is replaced, whatever stands there then: all that becomes of one plus sign is of one family."""
        return "_".join(self.operator.split("_")[:2])


def worthwhile(places: Iterable[Place], source: dict[str, str], seed: int) -> list[Place]:
    """One fault for each place and family, chosen by chance: eleven for a plus sign would say one thing eleven times.

    Left out are annotations, which nothing runs, what `@dataclass` is told (frozen, slots), which nothing asks for, and
    `is` for `==`, which differs by what Python keeps once.
    """
    draw = random.Random(seed)
    lines = {file: _left_out(text) for file, text in source.items()}
    wanted = sorted(
        place
        for place in places
        if not place.operator.endswith(("_Is", "_IsNot")) or "Operator_Is" in place.operator
        if not any(start <= (place.line, place.column) < end for start, end in lines[place.file])
    )
    return [draw.choice(list(same)) for _, same in groupby(wanted, lambda place: (*place[:3], place.family))]


def sample(places: Sequence[Place], share: float, seed: int) -> list[Place]:
    """So many of the places by chance, in the order of the chance: a larger share begins with the smaller one."""
    shuffled = list(places)
    random.Random(seed).shuffle(shuffled)
    return shuffled[: max(1, round(share * len(shuffled)))]


def interval(hits: int, of: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share (Wilson 1927, JASA 22, 209-212)."""
    z = 1.959964
    centre = (hits + z * z / 2) / (of + z * z)
    half = z * sqrt(hits * (of - hits) / of + z * z / 4) / (of + z * z)
    return max(0.0, centre - half), min(1.0, centre + half)


def fastest_first(seconds: dict[str, float], file: str) -> list[str]:
    """Files of tests in the order to run them in: the one named after the altered file, then the fastest."""
    own = f"test_{Path(file).stem}.py"
    return sorted(seconds, key=lambda name: (Path(name).name != own, seconds[name], name))


def _left_out(text: str) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Where annotations and arguments of decorators begin and end, as (line, column)."""
    parts: list[object] = []
    for node in ast.walk(ast.parse(text)):
        parts += [getattr(node, "annotation", None), getattr(node, "returns", None)]
        for decorator in getattr(node, "decorator_list", []):
            parts += [keyword.value for keyword in getattr(decorator, "keywords", [])]
    return [
        ((part.lineno, part.col_offset), (part.end_lineno or 0, part.end_col_offset or 0))
        for part in parts
        if isinstance(part, ast.expr)
    ]
