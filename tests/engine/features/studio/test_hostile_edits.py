"""One editor's edits, made by another program: nobody's sync stops, and what cannot be taken in is named."""

import json
import os
import time
from pathlib import Path
from typing import Any

import pytest

from engine.base.errors import StudioError, StudioRefused
from engine.features.studio import facade, server_migrations, sync_run
from engine.features.studio.messages import StudioFault
from engine.features.studio.records import Role, ServerAddress, SharedLibraryStatus
from engine.features.studio.rejected_edits import MOST_KEPT
from engine.features.studio.server import connected
from engine.store.catalogue import Catalogue
from tests.engine.cli.test_cli_keeping import run
from tests.engine.features.studio.copies import Copy
from tests.engine.features.user_data.conftest import digest
from tests.helpers.postgres import PASSWORD, Postgres, SharedServer

SOUND = f"s:{digest('a').hex()}"
ITEM = f"item:{digest('a').hex()}"
LIST, SEARCH = "c:11111111-2222-3333-4444-555555555555", "q:11111111-2222-3333-4444-555555555555"
DEEP = "[" * 3_000 + "]" * 3_000
HOSTILE = (
    (LIST, "position", str(2**70)),
    (LIST, "position", "9" * 5_000),
    (LIST, "position", "1e400"),
    (LIST, "position", "0.5"),
    (LIST, ITEM, str(2**70)),
    (LIST, ITEM, "-" + "9" * 5_000),
    (LIST, "name", json.dumps("x" * 100_000)),
    (LIST, "name", json.dumps("two\nlines")),
    (LIST, "name", '""'),
    (SEARCH, "position", str(-(2**64))),
    (SEARCH, "search", f'{{"name": {DEEP}, "text": "rain"}}'),
    (SEARCH, "search", f'{{"name": "rain", "text": "rain", "more": {DEEP}}}'),
    (SEARCH, "search", '{"name": "rain", "text": ' + "9" * 5_000 + "}"),
    (SEARCH, "search", json.dumps({"name": "rain", "text": "x" * 200_000})),
    (SEARCH, "search", "{}"),
    (SOUND, "rating", "5.0"),
    (SOUND, "note", json.dumps("x" * 200_000)),
    (SOUND, "colour", '"no such colour"'),
    (SOUND, "tag:wet", '"dry"'),
    (SOUND, "tag:wet", json.dumps("wet\u2028")),
    (SOUND, "tag:★", '"★"'),
    (SOUND, "tag:" + "x" * 690, json.dumps("x" * 690)),
    ("q:" + "-" * 36, "position", "1"),
    ("k:" + "1" * 36, "settled", '"keep"'),
)
"""Each was taken by a server of version 2, or can be written into its tables by whoever owns it."""
SEEN_BY_THE_SERVER = tuple(one for one in HOSTILE if one[1] not in ("tag:wet", "tag:★") and "lines" not in one[2])
"""How tags are folded and what spaces are, only a client knows."""


def pushed(address: ServerAddress, *edits: tuple[str, str, str], now_s: float = 10.0, made_s: float = 5.0) -> list[str]:
    """What a server says to edits, with values in JSON, of a client that nobody knows."""
    given = [
        f'{{"id": "{os.urandom(16).hex()}", "subject": {json.dumps(subject)}, "field": {json.dumps(field)},'
        f' "value": {value}, "base": 0, "made": {made_s}}}'
        for subject, field, value in edits
    ]
    with connected(address, PASSWORD) as connection:
        sql = "SELECT outcome FROM earshot.push(gen_random_uuid(), %s, %s::jsonb)"
        return [row[0] for row in connection.execute(sql, (now_s, f"[{','.join(given)}]"))]


def planted(server: SharedServer, who: str, edits: list[tuple[str, str, str]]) -> None:
    """Writes fields as a server has them that did not look at them."""
    with server.postgres.owner(server.database) as connection:
        for subject, field, value in edits:
            if subject.startswith("c:"):
                connection.execute(
                    "INSERT INTO earshot.list(id, owner) VALUES (%s, %s) ON CONFLICT DO NOTHING", (subject[2:], who)
                )
            connection.execute(
                "WITH next AS (UPDATE earshot.counter SET value = value + 1 RETURNING value) INSERT INTO earshot.field"
                "(subject, field, value, sequence, edit, client, who, made) SELECT %s, %s, %s::jsonb, next.value,"
                " gen_random_uuid(), gen_random_uuid(), %s, now() FROM next",
                (subject, field, value, who),
            )


@pytest.fixture
def ann(tmp_path: Path, shared_server: SharedServer) -> Copy:
    return Copy(tmp_path / "ann").joined(shared_server.person("ann"))


@pytest.fixture
def bob(tmp_path: Path, shared_server: SharedServer) -> Copy:
    return Copy(tmp_path / "bob").joined(shared_server.person("bob"))


def state_of(copy: Copy) -> Any:
    state = facade.state(copy.folder)
    assert state is not None
    return state


@pytest.mark.shows("studio-hostile-edits")
@pytest.mark.parametrize("edit", HOSTILE, ids=lambda edit: f"{edit[0][:1]} {edit[1][:8]} {edit[2][:12]}")
def test_an_edit_that_nobody_can_take_in_is_set_aside_and_the_rest_goes_on(
    ann: Copy, bob: Copy, shared_server: SharedServer, edit: tuple[str, str, str]
) -> None:
    others = [(LIST, "name", '"Doors"')] if edit[1] != "name" else []
    before = [one for one in [*others, (SOUND, "favourite", "true")] if one[:2] != edit[:2]]
    planted(shared_server, "mallory", [*before, edit])
    ann.keep(lambda keeping: keeping.set_rating(ann.ids("b"), 4))
    ann.sync()
    report = bob.sync()
    assert (report.aside, report.taken) == (1, len(before) + 1)
    assert bob.marks() == {"a": (0, None, "", True, ()), "b": (4, None, "", False, ())}
    assert list(bob.lists()) == (["Doors"] if others else [])
    state = state_of(bob)
    (one,) = state.aside
    assert (state.standing, one.sequence, one.who) == (SharedLibraryStatus.ASIDE, len(before) + 1, "mallory")
    assert one.reason.what in (
        StudioFault.EDIT_IMPOSSIBLE, StudioFault.EDIT_UNREAD, StudioFault.EDIT_TOO_LONG, StudioFault.EDIT_OF_NO_FIELD
    )  # fmt: skip
    assert bob.sync().taken == 0
    assert len(state_of(bob).aside) == 1


@pytest.mark.shows("studio-hostile-edits")
@pytest.mark.parametrize("edit", SEEN_BY_THE_SERVER, ids=lambda edit: f"{edit[0][:1]} {edit[1][:8]} {edit[2][:12]}")
def test_the_server_refuses_what_no_client_makes(shared_server: SharedServer, edit: tuple[str, str, str]) -> None:
    ann = shared_server.person("ann")
    pushed(ann, (LIST, "name", '"Doors"'))
    assert pushed(ann, edit) == ["refused"]
    assert shared_server.rows("SELECT count(*) FROM earshot.edit") == [(1,)]


def test_what_a_client_makes_is_taken_at_its_bounds(shared_server: SharedServer) -> None:
    edits = (
        (LIST, "name", json.dumps("x" * 200)),
        (LIST, "position", "-999999999999999"),
        (LIST, ITEM, "7"),
        (LIST, ITEM, "null"),
        (SEARCH, "search", json.dumps({"name": "x", "text": "ä" * 20_000})),
        (SEARCH, "search", "null"),
        (SOUND, "rating", "5"),
        (SOUND, "note", json.dumps("ä" * 10_000)),
        (SOUND, "colour", '"green"'),
        (SOUND, "colour", "null"),
        (SOUND, "tag:" + "x" * 200, json.dumps("x" * 200)),
    )
    assert pushed(shared_server.person("ann"), *edits) == ["won"] * len(edits)


def test_a_later_edit_of_the_field_ends_what_was_set_aside(ann: Copy, bob: Copy, shared_server: SharedServer) -> None:
    planted(shared_server, "mallory", [(SOUND, "rating", "5.0")])
    bob.sync()
    assert [one.about for one in state_of(bob).aside] == ["1 a.wav"]
    ann.sync()
    ann.keep(lambda keeping: keeping.set_rating(ann.ids("a"), 3))
    ann.sync()
    bob.sync()
    assert (state_of(bob).aside, state_of(ann).aside) == ((), ())
    assert state_of(bob).standing is SharedLibraryStatus.IN_SYNC
    assert bob.marks()["a"][0] == 3


def test_a_library_that_met_such_edits_before_the_server_looked_goes_on(tmp_path: Path, postgres: Postgres) -> None:
    old = SharedServer(postgres, "studio_hostile_old", version=2)
    ann = old.person("ann")
    taken = pushed(ann, *[edit for edit in HOSTILE if edit[0] != "k:" + "1" * 36])
    assert taken.count("won") >= 10  # a server of before took them
    with postgres.owner(old.database) as connection:
        server_migrations.set_up(connection, postgres.address(old.database))
    bob = Copy(tmp_path / "bob").joined(old.person("bob"))
    bob.sync()
    fields = old.rows("SELECT count(*) FROM earshot.field")[0][0]
    assert len(state_of(bob).aside) == fields
    assert {one.who for one in state_of(bob).aside} == {ann.user}


def test_a_conflict_with_a_value_that_nobody_can_read_is_set_aside(bob: Copy, shared_server: SharedServer) -> None:
    with shared_server.postgres.owner(shared_server.database) as connection:
        connection.execute(
            "WITH next AS (UPDATE earshot.counter SET value = value + 1 RETURNING value) INSERT INTO earshot.conflict"
            " SELECT gen_random_uuid(), value, %s, 'search', NULL, '{}', 'ann', now(), %s::jsonb, 'mallory', now()"
            " FROM next",
            (SEARCH, f'{{"name": {DEEP}, "text": "rain"}}'),
        )
    assert (bob.sync().conflicts, facade.conflicts(bob.folder)) == (0, ())
    assert [one.who for one in state_of(bob).aside] == ["mallory"]


def test_a_collection_called_as_another_is_numbered_stops_nobody(
    ann: Copy, bob: Copy, shared_server: SharedServer
) -> None:
    other = "c:99999999-2222-3333-4444-555555555555"
    assert pushed(shared_server.person("mallory"), (LIST, "name", json.dumps(other))) == ["won"]
    bob.sync()
    assert pushed(shared_server.person("mallory"), (other, "name", '"Doors"')) == ["won"]
    assert bob.sync().aside == 0
    assert set(bob.lists()) == {other, "Doors"}


def test_a_readers_own_collection_of_the_same_name_stays(
    tmp_path: Path, ann: Copy, shared_server: SharedServer
) -> None:
    reader = Copy(tmp_path / "reader")
    reader.keep(lambda keeping: keeping.make_collection("Doors", reader.ids("b")))
    reader.joined(shared_server.person("guest", Role.READER))
    ann.keep(lambda keeping: keeping.make_collection("doors", ann.ids("a")))
    ann.sync()
    reader.sync()
    assert reader.lists() == {"Doors": "b", "doors (2)": "a"}


@pytest.mark.parametrize(("now_s", "made_s"), [(2e11, 0.0), (1e300, -1e300), (0.0, 1e300)])
def test_a_clock_far_off_is_brought_within_what_a_calendar_shows(
    bob: Copy, shared_server: SharedServer, now_s: float, made_s: float
) -> None:
    edit = (SOUND, "rating", "4")
    assert pushed(shared_server.person("mallory"), edit, now_s=now_s, made_s=made_s) == ["won"]
    bob.sync()
    (origin,) = facade.origins(bob.folder, bob.id("a"))
    assert 0.0 <= origin.made_s <= time.time() + 60.0


def test_so_many_edits_at_once_are_refused(shared_server: SharedServer) -> None:
    ann = shared_server.person("ann")
    assert len(pushed(ann, *[(SOUND, "rating", "4")] * 1_000)) == 1_000
    with pytest.raises(StudioRefused, match="1000"):
        pushed(ann, *[(SOUND, "rating", "4")] * 1_001)


def test_any_number_of_them_leaves_a_list_of_a_thousand(bob: Copy, shared_server: SharedServer) -> None:
    with shared_server.postgres.owner(shared_server.database) as connection:
        connection.execute(
            "INSERT INTO earshot.field(subject, field, value, sequence, edit, client, who, made)"
            " SELECT 's:' || lpad(to_hex(n), 64, '0'), 'rating', '9', n, gen_random_uuid(), gen_random_uuid(),"
            " 'mallory', now() FROM generate_series(1, 2500) AS n"
        )
        connection.execute("UPDATE earshot.counter SET value = 2500")
    bob.sync()
    numbers = [one.sequence for one in state_of(bob).aside]
    assert numbers == list(range(2500, 2500 - MOST_KEPT, -1))


@pytest.mark.shows("studio-hostile-edits")
def test_what_is_set_aside_is_told_in_the_shell(
    bob: Copy, shared_server: SharedServer, capsys: pytest.CaptureFixture[str]
) -> None:
    planted(shared_server, "mallory", [(SOUND, "rating", "9" * 5_000)])
    bob.sync()
    code, (told,), _ = run(capsys, bob.folder, "server", "status")
    assert (code, told["standing"]) == (0, "edits set aside")
    (aside,) = told["aside"]
    assert (aside["sequence"], aside["who"], aside["field"], aside["about"]) == (1, "mallory", "rating", "1 a.wav")
    assert "too long a number" in aside["reason"]
    from engine.cli.main import main

    assert main(["server", "status", "--library", str(bob.folder)]) == 0
    out = capsys.readouterr().out
    assert "edits set aside" in out
    assert "edit 1 by mallory, rating of 1 a.wav: its value is nested too deep" in out


@pytest.mark.shows("studio-hostile-edits")
@pytest.mark.parametrize("fault", [RuntimeError("odd"), RecursionError(), OSError(28, "No space"), MemoryError()])
def test_any_fault_of_a_sync_is_how_the_library_stands(
    bob: Copy, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    def broken(*_: object) -> None:
        raise fault

    bob.sync()
    assert state_of(bob).standing is SharedLibraryStatus.IN_SYNC
    with monkeypatch.context() as patch:
        patch.setattr(sync_run._Sync, "_take_lists", broken)
        with pytest.raises(StudioError) as caught:
            bob.sync()
    assert caught.value.what.what is StudioFault.SYNC_BROKE
    state = state_of(bob)
    assert (state.standing, state.trouble.what) == (SharedLibraryStatus.FAILED, StudioFault.SYNC_BROKE)
    assert type(fault).__name__ in str(state.trouble)
    bob.sync()
    assert state_of(bob).standing is SharedLibraryStatus.IN_SYNC


def test_a_library_that_cannot_be_written_is_how_it_stands(bob: Copy, shared_server: SharedServer) -> None:
    bob.sync()
    with Catalogue.open(bob.folder) as catalogue:
        catalogue.database.connection.execute(
            "CREATE TRIGGER no_more BEFORE INSERT ON shared_volume BEGIN SELECT RAISE(ABORT, 'no'); END"
        )
    with shared_server.postgres.owner(shared_server.database) as connection:
        connection.execute("SELECT earshot.add_volume('Effects')")
    with pytest.raises(StudioError, match="ConstraintError"):
        bob.sync()
    assert state_of(bob).standing is SharedLibraryStatus.FAILED
