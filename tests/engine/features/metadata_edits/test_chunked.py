"""The chunk writer: whatever a file is made of, what nobody named stays; the sound stays in its place if it can."""

import dataclasses
import struct
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import structs

from engine.audio.content import payload_digest
from engine.audio.fields import Field
from engine.audio.metadata import read_metadata
from engine.base.errors import WriteRefused
from engine.base.messages import told
from engine.base.types import FilePath
from engine.features.metadata_edits.edit import Edit
from engine.features.metadata_edits.envelope_writer import WriteOptions, prepare
from engine.features.metadata_edits.messages import WriteFault
from engine.features.metadata_edits.sessions import describe, undo
from tests.engine.features.metadata_edits.makers import Nobody, chunks_of
from tests.helpers.sounds import bext, chunk, tone, wav_bytes, write_tone

_ID3 = b"ID3\x03\0\0\0\0\0\x0eTIT2\0\0\0\x04\0\0\0old"
_NAMES = st.sampled_from(
    [b"abcd", b"JUNK", b"PAD ", b"FLLR", b"cue ", b"smpl", b"x y ", b"iXML", b"bext", b"LIST", b"id3 ", b"zzzz"]
)
_BODY = {
    b"iXML": b"<BWFXML><A>1</A></BWFXML>",
    b"bext": bext("old"),
    b"LIST": b"INFOINAM\x04\0\0\0old\0",
    b"id3 ": _ID3,
}
_TEXT = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Zs", "Zl", "Zp"]), max_size=600)


@st.composite
def _chunks(draw: st.DrawFn) -> bytes:
    built = b""
    for name in draw(st.lists(_NAMES, max_size=5)):
        built += chunk(name, _BODY.get(name) or draw(st.binary(max_size=700)))
    return built


def write(library: Path, file: Path, edit: dict[Field, str], **options: int) -> None:
    report = describe(library, [(FilePath.of(file), Edit.of(edit))], follower=Nobody(), options=WriteOptions(**options))
    assert report.failures == ()


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(before=_chunks(), after=_chunks(), text=_TEXT, second=_TEXT, in_place=st.booleans(), odd=st.booleans())
def test_any_file_keeps_what_nobody_named(
    tmp_path: Path, before: bytes, after: bytes, text: str, second: str, in_place: bool, odd: bool
) -> None:
    file = tmp_path / "any.wav"
    content = wav_bytes(tone(440.0, 0.02), before=before, after=after)
    if odd:  # one byte of padding behind a sound of odd length
        pcm = b"\1\2\3"
        content = wav_bytes(tone(1.0, 0.0), before=before)[:-8] + chunk(b"data", pcm) + after
        content = content[:4] + struct.pack("<I", len(content) - 8) + content[8:]
    file.write_bytes(content)
    digest = payload_digest(file)
    options = {"patch_from_bytes": 0 if in_place else 1 << 30}
    for words in (text, second):
        write(tmp_path, file, {Field.TITLE: words, Field.DESCRIPTION: words}, **options)
        now = file.read_bytes()
        kept = [pair for pair in chunks_of(content) if pair[0] not in (*_BODY, b"JUNK", b"PAD ", b"FLLR")]
        assert [pair for pair in chunks_of(now) if pair[0] not in (*_BODY, b"JUNK", b"PAD ", b"FLLR")] == kept
        assert struct.unpack("<I", now[4:8])[0] == len(now) - 8
        assert payload_digest(file) == digest
        found = read_metadata(file)
        said = Edit.of({Field.TITLE: words, Field.DESCRIPTION: words}).values
        assert (found.title, found.description) == (said[Field.TITLE], said[Field.DESCRIPTION])
    while file.read_bytes() != content:
        undo(tmp_path, follower=Nobody())


def sound_at(file: Path) -> int:
    return file.read_bytes().index(b"data") + 8


def test_room_before_the_sound_is_used_and_the_sound_stays(tmp_path: Path) -> None:
    file = tmp_path / "a.wav"
    ixml = chunk(b"iXML", b"<BWFXML><USER><FXNAME>a</FXNAME></USER></BWFXML>")
    file.write_bytes(wav_bytes(tone(440.0, 0.1), before=ixml + chunk(b"JUNK", bytes(4000))))
    at = sound_at(file)
    write(tmp_path, file, {Field.TITLE: "a much longer name " * 10})
    assert sound_at(file) == at
    write(tmp_path, file, {Field.TITLE: "short"})
    assert sound_at(file) == at
    assert read_metadata(file).title == "short"


def test_new_chunks_go_behind_a_large_sound(tmp_path: Path) -> None:
    file = tmp_path / "a.wav"
    file.write_bytes(wav_bytes(tone(440.0, 0.1)))
    number, at = file.stat().st_ino, sound_at(file)
    write(tmp_path, file, {Field.DESCRIPTION: "wind"}, patch_from_bytes=0)
    assert (file.stat().st_ino, sound_at(file)) == (number, at)  # the same file, written over around the sound
    assert [name for name, _ in chunks_of(file.read_bytes())] == [b"fmt ", b"data", b"bext", b"LIST", b"iXML"]


def test_a_file_that_was_written_over_and_sounds_otherwise_is_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "a.wav"
    file.write_bytes(content := wav_bytes(tone(440.0, 0.1)))
    options = WriteOptions(patch_from_bytes=0)
    prepared = prepare(FilePath.of(file), Edit.of({Field.DESCRIPTION: "wind"}), options)
    head, *others = prepared.after.parts
    at = head.index(b"fmt ") + 12  # its sample rate
    slower = head[:at] + struct.pack("<I", 16_000) + head[at + 4 :]
    wrong = structs.replace(prepared, after=dataclasses.replace(prepared.after, parts=(slower, *others)))
    with pytest.raises(WriteRefused) as refused:
        wrong.commit(options)
    assert refused.value.what == told(WriteFault.SOUND_WOULD_CHANGE, str(file))
    assert file.read_bytes() == content


def test_room_kept_for_a_long_header_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "a.wav"
    content = wav_bytes(tone(440.0, 0.1))
    body = b"WAVE" + chunk(b"JUNK", bytes(28)) + content[12:]
    file.write_bytes(b"RIFF" + struct.pack("<I", len(body)) + body)
    write(tmp_path, file, {Field.DESCRIPTION: "wind"})
    assert file.read_bytes()[12:48] == chunk(b"JUNK", bytes(28))


def test_a_description_of_more_than_256_bytes_stands_whole_in_ixml(tmp_path: Path) -> None:
    file = tmp_path / "a.wav"
    file.write_bytes(wav_bytes(tone(440.0, 0.1)))
    words = "Türen " * 60
    write(tmp_path, file, {Field.DESCRIPTION: words})
    found = dict(chunks_of(file.read_bytes()))
    # "Türen " is 7 bytes: 36 of them are 252, and "Tür" is 4 more.
    assert found[b"bext"][:256] == ("Türen " * 36 + "Tür").encode()
    assert read_metadata(file).description == words.strip()


def test_an_empty_text_takes_it_out(tmp_path: Path) -> None:
    file = tmp_path / "a.wav"
    file.write_bytes(wav_bytes(tone(440.0, 0.1)))
    write(tmp_path, file, {Field.TITLE: "a name", Field.UCS_ID: "DOORWood", Field.KEYWORDS: "x"})
    write(tmp_path, file, {Field.TITLE: "", Field.UCS_ID: "", Field.KEYWORDS: ""})
    metadata = read_metadata(file)
    assert (metadata.title, metadata.ucs_id, metadata.category, metadata.keywords) == ("", "", "", ())
    assert b"DOORS" not in file.read_bytes()


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (wav_bytes(tone(440.0, 0.1))[:-50], "where the sound ends"),
        (
            b"RIFF\xff\xff\xff\xffWAVE" + wav_bytes(tone(440.0, 0.1))[12:36] + b"data\xff\xff\xff\xff" + bytes(100),
            "ends",
        ),
        (wav_bytes(tone(440.0, 0.1), after=chunk(b"data", b"1234")), "more than one"),
        (wav_bytes(tone(440.0, 0.1), after=chunk(b"iXML", b"<BWFXML><USER>")), "iXML"),
        (wav_bytes(tone(440.0, 0.1), after=chunk(b"iXML", b"<!DOCTYPE x><BWFXML></BWFXML>")), "document type"),
    ],
)
def test_what_cannot_be_changed_safely_is_refused_and_stays(tmp_path: Path, content: bytes, why: str) -> None:
    file = tmp_path / "odd.wav"
    file.write_bytes(content)
    report = describe(tmp_path, [(FilePath.of(file), Edit.of({Field.TITLE: "x"}))], follower=Nobody())
    assert report.changed == 0
    assert why in report.failures[0].reason
    assert report.failures[0].advice
    assert file.read_bytes() == content


def test_a_kind_that_is_not_written_is_refused(tmp_path: Path) -> None:
    file = write_tone(tmp_path / "a.caf", 440.0, 0.1)
    report = describe(tmp_path, [(FilePath.of(file), Edit.of({Field.TITLE: "x"}))], follower=Nobody())
    assert "cannot write into this kind" in report.failures[0].reason
