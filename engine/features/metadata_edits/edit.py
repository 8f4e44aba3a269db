"""Edits of a file's fields, and how an edit differs from the file's current metadata."""

import re
from collections.abc import Mapping

from msgspec import Struct

from engine.audio.fields import AnyField, CustomField, Field, keywords_in, track_names, value_of
from engine.audio.riff_tags import tidy
from engine.audio.slate import tidy_timecode
from engine.audio.ucs import by_cat_id
from engine.base.errors import QueryError
from engine.base.messages import Amount, Message, told
from engine.base.types import SoundMetadata
from engine.features.metadata_edits.messages import EditAdvice, EditFault, FieldWord

NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that no XML document, and so no iXML, can hold: XML 1.0 §2.2."""
LONGEST_LETTERS = 20_000
"""Also the reader's limit for one text."""


_ORIGINATOR_BYTES = 32
"""EBU Tech 3285 §2.3."""
_WORDS = {
    Field.TITLE: FieldWord.FIELD_TITLE,
    Field.DESCRIPTION: FieldWord.FIELD_DESCRIPTION,
    Field.KEYWORDS: FieldWord.FIELD_KEYWORDS,
    Field.UCS_ID: FieldWord.FIELD_UCS_ID,
    Field.ARTIST: FieldWord.FIELD_ARTIST,
    Field.ALBUM: FieldWord.FIELD_ALBUM,
    Field.COMMENT: FieldWord.FIELD_COMMENT,
    Field.SCENE: FieldWord.FIELD_SCENE,
    Field.TAKE: FieldWord.FIELD_TAKE,
    Field.TAPE: FieldWord.FIELD_TAPE,
    Field.ORIGINATOR: FieldWord.FIELD_ORIGINATOR,
    Field.TIMECODE: FieldWord.FIELD_TIMECODE,
    Field.TRACKS: FieldWord.FIELD_TRACKS,
}


class Edit(Struct, frozen=True):
    """New texts by field. An empty text removes the field from the file; fields not named stay."""

    values: Mapping[AnyField, str]

    @classmethod
    def of(cls, values: Mapping[AnyField, str]) -> "Edit":
        """Makes an edit from typed texts.

        Raises:
            QueryError: a CatID unknown to UCS, an invalid timecode, or a text that is too long.
        """
        return cls({field: _checked(field, text) for field, text in values.items()})

    def over(self, other: "Edit") -> "Edit":
        """Merges two edits; where both name a field, this one wins."""
        return Edit({**other.values, **self.values})


class TagDifference(Struct, frozen=True):
    """A field's current and new text."""

    field: AnyField
    old: str
    new: str


def differences(metadata: SoundMetadata, edit: Edit) -> tuple[TagDifference, ...]:
    """Returns what an edit would change, without fields that already have the text."""
    pairs = ((field, value_of(metadata, field), new) for field, new in edit.values.items())
    return tuple(TagDifference(field, old, new) for field, old, new in pairs if old != new)


def _checked(field: AnyField, text: str) -> str:
    clean = NOT_XML.sub("", tidy(text))
    if field is Field.KEYWORDS:
        clean = ", ".join(keywords_in(clean))
    elif field is Field.TIMECODE:
        try:
            clean = tidy_timecode(clean)
        except ValueError as err:
            raise QueryError(told(EditFault.NO_TIMECODE, repr(clean)), advice=EditAdvice.TIMECODE) from err
    elif field is Field.TRACKS:
        clean = "; ".join(track_names(clean))
    elif field is not Field.DESCRIPTION and field is not Field.COMMENT:
        clean = " ".join(clean.split())
    if len(text) > LONGEST_LETTERS:
        raise _too_long(field, len(text), LONGEST_LETTERS)
    if field is Field.ORIGINATOR and len(clean.encode()) > _ORIGINATOR_BYTES:
        raise _too_long(field, len(clean.encode()), _ORIGINATOR_BYTES + 1)
    if field is Field.UCS_ID and clean:
        known = by_cat_id(clean) or by_cat_id(clean.upper())
        if known is None:
            raise QueryError(told(EditFault.NO_CAT_ID, repr(clean)), advice=EditAdvice.LISTED_CAT_ID)
        return known.cat_id
    return clean


def _too_long(field: AnyField, letters: int, limit: int) -> QueryError:
    word = field.name if isinstance(field, CustomField) else Message(_WORDS[field])
    return QueryError(
        told(EditFault.TEXT_TOO_LONG, word, Amount(letters, places=0, is_grouped=True)),
        advice=told(EditAdvice.UNDER, Amount(limit, places=0, is_grouped=True)),
    )
