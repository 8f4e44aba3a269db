"""What a retraining learns from, what it leaves out, and when it refuses."""

from dataclasses import replace
from pathlib import Path

import pytest

from engine.base.training_events import to_record
from engine.base.training_messages import ExclusionReason
from tests.helpers.sounds import write_tone
from tests.training.retrain.sounds import make_described_folder
from training.data.corpora.folder import read_folder
from training.data.corpora.splits import Shares
from training.data.listing import write_listing
from training.retrain.material import SoundsSource, read_material, too_little
from training.retrain.settings import RetrainConfig

CONFIG = RetrainConfig()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_described_folder(tmp_path_factory.mktemp("described"))


def test_sounds_are_parted_in_three_and_takes_stay_together(folder: Path) -> None:
    material = read_material(SoundsSource("folder", folder), CONFIG)
    groups = [{clip.group for clip in material.part(split)} for split in ("train", "val", "test")]
    assert [len(part) >= CONFIG.least_held_out for part in groups] == [True, True, True]
    assert not groups[0] & groups[1] and not groups[1] & groups[2] and not groups[0] & groups[2]
    assert too_little(material, CONFIG) is None


def test_the_event_counts_what_is_used_and_says_why_the_rest_is_not(folder: Path) -> None:
    facts = to_record(read_material(SoundsSource("folder", folder), CONFIG).told())
    used = facts["used"]
    assert isinstance(used, dict)
    assert used["train"] + used["val"] + used["held_out"] == 6 * 9 - 1
    assert (used["captions"], used["seconds"]) == (10, pytest.approx(53 * 0.5))
    assert facts["left_out"] == [
        {
            "reason": "NON_COMMERCIAL",
            "count": 1,
            "examples": ["hiss a.wav (CC BY-NC 4.0)"],
        }
    ]
    assert facts["notes"] == [{"what": "KEPT_ALTHOUGH", "values": [5, {"what": "NO_LICENCE", "values": []}]}]


def test_too_few_sounds_are_refused_with_a_way_out(folder: Path) -> None:
    config = replace(CONFIG, least_sounds=54)
    refusal = too_little(read_material(SoundsSource("folder", folder), config), config)
    assert refusal is not None
    assert str(refusal) == "there are only 53 sounds to learn from; at least 54 are needed"
    assert "Describe more sounds" in refusal.advice


def test_sounds_that_are_all_described_alike_are_refused(tmp_path: Path) -> None:
    rows = ["file,caption"]
    for letter in "abcdefghijklmnopqrstuvwx":
        rows.append(f"{write_tone(tmp_path / f'x {letter}.wav', seconds=0.1).name},the same words")
    (tmp_path / "captions.csv").write_text("\n".join(rows), encoding="utf-8")
    refusal = too_little(read_material(SoundsSource("folder", tmp_path), CONFIG), CONFIG)
    assert refusal is not None and "same description" in str(refusal)


def test_more_than_fits_is_left_out_and_counted(folder: Path) -> None:
    material = read_material(SoundsSource("folder", folder), replace(CONFIG, most_sounds=30))
    assert len(material.clips) == 30
    assert {group.reason: group.count for group in material.left_out.groups()}[ExclusionReason.TOO_MANY] == 23


def test_the_parts_of_a_manifest_are_kept_where_it_has_all_three(folder: Path, tmp_path: Path) -> None:
    clips = read_folder(folder, shares=Shares(0.3, 0.3)).clips
    write_listing(clips, tmp_path / "list.jsonl")
    material = read_material(SoundsSource("manifest", tmp_path / "list.jsonl"), CONFIG)
    assert {clip.id: clip.split for clip in material.clips} == {clip.id: clip.split for clip in clips}


def test_a_manifest_without_all_parts_is_parted_anew_and_that_is_said(folder: Path, tmp_path: Path) -> None:
    clips = [replace(clip, split="train") for clip in read_folder(folder).clips]
    clips[0] = replace(clips[0], split="test")
    write_listing(clips, tmp_path / "list.jsonl")
    material = read_material(SoundsSource("manifest", tmp_path / "list.jsonl"), CONFIG)
    assert {clip.split for clip in material.clips} == {"train", "val", "test"}
    assert any("divided again" in str(note) for note in material.left_out.notes)


def test_a_strict_run_takes_only_what_is_open(folder: Path) -> None:
    material = read_material(SoundsSource("folder", folder, is_strict=True), CONFIG)
    assert {clip.licence for clip in material.clips} == {"CC0"}
