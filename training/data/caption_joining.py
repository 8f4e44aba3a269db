"""Joins two or three captions into one: "rain falls while a dog barks", "a door closes, and then rain falls".

Captions are sentences ("a dog is barking") or names ("rain on a roof"). "While" needs a sentence after it and "followed
by" a name, so a few plain signs tell them apart; unsure captions only get words that take either. training.data.mixing
joins the samples.
"""

import enum
import re
from collections.abc import Sequence

import numpy as np


class Manner(enum.Enum):
    """How sounds relate in time."""

    AT_ONCE = "at once"
    IN_TURN = "in turn"


class Form(enum.Enum):
    """The grammatical form of a caption."""

    SENTENCE = "a dog is barking"
    NAME = "rain on a roof"
    UNSURE = "birds chirp"


BACKGROUND_DB = -3.0
"""Only a sound at least this much quieter than the other is called “in the background”."""

_FINITE = re.compile(
    r"\b(?:is|are|was|were|has|have|had|does|do|did|can|could|will|would|may|might|must|isn't|aren't|there's|it's)\b"
)
_BRIDGE = re.compile(
    r"\b(?:of|in|on|at|to|from|by|with|into|onto|over|under|near|through|against|across|behind|around|inside|outside"
    r"|along|while|as|and|or|then|that|which|who|when|before|after|for)\b"
)
_SINGULAR = re.compile(r"^(?:an?|one|some(?:one|body|thing)|each|another)\b")
_MANY = re.compile(
    r"^an? (?:\w+ ){0,2}(?:group|pair|number|lot|couple|crowd|bunch|series|variety|set|flock|few|handful|pack|dozen)\b"
)
_VERB_IN_S = re.compile(r"\b(?!(?:gas|lens|canvas|always|sometimes|perhaps|christmas)\b)\w{2,}(?<![sui'])s\b")
_PAST = re.compile(r"\b\w{3,}ed\b")
_GERUND = re.compile(r"\b\w{3,}ing\b")

_ANY = frozenset(Form)
_SENTENCE = frozenset({Form.SENTENCE})
_NAME = frozenset({Form.NAME})
_TOLD = _SENTENCE | _NAME

Pattern = tuple[str, frozenset[Form], frozenset[Form]]
"""The template, and the forms allowed for the first caption and for every other."""

_AT_ONCE: tuple[Pattern, ...] = (
    ("{0} while {1}", _TOLD, _SENTENCE),
    ("{0} as {1}", _SENTENCE, _SENTENCE),
    ("while {0}, {1}", _SENTENCE, _SENTENCE),
    ("{0} together with {1}", _TOLD, _NAME),
    ("{0}, along with {1}", _ANY, _NAME),
    ("{0}, and at the same time {1}", _ANY, _ANY),
    ("{0}, meanwhile {1}", _ANY, _ANY),
)
_BACKGROUND: tuple[Pattern, ...] = (
    ("{0} with {1} in the background", _ANY, _NAME),
    ("{0}, and in the background {1}", _ANY, _ANY),
    ("{0} while in the background {1}", _ANY, _SENTENCE),
)
_IN_TURN: tuple[Pattern, ...] = (
    ("{0} followed by {1}", _TOLD, _NAME),
    ("{0}, followed by {1}", _ANY, _NAME),
    ("{0} before {1}", _SENTENCE, _TOLD),
    ("{1} after {0}", _TOLD, _SENTENCE),
    ("after {0}, {1}", _TOLD, _TOLD),
    ("{0}, then {1}", _ANY, _ANY),
    ("{0}, and then {1}", _ANY, _ANY),
    ("first {0}, then {1}", _ANY, _ANY),
    ("{0}, and afterwards {1}", _ANY, _ANY),
)
_THREE_AT_ONCE: tuple[Pattern, ...] = (
    ("{0} while {1} and {2}", _TOLD, _SENTENCE),
    ("{0} with {1} and {2}", _TOLD, _NAME),
    ("{0}, along with {1} and {2}", _ANY, _NAME),
    ("all at once {0}, {1} and {2}", _ANY, _ANY),
    ("{0}, {1} and at the same time {2}", _ANY, _ANY),
)
_THREE_IN_TURN: tuple[Pattern, ...] = (
    ("{0} followed by {1} and then {2}", _TOLD, _NAME),
    ("{0}, followed by {1} and {2}", _ANY, _NAME),
    ("{0}, then {1}, and finally {2}", _ANY, _ANY),
    ("first {0}, then {1}, and then {2}", _ANY, _ANY),
)


def join_captions(
    captions: Sequence[str], manner: Manner, rng: np.random.Generator, levels_db: Sequence[float] = ()
) -> str:
    """Joins two or three captions with a random template that fits their forms.

    Args:
        captions: in the order heard; any order for sounds at once.
        rng: draws the words.
        levels_db: level of each sound at once; of two that differ by 3 dB or more, one may be in the background.

    Returns:
        the text, capitalised like the first caption, with a full stop if all captions have one.
    """
    texts = [_inner(caption) for caption in captions]
    forms = [form_of(text) for text in texts]
    patterns = {
        (Manner.AT_ONCE, 2): _AT_ONCE,
        (Manner.IN_TURN, 2): _IN_TURN,
        (Manner.AT_ONCE, 3): _THREE_AT_ONCE,
        (Manner.IN_TURN, 3): _THREE_IN_TURN,
    }[manner, len(captions)]
    if manner is Manner.AT_ONCE and len(captions) == 2 and len(levels_db) == 2:
        louder = int(levels_db[1] > levels_db[0])
        if levels_db[1 - louder] - levels_db[louder] <= BACKGROUND_DB:
            texts, forms = [texts[louder], texts[1 - louder]], [forms[louder], forms[1 - louder]]
            patterns = (*patterns, *_BACKGROUND)
    fitting = [words for words, first, others in patterns if forms[0] in first and set(forms[1:]) <= others]
    joined = fitting[int(rng.integers(len(fitting)))].format(*texts)
    if captions[0][:1].isupper():
        joined = joined[0].upper() + joined[1:]
    return joined + ("." if all(caption.rstrip().endswith(".") for caption in captions) else "")


def form_of(caption: str) -> Form:
    """Classifies a caption as a sentence, a name, or unsure.

    A sentence has a form of "be", "have" or the like, or a singular subject ("a dog") with a word in -s before the
    first preposition. A name has neither and begins with "a" or has a participle ("water dripping").
    """
    text = _inner(caption).lower()
    head = _BRIDGE.split(text, maxsplit=1)[0]
    if _FINITE.search(text):
        return Form.UNSURE if re.search(r"\b(?:that|which|who)\b", text) else Form.SENTENCE
    if _MANY.match(text):
        return Form.UNSURE
    if _SINGULAR.match(text):
        if _VERB_IN_S.search(head):
            return Form.SENTENCE
        return Form.UNSURE if _VERB_IN_S.search(text) or _PAST.search(text) else Form.NAME
    is_name = _GERUND.search(head) and not _VERB_IN_S.search(text) and not _PAST.search(text)
    return Form.NAME if is_name else Form.UNSURE


def _inner(caption: str) -> str:
    """The caption inside a sentence: no full stop, and a lower-case first letter for ordinary words."""
    text = caption.strip().rstrip(".!").strip()
    first = text.split(maxsplit=1)[0] if text else ""
    is_ordinary = first[1:].islower() or first == "A"
    return text[:1].lower() + text[1:] if is_ordinary else text
