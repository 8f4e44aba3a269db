"""Results of a plan go into a shared library on a real server, and from there to whoever has its volumes."""

import shutil
from pathlib import Path

import pytest

from engine.base.errors import StudioRefused
from engine.base.types import FilePath
from engine.features.bulk.results import open_results
from engine.features.bulk.results_reader import CommitReport
from engine.features.bulk.server_commit import commit_to_server
from engine.features.sidecar.format import read_sidecar
from engine.features.studio import facade
from engine.features.studio.fetched_vectors import FETCHED
from engine.features.studio.records import AnalysesTransferred, Role
from tests.engine.cli.test_cli_keeping import run
from tests.engine.features.bulk.conftest import TAKES, Made
from tests.engine.features.studio.copies import Copy
from tests.helpers.postgres import PASSWORD, SharedServer


def sent(
    made: Made, server: SharedServer, name: str, role: Role = Role.EDITOR, volume: str = "Effects"
) -> CommitReport:
    """Commits the results as somebody."""
    volumes = [(volume, FilePath.of(made.sounds))]
    address = server.person(name, role)
    return commit_to_server(made.plan, open_results(made.results), address, volumes, password=PASSWORD)


def test_results_go_to_everybody_once(made: Made, tmp_path: Path, shared_server: SharedServer) -> None:
    first = Copy(tmp_path / "first", "a").joined(shared_server.person("admin", Role.ADMIN))
    facade.add_volume(first.folder, "Effects", FilePath.of(made.sounds), password=PASSWORD)
    done = sent(made, shared_server, "ann")
    # A copy of take 0 is among the files: one payload less than files, and a place for each of them.
    assert done.added == TAKES + 1
    assert (done.failed, done.skipped, done.damaged, done.waiting) == (1, [], [], 0), "one file is no sound"
    assert shared_server.rows("SELECT count(*) FROM earshot.place") == [(TAKES + 2,)]
    assert shared_server.rows("SELECT count(*) FROM earshot.segment") == [(done.segments,)]
    again = sent(made, shared_server, "ann")
    assert (again.added, again.segments, again.unchanged) == (0, 0, done.added + done.unchanged)

    second = Copy(tmp_path / "second", "a").joined(shared_server.person("bob"))
    nas = tmp_path / "nas"
    shutil.copytree(made.sounds, nas)
    facade.map_volume(second.folder, "Effects", FilePath.of(nas))
    assert facade.fetch_sounds(second.folder, password=PASSWORD) == AnalysesTransferred(TAKES + 1, done.segments, 0, 0)
    (fetched,) = (second.folder / FETCHED).iterdir()
    found = read_sidecar(fetched).sounds
    results = open_results(made.results)
    for head in made.plan.shards:
        for row in results.rows(made.plan.shard(head)):
            assert row.heard is not None
            there = found[row.heard.sound.payload_digest]
            assert there.vectors.tobytes() == row.heard.sound.vectors.tobytes()


def test_a_reader_and_an_unknown_volume_are_refused_and_nothing_is_sent(
    made: Made, shared_server: SharedServer
) -> None:
    with pytest.raises(StudioRefused):
        sent(made, shared_server, "reader", Role.READER)
    with pytest.raises(StudioRefused) as refused:
        sent(made, shared_server, "ann", volume="Nowhere")
    assert "Nowhere" in str(refused.value)
    assert shared_server.rows("SELECT count(*) FROM earshot.heard") == [(0,)]


def test_the_shell_sends_them_to_the_server_of_a_joined_library(
    made: Made,
    tmp_path: Path,
    shared_server: SharedServer,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    address = shared_server.person("ann")
    copy = Copy(tmp_path / "joined", "a").joined(address)
    kept = tmp_path / "pgpass"
    kept.write_text(f"127.0.0.1:{address.port}:*:{address.user}:{PASSWORD}\n")
    kept.chmod(0o600)
    monkeypatch.setenv("PGPASSFILE", str(kept))
    folder, results = str(made.plan.folder), str(made.results)
    code, (said,), err = run(capsys, copy.folder, "embed", "commit", folder, "--results", results, "--server")
    assert (code, said["added"], said["failed"]) == (3, TAKES + 1, 1), "one file is no sound, as told"
    assert "1 file cannot be read" in err
