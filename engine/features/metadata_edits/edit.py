"""Editable fields of a file, edits, and how an edit differs from the file's current metadata."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from engine.audio.custom_fields import LONGEST_NAME, PREFIX, custom_texts, is_name, key_of
from engine.audio.metadata import own_keywords
from engine.audio.riff_tags import tidy
from engine.audio.slate import slate_of, stated_sample_rate_hz, tidy_timecode, timecode
from engine.audio.ucs import by_cat_id
from engine.base.error_wording.query_messages import FieldWord, QueryAdvice, QueryFault
from engine.base.errors import QueryError
from engine.base.messages import Amount, Message, told
from engine.base.text_forms import composed
from engine.base.types import SoundMetadata

NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that no XML document, and so no iXML, can hold: XML 1.0 §2.2."""
LONGEST_LETTERS = 20_000
"""Also the reader's limit for one text."""


class Field(StrEnum):
    """A writable text of a file."""

    TITLE = "title"
    """Also the UCS FXName: both are the sound's short name."""
    DESCRIPTION = "description"
    KEYWORDS = "keywords"
    UCS_ID = "ucs"
    """The CatID; category and subcategory follow from it."""
    ARTIST = "artist"
    """The designer, who made the sound."""
    ALBUM = "library"
    """The collection it was published in."""
    COMMENT = "comment"
    SCENE = "scene"
    TAKE = "take"
    TAPE = "tape"
    """The roll, or the recorder's folder of the day."""
    ORIGINATOR = "originator"
    """Person or machine that made the file: the recorder's field, not the designer."""
    TIMECODE = "timecode"
    """Start of the recording by the clock: hh:mm:ss:ff at the file's rate."""
    TRACKS = "tracks"
    """Track names in order, joined by "; "."""


@dataclass(frozen=True, slots=True)
class CustomField:
    """A field that a user defined. Fields with equal keys are equal."""

    key: str
    name: str = field(default="", compare=False)
    """As the user spells it; empty if only files have named it."""

    @classmethod
    def named(cls, name: str) -> "CustomField":
        """Makes a field from its name. Raises QueryError if that is invalid."""
        tidy = composed(" ".join(name.split()))
        if not is_name(tidy):
            advice = told(QueryAdvice.CUSTOM_NAME, Amount(LONGEST_NAME, places=0))
            raise QueryError(told(QueryFault.NO_CUSTOM_NAME, repr(tidy)), advice=advice)
        return cls(key_of(tidy), tidy)

    @property
    def value(self) -> str:
        """Its name among the other fields: user.show."""
        return f"{PREFIX}{self.key}"


AnyField = Field | CustomField


def field_named(name: str) -> AnyField | None:
    """Returns the field of a name such as scene or user.Show, or None.

    Raises:
        QueryError: an invalid name for a custom field.
    """
    tidy = name.strip()
    if tidy.lower().startswith(PREFIX):
        return CustomField.named(tidy[len(PREFIX) :])
    return next((known for known in Field if known.value == tidy.lower()), None)


OF_SLATE = (Field.SCENE, Field.TAKE, Field.TAPE, Field.ORIGINATOR)
"""Fields that recorders write."""
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


@dataclass(frozen=True, slots=True)
class Edit:
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


@dataclass(frozen=True, slots=True)
class TagDifference:
    """A field's current and new text."""

    field: AnyField
    old: str
    new: str


def value_of(metadata: SoundMetadata, field: AnyField, sample_rate_hz: int = 0) -> str:
    """Returns a field's current text. Keywords are joined by ", ", without genres, which are not editable.

    Args:
        metadata: of a file.
        field: which.
        sample_rate_hz: of the sound, used if the metadata does not state it.
    """
    if isinstance(field, CustomField):
        found = custom_texts(metadata.fields).get(field.key)
        return "" if found is None else found.text
    if field is Field.KEYWORDS:
        return ", ".join(own_keywords(metadata))
    if field is Field.TIMECODE:
        return timecode(metadata.fields, stated_sample_rate_hz(metadata.fields) or sample_rate_hz)
    if field is Field.TRACKS:
        return "; ".join(track_names(";".join(track.name for track in slate_of(metadata.fields).tracks)))
    if field in OF_SLATE:
        return str(getattr(slate_of(metadata.fields), field.value))
    names = {Field.UCS_ID: "ucs_id", Field.ALBUM: "album"}
    return str(getattr(metadata, names.get(field, field.value)))


def differences(metadata: SoundMetadata, edit: Edit) -> tuple[TagDifference, ...]:
    """Returns what an edit would change, without fields that already have the text."""
    pairs = ((field, value_of(metadata, field), new) for field, new in edit.values.items())
    return tuple(TagDifference(field, old, new) for field, old, new in pairs if old != new)


def keywords_in(text: str) -> tuple[str, ...]:
    """Splits keywords at commas, semicolons and line breaks, and drops repeats."""
    words = (" ".join(word.split()) for word in re.split(r"[;,\n]", text))
    return tuple({composed(word).lower(): word for word in words if word}.values())


def track_names(text: str) -> tuple[str, ...]:
    """Splits track names at semicolons, in order; one in the middle may be empty."""
    names = [" ".join(name.split()) for name in text.split(";")]
    while names and not names[-1]:
        names.pop()
    return tuple(names)


def _checked(field: AnyField, text: str) -> str:
    clean = NOT_XML.sub("", tidy(text))
    if field is Field.KEYWORDS:
        clean = ", ".join(keywords_in(clean))
    elif field is Field.TIMECODE:
        try:
            clean = tidy_timecode(clean)
        except ValueError as err:
            raise QueryError(told(QueryFault.NO_TIMECODE, repr(clean)), advice=QueryAdvice.TIMECODE) from err
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
            raise QueryError(told(QueryFault.NO_CAT_ID, repr(clean)), advice=QueryAdvice.LISTED_CAT_ID)
        return known.cat_id
    return clean


def _too_long(field: AnyField, letters: int, limit: int) -> QueryError:
    word = field.name if isinstance(field, CustomField) else Message(_WORDS[field])
    return QueryError(
        told(QueryFault.TEXT_TOO_LONG, word, Amount(letters, places=0, is_grouped=True)),
        advice=told(QueryAdvice.UNDER, Amount(limit, places=0, is_grouped=True)),
    )
