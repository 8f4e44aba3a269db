"""The searcher against a brute-force answer, and how it finds enough different sounds."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.base.errors import QueryError
from engine.base.types import Confidence, Vectors
from engine.index.tiers import TieredIndex
from engine.library import library_search
from engine.library.library import Library
from engine.models.encoder import TextEncoder
from engine.models.pack import load_pack
from engine.search.keywords import inflections
from engine.search.kin import Witnesses, best_rows, kin_of, witness_weights
from engine.search.neighbours import near_sounds
from engine.search.question import Question
from engine.search.ranking import CANCELLED
from engine.search.score_rule import CandidateParts, evidence, fuse
from engine.store.catalogue import Catalogue
from tests.helpers.small_library import store_sounds
from tests.helpers.sounds import write_tone
from tests.helpers.synthetic_library import WORDS, Drawn, fill
from tests.helpers.tiny_pack import make_tiny_pack


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_tiny_pack(tmp_path_factory.mktemp("pack") / "tiny")


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory, pack: Path) -> tuple[Path, Drawn]:
    folder = tmp_path_factory.mktemp("drawn")
    return folder, fill(folder, pack, 1500)


@pytest.fixture
def library(drawn: tuple[Path, Drawn], pack: Path) -> Iterator[Library]:
    with Library.open(drawn[0], pack=pack, read_only=True) as opened:
        yield opened


def oracle(pack_folder: Path, drawn: Drawn, text: str, *, sound_only: bool = False) -> list[str]:
    """Paths by the rule of engine.search.score_rule, every sound compared, no candidates chosen."""
    pack = load_pack(pack_folder)
    vectors = TextEncoder(pack).encode([text])
    sound = np.array([(own @ vectors.joint[0]).max() for own in drawn.windows], np.float64)
    name = (drawn.names @ vectors.sentence[0]).astype(np.float64)
    words = text.split()
    share = np.array([sum(any(form in own for form in inflections(word)) for word in words) for own in drawn.words])
    parts = CandidateParts(sound, None if sound_only else name, None if sound_only else share / len(words))
    if not sound_only:
        best = np.stack([own[(own @ vectors.joint[0]).argmax()] for own in drawn.windows])
        said = evidence(parts, pack.info.calibration)
        rows = best_rows(said)
        witnesses = Witnesses(rows, best[rows], witness_weights(said[rows]))
        parts = replace(parts, kin=kin_of(np.arange(len(best)), best, witnesses))
    scores = fuse(parts, pack.info.calibration)
    order = sorted(range(len(scores)), key=lambda row: (-scores[row], -sound[row], drawn.paths[row].encode()))
    return [drawn.paths[row] for row in order]


@pytest.fixture
def no_synonyms(monkeypatch: pytest.MonkeyPatch) -> None:
    """The oracle knows no thesaurus."""
    monkeypatch.setattr(library_search.LibrarySearch, "synonyms_of", lambda self, word: ())


@pytest.mark.usefixtures("no_synonyms")
@pytest.mark.parametrize("text", ["low hum", "door creak", "bell", "dog bird beep", "high wind"])
def test_the_best_twenty_are_those_of_comparing_everything(
    library: Library, drawn: tuple[Path, Drawn], pack: Path, text: str
) -> None:
    found = [hit.sound.path.text for hit in library.answer(Question(text, limit=20)).hits]
    assert found == oracle(pack, drawn[1], text)[:20]


@pytest.mark.parametrize("text", ["low hum", "bell"])
def test_by_sound_alone_every_place_is_that_of_comparing_everything(
    library: Library, drawn: tuple[Path, Drawn], pack: Path, text: str
) -> None:
    found = [hit.sound.path.text for hit in library.answer(Question(text, limit=1500, sound_only=True)).hits]
    assert found == oracle(pack, drawn[1], text, sound_only=True)


@pytest.mark.parametrize(
    ("text", "words", "without"),
    [
        ('"door"', {"door"}, ""),
        ('"door" creak', {"door"}, ""),
        ('"door" creak | "bell" hum', {"door", "bell"}, ""),
        ('"door" -gate', {"door"}, "gate"),
        ("creak -gates", set(WORDS), "gate"),
        ('"door" creak | wind', set(WORDS), ""),
    ],
)
def test_filters_hold_beside_quoted_words_and_minus(
    library: Library, drawn: tuple[Path, Drawn], text: str, words: set[str], without: str
) -> None:
    # A window lasts 2 s: of those with one or two, the sound is shorter than 5 s.
    rows = zip(drawn[1].paths, drawn[1].words, drawn[1].windows, strict=True)
    expected = {path for path, own, heard in rows if own & words and without not in own and len(heard) <= 2}
    answer = library.answer(Question(f"{text} dur:<5", limit=1500))
    assert {hit.sound.path.text for hit in answer.hits} == expected
    assert (answer.considered, len(answer.hits)) == (len(expected), len(expected))


def test_each_side_of_a_bar_brings_its_own_quotation_first(library: Library) -> None:
    first = library.answer(Question('"door" creak | wind', limit=30)).hits
    assert all("door" in hit.sound.path.text or "wind" in hit.sound.path.text for hit in first)


def test_a_limit_beyond_the_candidates_is_filled_up(library: Library) -> None:
    answer = library.answer(Question("low hum", limit=1400))
    assert len(answer.hits) == 1400
    assert len({hit.sound.id for hit in answer.hits}) == 1400
    scores = [hit.score for hit in answer.hits]
    assert scores == sorted(scores, reverse=True)


def test_the_answer_for_a_few_is_the_beginning_of_that_for_many(library: Library) -> None:
    few, many = library.answer(Question("door creak", limit=5)), library.answer(Question("door creak", limit=50))
    assert few.hits == many.hits[:5]


def test_each_hit_explains_itself_with_the_numbers_of_its_score(library: Library, pack: Path) -> None:
    calibration = load_pack(pack).info.calibration
    for hit in library.answer(Question("door creak", limit=5)).hits:
        why = hit.why
        parts = CandidateParts(
            np.array([why.sound]), np.array([why.name]), np.array([why.keyword]), np.array([why.kin])
        )
        assert fuse(parts, calibration)[0] == pytest.approx(hit.score)
        assert hit.moments[0].similarity == pytest.approx(why.sound, abs=1e-6)


def test_one_long_sound_does_not_crowd_out_the_others(tmp_path: Path, pack: Path) -> None:
    """A long beep owns the sixty nearest windows; three different sounds were asked for."""
    root = tmp_path / "s"
    paths = [write_tone(root / "long.wav", 4000.0, 60.0)]
    paths += [write_tone(root / f"short{hz:.0f}.wav", hz, 0.5) for hz in (4050.0, 3900.0, 100.0, 600.0)]
    ids = store_sounds(tmp_path / "library", root, pack, paths)
    info = load_pack(pack).info
    beep: Vectors = TextEncoder(load_pack(pack)).encode(["beep"]).joint[0]
    with Catalogue.open(tmp_path / "library") as catalogue:
        index = TieredIndex.open(catalogue, info.pack_id, info.dim)
        found = near_sounds(index, catalogue, beep, want=3, allowed=None)
        only_short = near_sounds(index, catalogue, beep, want=3, allowed=np.array(ids[1:], np.int64))
    assert len(index) > 59
    assert set(ids[:3]) <= set(found.ids.tolist())
    assert set(only_short.ids.tolist()) <= set(ids[1:])
    assert list(found.cosines) == sorted(found.cosines, reverse=True)


@given(st.one_of(st.text(max_size=80), st.text(alphabet='door hum"|-*:()<>.inexth\x00', max_size=40)))
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_text_is_answered_or_refused_with_advice(library: Library, text: str) -> None:
    try:
        answer = library.answer(Question(text, limit=7))
    except QueryError as err:
        assert err.advice
    else:
        assert len(answer.hits) == min(7, answer.considered)
        assert all(0.0 <= hit.score <= 1.0 and hit.moments for hit in answer.hits)


def test_an_answer_says_how_long_it_took(library: Library) -> None:
    assert 0.0 < library.answer(Question("bell")).seconds < 60.0


@pytest.mark.parametrize("term", ["tag:x{0}", "dur:<{0}", 'in:"a{0}"', "note:n{0}"])
def test_five_thousand_filters_are_answered_and_said(library: Library, term: str) -> None:
    query = " ".join(term.format(number) for number in range(5000))
    answer = library.rank(Question("tone", filters=query))
    assert "64 filters" in str(answer.note)


@pytest.mark.parametrize("text", ["zzxqv", "x", "qv zzxqv", '"x"'])
def test_what_means_nothing_is_never_called_a_match(library: Library, text: str) -> None:
    answer = library.answer(Question(text, limit=1500))
    assert {hit.confidence for hit in answer.hits} <= {Confidence.WEAK}
    assert library.count_answers(text) == 0


def test_one_word_that_means_something_is_enough(library: Library) -> None:
    meant, beside = (
        library.answer(Question("door creak", limit=5)),
        library.answer(Question("door creak | zzxqv", limit=5)),
    )
    assert meant.hits[0].confidence is not Confidence.WEAK
    assert [hit.sound.id for hit in beside.hits] == [hit.sound.id for hit in meant.hits]
    assert library.answer(Question("door zzxqv", limit=5)).hits[0].score > 0.0


def test_what_is_only_unwanted_marks_nothing_and_finds_all_the_rest(library: Library) -> None:
    ranking = library.rank(Question("-rain"))
    hits = library.hits(ranking, range(len(ranking)))
    assert {hit.confidence for hit in hits} == {Confidence.WEAK}
    assert ranking.note is None
    assert library.count_answers("-rain") == len(ranking) > 100


def test_a_question_given_up_at_any_step_leaves_the_next_answer_as_it_was(library: Library) -> None:
    question = Question("door wind | bell -rain")
    whole = library.rank(question)
    for steps in range(1, 100):
        left = iter(range(steps))
        ranking = library.rank(question, cancel=lambda left=left: next(left, None) is None)  # type: ignore[misc]
        if ranking.tier != CANCELLED:
            break
        assert library.rank(question).ids.tolist() == whole.ids.tolist()
    assert 5 < steps < 100
    assert ranking.ids.tolist() == whole.ids.tolist()


@pytest.mark.parametrize("text", ["door", "wind bell", "rain -gate", "door | bell"])
def test_the_first_rows_of_fewer_are_those_of_all(library: Library, text: str) -> None:
    few, all_of_them = library.rank(Question(text, limit=1000)), library.rank(Question(text))
    assert len(few) == 1000 < len(all_of_them)
    assert few.ids[:50].tolist() == all_of_them.ids[:50].tolist()
    assert few.scored is not None and all_of_them.scored is not None
    assert few.scored.scores[:50].tolist() == all_of_them.scored.scores[:50].tolist()
