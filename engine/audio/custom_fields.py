"""Custom fields: texts of a file under a name that Earshot has no field for, such as Show or Perspective.

In iXML each is an element within USER, in either case; ID3, Vorbis comments and MP4 hold them under the same name.
Earshot does not interpret them: any such name can be searched and written. Reads no file; works on the flat fields
that `riff_tags` and `tags` read.
"""

import re
from collections.abc import Mapping
from xml.parsers.expat import ExpatError, ParserCreate

from msgspec import Struct

from engine.base.text_forms import composed, folded

LONGEST_NAME = 40
MOST_FIELDS = 50
"""Per sound; any beyond them are read only as texts of the file."""
PREFIX = "user."
"""Precedes a key wherever custom and built-in fields are mixed."""
AFTER_PREFIX = PREFIX[:-1] + chr(ord(PREFIX[-1]) + 1)
"""Sorts after every key that begins with the prefix."""
_SOURCES = ("ixml.user.", "id3.txxx:", "vorbis.", "mp4.----:com.apple.itunes:")
_OURS = frozenset(
    {"title", "fxname", "tracktitle", "description", "keywords", "tags", "ucs", "catid", "cat_id", "category"}
    | {"subcategory", "categoryfull", "artist", "designer", "library", "album", "comment", "notes", "scene", "take"}
    | {"tape", "originator", "tracks", "project", "timecode"}
)
"""Names that Earshot has fields for."""
_OF_PROGRAMS = frozenset(
    {"genre", "date", "year", "tracknumber", "tracktotal", "totaltracks", "discnumber", "disctotal", "totaldiscs"}
    | {"encoder", "encoded_by", "encodedby", "encoder_options", "encoding", "software", "copyright", "license"}
    | {"licence", "isrc", "barcode", "organization", "performer", "albumartist", "album_artist", "composer", "lyrics"}
    | {"metadata_block_picture", "coverart", "major_brand", "minor_version", "compatible_brands", "creation_time"}
    | {"waveformatextensible_channel_mask", "embedder", "cuesheet", "log", "unsyncedlyrics"}
)
_OF_PROGRAMS_BEGIN = (
    *("musicbrainz", "acoustid", "replaygain", "r128_", "itun", "discogs", "accurip"),
    *("serato", "traktor"),
)
"""Names that programs write for themselves, possibly a different one per sound."""
_LETTERS = re.compile(r"[^\W\d_][\w-]*")


class CustomText(Struct, frozen=True):
    """The text of a custom field."""

    name: str
    """As spelled in the file: SHOW."""
    text: str


def key_of(name: str) -> str:
    """The key of a field: its name in lower case, with _ for blanks."""
    return folded("_".join(name.split()))


def element_of(name: str) -> str:
    """The name of a new field in a file: upper case, as other library programs write it."""
    return composed("_".join(name.split()).upper())


def is_name(name: str) -> bool:
    """Whether a field may have this name: letters, digits, blanks, _ and -, a letter first, and not a built-in one."""
    element = element_of(name)
    key = key_of(name)
    if not _LETTERS.fullmatch(element) or len(element) > LONGEST_NAME or not _is_free(key):
        return False
    try:
        ParserCreate().Parse(f"<{element}/>", True)
    except ExpatError:
        return False
    return True


def custom_texts(fields: Mapping[str, str]) -> dict[str, CustomText]:
    """The custom texts among a file's fields, by key; iXML wins."""
    found: dict[str, CustomText] = {}
    small = [(name, name.lower()) for name in fields]
    for source in _SOURCES:
        for name, lower in small:
            if not lower.startswith(source):
                continue
            own = name[len(source) :]
            key = key_of(own)
            if key in found or len(found) >= MOST_FIELDS or len(own) > LONGEST_NAME:
                continue
            if fields[name].strip() and _LETTERS.fullmatch("_".join(own.split())) and _is_free(key):
                found[key] = CustomText(own, fields[name])
    return found


def _is_free(key: str) -> bool:
    return key not in _OURS and key not in _OF_PROGRAMS and not key.startswith(_OF_PROGRAMS_BEGIN)
