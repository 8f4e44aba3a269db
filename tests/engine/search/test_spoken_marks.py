"""Words and a description together: marks are made of both, so both curves must have been fitted."""

import numpy as np
from msgspec.structs import replace

from engine.base.query_messages import QueryMessage
from engine.base.types import PackId
from engine.features.speech.word_search import SpokenMatch
from engine.features.speech.words_search import SpokenPlaces
from engine.models.calibration import Calibration, FittedCurves
from engine.search.ranking import Ranking
from tests.helpers.hits import ranking_of


def _said() -> SpokenMatch:
    best = np.array([0.9, 0.8, 0.1])
    places = SpokenPlaces(np.array([1, 2, 3]), best, np.arange(4), np.zeros(3), np.ones(3), best)
    return SpokenMatch(places, Calibration(0.5, 10.0, 0.5, 10.0, 0.4, 0.7), PackId("words"), 3)


def _described(fitted: FittedCurves) -> Ranking:
    ranking = ranking_of([2, 1, 3])
    assert ranking.scored is not None
    calibration = replace(ranking.scored.calibration, fitted=fitted)
    return replace(ranking, scored=replace(ranking.scored, calibration=calibration))


def test_a_pack_that_marks_nothing_takes_the_marks_of_what_is_said_with_its_description() -> None:
    marked, unmarked = (
        _said().joined(_described(FittedCurves()), 3),
        _said().joined(_described(FittedCurves(sound=False)), 3),
    )
    assert marked.has_marks and not unmarked.has_marks
    assert unmarked.is_ranked and unmarked.ids.tolist() == marked.ids.tolist() == [2, 1, 3]
    assert unmarked.note is not None and unmarked.note.what is QueryMessage.NOT_CALIBRATED
    assert marked.note is None
