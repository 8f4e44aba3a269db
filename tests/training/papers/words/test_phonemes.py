"""Pronunciations; the expected phonemes are those of the CMU dictionary."""

import shutil

import pytest

from engine.features.speech import phonemes
from engine.features.speech.phonemes import TABLE, UnknownPhoneme, arpabet
from training.papers.words.phonemes import (
    ARPABET,
    INVENTORY,
    PronunciationError,
    looked_up,
    numbers_of,
    pronounce,
    spoken,
    symbols_of,
)  # fmt: skip

espeak_only = pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="espeak-ng is not installed")


COMMON = (
    "dog", "rain", "engine", "window", "thunder", "footsteps", "whistle", "glass", "open", "close", "water", "metal",
    "wooden", "squeak", "rattle", "hammer", "children", "laughing", "machine", "elevator", "typewriter", "helicopter",
    "seven", "zero", "hello",
)  # fmt: skip


def test_the_inventory_is_the_papers() -> None:
    assert (len(ARPABET), len(INVENTORY), len(set(INVENTORY))) == (42, 45, 45)
    assert sorted(numbers_of(INVENTORY)) == list(range(1, 46))


def test_words_phrases_and_apostrophes_are_read() -> None:
    assert pronounce("Seven") == ("S", "EH", "V", "AH", "N")
    assert " ".join(pronounce("open the door!")) == "OW P AH N DH AH D AO R"
    assert pronounce("you’re") == ("Y", "UH", "R")
    assert pronounce("[laughter]") == ("[LAUGHTER]",)


def test_numbers_lead_back_to_their_symbols() -> None:
    assert symbols_of([*numbers_of(("S", "EH", "V")), 0, 0]) == ("S", "EH", "V")
    with pytest.raises(PronunciationError, match="QQ"):
        numbers_of(("S", "QQ"))


def test_what_holds_no_word_is_refused() -> None:
    with pytest.raises(PronunciationError, match="no word"):
        pronounce(" -- ")


def test_without_espeak_an_unknown_word_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phonemes, "_PROGRAM", "espeak-ng-that-is-not-here")
    with pytest.raises(PronunciationError) as found:
        pronounce("qwzx unheardofword")
    assert "apt install espeak-ng" in found.value.advice


# The IPA is espeak-ng's (en-us), the ARPAbet the dictionary's.
@pytest.mark.parametrize(
    ("ipa", "word"),
    [
        ("s_ˈɛ_v_ə_n", "seven"),
        ("b_ˈʌ_ɾ_ɚ", "butter"),
        ("l_ˈɪ_ɾ_əl", "little"),
        ("b_ˈʌ_ʔ_n̩", "button"),
        ("w_ˈɜː_k_ɚ", "worker"),
        ("h_ˈɜː_ɹ_i", "hurry"),
        ("dʒ_ˈʌ_dʒ", "judge"),
        ("tʃ_ˈɜː_tʃ", "church"),
        ("θ_ˈɪ_ŋ_k", "think"),
        ("v_ˈɪ_ʒ_ə_n", "vision"),
        ("b_ˈɔɪ", "boy"),
        ("h_ˈaʊ_s", "house"),
        ("d_ˈoːɹ", "door"),
        ("k_ˈɑːɹ", "car"),
        ("j_uː", "you"),
        ("ð_ˈoʊ", "though"),
        ("w_ˈɔː_ɾ_ɚ", "water"),
    ],
)
def test_ipa_becomes_the_dictionarys_phonemes(ipa: str, word: str) -> None:
    assert arpabet(ipa) == looked_up(word)


def test_the_table_leads_into_the_inventory_and_other_symbols_are_named() -> None:
    assert {phoneme for row in TABLE.values() for phoneme in row} <= set(ARPABET)
    with pytest.raises(UnknownPhoneme, match="ʘ"):
        arpabet("ʘ_a")


@espeak_only
def test_espeak_says_words_as_the_dictionary_does() -> None:
    wrong = [word for word in COMMON if spoken(word) != looked_up(word)]
    assert len(wrong) <= 3, [(word, spoken(word), looked_up(word)) for word in wrong]


@espeak_only
def test_digits_and_words_of_no_dictionary_are_said() -> None:
    assert pronounce("7") == pronounce("seven")
    assert pronounce("blorfing") == ("B", "L", "AO", "R", "F", "IH", "NG")
