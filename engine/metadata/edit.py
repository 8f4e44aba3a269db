"""What may be changed in a file, and how a change differs from what the file says now."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from engine.audio.custom_fields import LONGEST_NAME, PREFIX, custom_texts, is_name, key_of
from engine.audio.metadata import own_keywords
from engine.audio.riff_tags import tidy
from engine.audio.slate import slate_of, stated_sample_rate_hz, tidy_timecode, timecode
from engine.audio.ucs import by_cat_id
from engine.error_wording.asking import FieldWord, QueryAdvice, QueryFault
from engine.errors import QueryError
from engine.text_forms import composed
from engine.types import SoundMetadata
from engine.wording import Amount, Said, told

NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What no XML document can hold, and so no iXML: XML 1.0 §2.2."""
LONGEST_LETTERS = 20_000
"""The reader takes no more of one text either."""


class Field(StrEnum):
    """A text of a file that can be written."""

    TITLE = "title"
    """The UCS FXName too: both mean the short name of the sound."""
    DESCRIPTION = "description"
    KEYWORDS = "keywords"
    UCS_ID = "ucs"
    """The CatID; category and subcategory follow from it."""
    ARTIST = "artist"
    """Who made it: the designer."""
    ALBUM = "library"
    """The collection it was published in."""
    COMMENT = "comment"
    SCENE = "scene"
    TAKE = "take"
    TAPE = "tape"
    """The roll, or the recorder's folder of a day."""
    ORIGINATOR = "originator"
    """Who, or which machine, made the file: the recorder's field, and not the designer."""
    TIMECODE = "timecode"
    """Where the recording begins on the clock: hh:mm:ss:ff at the file's rate."""
    TRACKS = "tracks"
    """Names of the tracks in their order, "; " between them."""


@dataclass(frozen=True, slots=True)
class CustomField:
    """A field that a user made; two are the same whose keys are."""

    key: str
    name: str = field(default="", compare=False)
    """As the user spells it; empty where only files have named it."""

    @classmethod
    def named(cls, name: str) -> "CustomField":
        """Makes one of its name.

        Raises:
            QueryError: no field may be called so.
        """
        tidy = composed(" ".join(name.split()))
        if not is_name(tidy):
            advice = told(QueryAdvice.CUSTOM_NAME, Amount(LONGEST_NAME, places=0))
            raise QueryError(told(QueryFault.NO_CUSTOM_NAME, repr(tidy)), advice=advice)
        return cls(key_of(tidy), tidy)

    @property
    def value(self) -> str:
        """What it is called beside fields of the other kind: user.show."""
        return f"{PREFIX}{self.key}"


AnyField = Field | CustomField


def field_named(name: str) -> AnyField | None:
    """The field of a name such as scene or user.Show; None for none.

    Raises:
        QueryError: a field of the user's that may not be called so.
    """
    tidy = name.strip()
    if tidy.lower().startswith(PREFIX):
        return CustomField.named(tidy[len(PREFIX) :])
    return next((known for known in Field if known.value == tidy.lower()), None)


OF_SLATE = (Field.SCENE, Field.TAKE, Field.TAPE, Field.ORIGINATOR)
"""What recorders note."""
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
    """New texts by field; an empty one takes the text out of the file. Fields that are not named stay."""

    values: Mapping[AnyField, str]

    @classmethod
    def of(cls, values: Mapping[AnyField, str]) -> "Edit":
        """Makes an edit of what somebody typed.

        Raises:
            QueryError: a CatID that UCS does not have, or a text that is too long.
        """
        return cls({field: _checked(field, text) for field, text in values.items()})

    def over(self, other: "Edit") -> "Edit":
        """Both edits in one; where they name the same field this one counts."""
        return Edit({**other.values, **self.values})


@dataclass(frozen=True, slots=True)
class TagDifference:
    """One field as it is and as it would be."""

    field: AnyField
    old: str
    new: str


def value_of(metadata: SoundMetadata, field: AnyField, sample_rate_hz: int = 0) -> str:
    """The text of a field as it is read now; keywords joined by ", ", without genres, which are no field here.

    Args:
        metadata: of a file.
        field: which.
        sample_rate_hz: of the sound where it is known; a file that was read says it of itself.
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
    """What an edit would change; nothing for fields that say it already."""
    pairs = ((field, value_of(metadata, field), new) for field, new in edit.values.items())
    return tuple(TagDifference(field, old, new) for field, old, new in pairs if old != new)


def keywords_in(text: str) -> tuple[str, ...]:
    """The keywords of a text with commas, semicolons or line breaks between them, each once."""
    words = (" ".join(word.split()) for word in re.split(r"[;,\n]", text))
    return tuple({composed(word).lower(): word for word in words if word}.values())


def track_names(text: str) -> tuple[str, ...]:
    """The names in a text with semicolons between them, in their order; one in the middle may be empty."""
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
    word = field.name if isinstance(field, CustomField) else Said(_WORDS[field])
    return QueryError(
        told(QueryFault.TEXT_TOO_LONG, word, Amount(letters, places=0, is_grouped=True)),
        advice=told(QueryAdvice.UNDER, Amount(limit, places=0, is_grouped=True)),
    )
