"""`earshot-train evaluate`, on ten synthetic sounds: both ways, ensembles, comparisons, and what cannot be read."""

import json
from pathlib import Path

import numpy as np
import pytest

from engine.models.pack import default_pack
from tests.training.corpora import make_corpus
from tests.training.data.test_published import make_dcase2025
from tests.training.test_listening import clip
from tests.training.test_teach import checkpoint
from training.cli.main import main
from training.data.corpus import only, read_corpus
from training.evaluation.library import IndexOptions
from training.evaluation.retrieval import rankings
from training.evaluation.systems import UNHEARD, MeasuredSystem, both_ways
from training.measures.caption_queries import CaptionQuery, pairs_of, queries_of


def test_the_engine_ranks_as_its_towers_do_and_leaves_out_what_cannot_be_read(tmp_path: Path) -> None:
    clips = only(read_corpus(make_corpus(tmp_path)), "test")
    clips[1].path.write_bytes(b"RIFF of nothing")
    told: list[str] = []
    queries, ranked = rankings(default_pack(), clips, by=IndexOptions(workers=1))
    scores = MeasuredSystem(default_pack()).scores(clips, [query.text for query in queries], None, "cpu", told.append)
    assert scores.shape == (13, 10)
    assert (scores[:, 1] == UNHEARD).all()
    assert len(told) == 1
    assert str(clips[1].path) in told[0]
    # The engine keeps vectors in 16 bits: two sounds may change places where less than that lies between their cosines.
    for rows, expected, own in zip(ranked, both_ways(scores, queries, clips, 16)[0], scores, strict=True):
        assert sorted(rows) == sorted(expected)
        assert (np.diff(own[rows]) <= 5e-4).all()


def test_packs_and_checkpoints_are_measured_averaged_and_compared(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data, pack = make_corpus(tmp_path / "data"), str(default_pack())
    checkpoint(tmp_path / "run" / "last.pt", 1, 8)
    untrained = str(tmp_path / "run" / "last.pt")
    words = ["evaluate", "--data", str(data), "--split", "val", "--cache", str(tmp_path / "cache")]
    ensemble = [
        "--pack",
        pack,
        "--checkpoint",
        untrained,
        "--against",
        untrained,
    ]
    assert main([*words, *ensemble, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["clips"], found["kinds"], found["queries"]) == (10, 5, 13)
    assert found["systems"] == ["starter", "run/last.pt"]
    members = {member["systems"][0]: member["text_to_audio"] for member in found["members"]}
    # Five kinds of two: chance is about a third; the starter knows a hum from a hiss, random weights know nothing
    assert members["starter"]["map10"]["value"] > members["run/last.pt"]["map10"]["value"]
    figure = found["audio_to_text"]["recall10"]
    assert 0.0 <= figure["low"] <= figure["value"] <= figure["high"] <= 1.0
    change = found["change"]["text_to_audio"]["map10"]
    expected = found["text_to_audio"]["map10"]["value"] - members["run/last.pt"]["map10"]["value"]
    assert change["value"] == pytest.approx(expected)
    assert {"low", "high", "p"} < change.keys()
    assert [line["category"] for line in found["categories"]] == ["tests"]


def test_a_shared_checkpoint_is_measured_as_its_file_and_taken_for_no_pack(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data, file, shared = make_corpus(tmp_path / "data"), tmp_path / "last.pt", tmp_path / "shared"
    checkpoint(file, 1, 8)
    assert main(["share", str(file), "--out", str(shared), "--licence", "cc-by-4.0"]) == 0
    words = ["evaluate", "--data", str(data), "--split", "val", "--cache", str(tmp_path / "cache"), "--json"]
    found = []
    for place in (file, shared):
        capsys.readouterr()
        assert main([*words, "--checkpoint", str(place)]) == 0
        found.append(json.loads(capsys.readouterr().out)["text_to_audio"])
    assert found[0] == found[1]


def test_the_challenges_relevance_file_is_measured_by_all_that_is_right(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # Two sounds; "an engine" is answered by both, "voices in a café" by one; a third row is no list of names
    data = make_dcase2025(tmp_path / "data")
    checkpoint(tmp_path / "waves.pt", 1, 8, is_fed_waves=True)
    words = ["--data", f"dcase2025={data}", "--part", "dcase2025:evaluation", "--one-way", "--json"]
    assert main(["evaluate", *words, "--checkpoint", str(tmp_path / "waves.pt")]) == 3
    told = capsys.readouterr()
    assert "2 left out" in told.err
    found = json.loads(told.out)
    assert (found["clips"], found["queries"], found["audio_to_text"]) == (2, 2, None)
    # 1 for the first, 1 or a half for the second
    assert found["text_to_audio"]["map16"]["value"] in (1.0, 0.75)
    assert found["text_to_audio"]["recall10"]["value"] == 1.0


def test_as_the_papers_count_each_caption_has_one_answer() -> None:
    clips = [clip("a", "a", "rain"), clip("b", "b", "rain", "water")]
    assert [(query.text, query.relevant) for query in pairs_of(clips)] == [("rain", {0}), ("rain", {1}), ("water", {1})]
    assert [(query.text, query.relevant) for query in queries_of(clips)] == [("rain", {0, 1}), ("water", {1})]


def test_from_audio_to_text_any_caption_of_the_sound_is_right() -> None:
    # Three captions, three sounds; the last sound answers nothing and is only there to be ranked
    queries = [
        CaptionQuery("bark", frozenset({0})),
        CaptionQuery("purr", frozenset({1})),
        CaptionQuery("woof", frozenset({0})),
    ]
    clips = [clip("a", "dog", "bark", "woof"), clip("b", "cat", "purr"), clip("c", "rain")]
    scores = np.array([[0.1, 0.5, 0.9], [0.4, 0.3, 0.2], [0.4, 0.6, 0.1]], dtype=np.float32)
    forth, heard, back = both_ways(scores, queries, clips, 2)
    assert forth == [[2, 1], [0, 1], [1, 0]]
    assert [(query.text, query.relevant) for query in heard] == [("a", {0, 2}), ("b", {1})]
    # Sound a: purr and woof are equal, so the earlier caption is first
    assert back == [[1, 2], [2, 0]]


def test_a_sound_that_cannot_be_read_finds_nothing_and_is_found_by_nothing() -> None:
    clips = [clip("a", "dog", "bark"), clip("b", "cat", "purr")]
    queries = [CaptionQuery("bark", frozenset({0})), CaptionQuery("purr", frozenset({1}))]
    scores = np.array([[UNHEARD, 0.5], [UNHEARD, 0.3]], dtype=np.float32)
    forth, heard, back = both_ways(scores, queries, clips, 16)
    assert forth == [[1], [1]]
    # Two captions that score alike for a sound that nobody heard are no hit, though one of them comes first
    assert [(query.text, row) for query, row in zip(heard, back, strict=True)] == [("a", []), ("b", [0, 1])]
