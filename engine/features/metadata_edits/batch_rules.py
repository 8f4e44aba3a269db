"""One rule for the texts of many files: fill, replace, prepend, append, change case, or read from file names.

A rule computes each file's edit; it reads and writes no files. Texts may hold tokens in braces: `{name}` (without the
suffix), `{folder}`, `{number}` (`{number:3}` for 007), and every field, such as `{scene}`. A pattern for names has
fields as tokens, and `{}` for parts to skip: `{scene}_{take}_{}`.
"""

import os
import re
from collections.abc import Mapping
from enum import StrEnum
from pathlib import PurePath

from msgspec import Struct

from engine.audio.fields import AnyField, Field, field_named, keywords_in, value_of
from engine.base.errors import QueryError
from engine.base.messages import told
from engine.base.types import FilePath, SoundMetadata
from engine.features.metadata_edits.batch_table import NO_TABLE, BatchTable
from engine.features.metadata_edits.edit import Edit
from engine.features.metadata_edits.messages import EditAdvice, EditFault

_TOKEN = re.compile(r"\{(user\.[\w -]{1,40}|\w*)(?::(\d))?\}", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_SENTENCE = re.compile(r"(^|[.!?]\s+)(\w)")
_OTHER_TOKENS = ("name", "folder", "number")
TOKENS = (*_OTHER_TOKENS, *(known.value for known in Field))
"""The tokens allowed in a text."""
_NAMED = {known.value: known for known in Field} | {"designer": Field.ARTIST, "catid": Field.UCS_ID}


class BatchKind(StrEnum):
    """What a rule does."""

    FILL = "fill"
    """Sets the field to the text."""
    REPLACE = "replace"
    """Replaces the text wherever it occurs in the field."""
    PREPEND = "prepend"
    APPEND = "append"
    CASE = "case"
    FROM_NAME = "from name"
    """Reads fields from the file's name by a pattern."""
    FROM_TABLE = "from table"
    """Takes fields from a table."""


class LetterCase(StrEnum):
    """Target of a change of case."""

    LOWER = "lower"
    UPPER = "upper"
    TITLE = "title"
    """Every word capitalised."""
    SENTENCE = "sentence"
    """The first word of each sentence capitalised."""


class BatchRule(Struct, frozen=True):
    """A rule. Its kind ignores the settings it does not need."""

    kind: BatchKind
    field: AnyField = Field.TITLE
    text: str = ""
    """Text to fill in, find, prepend or append; the pattern for names."""
    other: str = ""
    """Replacement for `text`; may be empty."""
    is_exact: bool = False
    """Replace case-sensitively."""
    case: LetterCase = LetterCase.TITLE
    first: int = 1
    """Number of the first file."""
    table: BatchTable = NO_TABLE

    def edit(self, path: FilePath, metadata: SoundMetadata, place: int) -> Edit:
        """Returns the rule's edit for a file.

        Args:
            path: of the file.
            metadata: the file's current metadata.
            place: position of the file among the rule's files, from 0.

        Raises:
            QueryError: an unknown token, or a text that the field cannot hold.
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
    """Returns a text with its tokens replaced by their values.

    Raises:
        QueryError: an unknown token.
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
    """Returns the fields that a pattern finds in a name; empty if it does not fit.

    The text between two tokens is searched from left to right, each time at its next occurrence. The last token takes
    the rest.

    Raises:
        QueryError: an unknown token, or two tokens with nothing between them.
    """
    pieces = _TOKEN.split(pattern)
    literals, names = pieces[::3], pieces[1::3]
    for name in names:
        if name and _field_of(name) is None:
            raise _no_token(f"{{{name}}}", tuple(_NAMED))
    if any(not literal for literal in literals[1:-1]):
        raise QueryError(EditFault.TOKENS_TOUCH, advice=EditAdvice.BETWEEN_TOKENS)
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
    """Returns the field of a token. Raises QueryError for an invalid name of a custom field."""
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
    return QueryError(told(EditFault.NO_BATCH_TOKEN, token), advice=told(EditAdvice.BATCH_TOKENS, names))
