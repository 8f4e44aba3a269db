"""Words that synthetic voices say; without espeak-ng the tests of speaking are skipped."""

import shutil
from pathlib import Path

import pytest

from training.papers.speech.voices import SyntheticVoice
from training.papers.words.phonemes import looked_up
from training.papers.words.synthesis import WordCorpusPlan, choose_speakers, make_words, vocabulary
from training.papers.words.utterances import WordsError, read_utterances

espeak_only = pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="espeak-ng is not installed")
TWO = (SyntheticVoice("espeak-ng", "m1"), SyntheticVoice("espeak-ng", "f2"))


@espeak_only
def test_everyone_says_every_word_and_a_second_making_changes_nothing(tmp_path: Path) -> None:
    making = WordCorpusPlan(("seven", "open"), TWO, takes=2)
    assert make_words(tmp_path, making) == []
    files = {path: path.read_bytes() for path in tmp_path.rglob("*.*")}
    found = read_utterances([f"made={tmp_path}"])
    assert len(found) == 8 and {each.speaker for each in found} == {"espeak-m1", "espeak-f2"}
    next(iter(tmp_path.rglob("*.flac"))).unlink()
    make_words(tmp_path, making, workers=2)
    assert {path: path.read_bytes() for path in tmp_path.rglob("*.*")} == files


@espeak_only
def test_takes_differ_in_manner(tmp_path: Path) -> None:
    make_words(tmp_path, WordCorpusPlan(("seven",), TWO[:1], takes=3))
    assert len({path.read_bytes() for path in tmp_path.rglob("*.flac")}) == 3


def test_nobody_to_say_them_is_refused(tmp_path: Path) -> None:
    with pytest.raises(WordsError, match="nobody to say"):
        make_words(tmp_path, WordCorpusPlan(("seven",), ()))


def test_the_words_that_come_with_earshot_are_in_the_dictionary() -> None:
    words = vocabulary()
    assert len(words) > 250
    assert [word for word in words if looked_up(word) is None] == []


def test_words_are_read_from_a_file_each_once(tmp_path: Path) -> None:
    (tmp_path / "words.txt").write_text("open door\nopen\n", encoding="utf-8")
    assert vocabulary(tmp_path / "words.txt") == ("open", "door")
    with pytest.raises(WordsError):
        vocabulary(tmp_path / "nothing.txt")


@espeak_only
def test_fewer_speakers_are_among_more() -> None:
    few, more = ({voice.speaker for voice in choose_speakers(count)} for count in (5, 20))
    assert few < more
