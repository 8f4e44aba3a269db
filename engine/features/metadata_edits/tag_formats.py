"""Writes an edit to FLAC, Ogg (Vorbis, Opus, FLAC), MP3 and M4A with mutagen, in a copy of the file.

mutagen keeps all other tags, pictures and blocks. Kinds it could write but no sound library uses (APE, WMA, …) are
refused rather than half supported.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import mutagen
import mutagen.apev2
import mutagen.flac
import mutagen.id3
import mutagen.mp3
import mutagen.mp4
import mutagen.oggflac
import mutagen.oggopus
import mutagen.oggvorbis

from engine.audio.fields import Field
from engine.audio.inflation import inflation_bounded
from engine.audio.metadata import read_metadata
from engine.audio.mp4_boxes import ASIDE, FREE, META, names_of_metas, places_of_items, texts_of_metas
from engine.audio.tags import is_flac, is_mpeg_audio
from engine.base.errors import WriteRefused
from engine.base.messages import told
from engine.base.types import FilePath
from engine.features.metadata_edits import field_places, id3
from engine.features.metadata_edits.edit import Edit
from engine.features.metadata_edits.messages import WriteAdvice, WriteFault

_VORBIS = (mutagen.flac.FLAC, mutagen.oggvorbis.OggVorbis, mutagen.oggopus.OggOpus, mutagen.oggflac.OggFLAC)
_FREE: Any = mutagen.mp4.MP4FreeForm
_ID3: Any = mutagen.id3.ID3
_Flac: Any = mutagen.flac.FLAC
_Ape: Any = mutagen.apev2.APEv2
_ID3V1_BYTES = 128
_MOST_LYRICS_BYTES = 1_000_000 + 15 + _ID3V1_BYTES
"""Lyrics3 v2 states its size in six digits, followed by "LYRICS200"."""
_ID3V1 = {Field.TITLE: (3, 30), Field.ARTIST: (33, 30), Field.ALBUM: (63, 30), Field.COMMENT: (97, 30)}
_KINDS = (*_VORBIS, mutagen.mp4.MP4, mutagen.mp3.MP3)


def refuse_other_kinds(path: FilePath, edit: Edit) -> None:
    """Refuses a file into which `tag` cannot write an edit, by what is seen without a copy.

    Raises:
        WriteRefused: the kind is not supported, or cannot hold one of the fields.
        OSError: the file cannot be read.
    """
    field_places.refuse_recording(edit, path)
    native = path.native
    with tag_errors(path), inflation_bounded():
        found: Any = _Flac(native) if _is_flac(native) else mutagen.File(native, options=_KINDS)
        if isinstance(found, _VORBIS):
            field_places.refuse_names(edit, path)
        elif found is None and not _is_mpeg(native):
            raise WriteRefused(told(WriteFault.FILE_OF_OTHER_KIND, path.name), advice=WriteAdvice.WRITABLE_KINDS)


def tag(copy: Path, edit: Edit, path: FilePath) -> None:
    """Writes an edit to `copy`, a copy of the file at `path`.

    Raises:
        WriteRefused: the kind is not supported, or the tags are damaged.
        OSError: the disk is full or went away.
    """
    field_places.refuse_recording(edit, path)
    with tag_errors(path):
        # By content: the copy's name tells nothing, and mutagen takes FLAC behind an ID3 tag for an MP3.
        with copy.open("rb") as file:
            beside = {name: text for name, text in texts_of_metas(file) if name in field_places.MP4_ITEMS}
        metas = _rename_metas(copy, META, ASIDE)
        with inflation_bounded():
            found: Any = _Flac(copy) if _is_flac(copy) else mutagen.File(copy, options=_KINDS)
        is_mpeg = found is None and _is_mpeg(copy)
        if found is None and not is_mpeg:
            raise WriteRefused(told(WriteFault.FILE_OF_OTHER_KIND, path.name), advice=WriteAdvice.WRITABLE_KINDS)
        there = {name.lower(): text for name, text in read_metadata(copy).fields.items()}
        if isinstance(found, _VORBIS):
            field_places.refuse_names(edit, path)
            _tag_vorbis(found, field_places.vorbis_texts(edit, there))
            if isinstance(found, _Flac):
                _tag_in_front(copy, field_places.id3_texts(edit, there))
                _tag_ape(copy, field_places.ape_texts(edit))
                _tag_behind(copy, edit)
        elif isinstance(found, mutagen.mp4.MP4):
            texts = field_places.mp4_texts(edit, there)
            _tag_mp4(found, texts, beside)
            if _rename_metas(copy, ASIDE, META) != metas:
                raise ValueError("boxes of the file were lost")
            _free_items(copy, frozenset(name.lower() for name in texts))
        else:
            _refuse_lyrics(copy, edit, path)
            _tag_ape(copy, field_places.ape_texts(edit))
            _tag_mp3(copy, field_places.id3_texts(edit, there))


def set_comments(copy: Path, path: FilePath, is_ours: Callable[[str], bool], texts: Mapping[str, str]) -> bool:
    """Replaces the comments of `copy`, a copy of the FLAC or Ogg file at `path`, whose names are ours, by these texts.

    Returns:
        Whether it is such a file; nothing is written to another.

    Raises:
        WriteRefused: the tags are damaged.
        OSError: the disk is full or went away.
    """
    with tag_errors(path):
        with inflation_bounded():
            found: Any = _Flac(copy) if _is_flac(copy) else mutagen.File(copy, options=_VORBIS)
        if not isinstance(found, _VORBIS):
            return False
        _set_pairs(found, is_ours, texts)
        return True


def _set_pairs(found: Any, is_ours: Callable[[str], bool], texts: Mapping[str, str]) -> None:
    if found.tags is None:
        found.add_tags()
    pairs = [(name, text) for name, text in found.tags if not is_ours(name)]
    if [*pairs, *texts.items()] != list(found.tags):
        found.tags[:] = [*pairs, *texts.items()]
        found.save()


@contextmanager
def tag_errors(path: FilePath) -> Iterator[None]:
    """Turns what mutagen raises into WriteRefused, or the OSError behind it."""
    try:
        yield
    except mutagen.MutagenError as err:
        cause = err.__context__ or (err.args[0] if err.args else None)
        if isinstance(cause, OSError):
            raise cause from err
        raise _damaged(path, err) from err
    except (ValueError, LookupError, TypeError, AttributeError) as err:
        raise _damaged(path, err) from err


def _rename_metas(copy: Path, old: bytes, new: bytes) -> int:
    """Renames the boxes that mutagen would misread, before and after it writes. Returns their number."""
    with copy.open("r+b") as file:
        field_places = names_of_metas(file, old)
        for place in field_places:
            file.seek(place)
            file.write(new)
    return len(field_places)


def _is_flac(copy: Path) -> bool:
    with copy.open("rb") as file:
        return is_flac(file)


def _is_mpeg(copy: Path) -> bool:
    """Returns whether it is MPEG audio of a version or layer that mutagen does not detect."""
    with copy.open("rb") as file:
        return is_mpeg_audio(file.read(12))


def _tag_vorbis(found: Any, texts: Mapping[str, str]) -> None:
    if found.tags is None:
        found.add_tags()
    for name, text in texts.items():
        if text:
            found.tags[name] = [text]
        elif name in found.tags:
            del found.tags[name]
    found.save()


def _tag_mp4(found: Any, texts: Mapping[str, str], beside: Mapping[str, str]) -> None:
    """Writes texts. Those in `beside`, from a box that mutagen cannot read, go to its own box, which hides that one."""
    if found.tags is None:
        found.add_tags()
    for name, text in beside.items():
        if name not in found.tags and text:
            found.tags[name] = [text]
    for wanted, text in texts.items():
        name = next((one for one in found.tags if wanted.startswith("----") and one.lower() == wanted.lower()), wanted)
        if not text:
            found.tags.pop(name, None)
        elif name.startswith("----"):
            found.tags[name] = [_FREE(text.encode())]
        else:
            found.tags[name] = [text]
    found.save()


def _free_items(copy: Path, names: frozenset[str]) -> None:
    """Empties the written items in a QuickTime `meta` box, which other programs would still read."""
    with copy.open("r+b") as file:
        for place in places_of_items(file, names):
            file.seek(place)
            file.write(FREE)


def _tag_mp3(copy: Path, texts: Mapping[str, str]) -> None:
    try:
        with inflation_bounded():
            tag = _ID3(copy, translate=False)
    except mutagen.id3.ID3NoHeaderError:
        tag = _ID3()
    id3.set_frames(tag, texts)
    tag.save(copy, v1=1, v2_version=id3.kept_version(tag))


def _tag_in_front(copy: Path, texts: Mapping[str, str]) -> None:
    """Also writes to an ID3 tag before FLAC, which some taggers add and other programs would still read."""
    with copy.open("rb") as file:
        is_there = file.read(3) == b"ID3"
    if is_there:
        _tag_mp3(copy, texts)


def _tag_behind(copy: Path, edit: Edit) -> None:
    """Also writes to an ID3v1 tag after FLAC, in Latin-1 and cut to its field sizes, as players read it."""
    with copy.open("r+b") as file:
        start = max(0, file.seek(0, 2) - _ID3V1_BYTES)
        file.seek(start)
        tag = bytearray(file.read())
        if tag[:3] != b"TAG" or len(tag) != _ID3V1_BYTES:
            return
        for field, (at, size) in _ID3V1.items():
            if field in edit.values:
                size -= 2 if field is Field.COMMENT and tag[125] == 0 else 0  # followed by a track number
                tag[at : at + size] = edit.values[field].encode("latin-1", errors="replace")[:size].ljust(size, b"\0")
        file.seek(start)
        file.write(tag)


def _refuse_lyrics(copy: Path, edit: Edit, path: FilePath) -> None:
    """Raises WriteRefused for an edit of an APE tag before a Lyrics3 block, which no writer preserves."""
    with copy.open("rb") as file:
        file.seek(max(0, file.seek(0, 2) - _MOST_LYRICS_BYTES))
        end = file.read()
    if end[-_ID3V1_BYTES:][:3] == b"TAG":
        end = end[:-_ID3V1_BYTES]
    begins = end.rfind(b"LYRICSBEGIN") if end.endswith((b"LYRICS200", b"LYRICSEND")) else -1
    if begins >= 0 and end[max(0, begins - 32) : begins][:8] == b"APETAGEX" and field_places.ape_texts(edit):
        raise WriteRefused(told(WriteFault.LYRICS_BETWEEN, path.name), advice=WriteAdvice.REMOVE_LYRICS)


def _tag_ape(copy: Path, texts: Mapping[str, str]) -> None:
    """Replaces texts that an APE tag beside ID3 or after FLAC has; puts back an ID3v1 tag that mutagen drops."""
    try:
        tag = _Ape(copy)
    except mutagen.apev2.APENoHeaderError:
        return
    changed = {name: text for name, text in texts.items() if name in tag and str(tag[name]) != text}
    if not changed:
        return
    with copy.open("rb") as file:
        file.seek(max(0, file.seek(0, 2) - _ID3V1_BYTES))
        old = file.read()
    for name, text in changed.items():
        if text:
            tag[name] = text
        else:
            del tag[name]
    tag.save()
    if old[:3] == b"TAG":
        with copy.open("ab") as file:
            file.write(old)


def _damaged(path: FilePath, err: Exception) -> WriteRefused:
    return WriteRefused(told(WriteFault.TAGS_ODD, path.text, str(err)), advice=WriteAdvice.REPAIR_THEM)
