"""`earshot-train evaluate --seen`: figures also of captions and kinds that training never saw."""

import json
from pathlib import Path

import pytest

from tests.training.corpora import make_corpus
from tests.training.test_listening import clip
from tests.training.test_teach import checkpoint
from training.cli.main import main
from training.evaluation.figures import score_queries
from training.evaluation.novelty import figures_of_new, new_queries
from training.measures.caption_queries import queries_of

SEEN = [clip("x", "dog", "a dog  barks"), clip("y", "seal", "a seal")]
CLIPS = [clip("a", "dog", "A dog barks", "woof"), clip("b", "cat", "purr", "animal"), clip("c", "seal", "animal")]


def test_captions_and_kinds_are_sorted_by_what_training_saw() -> None:
    queries = queries_of(CLIPS)
    texts = [[queries[row].text for row in group.rows] for group in new_queries(queries, CLIPS, SEEN)]
    # "animal" is of a cat, which is new, and of a seal, which is not
    assert texts == [["animal", "purr", "woof"], ["animal", "woof"], ["purr"]]


def test_each_group_has_its_own_figures_and_gains() -> None:
    queries = queries_of(CLIPS)
    groups = new_queries(queries, CLIPS, SEEN)
    right = [query.relevant for query in queries]
    clusters = [query.cluster for query in queries]
    # In alphabetical order: "A dog barks", "animal", "purr", "woof"; of these only purr's first hit is wrong
    new = score_queries([[0], [1], [0, 1], [0]], right, clusters)
    old = score_queries([[0], [0], [0, 1], [0]], right, clusters)
    found = figures_of_new(groups, queries, CLIPS, new, old)
    assert [part.found.recall1 for part in found if part.found] == [pytest.approx(2 / 3), 1.0, 0.0]
    assert [part.change["recall1"].value for part in found] == [pytest.approx(1 / 3), 0.5, 0.0]


def test_the_command_says_so_where_nothing_is_new(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = make_corpus(tmp_path)
    meta = data / "meta.jsonl"
    lines = [json.loads(line) for line in meta.read_text(encoding="utf-8").splitlines()]
    for line in lines:
        if line["split"] == "train" and line["kind"] == "hiss":
            line["captions"] = ["steam"]
    meta.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    words = ["evaluate", "--data", str(data), "--split", "val", "--one-way", "--seen", "earshot:train"]
    checkpoint(tmp_path / "last.pt", 1, 8)
    assert main([*words, "--checkpoint", str(tmp_path / "last.pt"), "--json"]) == 0
    first, second, third = json.loads(capsys.readouterr().out)["new"]
    # Three captions of hiss are new, the kind is not
    assert [part["queries"] for part in (first, second, third)] == [3, 3, 0]
    assert first["text_to_audio"] == second["text_to_audio"]
    assert third["text_to_audio"] is None
