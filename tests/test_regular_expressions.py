"""No regular expression of ours takes time that grows with the square of what the world wrote.

Every compiled expression of a module, and every one written where it is used, is found, so that a new one cannot be
forgotten. Each is tried with texts that it half matches: pieces of what it would match, repeated, spoilt at the end.
An input twice as long may take 2.6 times the processor's time.
"""

import ast
import importlib
import pkgutil
import random
import re
import time
from collections.abc import Iterator
from pathlib import Path
from re import _constants as op  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

import pytest

import desktop
import engine

_LETTERS = (250, 500, 1_000, 2_000, 4_000)
_TRIED = 60
_WORTH_LOOKING_S = 0.004
"""A linear expression is through with so many letters in a tenth of this."""
_MOST = 2.6


def expressions() -> dict[str, re.Pattern[str]]:
    """Every compiled expression that a module of the engine or the window holds, by where it stands."""
    found: dict[str, re.Pattern[str]] = {}
    known: set[tuple[str, int]] = set()
    for package in (engine, desktop):
        for info in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if info.name.endswith("__main__"):
                continue
            module = importlib.import_module(info.name)
            for name, value in vars(module).items():
                for one in _patterns(value):
                    if (one.pattern, one.flags) not in known:
                        known.add((one.pattern, one.flags))
                        found[f"{info.name}.{name}"] = one
        for name, written in _written(importlib.import_module(package.__name__).__path__[0]):
            if (written.pattern, written.flags) not in known:
                known.add((written.pattern, written.flags))
                found[name] = written
    return found


def _written(folder: str) -> Iterator[tuple[str, re.Pattern[str]]]:
    """Expressions that are written where they are used, as in `re.sub("a+", "", text)`, with file and line."""
    for path in sorted(Path(folder).rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args):
                continue
            of, written = node.func.value, _value(node.args[0], tree)
            if isinstance(of, ast.Name) and of.id == "re" and isinstance(written, str | bytes):
                for pattern in _patterns(re.compile(written)):
                    yield f"{path.name}:{node.lineno}", pattern


def _value(node: ast.expr, tree: ast.Module) -> Any:
    """What an argument is: written there, or a name that the file gives to a text."""
    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, ast.Name):
        for one in ast.walk(tree):
            targets = one.targets if isinstance(one, ast.Assign) and isinstance(one.value, ast.Constant) else []
            if any(isinstance(target, ast.Name) and target.id == node.id for target in targets):
                return one.value.value  # type: ignore[attr-defined]
    return None


def _patterns(value: Any) -> Iterator[re.Pattern[str]]:
    if isinstance(value, re.Pattern):
        is_bytes = isinstance(value.pattern, bytes)
        yield re.compile(value.pattern.decode("latin-1"), value.flags | re.ASCII) if is_bytes else value
    elif isinstance(value, dict):
        for one in value.values():
            yield from _patterns(one)
    elif isinstance(value, tuple | list | frozenset):
        for one in value:
            yield from _patterns(one)


def _sample(tree: Any, chance: random.Random) -> str:
    """A text that a parsed expression would match, as far as looking around allows."""
    return "".join(_piece(kind, value, chance) for kind, value in tree)


def _piece(kind: Any, value: Any, chance: random.Random) -> str:
    if kind is op.LITERAL:
        return chr(value)
    if kind is op.ANY or kind is op.NOT_LITERAL:
        return chance.choice("ab 7")
    if kind is op.IN:
        return _one_of(value, chance)
    if kind is op.BRANCH:
        return _sample(chance.choice(value[1]), chance)
    if kind in (op.SUBPATTERN, op.ATOMIC_GROUP):
        return _sample(value[-1] if kind is op.SUBPATTERN else value, chance)
    if kind in (op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT):
        least, most, inner = value
        return "".join(_sample(inner, chance) for _ in range(min(int(most), max(int(least), chance.choice((0, 1, 3))))))
    return ""


def _one_of(choices: Any, chance: random.Random) -> str:
    kinds = {op.CATEGORY_DIGIT: "7", op.CATEGORY_SPACE: " ", op.CATEGORY_WORD: "a"}
    given = [choice for choice in choices if choice[0] is not op.NEGATE]
    if len(given) < len(choices):
        return chance.choice("a7 -.")
    kind, value = chance.choice(given)
    if kind is op.LITERAL:
        return chr(value)
    if kind is op.RANGE:
        return chr(chance.randint(*value))
    return kinds.get(value, "-")


def _hostile(pattern: re.Pattern[str]) -> Iterator[tuple[str, str, str]]:
    """What stands before, what is repeated, and what stands behind."""
    chance = random.Random(7)
    tree = parser.parse(pattern.pattern, pattern.flags)
    for unit in (" ", "\n", "a", "7", "-", ":", " -", "a ", "{\\", "(", "[", '"'):
        for tail in ("\x01", " \x01 ", "a"):
            yield "", unit, tail
    for _ in range(_TRIED):
        text = _sample(tree, chance) or "a"
        start = chance.randrange(len(text))
        end = min(len(text), start + chance.choice((1, 1, 1, 2, 3)))
        yield text[:start], text[start:end], chance.choice((text[end:] + "\x01", "\x01", text[end:]))


def _took_s(pattern: re.Pattern[str], text: str) -> float:
    start_s = time.thread_time()
    pattern.search(text)
    pattern.match(text)
    pattern.fullmatch(text)
    return time.thread_time() - start_s


def _grows(pattern: re.Pattern[str], head: str, unit: str, tail: str) -> float:
    """By how much twice the text takes longer, once it takes long enough to tell; 0 where it never does."""
    for letters in _LETTERS:
        count = max(1, letters // len(unit))
        short, long = head + unit * count + tail, head + unit * (2 * count) + tail
        if _took_s(pattern, short) >= _WORTH_LOOKING_S:
            return min(_took_s(pattern, long) / max(_took_s(pattern, short), 1e-9) for _ in range(3))
    return 0.0


@pytest.mark.shows("texts-bounded")
def test_no_expression_takes_quadratic_time() -> None:
    slow: dict[str, str] = {}
    for place, pattern in expressions().items():
        for head, unit, tail in _hostile(pattern):
            grown = _grows(pattern, head, unit, tail)
            if grown > _MOST:
                slow[place] = f"{head!r} + {unit!r} x n + {tail!r}: x {grown:.1f}"
                break
    assert not slow, "\n".join(f"{place}: {what}" for place, what in slow.items())


def test_an_expression_that_is_quadratic_would_be_found() -> None:
    bad = re.compile(r"^\s*\d+:\d\d", re.MULTILINE)
    assert any(_grows(bad, *hostile) > _MOST for hostile in _hostile(bad))
