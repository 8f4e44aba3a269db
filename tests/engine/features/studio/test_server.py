"""What a person gets wrong is said as a value with advice, whatever PostgreSQL words it as; grants really refuse."""

import contextlib
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engine.base.errors import LibraryBusy, StudioError, StudioNotInstalled, StudioOffline, StudioRefused
from engine.base.library_messages import LibraryAdvice
from engine.features.studio import facade, server, server_migrations
from engine.features.studio.addresses import read_address
from engine.features.studio.messages import StudioAdvice, StudioFault
from engine.features.studio.records import Encryption, Role, ServerAddress, SharedLibraryStatus
from engine.features.studio.server import connected, encryption_of
from engine.features.studio.sync_run import LOCK_NAME
from engine.store.catalogue import Catalogue
from engine.store.lock import FileLock
from tests.engine.features.studio.copies import Copy
from tests.helpers.postgres import OWNER, PASSWORD, Postgres, SharedServer, free_port

psycopg = pytest.importorskip("psycopg", reason="no psycopg: sh installer/start.sh setup-studio")


def fault_of(address: ServerAddress, password: str = PASSWORD) -> StudioFault:
    with pytest.raises(StudioError) as caught:
        facade.ask_server(address, password=password)
    assert password not in f"{caught.value} {caught.value.advice} {caught.value.__cause__}"
    advice = caught.value.to_do.what
    assert isinstance(advice, StudioAdvice) or advice is LibraryAdvice.ASK_ADMIN
    fault = caught.value.what.what
    assert isinstance(fault, StudioFault)
    return fault


def test_what_is_wrong_with_an_address_is_told_apart(shared_server: SharedServer, postgres: Postgres) -> None:
    ann = shared_server.person("ann")
    facts = facade.ask_server(ann, password=PASSWORD)
    assert (facts.role, facts.schema, facts.is_encrypted) == (Role.EDITOR, server_migrations.SCHEMA_VERSION, False)
    assert fault_of(ann, "wrong-one-1") is StudioFault.PASSWORD_WRONG
    assert fault_of(ServerAddress("127.0.0.1", ann.database, "nobody_at_all", ann.port)) is StudioFault.PASSWORD_WRONG
    assert fault_of(postgres.address("no_such_one")) is StudioFault.NO_SUCH_DATABASE
    assert fault_of(ServerAddress("127.0.0.1", ann.database, ann.user, free_port())) is StudioFault.SERVER_SILENT
    encrypted = ServerAddress("127.0.0.1", ann.database, ann.user, ann.port, Encryption.REQUIRE)
    assert fault_of(encrypted) is StudioFault.NO_TLS
    with postgres.owner() as connection:
        connection.execute("CREATE DATABASE empty_one")
    assert fault_of(postgres.address("empty_one")) is StudioFault.NO_PGVECTOR
    with postgres.owner("empty_one") as connection:
        connection.execute("CREATE EXTENSION vector")
    assert fault_of(postgres.address("empty_one")) is StudioFault.NO_SHARED_LIBRARY


def test_a_password_that_is_missing_is_asked_for(
    shared_server: SharedServer, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    ann = shared_server.person("ann")
    monkeypatch.setenv("PGPASSFILE", str(tmp_path / "pgpass"))
    with pytest.raises(StudioRefused) as caught:
        facade.ask_server(ann)
    assert caught.value.what.what is StudioFault.NO_PASSWORD
    (tmp_path / "pgpass").write_text(f"127.0.0.1:{ann.port}:{ann.database}:{ann.user}:{PASSWORD}\n")
    (tmp_path / "pgpass").chmod(0o600)
    assert facade.ask_server(ann).role is Role.EDITOR


def test_somebody_without_a_role_is_let_into_nothing(shared_server: SharedServer, postgres: Postgres) -> None:
    with postgres.owner() as connection:
        connection.execute(f"CREATE ROLE stranger_{shared_server.database} LOGIN PASSWORD '{PASSWORD}'")
    stranger = postgres.address(shared_server.database, f"stranger_{shared_server.database}")
    assert fault_of(stranger) is StudioFault.NO_ROLE
    ann = shared_server.person("ann")
    with postgres.owner(shared_server.database) as connection:
        assert server_migrations.people_of(connection, shared_server.database) == [(ann.user, Role.EDITOR)]
        server_migrations.take_role(connection, shared_server.database, ann.user)
    assert fault_of(ann) is StudioFault.NO_ROLE


def test_an_old_pgvector_is_refused_by_its_version(shared_server: SharedServer, postgres: Postgres) -> None:
    ann = shared_server.person("ann")
    with postgres.owner(shared_server.database) as connection:
        for version, is_old in (("0.7.4", True), ("0.8.0", False), ("1.0", False)):
            connection.execute("UPDATE pg_extension SET extversion = %s WHERE extname = 'vector'", (version,))
            if is_old:
                assert fault_of(ann) is StudioFault.PGVECTOR_OLD
            else:
                assert facade.ask_server(ann, password=PASSWORD).pgvector == version


def test_who_may_enter_the_database_alone_has_no_role(shared_server: SharedServer, postgres: Postgres) -> None:
    name = f"visitor_{shared_server.database}"
    with postgres.owner(shared_server.database) as connection:
        connection.execute(f"CREATE ROLE {name} LOGIN PASSWORD '{PASSWORD}'")
        connection.execute(f"GRANT CONNECT ON DATABASE {shared_server.database} TO {name}")
    assert fault_of(postgres.address(shared_server.database, name)) is StudioFault.NO_ROLE


def test_a_later_and_an_earlier_schema_are_refused_politely(shared_server: SharedServer, postgres: Postgres) -> None:
    ann = shared_server.person("ann")
    with postgres.owner(shared_server.database) as connection:
        connection.execute("INSERT INTO earshot.migration(version) VALUES (99)")
        assert fault_of(ann) is StudioFault.SERVER_SCHEMA_NEWER
        with pytest.raises(StudioRefused) as caught:
            server_migrations.set_up(connection, postgres.address(shared_server.database))
        assert caught.value.what.what is StudioFault.SERVER_SCHEMA_NEWER
    old = SharedServer(postgres, f"{shared_server.database}_old", version=1)
    assert fault_of(old.person("ann")) is StudioFault.SERVER_SCHEMA_OLDER


def test_a_library_of_version_1_keeps_everything_when_it_is_brought_up(
    postgres: Postgres, shared_server: SharedServer
) -> None:
    old = SharedServer(postgres, f"{shared_server.database}_one", version=1)
    ann = old.person("ann")
    edit = {"id": "0" * 32, "subject": "s:" + "ab" * 32, "field": "rating", "value": 4, "base": 0, "made": 5}
    with connected(ann, PASSWORD) as connection:
        push(connection, edit)
    with postgres.owner(old.database) as connection:
        assert server_migrations.set_up(connection, postgres.address(old.database)) == (
            1,
            server_migrations.SCHEMA_VERSION,
        )
        assert server_migrations.set_up(connection, postgres.address(old.database)) == (3, 3)
    assert facade.ask_server(ann, password=PASSWORD).role is Role.EDITOR
    assert old.rows("SELECT field, value, who FROM earshot.field") == [("rating", 4, ann.user)]
    assert old.rows("SELECT count(*) FROM earshot.segment") == [(0,)]


def test_a_certificate_is_checked_and_an_older_postgres_refused_by_its_version(tmp_path: Path) -> None:
    folder = Path("/usr/lib/postgresql/15/bin")
    openssl = shutil.which("openssl")
    if not folder.is_dir() or openssl is None:
        pytest.skip("no PostgreSQL 15 with TLS here, or no openssl")
    authority = tmp_path / "authority.pem"

    def certify(data: Path) -> None:
        key, certificate = data / "server.key", data / "server.crt"
        given = [openssl, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]
        subprocess.run([*given, "-keyout", key, "-out", certificate], check=True, capture_output=True)
        authority.write_bytes(certificate.read_bytes())
        key.chmod(0o600)
        for path in (key, certificate):
            shutil.chown(path, data.owner())

    server = Postgres(folder, settings=["ssl=on"], initialise=certify)
    try:
        server.start()
        for host, encryption, root, fault in (
            ("127.0.0.1", Encryption.REQUIRE, "", StudioFault.POSTGRES_OLD),  # let in, and then refused for its age
            ("127.0.0.1", Encryption.VERIFY_CA, str(authority), StudioFault.POSTGRES_OLD),
            ("localhost", Encryption.VERIFY_FULL, str(authority), StudioFault.POSTGRES_OLD),
            ("127.0.0.1", Encryption.VERIFY_FULL, str(authority), StudioFault.CERTIFICATE_REFUSED),  # another's name
            ("127.0.0.1", Encryption.VERIFY_CA, str(tmp_path / "none.pem"), StudioFault.CERTIFICATE_REFUSED),
        ):
            address = ServerAddress(host, "postgres", OWNER, server.port, encryption, root)
            assert fault_of(address) is fault, (host, encryption)
    finally:
        server.end()


@pytest.mark.shows("studio-rights")
def test_grants_refuse_what_a_role_may_not(shared_server: SharedServer) -> None:
    reader, editor = shared_server.person("reader", Role.READER), shared_server.person("editor")
    edit = {"id": "1" * 32, "subject": "s:" + "ab" * 32, "field": "rating", "value": 4, "base": 0, "made": 5}
    with connected(editor, PASSWORD) as connection:
        assert push(connection, edit)[0] == "won"
    attempts = [
        "UPDATE earshot.field SET value = '1'",
        "DELETE FROM earshot.edit",
        "INSERT INTO earshot.list(id, owner) VALUES (gen_random_uuid(), 'me')",
        "UPDATE earshot.counter SET value = 0",
        "DELETE FROM earshot.presence",
        "SELECT earshot.add_volume('Mine')",
        "INSERT INTO earshot.sound(payload, who) VALUES ('', 'somebody else')",
        "DROP SCHEMA earshot CASCADE",
        "CREATE ROLE another LOGIN",
    ]
    for address in (reader, editor):
        for sql in attempts:
            with pytest.raises(StudioRefused) as caught, connected(address, PASSWORD) as connection:
                connection.execute(sql.encode())
            assert caught.value.what.what is StudioFault.NO_RIGHTS, (address.user, sql)
    for sql in ("SELECT earshot.push(gen_random_uuid(), 0, '[]')", "SELECT earshot.add_pack('p', 'p', 4)"):
        with pytest.raises(StudioRefused) as caught, connected(reader, PASSWORD) as connection:
            connection.execute(sql.encode())
        assert caught.value.what.what is StudioFault.NO_RIGHTS
    assert shared_server.rows("SELECT value, who FROM earshot.field") == [(4, editor.user)]


def test_an_administrator_gives_roles_and_an_editor_cannot(shared_server: SharedServer) -> None:
    admin, editor = shared_server.person("admin", Role.ADMIN), shared_server.person("editor")
    name = f"{shared_server.database}_new"
    with connected(admin, PASSWORD) as connection:
        server_migrations.give_role(connection, shared_server.database, name, Role.READER, PASSWORD)
    new = ServerAddress("127.0.0.1", shared_server.database, name, admin.port)
    assert facade.ask_server(new, password=PASSWORD).role is Role.READER
    with pytest.raises(StudioRefused) as caught, connected(editor, PASSWORD) as connection:
        server_migrations.give_role(connection, shared_server.database, name, Role.ADMIN, None)
    assert caught.value.what.what is StudioFault.NO_RIGHTS
    for odd in ("Ann", "a-b", "", "a" * 41, 'x"; DROP SCHEMA earshot; --'):
        with pytest.raises(StudioRefused):
            server_migrations.check_user_name(odd)


@pytest.mark.shows("studio-rights")
def test_a_private_collection_is_its_makers_alone(tmp_path: Path, shared_server: SharedServer) -> None:
    ann = Copy(tmp_path / "ann").joined(shared_server.person("ann"))
    bob = Copy(tmp_path / "bob").joined(shared_server.person("bob"))
    doors, _ = ann.keep(lambda keeping: keeping.make_collection("Doors", ann.ids("ab")))
    ann.sync()
    bob.sync()
    assert bob.lists() == {"Doors": "ab"}
    facade.set_private(ann.folder, doors.id, True)
    assert facade.private_collections(ann.folder) == {doors.id}
    ann.sync()
    bob.sync()
    assert (bob.lists(), ann.lists()) == ({}, {"Doors": "ab"})
    subject = shared_server.rows("SELECT subject FROM earshot.field WHERE field = 'private'")[0][0]
    bobs = shared_server.person("bob")
    with connected(bobs, PASSWORD) as connection:
        for table in ("field", "edit"):
            rows = connection.execute(f"SELECT 1 FROM earshot.{table} WHERE subject = %s".encode(), (subject,))
            assert rows.fetchall() == []
        assert connection.execute("SELECT id FROM earshot.list").fetchall() == []
        for field, value in (("name", "Mine"), ("private", False), ("item:" + "ab" * 32, 1)):
            edit = {"id": os.urandom(16).hex(), "subject": subject, "field": field, "value": value, "base": 0}
            assert push(connection, edit) == ("refused", None)
    ann.keep(lambda keeping: keeping.add_to(doors.id, ann.ids("c")))
    facade.set_private(ann.folder, doors.id, False)
    ann.sync()
    bob.sync()
    assert bob.lists() == {"Doors": "abc"}


def test_a_collection_that_became_private_takes_back_what_waited(tmp_path: Path, shared_server: SharedServer) -> None:
    ann = Copy(tmp_path / "ann").joined(shared_server.person("ann"))
    bob = Copy(tmp_path / "bob").joined(shared_server.person("bob"))
    doors, _ = ann.keep(lambda keeping: keeping.make_collection("Doors", ann.ids("ab")))
    ann.sync()
    bob.sync()
    facade.set_private(ann.folder, doors.id, True)
    ann.sync()
    its = bob.keep(lambda keeping: keeping.collection_named("Doors"))
    bob.keep(lambda keeping: keeping.add_to(its.id, bob.ids("c")))
    with pytest.raises(StudioRefused):
        facade.set_private(bob.folder, its.id, False)
    assert bob.sync().refused == 1
    assert bob.lists() == {}
    assert facade.state(bob.folder).waiting == 0  # type: ignore[union-attr]


def test_a_failed_sync_is_told_later_and_the_edits_wait(tmp_path: Path, shared_server: SharedServer) -> None:
    ann = Copy(tmp_path / "ann").joined(shared_server.person("ann"))
    assert facade.state(ann.folder).standing is SharedLibraryStatus.IN_SYNC  # type: ignore[union-attr]
    ann.keep(lambda keeping: keeping.set_rating(ann.ids("ab"), 4))
    address = facade.state(ann.folder).address  # type: ignore[union-attr]
    with Catalogue.open(ann.folder) as catalogue:
        text = catalogue.database.rows("SELECT value FROM meta WHERE key = 'studio'")[0][0]
        with catalogue.database.change("studio_sequence"):
            gone = text.replace(str(address.port), str(free_port()))
            catalogue.database.run("UPDATE meta SET value = ? WHERE key = 'studio'", gone)
    for _ in range(2):
        with pytest.raises(StudioOffline):
            ann.sync()
    state = facade.state(ann.folder)
    assert state is not None and state.trouble is not None and state.trouble.what is StudioFault.SERVER_SILENT
    assert (state.standing, state.waiting) == (SharedLibraryStatus.OFFLINE, 2)
    facade.join(ann.folder, address, password=PASSWORD, keep_password=False)
    with FileLock(ann.folder / LOCK_NAME), pytest.raises(LibraryBusy):
        ann.sync()
    assert ann.sync().sent == 2
    assert facade.state(ann.folder).standing is SharedLibraryStatus.IN_SYNC  # type: ignore[union-attr]
    assert [(one.who, one.is_me) for one in facade.people(ann.folder)] == [(address.user, True)]


def test_a_joined_library_goes_on_without_the_packages(
    tmp_path: Path, shared_server: SharedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = Copy(tmp_path / "ann").joined(shared_server.person("ann"))
    facade.check_installed()
    monkeypatch.setitem(sys.modules, "psycopg", None)
    for ask in (facade.check_installed, ann.sync):
        with pytest.raises(StudioNotInstalled) as caught:
            ask()
        assert "setup-studio" in caught.value.advice
    ann.keep(lambda keeping: keeping.set_rating(ann.ids("ab"), 4))
    state = facade.state(ann.folder)
    assert state is not None and (state.waiting, facade.conflicts(ann.folder)) == (2, ())
    monkeypatch.undo()
    assert ann.sync().sent == 2


def test_joining_another_shared_library_is_refused_until_one_leaves(
    tmp_path: Path, shared_server: SharedServer, postgres: Postgres
) -> None:
    ann = Copy(tmp_path / "ann").joined(shared_server.person("ann"))
    other = SharedServer(postgres, f"{shared_server.database}_other")
    with pytest.raises(StudioRefused) as caught:
        ann.joined(other.person("ann"))
    assert caught.value.what.what is StudioFault.JOINED_ALREADY
    ann.keep(lambda keeping: keeping.set_rating(ann.ids("a"), 4))
    ann.sync()
    facade.leave(ann.folder)
    assert facade.state(ann.folder) is None
    assert ann.marks()["a"][0] == 4
    ann.joined(other.person("ann"))
    assert ann.sync().sent == 1


def test_a_server_put_back_to_a_backup_gets_what_the_copies_know(tmp_path: Path, shared_server: SharedServer) -> None:
    ann = Copy(tmp_path / "ann").joined(shared_server.person("ann"))
    bob = Copy(tmp_path / "bob").joined(shared_server.person("bob"))
    ann.keep(lambda keeping: keeping.set_rating(ann.ids("a"), 4))
    ann.sync()
    before = shared_server.rows("SELECT value FROM earshot.counter")[0][0]
    ann.keep(lambda keeping: keeping.set_rating(ann.ids("ab"), 5))
    ann.sync()
    with shared_server.postgres.owner(shared_server.database) as connection:
        connection.execute("UPDATE earshot.counter SET value = %s", (before,))
        connection.execute("DELETE FROM earshot.edit WHERE sequence > %s", (before,))
        connection.execute("DELETE FROM earshot.field WHERE sequence > %s", (before,))
    ann.sync()
    bob.sync()
    assert bob.marks() == ann.marks() == {"a": (5, None, "", False, ()), "b": (5, None, "", False, ())}


def test_addresses_are_read_and_never_hold_a_password() -> None:
    address = read_address("postgresql://ann@nas.example:5433/sounds?sslmode=verify-full&sslrootcert=/etc/ca.pem")
    assert address == ServerAddress("nas.example", "sounds", "ann", 5433, Encryption.VERIFY_FULL, "/etc/ca.pem")
    assert encryption_of(read_address("postgresql://ann@nas/sounds")) is Encryption.REQUIRE
    assert encryption_of(read_address("postgresql://ann@localhost/sounds")) is Encryption.PREFER
    assert read_address("postgresql://ann@/sounds?host=/run/postgresql").host == "/run/postgresql"
    for wrong in ("", "nas", "http://ann@nas/sounds", "postgresql://nas/sounds", "postgresql://ann@nas:x/sounds"):
        with pytest.raises(StudioRefused) as caught:
            read_address(wrong)
        assert caught.value.what.what is StudioFault.NOT_A_SERVER_ADDRESS
    for secret in ("postgresql://ann:hunter22@nas/sounds", "postgresql://ann@nas/sounds?password=hunter22"):
        with pytest.raises(StudioRefused) as caught:
            read_address(secret)
        assert caught.value.what.what is StudioFault.PASSWORD_IN_ADDRESS
        assert "hunter22" not in f"{caught.value} {caught.value.advice}"


def test_a_password_in_the_keyring_does_and_leaves_with_the_library(
    tmp_path: Path, shared_server: SharedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tests.helpers.memory_keyring import Keyring

    ann = shared_server.person("ann")
    monkeypatch.setenv("PGPASSFILE", str(tmp_path / "none"))
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.fail.Keyring")
    Catalogue.open(tmp_path / "ann").close()
    assert not facade.join(tmp_path / "ann", ann, password=PASSWORD).is_password_kept
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "tests.helpers.memory_keyring.Keyring")
    assert facade.join(tmp_path / "ann", ann, password=PASSWORD).is_password_kept
    assert list(Keyring.kept.values()) == [PASSWORD]
    assert facade.sync(tmp_path / "ann").sent == 0
    facade.leave(tmp_path / "ann")
    assert Keyring.kept == {}


@pytest.mark.shows("studio-secrets")
def test_a_password_is_written_nowhere(tmp_path: Path, shared_server: SharedServer, postgres: Postgres) -> None:
    with postgres.owner() as connection:
        connection.execute("ALTER SYSTEM SET log_statement = 'all'")
        connection.execute("SELECT pg_reload_conf()")
    address = shared_server.person("ann")
    ann = Copy(tmp_path / "ann").joined(address)
    ann.keep(lambda keeping: keeping.set_rating(ann.ids("a"), 4))
    ann.sync()
    with connected(address, PASSWORD):
        for process in Path("/proc").glob("[0-9]*/cmdline"):
            with contextlib.suppress(OSError):
                assert PASSWORD.encode() not in process.read_bytes()
    files = [path for path in ann.folder.rglob("*") if path.is_file()]
    assert len(files) >= 2
    assert [path for path in files if PASSWORD.encode() in path.read_bytes()] == []
    with postgres.owner() as connection:
        connection.execute("ALTER SYSTEM RESET log_statement")
        connection.execute("SELECT pg_reload_conf()")
    log = postgres.log()
    assert "SCRAM-SHA-256$" in log  # the verifier is what the server was sent
    assert PASSWORD not in log.replace(f"CREATE ROLE stranger_{shared_server.database} LOGIN PASSWORD '{PASSWORD}'", "")


def test_who_holds_a_transaction_open_is_named(
    tmp_path: Path, shared_server: SharedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = Copy(tmp_path / "ann").joined(shared_server.person("ann"))
    ann.keep(lambda keeping: keeping.set_rating(ann.ids("a"), 4))
    mallory = shared_server.person("mallory")
    monkeypatch.setattr(server, "_LOCK_MS", 200)
    with connected(mallory, PASSWORD) as connection, connection.transaction():
        connection.execute("SELECT earshot.push(gen_random_uuid(), 0, '[]')")
        with pytest.raises(StudioOffline) as caught:
            ann.sync()
        assert caught.value.what.what is StudioFault.SERVER_HELD
        state = facade.state(ann.folder)
        assert state is not None and state.trouble is not None and mallory.user in str(state.trouble)
        assert state.waiting == 1
    assert ann.sync().sent == 1


def test_one_user_is_here_twenty_times_at_most(shared_server: SharedServer) -> None:
    ann, bob = shared_server.person("ann"), shared_server.person("bob")
    for address, times in ((bob, 1), (ann, 200)):
        with connected(address, PASSWORD) as connection:
            for number in range(times):
                connection.execute("SELECT earshot.be_here(%s, %s)", (f"{number + 1000 * times:032x}", "m"))
    here = shared_server.rows("SELECT who, count(*), max(client::text) FROM earshot.presence GROUP BY who ORDER BY who")
    assert [(who, count) for who, count, _ in here] == [(ann.user, 20), (bob.user, 1)]
    assert here[0][2].endswith(f"{199 + 200_000:x}")  # the newest is among them


def push(connection: Any, edit: dict[str, Any]) -> tuple[Any, ...]:
    """The outcome of one edit, and what the field holds."""
    from psycopg.types.json import Jsonb

    rows = connection.execute(
        "SELECT outcome, value FROM earshot.push(gen_random_uuid(), 10, %s)", (Jsonb([edit]),)
    ).fetchall()
    assert len(rows) == 1
    return tuple(rows[0])
