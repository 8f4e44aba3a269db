"""The short version of `python -m tests.studio`: a few seconds of what that does for ten minutes."""

import json
from pathlib import Path

import pytest

from engine.store.catalogue import Catalogue
from tests.engine.features.studio.copies import Copy
from tests.helpers.postgres import SharedServer
from tests.studio.judging import judge
from tests.studio.soak import soak


@pytest.mark.shows("studio-soak")
def test_many_edit_at_once_through_kills_and_a_cut_network(tmp_path: Path) -> None:
    done = soak(tmp_path, seconds=6.0, clients=3)
    assert done.verdict.faults == []
    assert min(done.server_kills, done.client_kills, done.cuts) >= 1
    assert done.verdict.acknowledged and done.verdict.notes


def test_the_judge_sees_what_is_lost_and_what_differs(tmp_path: Path, shared_server: SharedServer) -> None:
    ann = Copy(tmp_path / "ann").joined(shared_server.person("ann"))
    bob = Copy(tmp_path / "bob").joined(shared_server.person("bob"))
    ann.keep(lambda keeping: keeping.set_note(ann.id("a"), "first"))
    with Catalogue.open(ann.folder, read_only=True) as catalogue:
        ((edit,),) = catalogue.database.rows("SELECT edit FROM shared_edit")
    (tmp_path / "ann.made").write_text(json.dumps(["a", "first"]) + "\n")
    (tmp_path / "ann.acknowledged").write_text(json.dumps(edit.hex()) + "\n")
    ann.sync()
    bob.sync()
    folders = [ann.folder, bob.folder]
    assert judge(shared_server, folders).faults == []
    with Catalogue.open(bob.folder) as catalogue, catalogue.database.change("studio_sequence"):
        catalogue.database.run("UPDATE mark SET note = 'other'")
    assert judge(shared_server, folders).faults == ["bob: other marks than ann"]
    with shared_server.postgres.owner(shared_server.database) as connection:
        connection.execute("DELETE FROM earshot.edit")
    faults = judge(shared_server, folders).faults
    assert [fault for fault in faults if "acknowledged edit" in fault]
    assert [fault for fault in faults if "the note first" in fault]


def test_the_judge_sees_an_edit_that_was_overwritten_unseen(tmp_path: Path, shared_server: SharedServer) -> None:
    ann = Copy(tmp_path / "ann").joined(shared_server.person("ann"))
    bob = Copy(tmp_path / "bob").joined(shared_server.person("bob"))
    for copy, note in ((ann, "hers"), (bob, "his")):
        copy.keep(lambda keeping: keeping.set_note(copy.id("a"), note))  # noqa: B023
    for copy in (ann, bob, ann):
        copy.sync()
    folders = [ann.folder, bob.folder]
    assert judge(shared_server, folders).faults == []
    with shared_server.postgres.owner(shared_server.database) as connection:
        connection.execute("DELETE FROM earshot.conflict")
    assert [fault for fault in judge(shared_server, folders).faults if "overwritten unseen" in fault]
