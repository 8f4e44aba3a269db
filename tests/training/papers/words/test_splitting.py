"""Speakers and words that are held out."""

from pathlib import Path

import pytest

from training.papers.words.settings import SplitConfig
from training.papers.words.synthesis import vocabulary
from training.papers.words.utterances import PARTS, Utterance, WordsError, part

ALL = [Utterance(word, f"s{who}", Path(f"{word}/{who}.wav")) for word in vocabulary()[:20] for who in range(12)]


def test_speakers_and_words_are_held_out_whole() -> None:
    found = part(ALL, SplitConfig(val_speakers=2, test_speakers=3, test_words=0.2))
    people = {name: {each.speaker for each in found[name]} for name in PARTS}
    words = {name: {each.word for each in found[name]} for name in PARTS}
    assert [len(people[name]) for name in PARTS] == [7, 2, 3, 7, 3]
    assert [len(words[name]) for name in PARTS] == [16, 16, 16, 4, 4]
    assert people["train"] == people["words"] and people["speakers"] == people["both"]
    assert not people["train"] & people["val"] and not people["train"] & people["speakers"]
    assert words["words"] == words["both"] and not words["train"] & words["both"]


def test_more_words_move_no_speaker() -> None:
    config = SplitConfig(val_speakers=2, test_speakers=3)
    more = [*ALL, *(Utterance("banana", f"s{who}", Path(f"new/{who}.wav")) for who in range(12))]
    before, after = ({name: {each.speaker for each in found[name]} for name in PARTS}
                     for found in (part(ALL, config), part(more, config)))  # fmt: skip
    assert before == after


def test_named_speakers_are_held_out_instead_of_drawn_ones() -> None:
    found = part(ALL, SplitConfig(named_test=("s3",), named_val=("s4",), test_words=0.0))
    assert {each.speaker for each in found["speakers"]} == {"s3"}
    assert {each.speaker for each in found["val"]} == {"s4"}
    assert len({each.speaker for each in found["train"]}) == 10
    assert not found["words"] and not found["both"]


def test_words_that_are_said_alike_are_held_out_together() -> None:
    pairs = [("two", "too"), ("four", "for"), ("right", "write"), ("see", "sea"), ("no", "know"), ("son", "sun")]
    alike = [Utterance(word, f"s{who}", Path(word)) for pair in pairs for word in pair for who in range(4)]
    found = part(alike, SplitConfig(val_speakers=1, test_speakers=1, test_words=0.5))
    new = {each.word for each in found["words"]}
    assert len(new) == 6
    assert [pair for pair in pairs if len(new & set(pair)) == 1] == []


def test_a_speaker_who_is_not_there_is_named() -> None:
    with pytest.raises(WordsError, match="nobody is called anna"):
        part(ALL, SplitConfig(named_test=("anna",)))


def test_nobody_left_to_learn_from_is_refused() -> None:
    with pytest.raises(WordsError, match="12 speakers"):
        part(ALL, SplitConfig(val_speakers=4, test_speakers=12))
