"""No two public classes of the program have one name: whoever reads it alone knows which is meant."""

import ast
from collections import defaultdict
from pathlib import Path

from tests.test_house_docs import ROOT

ROOMS = ("engine", "desktop", "training")


def test_every_public_class_has_a_name_of_its_own() -> None:
    files = [file for room in ROOMS for file in (ROOT / room).rglob("*.py")]
    assert len(files) > 500 and len(classes(files)) > 500
    assert {name: places for name, places in classes(files).items() if len(places) > 1} == {}


def test_a_name_that_two_classes_have_is_found(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / f"{name}.py").write_text("class Found:\n    pass\n\n\nclass _Own:\n    pass\n", encoding="utf-8")
    assert classes(sorted(tmp_path.glob("*.py"))) == {"Found": [tmp_path / "one.py", tmp_path / "two.py"]}


def classes(files: list[Path]) -> dict[str, list[Path]]:
    """Gives where each public class of the outermost level stands."""
    found = defaultdict[str, list[Path]](list)
    for file in files:
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found[node.name].append(file)
    return dict(found)
