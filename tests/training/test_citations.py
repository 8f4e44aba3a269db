"""Whatever is cited of the four papers exists there: sections, equations, tables and figures by their numbers."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.tiny_library import REPOSITORY

PAPERS: dict[str, dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("citations.toml").read_text(encoding="utf-8")
)
HOMES = {"training/papers/units/": "units", "training/papers/words/": "words"}
"""Folders that are about one paper: a number without a name is of that one."""
_KIND = r"(sections?|equations?|eqs?\.|tables?|figures?)"
_NUMBERS = r"\d+(?:\.\d+)*(?:(?:, | and | to |, and )\d+(?:\.\d+)*(?![\w%]))*"
_OF = re.compile(" (?:of|in) ")
"""Between a number and its paper: "Eq. 4 of Rhodes & Bains"."""
_CITED = re.compile(rf"\b{_KIND} ({_NUMBERS})", re.IGNORECASE)
_NAMED = re.compile("|".join(f"(?P<{paper}>{facts['pattern']})" for paper, facts in PAPERS.items()))
_OTHERS = re.compile(r"(?<!Primus et al\. )\b[A-Z]\w+ (?:et al\.|& [A-Z]\w+),? (?:19|20)\d\d")
_REACH = 60
"""Letters behind a paper's name in which a number is of it."""


def citations(path: str, text: str) -> Iterator[tuple[str, str, str]]:
    """Every paper, kind and number that a text cites."""
    text = " ".join(text.replace("\n#", " ").replace("|", ". ").split())
    named = [(found.start(), found.end(), str(found.lastgroup)) for found in _NAMED.finditer(text)]
    others = [found.end() for found in _OTHERS.finditer(text) if not _NAMED.match(text, found.start())]
    home = next((paper for folder, paper in HOMES.items() if path.startswith(folder)), "")
    for found in _CITED.finditer(text):
        behind = _OF.match(text, found.end())
        after = _NAMED.match(text, behind.end()) if behind else None
        before = [(end, paper) for start, end, paper in named if end <= found.start()]
        end, paper = before[-1] if before else (-_REACH - 1, "")
        between = text[end : found.start()]
        is_near = found.start() - end <= _REACH and ". " not in between.replace("al. ", "")
        if after is None and any(end < other <= found.start() for other in others):
            continue
        cited = str(after.lastgroup) if after else paper if is_near else home
        if cited:
            for number in re.findall(r"\d+(?:\.\d+)*", found[2]):
                yield cited, found[1].lower(), number


def exists(paper: str, kind: str, number: str) -> bool:
    """Whether a paper has it."""
    facts = PAPERS[paper]
    if kind.startswith("section"):
        return number in facts["sections"]
    most = facts[{"e": "equations", "t": "tables", "f": "figures"}[kind[0]]]
    return number.isdecimal() and 1 <= int(number) <= most


def sources() -> list[str]:
    """The files that may cite."""
    found = [
        path for room in ("training", "docs", "engine", "tests/training") for path in (REPOSITORY / room).rglob("*")
    ]
    found += (REPOSITORY / "resources" / "packs").rglob("*.md")
    kept = [path.relative_to(REPOSITORY) for path in found if path.suffix in (".py", ".md", ".toml")]
    return sorted(
        str(path) for path in kept if path.parts[:2] != ("docs", "decisions") and path.name[:9] != "test_cita"
    )


def test_every_citation_of_the_papers_exists() -> None:
    wrong, seen = [], set()
    for path in sources():
        for paper, kind, number in citations(path, (REPOSITORY / path).read_text(encoding="utf-8")):
            seen.add(paper)
            if not exists(paper, kind, number):
                wrong.append(f"{path}: {paper} has no {kind} {number}")
    assert wrong == []
    assert seen == set(PAPERS)


def test_every_experiment_names_a_place_that_exists() -> None:
    for path in sorted((REPOSITORY / "training" / "experiments" / "plans").glob("*.toml")):
        plan = tomllib.loads(path.read_text(encoding="utf-8"))
        found = list(citations("", f"{plan['paper']}, {plan['place']}"))
        assert all(exists(*one) for one in found), f"{path.name}: {found}"


@pytest.mark.parametrize(
    ("text", "cited"),
    [
        ("Primus & Widmer 2024, section 2.2, step 1", [("distillation", "section", "2.2")]),
        ("Rhodes & Bains, tables 1 to 4. He has", [("words", "tables", "1"), ("words", "tables", "4")]),
        ("Primus et al. 2023, Table 3, and Koutini et al. 2022, section 2.2", [("passt", "table", "3")]),
        ("Eq. 4 of Rhodes & Bains and Table 3 of Primus et al. 2023", [("words", "eq.", "4"), ("passt", "table", "3")]),
        ("see section 7", []),
    ],
)
def test_a_citation_is_read(text: str, cited: list[tuple[str, str, str]]) -> None:
    assert list(citations("docs/x.md", text)) == cited
    assert [exists(*one) for one in cited] == [one[2] != "2.2" for one in cited]
    assert list(citations("training/papers/units/x.py", "equation 15")) == [("units", "equation", "15")]
    assert not exists("units", "equation", "15")
