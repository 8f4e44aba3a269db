"""The documents are true where a machine can tell: links lead somewhere, commands exist, decisions are numbered."""

import re
from pathlib import Path

import pytest

from engine.cli.main import build_parser
from engine.search.filter_registry import guide_table

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_make_targets_that_are_named_exist(page: Path) -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    named = set(re.findall(r"(?:^|`)make ([a-z-]+)(?=[`;]|\s*(?:#|$))", page.read_text(encoding="utf-8"), re.MULTILINE))
    assert named - targets == set()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_tests_that_are_named_exist(page: Path) -> None:
    named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", page.read_text(encoding="utf-8"))
    assert [f"{file}::{name}" for file, name in named if not has_test(ROOT / file, name)] == []


def has_test(file: Path, name: str) -> bool:
    return file.is_file() and f"def {name}(" in file.read_text(encoding="utf-8")


def test_every_command_is_in_the_user_guide() -> None:
    guide = (ROOT / "docs/user-guide.md").read_text(encoding="utf-8")
    names = re.findall(r"^    ([a-z]+) ", build_parser().format_help(), re.MULTILINE)
    assert {"index", "search", "similar", "stats", "doctor", "pack"} <= set(names)
    assert [name for name in names if name != "window" and f"earshot {name}" not in guide] == []


def test_the_table_of_filters_in_the_user_guide_is_that_of_the_registry() -> None:
    assert guide_table() in (ROOT / "docs/user-guide.md").read_text(encoding="utf-8"), (
        "put in what `python -m engine.search.filter_registry` prints"
    )


def test_decisions_are_numbered_without_gaps_and_say_why() -> None:
    pages = sorted((ROOT / "docs/decisions").glob("*.md"))
    assert [int(page.name[:4]) for page in pages] == list(range(1, len(pages) + 1))
    parts = ("Context", "Decision", "Alternatives", "Consequences")
    texts = {page.name: page.read_text(encoding="utf-8") for page in pages}
    unfinished = [name for name, text in texts.items() for part in parts if not re.search(rf"(\*\*|## ){part}", text)]
    assert unfinished == []


def test_the_glossary_is_sorted_and_has_each_word_once() -> None:
    text = (ROOT / "docs/glossary.md").read_text(encoding="utf-8")
    words = [
        word.casefold() for word in re.findall(r"^\| ([^|]+) \|", text, re.MULTILINE) if word not in ("word", "---")
    ]
    assert len(words) > 30
    assert words == sorted(set(words))


def test_the_licence_is_the_gpl_in_full() -> None:
    text = (ROOT / "LICENSE").read_text(encoding="utf-8")
    assert text.lstrip().startswith("GNU GENERAL PUBLIC LICENSE")
    assert "Version 3, 29 June 2007" in text and "How to Apply These Terms" in text
