"""The lists of docs/behaviours.md are true where a machine can tell: every test exists, and no row goes without one."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs/behaviours.md").read_text(encoding="utf-8")
_TEST = re.compile(r"`(tests/[\w/]+\.py)::(test_\w+)`")
_NAMED = sorted(set(_TEST.findall(PAGE)))


def rows(title: str) -> list[list[str]]:
    """The cells of every row below a heading."""
    section = PAGE.split(f"\n## {title}\n")[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("| ")][2:]
    return [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines]


@cache
def names_in(file: str) -> frozenset[str]:
    """The names of the tests in a file."""
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    return frozenset(node.name for node in tree.body if isinstance(node, ast.FunctionDef))


@pytest.mark.parametrize(("file", "name"), _NAMED, ids=[name for _, name in _NAMED])
def test_every_test_that_is_named_exists(file: str, name: str) -> None:
    assert name in names_in(file)


@pytest.mark.parametrize(
    ("title", "columns", "count"),
    [("What is taken for granted", 3, 21), ("Keys", 4, 24), ("Habits", 3, 12), ("What made newcomers stumble", 3, 21)],
)
def test_every_row_is_whole_and_names_what_shows_it(title: str, columns: int, count: int) -> None:
    found = rows(title)
    assert (len(found), {len(row) for row in found}) == (count, {columns})
    assert [row[0] for row in found if not _TEST.search(row[-1])] == []
    assert [row[0] for row in found if _TEST.sub("", row[-1]).strip()] == []
