"""`earshot-train refining`: what is judged is taken out of both answers, and seeds of a caption count as one."""

import json
from pathlib import Path

import pytest

from tests.training.corpora import make_corpus
from training.cli.main import main
from training.evaluation.examples import MINUS, PLUS, JudgedCaption, figures_of


def test_seeds_of_a_caption_count_as_their_mean_and_the_others_apart() -> None:
    rows = [
        JudgedCaption("bark", "dog", PLUS, MINUS, (0.2, 0.6), 0.4, None, (0.1, 0.2, 0.3)),
        JudgedCaption("bark", "dog", PLUS, MINUS, (0.4, 0.6), 0.4, (0.1, 0.3), (0.1, 0.2, 0.3)),
        JudgedCaption("purr", "cat", 1, 1, (0.5, 0.5), 0.5, None, (0.3, 0.4, 0.5)),
        JudgedCaption("moo", "cow", -1, one=(0.5, 0.6, 0.7)),
    ]
    found = figures_of(rows, 30, 2)
    assert found.refined is not None and found.rocchio is not None
    assert found.as_found is not None and found.takes_out is not None
    # bark alone has three: (0.2 + 0.4) / 2 before, 0.6 after; with purr (0.3 + 0.5) / 2 and (0.6 + 0.5) / 2
    assert (found.refined.queries, found.refined.before.value, found.refined.after.value) == (
        1,
        pytest.approx(0.3),
        0.6,
    )
    assert found.refined.gain == pytest.approx(1.0)
    assert found.rocchio.after.value == pytest.approx(0.4)
    assert (found.as_found.before.value, found.as_found.after.value) == pytest.approx((0.4, 0.55))
    assert (found.takes_out.before.value, found.takes_out.after.value) == pytest.approx((0.1, 0.3))
    # words (0.1 + 0.3 + 0.5) / 3, both (0.3 + 0.5 + 0.7) / 3
    assert (found.words.value, found.both.value) == pytest.approx((0.3, 0.5))
    assert found.over_example.value == pytest.approx(0.1)


def test_the_command_asks_the_engine(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["refining", "--data", str(make_corpus(tmp_path)), "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["clips"] == 10
    assert 0.0 <= record["words"]["value"] <= 1.0
    assert 0.0 < record["both"]["value"] <= 1.0
