"""Results in a library: the same as if it had listened itself."""

import json
import os
import shutil
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.audio import analysis, decode
from engine.base.errors import BulkError
from engine.base.types import FilePath
from engine.features.bulk.library_commit import CommitOptions, commit
from engine.features.bulk.results import ShardRun as HowMade
from engine.features.bulk.results import open_results
from engine.features.bulk.results_reader import CommitReport, believed
from engine.models.encoder import AudioEncoder
from engine.store.catalogue import Catalogue
from tests.engine.features.bulk.conftest import TAKES, Made
from tests.helpers.bulk import NEEDS_PARQUET, commit_here, plan_of, run_here, write_takes
from tests.helpers.indexing import contents, index
from tests.helpers.sounds import write_tone
from tests.helpers.tiny_pack import make_tiny_pack

pytestmark = NEEDS_PARQUET


@pytest.fixture(autouse=True)
def library(tmp_path: Path) -> None:
    """Results are taken into a library that is there."""
    for name in ("library", "committed"):
        Catalogue.open(tmp_path / name).close()


def refuse(*given: object, **named: object) -> None:
    raise AssertionError("a commit listens to nothing")


def test_a_library_that_results_are_taken_into_is_as_if_it_had_listened(
    made: Made, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    index(tmp_path / "indexed", made.pack, made.sounds)
    monkeypatch.setattr(AudioEncoder, "encode", refuse)
    monkeypatch.setattr(decode, "stream_from", refuse)
    monkeypatch.setattr(analysis, "stream_from", refuse)
    said = commit_here(made.plan, made.results, tmp_path / "committed", made.pack)
    assert (said.added, said.changed, said.unchanged, said.failed) == (TAKES + 2, 0, 0, 1)
    assert contents(tmp_path / "committed", made.pack) == contents(tmp_path / "indexed", made.pack)
    with Catalogue.open(tmp_path / "committed") as one, Catalogue.open(tmp_path / "indexed") as other:
        assert one.sounds.counts() == other.sounds.counts()
        assert one.files.failed(9) == other.files.failed(9)


def test_indexing_afterwards_finds_nothing_to_do(made: Made, tmp_path: Path) -> None:
    commit_here(made.plan, made.results, tmp_path / "library", made.pack)
    finished = index(tmp_path / "library", made.pack, made.sounds)
    assert (finished.added, finished.changed, finished.unchanged, finished.failed) == (0, 0, TAKES + 2, 1)


def test_committing_again_changes_nothing(made: Made, tmp_path: Path) -> None:
    commit_here(made.plan, made.results, tmp_path / "library", made.pack)
    before = contents(tmp_path / "library", made.pack)
    said = commit_here(made.plan, made.results, tmp_path / "library", made.pack)
    assert (said.added, said.changed, said.unchanged, said.failed, said.segments) == (0, 0, TAKES + 2, 1, 0)
    assert contents(tmp_path / "library", made.pack) == before


def test_what_has_changed_since_is_passed_over_and_named(tmp_path: Path, pack: Path) -> None:
    sounds = write_takes(tmp_path / "sounds", 5)
    plan = plan_of(sounds, tmp_path / "plan")
    run_here(plan, tmp_path / "results", pack)
    write_tone(sounds / "part 1" / "take 1.wav", hz=2000.0, seconds=1.2)
    (sounds / "part 2" / "take 2.wav").unlink()
    said = commit_here(plan, tmp_path / "results", tmp_path / "library", pack)
    assert sorted(path.name for path, _ in said.skipped) == ["take 1.wav", "take 2.wav"]
    assert (said.added, said.is_whole) == (plan.files - 2, False)


def test_a_file_that_was_touched_or_copied_is_known_by_its_payload(tmp_path: Path, pack: Path) -> None:
    sounds = write_takes(tmp_path / "sounds", 5)
    plan = plan_of(sounds, tmp_path / "plan")
    run_here(plan, tmp_path / "results", pack)
    shutil.copytree(sounds, tmp_path / "mounted")
    for path in (tmp_path / "mounted").rglob("*.wav"):
        os.utime(path, (1e9, 1e9))
    options = CommitOptions(pack, ((FilePath.of(sounds), FilePath.of(tmp_path / "mounted")),))
    said = commit(plan, open_results(tmp_path / "results"), tmp_path / "library", options)
    assert (said.added, said.skipped) == (plan.files, [])
    index(tmp_path / "indexed", pack, tmp_path / "mounted")
    assert contents(tmp_path / "library", pack) == contents(tmp_path / "indexed", pack)


def test_a_damaged_shard_is_named_and_the_others_are_taken(made: Made, tmp_path: Path) -> None:
    shutil.copytree(made.results, tmp_path / "results")
    first, second = made.plan.shards[:2]
    (tmp_path / "results" / "shards" / f"{first.id}.parquet").write_bytes(b"PAR1 and nothing")
    (tmp_path / "results" / "shards" / f"{second.id}.json").unlink()
    said = commit_here(made.plan, tmp_path / "results", tmp_path / "library", made.pack)
    assert [shard for shard, _ in said.damaged] == [first.id]
    assert (said.waiting, said.added) == (second.files, made.plan.files - first.files - second.files)


def test_results_of_another_pack_are_refused_and_nothing_is_written(made: Made, tmp_path: Path) -> None:
    other = make_tiny_pack(tmp_path / "other", dim=24)
    sounds = write_takes(tmp_path / "sounds", 2)
    index(tmp_path / "library", other, sounds)
    before = contents(tmp_path / "library", other)
    with pytest.raises(BulkError, match="made with the pack"):
        commit(made.plan, open_results(made.results), tmp_path / "library", CommitOptions(other))
    with pytest.raises(BulkError, match="made with the pack"):
        commit(made.plan, open_results(made.results), tmp_path / "library", CommitOptions(made.pack))
    assert contents(tmp_path / "library", other) == before


def test_a_shard_of_another_pack_among_the_results_is_not_believed(made: Made, tmp_path: Path) -> None:
    shutil.copytree(made.results, tmp_path / "results")
    manifest = tmp_path / "results" / "shards" / f"{made.plan.shards[0].id}.json"
    manifest.write_text(manifest.read_text().replace(open_results(made.results).head.pack_id, "0" * 32))
    said = commit_here(made.plan, tmp_path / "results", tmp_path / "library", made.pack)
    assert [str(why) for _, why in said.damaged] == [
        f"the result of shard {made.plan.shards[0].id} was made with another pack"
    ]


@pytest.mark.parametrize("changed", [{"format": 2}, {"shard": "0" * 16}])
def test_a_manifest_of_another_shard_or_a_later_earshot_is_not_believed(
    made: Made, tmp_path: Path, changed: dict[str, object]
) -> None:
    shutil.copytree(made.results, tmp_path / "results")
    id = made.plan.shards[0].id
    manifest = tmp_path / "results" / "shards" / f"{id}.json"
    manifest.write_text(json.dumps({**json.loads(manifest.read_text()), **changed}))
    with pytest.raises(BulkError, match="damaged"):
        open_results(tmp_path / "results").manifest(id)


def test_rows_of_other_sounds_than_the_plan_names_are_not_believed(made: Made, tmp_path: Path) -> None:
    shutil.copytree(made.results, tmp_path / "results")
    results = open_results(tmp_path / "results")
    shard = made.plan.shard(made.plan.shards[0])
    rows = results.rows(shard)
    results.write(shard, rows[::-1], HowMade("cpu", 1.0, 0))
    with pytest.raises(BulkError, match="content ids"):
        results.rows(shard)


def test_another_pack_than_results_and_library_have_is_refused(made: Made, tmp_path: Path) -> None:
    commit_here(made.plan, made.results, tmp_path / "library", made.pack)
    other = make_tiny_pack(tmp_path / "other", dim=24)
    with pytest.raises(BulkError, match="made with the pack"):
        commit(made.plan, open_results(made.results), tmp_path / "library", CommitOptions(other))


def test_a_vector_that_is_none_is_not_believed(made: Made, tmp_path: Path) -> None:
    shutil.copytree(made.results, tmp_path / "results")
    results = open_results(tmp_path / "results")
    head = made.plan.shards[0]
    shard, manifest = made.plan.shard(head), results.manifest(head.id)
    rows = results.rows(shard)
    assert manifest is not None
    assert rows[0].heard is not None
    sound = replace(rows[0].heard.sound, vectors=rows[0].heard.sound.vectors * 0)
    rows[0] = replace(rows[0], heard=replace(rows[0].heard, sound=sound))
    results.write(shard, rows, HowMade("cpu", 1.0, 0))
    said = commit_here(made.plan, tmp_path / "results", tmp_path / "library", made.pack)
    assert [shard for shard, _ in said.damaged] == [head.id]


def test_another_store_is_given_vectors_and_descriptions_by_content_id(made: Made) -> None:
    said = CommitReport()
    found = {}
    for shard, rows in believed(made.plan, open_results(made.results), said):
        for file, row in zip(shard.files, rows, strict=True):
            assert row.heard is not None
            assert (row.content_id, row.heard.sound.content_id) == (file.content_id, file.content_id)
            found[file.path.name] = row.heard
    assert len(found) == TAKES + 2
    assert found["long.wav"].sound.vectors.dtype == "float16"
    assert found["copy of 0.wav"].sound.payload_digest == found["take 0.wav"].sound.payload_digest
    assert (said.damaged, said.waiting) == ([], 0)
