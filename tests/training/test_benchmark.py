"""`earshot-train benchmark`: made folders in each public layout, whose answers are known, heard by a tiny pack."""

import csv
import json
import os
import pickle
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import average_precision_score

from engine.models.pack import default_pack
from tests.helpers.sounds import write_noise, write_tone
from tests.helpers.tiny_pack import make_tiny_pack
from training.cli.main import main
from training.evaluation.public import class_precision
from training.evaluation.public_sets import SETS, TEMPLATES, freesound_ids

LOW, HIGH, NOISE = 100.0, 4000.0, 0.0
ALONE = f"“{TEMPLATES[0].format('label')}”"


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_tiny_pack(tmp_path_factory.mktemp("pack") / "tiny")


def _sound(path: Path, hz: float, seconds: float = 1.0) -> None:
    if hz:
        write_tone(path, hz=hz, seconds=seconds)
    else:
        write_noise(path, seconds=seconds)


def _table(path: Path, head: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([head, *rows] if head else rows)


def _measured(capsys: pytest.CaptureFixture[str], name: str, folder: Path, *packs: Path) -> dict[str, Any]:
    words = ["benchmark", name, "--data", str(folder), "--pack", *map(str, packs), "--json"]
    assert main(words) == 3  # no made set is as large as the published one
    record: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert (record["benchmark"], record["whole"]) == (name, False)
    return record


def _value(record: dict[str, Any], figure: str, pack: int = 0) -> float:
    found = record["packs"][pack]["figures"][figure]
    assert found["low"] <= found["value"] <= found["high"]
    return float(found["value"])


@pytest.mark.shows("public-benchmarks")
def test_esc50_is_the_mean_accuracy_over_its_folds(
    pack: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = tmp_path / "ESC-50-master"
    head = ("filename", "fold", "target", "category", "esc10", "src_file", "take")
    rows = [
        ("1-100-A-0.wav", 1, 0, "low_hum", True, 100, "A"),
        ("1-101-A-1.wav", 1, 1, "high_beep", True, 101, "A"),
        ("2-102-A-0.wav", 2, 0, "low_hum", True, 102, "A"),
        ("2-147793-A-1.wav", 2, 1, "high_beep", True, 147793, "A"),  # it is noise: nothing hears a beep in it
        ("2-104-A-2.wav", 2, 2, "hiss", False, 104, "A"),
        ("2-105-A-2.wav", 2, 2, "hiss", False, 105, "A"),
    ]
    _table(root / "meta" / "esc50.csv", head, rows)
    for row, hz in zip(rows, (LOW, HIGH, LOW, NOISE, NOISE, NOISE), strict=True):
        _sound(root / "audio" / str(row[0]), hz)
    record = _measured(capsys, "esc50", tmp_path, pack)
    assert _value(record, f"accuracy, {ALONE}") == pytest.approx((1 + 3 / 4) / 2)
    assert set(record["packs"][0]["figures"]) == {
        f"accuracy, {ALONE}", "accuracy, “this is a sound of label”", "accuracy, “this is the sound of label”",
        "accuracy, mean of the templates",
    }  # fmt: skip
    assert (record["sounds"], record["published_sounds"], record["absent"]) == (6, 2000, 0)
    assert "147793" in freesound_ids() and record["shared_recordings"] == len(
        {str(row[5]) for row in rows} & freesound_ids()
    )
    assert record["packs"][0]["real_time"] > 0


def test_urbansound8k_is_read_by_fold_and_sounds_that_are_gone_are_counted(
    pack: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    head = ("slice_file_name", "fsID", "start", "end", "salience", "fold", "classID", "class")
    rows = [
        ("200-0-0-0.wav", 200, 0.0, 1.0, 1, 1, 0, "low_hum"),
        ("200-0-0-1.wav", 200, 1.0, 2.0, 1, 1, 0, "low_hum"),
        ("201-1-0-0.wav", 201, 0.0, 1.0, 2, 10, 1, "high_beep"),
        ("202-1-0-0.wav", 202, 0.0, 1.0, 2, 10, 1, "high_beep"),
    ]
    _table(tmp_path / "metadata" / "UrbanSound8K.csv", head, rows)
    for row, hz in zip(rows[:3], (LOW, HIGH, HIGH), strict=True):
        _sound(tmp_path / "audio" / f"fold{row[5]}" / str(row[0]), hz)
    record = _measured(capsys, "urbansound8k", tmp_path, pack)
    assert _value(record, f"accuracy, {ALONE}") == pytest.approx((1 / 2 + 1) / 2)
    assert (record["sounds"], record["absent"]) == (3, 1)


def test_fsd50k_is_the_mean_of_its_classes_precisions(
    pack: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    truth = tmp_path / "FSD50K.ground_truth"
    vocabulary = [(0, "Low_hum", "/m/1"), (1, "High_beep", "/m/2"), (2, "Hiss", "/m/3"), (3, "Horn", "/m/4")]
    _table(truth / "vocabulary.csv", (), vocabulary)
    # The noise is called a hum too: after both hums it is the third of four, or the last.
    rows = [
        (11, "Low_hum", "/m/1"),
        (12, "High_beep", "/m/2"),
        (13, "Hiss,Low_hum", "/m/3,/m/1"),
        (14, "Low_hum", "/m/1"),
    ]
    _table(truth / "eval.csv", ("fname", "labels", "mids"), rows)
    for row, hz in zip(rows, (LOW, HIGH, NOISE, LOW), strict=True):
        _sound(tmp_path / "FSD50K.eval_audio" / f"{row[0]}.wav", hz)
    value = _value(_measured(capsys, "fsd50k", tmp_path, pack), f"mAP, {ALONE}")
    # Beep and hiss are found first, and nothing is a horn, so that it does not count.
    third, last = (1 + 1 + (1 + 1 + 3 / 3) / 3) / 3, (1 + 1 + (1 + 1 + 3 / 4) / 3) / 3
    assert value == pytest.approx(third) or value == pytest.approx(last)


@given(st.lists(st.tuples(st.integers(0, 4), st.booleans()), min_size=1, max_size=30))
def test_average_precision_is_that_of_scikit_learn(drawn: list[tuple[int, bool]]) -> None:
    scores, right = np.array([one for one, _ in drawn], float), np.array([is_right for _, is_right in drawn])
    if right.any():
        assert class_precision(scores, right) == pytest.approx(average_precision_score(right, scores))


def _clotho(folder: Path, captions: Mapping[str, Sequence[str]], hz: Sequence[float]) -> None:
    head = ("file_name", *(f"caption_{number}" for number in range(1, 6)))
    _table(folder / "clotho_captions_evaluation.csv", head, [(name, *own) for name, own in captions.items()])
    for name, one in zip(captions, hz, strict=True):
        _sound(folder / "evaluation" / name, one)


@pytest.mark.shows("public-benchmarks")
def test_each_caption_of_clotho_has_its_own_sound_alone(
    pack: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    captions = {
        "a.wav": ["low hum"] * 4 + ["high beep"],  # the last one finds b.wav first
        "b.wav": ["high beep"] * 5,
        "c.wav": ["hiss"] * 5,
    }
    _clotho(tmp_path, captions, (LOW, HIGH, NOISE))
    record = _measured(capsys, "clotho", tmp_path, pack, pack)
    assert len(record["packs"]) == 2
    assert _value(record, "R@1") == _value(record, "R@1", 1) == pytest.approx(14 / 15)
    assert _value(record, "R@5") == _value(record, "R@10") == 1.0
    # That one is second or third.
    assert _value(record, "mAP@10") in (pytest.approx((14 + 1 / 2) / 15), pytest.approx((14 + 1 / 3) / 15))
    assert _value(record, "mAP@16") == _value(record, "mAP@10")


def test_a_judged_query_has_every_sound_that_is_right(
    pack: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _clotho(tmp_path, {f"{name}.wav": ["x"] * 5 for name in "abc"}, (LOW, LOW, NOISE))
    rows = [("low hum", "['a.wav', 'b.wav']"), ("hiss", "['c.wav']"), ("silence", "['a.wav', 'b.wav', 'c.wav']")]
    _table(tmp_path / "metadata_eval.csv", ("query", "audio_filenames"), rows)
    record = _measured(capsys, "dcase", tmp_path, pack)
    assert {name: _value(record, name) for name in ("mAP@16", "mAP@10", "R@1")} == {
        "mAP@16": pytest.approx(1.0), "mAP@10": pytest.approx(1.0), "R@1": 1.0,
    }  # fmt: skip


def test_audiocaps_is_found_by_video_and_start(pack: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    head = ("audiocap_id", "youtube_id", "start_time", "caption")
    rows = [
        (1, "rqfQRErjfk8", 30, "low hum"),
        (2, "rqfQRErjfk8", 30, "drone"),
        (3, "_-abc", 20, "high beep"),
        (4, "gone", 0, "x"),
    ]
    _table(tmp_path / "test.csv", head, rows)
    _sound(tmp_path / "test" / "rqfQRErjfk8_30.wav", LOW)
    _sound(tmp_path / "test" / "Y_-abc_20.wav", HIGH)
    record = _measured(capsys, "audiocaps", tmp_path, pack)
    assert _value(record, "R@1") == 1.0
    assert (record["sounds"], record["absent"]) == (2, 1)


def test_sounddescs_is_read_from_its_lists_and_descriptions(
    pack: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "data" / "SoundDescs").mkdir(parents=True)
    (tmp_path / "data" / "SoundDescs" / "test_list.txt").write_text("07040237\n07070001\nNHU05\n")
    (tmp_path / "sounddescs_data").mkdir()
    told = {"07040237": "low hum", "07070001": "high beep", "NHU05": "hiss", "other": "of another part"}
    (tmp_path / "sounddescs_data" / "descriptions.pkl").write_bytes(pickle.dumps(told))
    _sound(tmp_path / "audios" / "07040237.wav", LOW)
    _sound(tmp_path / "audios" / "07070001.wav", LOW)  # no beep
    _sound(tmp_path / "audios" / "NHU05.wav", NOISE)
    record = _measured(capsys, "sounddescs", tmp_path, pack)
    assert 1 / 3 <= _value(record, "R@1") <= 2 / 3 + 1e-9
    assert (record["sounds"], record["absent"]) == (3, 0)


class _Evil:
    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[Any, ...]:
        return os.mkdir, (str(self.path),)


def test_a_description_that_is_code_is_refused_and_never_run(
    pack: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "test_list.txt").write_text("1\n")
    (tmp_path / "descriptions.pkl").write_bytes(pickle.dumps({"1": _Evil(tmp_path / "made")}))
    assert main(["benchmark", "sounddescs", "--data", str(tmp_path), "--pack", str(pack)]) == 1
    assert "is no plain dictionary" in capsys.readouterr().err
    assert not (tmp_path / "made").exists()


@pytest.mark.shows("public-benchmarks")
@pytest.mark.parametrize("name", SETS)
@pytest.mark.parametrize("has_folder", [False, True])
def test_without_its_data_a_set_says_where_it_is_had_and_how_large(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], *, has_folder: bool
) -> None:
    words = ["--data", str(tmp_path)] if has_folder else []
    assert main(["benchmark", name, *words]) == 1
    told = capsys.readouterr().err
    assert SETS[name].source in told and SETS[name].size in told


def test_people_get_a_table_that_says_what_it_is_worth(
    tmp_path: Path, pack: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _clotho(tmp_path, {"a.wav": ["low hum"] * 5, "b.wav": ["high beep"] * 5}, (LOW, HIGH))
    assert main(["benchmark", "clotho", "--data", str(tmp_path), "--pack", str(pack)]) == 3
    shown = capsys.readouterr().out
    assert "| pack | R@1 | R@5 | R@10 | mAP@10 | mAP@16 | × real time |" in shown
    assert "| tiny 16 1 | 1.000 (1.000 to 1.000) |" in shown
    assert "2 of 1045 sounds: NOT WHOLE" in shown and "Overlap: " in shown


def test_the_default_is_the_starter(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _clotho(tmp_path, {"a.wav": ["a deep hum"] * 5, "b.wav": ["white noise"] * 5}, (LOW, NOISE))
    assert main(["benchmark", "clotho", "--data", str(tmp_path), "--json"]) == 3
    record = json.loads(capsys.readouterr().out)
    assert [one["pack_id"] for one in record["packs"]] == [
        json.loads((default_pack() / "pack.json").read_bytes())["pack_id"]
    ]
