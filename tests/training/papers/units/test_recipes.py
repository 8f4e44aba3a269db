"""The recipes of the paper's tables: all rows are there, with the published figures and what they change."""

from pathlib import Path

import pytest

from tests.training.papers.units.small import make_fsdd, small_config
from training.papers.units.settings import load_units_config
from training.papers.units.sweep import CHANGES
from training.papers.units.tables import missing, read_rows, told
from training.runs.settings_file import ConfigError

# Tables 1 to 3 of the paper: (features, network, K, lambda, p) to (ABX, bitrate).
PUBLISHED = {
    ("logmel", "transformer", 128, 0.0, 0.0): (33.79, 171.05),
    ("mfcc", "transformer", 128, 0.0, 0.0): (21.91, 170.42),
    ("mfcc", "conv", 256, 0.0, 0.0): (24.17, 184.32),
    ("mfcc", "transformer", 64, 0.0, 0.0): (22.72, 141.82),
    ("mfcc", "transformer", 256, 0.0, 0.0): (21.94, 194.69),
    ("mfcc", "transformer", 512, 0.0, 0.0): (21.6, 217.47),
    ("mfcc", "transformer", 128, 1e-2, 0.0): (21.88, 169.02),
    ("mfcc", "transformer", 128, 5e-3, 0.0): (21.67, 169.2),
    ("mfcc", "transformer", 128, 1e-3, 0.0): (21.75, 169.56),
    ("mfcc", "transformer", 128, 0.0, 0.05): (21.57, 166.19),
    ("mfcc", "transformer", 128, 0.0, 0.075): (21.70, 164.08),
    ("mfcc", "transformer", 128, 5e-3, 0.05): (20.71, 171.99),
    ("mfcc", "transformer", 128, 1e-3, 0.05): (20.14, 167.02),
}


def test_every_row_of_the_paper_has_its_recipe() -> None:
    found = {
        (row.features.kind, row.model.kind, row.model.codes, row.model.smoothing, row.model.jitter): (
            row.paper.abx,
            row.paper.bitrate,
        )
        for row in read_rows().values()
        if row.paper.tables
    }
    assert found == PUBLISHED


def test_recipes_have_the_papers_frames() -> None:
    rows = [row for row in read_rows().values() if row.paper.tables]
    assert {row.codes_per_s for row in rows} == {25.0}
    assert {row.features.width for row in rows} == {39, 80}
    assert {row.model.commitment for row in rows} == {0.25}
    assert {row.codes_run.learning_rate for row in rows} == {1e-4}


def test_the_sweep_has_the_tables_rows() -> None:
    # Table 1 has two rows, table 2 five, table 3 eight.
    assert [len([change for change in CHANGES if change.table == table]) for table in "123"] == [2, 5, 8]
    base = read_rows()["here-digits"]
    changed = [change.change(base) for change in CHANGES]
    found = {(c.features.kind, c.model.kind, c.model.codes, c.model.smoothing, c.model.jitter) for c in changed}
    assert found == set(PUBLISHED)


def test_what_is_missing_is_told_with_where_it_comes_from(tmp_path: Path) -> None:
    rows = read_rows()
    lines = told(rows, {"fsdd": make_fsdd(tmp_path, takes=1)})
    assert any("| trf-mfcc-k128 | TrfVQVAE with MFCC, K=128 | 21.91 | 170.42 | no |" in line for line in lines)
    assert any(line.startswith("missing: zerospeech2019:english/unit") for line in lines)
    assert missing(small_config(), {"fsdd": tmp_path}) == []


def test_an_unknown_setting_is_refused(tmp_path: Path) -> None:
    (tmp_path / "recipe.toml").write_text("[model]\ncode = 3\n", encoding="utf-8")
    with pytest.raises(ConfigError, match=r"model\.code"):
        load_units_config(tmp_path / "recipe.toml")
