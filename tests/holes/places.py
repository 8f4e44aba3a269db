"""Finds where Earshot refuses: what is another's, of another version, not allowed, or not what its checksum says.

A place is a `raise` whose fault is named so.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

_CODES = re.compile(
    r"NEWER|LATER|ANOTHER_LIBRARY|^OTHER_PACK$|OF_OTHER_PACK|NOT_OURS|REPLACED|ONLY_READER|NOT_OFFERED|OTHER_CHECKSUM"
)
_FAULT = re.compile(r"\b\w+(?:Fault|Flaw)\.(\w+)")
_ROOMS = ("engine", "training", "desktop")


class Place(NamedTuple):
    """A refusal."""

    file: str
    function: str
    """With the classes and functions around it."""
    what: str
    """The fault's code."""

    def __str__(self) -> str:
        """As the table has it."""
        return f"{self.file} {self.function} {self.what}"


def places(root: Path) -> Iterator[tuple[Place, ast.Raise]]:
    """The refusals of the code below `root`, with the statements that refuse."""
    for room in _ROOMS:
        for path in sorted((root / room).rglob("*.py")):
            source = path.read_text(encoding="utf-8")
            for names, statement in _raises(ast.parse(source), ()):
                said = ast.get_source_segment(source, statement) or ""
                codes = _FAULT.findall(said)
                found = [code for code in codes if _CODES.search(code)]
                if found:
                    yield Place(path.relative_to(root).as_posix(), ".".join(names), found[0]), statement


def without(source: str, statement: ast.Raise) -> str:
    """The source without a refusal: it goes on instead."""
    lines = source.encode().splitlines(keepends=True)
    assert statement.end_lineno is not None and statement.end_col_offset is not None
    first, last = statement.lineno - 1, statement.end_lineno - 1
    before, after = lines[first][: statement.col_offset], lines[last][statement.end_col_offset :]
    lines[first : last + 1] = [before + b"pass" + after]
    return b"".join(lines).decode()


def _raises(node: ast.AST, names: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], ast.Raise]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Raise) and child.exc is not None:
            yield names, child
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield from _raises(child, (*names, child.name))
        else:
            yield from _raises(child, names)
