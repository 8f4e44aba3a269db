"""`earshot-train rankings`: other ways of ranking beside the engine's, and weights fitted to what was right."""

import json
from pathlib import Path

import numpy as np
import pytest

from engine.models.calibration import Calibration
from tests.training.corpora import make_corpus
from training.cli.main import main
from training.evaluation.rankings import FEATURES, PARTS, EngineKnowledge, dealt, rankings_of
from training.measures.caption_queries import CaptionQuery
from training.measures.conditional_logit import RankedChoice, fit_choices

CURVES = Calibration(0.0, 1.0, 0.0, 1.0, 0.5, 0.9)


def test_fitted_weights_are_those_that_the_choices_were_drawn_by() -> None:
    draw = np.random.default_rng(0)
    true = np.array([2.0, -1.0, 0.0])
    choices = []
    for _ in range(3000):
        features = draw.normal(size=(8, 3))
        # The best of eight by score plus Gumbel noise: McFadden's own model of a choice.
        chosen = int(np.argmax(features @ true + draw.gumbel(size=8)))
        choices.append(RankedChoice(features, np.arange(8) == chosen))
    assert fit_choices(choices) == pytest.approx(true, abs=0.1)


def test_what_shows_no_choice_teaches_nothing() -> None:
    useful = RankedChoice(np.array([[1.0], [0.0]]), np.array([True, False]))
    idle = RankedChoice(np.array([[-9.0], [9.0]]), np.array([True, True]))
    assert fit_choices([useful, idle]) == pytest.approx(fit_choices([useful]))
    with pytest.raises(ValueError, match="right and a wrong"):
        fit_choices([idle])


def test_whole_kinds_are_dealt_to_parts() -> None:
    clusters = [f"kind {number % 9}" for number in range(40)]
    parts = dealt(clusters)
    assert {len(set(parts[[own == name for own in clusters]])) for name in set(clusters)} == {1}
    assert set(parts) == set(range(PARTS))


def test_each_way_orders_by_its_own_evidence_and_the_nameless_are_counted() -> None:
    queries = [CaptionQuery(f"caption {kind}", frozenset({0, 3}), f"kind {kind}") for kind in range(2 * PARTS)]
    known = known_of_four(len(queries))
    found = rankings_of(queries, known, known, np.array([True, False, False, False]), CURVES)
    by_way = {one.way: one for one in found.ways}
    assert by_way["by the sound alone"].mixed.value == 1.0
    # 1, 2, 3, 0: of two answers at the third and fourth place (1/3 + 2/4) / 2; the engine has 1, 2, 0, 3.
    assert by_way["by names alone"].mixed.value == by_way["the engine"].mixed.value == pytest.approx(5 / 12)
    assert by_way["by the sound alone"].over_engine.value == pytest.approx(7 / 12)
    # 1, 0, 3, 2: heard 1.17, -0.99, -0.99, 0.81; 0.3 times meant 0, 0.42, -0.21, -0.21; words 0, 2, 0, 0.
    assert by_way["z-scores: sound + 0.3 name + 2 words"].mixed.value == pytest.approx((1 / 2 + 2 / 3) / 2)
    # What was fitted on other kinds learnt that the ear is right here and the name is not.
    assert by_way["conditional logit: heard, meant, words"].mixed.value == 1.0
    assert found.weights["heard"] > 0.0 > found.weights["words"]
    assert tuple(found.weights) == FEATURES


def known_of_four(queries: int) -> EngineKnowledge:
    """Four sounds, the same for each caption: one that is heard to be right and has no name, one that is called like it
    and is not, one that is neither, and one that is right and has another name."""

    def every(*values: float) -> np.ndarray:
        return np.tile(np.array(values), (queries, 1))

    return EngineKnowledge(
        clips=np.arange(4),
        cosines=every(2.0, -1.0, -1.0, 1.5),
        heard=every(2.0, -1.0, -1.0, 1.5),
        named=every(0, 1, 1, 1).astype(np.bool_),
        meant=every(0.0, 2.0, -2.0, -2.0),
        words=every(0.0, 1.0, 0.0, 0.0),
        kin=every(0.0, 0.0, 0.0, 0.0),
        places=every(2, 0, 1, 3).astype(np.int64),
        right=every(1, 0, 0, 1).astype(np.bool_),
    )


def test_the_command_ranks_two_libraries_by_every_way(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rankings", "--data", str(make_corpus(tmp_path)), "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert (record["clips"], record["queries"]) == (10, 13)
    assert {way["way"] for way in record["ways"]} >= {"the engine", "by names alone", "the same, and kin"}
    assert record["ways"][0]["over_engine"]["value"] == 0.0
