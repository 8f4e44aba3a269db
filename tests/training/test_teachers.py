"""What teachers say is kept, found again, and missed loudly."""

import json
from pathlib import Path

import numpy as np
import pytest
import torch

from training.runs.teachers import TeacherError, TeacherFacts, TeacherTable, write_teacher

IDS, CAPTIONS = ["rain-1", "dog-1", "sea-1"], ["rain falls", "a dog – barking"]


def teacher(folder: Path, audio: list[list[float]], text: list[list[float]], name: str = "first") -> Path:
    facts = TeacherFacts(name, f"{name}.pt", "", len(audio[0]))
    write_teacher(folder, facts, IDS, np.array(audio, dtype=np.float32), CAPTIONS, np.array(text, dtype=np.float32))
    return folder


def two_teachers(tmp_path: Path) -> list[Path]:
    """The first by angles that are easy; the second of another size, with vectors far from unit length."""
    first = teacher(tmp_path / "first", [[1, 0], [0, 1], [1, 1]], [[1, 0], [0, 2]])
    second = teacher(tmp_path / "second", [[0, 0, 9], [0, 8, 0], [0, 0, 1]], [[0, 3, 4], [0, 5, 0]], "second")
    return [first, second]


def test_an_ensemble_is_the_mean_of_its_cosines(tmp_path: Path) -> None:
    found = TeacherTable.load(two_teachers(tmp_path)).similarity(["sea-1", "rain-1"], ["a dog – barking", "rain falls"])
    # sea: (cos 45 + 0) / 2, (cos 45 + 4/5) / 2; rain: (0 + 0) / 2, (1 + 4/5) / 2
    assert torch.allclose(found, torch.tensor([[0.35355339, 0.75355339], [0.0, 0.9]]), atol=1e-6)


def test_a_folder_of_teachers_is_an_ensemble(tmp_path: Path) -> None:
    two_teachers(tmp_path)
    assert [one.facts.name for one in TeacherTable.load([tmp_path]).teachers] == ["first", "second"]


def test_vectors_are_halves_on_disk(tmp_path: Path) -> None:
    folder = teacher(tmp_path, [[1, 0], [0, 1], [1, 1]], [[1, 0], [0, 2]])
    assert np.load(folder / "text.npy").dtype == np.float16
    assert np.load(folder / "text.npy").tolist() == [[1, 0], [0, 2]]


def test_what_a_teacher_never_heard_is_named_before_the_run(tmp_path: Path) -> None:
    table = TeacherTable.load(two_teachers(tmp_path))
    table.check(IDS, CAPTIONS)
    with pytest.raises(TeacherError, match="first lacks 1 of 2 sounds, first 'cat-1'") as told:
        table.check(["rain-1", "cat-1"], CAPTIONS)
    assert "earshot-train teach" in told.value.advice
    with pytest.raises(TeacherError, match="lacks 1 of 1 captions, first 'Rain falls'"):
        table.similarity(["rain-1"], ["Rain falls"])


def test_a_folder_without_a_teacher_says_so(tmp_path: Path) -> None:
    with pytest.raises(TeacherError, match="no teacher at"):
        TeacherTable.load([tmp_path])


def test_a_table_cut_short_is_refused(tmp_path: Path) -> None:
    folder = teacher(tmp_path, [[1, 0], [0, 1], [1, 1]], [[1, 0], [0, 2]])
    (folder / "audio.npy").write_bytes((folder / "audio.npy").read_bytes()[:-3])
    with pytest.raises(TeacherError, match="cannot be read"):
        TeacherTable.load([folder])


def test_a_table_with_other_keys_is_refused(tmp_path: Path) -> None:
    folder = teacher(tmp_path, [[1, 0], [0, 1], [1, 1]], [[1, 0], [0, 2]])
    (folder / "audio.json").write_text(json.dumps(IDS[:2]), encoding="utf-8")
    with pytest.raises(TeacherError, match="2 keys for float16"):
        TeacherTable.load([folder])


def test_a_table_of_a_later_format_is_refused(tmp_path: Path) -> None:
    folder = teacher(tmp_path, [[1, 0], [0, 1], [1, 1]], [[1, 0], [0, 2]])
    header = json.loads((folder / "teacher.json").read_text(encoding="utf-8"))
    (folder / "teacher.json").write_text(json.dumps(header | {"format": 2}), encoding="utf-8")
    with pytest.raises(TeacherError, match="later format"):
        TeacherTable.load([folder])


def test_a_teacher_that_broke_in_training_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TeacherError, match="'dog-1'"):
        teacher(tmp_path, [[1, 0], [0, float("nan")], [1, 1]], [[1, 0], [0, 2]])
    assert not (tmp_path / "teacher.json").exists()


def test_a_sound_that_no_one_can_read_stops_no_run(tmp_path: Path) -> None:
    facts = TeacherFacts("first", "first.pt", "", 2, left_out=("broken-1",))
    vectors = np.eye(3, 2, dtype=np.float32) + 1.0
    write_teacher(tmp_path, facts, IDS, vectors, CAPTIONS, vectors[:2])
    table = TeacherTable.load([tmp_path])
    table.check([*IDS, "broken-1"], CAPTIONS)
    with pytest.raises(TeacherError, match="can be read now"):
        table.similarity(["rain-1", "broken-1"], CAPTIONS)
