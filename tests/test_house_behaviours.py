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
_TITLES = re.findall(r"^## (.+)$", PAGE, re.MULTILINE)


def table(title: str) -> list[list[str]]:
    """The cells of the head and of every row below a heading."""
    section = PAGE.split(f"\n## {title}\n")[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines[:1] + lines[2:]]


def rows(title: str) -> list[list[str]]:
    """The rows below a heading without the head."""
    return table(title)[1:]


@cache
def names_in(file: str) -> frozenset[str]:
    """The names of the tests in a file."""
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    return frozenset(node.name for node in tree.body if isinstance(node, ast.FunctionDef))


@pytest.mark.parametrize(("file", "name"), _NAMED, ids=[name for _, name in _NAMED])
def test_every_test_that_is_named_exists(file: str, name: str) -> None:
    assert name in names_in(file)


def test_every_heading_has_a_list() -> None:
    assert _TITLES and [title for title in _TITLES if not rows(title)] == []


@pytest.mark.parametrize("title", _TITLES)
def test_every_row_is_whole_stands_once_and_names_what_shows_it(title: str) -> None:
    head, *found = table(title)
    assert [row[0] for row in found if len(row) != len(head) or not all(row[:2])] == []
    assert [row[0] for row in found if not _TEST.search(row[-1])] == []
    assert [row[0] for row in found if _TEST.sub("", row[-1]).strip()] == []
    assert len({row[0] for row in found}) == len(found)


def test_no_test_is_named_outside_the_lists() -> None:
    listed = {named for title in _TITLES for row in rows(title) for named in _TEST.findall(row[-1])}
    assert set(_NAMED) == listed
