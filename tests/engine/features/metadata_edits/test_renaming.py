"""UCS names: how they are built, that they never meet another file, and that they can be taken back."""

import os
from pathlib import Path

import pytest

from engine.base.errors import WriteRefused
from engine.base.types import FilePath, SoundMetadata
from engine.features.metadata_edits.sessions import rename, undo
from engine.features.metadata_edits.ucs_names import UcsParts, clean, move, propose
from tests.engine.features.metadata_edits.makers import Nobody
from tests.helpers.sounds import write_tone


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_name_has_the_parts_of_ucs(tmp_path: Path) -> None:
    path = FilePath.of(tmp_path / "take_01.WAV")
    metadata = SoundMetadata(ucs_id="DOORWood", title="Old/Creak_slow", artist="Jane Doe", album="Old Houses")
    (proposal,) = propose([(path, metadata)], UcsParts(user_data="48k"))
    assert proposal.new_path.name == "DOORWood_Old Creak slow_NONE_Old Houses_48k.WAV"  # an artist is no CreatorID
    (proposal,) = propose([(path, metadata)], UcsParts("RAINConc", "Drops", "JD", "OH"))
    assert proposal.new_path.name == "RAINConc_Drops_JD_OH.WAV"


def test_a_name_in_the_form_keeps_what_is_not_changed(tmp_path: Path) -> None:
    path = FilePath.of(tmp_path / "DOORWood_Creak_JD_OH_x.wav")
    (proposal,) = propose([(path, SoundMetadata())], UcsParts(source="New"))
    assert proposal.new_path.name == "DOORWood_Creak_JD_New.wav"
    (proposal,) = propose([(path, SoundMetadata())], UcsParts(user_data="x"))
    assert not proposal.is_change


def test_a_sound_without_a_cat_id_is_left_out(tmp_path: Path) -> None:
    (proposal,) = propose([(FilePath.of(tmp_path / "a.wav"), SoundMetadata())], UcsParts())
    assert (proposal.problem, proposal.is_change) == ("no CatID", False)


def test_names_that_would_meet_are_numbered(tmp_path: Path) -> None:
    for name in ("a.wav", "b.wav", "doorwood_creak_none_none.WAV"):
        write_tone(tmp_path / name, 440.0, 0.1)
    sounds = [(FilePath.of(tmp_path / name), SoundMetadata()) for name in ("a.wav", "b.wav")]
    proposals = propose(sounds, UcsParts("DOORWood", "Creak"))
    assert [one.new_path.name for one in proposals] == [
        "DOORWood_Creak 02_NONE_NONE.wav",
        "DOORWood_Creak 03_NONE_NONE.wav",
    ]


def test_long_names_are_cut_to_what_file_systems_take(tmp_path: Path) -> None:
    parts = UcsParts("DOORWood", "ü" * 200, "ü" * 200, "x")
    (proposal,) = propose([(FilePath.of(tmp_path / "a.wav"), SoundMetadata())], parts)
    assert len(os.fsencode(proposal.new_path.name)) <= 240
    assert proposal.new_path.name.endswith(".wav")


def test_renaming_and_taking_it_back(tmp_path: Path) -> None:
    folder = tmp_path / "sounds"
    pairs = []
    for number in range(3):
        write_tone(folder / f"{number}.wav", 440.0, 0.1)
        pairs.append((FilePath.of(folder / f"{number}.wav"), FilePath.of(folder / f"DOORWood_{number}_A_B.wav")))
    assert rename(tmp_path / "library", pairs, follower=Nobody()).changed == 3
    assert names(folder) == ["DOORWood_0_A_B.wav", "DOORWood_1_A_B.wav", "DOORWood_2_A_B.wav"]
    assert undo(tmp_path / "library", follower=Nobody()).changed == 3
    assert names(folder) == ["0.wav", "1.wav", "2.wav"]


def test_a_name_that_is_taken_fails_alone_and_the_others_can_be_taken_back(tmp_path: Path) -> None:
    folder, library = tmp_path / "sounds", tmp_path / "library"
    paths = [write_tone(folder / f"{number}.wav", 440.0, 0.1) for number in range(3)]
    write_tone(folder / "new1.wav", 880.0, 0.1)
    pairs = [(FilePath.of(path), FilePath.of(path.with_name(f"new{path.name}"))) for path in paths]
    done = rename(library, pairs, follower=Nobody())
    assert (done.changed, done.unchanged, [failure.path for failure in done.failures]) == (2, 0, [pairs[1][0]])
    assert names(folder) == ["1.wav", "new0.wav", "new1.wav", "new2.wav"]
    assert undo(library, follower=Nobody()).changed == 2
    assert names(folder) == ["0.wav", "1.wav", "2.wav", "new1.wav"]


def test_another_file_is_never_written_over(tmp_path: Path) -> None:
    one, two = write_tone(tmp_path / "1.wav", 440.0, 0.1), write_tone(tmp_path / "2.wav", 880.0, 0.1)
    content = two.read_bytes()
    with pytest.raises(WriteRefused, match="already a file named"):
        move(FilePath.of(one), FilePath.of(two))
    assert two.read_bytes() == content
    assert one.exists()


def test_a_change_of_case_only(tmp_path: Path) -> None:
    folder = tmp_path / "sounds"
    write_tone(folder / "door.wav", 440.0, 0.1)
    move(FilePath.of(folder / "door.wav"), FilePath.of(folder / "Door.wav"))
    assert names(folder) == ["Door.wav"]


def test_clean_leaves_nothing_that_parts_a_name() -> None:
    assert clean(' a_b/c\\d:e*?"<>|\n f. ') == "a b c d e f"
