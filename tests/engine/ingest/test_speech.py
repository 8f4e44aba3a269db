"""Listening for words behind the embedding, as a caller sees it: real recordings, the words pack that comes along."""

import json
import shutil
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.base.errors import QueryError
from engine.base.events import Event, SpeechProgress
from engine.base.file_messages import FileAdvice, FileFault, trouble
from engine.base.messages import said
from engine.base.query_messages import QueryMessage
from engine.base.types import FilePath, PackId
from engine.cli.main import main
from engine.features.speech.words_file import WordsFile
from engine.ingest.control import Control
from engine.ingest.job import run_job
from engine.library.library import Library
from engine.models.speech_pack import speech_pack_for
from engine.search.question import By, Like, Question
from tests.helpers.indexing import index, spec_for
from tests.helpers.recorded import corpus_folder
from tests.helpers.sounds import write_tone
from tests.helpers.tiny_library import earshot

FSDD = (corpus_folder() or Path()) / "fsdd"
pytestmark = [
    pytest.mark.skipif(not FSDD.is_dir(), reason="EARSHOT_DATA names no folder with fsdd, recordings of spoken digits"),
    pytest.mark.skipif(speech_pack_for("words", None) is None, reason="no words pack comes with this Earshot"),
]
WORDS = ("seven_george_0", "seven_lucas_1", "two_george_0", "two_lucas_1", "six_george_2", "nine_lucas_3")
_DIGITS = {"seven": 7, "two": 2, "six": 6, "nine": 9}


@pytest.fixture(scope="module")
def heard(tmp_path_factory: pytest.TempPathFactory, pack: Path) -> tuple[Path, Path]:
    """A library of six digits and a tone, and the folder of these."""
    home = tmp_path_factory.mktemp("spoken")
    sounds = home / "sounds"
    sounds.mkdir()
    for number, name in enumerate(WORDS):
        word, who, take = name.split("_")
        shutil.copy(FSDD / f"{_DIGITS[word]}_{who}_{take}.flac", sounds / f"{number}.flac")
    write_tone(sounds / "tone.wav", 1000.0, 1.0)
    index(home / "library", pack, sounds, workers=1)
    return home / "library", sounds


def test_a_word_is_found_again_where_it_is_said(heard: tuple[Path, Path]) -> None:
    library, sounds = heard
    with Library.open(library, read_only=True) as asked:
        ranking = asked.rank(Question(like=Like(FilePath.of(sounds / "0.flac"), start_s=0.0, end_s=0.6, by=By.WORD)))
        hits = asked.hits(ranking, range(len(ranking)))
    assert hits[0].sound.path.name == "0.flac"
    assert hits[0].moments[0].similarity > 0.8
    assert "tone.wav" not in {hit.sound.path.name for hit in hits}
    assert all(
        moment.end_s <= hit.sound.info.duration_s + 0.01 for hit in hits if hit.sound.info for moment in hit.moments
    )


def test_what_is_typed_is_ranked_with_places_and_filters(
    heard: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    library, _ = heard
    assert main(["search", "--json", "--library", str(library), 'say:"seven" dur:<5']) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {Path(row["path"]).name for row in rows} == {f"{number}.flac" for number in range(len(WORDS))}
    assert all(row["why"]["tier"] == "spoken" and row["end_s"] > row["start_s"] for row in rows)
    assert [row["score"] for row in rows] == sorted((row["score"] for row in rows), reverse=True)
    with Library.open(library, read_only=True) as asked:
        both = asked.rank(Question('tone say:"seven"', limit=3))
        assert len(both) == 3 and both.tier == "spoken"
        assert len(asked.rank(Question("say:seven dur:>60"))) == 0


def test_a_second_run_listens_to_nothing_and_a_changed_sound_again(
    tmp_path: Path, heard: tuple[Path, Path], pack: Path
) -> None:
    library = shutil.copytree(heard[0], tmp_path / "library")
    events: list[Event] = []
    run_job(spec_for(library, pack), Control(), events.append)
    assert not [event for event in events if isinstance(event, SpeechProgress)]
    # Another pack, or damage: all is heard anew.
    (library / "words.db").write_bytes(b"no database" * 100)
    with Library.open(library, read_only=True) as asked:
        assert asked.rank(Question("say:seven")).note == said(QueryMessage.NO_SPEECH)
    run_job(replace(spec_for(library, pack), without_speech=True), Control(), events.append)
    assert not [event for event in events if isinstance(event, SpeechProgress)]
    crashed = trouble(FileFault.INDEXING_CRASHED, FileAdvice.CONVERT_OR_LEAVE)
    blamed = ((FilePath.of(heard[1] / "0.flac"), crashed),)
    run_job(replace(spec_for(library, pack), blamed=blamed), Control(), events.append)
    told = [event for event in events if isinstance(event, SpeechProgress)][-1]
    assert (told.done, told.total, told.spoken) == (6, 6, 5)
    file = WordsFile.at(library)
    assert file is not None
    assert len(file.known()) == 7
    assert file.rows("SELECT error FROM heard WHERE error <> ''") == [("INDEXING_CRASHED",)]
    file.close()


def test_the_middle_of_long_sounds_counts_while_none_is_heard_through(
    tmp_path: Path, pack: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half a minute at a time is told: with files of an hour nothing else would be for long."""
    sounds = tmp_path / "sounds"
    sounds.mkdir()
    for name in ("one.wav", "two.wav"):
        write_tone(sounds / name, 1000.0, 300.0, rate=8000)
    monkeypatch.setattr("engine.features.speech.speech_phase._TELL_EVERY_S", 0.0)
    events: list[Event] = []
    run_job(spec_for(tmp_path / "library", pack, sounds), Control(), events.append)
    told = [event for event in events if isinstance(event, SpeechProgress)]
    inside = [event for event in told if event.done == 0 and event.eta_s is not None]
    assert any(0.0 < event.share < 1.0 for event in inside), "said before a sound was done"
    shares = [event.share for event in told]
    assert shares == sorted(shares) and shares[-1] == 1.0
    assert (told[-1].done, told[-1].total) == (2, 2)
    assert all(event.eta_s is None or event.eta_s >= 0.0 for event in told)


def test_a_second_pass_yields_to_another_folder_and_the_next_job_makes_up_for_it(
    tmp_path: Path, pack: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.features.speech.speech_phase._TELL_EVERY_S", 0.0)
    first, second = tmp_path / "first", tmp_path / "second"
    for number in range(4):
        write_tone(first / f"{number}.wav", 500.0 + number, 300.0, rate=8000)
    write_tone(second / "tone.wav", 1000.0, 1.0)
    library, control, events = tmp_path / "library", Control(), list[Event]()

    def take(event: Event) -> None:
        events.append(event)
        if isinstance(event, SpeechProgress):
            control.turn("yield")

    ended = run_job(replace(spec_for(library, pack, first), workers=1), control, take)
    assert (ended.added, ended.cancelled) == (4, False)
    assert [event.done for event in events if isinstance(event, SpeechProgress)][-1] < 4
    left = run_job(spec_for(library, pack, second), Control(), events.append)
    assert left.added == 1
    file = WordsFile.at(library)
    assert file is not None
    assert len(file.known()) == 5, "whichever job comes last hears the whole library"
    file.close()


def test_every_folder_can_be_searched_before_any_is_listened_to(tmp_path: Path, pack: Path) -> None:
    folders = [tmp_path / name for name in "ABC"]
    for folder in folders:
        write_tone(folder / "tone.wav", 1000.0, 2.0)
    told = earshot("index", "--json", "--library", tmp_path / "library", "--pack", pack, "--device", "cpu", *folders)
    kinds = [event["event"] for event in told]
    assert "speech" in kinds
    before = told[: kinds.index("speech")]
    assert [event["done"] for event in before if event["event"] == "progress"][-1] == len(folders)


def test_what_another_pack_listened_to_is_said_to_be_so(tmp_path: Path, heard: tuple[Path, Path]) -> None:
    library = shutil.copytree(heard[0], tmp_path / "library")
    WordsFile.for_pack(library, PackId("the pack before an update")).close()
    with Library.open(library, read_only=True) as asked:
        found = asked.rank(Question("say:seven"))
    assert len(found) == 0
    assert found.note == said(QueryMessage.OTHER_SPEECH)


def test_what_no_word_can_be_is_refused(heard: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    library, sounds = heard
    with Library.open(library, read_only=True) as asked:
        with pytest.raises(QueryError, match="not a single word"):
            asked.rank(Question(like=Like(FilePath.of(sounds / "0.flac"), start_s=0.0, end_s=20.0, by=By.WORD)))
        monkeypatch.setattr("engine.features.speech.word_search.speech_pack_for", lambda kind, library: None)
        with pytest.raises(QueryError, match="No pack for spoken words"):
            asked.rank(Question("say:seven"))
