"""Many questions at once: the same rows, scores and moments as one after another."""

from pathlib import Path

import numpy as np
import pytest

from engine.base.types import Answer, SoundId
from engine.index.exact import ExactIndex
from engine.library.library import Library
from engine.search.question import Like, Question
from engine.search.ranking import CANCELLED
from tests.helpers.synthetic_library import WORDS, fill
from tests.helpers.tiny_pack import make_tiny_pack


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    home = tmp_path_factory.mktemp("many")
    pack = make_tiny_pack(home / "tiny")
    fill(home / "library", pack, 9000, longest=3)
    return home / "library", pack


def rows(answer: Answer) -> list[tuple[object, ...]]:
    """What is shown of an answer, without its numbers."""
    return [
        (
            hit.sound,
            hit.rank,
            hit.confidence,
            hit.stacked,
            hit.why.words,
            [(part.start_s, part.end_s) for part in hit.moments],
        )
        for hit in answer.hits
    ]


def texts() -> list[str]:
    draw = np.random.default_rng(3)
    return [" ".join(draw.choice(WORDS, 3, replace=False)) for _ in range(120)]


@pytest.mark.parametrize("sound_only", [False, True])
@pytest.mark.parametrize("filters", ["", "in:lib", "dur:<3"])
def test_lines_are_answered_together_as_they_are_alone(
    folder: tuple[Path, Path], filters: str, sound_only: bool
) -> None:
    asked = [Question(text, filters=filters, limit=5, stacks=True, sound_only=sound_only) for text in texts()]
    asked[3] = Question("door | bell -wind", limit=5, stacks=True, sound_only=sound_only)
    asked[4] = Question("dur:>1", limit=5, stacks=True, sound_only=sound_only)
    asked[5] = Question("", Like(SoundId(3)), limit=5, stacks=True)
    asked[6] = Question('"gate" rain', limit=9)
    with Library.open(folder[0], pack=folder[1]) as library:
        library.warm_up()
        together = library.answer_all(asked)
    with Library.open(folder[0], pack=folder[1]) as library:
        alone = [library.answer(question) for question in asked]
    assert [rows(answer) for answer in together] == [rows(answer) for answer in alone]
    scores = [[[hit.score for hit in answer.hits] for answer in answers] for answers in (together, alone)]
    for one, other in zip(*scores, strict=True):
        assert np.allclose(one, other, atol=1e-6)  # the scan of faiss rounds by where a row stands
    assert [(one.tier, one.considered, one.note, one.chips) for one in together] == [
        (one.tier, one.considered, one.note, one.chips) for one in alone
    ]


def test_many_are_cancelled_as_one(folder: tuple[Path, Path]) -> None:
    with Library.open(folder[0], pack=folder[1]) as library:
        library.warm_up()
        answers = library.answer_all([Question(text) for text in texts()], cancel=lambda: True)
    assert {answer.tier for answer in answers} == {CANCELLED}


def test_an_empty_library_answers_every_line_with_nothing(tmp_path: Path) -> None:
    with Library.open(tmp_path, makes=True) as library:
        answers = library.answer_all([Question("door"), Question("bell")])
    assert [answer.hits for answer in answers] == [(), ()]


@pytest.mark.parametrize("k", [1, 40, 9_000])
@pytest.mark.parametrize("share", [1.0, 0.6, 0.01])
def test_one_scan_for_many_finds_what_a_scan_for_each_finds(k: int, share: float) -> None:
    draw = np.random.default_rng(5)
    vectors = draw.standard_normal((20_000, 24)).astype(np.float32)
    vectors[100:140] = vectors[7]  # equals, whose order is that of their ids
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    index = ExactIndex(24)
    index.add(np.arange(1, 20_001), vectors)
    index.remove(np.arange(50, 4000, 3))
    allowed = draw.random(len(index.ids)) < share
    queries = vectors[[7, 900, 12_000]]
    for query, (ids, scores) in zip(queries, index.search_all(queries, k, allowed), strict=True):
        expected_ids, expected = index.search(query, k, allowed)
        assert np.array_equal(ids, expected_ids)
        assert np.allclose(scores, expected, atol=1e-6)  # the scan of faiss rounds by where a row stands


def test_what_is_read_ahead_is_forgotten_once_it_was_answered(folder: tuple[Path, Path]) -> None:
    asked = [Question("door slam", limit=5), Question("portal rain", limit=5)]
    with Library.open(folder[0], pack=folder[1]) as library:
        before = library.answer_all(asked)
        library.keeping.add_synonyms("portal", ("bell",))
        after = library.answer_all(asked)
        alone = [library.answer(question) for question in asked]
    assert [rows(answer) for answer in after] == [rows(answer) for answer in alone]
    assert after[1].chips != before[1].chips
