"""How different answers shall be: read, ordered by maximal marginal relevance, and asked for without a new search."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.base.chips import ChipKind, UnreadReason
from engine.base.types import SoundId, Vectors
from engine.library.library import Library
from engine.search import searcher
from engine.search.query_parser import parse
from engine.search.question import Like, Question
from engine.search.value_parsers import InvalidValue
from engine.search.variety import ALL, DIFFERENT, FOLDED, MOST_APART, apart, read_variety, unlike_first, variety_text
from tests.helpers.small_library import store_sounds
from tests.helpers.sounds import write_noise, write_tone
from tests.helpers.tiny_pack import make_tiny_pack


def at(*degrees: float) -> Vectors:
    return np.array([(np.cos(np.radians(d)), np.sin(np.radians(d))) for d in degrees], np.float32)


SCORES = np.array([0.9, 0.8, 0.6])
"""As log-odds 2.20, 1.39 and 0.41."""


def test_a_row_that_is_like_the_first_comes_after_one_that_is_not() -> None:
    # Beside the first, the second has 1.39 - 8 cos 10° = -6.5, the third 0.41 - 8 cos 90° = 0.41.
    assert unlike_first(SCORES, at(0, 10, 90), 8.0, good_from=0.1).tolist() == [0, 2, 1]


def test_a_weak_row_stays_below_good_ones_however_different() -> None:
    assert unlike_first(SCORES, at(0, 10, 90), 8.0, good_from=0.7).tolist() == [0, 1, 2]


def test_a_small_weight_leaves_what_is_far_better_in_front() -> None:
    # 1.39 - 0.5 * 0.98 = 0.89 is above 0.41.
    assert unlike_first(SCORES, at(0, 10, 90), 0.5, good_from=0.1).tolist() == [0, 1, 2]


def test_a_sound_without_a_vector_is_unlike_every_other() -> None:
    vectors = at(0, 1, 2)
    vectors[2] = 0.0
    assert unlike_first(SCORES, vectors, 8.0, good_from=0.1).tolist() == [0, 2, 1]


@given(st.integers(0, 130), st.floats(0.0, 20.0), st.floats(0.0, 1.0), st.integers(0, 1000))
def test_every_row_stays_once_the_best_first_and_good_before_weak(
    count: int, weight: float, good_from: float, seed: int
) -> None:
    draw = np.random.default_rng(seed)
    scores = np.sort(draw.random(count))[::-1]
    vectors = draw.normal(size=(count, 5)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    order = unlike_first(scores, vectors, weight, good_from=good_from)
    assert sorted(order.tolist()) == list(range(count))
    assert order[:1].tolist() == [0][:count]
    is_good = scores[order] >= good_from
    assert is_good[:-1].tolist() == sorted(is_good[:-1].tolist(), reverse=True)


def test_the_weight_begins_above_folded_takes_and_ends_at_the_most() -> None:
    assert (apart(ALL), apart(FOLDED), apart(DIFFERENT)) == (0.0, 0.0, MOST_APART)
    assert apart((FOLDED + DIFFERENT) / 2) == pytest.approx(MOST_APART / 2)


@pytest.mark.parametrize(
    ("text", "value"), [("all", 0.0), ("Folded", 0.25), ("different", 1.0), ("0.5", 0.5), ("0", 0)]
)
def test_a_variety_is_read_by_name_or_number(text: str, value: float) -> None:
    assert read_variety(text) == value
    assert read_variety(variety_text(value)) == value


@pytest.mark.parametrize("text", ["", "1.1", "-0.1", "nan", "inf", "much"])
def test_another_value_is_no_variety_and_is_said(text: str) -> None:
    with pytest.raises(InvalidValue):
        read_variety(text)
    query = parse(f"door variety:{text}", synonyms=lambda word: ())
    assert query.variety is None
    assert [
        (chip.kind, chip.is_left_out) for chip in query.chips if chip.why in (UnreadReason.VALUE, UnreadReason.NO_VALUE)
    ] == [(ChipKind.UNREAD, True)]


def test_what_is_chosen_counts_more_than_what_was_typed() -> None:
    query = parse("door variety:all", synonyms=lambda word: (), filters="variety:different ch:1")
    assert query.variety == DIFFERENT


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_tiny_pack(tmp_path_factory.mktemp("pack") / "tiny")


@pytest.fixture
def library(tmp_path: Path, pack: Path) -> Iterator[Library]:
    """Four takes of one beep, two of a hum, and a noise."""
    root = tmp_path / "s"
    paths = [write_tone(root / f"beep_{take}.wav", 4000.0 + take, 1.0) for take in (1, 2, 3, 4)]
    paths += [write_tone(root / f"hum_{take}.wav", 100.0, 0.5 + take / 4) for take in (1, 2)]
    paths.append(write_noise(root / "storm.wav", 1.0))
    store_sounds(tmp_path / "library", root, pack, paths)
    with Library.open(tmp_path / "library", pack=pack) as opened:
        yield opened


def rows(library: Library, question: Question) -> list[tuple[str, int]]:
    """Names of the rows with how many takes are folded under each."""
    return [(hit.sound.path.name.split("_")[0], len(hit.stacked)) for hit in library.answer(question).hits]


def test_takes_are_folded_and_different_rows_come_first(library: Library) -> None:
    everything = rows(library, Question("high beep"))
    folded = rows(library, Question("high beep variety:folded"))
    assert len(everything) == 7
    assert sorted(folded) == [("beep", 3), ("hum", 1), ("storm.wav", 0)]
    assert folded[0] == ("beep", 3)
    assert sorted(rows(library, Question("high beep", variety=DIFFERENT))) == sorted(folded)
    assert library.rank(Question("high beep", variety=DIFFERENT)).folded == 4


def test_what_is_given_counts_more_than_the_text_and_the_text_more_than_stacks(library: Library) -> None:
    assert len(rows(library, Question("beep variety:folded", variety=ALL))) == 7
    assert len(rows(library, Question("beep variety:all", stacks=True))) == 7
    assert len(rows(library, Question("beep", filters="variety:folded"))) == 3


def test_another_variety_takes_no_new_search(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    searches = []
    collect, similar = searcher.collect, searcher.similar
    monkeypatch.setattr(
        searcher, "collect", lambda *args, **kwargs: (searches.append("words"), collect(*args, **kwargs))[1]
    )
    monkeypatch.setattr(
        searcher, "similar", lambda *args, **kwargs: (searches.append("sound"), similar(*args, **kwargs))[1]
    )
    for filters in ("", "variety:folded", "variety:0.5", "variety:different", ""):
        library.rank(Question("high beep", filters=filters))
    assert searches == ["words"]
    library.rank(Question("high beep"))  # the very same: it is searched again
    assert searches == ["words"] * 2
    library.rank(Question("low hum"))
    library.rank(Question("low hum", filters="in:s"))
    assert searches == ["words"] * 4
    for variety in (ALL, FOLDED, DIFFERENT):
        library.rank(Question(like=Like(SoundId(1)), variety=variety))
    assert searches == ["words"] * 4 + ["sound"]


def test_a_sound_that_came_since_is_among_the_answers(library: Library, tmp_path: Path, pack: Path) -> None:
    before = library.rank(Question("high beep"))
    path = write_tone(tmp_path / "s" / "beep_5.wav", 4005.0, 1.0)
    store_sounds(tmp_path / "library", tmp_path / "s", pack, [path])
    library.catch_up()
    after = library.rank(Question("high beep", variety=FOLDED))
    assert len(before) + 1 == len(after) + after.folded


def test_a_listing_and_spoken_words_say_that_nothing_is_folded(library: Library) -> None:
    assert library.rank(Question("", variety=DIFFERENT)).variety is None
    assert library.rank(Question("beep", variety=0.5)).variety == 0.5
    assert library.rank(Question("beep")).variety == ALL
