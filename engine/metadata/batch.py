"""One rule for the texts of many files: fill, replace, put before or behind, change case, or take them from names.

A rule says for one file after the other what it shall say; it reads and writes nothing. Texts may hold tokens in
braces: `{name}` (without its ending), `{folder}`, `{number}` (`{number:3}` for 007), and every field, `{scene}`. A
pattern for names has fields as tokens, and `{}` for what is passed over: `{scene}_{take}_{}`.
"""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import PurePath

from engine.error_wording.asking import QueryAdvice, QueryFault
from engine.errors import QueryError
from engine.metadata.batch_table import NO_TABLE, BatchTable
from engine.metadata.edit import AnyField, Edit, Field, field_named, keywords_in, value_of
from engine.types import FilePath, SoundMetadata
from engine.wording import told

_TOKEN = re.compile(r"\{(user\.[\w -]{1,40}|\w*)(?::(\d))?\}", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_SENTENCE = re.compile(r"(^|[.!?]\s+)(\w)")
_OTHER_TOKENS = ("name", "folder", "number")
TOKENS = (*_OTHER_TOKENS, *(known.value for known in Field))
"""What may stand in braces within a text."""
_NAMED = {known.value: known for known in Field} | {"designer": Field.ARTIST, "catid": Field.UCS_ID}


class BatchKind(StrEnum):
    """What a rule does."""

    FILL = "fill"
    """The field says the text."""
    REPLACE = "replace"
    """Each place where the text stands in the field says the other one."""
    PREPEND = "prepend"
    APPEND = "append"
    CASE = "case"
    FROM_NAME = "from name"
    """Fields are read out of the file's name by a pattern."""
    FROM_TABLE = "from table"
    """Fields are what a table says of the file."""


class LetterCase(StrEnum):
    """How letters are to be written."""

    LOWER = "lower"
    UPPER = "upper"
    TITLE = "title"
    """Each word with a capital."""
    SENTENCE = "sentence"
    """The first word of a sentence with a capital."""


@dataclass(frozen=True, slots=True)
class BatchRule:
    """A rule; what its kind does not need is passed over."""

    kind: BatchKind
    field: AnyField = Field.TITLE
    text: str = ""
    """What is filled in, looked for, put before or behind; the pattern of names."""
    other: str = ""
    """What takes the place of `text` in a replacement; may be empty."""
    is_exact: bool = False
    """A replacement takes capitals for other letters than small ones."""
    case: LetterCase = LetterCase.TITLE
    first: int = 1
    """The number of the first file."""
    table: BatchTable = NO_TABLE

    def edit(self, path: FilePath, metadata: SoundMetadata, place: int) -> Edit:
        """What a file shall say by this rule.

        Args:
            path: of the file.
            metadata: what it says now.
            place: of the file among those of the rule, from 0.

        Raises:
            QueryError: a token that is none, or a text that the field cannot hold.
        """
        if self.kind is BatchKind.FROM_NAME:
            return Edit.of(fields_in_name(_stem(path), self.text))
        if self.kind is BatchKind.FROM_TABLE:
            return Edit.of(self.table.values_for(path))
        old = value_of(metadata, self.field)
        if self.kind is BatchKind.CASE:
            return Edit.of({self.field: _cased(old, self.case)})
        if self.kind is BatchKind.REPLACE:
            return Edit.of({self.field: _replaced(old, self.text, self.other, self.is_exact)})
        text = filled(self.text, path, metadata, self.first + place)
        if self.kind is BatchKind.FILL or not text:
            return Edit.of({self.field: text} if self.kind is BatchKind.FILL else {})
        pair = (text, old) if self.kind is BatchKind.PREPEND else (old, text)
        if self.field is Field.KEYWORDS:
            return Edit.of({self.field: ", ".join(keywords_in(", ".join(pair)))})
        return Edit.of({self.field: "".join(pair)})


def filled(text: str, path: FilePath, metadata: SoundMetadata, number: int) -> str:
    """A text with what its tokens stand for.

    Raises:
        QueryError: a token that is none.
    """

    def value(token: re.Match[str]) -> str:
        name = token[1].lower()
        if name == "name":
            return _stem(path)
        if name == "folder":
            return os.path.basename(os.path.dirname(path.text))
        if name == "number":
            return f"{number:0{int(token[2] or 1)}d}"
        known = _field_of(name)
        if known is None:
            raise _no_token(token[0], TOKENS)
        return value_of(metadata, known)

    return _TOKEN.sub(value, text)


def fields_in_name(stem: str, pattern: str) -> Mapping[AnyField, str]:
    """What a name says by a pattern; nothing where it does not fit.

    What stands between two tokens is looked for from left to right, each time at the next place where it stands; the
    last token takes all that is left.

    Raises:
        QueryError: a token that is none, or two with nothing between them.
    """
    pieces = _TOKEN.split(pattern)
    literals, names = pieces[::3], pieces[1::3]
    for name in names:
        if name and _field_of(name) is None:
            raise _no_token(f"{{{name}}}", tuple(_NAMED))
    if any(not literal for literal in literals[1:-1]):
        raise QueryError(QueryFault.TOKENS_TOUCH, advice=QueryAdvice.BETWEEN_TOKENS)
    if not names or not stem.startswith(literals[0]) or not stem.endswith(literals[-1]):
        return {}
    at, end = len(literals[0]), len(stem) - len(literals[-1])
    found: dict[AnyField, str] = {}
    for number, (name, literal) in enumerate(zip(names, literals[1:], strict=True), start=1):
        stop = end if number == len(names) else stem.find(literal, at, end)
        if stop < at:
            return {}
        known = _field_of(name) if name else None
        if known is not None:
            found[known] = stem[at:stop].strip()
        at = stop + len(literal)
    return {known: text for known, text in found.items() if text}


def _field_of(name: str) -> AnyField | None:
    """What a token names.

    Raises:
        QueryError: a field of the user's that may not be called so.
    """
    return _NAMED.get(name.lower()) or field_named(name)


def _replaced(text: str, wanted: str, other: str, is_exact: bool) -> str:
    if not wanted:
        return text
    return re.sub(re.escape(wanted), lambda found: other, text, flags=re.NOFLAG if is_exact else re.IGNORECASE)


def _cased(text: str, case: LetterCase) -> str:
    if case is LetterCase.UPPER:
        return text.upper()
    if case is LetterCase.LOWER:
        return text.lower()
    if case is LetterCase.TITLE:
        return _WORD.sub(lambda word: word[0][:1].upper() + word[0][1:].lower(), text)
    return _SENTENCE.sub(lambda start: start[1] + start[2].upper(), text.lower())


def _stem(path: FilePath) -> str:
    return PurePath(path.name).stem


def _no_token(token: str, known: tuple[str, ...]) -> QueryError:
    names = ", ".join(f"{{{name}}}" for name in known)
    return QueryError(told(QueryFault.NO_BATCH_TOKEN, token), advice=told(QueryAdvice.BATCH_TOKENS, names))
