"""The forms in which names are compared: one, whichever way a keyboard, a file system or another program spelt them.

Unicode can write "ä" as one letter or as "a" and a mark (NFC and NFD; a Mac names files in NFD), "カ" and its voicing
likewise, and "ﬁ" or "Ａ" as letters of their own. What is stored of a file stays as it is: these forms are for
comparing alone, and two texts may be compared only in the same one.

- `composed`: NFC. What the user names is kept so.
- `folded`: NFC in small letters. Two tags, collections or saved searches with the same one are one.
- `bare`: as words are found. Letters that only look different are one (NFKC), Latin ones have no marks; case is kept.
- `plain`: `bare` in small letters. What is typed finds what has the same one.

Marks of other scripts stay, as the full text index leaves them: ガ is not カ, and й is not и.
"""

import re
import unicodedata

_MARKS = "\u0300-\u036f"
"""The block of combining diacritical marks."""
_LATIN_MARKS = re.compile(f"([A-Za-z\u00c0-\u024f])[{_MARKS}]+")
_OTHER_MARKS = re.compile(f"[{_MARKS}]+")
"""Those that have become part of no letter."""
_ALIKE = str.maketrans({"ß": "ss", "ẞ": "SS", "ı": "i"})
"""Letters that are another without a mark in small or in large letters: ISTANBUL is İstanbul and ıstanbul."""


def composed(text: str) -> str:
    """The text in NFC: a letter and its mark are one letter, where Unicode has it."""
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def folded(text: str) -> str:
    """The text as a name is told from others: without regard to case, and to how its marks are written."""
    if text.isascii():
        return text.lower()
    return unicodedata.normalize("NFC", unicodedata.normalize("NFD", text).casefold())


def small(text: str) -> str:
    """The text in small letters, with its marks: as words are looked up in dictionaries."""
    if text.isascii():
        return text.lower()
    return composed(unicodedata.normalize("NFKC", text).replace("İ", "i").lower())


def bare(text: str) -> str:
    """The text with its letters as words are found by, its case kept."""
    if text.isascii():
        return text
    apart = _LATIN_MARKS.sub(r"\1", unicodedata.normalize("NFKD", text))
    return composed(_OTHER_MARKS.sub("", composed(apart))).translate(_ALIKE)


def plain(text: str) -> str:
    """The text with its letters as words are found by, in small letters."""
    return text.lower() if text.isascii() else bare(bare(text).casefold())
