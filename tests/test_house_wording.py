"""Sentences that were given up stay so: docs/wording.md lists them beside those that took their place."""

import argparse
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator

import pytest

import engine.cli.main
import engine.library.library  # whatever has words comes with it
import training.cli.main
from engine.base.messages import MessageCode
from installer.translations import sentences as to_translate
from tests.helpers.tiny_library import REPOSITORY

PAGE = REPOSITORY / "docs/wording.md"


def retired() -> dict[str, str]:
    """What took the place of each sentence that was given up."""
    rows = re.findall(r"^\| (?!not \||---)(.+?) \| (.+?) \| .+ \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    return dict(rows)


def said() -> set[str]:
    """Every sentence that the window, the engine or the help of a command can say, in English."""
    sentences = {*helps(engine.cli.main.build_parser()), *helps(training.cli.main.build_parser())}
    sentences.update(sentence.text for sentence in to_translate())
    for kind in kinds(MessageCode):
        sentences.update(str(one.value) for one in kind)
    return sentences


INSTRUCTION = re.compile(
    r"(Add|Allow|Check|Choose|Click|Close|Connect|Discard|Install|Name|Press|Reinstall|Run|Search(?! finished)|Select|"
    r"Try|Update|Use|Write)\b.*\.$"
)
"""An English sentence that says what to do."""
SAID_TO_ONE = re.compile(
    "Aktualisiere|Benenne|Erlaube?|Füge?|Führ|Gib|Indiziere|Installiere|Klick|Lass|Leg|Mach|Nenne|Nimm|Prüfe?|Schließ|"
    "Schreibe?|Sieh|Spiel|Starte|Stell|Such|Verbinde|Versuch|Verwende|Verwirf|Wähle"
)
ABOUT_A_THING = {"Der Stern im Suchfeld speichert eine Suche hier."}


def german() -> list[tuple[str, str]]:
    """Each translated sentence of the window and the engine with its German, every form."""
    root = ElementTree.parse(REPOSITORY / "resources/translations/de.ts").getroot()
    return [
        (message.findtext("source") or "", form.text or "")
        for message in root.iter("message")
        for translation in message.iter("translation")
        for form in (translation.findall("numerusform") or [translation])
        if form.text
    ]


@pytest.mark.shows("one-term")
def test_german_has_one_word_for_a_pack() -> None:
    """A pack is a Modellpaket; Paket alone is a package of software."""
    pack, alone = re.compile(r"\bpacks?\b", re.IGNORECASE), re.compile(r"\bPaket(e|en|s|es)?\b")
    assert [said for english, said in german() if pack.search(english) and alone.search(said)] == []


@pytest.mark.shows("one-term")
@pytest.mark.parametrize("word", ["[Bb]enutz(?!er)", "eingeklapp", "einklapp", "Tondatei", "Klangdatei", "Audiodatei"])
def test_german_does_without_a_second_word(word: str) -> None:
    """Things are verwendet, takes zusammengefasst, files Sounddateien."""
    assert [said for _, said in german() if re.search(word, said)] == []


@pytest.mark.shows("one-term")
def test_german_says_du_where_it_tells_what_to_do() -> None:
    first = {said: said.split()[0].strip(",:") for english, said in german() if INSTRUCTION.match(english)}
    assert {said for said, word in first.items() if not SAID_TO_ONE.fullmatch(word)} == ABOUT_A_THING


MEASURES = re.compile(r"\bm?AP\b|\bR@\d|[Aa]verage precision")
BEHIND_MORE = {
    "Average precision",
    "AP",
    "How far up (mAP@10)",
    "mAP@10 says how far up the right sound comes among the first ten. The line shows the range of 19 in 20 such "
    "trials.",
    "Score by sound alone: %1 (mean average precision, 95 % confidence: %2 to %3) over %4 kinds.",
    "Score of %1: %2, of the pack in use: %3 (mean average precision over %4 kinds; difference with 95 % confidence: "
    "%5 to %6).",
    "The score, and average precision by kind",
}
"""Sentences that name a measure: the dialogs of retraining and of the self-test show them under *More*."""


@pytest.mark.shows("measures-behind-more")
def test_measures_are_named_behind_more_only() -> None:
    in_shells = {*helps(engine.cli.main.build_parser()), *helps(training.cli.main.build_parser())}
    assert {sentence for sentence in said() - in_shells if MEASURES.search(sentence)} == BEHIND_MORE


def helps(parser: argparse.ArgumentParser) -> Iterator[str]:
    """What the help of a command, of its actions and of their options says."""
    for action in parser._actions:
        if action.help:
            yield action.help
        if isinstance(action, argparse._SubParsersAction):
            yield from (choice.help for choice in action._choices_actions if choice.help)
            for inner in action.choices.values():
                yield from helps(inner)


def kinds(base: type[MessageCode]) -> list[type[MessageCode]]:
    return [found for kind in base.__subclasses__() for found in (kind, *kinds(kind))]


def test_the_page_has_what_was_given_up() -> None:
    assert len(retired()) > 60
    assert retired()["Look only here"] == "Show only this folder"


@pytest.mark.shows("words-stay")
def test_no_sentence_that_was_given_up_is_said() -> None:
    known = said()
    assert len(known) > 2000
    assert sorted(known & retired().keys()) == []


@pytest.mark.shows("words-stay")
def test_what_took_their_place_is_said() -> None:
    known = said()
    missing = set(retired().values()) - known
    assert len(missing) <= 3, sorted(missing)  # pieces that are put together
