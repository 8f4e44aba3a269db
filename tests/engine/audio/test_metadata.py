"""Words that come with a file: each kind of tag, who wins, and damaged ones."""

import shutil
import struct
import subprocess
from pathlib import Path

import mutagen
import mutagen.aiff
import mutagen.flac
import mutagen.id3
import mutagen.mp4
import mutagen.wave
import pytest

from engine.audio.metadata import loops_by, read_metadata
from engine.base.errors import NotAFile
from engine.base.types import SoundMetadata
from tests.helpers import sounds

IXML = """<?xml version="1.0" encoding="UTF-8"?>
<BWFXML><IXML_VERSION>1.61</IXML_VERSION><NOTE>Take 3, door sticks</NOTE>
<USER><KEYWORDS>oak, hinge; creak</KEYWORDS><CATID>DOORWood</CATID><FXNAME>Oak door slam</FXNAME></USER></BWFXML>"""


def wav_with(path: Path, *chunks: tuple[bytes, bytes]) -> Path:
    after = b"".join(sounds.chunk(name, content) for name, content in chunks)
    path.write_bytes(sounds.wav_bytes(sounds.tone(440.0, 0.2), after=after))
    return path


def info_list(**texts: str) -> bytes:
    return b"INFO" + b"".join(sounds.chunk(name.encode(), text.encode() + b"\0") for name, text in texts.items())


def test_bext_description_and_time_are_read(tmp_path: Path) -> None:
    found = read_metadata(sounds.write_with_bext(tmp_path / "a.wav", "Heavy wooden door slams shut"))
    assert found.description == "Heavy wooden door slams shut"
    assert found.fields["bext.OriginationDate"] == "2026-11-21"
    assert found.fields["bext.TimeReference"] == "48000"


def test_ixml_note_keywords_and_category_are_read(tmp_path: Path) -> None:
    found = read_metadata(sounds.write_with_bext(tmp_path / "a.wav", "", ixml=IXML))
    assert found.description == "Take 3, door sticks"
    assert found.keywords == ("oak", "hinge", "creak")
    assert (found.ucs_id, found.category, found.title) == ("DOORWood", "doors wood", "Oak door slam")


def test_cut_ixml_gives_what_came_before_the_cut(tmp_path: Path) -> None:
    found = read_metadata(sounds.write_with_bext(tmp_path / "a.wav", ixml=IXML[:150]))
    assert found.fields["ixml.NOTE"] == "Take 3, door sticks"


def test_ixml_with_entities_is_not_unfolded(tmp_path: Path) -> None:
    bomb = '<!DOCTYPE a [<!ENTITY b "boom"><!ENTITY c "&b;&b;&b;">]><BWFXML><NOTE>&c;</NOTE></BWFXML>'
    found = read_metadata(sounds.write_with_bext(tmp_path / "a.wav", ixml=bomb))
    assert "ixml.NOTE" not in found.fields and found.description


def test_info_list_is_read(tmp_path: Path) -> None:
    texts = info_list(INAM="Rain", IART="Ann", ICMT="on tin", IKEY="rain; roof", ICOP="CC0", IPRD="Weather")
    found = read_metadata(wav_with(tmp_path / "a.wav", (b"LIST", texts)))
    assert (found.title, found.artist, found.comment, found.album) == ("Rain", "Ann", "on tin", "Weather")
    assert (found.keywords, found.licence) == (("rain", "roof"), "CC0")


def test_info_in_windows_letters_is_read(tmp_path: Path) -> None:
    content = b"INFO" + sounds.chunk(b"INAM", "Türschlag – laut".encode("cp1252"))
    assert read_metadata(wav_with(tmp_path / "a.wav", (b"LIST", content))).title == "Türschlag – laut"


def test_odd_chunk_without_its_padding_byte_hides_nothing(tmp_path: Path) -> None:
    odd = b"note" + struct.pack("<I", 3) + b"abc"
    after = odd + sounds.chunk(b"LIST", info_list(INAM="Found"))
    path = tmp_path / "a.wav"
    path.write_bytes(sounds.wav_bytes(sounds.tone(440.0, 0.1), after=after))
    assert read_metadata(path).title == "Found"


def test_bext_of_an_rf64_with_a_long_data_chunk_is_read(tmp_path: Path) -> None:
    pcm = bytes(64_000)
    ds64 = sounds.chunk(b"ds64", struct.pack("<QQQI", 0, len(pcm), 32_000, 0))
    fmt = sounds.chunk(b"fmt ", struct.pack("<HHIIHH", 1, 1, 32_000, 64_000, 2, 16))
    after = sounds.chunk(b"bext", sounds.bext("Far thunder"))
    path = tmp_path / "a.wav"
    path.write_bytes(b"RF64\xff\xff\xff\xffWAVE" + ds64 + fmt + b"data\xff\xff\xff\xff" + pcm + after)
    assert read_metadata(path).description == "Far thunder"


def test_chunks_of_a_w64_are_walked(tmp_path: Path) -> None:
    path = sounds.write_tone(tmp_path / "a.w64", 440.0, 0.2)
    bext = sounds.bext("Far thunder")
    guid = b"bext" + bytes.fromhex("f3acd3118cd100c04f8edb8a")
    content = path.read_bytes()
    path.write_bytes(content + bytes(-len(content) % 8) + guid + struct.pack("<Q", 24 + len(bext)) + bext)
    assert read_metadata(path).description == "Far thunder"


def test_id3_inside_wav_and_aiff_is_read(tmp_path: Path) -> None:
    wav, aiff = sounds.write_tone(tmp_path / "a.wav"), sounds.write_tone(tmp_path / "a.aiff")
    for tagged in (mutagen.wave.WAVE(wav), mutagen.aiff.AIFF(aiff)):
        tagged.add_tags()
        tagged.tags.add(mutagen.id3.TIT2(encoding=3, text="Sirène"))
        tagged.save()
    assert read_metadata(wav).title == read_metadata(aiff).title == "Sirène"


def test_id3_of_an_mp3_is_read(tmp_path: Path) -> None:
    path = sounds.write_tone(tmp_path / "a.mp3", rate=44_100)
    tags = mutagen.id3.ID3()
    tags.add(mutagen.id3.TIT2(encoding=3, text="Siren"))
    tags.add(mutagen.id3.COMM(encoding=3, lang="eng", desc="notes", text="two streets away"))
    tags.add(mutagen.id3.TXXX(encoding=3, desc="keywords", text="police, alarm"))
    tags.add(mutagen.id3.APIC(encoding=3, mime="image/png", data=b"\x89PNG" * 100))
    tags.save(path)
    found = read_metadata(path)
    assert (found.title, found.comment, found.keywords) == ("Siren", "two streets away", ("police", "alarm"))


@pytest.mark.parametrize("name", ["a.flac", "a.ogg", "a.opus"])
def test_vorbis_comments_are_read(tmp_path: Path, name: str) -> None:
    path = sounds.write_tone(tmp_path / name, rate=48_000)
    tagged = mutagen.File(path)
    tagged["description"] = "Wind in pines"
    tagged["keywords"] = ["wind", "trees"]
    tagged["license"] = "CC BY 4.0"
    tagged.save()
    found = read_metadata(path)
    assert (found.description, found.keywords, found.licence) == ("Wind in pines", ("wind", "trees"), "CC BY 4.0")


def test_mp4_tags_are_read(tmp_path: Path) -> None:
    path = sounds.encode(tmp_path / "a.m4a", sounds.tone(440.0, 0.5, 48_000), "aac", 48_000, "fltp")
    tagged = mutagen.mp4.MP4(path)
    tagged["\xa9nam"], tagged["desc"], tagged["\xa9cmt"] = ["Kettle"], ["A kettle boils"], ["gas stove"]
    tagged.save()
    found = read_metadata(path)
    assert (found.title, found.description, found.comment) == ("Kettle", "A kettle boils", "gas stove")


def test_wma_tags_are_read(tmp_path: Path) -> None:
    if shutil.which("ffmpeg") is None:
        pytest.skip("no ffmpeg program on this machine to make a tagged WMA with")
    wav = sounds.write_tone(tmp_path / "a.wav", rate=44_100)
    command = ["ffmpeg", "-v", "error", "-i", wav, "-metadata", "title=Gong", tmp_path / "a.wma"]
    subprocess.run(command, check=True)
    assert read_metadata(tmp_path / "a.wma").title == "Gong"


def test_ucs_name_gives_the_category(tmp_path: Path) -> None:
    found = read_metadata(sounds.write_tone(tmp_path / "DOORWood_Slam Heavy_ABC_LIB.flac"))
    assert (found.ucs_id, found.category) == ("DOORWood", "doors wood")


@pytest.mark.parametrize(
    ("chunk", "content", "loops"),
    [
        (b"smpl", struct.pack("<9I", 0, 0, 0, 60, 0, 0, 0, 1, 0) + bytes(24), True),
        (b"smpl", struct.pack("<9I", 0, 0, 0, 60, 0, 0, 0, 0, 0), None),
        (b"acid", struct.pack("<I", 1) + bytes(20), False),
        (b"acid", struct.pack("<I", 0) + bytes(20), True),
        (b"cue ", struct.pack("<I", 2) + bytes(48), None),
    ],
)
def test_loop_marks_are_believed(tmp_path: Path, chunk: bytes, content: bytes, loops: bool | None) -> None:
    assert loops_by(read_metadata(wav_with(tmp_path / "a.wav", (chunk, content)))) is loops


def test_broken_files_give_empty_metadata_and_never_an_error(tmp_path: Path) -> None:
    paths = [path for path in sounds.broken_files(tmp_path) if path.stat().st_size]
    assert all(isinstance(read_metadata(path), SoundMetadata) for path in paths)


def test_missing_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(NotAFile):
        read_metadata(tmp_path / "gone.wav")


def test_control_characters_do_not_reach_the_window(tmp_path: Path) -> None:
    found = read_metadata(sounds.write_with_bext(tmp_path / "a.wav", "Door\x1b[31m slam"))
    assert "\x1b" not in found.description
