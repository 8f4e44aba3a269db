"""Normal forms for comparing names, however a keyboard, a file system or another program spelt them.

Unicode can write "ä" as one letter or as "a" and a mark (NFC and NFD; a Mac names files in NFD), likewise "カ" and its
voicing, and "ﬁ" or "Ａ" as letters of their own. Stored names of files stay unchanged: these forms are only for
comparing, and both texts must have the same form.

- `composed`: NFC. Names given by the user are kept in it.
- `folded`: NFC in small letters. Tags, collections or saved searches with the same one are equal.
- `bare`: for finding words. Letters that only look different are equal (NFKC), Latin ones lose their marks; keeps case.
- `plain`: `bare` in small letters. Typed text finds what has the same one.

Marks of other scripts stay, as in the full text index: ガ is not カ, and й is not и.
"""

import re
import unicodedata

_MARKS = "\u0300-\u036f"
"""The block of combining diacritical marks."""
_LATIN_MARKS = re.compile(f"([A-Za-z\u00c0-\u024f])[{_MARKS}]+")
_OTHER_MARKS = re.compile(f"[{_MARKS}]+")
"""Marks that belong to no letter."""
_ALIKE = str.maketrans({"ß": "ss", "ẞ": "SS", "ı": "i"})
"""Letters that equal another without a mark in small or large letters: ISTANBUL is İstanbul and ıstanbul."""


def composed(text: str) -> str:
    """Converts to NFC: a letter and its mark become one letter where Unicode has one."""
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def folded(text: str) -> str:
    """Converts a name for comparison without regard to case or the spelling of marks."""
    if text.isascii():
        return text.lower()
    return unicodedata.normalize("NFC", unicodedata.normalize("NFD", text).casefold())


def small(text: str) -> str:
    """Converts to small letters with their marks, for dictionaries."""
    if text.isascii():
        return text.lower()
    return composed(unicodedata.normalize("NFKC", text).replace("İ", "i").lower())


def bare(text: str) -> str:
    """Converts for finding words; keeps case."""
    if text.isascii():
        return text
    apart = _LATIN_MARKS.sub(r"\1", unicodedata.normalize("NFKD", text))
    return composed(_OTHER_MARKS.sub("", composed(apart))).translate(_ALIKE)


def plain(text: str) -> str:
    """Converts for finding words, in small letters."""
    return text.lower() if text.isascii() else bare(bare(text).casefold())
