"""docs/behaviours.md, made of tests/behaviours.md and of what tests say that they show: `python -m tests.behaviours`.

A row of the page ends with a name in braces. A test shows it by `@pytest.mark.shows("name")`; the page lists such tests
in the order of their files, those that drive a real window first.
"""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCE, PAGE = ROOT / "tests/behaviours.md", ROOT / "docs/behaviours.md"
_NAME = re.compile(r"\{([\w-]+)\}")
_FIRST = ("end_to_end", "desktop", "engine")


def shown() -> dict[str, list[str]]:
    """The tests that show each thing, as `file::test`, by its name."""
    files = sorted((path.relative_to(ROOT) for path in (ROOT / "tests").rglob("test_*.py")), key=_rank)
    found: dict[str, list[str]] = {}
    for file in files:
        text = (ROOT / file).read_text(encoding="utf-8")
        if "mark.shows(" not in text:
            continue
        for test in ast.parse(text).body:
            for name in _named(test):
                assert isinstance(test, ast.FunctionDef)
                found.setdefault(name, []).append(f"{file.as_posix()}::{test.name}")
    return found


def page() -> str:
    """The whole page.

    Raises:
        ValueError: a row has no test, a test shows what no row names, or a name stands twice.
    """
    source, tests = SOURCE.read_text(encoding="utf-8"), shown()
    names = _NAME.findall(source)
    wrong = {
        "have no test": set(names) - set(tests),
        "are in no row": set(tests) - set(names),
        "stand twice": {name for name in names if names.count(name) > 1},
    }
    if any(wrong.values()):
        raise ValueError("; ".join(f"{', '.join(sorted(some))} {what}" for what, some in wrong.items() if some))
    return _NAME.sub(lambda found: " ".join(f"`{test}`" for test in tests[found[1]]), source)


def _rank(file: Path) -> tuple[int, str]:
    room = file.parts[1]
    return (_FIRST.index(room) if room in _FIRST else len(_FIRST)), file.as_posix()


def _named(test: ast.stmt) -> list[str]:
    if not isinstance(test, ast.FunctionDef):
        return []
    marks = [
        one for one in test.decorator_list if isinstance(one, ast.Call) and ast.unparse(one.func).endswith(".shows")
    ]
    return [str(ast.literal_eval(name)) for mark in marks for name in mark.args]


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
