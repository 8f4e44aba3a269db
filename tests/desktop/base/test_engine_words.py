"""The engine's notes, chips and errors in German: what the engine itself says of typed filters is put in."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from desktop.base import engine_words
from desktop.base.translation import use_language
from engine.audio.fields import Field
from engine.base.chips import Chip, ChipKind
from engine.base.errors import EngineError, LibraryError, PackError, QueryError, broken_pack
from engine.base.events import JobAborted, broke
from engine.base.messages import kinds, said
from engine.base.query_messages import QueryMessage
from engine.features.metadata_edits.edit import Edit
from engine.features.speech.phonemes import PronunciationError, pronounce
from engine.library.messages import NamedThing
from engine.library.user_data.base import refuse_twice
from engine.models.pack import load_pack
from engine.search.examples import LIKE, UNLIKE, WORDS
from engine.search.filter_registry import FILTERS, read
from engine.search.query_parser import SAID, SAY, parse
from engine.search.variety import VARIETY
from engine.store.catalogue import Catalogue
from engine.store.errors import storage_error
from installer.translations import TRANSLATIONS, in_file


@pytest.fixture(autouse=True)
def german() -> Iterator[None]:
    use_language("de")
    yield
    use_language("en")


def chip(typed: str) -> Chip:
    """The chip of a typed filter."""
    key, value = typed.split(":", 1)
    if key in (SAY, SAID, LIKE, UNLIKE):
        return parse(f'{key}:"{value}"', synonyms=lambda word: ()).chips[0]
    return Chip(ChipKind.FILTER, key, words=read(key, value).words)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("dur:<2", "kürzer als 2 s"),
        ("dur:>0.5", "länger als 0,5 s"),
        ("dur:1..90", "1 s bis 1,5 min"),
        ("sr:44.1k", "44,1 kHz"),
        ("ch:>2", "ab 3 Kanälen"),
        ("ch:6", "6 Kanäle"),
        ("depth:16..24", "16 bis 24 bit"),
        ("loud:-36..-20.5", "-36 bis -20,5 LUFS"),
        ("peak:>-1.5", "Spitzen über -1,5 dBFS"),
        ("bright:1k..2k", "Helligkeit 1 kHz bis 2 kHz"),
        ("bpm:<90", "langsamer als 90 BPM"),
        ("size:>500", "größer als 501 Byte"),
        ("rating:>=3", "Bewertung ab 3"),
        ("rating:0", "ohne Bewertung"),
        ("ext:wav,flac", "WAV oder FLAC"),
        ("key:C", "in C major oder C minor"),
        ("key:major", "in Dur"),
        ("colour:red,blue", "Farbe rot oder blau"),
        ("note:creak", "Notiz enthält „creak“"),
        ("cat:DOOR,RAIN", "Kategorie DOORS oder RAIN"),
        ("date:week", "geändert in den letzten 7 Tagen"),
        ("added:<2024-05-01", "hinzugefügt vor 2024-05-01"),
        ("date:2023..2024-06", "geändert 2023 bis 2024-06"),
        ("date:today", "geändert heute"),
        ("fav:no", "keine Favoriten"),
        ("loop:no", "One-Shots"),
        ("heard:no", "nie gespielt"),
        ("is:untagged", "ohne Tags"),
    ],
)
def test_what_a_filter_asks_is_said_in_german(typed: str, said: str) -> None:
    assert engine_words.chip(chip(typed)) == said


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("in:red or blue", "in red or blue"),
        ("in:today", "in today"),
        ("tag:never heard", "Tag never heard"),
        ("collection:2 to 5.5 s", "in Sammlung 2 to 5.5 s"),
        ("say:today", "sagt „today“"),
    ],
)
def test_names_that_the_user_gave_stay_as_they_are(typed: str, said: str) -> None:
    assert engine_words.chip(chip(typed)) == said


def test_every_example_of_the_filters_is_said_in_german() -> None:
    same = {"mono", "stereo", "offline", "WAV"}  # the same word in both
    translated = {sentence.text for sentence, forms in in_file(TRANSLATIONS / "de.ts").items() if forms}
    for key in FILTERS.values():
        if key.key in (WORDS, VARIETY):  # they have no chips: that of the description, and the slider, show them
            continue
        for typed in (*key.examples, *(f"{key.key}:{value}" for value in key.values)):
            shown = chip(typed.replace('"', ""))
            is_key = shown.text.startswith("in ") and key.key in ("key", "in")
            is_value = shown.text[0].isdigit()
            is_english = shown.words is not None and shown.words.what.text not in translated
            assert is_key or is_value or is_english or shown.text in same or engine_words.chip(shown) != shown.text, (
                typed
            )


def test_words_of_the_user_are_no_words_of_the_engine() -> None:
    assert engine_words.chip(Chip(ChipKind.DESCRIBE, value="never played")) == "never played"


def test_what_the_engine_says_is_said_in_german_where_translated() -> None:
    same = {"%1", "%2", "%1 → %2", "%1: %2", "in %1", "mono", "stereo", "offline", "orange"}
    translated = {sentence.text for sentence, forms in in_file(TRANSLATIONS / "de.ts").items() if forms}
    for saying in (saying for kind in kinds() for saying in kind if saying.text in translated):
        values = tuple(range(1, saying.text.count("%") + 1))
        german = engine_words.note(said(saying, *values))
        assert german
        assert saying.text in same or german != str(said(saying, *values)), saying


def test_a_query_that_was_too_long_is_told_in_german() -> None:
    note = parse("rain " * 9000 + '"a"' + 40 * '"b{}" ', synonyms=lambda word: ()).note
    assert engine_words.note(note) == (
        "Die Suche war zu lang: Nur die ersten 20.000 Zeichen und 2.000 Zeichen einer Beschreibung wurden verwendet."
    )


def test_english_is_what_the_shell_reads_with_the_numbers_grouped() -> None:
    use_language("en")
    assert engine_words.chip(chip("dur:>0.5")) == "longer than 0.5 s" == str(read("dur", ">0.5").words)
    assert engine_words.note(said(QueryMessage.NO_SOUNDS)) == str(said(QueryMessage.NO_SOUNDS))
    assert engine_words.note(said(QueryMessage.UNHEARD, 1200, 5000)).startswith("1,200 of 5,000 sounds")


def caught(kind: type[EngineError], call: Callable[[], object]) -> EngineError:
    """The error that a call raises."""
    with pytest.raises(kind) as found:
        call()
    return found.value


def test_a_library_that_is_not_there_is_told_in_german(tmp_path: Path) -> None:
    err = caught(LibraryError, lambda: Catalogue.open(tmp_path, read_only=True))
    advice = "Prüfe, ob der Pfad stimmt. Mit --create wird dort eine angelegt."
    assert engine_words.error(err) == (f"In {tmp_path} ist keine Bibliothek", advice)
    assert engine_words.broke(broke(err)) == engine_words.error(err)


def test_what_the_system_has_against_a_file_is_told_in_german(tmp_path: Path) -> None:
    told = engine_words.error(storage_error(PermissionError(13, "Permission denied"), tmp_path))
    assert told[0] == f"{tmp_path} lässt sich nicht schreiben: keine Berechtigung"


@pytest.mark.shows("german-errors")
def test_a_pack_that_is_refused_is_told_in_german(tmp_path: Path) -> None:
    err = caught(PackError, lambda: load_pack(tmp_path / "none"))
    told = f"Kein Modellpaket in {tmp_path / 'none'}: Datei oder Ordner nicht vorhanden."
    assert engine_words.in_full(err) == f"{told} Wähle einen Ordner mit einer pack.json."


def test_what_is_wrong_inside_a_pack_stays_in_its_makers_words() -> None:
    assert engine_words.error(broken_pack("pack.json holds list, expected an object"))[0] == (
        "Das Modellpaket ist fehlerhaft: pack.json holds list, expected an object"
    )


def test_a_text_that_is_too_long_is_told_in_german() -> None:
    err = caught(QueryError, lambda: Edit.of({Field.COMMENT: 20_001 * "a"}))
    assert engine_words.error(err) == ("Das Feld „Kommentar“ hat 20.001 Zeichen", "Nimm höchstens 20.000.")
    assert str(err) == "the comment has 20,001 letters"


def test_a_word_that_nobody_can_pronounce_is_told_in_german(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    err = caught(PronunciationError, lambda: pronounce("zzkrak", lambda word: None))
    assert engine_words.error(err) == (
        "„zzkrak“ steht nicht im Wörterbuch, und espeak-ng ist nicht installiert",
        "Installiere es (etwa: apt install espeak-ng), oder wähle ein anderes Wort.",
    )
    assert str(err) == "zzkrak is not in the dictionary, and espeak-ng is not installed"


def test_a_name_that_is_taken_is_told_in_german() -> None:
    err = refuse_twice("Doors", NamedThing.A_COLLECTION)
    assert engine_words.error(err)[0] == "Es gibt schon eine Sammlung mit dem Namen „Doors“"


def test_an_error_that_the_window_worded_stays_as_it_is() -> None:
    assert engine_words.error(EngineError("Schon deutsch.", advice="So lassen.")) == ("Schon deutsch.", "So lassen.")


def test_a_job_of_an_earlier_version_is_told_in_its_own_words() -> None:
    assert engine_words.broke(JobAborted("it broke", "Mend it.")) == ("it broke", "Mend it.")
