"""`earshot-train evaluate-pack` and `evaluate-queries`: the table of a pack, chance, names kept, and new words."""

import json
import random
from pathlib import Path

import pytest

from tests.helpers.tiny_pack import make_tiny_pack
from tests.training.corpora import make_corpus
from tests.training.test_listening import clip
from training.cli.main import main
from training.data.corpus import Clip, CorpusError, only, read_corpus
from training.evaluation.everyday import known_words, read_queries
from training.evaluation.figures import score_queries
from training.evaluation.library import IndexOptions, original_name
from training.evaluation.named_files import measure_names, names_of
from training.evaluation.table import chance_of, pack_table
from training.measures.caption_queries import queries_of
from training.measures.metrics import average_precision, is_found

SEEN = [clip("x", "dog", "a dog barks"), clip("y", "seal", "a seal")]
CLIPS = [clip("a", "dog", "a dog barks", "woof"), clip("b", "cat", "purr", "meow"), clip("c", "seal", "a seal")]


def test_chance_is_what_random_rankings_get() -> None:
    # One of four sounds is right: found first by a quarter; AP is 1/place, so (1 + 1/2 + 1/3 + 1/4) / 4 = 25/48
    alone = chance_of([1], 4)
    assert (alone.recall1, alone.recall5, alone.map10) == (0.25, 1.0, pytest.approx(25 / 48))
    draw = random.Random(0)
    drawn = [draw.sample(range(40), 40) for _ in range(4000)]
    right = frozenset(range(7))
    found = chance_of([7], 40)
    assert found.map10 == pytest.approx(sum(average_precision(row, right) for row in drawn) / 4000, abs=0.01)
    assert found.recall5 == pytest.approx(sum(is_found(row, right, 5) for row in drawn) / 4000, abs=0.03)


def test_the_table_has_each_group_beside_chance_and_another_pack() -> None:
    queries = queries_of(CLIPS)
    right = [query.relevant for query in queries]
    clusters = [query.cluster for query in queries]
    # In alphabetical order: "a dog barks", "a seal", "meow", "purr", "woof"; both captions of the cat are missed
    new = score_queries([[0], [2], [0, 2], [0, 2], [0]], right, clusters)
    old = score_queries([[1], [2], [0, 2], [0, 2], [1, 0]], right, clusters)
    table = pack_table("new", new, queries, CLIPS, SEEN, other="old", other_scores=old)
    assert [(group.name, group.queries, group.kinds) for group in table.groups] == [
        ("all", 5, 3),
        ("captions_unseen", 3, 2),
        ("captions_unseen_kinds_seen", 1, 1),
        ("kinds_unseen", 2, 1),
    ]
    everything, _, known, unknown = table.groups
    assert everything.own["recall1"].value == pytest.approx(3 / 5)
    assert everything.other["recall1"].value == pytest.approx(1 / 5)
    assert everything.gain["recall1"].value == pytest.approx(2 / 5)
    assert known.own["map10"].value == 1.0
    assert unknown.own["recall10"].value == 0.0
    assert known.chance is not None
    assert known.chance.recall1 == pytest.approx(1 / 3)
    assert table.unfound == ("cat",)
    lines = table.lines()
    assert len([line for line in lines if "| gain |" in line]) == 4
    assert lines[2].startswith("| all captions: 5 | 3 | new | 0.600 (")


def test_a_group_without_a_query_is_a_row_of_dashes() -> None:
    queries = queries_of(CLIPS)
    scores = score_queries([[0]] * 5, [query.relevant for query in queries], [query.cluster for query in queries])
    table = pack_table("new", scores, queries, CLIPS, CLIPS)
    assert table.lines()[-1] == "| (c) of these, kinds that it has not: 0 | 0 | | - | - | - | - |"
    assert pack_table("new", scores, queries, CLIPS, []).groups[0].queries == 5


def test_names_are_kept_without_what_hides_a_file() -> None:
    def at(path: str) -> Clip:
        return Clip("i", Path("/i.ogg"), "s", path, "CC0", ("x",), "k", "c", "test", 1.0)

    assert original_name(at("a/b c.d/Old Door.wav")) == "s/a/b c.d/Old Door"
    assert original_name(at(".github/../.hidden.ogg")) == "s/github/hidden"


def test_names_help_and_the_mark_says_where_they_do_not(tmp_path: Path) -> None:
    clips = only(read_corpus(make_corpus(tmp_path / "data")), "test")
    found = measure_names(make_tiny_pack(tmp_path / "tiny"), clips, by=IndexOptions(workers=1))
    # Ten files named after their kinds; five of the captions have a kind's name in them, one has "noise" and one "tone"
    assert (found.clips, found.queries) == (10, 13)
    assert found.is_kept
    assert found.fused.value > found.sound.value
    assert 0.0 < found.keywords.value < 1.0
    assert "!" not in "\n".join(found.lines())
    right = [frozenset({0})] * 2
    good, bad = score_queries([[0], [0]], right), score_queries([[1], [1]], right)
    worse = names_of({"fused": bad, "sound": good, "keywords": bad, "names": bad}, 2)
    assert not worse.is_kept
    assert [line[-1] == "!" for line in worse.lines()] == [False, False, True, False, False]


def test_the_command_prints_what_a_card_needs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data, pack = make_corpus(tmp_path / "data"), str(make_tiny_pack(tmp_path / "tiny"))
    words = ["evaluate-pack", "--data", str(data), "--pack", pack, "--names", "--queries", "--workers", "1"]
    assert main([*words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["measure"], found["clips"], len(found["groups"])) == ("pack", 10, 4)
    everything = found["groups"][0]
    assert everything["own"]["map10"]["value"] > 0.5 > everything["chance"]["map10"]
    assert everything["other"] == {}
    assert [group["queries"] for group in found["groups"]] == [13, 0, 0, 0]
    assert found["names"]["is_kept"]
    assert len(found["everyday"]) == 20
    assert all(len(one["heard"]) == 5 for one in found["everyday"])


def test_queries_that_training_knows_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    seen = [clip("a", "dog", "Dogs barking on the street")]
    assert known_words(["a dog's bowl", "bark on it", "terrier on the run"], seen) == {
        "a dog's bowl": ("dog",),
        "bark on it": ("bark",),
    }
    data, own = make_corpus(tmp_path), tmp_path / "own.toml"
    own.write_text('queries = ["humming machines"]', encoding="utf-8")
    assert main(["evaluate-queries", "--data", str(data), "--list", str(own)]) == 1
    assert "'humming machines' has humming, machines" in capsys.readouterr().err
    own.write_text("queries = 3", encoding="utf-8")
    with pytest.raises(CorpusError):
        read_queries(own)


def test_searches_in_another_language_stand_beside_english(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data, own = make_corpus(tmp_path / "data"), tmp_path / "own.tsv"
    own.write_text("kinds\teng\tdeu\nhum\ta hum\tein Brummen\nnone\tx\ty\nhiss\ta hiss\tgrünlich\n", "utf-8")
    words = ["evaluate-languages", "--data", str(data), "--list", str(own), "--json"]
    assert main([*words, "--pack", str(make_tiny_pack(tmp_path / "tiny")), "--workers", "1"]) == 0
    found = json.loads(capsys.readouterr().out)["languages"]
    assert [(one["language"], one["half"], one["queries"]) for one in found[:3]] == [
        ("eng", "all", 2),
        ("eng", "seen", 2),
        ("deu", "all", 2),
    ]


def test_the_answers_are_shown_with_what_they_are(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data, own = make_corpus(tmp_path / "data"), tmp_path / "own.toml"
    own.write_text('queries = ["shrill pipe"]', encoding="utf-8")
    pack = ["--pack", str(make_tiny_pack(tmp_path / "tiny")), "--workers", "1"]
    assert main(["evaluate-queries", "--data", str(data), "--list", str(own), *pack]) == 0
    query, *answers, _ = capsys.readouterr().out.splitlines()
    assert query == "shrill pipe:"
    assert len(answers) == 5
    assert all("; tests] made/" in line for line in answers)


@pytest.mark.parametrize("command", ["evaluate-languages", "owner"])
def test_too_few_kinds_to_measure_are_said(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data, pack = str(make_corpus(tmp_path / "data", takes=8)), str(make_tiny_pack(tmp_path / "pack"))
    assert main([command, "--data", data, "--pack", pack, "--workers", "1"]) == 1
    assert "Measure on " in capsys.readouterr().err
