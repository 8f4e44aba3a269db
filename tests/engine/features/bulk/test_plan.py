"""Plans: what they hold, that they come out the same, and what is refused."""

import json
import os
import shutil
from pathlib import Path

import pytest

from engine.base.errors import BulkError, NotAFile
from engine.base.file_messages import FileFault
from engine.base.types import FilePath
from engine.features.bulk.plan import NAME, read_plan
from engine.features.bulk.planner import mapped
from tests.helpers.bulk import plan_of, write_takes


@pytest.fixture
def sounds(tmp_path: Path) -> Path:
    return write_takes(tmp_path / "sounds", 8)


def test_the_same_folders_give_the_same_plan(sounds: Path, tmp_path: Path) -> None:
    first, second = plan_of(sounds, tmp_path / "one"), plan_of(sounds, tmp_path / "two")
    assert first.checksum == second.checksum
    names = sorted(path.relative_to(tmp_path / "one") for path in (tmp_path / "one").rglob("*") if path.is_file())
    assert [(tmp_path / "one" / name).read_bytes() for name in names] == [
        (tmp_path / "two" / name).read_bytes() for name in names
    ]


def test_shards_stay_when_folders_are_renamed(sounds: Path, tmp_path: Path) -> None:
    before = [head.id for head in plan_of(sounds, tmp_path / "one").shards]
    (sounds / "part 1").rename(sounds / "renamed")
    assert [head.id for head in plan_of(sounds, tmp_path / "two").shards] == before


def test_what_cannot_be_read_is_named_and_the_rest_is_planned(sounds: Path, tmp_path: Path) -> None:
    (sounds / "name that is no text \udcff.wav").write_bytes((sounds / "long.wav").read_bytes())
    os.mkfifo(sounds / "pipe.wav")
    plan = plan_of(sounds, tmp_path / "plan")
    unread = {one.path.name: one for one in plan.all_unread()}
    assert unread.keys() == {"broken.wav", "pipe.wav"}
    assert unread["pipe.wav"].trouble.what is FileFault.NO_FILE
    assert (unread["broken.wav"].is_lasting, plan.files, plan.unread) == (True, 11, 2)
    paths = [file.path.raw for head in plan.shards for file in plan.shard(head).files]
    assert os.fsencode(sounds / "name that is no text \udcff.wav") in paths


def test_a_plan_is_read_back_as_it_was_made(sounds: Path, tmp_path: Path) -> None:
    plan = plan_of(sounds, tmp_path / "plan")
    shutil.move(tmp_path / "plan", tmp_path / "carried")
    again = read_plan(tmp_path / "carried")
    assert (again.checksum, again.shards, again.roots) == (plan.checksum, plan.shards, plan.roots)
    assert [file.path.is_there for head in again.shards for file in again.shard(head).files] == [True] * 10


def test_a_changed_shard_is_refused(sounds: Path, tmp_path: Path) -> None:
    plan = plan_of(sounds, tmp_path / "plan")
    shard = tmp_path / "plan" / "shards" / f"{plan.shards[0].id}.jsonl"
    shard.write_bytes(shard.read_bytes().replace(b"take", b"cake"))
    with pytest.raises(BulkError, match="damaged"):
        read_plan(tmp_path / "plan").shard(plan.shards[0])


@pytest.mark.parametrize(
    ("changed", "words"),
    [({"format": 2}, "newer Earshot"), ({"roots": []}, "damaged"), ({"format": "x"}, "newer Earshot")],
)
def test_a_changed_head_is_refused(sounds: Path, tmp_path: Path, changed: dict[str, object], words: str) -> None:
    plan_of(sounds, tmp_path / "plan")
    head = tmp_path / "plan" / NAME
    head.write_text(json.dumps({**json.loads(head.read_text()), **changed}))
    with pytest.raises(BulkError, match=words):
        read_plan(tmp_path / "plan")


def test_what_is_no_plan_is_neither_read_nor_replaced(sounds: Path, tmp_path: Path) -> None:
    with pytest.raises(BulkError, match="not an Earshot plan"):
        read_plan(sounds)
    with pytest.raises(BulkError, match="is not a plan"):
        plan_of(sounds, sounds)
    assert (sounds / "long.wav").is_file()


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(NotAFile):
        plan_of(tmp_path / "nowhere", tmp_path / "plan")


@pytest.mark.parametrize(
    ("path", "here"),
    [
        (b"/nas/fx/a.wav", b"/mnt/fx/a.wav"),
        (b"/nas/fx", b"/mnt/fx"),
        (b"/nas/fxx/a.wav", b"/nas/fxx/a.wav"),
        (b"/other/a.wav", b"/other/a.wav"),
    ],
)
def test_planned_folders_may_be_called_otherwise_here(path: bytes, here: bytes) -> None:
    assert mapped(FilePath(path), [(FilePath(b"/nas/fx/"), FilePath(b"/mnt/fx"))]).raw == here
