"""The hundred queries: how they are judged, and that none of their words is learnt from."""

import json
from pathlib import Path

import pytest

from tests.helpers.recorded import data_folders
from tests.helpers.tiny_pack import make_tiny_pack
from tests.training.corpora import make_corpus
from tests.training.test_listening import clip
from training.cli.main import main
from training.data.corpora.registry import places_of, read_parts
from training.data.corpus import CorpusError
from training.evaluation.everyday import EverydayAnswer, EverydayAnswers, known_words
from training.evaluation.everyday import read_queries as read_twenty
from training.evaluation.judged_queries import PARTS, JudgedQuery, answerable, judge, read_judged

CLIPS = [clip("a", "dog_bark", "a dog"), clip("b", "rain", "rain"), clip("c", "rain_heavy", "much rain")]


def answered(query: str, *kinds: str) -> EverydayAnswers:
    return EverydayAnswers(query, tuple(EverydayAnswer("fair", kind, "c", (), f"a {kind}", "x") for kind in kinds))


def test_the_first_right_answer_is_counted_and_one_of_five() -> None:
    asked = [
        JudgedQuery("terrier", ("dog_*",)),
        JudgedQuery("drizzle", ("rain", "rain_*")),
        JudgedQuery("squall", ("rain_heavy",)),
    ]
    answers = [
        answered("terrier", "dog_bark", "rain"),
        answered("drizzle", "dog_bark", "rain_heavy"),
        answered("squall", "rain", "dog_bark"),
    ]
    found = judge(asked, answers, CLIPS)
    assert [verdict.place for verdict in found.verdicts] == [1, 2, 0]
    assert found.first.value == pytest.approx(1 / 3)
    assert found.five.value == pytest.approx(2 / 3)
    assert "the first answer is right: 1 of 3" in "\n".join(found.lines())


def test_a_query_that_nothing_in_the_library_answers_counts_nowhere() -> None:
    asked = [JudgedQuery("terrier", ("dog_*",)), JudgedQuery("whale", ("whale",))]
    assert answerable(asked, CLIPS) == asked[:1]
    found = judge(asked, [answered("terrier", "dog_bark")], CLIPS)
    assert (found.first.value, found.unanswerable) == (1.0, ("whale",))
    with pytest.raises(CorpusError, match="no sound"):
        judge(asked[1:], [], CLIPS)


def test_there_are_a_hundred_and_the_first_are_the_twenty_of_the_card() -> None:
    found = read_judged()
    assert len({one.text for one in found}) == 100
    assert [one.text for one in found[:20]] == read_twenty()


def test_no_word_of_the_hundred_is_learnt_from_and_each_can_be_answered() -> None:
    data = [str(folder) for folder in data_folders()]
    if len(data) < 2:
        pytest.skip("needs the real corpus and its further folder: set EARSHOT_DATA to both")
    places, asked = places_of(data), read_judged()
    assert known_words([one.text for one in asked], read_parts(["earshot:train"], places).clips) == {}
    assert answerable(asked, read_parts(PARTS, places).clips) == asked


def test_a_list_without_kinds_is_refused(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text('[[queries]]\ntext = "rain"\nkinds = []\n', encoding="utf-8")
    with pytest.raises(CorpusError, match="without kinds"):
        read_judged(own)
    own.write_text('queries = ["rain"]', encoding="utf-8")
    with pytest.raises(CorpusError, match="no judged queries"):
        read_judged(own)


def test_the_command_counts_what_a_pack_gets_right(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data, own = make_corpus(tmp_path / "data"), tmp_path / "own.toml"
    own.write_text('[[queries]]\ntext = "shrill pipe"\nkinds = ["whi*", "hum", "beep", "horn", "hiss"]\n', "utf-8")
    words = ["evaluate-queries", "--judged", "--data", str(data), "--list", str(own)]
    words += ["--pack", str(make_tiny_pack(tmp_path / "tiny")), "--workers", "1"]
    assert main([*words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["measure"], found["clips"], found["first"]["value"]) == ("hundred", 20, 1.0)
    assert len(found["verdicts"][0]["answers"]) == 5
