"""Every row of every paper through the one command: what is told without torch, chosen, quoted and refused."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from training.base.paper_row import PAPERS
from training.cli import main
from training.papers.passt.paper_rows import Measure
from training.papers.passt.registry import all_rows, chosen

DRY = """
import json, sys
from training.cli import main as cli
assert cli.main(["reproduce", "--dry-run"]) == 0
print(json.dumps(sorted({"torch", "transformers", "lightning_fabric"} & set(sys.modules))), file=sys.stderr)
"""


def test_a_dry_run_of_every_paper_loads_no_torch() -> None:
    """Loading it takes seconds: without it all rows of all papers are told at once."""
    told = subprocess.run([sys.executable, "-c", DRY], capture_output=True, text=True, check=True)
    assert json.loads(told.stderr.splitlines()[-1]) == []
    rows = all_rows()
    assert all(f"\n{name}: " in f"\n{told.stdout}" for name in rows)
    assert f"{len(rows)} rows: 0 run before" in told.stdout


def test_every_paper_has_rows_with_their_place_recipe_and_origin() -> None:
    rows = all_rows()
    assert {row.paper for row in rows.values()} == set(PAPERS)
    for name, row in rows.items():
        assert row.tables and row.title and row.name == name
        if row.is_quoted:
            assert row.theirs and row.figures and not row.needs
        else:
            assert row.recipe is not None and row.recipe.is_file()
            assert row.needs or row.builds_on
        assert all(thing.name and thing.origin for thing in row.needs)


def test_rows_of_other_groups_are_named_as_theirs() -> None:
    rows = all_rows()
    theirs = {name: row.theirs for name, row in rows.items() if row.theirs}
    # Table 3 of the first paper has two systems of others; tables 1, 3 and 4 of that on words eight rows.
    assert theirs["dcase2023-baseline"].startswith("Xie et al.")
    assert theirs["wavcaps-cnn14-bert-base-finetuned"].startswith("Mei et al.")
    quoted = {name: [figure.value for figure in row.figures] for name, row in rows.items() if row.is_quoted}
    assert quoted == {
        "theirs-mfcc-dtw": [0.214],
        "theirs-cae-dtw": [0.469],
        "theirs-posteriors-dtw": [0.497],
        "theirs-siamese-cnn": [0.549],
        "theirs-siamese-lstm": [0.671],
        "theirs-multiview-lstm": [0.806, 0.892],
        "theirs-codebase": [0.790, 0.750],
    }


def test_figures_of_words_and_units_stand_in_their_tables() -> None:
    rows = all_rows()
    depth = {name: row.figures[0].value for name, row in rows.items() if row.paper == "words" and "1" in row.tables}
    # Table 1: acoustic AP by depth and pooling, and the released code.
    assert depth == {
        "n1-h4-avg": 0.398,
        "n1-h4-rep": 0.079,
        "n4-h4-avg": 0.425,
        "n4-h4-rep": 0.379,
        "n8-h4-avg": 0.003,
        "n8-h4-rep": 0.003,
        "bigru": 0.705,
    }
    heads = [row.name for row in chosen(rows, "words", "2")]
    assert sorted(heads) == sorted(f"n4-h{h}-avg" for h in (1, 4, 8, 16, 32))
    # Tables 3 and 4 have a view each; one of their systems is the paper's own.
    (final,) = [row for row in chosen(rows, "words", "4") if not row.is_quoted]
    assert [(figure.value, figure.table) for figure in final.figures] == [(0.708, "3"), (0.551, "4")]
    assert final.name == "final" and final.tables == ("3", "4") and not final.theirs
    best = {figure.measure: figure.value for figure in rows["trf-smooth-1e-3-jitter-0.05"].figures}
    assert best == {Measure.ABX: 20.14, Measure.BITRATE: 167.02}
    # Table 1 has two rows, table 2 five, table 3 eight.
    assert [len(chosen(rows, "units", table)) for table in "123"] == [2, 5, 8]


def test_a_dry_run_says_whose_a_row_is_and_what_it_needs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.main(["reproduce", "--paper", "words", "--table", "3", "--dry-run"]) == 0
    told = capsys.readouterr().out
    assert (
        "  theirs     He et al. 2016\n  published  acoustic AP 0.806 (table 3)   cross-view AP 0.892 (table 4)\n"
        in told
    )
    assert "of others, only quoted" in told
    assert main.main(["reproduce", "--row", "trf-mfcc-k64", "--dry-run"]) == 0
    told = capsys.readouterr().out
    assert "  published  ABX error 22.72   bits/s 141.82\n" in told
    assert "  needs      zerospeech2019: ZeroSpeech 2019, English" in told
    assert "  MISSING    zerospeech2019:english/unit" in told


def test_a_quoted_row_alone_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main.main(["reproduce", "--row", "theirs-siamese-cnn", "--runs", str(tmp_path / "runs")]) == 1
    assert "another group's system (Kamper et al. 2016)" in capsys.readouterr().err
    assert not (tmp_path / "runs").exists()


def test_nothing_of_another_paper_starts_while_something_is_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["reproduce", "--row", "n1-h4-avg", "--row", "trf-mfcc-k64", "--runs", str(tmp_path / "runs")]
    assert main.main(words) == 1
    told = capsys.readouterr().err
    assert "n1-h4-avg: spoken words: --data NAME=DIR" in told
    assert "trf-mfcc-k64: zerospeech2019:english/unit" in told
    assert not (tmp_path / "runs").exists()


def test_an_unknown_corpus_is_refused_with_the_known_ones(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.main(["reproduce", "--dry-run", "--data", "clatho=here"]) == 1
    told = capsys.readouterr().err
    assert "there is no corpus 'clatho'" in told
    assert "aligned" in told and "clotho" in told and "zerospeech2019" in told
