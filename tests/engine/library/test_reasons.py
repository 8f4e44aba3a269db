"""Why a sound answers: its windows, what each word brings, and what it is like; in the engine and from a shell."""

import json
from collections.abc import Iterator

import pytest

from engine.base.errors import SoundGone
from engine.base.types import Confidence, FilePath, SoundId
from engine.cli.main import main
from engine.library.explanation import MOST_WORDS, Explanation, reasons
from engine.library.library import Library
from engine.search.examples import Example
from engine.search.question import Question
from tests.helpers.tiny_library import TinyLibrary


@pytest.fixture
def library(tiny_library: TinyLibrary) -> Iterator[Library]:
    with Library.open(tiny_library.folder, read_only=True) as library:
        yield library


def best(library: Library, text: str, *examples: Example) -> tuple[Question, SoundId]:
    question = Question(text, examples=examples)
    return question, library.answer(question).hits[0].sound.id


def told(library: Library, text: str, *examples: Example) -> Explanation:
    found = reasons(library, *best(library, text, *examples))
    assert found is not None
    return found


def test_the_word_that_names_the_sound_brings_most(library: Library) -> None:
    found = told(library, "low hum purple")
    assert [word.word for word in found.words] == ["low", "hum", "purple"]
    gains = [word.gain or 0.0 for word in found.words]
    assert max(gains) > 0 and max(gains) > gains[2]
    assert all(share is not None and -1.0 <= share <= 1.0 for share in found.shares)
    assert sum(share for share in found.shares if share is not None and share > 0) <= 1.0 + 1e-9


def test_windows_stand_in_order_of_time_and_the_best_is_the_moment(library: Library) -> None:
    found = told(library, "low hum")
    starts = found.strip.starts_s.tolist()
    assert starts == sorted(starts) and len(starts) > 0
    at = int(found.strip.similarities.argmax())
    assert found.hit.moments[0].start_s <= starts[at] <= found.hit.moments[0].end_s


def test_without_its_only_word_nothing_is_left(library: Library) -> None:
    for text in ("noise", "the noise", "noise -wind"):
        found = told(library, text)
        assert (found.words[0].word, found.words[0].gain, found.shares[0]) == ("noise", None, None)


@pytest.mark.shows("why-true")
def test_a_lone_word_brings_nothing_to_a_sound_that_neither_holds_nor_answers_it(library: Library) -> None:
    question = Question("fieldrec")
    for hit in library.answer(question).hits:
        found = reasons(library, question, hit.sound.id)
        assert found is not None
        assert (found.hit.confidence, found.hit.why.words, found.shares) == (Confidence.WEAK, (), (0.0,))


def test_a_minus_and_a_phrase_are_words_too_and_filters_are_none(library: Library) -> None:
    question = Question('hum "take" -siren dur:<60')
    sound = library.answer(question).hits[0].sound.id
    found = reasons(library, question, sound)
    assert found is not None
    assert [word.word for word in found.words] == ["hum", '"take"', "-siren"]
    assert all(word.without is not None for word in found.words)


def test_beside_a_sound_that_asks_a_single_word_can_be_left_out(library: Library, tiny_library: TinyLibrary) -> None:
    path = FilePath.of(tiny_library.sounds / "tones" / "take 0.wav")
    found = told(library, "hum", Example(path))
    assert [word.without is not None for word in found.words] == [True]


def test_a_long_question_is_asked_no_more_often_than_it_may(library: Library) -> None:
    found = told(library, " ".join(f"word{number}" for number in range(40)) + " hum")
    assert len(found.words) == MOST_WORDS


def test_of_a_listing_nothing_is_said_but_what_the_sound_is_like(library: Library) -> None:
    found = told(library, "in:noises")
    assert (found.words, len(found.strip.starts_s)) == ((), 0)


def test_a_sound_that_is_no_answer_is_refused(library: Library) -> None:
    question, _ = best(library, "hum in:noises")
    elsewhere = library.answer(Question("hum in:tones")).hits[0].sound.id
    with pytest.raises(SoundGone):
        reasons(library, question, elsewhere)


def test_what_is_cancelled_says_nothing(library: Library) -> None:
    question, sound = best(library, "low hum")
    assert reasons(library, question, sound, cancel=lambda: True) is None
    asked = iter([False] * 12 + [True] * 10_000)
    assert reasons(library, question, sound, cancel=lambda: next(asked)) is None


def test_a_shell_says_why(tiny_library: TinyLibrary, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["search", "low", "hum", "--why", "--limit", "2", "--library", str(tiny_library.folder)]
    assert main(words) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].strip().startswith("heard at 0:0") and lines[2].strip().startswith("words: low ")
    assert main([*words, "--json"]) == 0
    first, _ = (json.loads(line)["reasons"] for line in capsys.readouterr().out.splitlines())
    assert {"score_alone", "windows", "words", "kinds"} == set(first)
    assert [word["word"] for word in first["words"]] == ["low", "hum"]
    assert first["windows"] and all(0.0 <= window["chance"] <= 1.0 for window in first["windows"])
