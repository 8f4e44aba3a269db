"""Writes an edit to WAV, RF64 and AIFF: finds the affected chunks and their new contents."""

import struct
from collections.abc import Callable, Mapping
from io import FileIO
from typing import TypeVar

from engine.audio import bext
from engine.audio.fields import AnyField, Field
from engine.audio.files import read_at
from engine.audio.metadata import metadata_of
from engine.audio.riff_tags import info_code_page
from engine.audio.slate import frame_rate, samples_at, stated_sample_rate_hz
from engine.base.errors import WriteRefused
from engine.base.messages import told
from engine.base.types import FilePath
from engine.features.metadata_edits import field_places, id3, info_list, ixml
from engine.features.metadata_edits.edit import Edit
from engine.features.metadata_edits.envelope import Envelope
from engine.features.metadata_edits.messages import WriteAdvice, WriteFault
from engine.features.metadata_edits.riff_chunks import Layout, places_of, read_layout, with_chunks

_ID3_NAMES = (b"id3 ", b"ID3 ")
_BEXT: dict[AnyField, bext.BextField] = {
    Field.DESCRIPTION: bext.BextField.DESCRIPTION,
    Field.ORIGINATOR: bext.BextField.ORIGINATOR,
}
_Name = TypeVar("_Name")
_WAVES = (b"RIFF", b"RF64", b"BW64", b"RIFX")


def is_chunked(file: FileIO) -> bool:
    """Returns whether the chunks of this file can be written: WAV, RF64, BW64, RIFX, AIFF or AIFC."""
    head = read_at(file, 0, 12)
    return (head[:4] in _WAVES and head[8:] == b"WAVE") or (head[:4] == b"FORM" and head[8:] in (b"AIFF", b"AIFC"))


def envelope_with(file: FileIO, path: FilePath, now: Envelope, edit: Edit, *, may_move: bool) -> Envelope:
    """Returns the envelope with the edit applied.

    Raises:
        WriteRefused: a chunk that must change is damaged, or the file's structure is unusual.
    """
    layout = read_layout(file, path, now)
    there = {**metadata_of(file, path).fields, **_sample_rate(layout)}
    if layout.is_wave:
        changes = _wave_changes(layout, edit, there, path, info_code_page(file))
    else:
        changes = _aiff_changes(layout, edit, there, path)
    replaced: dict[int, bytes] = {}
    added: list[tuple[bytes, bytes]] = []
    for name, place, content in changes:
        if content is not None and place is not None:
            replaced[place] = content
        elif content is not None:
            added.append((name, content))
    parts = with_chunks(layout, replaced, added, path, now.payload_bytes, may_move=may_move)
    if not now.spans:  # an empty sound: nothing between the two
        return now.around((b"".join(parts),))
    return now.around(parts)


def _sample_rate(layout: Layout) -> dict[str, str]:
    """Returns a WAV file's sample rate as a field."""
    found = places_of(layout, (b"fmt ",)) if layout.is_wave else []
    content = layout.chunks[found[0]].content if found else b""
    return {"fmt.SampleRate": str(struct.unpack_from(layout.order + "I", content, 4)[0])} if len(content) >= 8 else {}


_Change = tuple[bytes, int | None, bytes | None]
"""Name of the chunk, its number (None if new), its new content."""


def _wave_changes(
    layout: Layout, edit: Edit, fields: Mapping[str, str], path: FilePath, code_page: str
) -> list[_Change]:
    there = {name.lower(): text for name, text in fields.items()}
    changes: list[_Change] = []
    broadcast = {_BEXT[field]: text for field, text in edit.values.items() if field in _BEXT}
    samples = _samples(edit, fields, path)
    has_clock = Field.TIMECODE in edit.values
    if broadcast or has_clock:
        reference = (samples or 0) if has_clock else None
        changes += _each(layout, (b"bext",), broadcast, lambda old, new: bext.with_texts(old, new, reference))
    if texts := field_places.info_texts(edit):
        changes += _each(
            layout,
            (b"LIST", b"list"),
            texts,
            lambda old, new: info_list.with_texts(old, new, layout.order, code_page),
            kind=info_list.KIND,
        )
    texts_of_ixml = field_places.ixml_texts(edit, there, field_places.custom_elements(fields))
    if has_clock:
        texts_of_ixml |= field_places.clock_texts(samples, there, stated_sample_rate_hz(fields))
    changes += _each(layout, (b"iXML", b"ixml"), texts_of_ixml, ixml.with_texts)
    if places_of(layout, _ID3_NAMES):
        changes += _each(layout, _ID3_NAMES, field_places.id3_texts(edit, there), id3.with_frames)
    return changes


def _samples(edit: Edit, fields: Mapping[str, str], path: FilePath) -> int | None:
    """Returns the timecode in samples since midnight, or None. Raises WriteRefused without such a frame or a rate."""
    text = edit.values.get(Field.TIMECODE)
    if not text:
        return None
    try:
        return samples_at(text, fields, stated_sample_rate_hz(fields))
    except ValueError as err:
        if frame_rate(fields) is None:
            raise WriteRefused(told(WriteFault.NO_FRAME_RATE, path.name), advice=WriteAdvice.SECONDS_ALONE) from err
        said = told(WriteFault.NO_SUCH_TIMECODE, text, path.name)
        raise WriteRefused(said, advice=WriteAdvice.FRAME_AT_RATE) from err


def _aiff_changes(layout: Layout, edit: Edit, fields: Mapping[str, str], path: FilePath) -> list[_Change]:
    there = {name.lower(): text for name, text in fields.items()}
    field_places.refuse_recording(edit, path)
    changes: list[_Change] = []
    for name, text in field_places.aiff_texts(edit).items():
        changes += _each(layout, (name,), {"": text}, _plain)
    return changes + _each(layout, (b"ID3 ", b"id3 "), field_places.id3_texts(edit, there), id3.with_frames)


def _each(
    layout: Layout,
    names: tuple[bytes, ...],
    texts: dict[_Name, str],
    write: Callable[[bytes | None, dict[_Name, str]], bytes | None],
    *,
    kind: bytes = b"",
) -> list[_Change]:
    """Writes the texts to the first chunk of a name, and removes them from any other, where they would be stale."""
    found = places_of(layout, names, kind)
    if not found:
        return [(names[0], None, write(None, texts))]
    nothing = dict.fromkeys(texts, "")
    return [
        (names[0], at, write(layout.chunks[at].content, nothing if number else texts))
        for number, at in enumerate(found)
    ]


def _plain(old: bytes | None, texts: dict[str, str]) -> bytes | None:
    return None if old is None and not texts[""] else texts[""].encode()
