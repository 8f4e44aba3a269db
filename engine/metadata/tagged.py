"""Writes an edit into FLAC, Ogg (Vorbis, Opus, FLAC), MP3 and M4A, through mutagen, in a copy of the file.

mutagen keeps tags, pictures and blocks that are not named. Kinds it could write but which no sound library uses (APE,
WMA, …) are refused rather than half supported.
"""

from collections.abc import Mapping
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

from engine.audio.inflation import inflation_bounded
from engine.audio.metadata import read_metadata
from engine.audio.mp4_boxes import ASIDE, META, names_of_metas
from engine.audio.tags import is_flac, is_mpeg_audio
from engine.error_wording.metadata import WriteAdvice, WriteFault
from engine.errors import WriteRefused
from engine.metadata import id3, places
from engine.metadata.edit import Edit
from engine.types import FilePath
from engine.wording import told

_VORBIS = (mutagen.flac.FLAC, mutagen.oggvorbis.OggVorbis, mutagen.oggopus.OggOpus, mutagen.oggflac.OggFLAC)
_FREE: Any = mutagen.mp4.MP4FreeForm
_ID3: Any = mutagen.id3.ID3
_Flac: Any = mutagen.flac.FLAC
_Ape: Any = mutagen.apev2.APEv2
_ID3V1_BYTES = 128
_KINDS = (*_VORBIS, mutagen.mp4.MP4, mutagen.mp3.MP3)


def tag(copy: Path, edit: Edit, path: FilePath) -> None:
    """Writes an edit into `copy`, a copy of the file at `path`.

    Raises:
        WriteRefused: its kind is not written, or its tags are damaged.
        OSError: the disk is full, or went away.
    """
    places.refuse_recording(edit, path)
    try:
        # By content: the copy's name says nothing, and mutagen takes an ID3 tag in front of FLAC for an MP3.
        metas = _rename_metas(copy, META, ASIDE)
        with inflation_bounded():
            found: Any = _Flac(copy) if _is_flac(copy) else mutagen.File(copy, options=_KINDS)
        is_mpeg = found is None and _is_mpeg(copy)
        if found is None and not is_mpeg:
            raise WriteRefused(told(WriteFault.FILE_OF_OTHER_KIND, path.name), advice=WriteAdvice.WRITABLE_KINDS)
        there = {name.lower(): text for name, text in read_metadata(copy).fields.items()}
        if isinstance(found, _VORBIS):
            places.refuse_names(edit, path)
            _tag_vorbis(found, places.vorbis_texts(edit, there))
            if isinstance(found, _Flac):
                _tag_in_front(copy, places.id3_texts(edit, there))
        elif isinstance(found, mutagen.mp4.MP4):
            _tag_mp4(found, places.mp4_texts(edit, there))
            if _rename_metas(copy, ASIDE, META) != metas:
                raise ValueError("boxes of the file were lost")
        else:
            _tag_ape(copy, places.ape_texts(edit))
            _tag_mp3(copy, places.id3_texts(edit, there))
    except mutagen.MutagenError as err:
        cause = err.__context__ or (err.args[0] if err.args else None)
        if isinstance(cause, OSError):
            raise cause from err
        raise _damaged(path, err) from err
    except (ValueError, LookupError, TypeError, AttributeError) as err:
        raise _damaged(path, err) from err


def _rename_metas(copy: Path, old: bytes, new: bytes) -> int:
    """Renames the boxes that mutagen would misread, before it writes and after; says how many there are."""
    with copy.open("r+b") as file:
        places = names_of_metas(file, old)
        for place in places:
            file.seek(place)
            file.write(new)
    return len(places)


def _is_flac(copy: Path) -> bool:
    with copy.open("rb") as file:
        return is_flac(file)


def _is_mpeg(copy: Path) -> bool:
    """MPEG audio of a version or layer that mutagen does not look for."""
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


def _tag_mp4(found: Any, texts: Mapping[str, str]) -> None:
    if found.tags is None:
        found.add_tags()
    for wanted, text in texts.items():
        name = next((one for one in found.tags if wanted.startswith("----") and one.lower() == wanted.lower()), wanted)
        if not text:
            found.tags.pop(name, None)
        elif name.startswith("----"):
            found.tags[name] = [_FREE(text.encode())]
        else:
            found.tags[name] = [text]
    found.save()


def _tag_mp3(copy: Path, texts: Mapping[str, str]) -> None:
    try:
        with inflation_bounded():
            tag = _ID3(copy, translate=False)
    except mutagen.id3.ID3NoHeaderError:
        tag = _ID3()
    id3.set_frames(tag, texts)
    tag.save(copy, v1=1, v2_version=id3.kept_version(tag))


def _tag_in_front(copy: Path, texts: Mapping[str, str]) -> None:
    """Writes into the ID3 tag that some taggers put before FLAC, too; other programs would still read the old one."""
    with copy.open("rb") as file:
        is_there = file.read(3) == b"ID3"
    if is_there:
        _tag_mp3(copy, texts)


def _tag_ape(copy: Path, texts: Mapping[str, str]) -> None:
    """Exchanges what an APE tag beside ID3 says already; an ID3v1 tag behind it, which mutagen drops, stays."""
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
