"""Reads the texts in a file: BEXT, iXML, LIST/INFO, ID3, Vorbis comments, MP4 tags, the UCS name.

Every text keeps its own key; this module also decides which of them is the description, the title, and so on. It never
writes.
"""

import re
from io import FileIO
from pathlib import Path
from typing import TYPE_CHECKING

from engine.audio import decoder_pool
from engine.audio.files import as_file_path, open_regular, read_at
from engine.audio.riff_tags import bounded, chunk_fields, id3_chunk
from engine.audio.ucs import by_cat_id, parse_name
from engine.base.lazy_import import later
from engine.base.text_forms import composed
from engine.base.types import FilePath, SoundMetadata

if TYPE_CHECKING:
    from engine.audio import tags
else:
    tags = later("engine.audio.tags")

_CHUNKED = (b"RIFF", b"RIFX", b"RF64", b"BW64", b"riff", b"FORM", b"caff")

# Fields by meaning, best first; keys are compared in lower case.
_DESCRIPTION = (
    "bext.description", "ixml.user.description", "ixml.bext.bwf_description", "ixml.note", "info.isbj",
    "id3.txxx:description", "vorbis.description", "mp4.desc", "mp4.ldes", "asf.description", "caf.description",
    "ixml.aswg.fxname", "id3.tit3", "ape.subtitle",
    "container.description", "au.description", "au.annotation",
)  # fmt: skip
_TITLE = (
    "ixml.user.fxname", "ixml.user.tracktitle", "info.inam", "id3.tit2", "vorbis.title", "mp4.©nam", "asf.title",
    "ape.title", "aiff.name", "caf.title",
    "container.title", "au.title",
)  # fmt: skip
_ARTIST = (
    "ixml.user.designer", "ixml.aswg.creatorid", "info.iart", "id3.tpe1", "vorbis.artist", "mp4.©art", "asf.author",
    "ape.artist", "aiff.auth", "caf.artist",
    "container.artist", "au.artist",
)  # fmt: skip
_ALBUM = (
    "ixml.user.library", "ixml.aswg.library", "info.iprd", "id3.talb", "vorbis.album", "mp4.©alb", "asf.wm/albumtitle",
    "ape.album", "caf.album",
    "container.album", "au.album",
)  # fmt: skip
_COMMENT = (
    "info.icmt", "id3.comm", "vorbis.comment", "mp4.©cmt", "ape.comment", "aiff.anno", "caf.comments",
    "ixml.user.notes", "asf.wm/comments",
    "container.comment", "au.comment", "id3.txxx:comment", "id3.comm:id3v1 comment",
)  # fmt: skip
_LICENCE = (
    "vorbis.license", "vorbis.licence", "id3.txxx:license", "id3.wcop", "info.icop", "id3.tcop", "vorbis.copyright",
    "mp4.cprt", "asf.copyright", "aiff.copyright", "caf.copyright", "ape.copyright",
    "container.copyright", "au.copyright",
)  # fmt: skip
_KEYWORDS = (
    "ixml.user.keywords", "info.ikey", "id3.txxx:keywords", "id3.tkwd", "vorbis.keywords", "vorbis.tags", "mp4.keyw",
    "ape.keywords", "caf.keywords", "ixml.aswg.keywords", "asf.wm/keywords",
    "container.keywords",
)  # fmt: skip
_GENRES = (
    "info.ignr", "id3.tcon", "vorbis.genre", "mp4.©gen", "asf.wm/genre", "ape.genre", "caf.genre",
    "container.genre", "au.genre",
)  # fmt: skip
_FREE = "mp4.----:com.apple.itunes:"
_CAT_ID = ("ixml.user.catid", "ixml.aswg.catid", "id3.txxx:catid", "vorbis.catid", f"{_FREE}catid")
_CATEGORY = (
    "ixml.user.category", "ixml.aswg.category", "id3.txxx:category", "vorbis.category", f"{_FREE}category",
)  # fmt: skip
_SUBCATEGORY = (
    "ixml.user.subcategory", "ixml.aswg.subcategory", "id3.txxx:subcategory", "vorbis.subcategory",
    f"{_FREE}subcategory",
)  # fmt: skip
_MAX_KEYWORDS = 100


def read_metadata(path: FilePath | Path) -> SoundMetadata:
    """Reads all texts that came with a file; from damaged tags, what is readable.

    Raises:
        NotAFile: missing, unreadable, or not a regular file.
        EmptyAudio: the file has no bytes.
        DecoderEnded: reading it ended the decoder process.
    """
    exact = as_file_path(path)
    with open_regular(exact) as file:
        return metadata_of(file, exact)


def metadata_of(file: FileIO, path: FilePath) -> SoundMetadata:
    """Reads all texts that came with an open file without moving its position."""
    away = decoder_pool.in_use()
    fields = fields_of(file) if away is None else away.fields(file, path.text)
    ucs_id, category = _category(fields, path)
    return SoundMetadata(
        description=_description(fields),
        keywords=_keywords(fields, _KEYWORDS + _GENRES),
        title=_first(fields, _TITLE),
        artist=_first(fields, _ARTIST),
        album=_first(fields, _ALBUM),
        comment=_first(fields, _COMMENT),
        licence=_first(fields, _LICENCE),
        ucs_id=ucs_id,
        category=category,
        fields=fields,
    )


def fields_of(file: FileIO) -> dict[str, str]:
    """Reads every text of an open file under its own key, in this process, without moving the file's position."""
    start = read_at(file, 0, 12)
    if start[:4] in _CHUNKED and start[8:] != b"AVI ":
        fields = chunk_fields(file)
        for name, value in tags.id3_tags(id3_chunk(file)).items():
            fields.setdefault(name, value)
    else:
        fields = tags.file_tags(file)
    return bounded(fields)


def own_keywords(metadata: SoundMetadata) -> tuple[str, ...]:
    """The keywords from keyword fields alone, without the genres that searches treat as keywords too."""
    return _keywords(dict(metadata.fields), _KEYWORDS)


def loops_by(metadata: SoundMetadata) -> bool | None:
    """The file's own loop marks: True for a loop, False for a one-shot, None without marks."""
    fields = metadata.fields
    if fields.get("smpl.loops", "0") != "0" or fields.get("aiff.loops", "0") != "0":
        return True
    one_shot = fields.get("acid.one_shot")
    return None if one_shot is None else one_shot == "0"


def _first(fields: dict[str, str], names: tuple[str, ...]) -> str:
    found = _by_base_name(fields)
    return next((found[name] for name in names if name in found), "")


def _description(fields: dict[str, str]) -> str:
    """The first one; where BEXT cut a longer iXML text at 256 bytes, that text."""
    first, whole = _first(fields, _DESCRIPTION), _first(fields, ("ixml.user.description",))
    return whole if len(whole) > len(first) and whole.startswith(first) else first


def _keywords(fields: dict[str, str], names: tuple[str, ...]) -> tuple[str, ...]:
    found = _by_base_name(fields)
    words: dict[str, str] = {}
    for name in names:
        for word in re.split(r"[;,\n]", found.get(name, "")):
            tidy = " ".join(word.split())
            if tidy:
                words.setdefault(composed(tidy).lower(), tidy)
    return tuple(words.values())[:_MAX_KEYWORDS]


def _category(fields: dict[str, str], path: FilePath) -> tuple[str, str]:
    """The UCS id, and category and subcategory in words: from the tags, else from the file name."""
    known = by_cat_id(_first(fields, _CAT_ID))
    if known is None:
        name = parse_name(Path(path.name).stem)
        known = None if name is None else by_cat_id(name.cat_id)
    if known is not None:
        return known.cat_id, f"{known.category} {known.subcategory}".lower()
    return "", f"{_first(fields, _CATEGORY)} {_first(fields, _SUBCATEGORY)}".strip().lower()


def _by_base_name(fields: dict[str, str]) -> dict[str, str]:
    """Lower-case keys; a described ID3 comment ("COMM:iTunes notes") is a fallback for the plain one."""
    found: dict[str, str] = {}
    for name, value in fields.items():
        found.setdefault(name.lower(), value)
    for name, value in fields.items():
        if name.startswith("id3.COMM:") and not name.startswith(("id3.COMM:iTun", "id3.COMM:ID3v1")):
            found.setdefault("id3.comm", value)
    return found
