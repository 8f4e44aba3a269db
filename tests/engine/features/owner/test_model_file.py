"""Files of what was learnt: come back as they were, stay small, and are refused with what is wrong with them."""

import json
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from engine.base.errors import OwnerError
from engine.base.types import PackId
from engine.features.owner.lessons import Lesson
from engine.features.owner.model_file import MOST_LESSONS, OwnerModel, read_model, write_model
from tests.helpers.small_disk import small_disk

GOLDEN = Path(__file__).parents[3] / "golden" / "owner-1.json"
PACK = PackId("0123456789abcdef0123456789abcdef")


def a_model(lessons: int = 2, dim: int = 4) -> OwnerModel:
    """Vectors that float16 holds to the last digit."""
    axes = np.eye(dim, dtype=np.float32)
    made = [
        Lesson(f"our door {n}" if n else "our door", n % 2 == 0, 5 + n, 0.75, axes[n % dim], axes[(n + 1) % dim])
        for n in range(lessons)
    ]
    return OwnerModel(PACK, "tiny", dim, 1_700_000_000.0, tuple(made))


def told(model: OwnerModel) -> tuple[object, ...]:
    lessons = [
        (one.text, one.is_word, one.sounds, one.agreement, one.asked.tolist(), one.towards.tolist())
        for one in model.lessons
    ]
    return model.pack_id, model.pack_name, model.dim, model.learnt_s, lessons


def test_what_was_learnt_comes_back_as_it_was(tmp_path: Path) -> None:
    size = write_model(a_model(), tmp_path / "owner.json")
    assert size == (tmp_path / "owner.json").stat().st_size
    assert told(read_model(tmp_path / "owner.json", PACK, "tiny")) == told(a_model())


def test_a_file_that_an_earlier_earshot_wrote_is_read() -> None:
    assert told(read_model(GOLDEN, PACK, "tiny")) == told(a_model())


def test_as_much_as_can_be_learnt_stays_under_a_megabyte(tmp_path: Path) -> None:
    assert write_model(a_model(MOST_LESSONS + 40, dim=256), tmp_path / "owner.json") < 1_000_000
    assert len(read_model(tmp_path / "owner.json", PACK, "tiny").lessons) == MOST_LESSONS


def test_another_packs_is_refused_with_both_named(tmp_path: Path) -> None:
    write_model(a_model(), tmp_path / "owner.json")
    with pytest.raises(OwnerError, match=r"learnt with the model pack tiny \(01234567…\).*uses starter \(fedcba98…\)"):
        read_model(tmp_path / "owner.json", PackId("fedcba98"), "starter")


@pytest.mark.parametrize("change", [{"pack_id": "fedcba98"}, {"lessons": []}, {"learnt_s": 1.0}, {"dim": 8}])
def test_a_file_that_was_changed_is_refused(tmp_path: Path, change: dict[str, object]) -> None:
    path = tmp_path / "owner.json"
    write_model(a_model(), path)
    path.write_text(json.dumps({**json.loads(path.read_text()), **change}))
    with pytest.raises(OwnerError, match="checksum"):
        read_model(path, PACK, "tiny")


@pytest.mark.parametrize("content", ["", "{", "[]", '{"format": "earshot-user-data"}', "\xff\xfe"])
def test_another_file_is_told(tmp_path: Path, content: str) -> None:
    path = tmp_path / "owner.json"
    path.write_text(content, encoding="latin-1")
    with pytest.raises(OwnerError, match="not an Earshot export of learnt choices"):
        read_model(path, PACK, "tiny")


def test_a_later_earshots_is_told(tmp_path: Path) -> None:
    path = tmp_path / "owner.json"
    path.write_text('{"format": "earshot-owner", "version": 2}')
    with pytest.raises(OwnerError, match="newer Earshot"):
        read_model(path, PACK, "tiny")


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(OwnerError, match="cannot be read"):
        read_model(tmp_path / "none.json", PACK, "tiny")


def test_a_full_disk_keeps_the_former_file(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", 1) as folder:
        path = folder / "owner.json"
        write_model(a_model(), path)
        (folder / "filler").write_bytes(b"x" * 900_000)
        with pytest.raises(Exception, match="space"):
            write_model(replace(a_model(300, dim=256)), path)
        assert told(read_model(path, PACK, "tiny")) == told(a_model())
