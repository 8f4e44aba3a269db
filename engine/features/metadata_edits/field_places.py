"""Maps fields to their places in BEXT, iXML, LIST/INFO, ID3, AIFF chunks, Vorbis comments and MP4 atoms.

The names are those other library programs use: the USER and ASWG objects of iXML (ASWG-G006), the INFO names of the
RIFF specification, TXXX frames and free-form MP4 atoms under the iXML names. They include the ones that
engine/audio/metadata prefers, so a written text is the one read next.
"""

from collections.abc import Iterable, Mapping

from engine.audio.custom_fields import element_of, key_of
from engine.audio.fields import AnyField, CustomField, Field, keywords_in, track_names
from engine.audio.ucs import by_cat_id
from engine.base.errors import WriteRefused
from engine.base.messages import told
from engine.base.types import FilePath
from engine.features.metadata_edits.edit import Edit
from engine.features.metadata_edits.messages import WriteAdvice, WriteFault

_IXML: dict[AnyField, tuple[tuple[str, ...], ...]] = {
    Field.TITLE: (("USER", "FXNAME"), ("ASWG", "fxName")),
    Field.DESCRIPTION: (("USER", "DESCRIPTION"),),
    Field.KEYWORDS: (("USER", "KEYWORDS"),),
    Field.ARTIST: (("USER", "DESIGNER"), ("ASWG", "originator")),
    Field.ALBUM: (("USER", "LIBRARY"), ("ASWG", "library")),
    Field.COMMENT: (("USER", "NOTES"), ("ASWG", "notes")),
    Field.UCS_ID: (("USER", "CATID"), ("ASWG", "catId")),
    Field.SCENE: (("SCENE",),),
    Field.TAKE: (("TAKE",),),
    Field.TAPE: (("TAPE",),),
    Field.ORIGINATOR: (),
}
_IXML_IF_THERE: dict[AnyField, tuple[tuple[str, ...], ...]] = {
    Field.TITLE: (("USER", "TRACKTITLE"),),
    Field.DESCRIPTION: (("BEXT", "BWF_DESCRIPTION"),),
    Field.KEYWORDS: (("ASWG", "keywords"),),
    Field.ARTIST: (("ASWG", "creatorId"),),
    Field.ORIGINATOR: (("BEXT", "BWF_ORIGINATOR"),),
}
"""Written only if the file already has them."""
_INFO: dict[AnyField, bytes] = {
    Field.TITLE: b"INAM",
    Field.DESCRIPTION: b"ISBJ",
    Field.KEYWORDS: b"IKEY",
    Field.ARTIST: b"IART",
    Field.ALBUM: b"IPRD",
    Field.COMMENT: b"ICMT",
}
_ID3: dict[AnyField, tuple[str, ...]] = {
    Field.TITLE: ("TIT2",),
    Field.DESCRIPTION: ("TXXX:DESCRIPTION",),
    Field.KEYWORDS: ("TXXX:KEYWORDS",),
    Field.ARTIST: ("TPE1",),
    Field.ALBUM: ("TALB",),
    Field.COMMENT: ("COMM",),
    Field.UCS_ID: ("TXXX:CATID",),
    Field.SCENE: ("TXXX:SCENE",),
    Field.TAKE: ("TXXX:TAKE",),
    Field.TAPE: ("TXXX:TAPE",),
    Field.ORIGINATOR: ("TXXX:ORIGINATOR",),
}
_VORBIS: dict[AnyField, tuple[str, ...]] = {
    Field.TITLE: ("TITLE",),
    Field.DESCRIPTION: ("DESCRIPTION",),
    Field.KEYWORDS: ("KEYWORDS",),
    Field.ARTIST: ("ARTIST",),
    Field.ALBUM: ("ALBUM",),
    Field.COMMENT: ("COMMENT",),
    Field.UCS_ID: ("CATID",),
    Field.SCENE: ("SCENE",),
    Field.TAKE: ("TAKE",),
    Field.TAPE: ("TAPE",),
    Field.ORIGINATOR: ("ORIGINATOR",),
}
_FREE = "----:com.apple.iTunes:"
_MP4: dict[AnyField, tuple[str, ...]] = {
    Field.TITLE: ("\xa9nam",),
    Field.DESCRIPTION: ("desc",),
    Field.KEYWORDS: ("keyw",),
    Field.ARTIST: ("\xa9ART",),
    Field.ALBUM: ("\xa9alb",),
    Field.COMMENT: ("\xa9cmt",),
    Field.UCS_ID: (_FREE + "CATID",),
    Field.SCENE: (_FREE + "SCENE",),
    Field.TAKE: (_FREE + "TAKE",),
    Field.TAPE: (_FREE + "TAPE",),
    Field.ORIGINATOR: (_FREE + "ORIGINATOR",),
}
MP4_ITEMS = frozenset(name for names in _MP4.values() for name in names if not name.startswith(_FREE))
"""Names of written MP4 items, without free-form ones."""
_APE: dict[AnyField, tuple[str, ...]] = {
    Field.TITLE: ("Title",),
    Field.DESCRIPTION: ("Subtitle",),
    Field.KEYWORDS: ("Keywords",),
    Field.ARTIST: ("Artist",),
    Field.ALBUM: ("Album",),
    Field.COMMENT: ("Comment",),
}
_AIFF: dict[AnyField, bytes] = {Field.TITLE: b"NAME", Field.ARTIST: b"AUTH", Field.COMMENT: b"ANNO"}


def ixml_texts(edit: Edit, there: Mapping[str, str], custom: Mapping[str, str]) -> dict[tuple[str, ...], str]:
    """Returns texts by place in iXML.

    Args:
        edit: what to write.
        there: the file's current fields by lower-case name.
        custom: this file's element names of custom fields, by key.
    """
    texts = {place: text for field, text in edit.values.items() for place in _IXML.get(field, ())}
    for field, text in edit.values.items():
        if isinstance(field, CustomField):
            texts[("USER", custom.get(field.key) or element_of(field.name or field.key))] = text
    if Field.TRACKS in edit.values:
        texts |= _tracks(track_names(edit.values[Field.TRACKS]), there)
    for field, text in edit.values.items():
        for place in _IXML_IF_THERE.get(field, ()):
            if f"ixml.{'.'.join(place)}".lower() in there:
                texts[place] = text
    if Field.UCS_ID in edit.values:
        category, subcategory = _words(edit)
        full = f"{category}-{subcategory}" if category else ""
        texts |= {("USER", "CATEGORY"): category, ("USER", "SUBCATEGORY"): subcategory, ("USER", "CATEGORYFULL"): full}
        texts |= {("ASWG", "category"): category, ("ASWG", "subCategory"): subcategory}
    return texts


def _tracks(names: tuple[str, ...], there: Mapping[str, str]) -> dict[tuple[str, ...], str]:
    """Returns track names by place. Tracks missing in the file are added with their numbers."""

    def has(track: str) -> bool:
        return any(name.startswith(f"ixml.track_list.{track.lower()}.") for name in there)

    texts: dict[tuple[str, ...], str] = {}
    number = 0
    while has(track := "TRACK" if number == 0 else f"TRACK[{number + 1}]") or number < len(names):
        number += 1
        if not has(track):
            texts[("TRACK_LIST", "TRACK_COUNT")] = str(number)
            texts |= {("TRACK_LIST", track, name): str(number) for name in ("CHANNEL_INDEX", "INTERLEAVE_INDEX")}
        texts[("TRACK_LIST", track, "NAME")] = names[number - 1] if number <= len(names) else ""
    return texts


def clock_texts(samples: int | None, there: Mapping[str, str], sample_rate_hz: int) -> dict[tuple[str, ...], str]:
    """Returns iXML's entries for the samples since midnight, where the file has such entries; None removes them."""
    low, high = ("", "") if samples is None else (str(samples & 0xFFFF_FFFF), str(samples >> 32))
    texts: dict[tuple[str, ...], str] = {}
    if any(name.startswith("ixml.speed.") for name in there):
        texts |= {("SPEED", "TIMESTAMP_SAMPLES_SINCE_MIDNIGHT_HI"): high}
        texts |= {("SPEED", "TIMESTAMP_SAMPLES_SINCE_MIDNIGHT_LO"): low}
        if samples is not None and "ixml.speed.timestamp_sample_rate" not in there:
            texts[("SPEED", "TIMESTAMP_SAMPLE_RATE")] = str(sample_rate_hz)
    for name, text in (("BWF_TIME_REFERENCE_LOW", low), ("BWF_TIME_REFERENCE_HIGH", high)):
        if f"ixml.bext.{name.lower()}" in there:
            texts[("BEXT", name)] = text
    return texts


def info_texts(edit: Edit) -> dict[bytes, str]:
    """Returns texts by name in LIST/INFO, with keywords joined by "; " as RIFF requires."""
    texts = {_INFO[field]: text for field, text in edit.values.items() if field in _INFO}
    if Field.KEYWORDS in edit.values:
        texts[b"IKEY"] = "; ".join(keywords_in(edit.values[Field.KEYWORDS]))
    return texts


def aiff_texts(edit: Edit) -> dict[bytes, str]:
    """Returns texts by AIFF chunk."""
    return {_AIFF[field]: text for field, text in edit.values.items() if field in _AIFF}


def id3_texts(edit: Edit, there: Mapping[str, str]) -> dict[str, str]:
    """Returns texts by ID3 frame."""
    texts = _tag_texts(edit, _ID3, "TXXX:", there, "id3.txxx:")
    if "id3.tkwd" in there and Field.KEYWORDS in edit.values:
        texts["TKWD"] = edit.values[Field.KEYWORDS]
    if "id3.txxx:fxname" in there and Field.TITLE in edit.values:
        texts["TXXX:FXNAME"] = edit.values[Field.TITLE]
    if Field.COMMENT in edit.values:
        if "id3.txxx:comment" in there:
            texts["TXXX:comment"] = edit.values[Field.COMMENT]
        if "id3.comm:id3v1 comment" in there:
            texts["COMM:ID3v1 Comment"] = ""  # a truncated copy
    return texts


def vorbis_texts(edit: Edit, there: Mapping[str, str]) -> dict[str, str]:
    """Returns texts by Vorbis comment."""
    texts = _tag_texts(edit, _VORBIS, "", there, "vorbis.")
    if "vorbis.tags" in there and Field.KEYWORDS in edit.values:
        texts["TAGS"] = edit.values[Field.KEYWORDS]
    return texts


def ape_texts(edit: Edit) -> dict[str, str]:
    """Returns texts by item of an APE tag."""
    return {name: text for field, text in edit.values.items() for name in _APE.get(field, ())}


def mp4_texts(edit: Edit, there: Mapping[str, str]) -> dict[str, str]:
    """Returns texts by MP4 atom."""
    return _tag_texts(edit, _MP4, _FREE, there, f"mp4.{_FREE.lower()}")


def custom_elements(names: Iterable[str]) -> dict[str, str]:
    """Returns a file's spelling of the iXML elements of custom fields, by key; `names` are its fields."""
    lead = "ixml.user."
    found = (name[len(lead) :] for name in names if name.lower().startswith(lead))
    return {key_of(name): name for name in found if "." not in name}


def refuse_names(edit: Edit, path: FilePath) -> None:
    """Refuses custom fields whose names are not ASCII, as Vorbis comments require (RFC 7845, Vorbis I specification).

    Raises:
        WriteRefused: the edit has one.
    """
    for field, text in edit.values.items():
        if isinstance(field, CustomField) and text and not element_of(field.name or field.key).isascii():
            said = told(WriteFault.NO_SUCH_NAME_THERE, path.name, field.name or field.key)
            raise WriteRefused(said, advice=WriteAdvice.PLAIN_NAME)


def refuse_recording(edit: Edit, path: FilePath) -> None:
    """Refuses track names and a timecode for a file that cannot hold them.

    Raises:
        WriteRefused: the edit has any.
    """
    if edit.values.get(Field.TRACKS):
        raise WriteRefused(told(WriteFault.NO_TRACKS_THERE, path.name), advice=WriteAdvice.TRACKS_IN_WAV)
    if edit.values.get(Field.TIMECODE):
        raise WriteRefused(told(WriteFault.NO_TIMECODE_THERE, path.name), advice=WriteAdvice.TIMECODE_IN_WAV)


def _tag_texts(
    edit: Edit, places: Mapping[AnyField, tuple[str, ...]], lead: str, there: Mapping[str, str], source: str
) -> dict[str, str]:
    """Returns texts by item of a tag. A custom field keeps the blanks of the file's spelling."""
    spelt: dict[str, str] = {}
    for name in there:
        if name.startswith(source):
            own = name[len(source) :]
            spelt.setdefault(key_of(own), own if lead else own.upper())  # Vorbis comments are upper case
    texts = {name: text for field, text in edit.values.items() for name in places.get(field, ())}
    for field, text in edit.values.items():
        if isinstance(field, CustomField):
            texts[f"{lead}{spelt.get(field.key) or element_of(field.name or field.key)}"] = text
    if Field.UCS_ID in edit.values:
        category, subcategory = _words(edit)
        texts |= {f"{lead}CATEGORY": category, f"{lead}SUBCATEGORY": subcategory}
    return texts


def _words(edit: Edit) -> tuple[str, str]:
    known = by_cat_id(edit.values[Field.UCS_ID])
    return ("", "") if known is None else (known.category, known.subcategory)
