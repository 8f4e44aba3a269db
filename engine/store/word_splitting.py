"""Splits names and paths into words the way people read them, for the full-text index and for queries.

FTS5's unicode61 keeps "DOORWood_Creak03" as "DOORWood" and "Creak03". Here it becomes DOOR Wood Creak 03, followed by
the joined words doorwood and creak03, so that "wood", "door wood", "doorwood" and "creak03" all find it.
"""

import functools
import os
import re
from collections.abc import Iterator

from engine.base.text_forms import bare, composed, plain
from engine.base.types import FilePath

_LETTERS = [chr(code) for code in range(0x530)]
_UPPER = "".join(c for c in _LETTERS if c.isupper())
_LOWER = "".join(c for c in _LETTERS if c.islower() and c.isalpha())
"""Cased letters of Latin, Greek and Cyrillic; other scripts have no camelCase."""
_WORD = re.compile(r"[^\W_]+")
_PART = re.compile(rf"[{_UPPER}]+(?![{_LOWER}])|[{_UPPER}]?[{_LOWER}]+|[0-9]+|[^\W_0-9{_UPPER}{_LOWER}]+|[^\W_]")
LEAST_LETTERS = 6
"""Minimum letters of a compound; a shorter word is not two words."""
_MOST_LETTERS = 40


def parts(text: str) -> list[str]:
    """The words of `text`, split at case changes, digits, underscores and all other non-letters."""
    return _PART.findall(composed(text))


def each_part(text: str) -> Iterator[str]:
    """Yields the results of `parts`, for callers that may stop early."""
    return (found.group() for found in _PART.finditer(composed(text)))


def index_text(text: str) -> str:
    """The indexed form of `text`: its parts, then the joined form of every word that was split.

    Letters are `bare`, so decomposed names from a Mac give the words that they show.
    """
    split: list[str] = []
    joined: list[str] = []
    for found, again in map(_split, text.split()):
        split.append(found)
        if again:
            joined.append(again)
    return " ".join(split + joined) if joined else " ".join(split)


@functools.lru_cache(maxsize=65_536)
def _split(stretch: str) -> tuple[str, str]:
    """The parts of a stretch without blanks, and those of its words that have several parts.

    Cached, because libraries repeat their words.
    """
    words = [(word, _PART.findall(word)) for word in _WORD.findall(bare(stretch))]
    again = [word for word, found in words if len(found) > 1]
    return " ".join(part for _, found in words for part in found), " ".join(again)


def match_expression(text: str, *, is_prefix: bool = False) -> str | None:
    """The FTS5 expression for `text` as adjacent words, or joined; None if it contains no word.

    Everything is quoted, so users cannot type FTS5 operators. With `is_prefix` the last word may continue.
    """
    text = bare(text)
    words = _WORD.findall(text)
    split = _PART.findall(text)
    if not split:
        return None
    star = " *" if is_prefix else ""
    expression = f'"{" ".join(split)}"{star}'
    if len(split) > len(words):
        expression += f' OR "{" ".join(words)}"{star}'
    if len(words) > 1 and len(words) == len(split):
        expression += f' OR "{"".join(words)}"{star}'
    return expression


def is_listed(word: str) -> bool:
    """Whether a word, in the form that `plain` gives, may be a compound."""
    return LEAST_LETTERS <= len(word) <= _MOST_LETTERS and word.isalpha()


def bounds_below(folder: FilePath, separator: bytes) -> tuple[bytes, bytes]:
    """The bounds of the paths below a folder: first inclusive, second exclusive."""
    stem = folder.raw.rstrip(separator) + separator
    return stem, stem[:-1] + bytes([stem[-1] + 1])


def folder_of(path: bytes) -> bytes:
    """The folder of a file, without a trailing separator; empty for a file at the top of a drive."""
    return path[: _cut(path)]


def suffix_of(path: bytes) -> str:
    """A file's suffix in lower case, without the dot; empty for none."""
    name = path[_cut(path) + 1 :]
    dot = name.rfind(b".")
    return name[dot + 1 :].decode("utf-8", errors="replace").lower() if dot >= 0 else ""


@functools.lru_cache(maxsize=65_536)
def folder_name(folder: bytes) -> str:
    """The last part of a folder's path."""
    separator = b"\\" if b"\\" in folder and b"/" not in folder else b"/"
    return os.fsdecode(folder.rpartition(separator)[2])


def in_folder(folder: bytes, text: str) -> bool:
    """Whether `text`, in the form that `plain` gives, occurs in a folder's path as people read it.

    A text that ends in a separator ("foley/doors/") matches that folder and everything below it.
    """
    return text in _plain_folder(folder)


@functools.lru_cache(maxsize=65_536)
def _plain_folder(folder: bytes) -> str:
    """A folder's path as `plain` gives it, with a trailing separator."""
    separator = "\\" if b"\\" in folder and b"/" not in folder else "/"
    return plain(folder.decode("utf-8", errors="replace") + separator)


def _cut(path: bytes) -> int:
    """Index of the last separator, -1 for none."""
    return max(path.rfind(b"/"), path.rfind(b"\\"))
