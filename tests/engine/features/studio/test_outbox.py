"""An edit is in the outbox or was never made: whoever makes it, and wherever the process is killed."""

import json
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from engine.base.types import SoundId
from engine.features.studio import facade
from engine.features.user_data.import_file import take_in as take_in_user_data
from engine.features.user_data.jobs import export_user_data
from engine.library.user_data import UserData
from engine.store.catalogue import Catalogue
from engine.store.database import UserDataKind
from tests.engine.features.studio.copies import Copy
from tests.helpers.postgres import PASSWORD, SharedServer

ROOT = Path(__file__).parents[4]
_EDITING = """
import sys
from pathlib import Path
from engine.library.user_data import UserData
from engine.store.catalogue import Catalogue
with Catalogue.open(Path(sys.argv[1])) as catalogue:
    user_data = UserData(catalogue)
    for number in range(1_000_000):
        user_data.set_note(1 + number % 5, f"note {number}")
        print(f"note {number}", flush=True)
"""


@pytest.fixture
def ann(tmp_path: Path, shared_server: SharedServer) -> Copy:
    return Copy(tmp_path / "ann").joined(shared_server.person("ann"))


def waiting(copy: Copy) -> list[tuple[str, str, str]]:
    with Catalogue.open(copy.folder, read_only=True) as catalogue:
        return catalogue.database.rows("SELECT subject, field, json FROM shared_edit ORDER BY id")


@pytest.mark.shows("studio-soak")
def test_a_killed_program_loses_no_edit_that_it_made(ann: Copy, shared_server: SharedServer) -> None:
    editing = subprocess.Popen(
        [sys.executable, "-c", _EDITING, ann.folder], stdout=subprocess.PIPE, text=True, cwd=ROOT
    )
    assert editing.stdout is not None
    made = [editing.stdout.readline().strip() for _ in range(60)]
    editing.kill()
    made += [line.strip() for line in editing.communicate()[0].splitlines(keepends=True) if line.endswith("\n")]
    outbox = [json.loads(text) for _, _, text in waiting(ann)]
    assert outbox[: len(made)] == made
    assert len(outbox) - len(made) in (0, 1)  # one that was made and not said any more
    assert ann.sync().sent == len(outbox)
    sent = [row[0] for row in shared_server.rows("SELECT value FROM earshot.edit ORDER BY sequence")]
    assert sent == outbox


def test_a_sync_killed_in_the_middle_is_gone_on_with_and_nothing_comes_twice(
    ann: Copy, tmp_path: Path, shared_server: SharedServer
) -> None:
    with Catalogue.open(ann.folder) as catalogue:
        for number in range(240):
            UserData(catalogue).set_note(SoundId(1 + number % 5), f"note {number}")
    passwords = tmp_path / "pgpass"
    passwords.write_text(f"*:*:*:*:{PASSWORD}\n")
    passwords.chmod(0o600)
    command = [sys.executable, "-m", "engine.cli.main", "server", "sync", "--library", str(ann.folder)]
    environment = {"PGPASSFILE": str(passwords), "PATH": "/usr/bin:/bin"}
    kills = 0
    for _ in range(2):
        syncing = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL)
        before = shared_server.rows("SELECT count(*) FROM earshot.edit")[0][0]
        until_s = time.monotonic() + 20
        while syncing.poll() is None and time.monotonic() < until_s:
            if shared_server.rows("SELECT count(*) FROM earshot.edit")[0][0] > before:
                syncing.kill()  # the server has it, and perhaps nobody heard so
                kills += 1
                break
        syncing.wait()
    assert kills
    ann.sync()
    notes = [row[0] for row in shared_server.rows("SELECT value FROM earshot.edit ORDER BY sequence")]
    assert notes == [f"note {number}" for number in range(240)]
    assert facade.conflicts(ann.folder) == ()


def test_an_import_and_its_undo_go_out_too(ann: Copy, tmp_path: Path) -> None:
    other = Copy(tmp_path / "other")
    other.keep(lambda keeping: keeping.set_rating(other.ids("ab"), 4))
    other.keep(lambda keeping: keeping.make_collection("Doors", other.ids("c")))
    export_user_data(other.folder, tmp_path / "data.jsonl")
    take_in_user_data(ann.folder, tmp_path / "data.jsonl")
    assert sorted(field.split(":")[0] for _, field, _ in waiting(ann)) == [
        "item", "name", "position", "rating", "rating",
    ]  # fmt: skip
    ann.sync()
    ann.keep(lambda keeping: keeping.undo_import())
    assert {(field.split(":")[0], text) for _, field, text in waiting(ann)} == {
        ("rating", "0"), ("item", "null"), ("name", "null"),
    }  # fmt: skip


def test_a_change_that_changes_nothing_is_no_edit(ann: Copy) -> None:
    ann.keep(lambda keeping: keeping.set_rating(ann.ids("a"), 3))
    ann.keep(lambda keeping: keeping.set_rating(ann.ids("a"), 3))
    ann.keep(lambda keeping: keeping.played(ann.id("a")))
    ann.keep(lambda keeping: keeping.add_history("rain"))
    ann.keep(lambda keeping: keeping.add_tags(ann.ids("a"), ["wet"]))
    ann.keep(lambda keeping: keeping.rename_tag("wet", "Wet"))
    assert [(field, text) for _, field, text in waiting(ann)] == [
        ("rating", "3"), ("tag:wet", '"wet"'), ("tag:wet", '"Wet"'),
    ]  # fmt: skip


def test_a_change_that_fails_leaves_no_edit(ann: Copy) -> None:
    with Catalogue.open(ann.folder) as catalogue:
        with pytest.raises(ZeroDivisionError), catalogue.database.keeping(UserDataKind.LABELS) as connection:
            connection.execute("INSERT INTO mark(sound_id, rating) VALUES (1, 3)")
            raise ZeroDivisionError
        assert catalogue.database.rows("SELECT count(*) FROM shared_edit") == [(0,)]


def test_an_ordinary_library_has_no_outbox(tmp_path: Path) -> None:
    alone = Copy(tmp_path / "alone")
    alone.keep(lambda keeping: keeping.set_rating(alone.ids("a"), 3))
    assert waiting(alone) == []
    assert facade.state(alone.folder) is None


def test_a_copied_library_is_another_copy(ann: Copy, tmp_path: Path, shared_server: SharedServer) -> None:
    """Both hold one number until one of them syncs; edits of one are then not taken for the other's own."""
    import shutil

    ann.keep(lambda keeping: keeping.set_rating(ann.ids("a"), 1))
    ann.sync()
    twin = Copy.there(tmp_path / "twin")
    shutil.copytree(ann.folder, twin.folder)
    ann.keep(lambda keeping: keeping.set_rating(ann.ids("a"), 2))
    twin.keep(lambda keeping: keeping.set_rating(twin.ids("a"), 3))
    ann.sync()
    assert twin.sync().conflicts == 1
    ann.sync()
    assert ann.marks() == twin.marks() == {"a": (3, None, "", False, ())}
    assert shared_server.rows("SELECT count(DISTINCT client) FROM earshot.edit") == [(2,)]


def test_two_threads_edit_and_sync_at_once(ann: Copy, shared_server: SharedServer) -> None:
    done = threading.Event()
    failed: list[BaseException] = []

    def sync() -> None:
        try:
            while not done.is_set():
                ann.sync()
        except BaseException as err:
            failed.append(err)

    thread = threading.Thread(target=sync)
    thread.start()
    try:
        with Catalogue.open(ann.folder) as catalogue:
            keeping = UserData(catalogue)
            for number in range(40):
                keeping.set_note(SoundId(1 + number % 5), f"note {number}")
    finally:
        done.set()
        thread.join()
    assert failed == []
    ann.sync()
    assert shared_server.rows("SELECT count(*) FROM earshot.edit") == [(40,)]
    assert [marks[2] for marks in ann.marks().values()] == [f"note {number}" for number in range(35, 40)]
