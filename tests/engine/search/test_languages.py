"""Words of German, French, Spanish, Italian, Portuguese and Dutch: what they say, and how a query is read by them."""

from collections.abc import Mapping

import numpy as np
import pytest

from engine.base.chips import Chip
from engine.search import keywords, languages
from engine.search.languages import LANGUAGES, folded, knows, translate
from engine.search.lexicon import Lexicon
from engine.search.query import Query
from engine.search.query_parser import parse
from engine.store.vocabulary import Words


def read(text: str, *without: str) -> Query:
    return parse(text, synonyms=lambda word: (), translate=translate, without=frozenset(without))


def translations(query: Query) -> list[Chip]:
    return [chip for chip in query.chips if chip.kind == "translation"]


@pytest.mark.parametrize(
    ("typed", "english"),
    [
        ("Hundegebell", "dog barking"),  # a compound that the dictionary has
        ("Motorengebrumm", "engine hum"),  # and one that it has not
        ("knurrender Hund", "growling dog"),
        ("Tuer knarrt", "door creak"),  # as one types without the letter ü
        ("aboiement de chien", "bark dog"),
        ("clés dans une serrure", "key in lock"),
        ("coup de feu", "gunshot"),  # a phrase
        ("lluvia sobre hojas", "rain on leaves"),
        ("pajaros cantando", "bird singing"),  # without its accent
        ("pioggia sul tetto", "rain on roof"),
        ("gatto che miagola", "cat meow"),
        ("chuva forte", "rain loud"),
        ("portas batendo", "door hitting"),
        ("blaffende hond", "barking dog"),
        ("hondengeblaf", "dog bark"),
    ],
)
def test_words_of_six_languages_are_searched_in_english(typed: str, english: str) -> None:
    assert read(typed).alternatives[0].describe == english


@pytest.mark.parametrize(
    ("typed", "english"),
    [
        ("holztür", "wood door"),
        ("Holztür", "wood door"),
        ("holztuer", "wood door"),
        ("haustür", "house door"),
        ("eisentür", "iron door"),
        ("glastür", "glass door"),
        ("metalltür", "metal door"),
        ("autotür", "car door"),
    ],
)
def test_a_short_compound_is_known_by_its_parts(typed: str, english: str) -> None:
    (found,) = translate([typed.lower()])
    assert " ".join(found.english) == english
    assert knows(typed.lower())


def test_parts_of_a_text_without_blanks_are_not_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[str] = []
    monkeypatch.setattr(languages, "_compound", lambda key, language, fewest: tried.append(key))
    assert translate(["schaf" * 400]) == () and not knows("tür" * 40)
    assert tried == []


@pytest.mark.parametrize("slip", ["popring", "rustale", "achross", "loshing"])
def test_a_slip_in_a_short_english_word_is_no_compound(slip: str) -> None:
    assert translate([slip]) == ()


@pytest.mark.parametrize("text", ["dog barking", "chat", "wind in pine trees", "four pins", "hellicopter", "xqzt", ""])
def test_english_and_words_of_no_language_stay_as_they_are(text: str) -> None:
    query = read(text)
    assert query.alternatives[0].describe == text
    assert translations(query) == []


def test_a_word_that_english_has_too_is_read_by_its_neighbours() -> None:
    assert read("chat qui miaule").alternatives[0].describe == "cat meow"
    assert read("Hund with a big chat").alternatives[0].describe == "dog with a big chat"  # word for word


def test_a_chip_says_the_translation_and_switches_it_off() -> None:
    query = read("Hund in the rain")
    (chip,) = translations(query)
    assert (chip.text, chip.source, chip.key) == ("Hund → dog", "Hund", "deu")
    off = read("Hund in the rain", chip.id)
    assert off.alternatives[0].describe == "Hund in the rain"
    assert off.alternatives[0].originals == ()
    assert translations(off) == [chip]


def test_small_words_have_no_chip_and_go_with_the_others() -> None:
    query = read("lluvia sobre hojas")
    assert [chip.text for chip in translations(query)] == ["lluvia → rain", "hojas → leaves"]
    off = read("lluvia sobre hojas", *(chip.id for chip in translations(query)))
    assert off.alternatives[0].describe == "lluvia sobre hojas"


def test_synonyms_of_what_was_typed_count_as_well() -> None:
    of = {"hund": ("fiffi",), "dog": ("hound",)}
    query = parse("Hund", synonyms=lambda word: of.get(word, ()), translate=translate)
    assert [(one.word, one.synonyms) for one in query.widenings] == [("dog", ("hound", "fiffi"))]


def test_what_is_quoted_or_unwanted_is_left_as_it_was_typed() -> None:
    query = read('"Hund" -Regen tag:Donner')
    assert (query.alternatives[0].required, query.excluded) == (("Hund",), ("Regen",))
    assert translations(query) == []


@pytest.mark.shows("searching-s-own")
def test_names_in_the_language_count_as_those_in_english() -> None:
    side = read("Hundegebell").alternatives[0]
    held: Mapping[str, list[int]] = {"dog": [1], "barking": [1, 2], "hundegebell": [3]}
    found = keywords.find(side.words, (), lambda word: np.array(held.get(word, []), np.int64), side.originals)
    assert found.shares(np.array([1, 2, 3])).tolist() == [1.0, 0.5, 1.0]


def test_words_of_the_languages_are_known_words() -> None:
    empty = Lexicon(lambda: Words([], np.empty(0, np.int64)), lambda word: np.empty(0, np.int64))
    assert [empty.doubt(word) for word in ("gewitter", "tronçonneuse", "lluvia", "hundegebell")] == [None] * 4
    assert not knows("hellicopter")


def test_each_language_has_its_words_and_any_text_is_looked_up() -> None:
    rain = ["regen", "pluie", "lluvia", "pioggia", "chuva", "regen"]
    assert [translate([word])[0].english for word in rain] == [("rain",)] * len(LANGUAGES)
    assert translate(["дождь", "\x00", "=", "ﬀ", "0" * 500]) == ()
    assert folded("Größe ŒUF") == "grosse oeuf"
