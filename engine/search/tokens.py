"""Tokenises a query: words, quoted phrases, minus terms, filters and the bars between alternatives.

It knows only the punctuation of the query language, not the values of filters (`limits` parses those). It accepts any
text and never raises.
"""

import unicodedata
from collections.abc import Collection, Iterator
from enum import Enum

from msgspec import Struct

from engine.base.text_forms import composed

_QUOTES = {'"': '"', "“": "”", "„": "“", "”": "”", "«": "»"}
"""Closing quotation marks by opening one; desktops insert curly ones automatically."""


class TokenKind(Enum):
    """Kinds of tokens."""

    WORD = "word"
    QUOTED = "quoted"
    MINUS = "minus"
    FILTER = "filter"
    MINUS_FILTER = "minus filter"
    OR = "or"


class Token(Struct, frozen=True):
    """One token of a query."""

    kind: TokenKind
    text: str
    """The word or the phrase without quotes, `composed`; or a filter's value as typed, because it may be a path."""
    source: str
    """The token as typed."""
    start: int
    key: str = ""
    """A filter's key in lower case: dur, ch, sr, …"""


def clean(text: str) -> str:
    """Replaces control characters, lone surrogates and private-use characters with spaces, which separate words."""
    if text.isprintable():
        return text
    return "".join(" " if unicodedata.category(letter) in ("Cc", "Cs", "Co", "Zl", "Zp") else letter for letter in text)


def opens_quote(text: str) -> bool:
    """Whether a word or value begins with an unclosed quotation mark; `marks` removes closed ones."""
    return text[:1] in _QUOTES


def marks(text: str, keys: Collection[str]) -> Iterator[Token]:
    """Yields a query's tokens from left to right, in time linear in its length.

    A quotation mark opens a phrase only at the start of a token, after `-` and after a filter's colon, and only if it
    is
    closed again: `6" nail` and `"door` are plain words. A minus counts only at the start of a token (`lo-fi` is a word,
    and
    so is a lone `-`). A colon makes a filter only after one of `keys`.
    """
    text = clean(text)
    last = {closing: text.rfind(closing) for closing in set(_QUOTES.values())}
    position, end = 0, len(text)
    while position < end:
        letter = text[position]
        if letter.isspace():
            position += 1
        elif letter == "|":
            yield Token(TokenKind.OR, "|", "|", position)
            position += 1
        else:
            mark = _mark_at(text, position, keys, last)
            position += len(mark.source)
            if mark.text or mark.kind is not TokenKind.WORD:
                yield mark


def _mark_at(text: str, start: int, keys: Collection[str], last: dict[str, int]) -> Token:
    phrase = _phrase(text, start, last)
    if phrase is not None:
        return Token(TokenKind.QUOTED, composed(phrase[0]), text[start : phrase[1]], start)
    is_minus = text[start] == "-" and start + 1 < len(text) and not _parts(text[start + 1]) and text[start + 1] != "-"
    body = start + 1 if is_minus else start
    if is_minus:
        phrase = _phrase(text, body, last)
        if phrase is not None:
            return Token(TokenKind.MINUS, composed(phrase[0]), text[start : phrase[1]], start)
    key = _key_at(text, body, keys)
    if key:
        value_start = body + len(key) + 1
        phrase = _phrase(text, value_start, last)
        value, stop = phrase if phrase is not None else _word(text, value_start)
        kind = TokenKind.MINUS_FILTER if is_minus else TokenKind.FILTER
        return Token(kind, value, text[start:stop], start, key.lower())
    word, stop = _word(text, body)
    return Token(TokenKind.MINUS if is_minus else TokenKind.WORD, composed(word), text[start:stop], start)


def _phrase(text: str, start: int, last: dict[str, int]) -> tuple[str, int] | None:
    """The phrase quoted from `start` and its end; None if no closed quotation starts there.

    `last` holds the last position of each closing mark, which keeps many unclosed ones from taking quadratic time.
    """
    if start >= len(text) or text[start] not in _QUOTES:
        return None
    closing = _QUOTES[text[start]]
    if last[closing] <= start:
        return None
    stop = text.index(closing, start + 1)
    inner = " ".join(text[start + 1 : stop].split())
    return (inner, stop + 1)


def _word(text: str, start: int) -> tuple[str, int]:
    stop = start
    while stop < len(text) and not _parts(text[stop]):
        stop += 1
    return text[start:stop], stop


def _parts(letter: str) -> bool:
    return letter.isspace() or letter == "|"


def _key_at(text: str, start: int, keys: Collection[str]) -> str:
    longest = max((len(key) for key in keys), default=0)
    colon = text.find(":", start, start + longest + 1)
    candidate = text[start:colon] if colon > start else ""
    return candidate if candidate.lower() in keys else ""
