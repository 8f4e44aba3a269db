"""The papers' formulas as others compute them: every row of the table, and the page that shows it."""

from pathlib import Path

import pytest

from tests.training.oracles import ORACLES, Oracle, table

PAGE = Path(__file__).resolve().parents[2] / "docs" / "reproducing.md"


@pytest.mark.parametrize("oracle", ORACLES, ids=lambda oracle: oracle.what)
def test_a_formula_gives_what_others_compute(oracle: Oracle) -> None:
    assert oracle.apart() <= oracle.most


def test_the_page_shows_every_oracle() -> None:
    page = PAGE.read_text(encoding="utf-8")
    rows = [row.rpartition("|")[0].rpartition("|")[0] for row in table()[2:]]
    assert [row for row in rows if row not in page] == []
