"""docs/behaviours.md is what tests say that they show, and no row of it goes without one."""

import re
from pathlib import Path

import pytest

from tests import behaviours

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


def test_the_page_is_what_the_tests_say() -> None:
    assert behaviours.page() == PAGE, "python -m tests.behaviours makes it anew"


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"a": ["tests/x.py::test_x"]}, "b have no test"),
        ({"a": [], "b": [], "c": []}, "c are in no row"),
    ],
)
def test_a_row_without_a_test_and_a_test_without_a_row_are_refused(
    changed: dict[str, list[str]], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "source.md"
    source.write_text("| one | two | {a} |\n| three | four | {b} |\n", encoding="utf-8")
    monkeypatch.setattr(behaviours, "SOURCE", source)
    monkeypatch.setattr(behaviours, "shown", lambda: changed)
    with pytest.raises(ValueError, match=told):
        behaviours.page()


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
