"""A user's library as a corpus: what its sounds and its user say, behind the licence gate."""

import os
from pathlib import Path

import pytest

from engine.base.training_messages import ExclusionReason
from engine.base.types import FilePath
from engine.library.library import Library
from tests.helpers.indexing import index
from tests.helpers.sounds import broken_files, write_tone, write_with_bext
from tests.helpers.tiny_pack import make_tiny_pack
from training.data.corpora.library import CaptionTexts, name_caption, read_library
from training.data.corpora.licences import Policy
from training.data.corpora.reader import CorpusReading
from training.data.corpus import Clip, CorpusError

NC = '<?xml version="1.0"?><BWFXML><USER><LICENSE>CC BY-NC 4.0</LICENSE></USER></BWFXML>'


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library of seven good sounds and a broken one, with a note, tags and a collection."""
    folder = tmp_path_factory.mktemp("library")
    sounds = folder / "sounds"
    write_with_bext(sounds / "Doors" / "A001.wav", "Heavy wooden door slams shut", seconds=0.3)
    write_with_bext(sounds / "Doors" / "A002.wav", "Heavy wooden door slams shut", seconds=0.3)
    write_with_bext(sounds / "nc.wav", "Wind in the trees", ixml=NC, seconds=0.3)
    write_tone(sounds / "DOORWood_Old Creak_JD_Kit.wav", seconds=0.3)
    write_tone(sounds / "Audio 12.wav", seconds=0.3)
    write_tone(sounds / "Audio 13.wav", seconds=0.3)
    write_tone(sounds / "BOOM Library" / "metal crash.wav", seconds=0.3)
    (broken_files(sounds / "bad")[0]).rename(sounds / "broken.wav")
    for path in (sounds / "bad").iterdir():
        path.unlink()
    if os.name != "nt":
        write_tone(sounds / "x.wav", seconds=0.3).rename(os.fsdecode(os.fsencode(sounds) + b"/b\xe4ch rauscht.wav"))
    index(folder / "library", make_tiny_pack(folder / "pack"), sounds)
    with Library.open(folder / "library") as opened:
        id = opened.sound_at(FilePath.of(sounds / "Audio 12.wav"))
        assert id is not None
        opened.keeping.set_note([id], "hum of the old fridge")
        opened.keeping.add_tags([id], ["kitchen", "electric"])
        opened.keeping.make_collection("Domestic machines", [id])
    return folder / "library"


@pytest.fixture(scope="module")
def reading(library: Path) -> CorpusReading:
    return read_library(library)


def clip_of(reading: CorpusReading, name: str) -> Clip:
    return next(clip for clip in reading.clips if clip.path.name == name)


def test_a_bwf_description_is_the_first_caption(reading: CorpusReading) -> None:
    assert clip_of(reading, "A001.wav").captions[0] == "Heavy wooden door slams shut"


def test_sounds_of_one_description_answer_the_same_query_and_stay_together(reading: CorpusReading) -> None:
    one, other = clip_of(reading, "A001.wav"), clip_of(reading, "A002.wav")
    assert (one.kind, one.group, one.split) == (other.kind, other.group, other.split)


def test_a_ucs_name_gives_its_words_and_its_category(reading: CorpusReading) -> None:
    assert clip_of(reading, "DOORWood_Old Creak_JD_Kit.wav").captions == ("old creak, doors wood",)


def test_notes_tags_and_collections_of_the_user_are_captions(reading: CorpusReading) -> None:
    clip = clip_of(reading, "Audio 12.wav")
    assert clip.captions == ("hum of the old fridge", "electric, kitchen", "Domestic machines")
    assert clip.keywords == ("electric", "kitchen")


def test_texts_can_be_switched_off(library: Path) -> None:
    names = [clip.path.name for clip in read_library(library, texts=CaptionTexts(own=False, collections=False)).clips]
    assert "Audio 12.wav" not in names


def test_what_is_left_out_is_listed_with_its_reason(reading: CorpusReading) -> None:
    found = {(one.item, one.reason) for one in reading.left_out}
    assert ("Audio 13.wav", ExclusionReason.NO_CAPTION) in found
    assert ("nc.wav", ExclusionReason.NON_COMMERCIAL) in found
    assert ("metal crash.wav", ExclusionReason.VENDOR) in found
    assert ("broken.wav", ExclusionReason.UNREADABLE) in found
    assert len(reading.left_out) == 4


def test_sounds_without_a_licence_are_kept_and_counted(reading: CorpusReading) -> None:
    assert tuple(map(str, reading.notes)) == (f"{len(reading.clips)} sounds are used although no licence is stated",)


def test_a_strict_gate_keeps_only_what_is_stated_to_be_open(library: Path) -> None:
    assert read_library(library, policy=Policy.STRICT).clips == ()


@pytest.mark.skipif(os.name == "nt", reason="names are not bytes there")
def test_the_exact_path_is_kept(reading: CorpusReading) -> None:
    odd = next(clip for clip in reading.clips if b"\xe4" in os.fsencode(clip.path))
    assert odd.path.is_file()
    assert odd.captions == ("rauscht",)


def test_a_missing_file_is_left_out(library: Path, tmp_path: Path) -> None:
    with Library.open(library) as opened:
        (root,) = opened.roots()
    gone = root.path.native / "DOORWood_Old Creak_JD_Kit.wav"
    gone.rename(tmp_path / "away.wav")
    try:
        found = {(one.item, one.reason) for one in read_library(library).left_out}
    finally:
        (tmp_path / "away.wav").rename(gone)
    assert (gone.name, ExclusionReason.NO_FILE) in found


def test_no_library_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="cannot be read"):
        read_library(tmp_path)


def test_a_name_that_says_nothing_is_no_caption() -> None:
    assert name_caption("Audio 12.wav", "") == ""
    assert name_caption("RX_0042.wav", "") == ""
    assert name_caption("metal_door-SLAM 03.wav", "") == "metal door slam"
