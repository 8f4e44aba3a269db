"""Captions in other words, without a language model."""

from pathlib import Path

import pytest

from tests.training.corpora import make_corpus
from tests.training.data.clips import clip
from training.cli import main
from training.data.caption_variants import bare, reworded, variants_of
from training.data.thesaurus import StandIn, Thesaurus
from training.data.variants import read_variants

WORDS = Thesaurus([StandIn("dog", "hound")])


@pytest.mark.parametrize(
    ("caption", "rest"),
    [
        ("a dog barking in this clip", "a dog barking"),
        ("rain on a roof as a sound effect", "rain on a roof"),
        ("the sound of a dog barking", "a dog barking"),
        ("a dog barking heard in a short recording", "a dog barking"),
        ("thunder in a recording", "thunder in a recording"),  # one word would be left
        ("a tape of a recording studio", "a tape of a recording studio"),
    ],
)
def test_what_only_says_that_it_is_a_recording_is_taken_off(caption: str, rest: str) -> None:
    assert bare(caption) == rest


def test_the_three_ways_take_turns() -> None:
    found = reworded("a dog barking in this clip", ["bark"], WORDS, 4)
    assert found == ("a hound barking in this clip", "a dog barking", "bark", "a hound barking")


def test_a_name_gets_frames_and_a_sentence_none() -> None:
    assert "the sound of a dog barking" in reworded("a dog barking", [], WORDS, 9)
    assert reworded("a cat is running", [], WORDS, 9) == ()


def test_a_label_that_says_sound_gets_no_frame() -> None:
    assert reworded("it hums", ["engine noise"], WORDS, 9) == ("engine noise",)


def test_a_caption_is_no_variant_of_itself_and_none_comes_twice() -> None:
    found = reworded("a dog barking", ["A dog barking", "a hound barking"], WORDS, 99)
    assert "A dog barking" not in found
    assert len({text.lower() for text in found}) == len(found)


def test_a_label_of_many_kinds_is_no_caption() -> None:
    few = [clip(f"few{number}", f"it whirs {number}", keywords=("fan",)) for number in range(3)]
    many = [clip(f"many{number}", f"it clanks {number}", keywords=("metal",)) for number in range(4)]
    found = {variant.caption for variant in variants_of([*few, *many], WORDS, 6)}
    assert found == {one.captions[0] for one in few}


def test_the_command_writes_what_training_reads_and_adds_nothing_the_second_time(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data, out = make_corpus(tmp_path / "data"), tmp_path / "variants.jsonl"
    words = ["synonyms", "--data", str(data), "--part", "earshot:train", "--out", str(out)]
    assert main.main(words) == 0
    written = out.read_bytes()
    assert "recording of hum" in read_variants(out).of("a low electric hum", ("hum",))
    assert main.main(words) == 0
    assert out.read_bytes() == written
    assert " 0 new" in capsys.readouterr().out
