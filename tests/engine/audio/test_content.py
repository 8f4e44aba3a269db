"""Identity: what tags, names and copies must not change, and what a change of the sound must."""

import itertools
import shutil
import struct
from collections.abc import Sequence
from pathlib import Path

import mutagen
import mutagen.apev2
import mutagen.flac
import mutagen.id3
import mutagen.mp4
import numpy as np
import pytest

from engine.audio.content import PROBE_BYTES, content_id, payload_digest
from engine.base.errors import NotAFile
from tests.helpers import sounds

LONG_WORDS = "A door slams in a large stone hall. " * 400


def identities(path: Path) -> tuple[bytes, bytes]:
    return content_id(path), payload_digest(path)


def test_renamed_copy_is_the_same_content(tmp_path: Path) -> None:
    path = sounds.write_noise(tmp_path / "a.wav", 3.0)
    shutil.copy(path, tmp_path / "other name.wav")
    assert identities(path) == identities(tmp_path / "other name.wav")


@pytest.mark.parametrize("name", ["a.wav", "a.aiff", "a.flac", "a.mp3", "a.ogg", "a.opus"])
def test_editing_tags_keeps_the_content(tmp_path: Path, name: str) -> None:
    path = sounds.write_noise(tmp_path / name, 6.0, rate=48_000)
    before = identities(path)
    size = path.stat().st_size
    tagged = mutagen.File(path)
    if tagged.tags is None:
        tagged.add_tags()
    if isinstance(tagged.tags, mutagen.id3.ID3):
        tagged.tags.add(mutagen.id3.COMM(encoding=3, lang="eng", text=LONG_WORDS))
    else:
        tagged["description"] = LONG_WORDS
    if isinstance(tagged, mutagen.flac.FLAC):
        picture = mutagen.flac.Picture()
        picture.data = bytes(100_000)
        tagged.add_picture(picture)
    tagged.save()
    assert path.stat().st_size > size
    assert identities(path) == before


def ogg_pages(first_number: int, starts: Sequence[int], size_bytes: int) -> bytes:
    """Pages of sound that begin at these bytes, numbered from `first_number`, as RFC 3533 §6 lays them out.

    Their checksums go with their numbers; nobody here looks whether they are right.
    """
    pages = []
    for at, (start, end) in enumerate(itertools.pairwise([*starts, size_bytes])):
        segments = next(n for n in range(1, 256) if 27 + n + 255 * n >= end - start)
        body = end - start - 27 - segments
        number = first_number + at
        head = struct.pack("<4sBBqIIIB", b"OggS", 0, 0, 1 + at, 7, number, number * 0x9E3779B1 & 0xFFFFFFFF, segments)
        laced = bytes([255] * (segments - 1) + [body - 255 * (segments - 1)])
        pages.append(head + laced + (bytes(range(250)) * 140)[:body])
    return b"".join(pages)


@pytest.mark.parametrize("before", [1, 4, 14, 18, 20, 22, 25, 27])
@pytest.mark.parametrize("border", [(2 << 20) - PROBE_BYTES, ((2 << 20) - PROBE_BYTES) // 2, 1 << 20])
def test_a_page_that_begins_just_before_a_read_does_not_bring_its_number_in(
    tmp_path: Path, border: int, before: int
) -> None:
    """A longer comment gives every page of an Ogg file another number and checksum."""
    starts = sorted({*range(0, 2 << 20, 1 << 15), border - before})
    starts = [start for start in starts if start == border - before or abs(start - border + before) > 400]
    paths = [tmp_path / "before.ogg", tmp_path / "after.ogg"]
    for path, number in zip(paths, (2, 3), strict=True):
        path.write_bytes(ogg_pages(number, starts, 2 << 20))
    assert paths[0].read_bytes() != paths[1].read_bytes()
    assert identities(paths[0]) == identities(paths[1])


def test_bext_and_ixml_do_not_count(tmp_path: Path) -> None:
    plain = tmp_path / "plain.wav"
    plain.write_bytes(sounds.wav_bytes(sounds.tone(440.0, 1.0)))
    told = sounds.write_with_bext(tmp_path / "told.wav", hz=440.0, ixml="<BWFXML><NOTE>loud</NOTE></BWFXML>")
    assert identities(plain) == identities(told)


def test_editing_tags_of_an_mp4_keeps_the_content(tmp_path: Path) -> None:
    path = sounds.encode(tmp_path / "a.m4a", sounds.noise(3.0, 48_000), "aac", 48_000, "fltp")
    before = identities(path)
    tagged = mutagen.mp4.MP4(path)
    tagged["desc"] = [LONG_WORDS]
    tagged.save()
    assert identities(path) == before


def test_id3v1_and_ape_tags_at_the_end_do_not_count(tmp_path: Path) -> None:
    path = sounds.write_noise(tmp_path / "a.mp3", 2.0, rate=48_000)
    before = identities(path)
    tags = mutagen.apev2.APEv2()
    tags["Title"] = "Door"
    tags.save(path)
    with path.open("ab") as file:
        file.write(b"TAG" + b"Door".ljust(125, b"\0"))
    assert identities(path) == before


@pytest.mark.parametrize("at", [100, 96_000, 191_900])
def test_one_changed_sample_at_start_middle_or_end_is_seen(tmp_path: Path, at: int) -> None:
    wave = sounds.noise(6.0)
    before = content_id(sounds.write(tmp_path / "a.wav", wave))
    wave[at] += np.float32(0.1)
    assert content_id(sounds.write(tmp_path / "a.wav", wave)) != before


def test_whole_digest_sees_what_the_probes_miss(tmp_path: Path) -> None:
    wave = sounds.noise(10.0)
    path = sounds.write(tmp_path / "a.wav", wave)
    quick, whole = identities(path)
    wave[70_000] += np.float32(0.1)  # 2 bytes a sample: outside 64 KiB at start, middle and end of 640,000 bytes
    sounds.write(path, wave)
    assert content_id(path) == quick and payload_digest(path) != whole


def test_longer_sound_with_the_same_start_is_another(tmp_path: Path) -> None:
    silence = np.zeros(32_000, dtype=np.float32)
    first = sounds.write(tmp_path / "a.wav", silence)
    second = sounds.write(tmp_path / "b.wav", silence[:-1])
    assert content_id(first) != content_id(second)


def test_broken_files_are_told_apart_and_known_again_under_another_name(tmp_path: Path) -> None:
    paths = [path for path in sounds.broken_files(tmp_path / "broken") if path.stat().st_size]
    found = {path.name: identities(path) for path in paths}
    again = {path.name: identities(path.rename(tmp_path / f"{path.name}.mov")) for path in paths}
    assert again == found
    # These differ in the chunk before the sound alone; those are whatever they are called.
    same = ("no_channels.wav", "too_many_channels.wav", "no_rate.wav", "unknown_codec.wav")
    apart = ("one_byte.wav", "text_named.wav", "html_named.mp3", "noise_bytes.m4a", "cut_in_header.m4a")
    assert len({found[name] for name in same}) == 1
    assert len({found[name] for name in (*apart, same[0])}) == 6


def test_missing_file_has_none(tmp_path: Path) -> None:
    with pytest.raises(NotAFile):
        content_id(tmp_path / "gone.wav")


def test_a_long_payload_can_be_left_in_the_middle(tmp_path: Path) -> None:
    path = tmp_path / "long.mp3"
    with path.open("wb") as file:
        file.truncate(20 << 20)
    times = 0

    def between() -> None:
        nonlocal times
        times += 1
        if times == 3:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        payload_digest(path, between=between)
    assert times == 3


@pytest.mark.parametrize("at", range(16, 24))
def test_asf_whose_sizes_no_file_can_have_is_identified_all_the_same(tmp_path: Path, at: int) -> None:
    header, data = bytes.fromhex("3026b2758e66cf11a6d900aa0062ce6c"), bytes.fromhex("3626b2758e66cf11a6d900aa0062ce6c")
    whole = bytearray(header + struct.pack("<Q", 24) + data + struct.pack("<Q", 24 + 64) + bytes(range(64)))
    whole[at : at + 8] = b"\xff" * 8
    path, other = tmp_path / "a.wma", tmp_path / "b.wma"
    path.write_bytes(whole)
    other.write_bytes(whole[:-1] + b"\0")
    assert identities(path) != identities(other)
    assert identities(path.rename(tmp_path / "c.wma")) == identities(
        shutil.copy(tmp_path / "c.wma", tmp_path / "d.wma")
    )
