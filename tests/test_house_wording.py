"""Sentences that were given up stay so: docs/wording.md lists them beside those that took their place."""

import re
import xml.etree.ElementTree as ElementTree

import pytest

import engine.library  # noqa: F401 whatever has words comes with it
from engine.wording import Wording
from tests.helpers.tiny_library import REPOSITORY

PAGE = REPOSITORY / "docs/wording.md"


def retired() -> dict[str, str]:
    """What took the place of each sentence that was given up."""
    rows = re.findall(r"^\| (?!not \||---)(.+?) \| (.+?) \| .+ \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    return dict(rows)


def said() -> set[str]:
    """Every sentence that the window or the engine can say, in English."""
    sentences = set()
    translated = ElementTree.parse(REPOSITORY / "resources/translations/de.ts")
    sentences.update(message.findtext("source") or "" for message in translated.getroot().iter("message"))
    for kind in kinds(Wording):
        sentences.update(str(one.value) for one in kind)
    return sentences


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
"""Sentences that name a measure: desktop/retrain and desktop/lacking show them once *More* was clicked."""


@pytest.mark.shows("measures-behind-more")
def test_measures_are_named_behind_more_only() -> None:
    assert {sentence for sentence in said() if MEASURES.search(sentence)} == BEHIND_MORE


def kinds(base: type[Wording]) -> list[type[Wording]]:
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
