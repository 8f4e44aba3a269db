"""What a sound scores for words is the same whatever else is listed: no filter, collection or limit changes it."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.base.types import Measures, PickedSounds, SoundId
from engine.index.settings import IndexSettings
from engine.index.tiers import TieredIndex
from engine.library.explanation import reasons
from engine.library.library import Library
from engine.models.calibration import confidence
from engine.models.encoder import TextEncoder
from engine.models.pack import load_pack
from engine.search.candidates import Sources
from engine.search.examples import Example
from engine.search.name_classes import NameClasses
from engine.search.query_parser import parse
from engine.search.question import Like, Question
from engine.search.ranking import Ranking
from engine.search.searcher import Searcher
from engine.search.similar import AspectWeights
from engine.store.catalogue import Catalogue
from tests.helpers.synthetic_library import WORDS, fill
from tests.helpers.tiny_pack import make_tiny_pack

SOUNDS = 1500


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_tiny_pack(tmp_path_factory.mktemp("pack") / "tiny")


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory, pack: Path) -> Iterator[Library]:
    folder = tmp_path_factory.mktemp("drawn")
    fill(folder, pack, SOUNDS, seed=11, measures=_every_second_has_a_tempo)
    with Library.open(folder, pack=pack, read_only=True) as opened:
        yield opened


def _every_second_has_a_tempo(row: int) -> Measures:
    return Measures(tempo_bpm=90.0 + row % 60, tempo_confidence=1.0) if row % 2 else Measures()


def scores_of(ranking: Ranking) -> dict[int, float]:
    """The score of each sound, those that are folded included."""
    assert ranking.scored is not None
    scores = dict(zip(ranking.ids.tolist(), ranking.scored.scores.tolist(), strict=True))
    return scores if ranking.takes is None else scores | scores_of(ranking.takes.ranking)


word = st.sampled_from(WORDS)
texts = st.one_of(
    word,
    st.tuples(word, word).map(" ".join),
    st.tuples(word, word, word).map(lambda three: f"{three[0]} {three[1]} | {three[2]}"),
    st.tuples(word, word).map(lambda two: f"{two[0]} -{two[1]}"),
    st.tuples(word, word).map(lambda two: f'"{two[0]}" {two[1]}'),
)
lengths = st.sampled_from(
    ("", "dur:<3", "dur:>3", "dur:>9", "dur:4..8", "bpm:90..110", "bpm:100..150 dur:>9", "in:lib")
)


@pytest.mark.shows("same-score")
@given(
    text=texts,
    filters=lengths,
    count=st.sampled_from((1, 2, 10, 100, SOUNDS)),
    limit=st.sampled_from((1, 30, SOUNDS)),
    seed=st.integers(0, 2**16),
)
@settings(max_examples=120, deadline=None, derandomize=True)
def test_a_sound_scores_the_same_in_any_part_of_the_library(
    library: Library, text: str, filters: str, count: int, limit: int, seed: int
) -> None:
    """Seeds are hypothesis' own, derandomised; `seed` draws the sounds that a collection or the map picked out."""
    whole = library.rank(Question(text, limit=SOUNDS))
    picked = np.sort(np.random.default_rng(seed).choice(library.rank(Question("")).ids, count, replace=False))
    part = library.rank(Question(text, filters=filters, among=PickedSounds("picked", picked), limit=limit))
    everywhere, here = scores_of(whole), scores_of(part)
    assert {id: everywhere[id] for id in here} == pytest.approx(here, abs=1e-5)
    if part.scored is not None and whole.scored is not None and len(part):
        calibration = whole.scored.calibration
        marks = [confidence(score, calibration) for score in part.scored.scores.tolist()]
        assert marks == [confidence(everywhere[id], calibration) for id in part.ids.tolist()]
        order = np.array([everywhere[id] for id in part.ids.tolist()])
        assert (np.diff(order) <= 1e-5).all(), "those that pass come in the order they have without the filter"


@pytest.mark.parametrize("limit", [1, 20, 200, 1000])
@pytest.mark.parametrize("text", ["door creak", "low hum | bell", "wind -rain"])
def test_first_rows_score_as_in_the_whole_ranking(library: Library, text: str, limit: int) -> None:
    few, all_rows = scores_of(library.rank(Question(text, limit=limit))), scores_of(library.rank(Question(text)))
    assert {id: all_rows[id] for id in few} == pytest.approx(few, abs=1e-5)


@pytest.mark.parametrize("variety", [0.0, 0.25, 1.0])
def test_no_variety_changes_a_score(library: Library, variety: float) -> None:
    plain = scores_of(library.rank(Question("metal slam")))
    other = scores_of(library.rank(Question("metal slam", variety=variety, filters="dur:>3", limit=100)))
    assert {id: plain[id] for id in other} == pytest.approx(other, abs=1e-5)


def test_the_exact_search_and_one_beside_an_example_know_no_filter_either(library: Library) -> None:
    ids = library.rank(Question("")).ids
    for plain in (
        Question("door creak", exact=True),
        Question("door creak", examples=(Example(SoundId(int(ids[4]))), Example(SoundId(int(ids[9])), weight=-1.0))),
    ):
        everywhere = scores_of(library.rank(plain))
        here = scores_of(library.rank(replace(plain, filters="dur:>9")))
        assert {id: everywhere[id] for id in here} == pytest.approx(here, abs=1e-5)


def test_a_sound_left_out_because_it_asks_still_witnesses_for_the_others(library: Library) -> None:
    best = SoundId(int(library.rank(Question("door creak")).ids[0]))
    with_it = scores_of(library.rank(Question("door creak", examples=(Example(best),))))
    without = scores_of(library.rank(Question("door creak", examples=(Example(best, with_itself=False),))))
    assert best not in without
    assert {id: with_it[id] for id in without} == pytest.approx(without, abs=1e-5)


def test_reasons_tell_the_score_of_the_list(library: Library) -> None:
    question = Question("door creak", filters="dur:>3", limit=20)
    for hit in library.answer(question).hits[:5]:
        told = reasons(library, question, hit.sound.id)
        assert told is not None
        assert told.hit.score == pytest.approx(hit.score, abs=1e-5)
        assert told.hit.why.kin == pytest.approx(hit.why.kin, abs=1e-5)


def test_likeness_by_tempo_is_the_same_where_nothing_else_that_passes_has_one(library: Library) -> None:
    ids = np.sort(library.rank(Question("")).ids)
    like = Like(SoundId(int(ids[1])), weights=AspectWeights(sound=1.0, length=1.0, tempo=1.0))
    everywhere = scores_of(library.rank(Question(like=like, limit=SOUNDS)))
    odd = PickedSounds("without a tempo", ids[::2])
    here = scores_of(library.rank(Question(like=like, among=odd, limit=SOUNDS)))
    assert {id: everywhere[id] for id in here} == pytest.approx(here, abs=1e-5)


def test_toggling_a_filter_looks_for_no_witnesses_again(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    from engine.search import witnesses

    asked: list[object] = []
    collect = witnesses.collect
    monkeypatch.setattr(witnesses, "collect", lambda *args, **named: asked.append(1) or collect(*args, **named))
    for filters in ("", "dur:>3", "", "dur:<3", "bpm:90..110"):
        library.rank(Question("car slam beep", filters=filters))
    assert len(asked) == 1


CELLS = IndexSettings(
    base_from_segments=1_000, cells_from_segments=1_000, cells_least=600, cells_depth=1.5, subset_below=0.2, threads=1
)
GRAPH = replace(CELLS, cells_from_segments=1_000_000)


@pytest.mark.parametrize(("settings", "tier"), [(CELLS, "cells"), (GRAPH, "hnsw")])
def test_a_base_that_misses_windows_changes_no_score_either(
    library: Library, pack: Path, tmp_path: Path, settings: IndexSettings, tier: str
) -> None:
    """Behind a narrow filter everything is compared, without one only what the base finds."""
    folder = tmp_path / "library"
    fill(folder, pack, SOUNDS, seed=12, measures=_every_second_has_a_tempo)
    loaded = load_pack(pack)
    info = loaded.info
    with Catalogue.open(folder) as catalogue:
        sounds = TieredIndex.open(catalogue, info.pack_id, info.dim, "segments", settings)
        assert sounds.start_build() and sounds.poll(catalogue, timeout_s=60.0)
        names = TieredIndex.open(catalogue, info.pack_id, info.sentence_dim, "names")
        sources = Sources(catalogue, sounds, names, NameClasses(catalogue))
        tiers = set()
        for text in ("door creak", "bell", "low hum | wind", "metal -rain"):
            found = []
            for filters in ("", "dur:>11 bpm:90..120", "dur:>5"):
                query = parse(text, filters=filters, synonyms=lambda word: ())
                # A searcher of its own remembers no witnesses of the question before.
                searcher = Searcher(sources, TextEncoder(loaded), info)
                found.append(searcher.rank(query, limit=150, check=lambda: None))
            tiers.update(one.tier for one in found)
            everywhere = scores_of(found[0])
            common = [{id: score for id, score in scores_of(one).items() if id in everywhere} for one in found[1:]]
            assert all(common)
            assert [{id: everywhere[id] for id in one} for one in common] == [
                pytest.approx(one, abs=1e-5) for one in common
            ]
        assert {tier, "subset"} <= tiers
        sounds.close()
