"""The engine's own words in the user's language: the notes of an answer and what the chips of filters say.

The engine speaks English and knows no translations. Its notes and chips come from few patterns, which are matched
here; what matches none is shown as the engine says it. Advice and errors of the engine are not translated.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from desktop.translation import Phrase, language, number, phrase, translate
from engine.search.searcher import (
    EMPTY,
    NO_UNITS,
    NOTHING_AGAIN,
    NOTHING_GOOD,
    NOTHING_PASSES,
    NOTHING_QUOTED,
    NOTHING_SURE,
)
from engine.search.spoken_notes import NO_SPEECH, NOBODY_SPEAKS, ONLY_WEAK
from engine.types import Chip

_NOTES: dict[str, Phrase] = {
    EMPTY: phrase("EngineWords", "The library holds no sounds yet."),
    NOTHING_PASSES: phrase("EngineWords", "No sound matches the filters."),
    NOTHING_QUOTED: phrase("EngineWords", "No sound has the quoted words in its name, folder or metadata."),
    NOTHING_GOOD: phrase("EngineWords", "Nothing matches well; these are the nearest."),
    NO_UNITS: phrase("EngineWords", "Earshot has not listened for patterns yet. Index the folders again to find them."),
    NOTHING_AGAIN: phrase("EngineWords", "This pattern occurs nowhere else."),
    NOTHING_SURE: phrase("EngineWords", "Nothing is certain to be this pattern; these are the nearest."),
}
_NOTES |= {
    NO_SPEECH: phrase(
        "EngineWords", "Earshot has not listened for spoken words yet. Index the folders again to find them."
    ),
    NOBODY_SPEAKS: phrase("EngineWords", "Nobody speaks in these sounds."),
    ONLY_WEAK: phrase("EngineWords", "Nobody is certain to say that; these are the nearest."),
}
_UNHEARD = re.compile(r"(\d+) of (\d+) sounds were not listened to for spoken words yet\.")
_PLACE = re.compile(r"%([1-9])")
_TOO_LONG = re.compile(r"The query was too long: only the first (.+) were used\.")

_CLAIMS = (
    phrase("EngineWords", "peaks at any level"),
    phrase("EngineWords", "at any level"),
    phrase("EngineWords", "any length"),
    phrase("EngineWords", "any rate"),
    phrase("EngineWords", "any channels"),
    phrase("EngineWords", "any depth"),
    phrase("EngineWords", "any brightness"),
    phrase("EngineWords", "any tempo"),
    phrase("EngineWords", "any size"),
    phrase("EngineWords", "not rated"),
    phrase("EngineWords", "rated"),
    phrase("EngineWords", "in a major key"),
    phrase("EngineWords", "in a minor key"),
    phrase("EngineWords", "with a colour"),
    phrase("EngineWords", "without a colour"),
    phrase("EngineWords", "with a note"),
    phrase("EngineWords", "without a note"),
    phrase("EngineWords", "favourites"),
    phrase("EngineWords", "no favourites"),
    phrase("EngineWords", "offline"),
    phrase("EngineWords", "not offline"),
    phrase("EngineWords", "missing"),
    phrase("EngineWords", "not missing"),
    phrase("EngineWords", "loops"),
    phrase("EngineWords", "one-shots"),
    phrase("EngineWords", "heard before"),
    phrase("EngineWords", "never heard"),
    phrase("EngineWords", "used before"),
    phrase("EngineWords", "never used"),
    phrase("EngineWords", "with tags"),
    phrase("EngineWords", "without tags"),
)
"""Chips that say the same whatever was typed."""
_FORMS = (
    phrase("EngineWords", "shorter than %1"),
    phrase("EngineWords", "longer than %1"),
    phrase("EngineWords", "up to %1"),
    phrase("EngineWords", "from %1"),
    phrase("EngineWords", "%1 or more"),
    phrase("EngineWords", "%1 to %2"),
    phrase("EngineWords", "%1 to %2 bright"),
    phrase("EngineWords", "%1 channels"),
    phrase("EngineWords", "%1 to %2 channels"),
    phrase("EngineWords", "up to %1 channels"),
    phrase("EngineWords", "from %1 channels"),
    phrase("EngineWords", "quieter than %1"),
    phrase("EngineWords", "louder than %1"),
    phrase("EngineWords", "peaks under %1"),
    phrase("EngineWords", "peaks over %1"),
    phrase("EngineWords", "peaks %1 to %2"),
    phrase("EngineWords", "peaks %1"),
    phrase("EngineWords", "darker than %1"),
    phrase("EngineWords", "brighter than %1"),
    phrase("EngineWords", "slower than %1"),
    phrase("EngineWords", "faster than %1"),
    phrase("EngineWords", "smaller than %1"),
    phrase("EngineWords", "larger than %1"),
    phrase("EngineWords", "rated %1"),
    phrase("EngineWords", "rated %1 or more"),
    phrase("EngineWords", "rated %1 or less"),
    phrase("EngineWords", "rated %1 or less, or not rated"),
    phrase("EngineWords", "rated %1 to %2"),
    phrase("EngineWords", "marked %1"),
    phrase("EngineWords", "category %1"),
    phrase("EngineWords", "%1"),
    phrase("EngineWords", "%1 %2"),
    phrase("EngineWords", "%1 in the last %2 days"),
    phrase("EngineWords", "%1 in %2"),
    phrase("EngineWords", "%1 before %2"),
    phrase("EngineWords", "%1 until %2"),
    phrase("EngineWords", "%1 after %2"),
    phrase("EngineWords", "%1 since %2"),
    phrase("EngineWords", "%1 %2 to %3"),
)
"""Chips made of the engine's words and values, which take the places %1 to %3."""
_NAMING = (
    phrase("EngineWords", "note says “%1”"),
    phrase("EngineWords", "says “%1”"),
    phrase("EngineWords", "in collection %1"),
    phrase("EngineWords", "in %1"),
    phrase("EngineWords", "tagged %1"),
)
"""Chips with a name or words that the user gave, which stay as they are; looked at last."""
_WORDS: dict[str, Phrase] = {
    "red": phrase("EngineWords", "red"),
    "orange": phrase("EngineWords", "orange"),
    "yellow": phrase("EngineWords", "yellow"),
    "green": phrase("EngineWords", "green"),
    "blue": phrase("EngineWords", "blue"),
    "purple": phrase("EngineWords", "purple"),
    "grey": phrase("EngineWords", "grey"),
    "changed": phrase("EngineWords", "changed"),
    "added": phrase("EngineWords", "added"),
    "today": phrase("EngineWords", "today"),
    "yesterday": phrase("EngineWords", "yesterday"),
    "bytes": phrase("EngineWords", "bytes"),
    "or": phrase("EngineWords", "or"),
}
"""The engine's own words within a group."""
_WORD = re.compile(rf"\b({'|'.join(_WORDS)})\b")
_NUMBER = re.compile(r"-?\d+\.\d+")
_COLOUR = "(?:red|orange|yellow|green|blue|purple|grey)"
_GROUPS = (
    r"-?[\d.]+(?:e[+-]?\d+)?(?: (?:s|min|kHz|Hz|LUFS|dBFS|BPM|bit|GB|MB|kB|bytes))?",
    r"[\d-]+|today|yesterday|changed|added",
    f"{_COLOUR}(?: or {_COLOUR})*",
    "[A-Z0-9][^a-z]*(?: or [A-Z0-9][^a-z]*)*",
)
"""What stands in a place of `_FORMS`: a value, a day, colours, kinds of files or categories."""
_KEY = "[A-G]#? (?:major|minor)"
_KEYS = re.compile(f"in ({_KEY}(?: or {_KEY})*)")
"""Musical keys are written as in all the world: a German B would be taken for that of the filter, which is a H."""


def note(text: str) -> str:
    """A note of an answer."""
    if language() == "en":
        return text
    if text in _NOTES:
        return str(_NOTES[text])
    if (counts := _UNHEARD.fullmatch(text)) is not None:
        return translate("EngineWords", "%1 of %2 sounds were not listened to for spoken words yet.", *counts.groups())
    too_long = _TOO_LONG.fullmatch(text)
    if too_long is None:
        return text
    return translate("EngineWords", "The query was too long: only its first part was used (%1).", too_long[1])


def chip(shown: Chip) -> str:
    """What a chip says. Only those of filters are the engine's words; the others are the user's."""
    if shown.kind not in ("filter", "said") or language() == "en":
        return shown.text
    return _of_filter(shown.text)


def _of_filter(text: str) -> str:
    for claim in _CLAIMS:
        if claim.text == text:
            return str(claim)
    keys = _KEYS.fullmatch(text)
    if keys is not None:
        return translate("EngineWords", "in %1", _inner(keys[1]))
    for pattern, sentence in _patterns(_FORMS, "|".join(_GROUPS)):
        found = pattern.fullmatch(text)
        if found is not None:
            return _filled(sentence, [_inner(group) for group in found.groups()])
    for pattern, sentence in _patterns(_NAMING, ".+"):
        found = pattern.fullmatch(text)
        if found is not None:
            return _filled(sentence, found.groups())
    return text


def _inner(group: str) -> str:
    """A group whose words are the engine's: "0.5 s" is "0,5 s" in German, "red or blue" is "rot oder blau"."""
    words = _WORD.sub(lambda word: str(_WORDS[word[1]]), group)
    return _NUMBER.sub(lambda found: number(float(found[0]), len(found[0].partition(".")[2])), words)


def _filled(sentence: Phrase, groups: Sequence[str]) -> str:
    return _PLACE.sub(lambda place: groups[int(place[1]) - 1], str(sentence))


@lru_cache
def _patterns(sentences: tuple[Phrase, ...], group: str) -> tuple[tuple[re.Pattern[str], Phrase], ...]:
    return tuple((re.compile(_PLACE.sub(lambda _: f"({group})", said.text)), said) for said in sentences)
