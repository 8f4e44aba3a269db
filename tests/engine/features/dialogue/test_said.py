"""`said:` in a whole library: by the shell, with times and words; beside filters and descriptions."""

import json
from pathlib import Path

import pytest

from engine.base.chips import ChipKind
from engine.base.types import Confidence, Hit
from engine.cli.main import main
from engine.library.library import Library
from engine.search.question import Question
from engine.search.ranking import good_ids
from tests.engine.features.dialogue.transcribed_library import make_library, transcribe


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = make_library(tmp_path_factory.mktemp("said"))
    transcribe(made)
    return made


def ask(library: Path, capsys: pytest.CaptureFixture[str], *words: str) -> list[dict[str, object]]:
    assert main(["--library", str(library), "--json", *words]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def names(found: list[dict[str, object]]) -> list[str]:
    return [Path(str(one["path"])).name for one in found]


@pytest.mark.shows("transcripts")
def test_a_phrase_is_found_with_its_times_and_words(library: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (found,) = ask(library, capsys, "search", 'said:"open the door"')
    assert Path(str(found["path"])).name == "hall.wav"
    assert (found["start_s"], found["end_s"], found["confidence"]) == (1.5, 3.0, "strong")
    assert found["why"]["said"] == [  # type: ignore[index]
        {"word": "open", "start_s": 1.5, "end_s": 2.0},
        {"word": "the", "start_s": 2.0, "end_s": 2.5},
        {"word": "door.", "start_s": 2.5, "end_s": 3.0},
    ]


def test_a_number_is_found_by_its_word(library: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert names(ask(library, capsys, "search", 'said:"past seven"')) == ["call.wav"]


def test_sounds_without_speech_are_found(library: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert names(ask(library, capsys, "search", "said:no")) == ["wind.wav"]
    assert names(ask(library, capsys, "search", 'said:"no"')) == []


def test_filters_and_descriptions_count_beside_what_is_said(library: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert names(ask(library, capsys, "search", "said:door dur:>100")) == []
    assert names(ask(library, capsys, "search", "hum said:door")) == ["hall.wav"]
    assert names(ask(library, capsys, "search", "hum said:no")) == ["wind.wav"]


def test_without_transcripts_a_line_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--library", str(make_library(tmp_path)), "search", "said:door"]) == 0
    assert "No sound has a transcript yet" in capsys.readouterr().err


@pytest.mark.shows("transcripts")
def test_transcripts_are_exported_for_what_a_query_finds(
    library: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for form in ("srt", "vtt", "txt", "csv"):
        ask(library, capsys, "dialogue", "export", form, "said:door", "--to", str(tmp_path))
    assert (tmp_path / "hall.txt").read_text() == "Please open the door.\n"
    assert "00:00:01,000 --> 00:00:03,000\nPlease open the door." in (tmp_path / "hall.srt").read_text()
    assert "00:01.000 --> 00:00:03.000\nPlease" in (tmp_path / "hall.vtt").read_text()
    assert (tmp_path / "hall.csv").read_text().splitlines()[:2] == [
        "word,start_s,end_s,probability",
        "Please,1.000,1.500,0.90",
    ]


def test_verify_drops_damaged_transcripts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made = make_library(tmp_path)
    transcribe(made)
    (made / "transcripts.db").write_bytes(b"no database, and long enough to be looked at" * 100)
    assert main(["--library", str(made), "verify"]) != 0
    assert main(["--library", str(made), "verify", "--repair"]) == 0
    assert not (made / "transcripts.db").exists()


@pytest.mark.shows("transcripts-plain")
def test_plain_words_search_transcripts_too(library: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first = ask(library, capsys, "search", "open the door")[0]
    assert Path(str(first["path"])).name == "hall.wav"
    assert [word["word"] for word in first["why"]["said"]] == ["open", "the", "door."]  # type: ignore[index]
    assert (first["start_s"], first["end_s"]) == (1.5, 3.0)


def test_plain_words_may_be_said_in_another_order(library: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert names(ask(library, capsys, "search", "door open"))[0] == "hall.wav"


def test_plain_words_need_all_of_them_said(library: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = ask(library, capsys, "search", "open window")
    assert all("said" not in one["why"] or not one["why"]["said"] for one in found)  # type: ignore[operator,index]


@pytest.mark.shows("transcripts-plain")
def test_a_library_ranks_as_before_without_its_transcripts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made = make_library(tmp_path)
    before = ask(made, capsys, "search", "open the door")
    transcribe(made)
    assert ask(made, capsys, "search", "open the door", "--transcripts", "0") == before
    assert ask(made, capsys, "search", "low hum") == ask(made, capsys, "search", "low hum", "--transcripts", "0")
    assert ask(made, capsys, "search", "open the door") != before


def test_sounds_without_the_words_keep_their_scores(library: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = {str(one["path"]): one for one in ask(library, capsys, "search", "open the door")}
    plain = {str(one["path"]): one for one in ask(library, capsys, "search", "open the door", "--transcripts", "0")}
    silent = [path for path in told if not path.endswith("hall.wav")]
    assert len(silent) == 2
    assert [told[path]["score"] for path in silent] == [plain[path]["score"] for path in silent]


def test_the_weight_of_transcripts_is_a_share(library: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--library", str(library), "search", "door", "--transcripts", "2"])
    assert "is not a number from 0 to 1" in capsys.readouterr().err


def test_the_chip_turns_transcripts_off(library: Path) -> None:
    with Library.open(library, read_only=True) as opened:
        (chip,) = (one for one in opened.rank(Question("open door")).chips if one.kind is ChipKind.TRANSCRIPTS)
        assert chip.text == "said in 1"
        off = opened.answer(Question("open door", without=frozenset({chip.id})))
    assert chip in off.chips
    assert not any(hit.why.said for hit in off.hits)


def test_nothing_passes_filters_by_being_said(library: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert names(ask(library, capsys, "search", "open the door dur:>100")) == []


@pytest.mark.parametrize("words", ["door", "open the door"])
def test_a_sound_that_only_says_the_words_rises_without_a_mark(library: Path, words: str) -> None:
    with Library.open(library, read_only=True) as opened:
        (plain,) = (hit for hit in opened.answer(Question(words, transcript_weight=0.0)).hits if _is_hall(hit))
        ranking = opened.rank(Question(words, transcript_weight=1.0))
        (raised,) = (hit for hit in opened.hits(ranking, range(len(ranking))) if _is_hall(hit))
    assert ranking.scored is not None
    assert plain.confidence is Confidence.WEAK
    assert raised.score >= ranking.scored.calibration.fair > plain.score
    assert raised.confidence is None
    good = good_ids(ranking)
    assert good is not None
    assert int(raised.sound.id) not in good.tolist()


def _is_hall(hit: Hit) -> bool:
    return hit.sound.path.name == "hall.wav"
