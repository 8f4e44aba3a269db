"""Runs with the local engine: what is kept, made again, set aside."""

import contextlib
import os
import shutil
import signal
import sys
import threading
from pathlib import Path

import psutil
import pytest

from engine.base.errors import BulkError
from engine.base.file_messages import FileFault
from engine.features.bulk.results import open_results
from tests.engine.features.bulk.conftest import TAKES, Made
from tests.helpers.bulk import NEEDS_PARQUET, plan_of, results_in, run_here, write_takes
from tests.helpers.sounds import tone, wav_bytes, write_tone
from tests.helpers.tiny_pack import make_tiny_pack

pytestmark = NEEDS_PARQUET


def bytes_of(results: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (results / "shards").glob("*.parquet")}


def test_a_run_makes_one_result_a_shard_and_nothing_else(made: Made) -> None:
    names = sorted(path.name for path in (made.results / "shards").iterdir())
    assert names == sorted(f"{head.id}{end}" for head in made.plan.shards for end in (".json", ".parquet"))


def test_another_run_keeps_what_is_whole(made: Made) -> None:
    said = run_here(made.plan, made.results, made.pack)
    assert (said.shards, said.kept, said.heard, said.failed) == (0, len(made.plan.shards), TAKES + 2, [])


def test_any_number_of_workers_gives_the_same_bytes(made: Made, tmp_path: Path) -> None:
    said = run_here(made.plan, tmp_path / "again", made.pack, workers=1)
    assert (said.shards, said.kept) == (len(made.plan.shards), 0)
    assert bytes_of(tmp_path / "again") == bytes_of(made.results)


@pytest.mark.parametrize("damage", ["cut", "changed", "no manifest", "manifest"])
def test_a_damaged_result_is_made_again(made: Made, tmp_path: Path, damage: str) -> None:
    results = tmp_path / "results"
    shutil.copytree(made.results, results)
    parquet = sorted((results / "shards").glob("*.parquet"))[0]
    manifest = parquet.with_suffix(".json")
    if damage == "cut":
        parquet.write_bytes(parquet.read_bytes()[:-9])
    elif damage == "changed":
        content = bytearray(parquet.read_bytes())
        content[len(content) // 2] ^= 1
        parquet.write_bytes(bytes(content))
    elif damage == "no manifest":
        manifest.unlink()
    else:
        manifest.write_text("{}")
    said = run_here(made.plan, results, made.pack)
    assert (said.shards, said.kept) == (1, len(made.plan.shards) - 1)
    assert bytes_of(results) == bytes_of(made.results)


def test_a_file_that_is_away_is_named_and_comes_with_the_next_run(made: Made, tmp_path: Path, pack: Path) -> None:
    sounds = write_takes(tmp_path / "sounds", 6)
    plan = plan_of(sounds, tmp_path / "plan")
    (sounds / "long.wav").rename(tmp_path / "away.wav")
    said = run_here(plan, tmp_path / "results", pack)
    assert [path.name for path, _ in said.passing] == ["long.wav"]
    assert said.heard == plan.files - 1
    assert not said.is_whole
    (tmp_path / "away.wav").rename(sounds / "long.wav")
    said = run_here(plan, tmp_path / "results", pack)
    assert (said.passing, said.heard, said.shards) == ([], plan.files, 1)


def test_a_file_that_holds_something_else_now_is_named(tmp_path: Path, pack: Path) -> None:
    sounds = write_takes(tmp_path / "sounds", 4)
    plan = plan_of(sounds, tmp_path / "plan")
    write_tone(sounds / "long.wav", hz=900.0, seconds=1.0)
    said = run_here(plan, tmp_path / "results", pack)
    assert [(path.name, why.what) for path, why in said.passing] == [("long.wav", FileFault.CHANGED_SINCE)]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="kills by POSIX signals, finds them in /proc")
@pytest.mark.usefixtures("own_decoders")
def test_a_file_that_kills_its_decoder_is_set_aside_and_the_rest_is_done(tmp_path: Path, pack: Path) -> None:
    sounds = write_takes(tmp_path / "sounds", 7)
    killer = sounds / "killer.wav"
    killer.write_bytes(wav_bytes(tone(440, 0.1), 16_000)[:40] + (30_000_000).to_bytes(4, "little"))
    os.truncate(killer, 30_000_000)
    plan = plan_of(sounds, tmp_path / "plan", most_s=1e6, most_files=4)
    is_over = threading.Event()

    def kill() -> None:
        while not is_over.wait(0.01):
            for child in psutil.Process().children():
                with contextlib.suppress(psutil.Error):
                    if any(file.path == str(killer) for file in child.open_files()):
                        child.send_signal(signal.SIGKILL)

    killing = threading.Thread(target=kill)
    killing.start()
    try:
        said = run_here(plan, tmp_path / "results", pack)
    finally:
        is_over.set()
        killing.join()
    assert [(path.name, why.what) for path, why in said.failed] == [("killer.wav", FileFault.DECODER_CRASHED)]
    assert (said.heard, said.passing, said.lost) == (plan.files - 1, [], 0)
    again = run_here(plan, tmp_path / "results", pack)
    assert ([path.name for path, _ in again.failed], again.shards) == (["killer.wav"], 0)
    assert run_here(plan, tmp_path / "results", pack, retry_failed=True).heard == plan.files


def test_results_of_another_pack_are_not_mixed(made: Made, tmp_path: Path) -> None:
    with pytest.raises(BulkError, match="made with the pack"):
        results_in(made.results, make_tiny_pack(tmp_path / "other", dim=24))


def test_results_of_a_later_earshot_are_refused(made: Made, tmp_path: Path) -> None:
    results = tmp_path / "results"
    shutil.copytree(made.results, results)
    head = results / "results.json"
    head.write_text(head.read_text().replace('"format": 1', '"format": 2'))
    with pytest.raises(BulkError, match="newer Earshot"):
        open_results(results)
