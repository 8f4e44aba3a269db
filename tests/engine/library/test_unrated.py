"""A pack of random weights, whose curves were not fitted: it orders sounds, and rates nothing anywhere."""

import csv
import json
import subprocess
import sys
from pathlib import Path

import pytest

from engine.base.query_messages import QueryMessage
from engine.cli.main import main
from engine.features.self_test.gaps import Coverage, WantedLine, ask_lines
from engine.library.library import Library
from engine.search.category_suggestions import Suggester
from engine.search.question import Question
from engine.search.ranking import good_ids
from tests.engine.features.door.serving import Script, served
from tests.helpers.tiny_library import REPOSITORY, TinyLibrary, make_tiny_library
from tests.helpers.tiny_pack import make_tiny_pack

WORDS = "high beep"
WHY = "Results are in order, but none is called strong, fair or weak: this model's scores are not calibrated."


@pytest.fixture(scope="module")
def unrated(tmp_path_factory: pytest.TempPathFactory) -> TinyLibrary:
    return make_tiny_library(tmp_path_factory.mktemp("unrated"), is_random=True)


def _run(library: TinyLibrary, *words: object) -> tuple[list[dict[str, object]], str]:
    command = [sys.executable, "-m", "engine.cli.main", words[0], "--json", "--library", library.folder, *words[1:]]
    done = subprocess.run(list(map(str, command)), cwd=REPOSITORY, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()], done.stderr


@pytest.mark.shows("unrated-pack")
@pytest.mark.parametrize("words", [(WORDS,), (WORDS, "--sound-only"), (f"take {WORDS} -horn",), ("take | rain",)])
def test_a_search_has_an_order_and_no_marks_and_says_why(unrated: TinyLibrary, words: tuple[str, ...]) -> None:
    hits, told = _run(unrated, "search", *words)
    scores = [float(str(hit["score"])) for hit in hits]
    assert len(hits) == 6 and scores == sorted(scores, reverse=True)
    assert {hit["confidence"] for hit in hits} == {None}
    assert WHY in told


@pytest.mark.parametrize("words", [("-horn",), ("dur:<9",)])
def test_what_nothing_ranks_has_no_marks_either(unrated: TinyLibrary, words: tuple[str, ...]) -> None:
    hits, _ = _run(unrated, "search", "--", *words)
    assert hits and {hit["confidence"] for hit in hits} == {None}


def test_what_is_like_a_sound_has_no_marks(unrated: TinyLibrary) -> None:
    hits, _ = _run(unrated, "similar", unrated.sounds / "tones" / "take 0.wav")
    assert hits and {hit["confidence"] for hit in hits} == {None}


def test_people_read_the_order_and_the_reason(unrated: TinyLibrary, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["search", WORDS, "--library", str(unrated.folder)]) == 0
    shown = capsys.readouterr()
    assert "take" in shown.out and WHY in shown.err
    assert not {"strong", "fair", "weak"} & set(shown.out.split())


@pytest.mark.shows("unrated-pack")
def test_another_program_is_told_the_same(unrated: TinyLibrary, tmp_path: Path) -> None:
    with served(unrated.folder, "--socket", tmp_path / "own" / "door.sock") as (address, _), Script(address) as script:
        told = script.ask("search", query=WORDS)["result"]
    assert {hit["confidence"] for hit in told["hits"]} == {None}
    assert told["note"] == WHY


def test_cues_are_not_left_empty_as_weak_when_nobody_can_tell(unrated: TinyLibrary, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("noise\nlow hum\n")
    lines, told = _run(unrated, "spot", tmp_path / "a.txt", "--csv", tmp_path / "a.csv")
    assert {hit["confidence"] for line in lines for hit in line["hits"]} == {None}  # type: ignore[attr-defined]
    assert WHY in told and "weak matches only" not in told
    with (tmp_path / "a.csv").open(newline="", encoding="utf-8") as file:
        assert [row["confidence"] for row in csv.DictReader(file)] == ["", ""]


def test_what_needs_a_rating_says_that_there_is_none(unrated: TinyLibrary) -> None:
    with Library.open(unrated.folder, pack=unrated.pack, read_only=True) as library:
        ranking = library.rank(Question(WORDS))
        assert ranking.note is not None and ranking.note.what is QueryMessage.NOT_CALIBRATED
        assert good_ids(ranking) is None and library.count_answers(WORDS) is None
        assert len(library.strip(ranking, library.hits(ranking, range(1))[0].sound.id).starts_s) == 0
        asked = ask_lines(library, [WantedLine("zither"), WantedLine("low hum")], {})
        assert {line.there for line in asked} == {Coverage.UNKNOWN}
        varied = library.rank(Question(WORDS, variety=1.0))
        assert sorted(varied.ids.tolist()) == sorted(ranking.ids.tolist())
        suggester = Suggester.open(unrated.folder, named_pack=unrated.pack)
        assert suggester is not None and not suggester.can_tell
        kept = library.kept_vectors([hit.sound.id for hit in library.hits(ranking, range(6))])
        assert suggester.suggest(kept) == [()] * 6 and suggester.sure(kept, 0.0) == {}


def test_the_self_test_calls_no_line_missing(
    unrated: TinyLibrary, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.txt").write_text("zither\nlow hum\n")
    assert main(["self-test", "--script", str(tmp_path / "a.txt"), "--library", str(unrated.folder)]) == 0
    shown = capsys.readouterr().out
    assert "cannot tell which lines have no match" in shown and "may be missing" not in shown


def test_a_pack_that_rates_nothing_is_listed_as_that(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    make_tiny_pack(tmp_path / "packs" / "random", is_random=True)
    words = ["pack", "list", "--library", str(tmp_path)]
    assert main([*words, "--json"]) == 0
    fitted = {
        row["name"]: row["fitted"] for row in map(json.loads, capsys.readouterr().out.splitlines()) if "kind" not in row
    }
    assert fitted["tiny 16"] == {"sound": False, "name": False}
    assert fitted["starter"] == {"sound": True, "name": True}
    assert main(words) == 0
    (line,) = [line for line in capsys.readouterr().out.splitlines() if "tiny 16" in line]
    assert "not calibrated" in line
