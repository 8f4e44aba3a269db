"""What Python's standard library lacks on Windows, read from the stubs that mypy brings."""

import ast
import importlib.util
import sys
from collections.abc import Iterable
from pathlib import Path
from types import SimpleNamespace

_ABSENT = {"termios"}
"""What the stubs cannot say: they define nothing there but in a list of imports."""


def lacking() -> dict[str, list[str] | None]:
    """Names by module that are on Linux and not on Windows; None for a module that is not there at all."""
    found: dict[str, list[str] | None] = {}
    for path in sorted([*_stubs().glob("*.pyi"), *_stubs().glob("*/__init__.pyi")]):
        name = path.parent.name if path.stem == "__init__" else path.stem
        ours, theirs = _names(path, "linux"), _names(path, "win32")
        if ours and not theirs:
            found[name] = None
        elif ours - theirs:
            found[name] = sorted(ours - theirs)
    return found | dict.fromkeys(_ABSENT)


def _stubs() -> Path:
    mypy = importlib.util.find_spec("mypy")
    assert mypy is not None and mypy.origin is not None
    return Path(mypy.origin).parent / "typeshed/stdlib"


def _names(path: Path, platform: str) -> set[str]:
    """Names that a stub defines on a platform."""
    known = SimpleNamespace(platform=platform, version_info=sys.version_info)
    return set(_defined(ast.parse(path.read_text(encoding="utf-8")).body, known))


def _defined(body: Iterable[ast.stmt], known: SimpleNamespace) -> Iterable[str]:
    for statement in body:
        match statement:
            case ast.If(test=test):
                is_so = eval(compile(ast.Expression(test), "stub", "eval"), {"sys": known})
                yield from _defined(statement.body if is_so else statement.orelse, known)
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.AnnAssign(target=ast.Name(id=name)):
                yield name
            case ast.Assign(targets=[ast.Name(id=name)]) if name != "__all__":
                yield name
            case ast.ImportFrom(module="_socket", names=names):
                yield from (alias.name for alias in names)
            case _:
                pass
