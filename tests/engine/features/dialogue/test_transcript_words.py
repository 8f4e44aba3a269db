"""Phrases in transcripts: same words, other forms, one wrong word, and two phrases near each other."""

from engine.base.types import SoundId, SpokenWord
from engine.features.dialogue.transcript_words import PhrasePlace, TranscriptWords, near


def said(text: str, *, start_s: float = 0.0, probability: float = 1.0) -> tuple[SpokenWord, ...]:
    """Words of half a second each."""
    return tuple(
        SpokenWord(word, start_s + at / 2, start_s + at / 2 + 0.5, probability) for at, word in enumerate(text.split())
    )


WORDS = TranscriptWords(
    [
        (SoundId(1), said("Please open the door. Now!", start_s=1.0)),
        (SoundId(2), said("The doors were opened")),
        (SoundId(3), said("open that door")),
        (SoundId(4), said("Call 21 or twenty-two")),
        (SoundId(5), said("the signol is weak")),
        (SoundId(6), said("open the")),
        (SoundId(6), said("door", start_s=20.0)),
    ]
)


def sounds(places: list[PhrasePlace]) -> list[int]:
    return [place.sound for place in sorted(places, key=lambda one: -one.likeness)]


def test_a_phrase_is_found_from_its_first_word_to_its_last() -> None:
    best = max(WORDS.find("open the door"), key=lambda one: one.likeness)
    assert (best.sound, best.start_s, best.end_s, best.likeness) == (1, 1.5, 3.0, 1.0)
    assert [word.text for word in best.words] == ["open", "the", "door."]


def test_a_phrase_with_one_other_word_comes_after_the_phrase_itself() -> None:
    assert sounds(WORDS.find("open the door")) == [1, 3]


def test_words_with_a_long_pause_between_them_are_no_phrase() -> None:
    assert 6 not in sounds(WORDS.find("open the door"))


def test_other_forms_of_a_word_are_found_after_it() -> None:
    assert sounds(WORDS.find("door"))[-1] == 2
    assert sorted(sounds(WORDS.find("door"))) == [1, 2, 3, 6]


def test_numbers_are_found_as_digits_and_as_words() -> None:
    assert sounds(WORDS.find("twenty one")) == [4]
    assert sounds(WORDS.find("22")) == [4]
    assert [word.text for word in WORDS.find("twenty one")[0].words] == ["21"]


def test_a_misspelt_word_is_found() -> None:
    assert sounds(WORDS.find("signal")) == [5]


def test_the_beginning_of_a_word_finds_it() -> None:
    assert sounds(WORDS.find("wea")) == [5]


def test_a_doubtful_word_counts_less() -> None:
    words = TranscriptWords([(SoundId(1), said("door", probability=0.2)), (SoundId(2), said("door"))])
    assert sounds(words.find("door")) == [2, 1]


def test_two_phrases_must_be_near_each_other() -> None:
    assert sounds(near([WORDS.find("open"), WORDS.find("now")], 10.0)) == [1]
    assert 6 not in sounds(near([WORDS.find("open"), WORDS.find("door")], 10.0))


def test_nothing_is_found_where_nothing_is_said() -> None:
    assert TranscriptWords(()).find("door") == []
    assert WORDS.find("!") == []
