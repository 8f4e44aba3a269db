"""Texts of a file that can be shown and edited: the fields that Earshot knows, and the user's own."""

import re
from dataclasses import dataclass, field
from enum import StrEnum

from engine.audio.custom_fields import LONGEST_NAME, PREFIX, custom_texts, is_name, key_of
from engine.audio.metadata import own_keywords
from engine.audio.slate import slate_of, stated_sample_rate_hz, timecode
from engine.base.errors import QueryError
from engine.base.messages import Amount, told
from engine.base.query_messages import QueryAdvice, QueryFault
from engine.base.text_forms import composed
from engine.base.types import SoundMetadata


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
