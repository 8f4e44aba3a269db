"""Who opens a library says whether one may be made: none comes to be by the way."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

_ROOT = Path(__file__).resolve().parents[1]


def _opens(package: str) -> Iterator[tuple[str, int, set[str]]]:
    for file in sorted((_ROOT / package).rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "Catalogue.open":
                yield str(file.relative_to(_ROOT)), node.lineno, {keyword.arg or "" for keyword in node.keywords}


@pytest.mark.parametrize("package", ["engine", "desktop", "training"])
def test_every_catalogue_that_is_opened_is_one_that_is_there(package: str) -> None:
    unsaid = [f"{name}:{line}" for name, line, keywords in _opens(package) if not keywords & {"makes", "read_only"}]
    assert unsaid == []


def test_the_search_sees_the_calls() -> None:
    assert len(list(_opens("engine"))) > 10
